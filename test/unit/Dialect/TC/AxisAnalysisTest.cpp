//===- AxisAnalysisTest.cpp - The axis analysis against brute force -------===//
//
// Builds random kernels out of ranges, splats, constants, integer arithmetic,
// shapes and pointers, computes every element of every value beside them, and
// checks each claim of the analysis on those elements. Narrow integers make
// wraps common.
//
//===----------------------------------------------------------------------===//

#include "minitc/Dialect/TC/Transforms/AxisAnalysis.h"
#include "minitc/Dialect/TC/IR/TC.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>
#include <random>

using namespace mlir;

namespace {

using Elements = std::vector<uint64_t>;

/// A value of the kernel and what its elements are, modulo 2^width, in
/// row-major order. A scalar has one.
struct Known {
  Value value;
  Elements elements;
};

unsigned widthOf(Type type) {
  Type element = getElementTypeOrSelf(type);
  return isa<tc::PtrType>(element) ? 64 : element.getIntOrFloatBitWidth();
}

SmallVector<int64_t> shapeOrOne(Type type) {
  ArrayRef<int64_t> shape = tc::shapeOf(type);
  return shape.empty() ? SmallVector<int64_t>{1} : SmallVector<int64_t>(shape);
}

int64_t signedOf(uint64_t value, unsigned width) {
  return llvm::SignExtend64(value, width);
}

/// A random kernel in the making.
class RandomKernel {
public:
  RandomKernel(MLIRContext &context, unsigned seed)
      : random(seed), builder(&context),
        module(ModuleOp::create(builder.getUnknownLoc())) {
    builder.setInsertionPointToEnd(module->getBody());
    addKernel();
    for (unsigned step = 0; step < 40; ++step)
      addRandomOp();
    tc::ReturnOp::create(builder, loc());
  }

  ModuleOp getModule() { return *module; }
  const std::vector<Known> &values() const { return known; }

private:
  Location loc() { return builder.getUnknownLoc(); }
  int64_t below(int64_t bound) {
    return std::uniform_int_distribution<int64_t>(0, bound - 1)(random);
  }
  template <typename T> T oneOf(std::initializer_list<T> choices) {
    return *(choices.begin() + below(choices.size()));
  }

  void add(Value value, Elements elements) {
    uint64_t mask = llvm::maskTrailingOnes<uint64_t>(widthOf(value.getType()));
    for (uint64_t &element : elements)
      element &= mask;
    known.push_back({value, std::move(elements)});
  }

  void addKernel();
  void addRandomOp();
  void addRange();
  void addConstant();
  Known addUniform(Type type);
  void addSplat();
  void addShape(Known a);
  void addBinary(Known a);
  void addShift(Known a);
  void addCast(Known a);
  void addSelect(Known a);
  void addPointer(Known a);

  /// A random value of which `holds` holds, or one without a value.
  template <typename Predicate> Known pick(Predicate holds) {
    std::vector<Known> candidates;
    for (const Known &candidate : known)
      if (holds(candidate.value.getType()))
        candidates.push_back(candidate);
    return candidates.empty() ? Known() : candidates[below(candidates.size())];
  }
  Known pickLike(Type type) {
    return pick([&](Type other) { return other == type; });
  }

  std::mt19937 random;
  OpBuilder builder;
  OwningOpRef<ModuleOp> module;
  std::vector<Known> known;
};

} // namespace

void RandomKernel::addKernel() {
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  Type pointee = oneOf<Type>({builder.getI8Type(), builder.getF16Type(),
                              builder.getF32Type(), builder.getF64Type()});
  SmallVector<Type> types = {i32, i32, i64, tc::PtrType::get(pointee)};
  SmallVector<Attribute> attributes;
  std::vector<Elements> values;
  for (Type type : types) {
    int64_t divisor = oneOf<int64_t>({1, 1, 8, 16, 24});
    attributes.push_back(builder.getDictionaryAttr(builder.getNamedAttr(
        "tc.divisible", builder.getI32IntegerAttr(divisor))));
    int64_t bytes = isa<tc::PtrType>(type) ? tc::elementBytes(pointee) : 1;
    int64_t multiple = oneOf<int64_t>({0, 1, 3, -1, -5, 7, 89478485, 1 << 20});
    values.push_back({uint64_t(multiple * divisor * bytes)});
  }
  auto kernel = tc::KernelOp::create(
      builder, loc(), "k", builder.getFunctionType(types, {}),
      /*num_warps=*/IntegerAttr(), /*num_stages=*/IntegerAttr(),
      /*arg_names=*/ArrayAttr(), builder.getArrayAttr(attributes),
      /*res_attrs=*/ArrayAttr());
  Block *body = builder.createBlock(&kernel.getBody());
  for (auto [type, elements] : llvm::zip(types, values))
    add(body->addArgument(type, loc()), elements);
}

void RandomKernel::addRange() {
  int64_t size = oneOf<int64_t>({4, 8, 16, 64, 256});
  int64_t start = oneOf<int64_t>({0, 0, 1, 4, 24, -64, -3, 96, 1 << 20});
  auto type = RankedTensorType::get(
      {size}, oneOf<Type>({builder.getI32Type(), builder.getI64Type()}));
  Elements elements(size);
  for (int64_t i = 0; i < size; ++i)
    elements[i] = start + i;
  add(tc::ArangeOp::create(builder, loc(), type, start, start + size),
      elements);
}

void RandomKernel::addConstant() {
  Known like = pick(
      [](Type type) { return isa<IntegerType>(getElementTypeOrSelf(type)); });
  Type type = like.value.getType();
  unsigned width = widthOf(type);
  int64_t start = oneOf<int64_t>({0, 1, 2, 3, 4, 7, 8, 15, 16, 24, 32, -1, -8});
  int64_t step = oneOf<int64_t>({0, 0, 0, 1, 2});
  int64_t run = oneOf<int64_t>({1, 2, 4, 8});
  Elements elements(like.elements.size());
  SmallVector<APInt> values;
  for (auto [i, element] : llvm::enumerate(elements)) {
    element = start + step * int64_t(i / run) + (step == 1 ? i % run : 0);
    values.push_back(APInt(width, element, /*isSigned=*/false,
                           /*implicitTrunc=*/true));
  }
  TypedAttr value;
  if (auto tile = dyn_cast<RankedTensorType>(type))
    value = DenseElementsAttr::get(tile, values);
  else
    value = builder.getIntegerAttr(type, values.front());
  add(arith::ConstantOp::create(builder, loc(), value), elements);
}

/// A constant whose elements all equal one of the usual divisors.
Known RandomKernel::addUniform(Type type) {
  unsigned width = widthOf(type);
  int64_t number = oneOf<int64_t>({2, 3, 4, 8, 16, 24, 32, 64});
  APInt value(width, number, /*isSigned=*/false, /*implicitTrunc=*/true);
  TypedAttr attribute =
      builder.getIntegerAttr(getElementTypeOrSelf(type), value);
  if (auto tile = dyn_cast<RankedTensorType>(type))
    attribute = DenseElementsAttr::get(tile, value);
  int64_t count = tc::shapeOf(type).empty()
                      ? 1
                      : cast<RankedTensorType>(type).getNumElements();
  add(arith::ConstantOp::create(builder, loc(), attribute),
      Elements(count, number));
  return known.back();
}

void RandomKernel::addSplat() {
  Known scalar = pick([](Type type) { return !isa<RankedTensorType>(type); });
  Known like = pick([](Type type) { return isa<RankedTensorType>(type); });
  if (!like.value)
    return addRange();
  Type type = tc::withElement(like.value.getType(), scalar.value.getType());
  add(tc::SplatOp::create(builder, loc(), type, scalar.value),
      Elements(like.elements.size(), scalar.elements.front()));
}

void RandomKernel::addShape(Known a) {
  auto type = dyn_cast<RankedTensorType>(a.value.getType());
  if (!type)
    return addSplat();
  SmallVector<int64_t> shape(type.getShape());
  int64_t rank = type.getRank();
  switch (below(4)) {
  case 0: {
    if (rank == 3)
      return;
    int64_t axis = below(rank + 1);
    shape.insert(shape.begin() + axis, 1);
    return add(tc::ExpandDimsOp::create(builder, loc(), type.clone(shape),
                                        a.value, axis),
               a.elements);
  }
  case 1: {
    int64_t axis = below(rank);
    if (shape[axis] != 1 || type.getNumElements() > 256)
      return;
    shape[axis] = 4;
    int64_t inner = 1;
    for (int64_t size : ArrayRef<int64_t>(shape).drop_front(axis + 1))
      inner *= size;
    Elements elements(a.elements.size() * 4);
    for (size_t i = 0; i < elements.size(); ++i)
      elements[i] = a.elements[i / (inner * 4) * inner + i % inner];
    return add(
        tc::BroadcastOp::create(builder, loc(), type.clone(shape), a.value),
        elements);
  }
  case 2: {
    // Moves a factor of two between dimensions, or flattens.
    if (rank == 1 && shape[0] > 2)
      shape = {2, shape[0] / 2};
    else if (rank > 1 && below(2) && shape[0] > 1)
      shape = {shape[0] / 2, 2 * type.getNumElements() / shape[0]};
    else
      shape = {type.getNumElements()};
    return add(
        tc::ReshapeOp::create(builder, loc(), type.clone(shape), a.value),
        a.elements);
  }
  default: {
    if (rank != 2)
      return;
    Elements elements(a.elements.size());
    for (int64_t i = 0; i < shape[1]; ++i)
      for (int64_t j = 0; j < shape[0]; ++j)
        elements[i * shape[0] + j] = a.elements[j * shape[1] + i];
    return add(tc::TransposeOp::create(
                   builder, loc(), type.clone({shape[1], shape[0]}), a.value,
                   builder.getDenseI32ArrayAttr({1, 0})),
               elements);
  }
  }
}

/// Creates an op of two integers where `compute` gives an answer for every
/// pair of elements.
#define BINARY(OP, COMPUTE)                                                    \
  {                                                                            \
    Elements elements;                                                         \
    for (auto [x, y] : llvm::zip(a.elements, b.elements)) {                    \
      [[maybe_unused]] int64_t sx = signedOf(x, width);                        \
      [[maybe_unused]] int64_t sy = signedOf(y, width);                        \
      elements.push_back(COMPUTE);                                             \
    }                                                                          \
    add(OP::create(builder, loc(), a.value, b.value), elements);               \
    return;                                                                    \
  }

void RandomKernel::addBinary(Known a) {
  Type type = a.value.getType();
  if (!isa<IntegerType>(getElementTypeOrSelf(type)))
    return addPointer(a);
  unsigned width = widthOf(type);
  int64_t kind = below(15);
  bool isDivision = kind >= 3 && kind < 7;
  Known b = isDivision && below(2) ? addUniform(type) : pickLike(type);
  bool hasZero = llvm::is_contained(b.elements, 0);
  bool hasMinusOne =
      llvm::is_contained(b.elements, llvm::maskTrailingOnes<uint64_t>(width));
  // Division by zero and the overflow of the least number by -1 are undefined.
  if (isDivision && (hasZero || hasMinusOne))
    kind = 0;
  switch (kind) {
  case 0:
    BINARY(arith::AddIOp, x + y)
  case 1:
    BINARY(arith::SubIOp, x - y)
  case 2:
    BINARY(arith::MulIOp, x * y)
  case 3:
    BINARY(arith::DivUIOp, x / y)
  case 4:
    BINARY(arith::RemUIOp, x % y)
  case 5:
    BINARY(arith::DivSIOp, uint64_t(sx / sy))
  case 6:
    BINARY(arith::RemSIOp, uint64_t(sx % sy))
  case 7:
    BINARY(arith::MinSIOp, sx < sy ? x : y)
  case 8:
    BINARY(arith::MaxSIOp, sx < sy ? y : x)
  case 9:
    BINARY(arith::MinUIOp, std::min(x, y))
  case 10:
    BINARY(arith::MaxUIOp, std::max(x, y))
  case 11:
    BINARY(arith::AndIOp, x & y)
  case 12:
    BINARY(arith::OrIOp, x | y)
  case 13:
    BINARY(arith::XOrIOp, x ^ y)
  default:
    BINARY(arith::AddIOp, x + y)
  }
}
#undef BINARY

void RandomKernel::addShift(Known a) {
  Type type = a.value.getType();
  if (!isa<IntegerType>(getElementTypeOrSelf(type)))
    return;
  unsigned width = widthOf(type);
  uint64_t amount = below(std::min(width, 6u));
  APInt value(width, amount);
  TypedAttr attribute =
      builder.getIntegerAttr(getElementTypeOrSelf(type), value);
  if (auto tile = dyn_cast<RankedTensorType>(type))
    attribute = DenseElementsAttr::get(tile, value);
  Value by = arith::ConstantOp::create(builder, loc(), attribute);
  Elements left, logical, arithmetic;
  for (uint64_t x : a.elements) {
    left.push_back(x << amount);
    logical.push_back(x >> amount);
    arithmetic.push_back(signedOf(x, width) >> amount);
  }
  switch (below(3)) {
  case 0:
    return add(arith::ShLIOp::create(builder, loc(), a.value, by), left);
  case 1:
    return add(arith::ShRUIOp::create(builder, loc(), a.value, by), logical);
  default:
    return add(arith::ShRSIOp::create(builder, loc(), a.value, by), arithmetic);
  }
}

void RandomKernel::addCast(Known a) {
  Type type = a.value.getType();
  if (!isa<IntegerType>(getElementTypeOrSelf(type)))
    return;
  unsigned from = widthOf(type), to = oneOf<unsigned>({8, 16, 32, 64});
  Type result = tc::withElement(type, builder.getIntegerType(to));
  if (to < from)
    return add(arith::TruncIOp::create(builder, loc(), result, a.value),
               a.elements);
  if (to == from)
    return;
  if (below(2))
    return add(arith::ExtUIOp::create(builder, loc(), result, a.value),
               a.elements);
  Elements elements;
  for (uint64_t x : a.elements)
    elements.push_back(signedOf(x, from));
  add(arith::ExtSIOp::create(builder, loc(), result, a.value), elements);
}

void RandomKernel::addSelect(Known a) {
  Type type = a.value.getType();
  Known b = pickLike(type);
  if (isa<IntegerType>(getElementTypeOrSelf(type)) && below(2)) {
    auto predicate = arith::CmpIPredicate(below(10));
    unsigned width = widthOf(type);
    Elements elements;
    for (auto [x, y] : llvm::zip(a.elements, b.elements))
      elements.push_back(arith::applyCmpPredicate(predicate, APInt(width, x),
                                                  APInt(width, y)));
    return add(
        arith::CmpIOp::create(builder, loc(), predicate, a.value, b.value),
        elements);
  }
  Known condition = pickLike(tc::withElement(type, builder.getI1Type()));
  if (!condition.value)
    return;
  Elements elements;
  for (size_t i = 0; i < a.elements.size(); ++i)
    elements.push_back(condition.elements[i] ? a.elements[i] : b.elements[i]);
  add(arith::SelectOp::create(builder, loc(), condition.value, a.value,
                              b.value),
      elements);
}

void RandomKernel::addPointer(Known a) {
  Type type = a.value.getType();
  Known ptr = pick(
      [](Type type) { return isa<tc::PtrType>(getElementTypeOrSelf(type)); });
  auto element = cast<tc::PtrType>(getElementTypeOrSelf(ptr.value.getType()));
  if (isa<tc::PtrType>(getElementTypeOrSelf(type))) {
    Type other = oneOf<Type>(
        {builder.getI8Type(), builder.getF16Type(), builder.getF32Type()});
    Type result = tc::withElement(type, tc::PtrType::get(other));
    return add(tc::BitcastOp::create(builder, loc(), result, a.value),
               a.elements);
  }
  unsigned width = widthOf(type);
  if (width == 64 && below(4) == 0) {
    Value cast = tc::IntToPtrOp::create(
        builder, loc(), tc::withElement(type, element), a.value);
    add(cast, a.elements);
    return add(tc::PtrToIntOp::create(builder, loc(), type, cast), a.elements);
  }
  bool isPtrTile = isa<RankedTensorType>(ptr.value.getType());
  bool isTile = isa<RankedTensorType>(type);
  if (width == 1 || (isPtrTile && isTile &&
                     tc::shapeOf(ptr.value.getType()) != tc::shapeOf(type)))
    return;
  size_t count = std::max(ptr.elements.size(), a.elements.size());
  uint64_t bytes = tc::elementBytes(element.getPointee());
  Elements elements;
  for (size_t i = 0; i < count; ++i)
    elements.push_back(ptr.elements[isPtrTile ? i : 0] +
                       bytes * signedOf(a.elements[isTile ? i : 0], width));
  add(tc::AddPtrOp::create(builder, loc(), ptr.value, a.value), elements);
}

void RandomKernel::addRandomOp() {
  Known a = pick([](Type) { return true; });
  switch (below(12)) {
  case 0:
  case 1:
    return addRange();
  case 2:
    return addConstant();
  case 3:
    return addSplat();
  case 4:
  case 5:
    return addShape(a);
  case 6:
    return addShift(a);
  case 7:
    return addCast(a);
  case 8:
    return addSelect(a);
  case 9:
    return addPointer(a);
  default:
    return addBinary(a);
  }
}

//===----------------------------------------------------------------------===//
// Checking claims
//===----------------------------------------------------------------------===//

namespace {

/// How often something was claimed that says more than nothing.
struct Claims {
  unsigned contiguity = 0, divisibility = 0, constancy = 0, constants = 0;
};

/// What is wrong with the claims about one value along `dim`, or empty.
std::string whatIsWrong(const Known &known, const tc::AxisInfo &info,
                        unsigned dim) {
  SmallVector<int64_t> shape = shapeOrOne(known.value.getType());
  uint64_t mask =
      llvm::maskTrailingOnes<uint64_t>(widthOf(known.value.getType()));
  int64_t stride = 1;
  for (int64_t size : ArrayRef<int64_t>(shape).drop_front(dim + 1))
    stride *= size;
  for (size_t i = 0; i < known.elements.size(); ++i) {
    int64_t index = (int64_t(i) / stride) % shape[dim];
    uint64_t element = known.elements[i];
    if (index % info.contiguity[dim] != 0) {
      if (element != ((known.elements[i - stride] + info.unit) & mask))
        return "contiguity at " + std::to_string(index);
    } else if ((element & (uint64_t(info.divisibility[dim]) - 1)) != 0) {
      return "divisibility at " + std::to_string(index);
    }
    if (index % info.constancy[dim] != 0 &&
        element != known.elements[i - stride])
      return "constancy at " + std::to_string(index);
    if (info.constant && (uint64_t(*info.constant) & mask) != element)
      return "constant at " + std::to_string(index);
  }
  return "";
}

void count(Claims &claims, const tc::AxisInfo &info) {
  for (unsigned dim = 0; dim < info.rank(); ++dim) {
    claims.contiguity += info.contiguity[dim] > 1;
    claims.divisibility += info.divisibility[dim] > 1;
    claims.constancy += info.constancy[dim] > 1;
  }
  claims.constants += info.constant.has_value();
}

} // namespace

TEST(AxisAnalysis, HoldsOnRandomKernels) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<tc::TCDialect, arith::ArithDialect>();
  Claims claims;
  for (unsigned seed = 0; seed < 4000; ++seed) {
    RandomKernel kernel(context, seed);
    ASSERT_TRUE(succeeded(verify(kernel.getModule()))) << "seed " << seed;
    tc::AxisAnalysis analysis(kernel.getModule());
    for (const Known &known : kernel.values()) {
      tc::AxisInfo info = analysis.get(known.value);
      ASSERT_EQ(info.rank(), shapeOrOne(known.value.getType()).size());
      count(claims, info);
      for (unsigned dim = 0; dim < info.rank(); ++dim) {
        std::string wrong = whatIsWrong(known, info, dim);
        if (wrong.empty())
          continue;
        std::string text;
        llvm::raw_string_ostream os(text);
        os << *kernel.getModule() << "\n" << known.value << "\n";
        info.print(os);
        FAIL() << "seed " << seed << ", dimension " << dim << ": " << wrong
               << "\n"
               << text;
      }
    }
  }
  // The claims are worth checking.
  EXPECT_GT(claims.contiguity, 2000u);
  EXPECT_GT(claims.divisibility, 2000u);
  EXPECT_GT(claims.constancy, 2000u);
  EXPECT_GT(claims.constants, 2000u);
}

/// What the layouts ask for: the width of accesses and of masks.
TEST(AxisAnalysis, WidthsOfAccesses) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<tc::TCDialect, arith::ArithDialect>();
  OpBuilder builder(&context);
  Location loc = builder.getUnknownLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  builder.setInsertionPointToEnd(module->getBody());

  Type f16 = builder.getF16Type(), i32 = builder.getI32Type();
  auto promise = [&](int64_t divisor) -> Attribute {
    return builder.getDictionaryAttr(builder.getNamedAttr(
        "tc.divisible", builder.getI32IntegerAttr(divisor)));
  };
  auto kernel = tc::KernelOp::create(
      builder, loc, "k",
      builder.getFunctionType({tc::PtrType::get(f16), i32}, {}),
      /*num_warps=*/IntegerAttr(), /*num_stages=*/IntegerAttr(),
      /*arg_names=*/ArrayAttr(),
      builder.getArrayAttr({promise(8), promise(32)}),
      /*res_attrs=*/ArrayAttr());
  Block *body = builder.createBlock(&kernel.getBody());
  Value ptr = body->addArgument(tc::PtrType::get(f16), loc);
  Value size = body->addArgument(i32, loc);
  auto tile = RankedTensorType::get({64}, i32);
  Value range = tc::ArangeOp::create(builder, loc, tile, 0, 64);
  Value ptrs = tc::AddPtrOp::create(builder, loc, ptr, range);
  Value sizes = tc::SplatOp::create(builder, loc, tile, size);
  Value mask = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                     range, sizes);
  tc::ReturnOp::create(builder, loc);
  tc::AxisAnalysis analysis(*module);

  // 8 bytes of alignment are four f16.
  EXPECT_EQ(analysis.vectorWidth(ptrs, 0), 4u);
  EXPECT_EQ(analysis.vectorWidth(ptr, 0), 1u);
  EXPECT_EQ(analysis.maskConstancy(mask, 0), 32u);
  // A scalar mask has no dimensions to be constant along.
  EXPECT_EQ(analysis.maskConstancy(size, 1), 1u);

  // Nothing is known of what was made later.
  builder.setInsertionPoint(body->getTerminator());
  Value later = tc::AddPtrOp::create(builder, loc, ptr, range);
  EXPECT_EQ(analysis.vectorWidth(later, 0), 1u);

  // Nor of anything, beside a tile that the language does not have.
  arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(RankedTensorType::get({0}, i32),
                             ArrayRef<APInt>()));
  EXPECT_EQ(tc::AxisAnalysis(*module).vectorWidth(ptrs, 0), 1u);
}
