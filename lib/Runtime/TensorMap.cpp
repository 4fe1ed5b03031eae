//===- TensorMap.cpp - The arrays that a kernel copies from ---------------===//

#include "minitc/Runtime/TensorMap.h"
#include "minitc/Runtime/Device.h"
#include "minitc/Runtime/ElementType.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace minitc;
using namespace minitc::runtime;

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

/// Of an operation with two operands. Addition and the like wrap.
static uint64_t combine(LaunchExpression::Op op, uint64_t a, uint64_t b) {
  switch (op) {
  case LaunchExpression::Op::Add:
    return a + b;
  case LaunchExpression::Op::Subtract:
    return a - b;
  case LaunchExpression::Op::Multiply:
    return a * b;
  case LaunchExpression::Op::Minimum:
    return std::min(int64_t(a), int64_t(b));
  default:
    return std::max(int64_t(a), int64_t(b));
  }
}

int64_t minitc::runtime::evaluate(const LaunchExpression &expression,
                                  ArrayRef<uint64_t> words) {
  SmallVector<uint64_t, 8> stack;
  for (const LaunchExpression::Step &step : expression.steps) {
    uint64_t value;
    if (step.op == LaunchExpression::Op::Argument) {
      value = words[size_t(step.value)];
    } else if (step.op == LaunchExpression::Op::Constant) {
      value = uint64_t(step.value);
    } else {
      uint64_t second = stack.pop_back_val(), first = stack.pop_back_val();
      value = combine(step.op, first, second);
    }
    stack.push_back(uint64_t(SignExtend64(value, step.bits)));
  }
  return int64_t(stack.back());
}

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

// What the driver requires of a map.
static constexpr size_t maxRank = 5;
static constexpr unsigned alignment = 16;
static constexpr uint64_t maxSize = uint64_t(1) << 32;
static constexpr uint64_t strideLimit = uint64_t(1) << 40;
static constexpr unsigned maxBox = 256;

/// Whether a copy is one that there is, whatever the array.
static bool isCopy(const TensorMapInfo &info, unsigned elementBytes) {
  size_t rank = info.sizes.size();
  if (elementBytes == 0 || rank == 0 || rank > maxRank ||
      info.strides.size() != rank - 1 || info.box.size() != rank)
    return false;
  unsigned rowBytes = info.box.front() * elementBytes;
  return all_of(info.box,
                [](unsigned size) { return size > 0 && size <= maxBox; }) &&
         is_contained({0u, 32u, 64u, 128u}, info.swizzleBytes) &&
         rowBytes % alignment == 0 &&
         (info.swizzleBytes == 0 || rowBytes <= info.swizzleBytes);
}

/// A stride in bytes, if the hardware has it. That of a single element is of no
/// use.
static std::optional<uint64_t> strideInBytes(int64_t elements, uint64_t size,
                                             unsigned elementBytes) {
  if (size == 1)
    return alignment;
  if (elements <= 0 || uint64_t(elements) >= strideLimit / elementBytes)
    return std::nullopt;
  uint64_t bytes = uint64_t(elements) * elementBytes;
  return bytes % alignment == 0 ? std::optional(bytes) : std::nullopt;
}

std::optional<TensorMap> TensorMap::create(const TensorMapInfo &info,
                                           ArrayRef<uint64_t> words) {
  TensorMap map;
  map.elementBytes =
      unsigned(elementTypeBytes(elementTypeFromName(info.elementType)));
  if (!isCopy(info, map.elementBytes))
    return std::nullopt;
  map.box.assign(info.box.begin(), info.box.end());
  map.swizzleBytes = info.swizzleBytes;
  for (const LaunchExpression &size : info.sizes)
    map.sizes.push_back(uint64_t(std::max<int64_t>(evaluate(size, words), 0)));
  if (is_contained(map.sizes, 0u)) {
    map.sizes.assign(map.sizes.size(), 0);
    map.strides.assign(info.strides.size(), alignment);
    return map;
  }
  map.address = words[info.base];
  if (map.address % alignment != 0 ||
      any_of(map.sizes, [](uint64_t size) { return size > maxSize; }))
    return std::nullopt;
  for (auto [stride, size] : zip(info.strides, drop_begin(map.sizes))) {
    std::optional<uint64_t> bytes =
        strideInBytes(evaluate(stride, words), size, map.elementBytes);
    if (!bytes)
      return std::nullopt;
    map.strides.push_back(*bytes);
  }
  return map;
}

TensorMap TensorMap::ofOneElement(uint64_t address) const {
  TensorMap map = *this;
  map.address = address;
  map.sizes.assign(sizes.size(), 1);
  map.strides.assign(strides.size(), alignment);
  return map;
}

bool minitc::runtime::encodeTensorMaps(Device &device,
                                       ArrayRef<TensorMapInfo> infos,
                                       ArrayRef<uint64_t> words,
                                       EncodedTensorMaps &encoded) {
  for (const TensorMapInfo &info : infos) {
    std::optional<TensorMap> map = TensorMap::create(info, words);
    if (map && map->isEmpty()) {
      StatusOr<uint64_t> zeros = device.zeros();
      if (!zeros.ok())
        return false;
      map = map->ofOneElement(*zeros);
    }
    if (!map || !device.encode(*map, encoded.emplace_back()))
      return false;
  }
  return true;
}
