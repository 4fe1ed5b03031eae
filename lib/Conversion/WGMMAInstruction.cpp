//===- WGMMAInstruction.cpp - wgmma as a named function -------------------===//

#include "minitc/Conversion/WGMMAInstruction.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace minitc;

/// Bytes of an element by PTX's name of its type; 0 for another name.
static unsigned bytesOf(StringRef type) {
  return StringSwitch<unsigned>(type)
      .Cases({"e4m3", "e5m2", "s8"}, 1)
      .Cases({"f16", "bf16"}, 2)
      .Case("tf32", 4)
      .Default(0);
}

unsigned WGMMAInstruction::elementBytes() const { return bytesOf(lhs); }
unsigned WGMMAInstruction::depth() const { return 32 / elementBytes(); }

std::string WGMMAInstruction::name() const {
  std::string result = "minitc.wgmma.n" + utostr(n) + "." + accumulator + "." +
                       lhs + "." + rhs + (isLhsInRegisters ? ".rs" : ".ss");
  if (isLhsTransposed)
    result += ".ta";
  if (isRhsTransposed)
    result += ".tb";
  return result;
}

std::optional<WGMMAInstruction> WGMMAInstruction::parse(StringRef name) {
  WGMMAInstruction wgmma;
  if (!name.consume_front("minitc.wgmma.n") || name.consumeInteger(10, wgmma.n))
    return std::nullopt;
  SmallVector<StringRef> parts;
  name.split(parts, '.');
  // What stands before the first '.' is empty.
  if (parts.size() < 5 || !parts[0].empty())
    return std::nullopt;
  wgmma.accumulator = parts[1].str();
  wgmma.lhs = parts[2].str();
  wgmma.rhs = parts[3].str();
  wgmma.isLhsInRegisters = parts[4] == "rs";
  for (StringRef part : ArrayRef(parts).drop_front(5)) {
    wgmma.isLhsTransposed |= part == "ta";
    wgmma.isRhsTransposed |= part == "tb";
  }
  bool isKnown =
      is_contained({"f16", "f32", "s32"}, wgmma.accumulator) &&
      bytesOf(wgmma.lhs) && bytesOf(wgmma.rhs) && wgmma.n % 8 == 0 &&
      wgmma.n >= 8 && wgmma.n <= 256 &&
      wgmma.name() == ("minitc.wgmma.n" + utostr(wgmma.n) + name).str();
  return isKnown ? std::optional(wgmma) : std::nullopt;
}

/// `{$0,$1,...}`.
static std::string registerList(unsigned first, unsigned count) {
  std::string list = "{";
  for (unsigned i = 0; i < count; ++i)
    list += (i ? ",$" : "$") + utostr(first + i);
  return list + "}";
}

/// Outputs, and as many inputs in the same registers.
static SmallVector<std::string> tiedWords(unsigned count, bool isFloat) {
  SmallVector<std::string> constraints(count, isFloat ? "=f" : "=r");
  for (unsigned i = 0; i < count; ++i)
    constraints.push_back(utostr(i));
  return constraints;
}

PTXOperation WGMMAInstruction::operation() const {
  PTXOperation operation;
  operation.isConvergent = true;
  unsigned count = words();
  SmallVector<std::string> constraints = tiedWords(count, accumulator == "f32");
  unsigned next = 2 * count;
  std::string left = "$" + utostr(next);
  if (isLhsInRegisters) {
    left = registerList(next, 4);
    constraints.append(4, "r");
    next += 4;
  } else {
    constraints.push_back("l");
    ++next;
  }
  constraints.append({"l", "r"});
  std::string right = "$" + utostr(next), keep = "$" + utostr(next + 1);
  operation.assembly = "{\n\t.reg .pred p;\n\tsetp.ne.b32 p, " + keep +
                       ", 0;\n\twgmma.mma_async.sync.aligned.m64n" + utostr(n) +
                       "k" + utostr(depth()) + "." + accumulator + "." + lhs +
                       "." + rhs + " " + registerList(0, count) + ", " + left +
                       ", " + right + ", p";
  // PTX ISA, "wgmma.mma_async": integers are not negated, and only elements of
  // 16 bits are transposed.
  if (accumulator != "s32")
    operation.assembly += ", 1, 1";
  if (elementBytes() == 2) {
    if (!isLhsInRegisters)
      operation.assembly += isLhsTransposed ? ", 1" : ", 0";
    operation.assembly += isRhsTransposed ? ", 1" : ", 0";
  }
  operation.assembly += ";\n\t}";
  operation.constraints = join(constraints, ",");
  return operation;
}

std::string WGMMAWait::name() const {
  return "minitc.wgmma.wait.p" + utostr(pending) + ".x" + utostr(words) +
         (isFloat ? ".f32" : ".b32");
}

std::optional<WGMMAWait> WGMMAWait::parse(StringRef name) {
  WGMMAWait wait;
  if (!name.consume_front("minitc.wgmma.wait.p") ||
      name.consumeInteger(10, wait.pending) || !name.consume_front(".x") ||
      name.consumeInteger(10, wait.words) || wait.words == 0 ||
      wait.pending > 7)
    return std::nullopt;
  wait.isFloat = name == ".f32";
  if (!wait.isFloat && name != ".b32")
    return std::nullopt;
  return wait;
}

PTXOperation WGMMAWait::operation() const {
  PTXOperation operation;
  operation.isConvergent = true;
  operation.assembly = "wgmma.wait_group.sync.aligned " + utostr(pending) + ";";
  operation.constraints = join(tiedWords(words, isFloat), ",");
  return operation;
}
