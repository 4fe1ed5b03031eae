//===- Casts.cpp - Constants, selection and conversions -------------------===//

#include "Elementwise.h"

#include "minitc/Dialect/TC/IR/TC.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace minitc;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Constants and selection
//===----------------------------------------------------------------------===//

/// The bits of an element of a constant.
static uint64_t bitsOf(Attribute element) {
  if (auto integer = dyn_cast<IntegerAttr>(element))
    return integer.getValue().getZExtValue();
  return cast<FloatAttr>(element).getValue().bitcastToAPInt().getZExtValue();
}

template <typename Bits>
static void fillFrom(DenseElementsAttr constant, Tile &tile) {
  Bits *data = tile.data<Bits>();
  if (constant.isSplat()) {
    uint64_t bits =
        isa<IntegerType>(constant.getElementType())
            ? constant.getSplatValue<APInt>().getZExtValue()
            : constant.getSplatValue<APFloat>().bitcastToAPInt().getZExtValue();
    std::fill(data, data + tile.size, Bits(bits));
    return;
  }
  if (isa<IntegerType>(constant.getElementType())) {
    for (auto [i, value] : llvm::enumerate(constant.getValues<APInt>()))
      data[i] = Bits(value.getZExtValue());
    return;
  }
  for (auto [i, value] : llvm::enumerate(constant.getValues<APFloat>()))
    data[i] = Bits(value.bitcastToAPInt().getZExtValue());
}

/// Any value would do.
static void poison(Instance &in, ub::PoisonOp op) {
  in.set(op.getResult(), Tile::of(op.getType()));
}

static void constant(Instance &in, arith::ConstantOp op) {
  Tile result = Tile::of(op.getType());
  withBits(result.kind, [&](auto zero) {
    using Bits = decltype(zero);
    if (auto elements = dyn_cast<DenseElementsAttr>(op.getValue()))
      fillFrom<Bits>(elements, result);
    else
      *result.data<Bits>() = Bits(bitsOf(op.getValue()));
  });
  in.set(op.getResult(), std::move(result));
}

static void select(Instance &in, arith::SelectOp op) {
  const Tile &condition = in.get(op.getCondition());
  const Tile &a = in.get(op.getTrueValue()), &b = in.get(op.getFalseValue());
  Tile result(a.kind, a.shape, a.size);
  int64_t step = condition.size == 1 ? 0 : 1;
  auto origin = [&](int64_t i) {
    return Origin(condition.data<uint8_t>()[i * step] ? &a : &b, i);
  };
  withBits(a.kind, [&](auto zero) {
    using Bits = decltype(zero);
    for (int64_t i = 0; i < a.size; ++i)
      result.data<Bits>()[i] = origin(i).first->template data<Bits>()[i];
  });
  carryBuffers(result, {&a, &b}, origin);
  in.set(op.getResult(), std::move(result));
}

//===----------------------------------------------------------------------===//
// Between integers
//===----------------------------------------------------------------------===//

/// result[i] = the source's value, modulo 2^width.
template <Sign sign> static Tile resize(const Tile &source, Type type) {
  Tile result = Tile::of(type);
  withInteger(source.kind, [&](auto from) {
    using From = decltype(from);
    withInteger(result.kind, [&](auto to) {
      using To = decltype(to);
      for (int64_t i = 0; i < source.size; ++i)
        result.data<typename To::Stored>()[i] = To::store(
            loadWide<From, sign>(source.data<typename From::Stored>()[i]));
    });
  });
  return result;
}

/// An extension: marks of what wrapped pass through.
template <Sign sign> static void extend(Instance &in, Operation *op) {
  const Tile &source = in.get(op->getOperand(0));
  Tile result = resize<sign>(source, op->getResult(0).getType());
  result.shareWraps(source);
  in.set(op->getResult(0), std::move(result));
}

static void extsi(Instance &in, arith::ExtSIOp op) {
  extend<Sign::Signed>(in, op);
}

static void extui(Instance &in, arith::ExtUIOp op) {
  extend<Sign::Unsigned>(in, op);
}

static void indexCast(Instance &in, arith::IndexCastOp op) {
  extend<Sign::Signed>(in, op);
}

static void indexCastUI(Instance &in, arith::IndexCastUIOp op) {
  extend<Sign::Unsigned>(in, op);
}

/// The low bits.
static void trunci(Instance &in, arith::TruncIOp op) {
  in.set(op.getResult(),
         resize<Sign::Signed>(in.get(op.getIn()), op.getType()));
}

//===----------------------------------------------------------------------===//
// Between floats
//===----------------------------------------------------------------------===//

/// result[i] = the source's value, rounded to nearest, ties to even.
static void convertFloat(Instance &in, Operation *op) {
  const Tile &source = in.get(op->getOperand(0));
  Tile result = Tile::of(op->getResult(0).getType());
  withAnyFloat(source.kind, [&](auto from) {
    using From = decltype(from);
    withAnyFloat(result.kind, [&](auto to) {
      using To = decltype(to);
      for (int64_t i = 0; i < source.size; ++i)
        result.data<typename To::Stored>()[i] =
            To::store(From::load(source.data<typename From::Stored>()[i]));
    });
  });
  in.set(op->getResult(0), std::move(result));
}

static void extf(Instance &in, arith::ExtFOp op) { convertFloat(in, op); }

static void truncf(Instance &in, arith::TruncFOp op) { convertFloat(in, op); }

/// To nearest, ties to even, saturating.
static void toF8(Instance &in, tc::ToF8Op op) {
  const Tile &source = in.get(op.getSource());
  Tile result(kindOf(getElementTypeOrSelf(op.getType())), source.shape,
              source.size);
  withFloat(source.kind, [&](auto from) {
    using From = decltype(from);
    for (int64_t i = 0; i < source.size; ++i) {
      double value = From::load(source.data<typename From::Stored>()[i]);
      result.data<uint8_t>()[i] = result.kind == Kind::E4M3FN
                                      ? E4M3FN::roundSaturating(value)
                                      : E5M2::roundSaturating(value);
    }
  });
  in.set(op.getResult(), std::move(result));
}

//===----------------------------------------------------------------------===//
// Between integers and floats
//===----------------------------------------------------------------------===//

/// A double that rounds to any narrower float as the integer itself does: the
/// integer if it fits, else its upper bits with the last one set, so that what
/// was lost still breaks a tie.
template <typename Integer> static double sticky(Integer value) {
  if (std::fabs(double(value)) < 0x1p62 && Integer(double(value)) == value)
    return double(value);
  bool isNegative = value < 0;
  uint64_t magnitude = isNegative ? -uint64_t(value) : uint64_t(value);
  constexpr uint64_t lost = 0x7FF;
  if (magnitude & lost)
    magnitude = (magnitude & ~lost) | (lost + 1);
  return isNegative ? -double(magnitude) : double(magnitude);
}

template <Sign sign> static void integerToFloat(Instance &in, Operation *op) {
  const Tile &source = in.get(op->getOperand(0));
  Tile result = Tile::of(op->getResult(0).getType());
  withInteger(source.kind, [&](auto from) {
    using From = decltype(from);
    withFloat(result.kind, [&](auto to) {
      using To = decltype(to);
      for (int64_t i = 0; i < source.size; ++i) {
        auto bits = source.data<typename From::Stored>()[i];
        auto value = [&] {
          if constexpr (sign == Sign::Signed)
            return From::loadSigned(bits);
          else
            return From::loadUnsigned(bits);
        }();
        // The host rounds to its own floats in one step.
        result.data<typename To::Stored>()[i] = result.kind == Kind::F64
                                                    ? To::store(double(value))
                                                    : To::store(sticky(value));
      }
    });
  });
  in.set(op->getResult(0), std::move(result));
}

static void sitofp(Instance &in, arith::SIToFPOp op) {
  integerToFloat<Sign::Signed>(in, op);
}

static void uitofp(Instance &in, arith::UIToFPOp op) {
  integerToFloat<Sign::Unsigned>(in, op);
}

/// Toward zero. What does not fit is reported and gives the nearest integer
/// that does; NaN gives 0.
template <Sign sign> static void floatToInteger(Instance &in, Operation *op) {
  const Tile &source = in.get(op->getOperand(0));
  Tile result = Tile::of(op->getResult(0).getType());
  auto convert = [&](auto to, int64_t i, double value) {
    using To = decltype(to);
    constexpr bool isSigned = sign == Sign::Signed;
    double low = isSigned ? -std::ldexp(1.0, To::width - 1) : 0.0;
    double high = std::ldexp(1.0, To::width - isSigned);
    double whole = std::trunc(value);
    if (whole >= low && whole < high)
      return To::store(typename To::Wide(isSigned ? __int128(whole)
                                                  : __int128(uint64_t(whole))));
    in.fault(op, InterpreterFault::Kind::ConversionOutOfRange, source, i,
             "converts " + Twine(std::to_string(value)) + " to " +
                 (isSigned ? "a signed" : "an unsigned") + " i" +
                 Twine(To::width) + ", which has no such value");
    if (std::isnan(value))
      return To::store(0);
    __int128 limit = value < 0 ? __int128(low) : __int128(high) - 1;
    return To::store(typename To::Wide(limit));
  };
  withFloat(source.kind, [&](auto from) {
    using From = decltype(from);
    withInteger(result.kind, [&](auto to) {
      using To = decltype(to);
      for (int64_t i = 0; i < source.size; ++i)
        result.data<typename To::Stored>()[i] =
            convert(to, i, From::load(source.data<typename From::Stored>()[i]));
    });
  });
  in.set(op->getResult(0), std::move(result));
}

static void fptosi(Instance &in, arith::FPToSIOp op) {
  floatToInteger<Sign::Signed>(in, op);
}

static void fptoui(Instance &in, arith::FPToUIOp op) {
  floatToInteger<Sign::Unsigned>(in, op);
}

/// The same bits as another type of the same width.
static void bitcast(Instance &in, arith::BitcastOp op) {
  const Tile &source = in.get(op.getIn());
  Tile result = Tile::of(op.getType());
  withBits(source.kind, [&](auto zero) {
    using Bits = decltype(zero);
    std::copy_n(source.data<Bits>(), source.size, result.data<Bits>());
  });
  in.set(op.getResult(), std::move(result));
}

void minitc::addCastOps(OpTable &table) {
  table.add<arith::ConstantOp, constant>();
  table.add<ub::PoisonOp, poison>();
  table.add<arith::IndexCastOp, indexCast>();
  table.add<arith::IndexCastUIOp, indexCastUI>();
  table.add<arith::SelectOp, select>();
  table.add<arith::ExtSIOp, extsi>();
  table.add<arith::ExtUIOp, extui>();
  table.add<arith::TruncIOp, trunci>();
  table.add<arith::ExtFOp, extf>();
  table.add<arith::TruncFOp, truncf>();
  table.add<tc::ToF8Op, toF8>();
  table.add<arith::SIToFPOp, sitofp>();
  table.add<arith::UIToFPOp, uitofp>();
  table.add<arith::FPToSIOp, fptosi>();
  table.add<arith::FPToUIOp, fptoui>();
  table.add<arith::BitcastOp, bitcast>();
}
