//===- ElementwiseBuilder.h - Formulas over scalars and tiles ---*- C++ -*-===//
//
// Lets a formula be written once for scalars, vectors and tensors: constants
// and intermediate values take the shape (and encoding) of a given value.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_DIALECT_TC_TRANSFORMS_ELEMENTWISEBUILDER_H
#define MINITC_DIALECT_TC_TRANSFORMS_ELEMENTWISEBUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Builders.h"

namespace mlir::tc {

/// `type` with another element type; the shape and the encoding stay.
inline Type withElementType(Type type, Type element) {
  if (auto shaped = dyn_cast<ShapedType>(type))
    return shaped.clone(element);
  return element;
}

/// Creates arith and math ops without fast-math flags, unless a method says
/// otherwise.
class ElementwiseBuilder {
public:
  /// Values will have the shape of `shape`, which is also the type of the
  /// constants that `constant` makes.
  ElementwiseBuilder(OpBuilder &builder, Location loc, Type shape)
      : builder(builder), loc(loc), shape(shape) {}

  /// A constant of the builder's own type, which has float elements.
  Value constant(double value) {
    return splat(builder.getFloatAttr(getElementTypeOrSelf(shape), value));
  }
  /// A constant with integer elements, `width` bits wide.
  Value integer(int64_t value, unsigned width = 32) {
    return splat(builder.getIntegerAttr(builder.getIntegerType(width), value));
  }

  template <typename Op, typename... Operands>
  Value create(Operands... operands) {
    return Op::create(builder, loc, operands...);
  }
  /// A cast to elements of type `element`.
  template <typename Cast> Value cast(Type element, Value value) {
    return Cast::create(builder, loc, withElementType(shape, element), value);
  }

  Value add(Value a, Value b) { return create<arith::AddFOp>(a, b); }
  Value sub(Value a, Value b) { return create<arith::SubFOp>(a, b); }
  Value mul(Value a, Value b) { return create<arith::MulFOp>(a, b); }
  /// a*b + c, rounded once.
  Value fma(Value a, Value b, Value c) { return create<math::FmaOp>(a, b, c); }
  Value abs(Value a) { return create<math::AbsFOp>(a); }
  Value compare(arith::CmpFPredicate predicate, Value a, Value b) {
    return create<arith::CmpFOp>(predicate, a, b);
  }
  Value select(Value condition, Value a, Value b) {
    return create<arith::SelectOp>(condition, a, b);
  }
  /// The bits of f32 elements as i32, and back.
  Value bits(Value a) {
    return cast<arith::BitcastOp>(builder.getI32Type(), a);
  }
  Value fromBits(Value a) {
    return cast<arith::BitcastOp>(builder.getF32Type(), a);
  }

  /// 2^a by the instruction ex2.approx.ftz.f32.
  Value exp2Approx(Value a) {
    return create<math::Exp2Op>(a, arith::FastMathFlags::afn);
  }
  /// 1/a by the instruction rcp.approx.ftz.f32: at most 1 ulp off; a subnormal
  /// operand or result counts as zero.
  Value reciprocalApprox(Value a) {
    return create<arith::DivFOp>(constant(1.0), a, arith::FastMathFlags::afn);
  }
  /// The polynomial with these coefficients, that of the highest power first,
  /// at `x`, by Horner's rule: one fma for each coefficient but the first.
  Value polynomial(Value x, llvm::ArrayRef<float> coefficients) {
    Value sum = constant(coefficients.front());
    for (float coefficient : coefficients.drop_front())
      sum = fma(sum, x, constant(coefficient));
    return sum;
  }

private:
  Value splat(TypedAttr element) {
    Type type = withElementType(shape, element.getType());
    if (auto shaped = dyn_cast<ShapedType>(type))
      element = DenseElementsAttr::get(shaped, element);
    return arith::ConstantOp::create(builder, loc, element);
  }

  OpBuilder &builder;
  Location loc;
  Type shape;
};

} // namespace mlir::tc

#endif // MINITC_DIALECT_TC_TRANSFORMS_ELEMENTWISEBUILDER_H
