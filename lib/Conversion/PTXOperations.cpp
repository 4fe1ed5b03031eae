//===- PTXOperations.cpp - Operations that exist only in PTX --------------===//

#include "minitc/Conversion/PTXOperations.h"
#include "minitc/Conversion/AsyncTransfers.h"
#include "minitc/Conversion/WGMMAInstruction.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;
using namespace minitc;

std::string GlobalAccess::name() const {
  std::string result = isStore ? "minitc.st.global" : "minitc.ld.global";
  if (isVolatile)
    result += ".volatile";
  if (!cache.empty())
    result += "." + cache;
  if (!evict.empty())
    result += ".evict_" + evict;
  return result + ".v" + utostr(words) + ".b" + utostr(wordBits);
}

std::optional<GlobalAccess> GlobalAccess::parse(StringRef name) {
  GlobalAccess access;
  if (name.consume_front("minitc.st.global."))
    access.isStore = true;
  else if (!name.consume_front("minitc.ld.global."))
    return std::nullopt;
  access.isVolatile = name.consume_front("volatile.");
  for (StringRef cache : {"ca", "cg", "cs", "cv", "wb", "wt"})
    if (name.consume_front((cache + ".").str()))
      access.cache = cache.str();
  for (StringRef evict : {"first", "last"})
    if (name.consume_front(("evict_" + evict + ".").str()))
      access.evict = evict.str();
  if (!name.consume_front("v") || name.consumeInteger(10, access.words) ||
      !name.consume_front(".b") || name.consumeInteger(10, access.wordBits) ||
      !name.empty())
    return std::nullopt;
  bool isSize = is_contained({1u, 2u, 4u}, access.words) &&
                is_contained({8u, 16u, 32u, 64u}, access.wordBits) &&
                access.words * access.wordBits <= 128;
  return isSize ? std::optional(access) : std::nullopt;
}

/// The constraint letter of a word.
static StringRef registerClass(unsigned bits) {
  return bits == 64 ? "l" : bits == 32 ? "r" : "h";
}

/// `{$0,$1}` or `$0`, from operand `first` on.
static std::string operandList(unsigned first, unsigned count) {
  SmallVector<std::string> names;
  for (unsigned i = 0; i < count; ++i)
    names.push_back("$" + utostr(first + i));
  std::string list = join(names, ", ");
  return count == 1 ? list : "{" + list + "}";
}

/// `ld.global.ca.v4.b32` and the like. A volatile access takes no hints.
static std::string mnemonic(const GlobalAccess &access) {
  std::string result = access.isStore ? "st" : "ld";
  if (access.isVolatile)
    result += ".volatile";
  result += ".global";
  if (!access.isVolatile && !access.cache.empty())
    result += "." + access.cache;
  if (!access.isVolatile && !access.evict.empty())
    result += ".L1::evict_" + access.evict;
  if (access.words > 1)
    result += ".v" + utostr(access.words);
  return result + ".b" + utostr(access.wordBits);
}

static PTXOperation describe(const GlobalAccess &access) {
  PTXOperation operation;
  StringRef letter = registerClass(access.wordBits);
  SmallVector<std::string> constraints;
  if (access.isStore) {
    operation.effects = MemoryEffects::argMemOnly(ModRefInfo::Mod);
    constraints = {"l", "b"};
    constraints.append(access.words, letter.str());
    operation.assembly = "@$1 " + mnemonic(access) + " [$0], " +
                         operandList(2, access.words) + ";";
  } else {
    operation.effects = MemoryEffects::argMemOnly(ModRefInfo::Ref);
    constraints.append(access.words, ("=" + letter).str());
    constraints.append({"l", "b"});
    // The fill is in the result's register before the load.
    for (unsigned i = 0; i < access.words; ++i)
      constraints.push_back(utostr(i));
    operation.assembly = "@$" + utostr(access.words + 1) + " " +
                         mnemonic(access) + " " + operandList(0, access.words) +
                         ", [$" + utostr(access.words) + "];";
  }
  if (access.isVolatile)
    operation.effects = MemoryEffects::unknown();
  operation.constraints = join(constraints, ",");
  return operation;
}

std::string AsyncCopy::name() const {
  return "minitc.cp.async.b" + utostr(bytes);
}

std::optional<AsyncCopy> AsyncCopy::parse(StringRef name) {
  AsyncCopy copy;
  if (!name.consume_front("minitc.cp.async.b") ||
      name.consumeInteger(10, copy.bytes) || !name.empty() ||
      !is_contained({4u, 8u, 16u}, copy.bytes))
    return std::nullopt;
  return copy;
}

static PTXOperation describe(const AsyncCopy &copy) {
  PTXOperation operation;
  operation.assembly =
      (Twine("cp.async.") + (copy.bytes == 16 ? "cg" : "ca") +
       ".shared.global [$0], [$1], " + Twine(copy.bytes) + ", $2;")
          .str();
  operation.constraints = "l,l,b";
  return operation;
}

std::optional<PTXOperation> minitc::lookupPTXOperation(StringRef name) {
  if (std::optional<AsyncCopy> copy = AsyncCopy::parse(name))
    return describe(*copy);
  if (name == pinName) {
    PTXOperation operation;
    operation.constraints = "=l,0";
    return operation;
  }
  if (name == finishName) {
    PTXOperation operation;
    operation.assembly = "{\n\t.reg .pred p;\n\tsetp.nan.f32 p, $0, $0;\n\t"
                         "@p pmevent 0;\n\t}";
    operation.constraints = "f";
    return operation;
  }
  if (std::optional<GlobalAccess> access = GlobalAccess::parse(name))
    return describe(*access);
  if (std::optional<WGMMAInstruction> wgmma = WGMMAInstruction::parse(name))
    return wgmma->operation();
  if (std::optional<WGMMAWait> wait = WGMMAWait::parse(name))
    return wait->operation();
  if (auto barrier = MBarrierOperation::parse(name))
    return barrier->operation();
  if (std::optional<TensorLoad> load = TensorLoad::parse(name))
    return load->operation();
  if (std::optional<GlobalAtomic> atomic = GlobalAtomic::parse(name))
    return atomic->describe();
  return std::nullopt;
}

bool minitc::isSystemCall(StringRef name) {
  return name == "vprintf" || name == "__assertfail";
}
