//===- Shapes.cpp - Making and shaping tiles ------------------------------===//
//
// Marks of wrapped integers go with their elements.
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"

#include "minitc/Dialect/TC/IR/TC.h"

using namespace mlir;
using namespace minitc;

static RankedTensorType tileType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

static void programId(Instance &in, tc::ProgramIdOp op) {
  uint32_t id = in.coordinates()[unsigned(op.getAxis())];
  in.set(op.getResult(), Tile::scalar<int32_t>(Kind::I32, id));
}

static void numPrograms(Instance &in, tc::NumProgramsOp op) {
  uint32_t count = in.launch.grid[unsigned(op.getAxis())];
  in.set(op.getResult(), Tile::scalar<int32_t>(Kind::I32, count));
}

static void arange(Instance &in, tc::ArangeOp op) {
  Tile result = Tile::of(op.getType());
  withInteger(result.kind, [&](auto element) {
    using T = decltype(element);
    for (int64_t i = 0; i < result.size; ++i)
      result.data<typename T::Stored>()[i] =
          T::store(int64_t(op.getStart()) + i);
  });
  in.set(op.getResult(), std::move(result));
}

static void splat(Instance &in, tc::SplatOp op) {
  RankedTensorType type = tileType(op.getResult());
  in.set(op.getResult(),
         pickElements(in.get(op.getSource()), type.getShape(),
                      type.getNumElements(), [](int64_t) { return 0; }));
}

static void expandDims(Instance &in, tc::ExpandDimsOp op) {
  in.set(op.getResult(),
         in.get(op.getSource()).reshaped(tileType(op.getResult()).getShape()));
}

static void reshape(Instance &in, tc::ReshapeOp op) {
  in.set(op.getResult(),
         in.get(op.getSource()).reshaped(tileType(op.getResult()).getShape()));
}

/// How far apart in row-major order the neighbours along each dimension are.
static SmallVector<int64_t> rowMajorStrides(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> strides(shape.size(), 1);
  for (size_t dim = shape.size(); dim-- > 1;)
    strides[dim - 1] = strides[dim] * shape[dim];
  return strides;
}

/// A tile of `shape` whose element [i, j, ...] is element i * strides[0] +
/// j * strides[1] + ... of `source`.
static Tile pickStrided(const Tile &source, ArrayRef<int64_t> shape,
                        ArrayRef<int64_t> strides) {
  std::vector<int64_t> sources(1, 0);
  for (auto [size, stride] : llvm::zip(shape, strides)) {
    std::vector<int64_t> outer = std::move(sources);
    sources.clear();
    sources.reserve(outer.size() * size);
    for (int64_t base : outer)
      for (int64_t i = 0; i < size; ++i)
        sources.push_back(base + i * stride);
  }
  return pickElements(source, shape, sources.size(),
                      [&](int64_t i) { return sources[i]; });
}

static void broadcast(Instance &in, tc::BroadcastOp op) {
  const Tile &source = in.get(op.getSource());
  SmallVector<int64_t> strides = rowMajorStrides(source.shape);
  for (auto [size, stride] : llvm::zip(source.shape, strides))
    stride = size == 1 ? 0 : stride;
  in.set(op.getResult(),
         pickStrided(source, tileType(op.getResult()).getShape(), strides));
}

static void transpose(Instance &in, tc::TransposeOp op) {
  const Tile &source = in.get(op.getSource());
  SmallVector<int64_t> sourceStrides = rowMajorStrides(source.shape);
  SmallVector<int64_t> strides;
  for (int32_t dim : op.getOrder())
    strides.push_back(sourceStrides[dim]);
  in.set(op.getResult(),
         pickStrided(source, tileType(op.getResult()).getShape(), strides));
}

/// A tile of `shape` in which runs of `run` elements of the two tiles follow
/// each other in turn.
static Tile alternateRuns(const Tile &a, const Tile &b, ArrayRef<int64_t> shape,
                          int64_t run) {
  Tile result(a.kind, shape, a.size * 2);
  auto origin = [&](int64_t i) {
    return Origin(i / run % 2 ? &b : &a, i / run / 2 * run + i % run);
  };
  withBits(a.kind, [&](auto zero) {
    using Bits = decltype(zero);
    for (int64_t i = 0; i < result.size; ++i) {
      auto [tile, from] = origin(i);
      result.data<Bits>()[i] = tile->template data<Bits>()[from];
    }
  });
  carryBuffers(result, {&a, &b}, origin);
  carryWraps(result, {&a, &b}, origin);
  return result;
}

static void join(Instance &in, tc::JoinOp op) {
  in.set(op.getResult(),
         alternateRuns(in.get(op.getLhs()), in.get(op.getRhs()),
                       tileType(op.getResult()).getShape(), /*run=*/1));
}

static void cat(Instance &in, tc::CatOp op) {
  const Tile &lhs = in.get(op.getLhs());
  int64_t run = 1;
  for (int64_t size : lhs.shape.drop_front(op.getAxis()))
    run *= size;
  in.set(op.getResult(),
         alternateRuns(lhs, in.get(op.getRhs()),
                       tileType(op.getResult()).getShape(), run));
}

static void split(Instance &in, tc::SplitOp op) {
  const Tile source = in.get(op.getSource());
  for (int64_t half : {0, 1}) {
    Value result = op.getResult(half);
    in.set(result,
           pickElements(source, tileType(result).getShape(), source.size / 2,
                        [&](int64_t i) { return 2 * i + half; }));
  }
}

void minitc::addShapeOps(OpTable &table) {
  table.add<tc::ProgramIdOp, programId>();
  table.add<tc::NumProgramsOp, numPrograms>();
  table.add<tc::ArangeOp, arange>();
  table.add<tc::SplatOp, splat>();
  table.add<tc::ExpandDimsOp, expandDims>();
  table.add<tc::ReshapeOp, reshape>();
  table.add<tc::BroadcastOp, broadcast>();
  table.add<tc::TransposeOp, transpose>();
  table.add<tc::JoinOp, join>();
  table.add<tc::CatOp, cat>();
  table.add<tc::SplitOp, split>();
}
