//===- AxisTransfer.cpp - Axis information through one operation ----------===//
//
// What each operation keeps of contiguity, divisibility and constancy. Integers
// are modulo 2^width here, so that addition, subtraction and truncation keep
// runs whole. An operation that looks at a value's magnitude (a wider integer,
// a comparison, a division, a pointer offset) keeps only runs that cannot
// straddle a wrap: an aligned run of 2^k elements whose first is a multiple of
// 2^k never does, since 2^k divides 2^width. Other compilers ignore the wrap
// and read the wrong elements past 2^31.
//
//===----------------------------------------------------------------------===//

#include "AxisTransfer.h"

#include "minitc/Dialect/TC/IR/TC.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tc;

namespace {

/// What is known along one dimension.
struct Along {
  int64_t contiguity = 1;
  int64_t divisibility = 1;
  int64_t constancy = 1;
};

/// An operand: what is known of it and the range of its integers.
struct Operand {
  AxisInfo info;
  const ConstantIntRanges *range = nullptr;
  /// Bits of an integer (index: 64), or 0.
  unsigned width = 0;

  bool isNonNegative() const { return range && range->smin().isNonNegative(); }

  /// The longest runs along `dim` whose first element is a multiple of their
  /// length, and which therefore straddle no wrap, signed or unsigned.
  int64_t alignedRun(unsigned dim) const {
    int64_t half = int64_t(1) << std::clamp<int>(int(width) - 1, 0, 62);
    return std::min({info.contiguity[dim], info.divisibility[dim], half});
  }

  /// The longest runs along `dim` that go up by one without wrapping.
  int64_t unwrappedRun(unsigned dim, bool isSigned) const {
    bool staysBelowMax = range && (isSigned ? !range->smax().isMaxSignedValue()
                                            : !range->umax().isMaxValue());
    return staysBelowMax ? info.contiguity[dim] : alignedRun(dim);
  }
};

} // namespace

static AxisInfo build(Type type, function_ref<Along(unsigned)> along) {
  AxisInfo info = AxisInfo::unknown(type);
  for (unsigned dim = 0; dim < info.rank(); ++dim) {
    Along known = along(dim);
    info.contiguity[dim] = known.contiguity;
    info.divisibility[dim] = known.divisibility;
    info.constancy[dim] = known.constancy;
  }
  return info;
}

/// `info` of a scalar as that of the tile `type` which it is spread over.
static AxisInfo spread(const AxisInfo &info, Type type) {
  AxisInfo result = AxisInfo::uniform(type, info.commonDivisor());
  result.unit = info.unit;
  result.constant = info.constant;
  return result;
}

static int64_t saturatingProduct(int64_t a, int64_t b) {
  unsigned bits = llvm::Log2_64(a) + llvm::Log2_64(b);
  return int64_t(1) << std::min(bits, llvm::Log2_64(AxisInfo::maxDivisor));
}

/// The longest runs along `dim` over which `run` is g·A, g·A + 1, ...,
/// g·A + g-1 and `other` is one multiple of g: over such a run the magnitudes
/// of the two compare and divide as A and B = other / g do.
static int64_t blockRun(const Operand &run, const Operand &other,
                        unsigned dim) {
  int64_t length = std::min(run.alignedRun(dim), other.info.constancy[dim]);
  return std::min(length, other.info.divisibilityAt(dim, length));
}

//===----------------------------------------------------------------------===//
// Integer arithmetic
//===----------------------------------------------------------------------===//

static AxisInfo add(Type type, const AxisInfo &a, const AxisInfo &b) {
  return build(type, [&](unsigned dim) -> Along {
    int64_t run = std::max(std::min(a.contiguity[dim], b.constancy[dim]),
                           std::min(a.constancy[dim], b.contiguity[dim]));
    return {run,
            std::min(a.divisibilityAt(dim, run), b.divisibilityAt(dim, run)),
            std::min(a.constancy[dim], b.constancy[dim])};
  });
}

static AxisInfo subtract(Type type, const AxisInfo &a, const AxisInfo &b) {
  return build(type, [&](unsigned dim) -> Along {
    int64_t run = std::min(a.contiguity[dim], b.constancy[dim]);
    // Two runs that rise together stay equally far apart.
    int64_t constancy =
        std::max(std::min(a.constancy[dim], b.constancy[dim]),
                 std::min(a.contiguity[dim], b.contiguity[dim]));
    return {run,
            std::min(a.divisibilityAt(dim, run), b.divisibilityAt(dim, run)),
            constancy};
  });
}

static AxisInfo multiply(Type type, const AxisInfo &a, const AxisInfo &b) {
  if (b.constant == 1)
    return a;
  if (a.constant == 1)
    return b;
  return build(type, [&](unsigned dim) -> Along {
    return {
        1,
        saturatingProduct(a.divisibilityAt(dim, 1), b.divisibilityAt(dim, 1)),
        std::min(a.constancy[dim], b.constancy[dim])};
  });
}

/// Division that truncates. Quotients are equal over a block, unless it is
/// negative: -64 / 32 is -2, but -63 / 32 is -1.
static AxisInfo divide(Type type, const Operand &a, const Operand &b,
                       bool isSigned) {
  if (b.info.constant == 1)
    return a.info;
  // Only by a power of two is it known what divides the quotient.
  std::optional<int64_t> divisor = b.info.constant;
  bool isExact = divisor && *divisor > 0 && llvm::isPowerOf2_64(*divisor) &&
                 a.info.commonDivisor() >= *divisor;
  bool keepsBlocks = !isSigned || a.isNonNegative();
  return build(type, [&](unsigned dim) -> Along {
    int64_t constancy = std::min(a.info.constancy[dim], b.info.constancy[dim]);
    if (keepsBlocks)
      constancy = std::max(constancy, blockRun(a, b, dim));
    return {1, isExact ? a.info.commonDivisor() / *divisor : 1, constancy};
  });
}

/// The remainder of truncating division. Over a block it is contiguous, unless
/// it is negative: -64 rem 32 is 0, but -63 rem 32 is -31.
static AxisInfo remainder(Type type, const Operand &a, const Operand &b,
                          bool isSigned) {
  bool keepsBlocks = !isSigned || a.isNonNegative();
  return build(type, [&](unsigned dim) -> Along {
    int64_t run = keepsBlocks ? blockRun(a, b, dim) : 1;
    return {run,
            std::min(a.info.divisibilityAt(dim, run),
                     b.info.divisibilityAt(dim, run)),
            std::min(a.info.constancy[dim], b.info.constancy[dim])};
  });
}

/// The smaller or the larger. Of a run and a constant it may be some of each;
/// of two runs that rise together it is one of them.
static AxisInfo minOrMax(Type type, const Operand &a, const Operand &b,
                         bool isSigned) {
  return build(type, [&](unsigned dim) -> Along {
    int64_t run =
        std::min(a.unwrappedRun(dim, isSigned), b.unwrappedRun(dim, isSigned));
    return {run,
            std::min(a.info.divisibilityAt(dim, run),
                     b.info.divisibilityAt(dim, run)),
            std::min(a.info.constancy[dim], b.info.constancy[dim])};
  });
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

static AxisInfo bitAnd(Type type, const Operand &a, const Operand &b) {
  auto lowBits = [](const AxisInfo &info) -> int64_t {
    bool isLowMask = info.constant && *info.constant > 0 &&
                     *info.constant < AxisInfo::maxDivisor &&
                     llvm::isPowerOf2_64(*info.constant + 1);
    return isLowMask ? *info.constant + 1 : 1;
  };
  return build(type, [&](unsigned dim) -> Along {
    // Low bits of a run are a run: the remainder by a power of two.
    int64_t runOfA = std::min(a.alignedRun(dim), lowBits(b.info));
    int64_t runOfB = std::min(b.alignedRun(dim), lowBits(a.info));
    int64_t run = std::max(runOfA, runOfB);
    int64_t divisor = std::max(a.info.divisibilityAt(dim, run),
                               b.info.divisibilityAt(dim, run));
    return {run, divisor,
            std::min(a.info.constancy[dim], b.info.constancy[dim])};
  });
}

/// Or and xor: where the one is a run in low bits that are zero in the other,
/// both are sums.
static AxisInfo bitOrXor(Type type, const Operand &a, const Operand &b) {
  return build(type, [&](unsigned dim) -> Along {
    int64_t run = std::max(blockRun(a, b, dim), blockRun(b, a, dim));
    return {run,
            std::min(a.info.divisibilityAt(dim, run),
                     b.info.divisibilityAt(dim, run)),
            std::min(a.info.constancy[dim], b.info.constancy[dim])};
  });
}

/// The amount of a shift, if it is known and less than the width.
static std::optional<unsigned> shiftAmount(const Operand &value,
                                           const AxisInfo &amount) {
  if (amount.constant && *amount.constant >= 0 &&
      *amount.constant < int64_t(value.width))
    return *amount.constant;
  return std::nullopt;
}

static AxisInfo shiftLeft(Type type, const Operand &a, const AxisInfo &b) {
  std::optional<unsigned> amount = shiftAmount(a, b);
  if (amount == 0u)
    return a.info;
  int64_t factor = int64_t(1) << std::min(amount.value_or(0), 62u);
  return build(type, [&](unsigned dim) -> Along {
    return {1, saturatingProduct(a.info.divisibilityAt(dim, 1), factor),
            std::min(a.info.constancy[dim], b.constancy[dim])};
  });
}

/// Both right shifts round down, so that negative values keep blocks too.
static AxisInfo shiftRight(Type type, const Operand &a, const AxisInfo &b) {
  std::optional<unsigned> amount = shiftAmount(a, b);
  if (amount == 0u)
    return a.info;
  int64_t divisor = int64_t(1) << std::min(amount.value_or(0), 62u);
  return build(type, [&](unsigned dim) -> Along {
    int64_t constancy = std::min(a.info.constancy[dim], b.constancy[dim]);
    if (amount)
      constancy = std::max(constancy, std::min(a.alignedRun(dim), divisor));
    int64_t all = amount ? a.info.divisibilityAt(dim, 1) / divisor : 1;
    return {1, std::max<int64_t>(1, all), constancy};
  });
}

//===----------------------------------------------------------------------===//
// Casts and choices
//===----------------------------------------------------------------------===//

static AxisInfo extend(Type type, const Operand &a, bool isSigned) {
  return build(type, [&](unsigned dim) -> Along {
    int64_t run = a.unwrappedRun(dim, isSigned);
    return {run, a.info.divisibilityAt(dim, run), a.info.constancy[dim]};
  });
}

/// Modulo a smaller power of two everything stays as it is, constants apart.
static AxisInfo truncate(const AxisInfo &a) {
  AxisInfo info = a;
  info.constant.reset();
  return info;
}

static AxisInfo select(Type type, const AxisInfo &condition, const AxisInfo &a,
                       const AxisInfo &b) {
  if (condition.constant)
    return *condition.constant ? a : b;
  AxisInfo info = AxisInfo::join(a, b);
  for (unsigned dim = 0; dim < info.rank(); ++dim) {
    int64_t run = std::min(info.contiguity[dim], condition.constancy[dim]);
    info.divisibility[dim] = info.divisibilityAt(dim, run);
    info.contiguity[dim] = run;
    info.constancy[dim] =
        std::min(info.constancy[dim], condition.constancy[dim]);
  }
  return info;
}

/// Whether `predicate` says the same of all of a block g·A, ..., g·A + g-1 on
/// its left against one multiple of g on its right.
static bool comparesBlocks(arith::CmpIPredicate predicate) {
  switch (predicate) {
  case arith::CmpIPredicate::slt:
  case arith::CmpIPredicate::ult:
  case arith::CmpIPredicate::sge:
  case arith::CmpIPredicate::uge:
    return true;
  default:
    return false;
  }
}

static AxisInfo compare(arith::CmpIOp op, const Operand &a, const Operand &b) {
  arith::CmpIPredicate predicate = op.getPredicate();
  // `a > b` is `b < a`, and `a <= b` is `b >= a`.
  bool isStrictOrder = !llvm::is_contained(
      {arith::CmpIPredicate::eq, arith::CmpIPredicate::ne}, predicate);
  return build(op.getType(), [&](unsigned dim) -> Along {
    int64_t constancy = std::min(a.info.constancy[dim], b.info.constancy[dim]);
    if (comparesBlocks(predicate))
      constancy = std::max(constancy, blockRun(a, b, dim));
    else if (isStrictOrder)
      constancy = std::max(constancy, blockRun(b, a, dim));
    return {1, 1, constancy};
  });
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

static AxisInfo arange(ArangeOp op) {
  AxisInfo info = AxisInfo::unknown(op.getType());
  info.contiguity[0] = op.getType().getDimSize(0);
  info.divisibility[0] = powerOfTwoDivisor(op.getStart());
  return info;
}

static AxisInfo expandDims(ExpandDimsOp op, const AxisInfo &source) {
  AxisInfo info = source;
  unsigned axis = op.getAxis();
  info.contiguity.insert(info.contiguity.begin() + axis, 1);
  info.divisibility.insert(info.divisibility.begin() + axis,
                           source.commonDivisor());
  info.constancy.insert(info.constancy.begin() + axis, 1);
  return info;
}

static AxisInfo broadcast(BroadcastOp op, const AxisInfo &source) {
  AxisInfo info = source;
  auto from = cast<RankedTensorType>(op.getSource().getType());
  for (auto [dim, size] : llvm::enumerate(op.getType().getShape()))
    if (from.getDimSize(dim) != size)
      info.constancy[dim] = size;
  return info;
}

static AxisInfo transpose(TransposeOp op, const AxisInfo &source) {
  AxisInfo info = source;
  for (auto [dim, from] : llvm::enumerate(op.getOrder())) {
    info.contiguity[dim] = source.contiguity[from];
    info.divisibility[dim] = source.divisibility[from];
    info.constancy[dim] = source.constancy[from];
  }
  return info;
}

/// Row-major strides, in elements.
static SmallVector<int64_t> rowMajorStrides(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> strides(shape.size(), 1);
  for (int64_t dim = int64_t(shape.size()) - 2; dim >= 0; --dim)
    strides[dim] = strides[dim + 1] * shape[dim + 1];
  return strides;
}

/// A step along a dimension of the result is `step` elements in row-major
/// order, and so a step of `step / stride` along the source's dimension that
/// `step` falls into.
static Along reshapeAlong(const AxisInfo &source, ArrayRef<int64_t> shape,
                          int64_t step, int64_t size) {
  SmallVector<int64_t> strides = rowMajorStrides(shape);
  int64_t dim = int64_t(shape.size()) - 1;
  while (dim > 0 && step >= strides[dim] * shape[dim])
    --dim;
  Along along;
  along.divisibility = source.commonDivisor();
  if (step >= strides[dim] * shape[dim])
    return along; // A dimension of size 1 in front of all others.
  int64_t stride = step / strides[dim];
  if (stride == 1) {
    along.contiguity = std::min(source.contiguity[dim], size);
    along.divisibility = source.divisibilityAt(dim, along.contiguity);
  }
  // Equal elements go on into the next dimension where a whole one is equal.
  along.constancy = std::max<int64_t>(1, source.constancy[dim] / stride);
  for (; dim > 0 && source.constancy[dim] == shape[dim]; --dim)
    along.constancy *= source.constancy[dim - 1];
  along.constancy = std::min(along.constancy, size);
  return along;
}

static AxisInfo reshape(ReshapeOp op, const AxisInfo &source) {
  auto from = cast<RankedTensorType>(op.getSource().getType());
  SmallVector<int64_t> steps = rowMajorStrides(op.getType().getShape());
  AxisInfo info = build(op.getType(), [&](unsigned dim) {
    return reshapeAlong(source, from.getShape(), steps[dim],
                        op.getType().getDimSize(dim));
  });
  info.constant = source.constant;
  return info;
}

//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

static AxisInfo addPointer(AddPtrOp op, const Operand &ptr,
                           const Operand &offset) {
  int64_t bytes = ptr.info.unit;
  return build(op.getType(), [&](unsigned dim) -> Along {
    // Narrower offsets are extended to the 64 bits of an address.
    int64_t offsetRun = offset.width == 64
                            ? offset.info.contiguity[dim]
                            : offset.unwrappedRun(dim, /*isSigned=*/true);
    int64_t run =
        std::max(std::min(ptr.info.contiguity[dim], offset.info.constancy[dim]),
                 std::min(ptr.info.constancy[dim], offsetRun));
    int64_t offsetBytes =
        saturatingProduct(offset.info.divisibilityAt(dim, run), bytes);
    return {run, std::min(ptr.info.divisibilityAt(dim, run), offsetBytes),
            std::min(ptr.info.constancy[dim], offset.info.constancy[dim])};
  });
}

/// A cast between pointers, or of a pointer to an integer or back: a step of
/// `source.unit` bytes is a run of the result only where that is its unit too.
static AxisInfo castPointer(Type type, const AxisInfo &source) {
  AxisInfo result = build(type, [&](unsigned dim) -> Along {
    return {1, source.divisibilityAt(dim, 1), source.constancy[dim]};
  });
  if (result.unit != source.unit)
    return result;
  result = source;
  result.constant.reset();
  return result;
}

//===----------------------------------------------------------------------===//
// Dispatch
//===----------------------------------------------------------------------===//

/// Any other operation that works element by element on its operands alone:
/// equal operands, equal results.
static AxisInfo elementwise(Operation *op, Type type,
                            ArrayRef<Operand> operands) {
  bool isElementwise =
      OpTrait::hasElementwiseMappableTraits(op) || isa<ToF8Op>(op);
  if (!isElementwise || operands.empty() || !isPure(op))
    return AxisInfo::unknown(type);
  return build(type, [&](unsigned dim) -> Along {
    int64_t constancy = operands.front().info.constancy[dim];
    for (const Operand &operand : operands)
      constancy = std::min(constancy, operand.info.constancy[dim]);
    return {1, 1, constancy};
  });
}

static unsigned widthOf(Type type) {
  Type element = getElementTypeOrSelf(type);
  return isa<IntegerType, IndexType>(element)
             ? ConstantIntRanges::getStorageBitwidth(element)
             : 0;
}

/// A cast to or from index, which has 64 bits.
static AxisInfo castIndex(Type type, const Operand &a, bool isSigned) {
  return widthOf(type) > a.width ? extend(type, a, isSigned) : truncate(a.info);
}

static AxisInfo transferArith(Operation *op, Type type, ArrayRef<Operand> in) {
  return TypeSwitch<Operation *, AxisInfo>(op)
      .Case([&](arith::ConstantOp op) {
        return AxisInfo::ofConstant(op.getValue(), type);
      })
      .Case([&](arith::AddIOp) { return add(type, in[0].info, in[1].info); })
      .Case(
          [&](arith::SubIOp) { return subtract(type, in[0].info, in[1].info); })
      .Case(
          [&](arith::MulIOp) { return multiply(type, in[0].info, in[1].info); })
      .Case([&](arith::DivSIOp) { return divide(type, in[0], in[1], true); })
      .Case([&](arith::DivUIOp) { return divide(type, in[0], in[1], false); })
      .Case([&](arith::RemSIOp) { return remainder(type, in[0], in[1], true); })
      .Case(
          [&](arith::RemUIOp) { return remainder(type, in[0], in[1], false); })
      .Case<arith::MinSIOp, arith::MaxSIOp>(
          [&](auto) { return minOrMax(type, in[0], in[1], true); })
      .Case<arith::MinUIOp, arith::MaxUIOp>(
          [&](auto) { return minOrMax(type, in[0], in[1], false); })
      .Case([&](arith::AndIOp) { return bitAnd(type, in[0], in[1]); })
      .Case<arith::OrIOp, arith::XOrIOp>(
          [&](auto) { return bitOrXor(type, in[0], in[1]); })
      .Case([&](arith::ShLIOp) { return shiftLeft(type, in[0], in[1].info); })
      .Case<arith::ShRSIOp, arith::ShRUIOp>(
          [&](auto) { return shiftRight(type, in[0], in[1].info); })
      .Case([&](arith::ExtSIOp) { return extend(type, in[0], true); })
      .Case([&](arith::ExtUIOp) { return extend(type, in[0], false); })
      .Case([&](arith::TruncIOp) { return truncate(in[0].info); })
      .Case([&](arith::IndexCastOp) { return castIndex(type, in[0], true); })
      .Case([&](arith::IndexCastUIOp) { return castIndex(type, in[0], false); })
      .Case([&](arith::SelectOp) {
        return select(type, in[0].info, in[1].info, in[2].info);
      })
      .Case([&](arith::CmpIOp op) { return compare(op, in[0], in[1]); })
      .Default([&](Operation *op) { return elementwise(op, type, in); });
}

static AxisInfo transferTC(Operation *op, Type type, ArrayRef<Operand> in) {
  return TypeSwitch<Operation *, AxisInfo>(op)
      .Case([&](ArangeOp op) { return arange(op); })
      .Case([&](SplatOp) { return spread(in[0].info, type); })
      .Case([&](ExpandDimsOp op) { return expandDims(op, in[0].info); })
      .Case([&](BroadcastOp op) { return broadcast(op, in[0].info); })
      .Case([&](TransposeOp op) { return transpose(op, in[0].info); })
      .Case([&](ReshapeOp op) { return reshape(op, in[0].info); })
      .Case([&](AddPtrOp op) { return addPointer(op, in[0], in[1]); })
      .Case<BitcastOp, IntToPtrOp, PtrToIntOp>(
          [&](auto) { return castPointer(type, in[0].info); })
      .Default([&](Operation *op) { return elementwise(op, type, in); });
}

/// Whether the operation works element by element on scalars spread over tiles.
static bool spreadsScalars(Operation *op) {
  return isa<AddPtrOp>(op) || OpTrait::hasElementwiseMappableTraits(op);
}

AxisInfo mlir::tc::transferAxisInfo(Operation *op, unsigned index,
                                    ArrayRef<AxisInfo> operands,
                                    RangeOf rangeOf) {
  Type type = op->getResult(index).getType();
  SmallVector<Operand> in;
  for (auto [value, info] : llvm::zip_equal(op->getOperands(), operands)) {
    bool isSpread = spreadsScalars(op) && isa<RankedTensorType>(type) &&
                    !isa<RankedTensorType>(value.getType());
    in.push_back({isSpread ? spread(info, type) : info, rangeOf(value),
                  widthOf(value.getType())});
  }
  AxisInfo info = isa_and_present<TCDialect>(op->getDialect())
                      ? transferTC(op, type, in)
                      : transferArith(op, type, in);
  const ConstantIntRanges *range = rangeOf(op->getResult(index));
  std::optional<APInt> constant =
      range ? range->getConstantValue() : std::nullopt;
  if (!constant || info.constant)
    return info;
  info = AxisInfo::uniform(type, powerOfTwoDivisor(constant->getSExtValue()));
  info.constant = constant->getSExtValue();
  return info;
}
