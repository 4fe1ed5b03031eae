//===- Debug.cpp - Prints and asserts -------------------------------------===//

#include "Instance.h"

#include "minitc/Dialect/TC/IR/TC.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace minitc;

/// Writes an element: integers signed, floats with enough digits to tell them
/// apart, pointers in hexadecimal.
static void printElement(llvm::raw_ostream &os, const Tile &tile, int64_t i) {
  switch (tile.kind) {
  case Kind::Ptr:
    os << "0x" << llvm::utohexstr(tile.data<uint64_t>()[i], true);
    return;
  case Kind::I1:
    os << (tile.data<uint8_t>()[i] ? "true" : "false");
    return;
  case Kind::I8:
  case Kind::I16:
  case Kind::I32:
  case Kind::I64:
    withInteger(tile.kind, [&](auto element) {
      using T = decltype(element);
      os << T::loadSigned(tile.data<typename T::Stored>()[i]);
    });
    return;
  default:
    withAnyFloat(tile.kind, [&](auto element) {
      using T = decltype(element);
      SmallString<32> text;
      APFloat(T::load(tile.data<typename T::Stored>()[i])).toString(text);
      os << text;
    });
  }
}

static void printIndex(llvm::raw_ostream &os, ArrayRef<int64_t> index) {
  if (index.empty())
    return;
  os << " [";
  llvm::interleaveComma(index, os);
  os << "]";
}

/// A line for each element: `(0, 0, 0) [3]: x = 1.5`.
static void print(Instance &in, tc::PrintOp op) {
  llvm::raw_string_ostream os(in.output);
  auto [x, y, z] = in.coordinates();
  auto begin = [&]() -> llvm::raw_ostream & {
    return os << "(" << x << ", " << y << ", " << z << ")";
  };
  if (op.getValues().empty())
    begin() << ": " << op.getPrefix() << "\n";
  for (Value value : op.getValues()) {
    const Tile &tile = in.get(value);
    for (int64_t i = 0; i < tile.size; ++i) {
      begin();
      printIndex(os, indexOf(tile.shape, i));
      os << ": " << op.getPrefix();
      printElement(os, tile, i);
      os << "\n";
    }
  }
}

static void assertTrue(Instance &in, tc::AssertOp op) {
  const Tile &condition = in.get(op.getCondition());
  for (int64_t i = 0; i < condition.size; ++i)
    if (!condition.data<uint8_t>()[i])
      return in.fault(op, InterpreterFault::Kind::AssertFailed, condition, i,
                      "assertion failed: " + op.getMessage());
}

void minitc::addDebugOps(OpTable &table) {
  table.add<tc::PrintOp, print>();
  table.add<tc::AssertOp, assertTrue>();
}
