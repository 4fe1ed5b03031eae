//===- PTXAtomics.cpp - Atomic operations of PTX --------------------------===//
//
// PTX ISA, "atom" and "red".
//
//===----------------------------------------------------------------------===//

#include "minitc/Conversion/PTXOperations.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace minitc;

ArrayRef<StringLiteral> GlobalAtomic::operations() {
  // add.noftz.bf16 is there from sm_90 on, the others on every target.
  static constexpr StringLiteral all[] = {
      "and.b32",       "and.b64",        "or.b32",   "or.b64",  "xor.b32",
      "xor.b64",       "exch.b32",       "exch.b64", "cas.b16", "cas.b32",
      "cas.b64",       "add.u32",        "add.u64",  "add.f32", "add.f64",
      "add.noftz.f16", "add.noftz.bf16", "min.s32",  "min.s64", "min.u32",
      "min.u64",       "max.s32",        "max.s64",  "max.u32", "max.u64"};
  return all;
}

bool GlobalAtomic::hasReduction(StringRef operation, StringRef order) {
  bool isExchange =
      operation.starts_with("exch.") || operation.starts_with("cas.");
  return !isExchange && (order == "relaxed" || order == "release");
}

unsigned GlobalAtomic::wordBits() const {
  unsigned bits = 0;
  StringRef(operation).take_back(2).getAsInteger(10, bits);
  return bits;
}

unsigned GlobalAtomic::numOperands() const {
  return StringRef(operation).starts_with("cas.") ? 2 : 1;
}

/// `atom.acq_rel.gpu.global.add.u32` and the like.
static std::string mnemonic(const GlobalAtomic &atomic) {
  std::string result = atomic.isReduction ? "red." : "atom.";
  return result + atomic.order + "." + atomic.scope + ".global." +
         atomic.operation;
}

std::string GlobalAtomic::name() const { return "minitc." + mnemonic(*this); }

/// Takes one of `words` and a dot off the front of `name`.
static bool consumeOneOf(StringRef &name, ArrayRef<StringRef> words,
                         std::string &found) {
  for (StringRef word : words)
    if (name.consume_front((word + ".").str())) {
      found = word.str();
      return true;
    }
  return false;
}

std::optional<GlobalAtomic> GlobalAtomic::parse(StringRef name) {
  GlobalAtomic atomic;
  if (name.consume_front("minitc.red."))
    atomic.isReduction = true;
  else if (!name.consume_front("minitc.atom."))
    return std::nullopt;
  if (!consumeOneOf(name, {"relaxed", "acquire", "release", "acq_rel"},
                    atomic.order) ||
      !consumeOneOf(name, {"cta", "gpu", "sys"}, atomic.scope) ||
      !name.consume_front("global.") || !is_contained(operations(), name))
    return std::nullopt;
  atomic.operation = name.str();
  if (atomic.isReduction && !hasReduction(atomic.operation, atomic.order))
    return std::nullopt;
  return atomic;
}

PTXOperation GlobalAtomic::describe() const {
  unsigned result = isReduction ? 0 : 1;
  StringRef letter = wordBits() == 64 ? "l" : wordBits() == 32 ? "r" : "h";
  SmallVector<std::string> constraints;
  if (!isReduction)
    constraints.push_back(("=" + letter).str());
  constraints.append({"l", "b"});
  constraints.append(numOperands(), letter.str());
  // The fill is in the result's register before.
  if (!isReduction)
    constraints.push_back("0");

  PTXOperation operation;
  // Not even a `red` only writes: LLVM does what only writes once for a loop.
  operation.effects = order == "relaxed"
                          ? MemoryEffects::argMemOnly(ModRefInfo::ModRef)
                          : MemoryEffects::unknown();
  operation.constraints = join(constraints, ",");
  operation.assembly = "@$" + utostr(result + 1) + " " + mnemonic(*this) + " ";
  if (!isReduction)
    operation.assembly += "$0, ";
  operation.assembly += "[$" + utostr(result) + "]";
  for (unsigned i = 0; i < numOperands(); ++i)
    operation.assembly += ", $" + utostr(result + 2 + i);
  operation.assembly += ";";
  return operation;
}
