//===- TensorMap.h - The arrays that a kernel copies from -------*- C++ -*-===//
//
// What the tensor maps of a launch describe, in numbers. A device encodes them
// the way its kernels read them (Device::encode).
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_RUNTIME_TENSORMAP_H
#define MINITC_RUNTIME_TENSORMAP_H

#include "minitc/Pipeline/Compile.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace minitc::runtime {

class Device;

/// The value of an expression for a launch, whose arguments are as
/// Signature::bind leaves them.
int64_t evaluate(const LaunchExpression &expression,
                 llvm::ArrayRef<uint64_t> words);

struct TensorMap {
  /// Of the first element.
  uint64_t address = 0;
  unsigned elementBytes = 1;
  /// In elements, the fastest dimension first.
  llvm::SmallVector<uint64_t, 5> sizes;
  /// In bytes, of all dimensions but the fastest.
  llvm::SmallVector<uint64_t, 4> strides;
  /// What one copy transfers, in elements.
  llvm::SmallVector<uint32_t, 5> box;
  /// 0, 32, 64 or 128.
  unsigned swizzleBytes = 0;

  /// The map of a launch; nothing if no hardware can have it (CUDA driver API,
  /// "cuTensorMapEncodeTiled"). An array with no element has sizes of 0.
  static std::optional<TensorMap> create(const TensorMapInfo &info,
                                         llvm::ArrayRef<uint64_t> words);

  /// Whether all that is read through the map is outside the array.
  bool isEmpty() const { return sizes.front() == 0; }
  /// A map of the same copies from an array that is one element, at `address`.
  /// Hardware has no map without elements: where that element is a zero,
  /// copies from this one give the same.
  TensorMap ofOneElement(uint64_t address) const;
};

/// A tensor map as a kernel takes it.
struct alignas(64) EncodedTensorMap {
  unsigned char bytes[128] = {};
};

/// Not a SmallVector, whose memory is not as aligned.
using EncodedTensorMaps = std::vector<EncodedTensorMap>;

/// Encodes the maps of a launch; false if the device cannot have one of them.
bool encodeTensorMaps(Device &device, llvm::ArrayRef<TensorMapInfo> infos,
                      llvm::ArrayRef<uint64_t> words,
                      EncodedTensorMaps &encoded);

} // namespace minitc::runtime

#endif // MINITC_RUNTIME_TENSORMAP_H
