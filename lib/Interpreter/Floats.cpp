//===- Floats.cpp - Float arithmetic --------------------------------------===//
//
// Rounded to nearest, ties to even, once after every op; f16 and bf16 are
// computed with in f32. Subnormals are kept.
//
//===----------------------------------------------------------------------===//

#include "FloatOrder.h"

#include "Elementwise.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace minitc;

static void addf(Instance &in, arith::AddFOp op) {
  floatBinary(in, op, [](auto a, auto b) { return a + b; });
}

static void subf(Instance &in, arith::SubFOp op) {
  floatBinary(in, op, [](auto a, auto b) { return a - b; });
}

static void mulf(Instance &in, arith::MulFOp op) {
  floatBinary(in, op, [](auto a, auto b) { return a * b; });
}

static void divf(Instance &in, arith::DivFOp op) {
  floatBinary(in, op, [](auto a, auto b) { return a / b; });
}

/// Exact, with the dividend's sign, as C's fmod.
static void remf(Instance &in, arith::RemFOp op) {
  floatBinary(in, op, [](auto a, auto b) { return std::fmod(a, b); });
}

static void negf(Instance &in, arith::NegFOp op) {
  floatUnary(in, op, [](auto a) { return -a; });
}

static void maximumf(Instance &in, arith::MaximumFOp op) {
  floatBinary(in, op, [](auto a, auto b) { return maximum(a, b); });
}

static void minimumf(Instance &in, arith::MinimumFOp op) {
  floatBinary(in, op, [](auto a, auto b) { return minimum(a, b); });
}

static void maxnumf(Instance &in, arith::MaxNumFOp op) {
  floatBinary(in, op, [](auto a, auto b) { return maximumNumber(a, b); });
}

static void minnumf(Instance &in, arith::MinNumFOp op) {
  floatBinary(in, op, [](auto a, auto b) { return minimumNumber(a, b); });
}

template <typename T>
static bool compare(arith::CmpFPredicate predicate, T a, T b) {
  using Predicate = arith::CmpFPredicate;
  bool isUnordered = std::isnan(a) || std::isnan(b);
  switch (predicate) {
  case Predicate::AlwaysFalse:
    return false;
  case Predicate::OEQ:
    return a == b;
  case Predicate::OGT:
    return a > b;
  case Predicate::OGE:
    return a >= b;
  case Predicate::OLT:
    return a < b;
  case Predicate::OLE:
    return a <= b;
  case Predicate::ONE:
    return !isUnordered && a != b;
  case Predicate::ORD:
    return !isUnordered;
  case Predicate::UEQ:
    return isUnordered || a == b;
  case Predicate::UGT:
    return isUnordered || a > b;
  case Predicate::UGE:
    return isUnordered || a >= b;
  case Predicate::ULT:
    return isUnordered || a < b;
  case Predicate::ULE:
    return isUnordered || a <= b;
  case Predicate::UNE:
    return a != b;
  case Predicate::UNO:
    return isUnordered;
  case Predicate::AlwaysTrue:
    return true;
  }
  llvm_unreachable("every predicate is listed");
}

static void cmpf(Instance &in, arith::CmpFOp op) {
  const Tile &a = in.get(op.getLhs()), &b = in.get(op.getRhs());
  Tile result(Kind::I1, a.shape, a.size);
  withFloat(a.kind, [&](auto element) {
    using T = decltype(element);
    auto *x = a.data<typename T::Stored>(), *y = b.data<typename T::Stored>();
    for (int64_t i = 0; i < a.size; ++i)
      result.data<uint8_t>()[i] =
          compare(op.getPredicate(), T::load(x[i]), T::load(y[i]));
  });
  in.set(op.getResult(), std::move(result));
}

void minitc::addFloatOps(OpTable &table) {
  table.add<arith::AddFOp, addf>();
  table.add<arith::SubFOp, subf>();
  table.add<arith::MulFOp, mulf>();
  table.add<arith::DivFOp, divf>();
  table.add<arith::RemFOp, remf>();
  table.add<arith::NegFOp, negf>();
  table.add<arith::MaximumFOp, maximumf>();
  table.add<arith::MinimumFOp, minimumf>();
  table.add<arith::MaxNumFOp, maxnumf>();
  table.add<arith::MinNumFOp, minnumf>();
  table.add<arith::CmpFOp, cmpf>();
}
