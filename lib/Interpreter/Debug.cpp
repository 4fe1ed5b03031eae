//===- Debug.cpp - Prints and asserts -------------------------------------===//

#include "Instance.h"

#include "minitc/Dialect/TC/IR/TC.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace mlir;
using namespace minitc;

/// Decimal digits that tell any two values of a float type apart; f8 is printed
/// as the f16 that it is extended to.
static int digitsOf(Kind kind) {
  switch (kind) {
  case Kind::F64:
    return 17;
  case Kind::F32:
    return 9;
  case Kind::BF16:
    return 4;
  default:
    return 5;
  }
}

/// As printf does on every device. The sign of a NaN means nothing.
static void printFloat(llvm::raw_ostream &os, double value, int digits) {
  if (std::isnan(value))
    os << "nan";
  else
    os << llvm::format("%.*g", digits, value);
}

/// Writes an element as the code for GPUs does (lib/Conversion): integers
/// signed, pointers in hexadecimal.
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
      printFloat(os, T::load(tile.data<typename T::Stored>()[i]),
                 digitsOf(tile.kind));
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
