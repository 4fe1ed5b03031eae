//===- Integers.cpp - Integer arithmetic ----------------------------------===//
//
// Two's complement: results are exact, then taken modulo 2^width.
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace minitc;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Arithmetic that addresses are made of: it marks what wraps
//===----------------------------------------------------------------------===//

/// The first mark that element `i` of the operands carries.
static uint16_t carriedMark(const Tile &a, const Tile &b, int64_t i) {
  return a.wrapOf(i) ? a.wrapOf(i) : b.wrapOf(i);
}

/// As integerBinary on signed integers; an element whose exact result does not
/// fit is marked, and so is one made from a marked element.
template <typename Fn>
static void wrappingBinary(Instance &in, Operation *op, Fn fn) {
  const Tile &a = in.get(op->getOperand(0)), &b = in.get(op->getOperand(1));
  Tile result(a.kind, a.shape, a.size);
  withInteger(a.kind, [&](auto element) {
    using T = decltype(element);
    auto *x = a.data<typename T::Stored>(), *y = b.data<typename T::Stored>();
    auto *z = result.data<typename T::Stored>();
    auto exact = [&](int64_t i) {
      return fn(loadWide<T, Sign::Signed>(x[i]),
                loadWide<T, Sign::Signed>(y[i]));
    };
    bool anyWraps = false;
    for (int64_t i = 0; i < a.size; ++i) {
      auto wide = exact(i);
      z[i] = T::store(wide);
      anyWraps |= T::loadSigned(z[i]) != wide;
    }
    if (!anyWraps && !a.wraps() && !b.wraps())
      return;
    uint16_t *marks = result.makeWraps();
    for (int64_t i = 0; i < a.size; ++i)
      marks[i] = T::loadSigned(z[i]) != exact(i) ? in.wrapMark(op)
                                                 : carriedMark(a, b, i);
  });
  in.set(op->getResult(0), std::move(result));
}

static void addi(Instance &in, arith::AddIOp op) {
  wrappingBinary(in, op, [](auto a, auto b) { return a + b; });
}

static void subi(Instance &in, arith::SubIOp op) {
  wrappingBinary(in, op, [](auto a, auto b) { return a - b; });
}

static void muli(Instance &in, arith::MulIOp op) {
  wrappingBinary(in, op, [](auto a, auto b) { return a * b; });
}

/// Reports every shift by as many bits as there are or more; it gives 0.
static void checkShift(Instance &in, Operation *op) {
  const Tile &amount = in.get(op->getOperand(1));
  withInteger(amount.kind, [&](auto element) {
    using T = decltype(element);
    auto *bits = amount.data<typename T::Stored>();
    for (int64_t i = 0; i < amount.size; ++i)
      if (T::loadUnsigned(bits[i]) >= T::width)
        in.fault(op, InterpreterFault::Kind::ShiftTooFar, amount, i,
                 "shifts i" + Twine(T::width) + " by " +
                     Twine(T::loadUnsigned(bits[i])) +
                     " bits, expected fewer than " + Twine(T::width));
  });
}

/// Whether `amount` is a legal shift of a value of type `a`'s width: 63 bounds
/// the shift of the wide integer, whose own width is the limit otherwise.
template <typename Wide> static bool isLegalShift(Wide amount, unsigned width) {
  return amount >= 0 && amount < Wide(width);
}

static unsigned widthOf(Instance &in, Value value) {
  return withInteger(in.get(value).kind,
                     [](auto element) { return decltype(element)::width; });
}

static void shli(Instance &in, arith::ShLIOp op) {
  checkShift(in, op);
  unsigned width = widthOf(in, op.getLhs());
  wrappingBinary(in, op, [&](auto a, auto b) {
    using Wide = decltype(a);
    return isLegalShift(b, width) ? a * (Wide(1) << b) : Wide(0);
  });
}

/// A right shift: it loses bits but does not wrap; marks pass through.
template <Sign sign> static void shiftRight(Instance &in, Operation *op) {
  checkShift(in, op);
  unsigned width = widthOf(in, op->getOperand(0));
  integerBinary<sign>(in, op, [&](auto a, auto b) {
    return isLegalShift(b, width) ? a >> b : decltype(a)(0);
  });
  const Tile &source = in.get(op->getOperand(0));
  if (!source.wraps())
    return;
  Tile result = in.get(op->getResult(0));
  result.shareWraps(source);
  in.set(op->getResult(0), std::move(result));
}

static void shrsi(Instance &in, arith::ShRSIOp op) {
  shiftRight<Sign::Signed>(in, op);
}

static void shrui(Instance &in, arith::ShRUIOp op) {
  shiftRight<Sign::Unsigned>(in, op);
}

//===----------------------------------------------------------------------===//
// Division
//===----------------------------------------------------------------------===//

/// result[i] = fn(a[i], b[i]); a division by zero is reported and gives 0.
template <Sign sign, typename Fn>
static void division(Instance &in, Operation *op, Fn fn) {
  const Tile &divisor = in.get(op->getOperand(1));
  withInteger(divisor.kind, [&](auto element) {
    using T = decltype(element);
    for (int64_t i = 0; i < divisor.size; ++i)
      if (divisor.data<typename T::Stored>()[i] == 0)
        in.fault(op, InterpreterFault::Kind::DivisionByZero, divisor, i,
                 "divides by zero");
  });
  integerBinary<sign>(in, op, [&](auto a, auto b) {
    return b == 0 ? decltype(a)(0) : fn(a, b);
  });
}

/// Toward zero.
static void divsi(Instance &in, arith::DivSIOp op) {
  division<Sign::Signed>(in, op, [](auto a, auto b) { return a / b; });
}

static void divui(Instance &in, arith::DivUIOp op) {
  division<Sign::Unsigned>(in, op, [](auto a, auto b) { return a / b; });
}

/// With the dividend's sign.
static void remsi(Instance &in, arith::RemSIOp op) {
  division<Sign::Signed>(in, op, [](auto a, auto b) { return a % b; });
}

static void remui(Instance &in, arith::RemUIOp op) {
  division<Sign::Unsigned>(in, op, [](auto a, auto b) { return a % b; });
}

static void floordivsi(Instance &in, arith::FloorDivSIOp op) {
  division<Sign::Signed>(in, op, [](auto a, auto b) {
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
  });
}

static void ceildivsi(Instance &in, arith::CeilDivSIOp op) {
  division<Sign::Signed>(in, op, [](auto a, auto b) {
    return a / b + (a % b != 0 && (a < 0) == (b < 0));
  });
}

static void ceildivui(Instance &in, arith::CeilDivUIOp op) {
  division<Sign::Unsigned>(in, op,
                           [](auto a, auto b) { return a / b + (a % b != 0); });
}

//===----------------------------------------------------------------------===//
// Bits, order, comparison
//===----------------------------------------------------------------------===//

static void andi(Instance &in, arith::AndIOp op) {
  integerBinary<Sign::Unsigned>(in, op, [](auto a, auto b) { return a & b; });
}

static void ori(Instance &in, arith::OrIOp op) {
  integerBinary<Sign::Unsigned>(in, op, [](auto a, auto b) { return a | b; });
}

static void xori(Instance &in, arith::XOrIOp op) {
  integerBinary<Sign::Unsigned>(in, op, [](auto a, auto b) { return a ^ b; });
}

static void maxsi(Instance &in, arith::MaxSIOp op) {
  integerBinary<Sign::Signed>(in, op,
                              [](auto a, auto b) { return std::max(a, b); });
}

static void minsi(Instance &in, arith::MinSIOp op) {
  integerBinary<Sign::Signed>(in, op,
                              [](auto a, auto b) { return std::min(a, b); });
}

static void maxui(Instance &in, arith::MaxUIOp op) {
  integerBinary<Sign::Unsigned>(in, op,
                                [](auto a, auto b) { return std::max(a, b); });
}

static void minui(Instance &in, arith::MinUIOp op) {
  integerBinary<Sign::Unsigned>(in, op,
                                [](auto a, auto b) { return std::min(a, b); });
}

static void cmpi(Instance &in, arith::CmpIOp op) {
  using Predicate = arith::CmpIPredicate;
  switch (op.getPredicate()) {
  case Predicate::eq:
    return integerCompare<Sign::Signed>(in, op, std::equal_to<>());
  case Predicate::ne:
    return integerCompare<Sign::Signed>(in, op, std::not_equal_to<>());
  case Predicate::slt:
    return integerCompare<Sign::Signed>(in, op, std::less<>());
  case Predicate::sle:
    return integerCompare<Sign::Signed>(in, op, std::less_equal<>());
  case Predicate::sgt:
    return integerCompare<Sign::Signed>(in, op, std::greater<>());
  case Predicate::sge:
    return integerCompare<Sign::Signed>(in, op, std::greater_equal<>());
  case Predicate::ult:
    return integerCompare<Sign::Unsigned>(in, op, std::less<>());
  case Predicate::ule:
    return integerCompare<Sign::Unsigned>(in, op, std::less_equal<>());
  case Predicate::ugt:
    return integerCompare<Sign::Unsigned>(in, op, std::greater<>());
  case Predicate::uge:
    return integerCompare<Sign::Unsigned>(in, op, std::greater_equal<>());
  }
}

//===----------------------------------------------------------------------===//
// Results of twice the width
//===----------------------------------------------------------------------===//

/// An unsigned integer of twice the width, in which products of both signs have
/// the right bits. The next wider one will not do: GCC 12 miscompiles the upper
/// half of a product of 16-bit integers taken in 64 bits.
template <unsigned width>
using Doubled =
    std::conditional_t<width == 64, unsigned __int128,
                       std::conditional_t<width == 32, uint64_t, uint32_t>>;

/// low[i] and high[i] are the halves of the exact product.
template <Sign sign> static void mulExtended(Instance &in, Operation *op) {
  const Tile &a = in.get(op->getOperand(0)), &b = in.get(op->getOperand(1));
  Tile low(a.kind, a.shape, a.size), high(a.kind, a.shape, a.size);
  withInteger(a.kind, [&](auto element) {
    using T = decltype(element);
    using Stored = typename T::Stored;
    using Product = Doubled<T::width>;
    for (int64_t i = 0; i < a.size; ++i) {
      Product product = Product(loadWide<T, sign>(a.data<Stored>()[i])) *
                        Product(loadWide<T, sign>(b.data<Stored>()[i]));
      low.data<Stored>()[i] = T::store(product);
      high.data<Stored>()[i] = T::store(product >> T::width);
    }
  });
  in.set(op->getResult(0), std::move(low));
  in.set(op->getResult(1), std::move(high));
}

static void mulsiExtended(Instance &in, arith::MulSIExtendedOp op) {
  mulExtended<Sign::Signed>(in, op);
}

static void muluiExtended(Instance &in, arith::MulUIExtendedOp op) {
  mulExtended<Sign::Unsigned>(in, op);
}

/// The sum, and whether it did not fit an unsigned integer.
static void adduiExtended(Instance &in, arith::AddUIExtendedOp op) {
  const Tile a = in.get(op.getLhs()), b = in.get(op.getRhs());
  integerBinary<Sign::Unsigned>(in, op, [](auto x, auto y) { return x + y; });
  const Tile &sum = in.get(op.getSum());
  Tile overflow(Kind::I1, a.shape, a.size);
  withInteger(a.kind, [&](auto element) {
    using T = decltype(element);
    using Stored = typename T::Stored;
    for (int64_t i = 0; i < a.size; ++i)
      overflow.data<uint8_t>()[i] = T::loadUnsigned(sum.data<Stored>()[i]) <
                                    T::loadUnsigned(a.data<Stored>()[i]);
  });
  in.set(op.getOverflow(), std::move(overflow));
}

//===----------------------------------------------------------------------===//
// Integer ops of the math dialect
//===----------------------------------------------------------------------===//

static void absi(Instance &in, math::AbsIOp op) {
  integerUnary<Sign::Signed>(in, op,
                             [](auto a, unsigned) { return a < 0 ? -a : a; });
}

static void ctpop(Instance &in, math::CtPopOp op) {
  integerUnary<Sign::Unsigned>(
      in, op, [](auto a, unsigned) { return llvm::popcount(uint64_t(a)); });
}

/// Of 0: the width.
static void ctlz(Instance &in, math::CountLeadingZerosOp op) {
  integerUnary<Sign::Unsigned>(in, op, [](auto a, unsigned width) {
    return llvm::countl_zero(uint64_t(a)) - int(64 - width);
  });
}

/// Of 0: the width.
static void cttz(Instance &in, math::CountTrailingZerosOp op) {
  integerUnary<Sign::Unsigned>(in, op, [](auto a, unsigned width) {
    return std::min<int>(llvm::countr_zero(uint64_t(a)), width);
  });
}

/// A negative power of anything but 1 and -1 is 0; of 0 it divides by zero.
template <typename Wide> static Wide power(Wide base, Wide exponent) {
  if (exponent < 0)
    return base == 1 ? 1 : base == -1 ? (exponent % 2 ? -1 : 1) : 0;
  uint64_t result = 1, square = base;
  for (; exponent; exponent >>= 1, square *= square)
    if (exponent & 1)
      result *= square;
  return Wide(result);
}

static void ipowi(Instance &in, math::IPowIOp op) {
  const Tile &base = in.get(op.getLhs()), &exponent = in.get(op.getRhs());
  withInteger(base.kind, [&](auto element) {
    using T = decltype(element);
    using Stored = typename T::Stored;
    for (int64_t i = 0; i < base.size; ++i)
      if (base.data<Stored>()[i] == 0 &&
          T::loadSigned(exponent.data<Stored>()[i]) < 0)
        in.fault(op, InterpreterFault::Kind::DivisionByZero, base, i,
                 "raises 0 to a negative power");
  });
  integerBinary<Sign::Signed>(in, op,
                              [](auto a, auto b) { return power(a, b); });
}

void minitc::addIntegerOps(OpTable &table) {
  table.add<arith::AddIOp, addi>();
  table.add<arith::SubIOp, subi>();
  table.add<arith::MulIOp, muli>();
  table.add<arith::ShLIOp, shli>();
  table.add<arith::ShRSIOp, shrsi>();
  table.add<arith::ShRUIOp, shrui>();
  table.add<arith::DivSIOp, divsi>();
  table.add<arith::DivUIOp, divui>();
  table.add<arith::RemSIOp, remsi>();
  table.add<arith::RemUIOp, remui>();
  table.add<arith::FloorDivSIOp, floordivsi>();
  table.add<arith::CeilDivSIOp, ceildivsi>();
  table.add<arith::CeilDivUIOp, ceildivui>();
  table.add<arith::AndIOp, andi>();
  table.add<arith::OrIOp, ori>();
  table.add<arith::XOrIOp, xori>();
  table.add<arith::MaxSIOp, maxsi>();
  table.add<arith::MinSIOp, minsi>();
  table.add<arith::MaxUIOp, maxui>();
  table.add<arith::MinUIOp, minui>();
  table.add<arith::CmpIOp, cmpi>();
  table.add<arith::MulSIExtendedOp, mulsiExtended>();
  table.add<arith::MulUIExtendedOp, muluiExtended>();
  table.add<arith::AddUIExtendedOp, adduiExtended>();
  table.add<math::AbsIOp, absi>();
  table.add<math::CtPopOp, ctpop>();
  table.add<math::CountLeadingZerosOp, ctlz>();
  table.add<math::CountTrailingZerosOp, cttz>();
  table.add<math::IPowIOp, ipowi>();
}
