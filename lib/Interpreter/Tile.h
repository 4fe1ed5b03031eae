//===- Tile.h - The values of a running kernel ------------------*- C++ -*-===//
//
// A tile is a typed array; a scalar is a tile of one element and no dimensions.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_INTERPRETER_TILE_H
#define MINITC_LIB_INTERPRETER_TILE_H

#include "minitc/Interpreter/NarrowFloat.h"

#include "mlir/IR/Types.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/ErrorHandling.h"

#include <memory>

namespace minitc {

/// What a tile is made of. A view is an address, a shape and strides, as i64.
enum class Kind : uint8_t {
  I1,
  I8,
  I16,
  I32,
  I64,
  E4M3FN,
  E5M2,
  F16,
  BF16,
  F32,
  F64,
  Ptr,
  View
};

Kind kindOf(mlir::Type element);
/// Bytes of one element, in a tile and in memory alike.
unsigned bytesOf(Kind kind);

/// What is known of pointers beyond their addresses.
struct Provenance {
  /// The buffer that they were derived from, by its number in the launch; or
  /// unknown: then each address is looked up. Where the buffers of a tile's
  /// pointers differ, Tile::bufferOf says each.
  static constexpr int32_t unknown = -1;
  int32_t buffer = unknown;
  /// Which SSA value of which inlined function they are; see Program.
  uint32_t value = 0;
};

class Tile {
public:
  Tile() = default;
  /// A tile of zeros. The shape's memory must outlive it: it is a type's.
  Tile(Kind kind, llvm::ArrayRef<int64_t> shape, int64_t size);
  /// Of the shape and element of a scalar's, a tile's or a view's type.
  static Tile of(mlir::Type type);
  /// A scalar.
  template <typename T> static Tile scalar(Kind kind, T value) {
    Tile result(kind, {}, 1);
    *result.data<T>() = value;
    return result;
  }

  Kind kind = Kind::I1;
  int64_t size = 0;
  llvm::ArrayRef<int64_t> shape;
  Provenance provenance;

  /// The elements in row-major order.
  template <typename T> T *data() {
    return reinterpret_cast<T *>(tileData ? tileData.get() : inlineData);
  }
  template <typename T> const T *data() const {
    return const_cast<Tile *>(this)->data<T>();
  }

  /// For each element the number of the op whose integer result wrapped on the
  /// way to it, or 0; null if none did.
  const uint16_t *wraps() const { return wrapData.get(); }
  uint16_t wrapOf(int64_t i) const { return wrapData ? wrapData.get()[i] : 0; }
  /// The same to write to, for all elements.
  uint16_t *makeWraps();
  /// Takes over the marks of a tile of as many elements.
  void shareWraps(const Tile &other) { wrapData = other.wrapData; }

  /// The buffer that pointer `i` was derived from, or unknown.
  int32_t bufferOf(int64_t i) const {
    return bufferData ? bufferData.get()[i] : provenance.buffer;
  }
  /// Whether one buffer is known, or unknown, for all elements.
  bool hasOneBuffer() const { return !bufferData; }
  /// The buffers to write to, for all elements.
  int32_t *makeBuffers();

  /// The same elements, which must not be written to any more, under another
  /// shape.
  Tile reshaped(llvm::ArrayRef<int64_t> newShape) const {
    Tile result = *this;
    result.shape = newShape;
    return result;
  }

private:
  std::shared_ptr<char> tileData;
  /// A scalar is kept here.
  alignas(8) char inlineData[8] = {};
  std::shared_ptr<uint16_t> wrapData;
  std::shared_ptr<int32_t> bufferData;
};

/// The index of element `i` of a tile in each dimension.
llvm::SmallVector<int64_t> indexOf(llvm::ArrayRef<int64_t> shape, int64_t i);

//===----------------------------------------------------------------------===//
// Elements as the host's numbers
//===----------------------------------------------------------------------===//

/// An integer of `width` bits, computed with in 64 bits. `Wide` holds every
/// sum and product of two such integers exactly.
template <unsigned width_, typename StoredType, typename WideType>
struct IntegerElement {
  static constexpr unsigned width = width_;
  using Stored = StoredType;
  using Wide = WideType;
  static int64_t loadSigned(Stored bits) { return int64_t(bits); }
  static uint64_t loadUnsigned(Stored bits) {
    return std::make_unsigned_t<Stored>(bits);
  }
  /// Modulo 2^width.
  static Stored store(Wide value) { return Stored(value); }
};

/// i1: signed it is 0 or -1.
template <> struct IntegerElement<1, uint8_t, int64_t> {
  static constexpr unsigned width = 1;
  using Stored = uint8_t;
  using Wide = int64_t;
  static int64_t loadSigned(Stored bits) { return -int64_t(bits); }
  static uint64_t loadUnsigned(Stored bits) { return bits; }
  static Stored store(Wide value) { return value & 1; }
};

using I1Element = IntegerElement<1, uint8_t, int64_t>;
using I8Element = IntegerElement<8, int8_t, int64_t>;
using I16Element = IntegerElement<16, int16_t, int64_t>;
using I32Element = IntegerElement<32, int32_t, int64_t>;
using I64Element = IntegerElement<64, int64_t, __int128>;

/// A float that the host has.
template <typename T> struct HostFloat {
  using Stored = T;
  using Compute = T;
  static T load(T bits) { return bits; }
  static T store(double value) { return T(value); }
};

/// A float narrower than f32: computed with in f32, rounded when stored.
template <typename Format, typename StoredType> struct StorageFloat {
  using Stored = StoredType;
  using Compute = float;
  static float load(Stored bits) { return Format::widen(bits); }
  static Stored store(double value) { return Format::round(value); }
};

using F16Element = StorageFloat<Half, uint16_t>;
using BF16Element = StorageFloat<BFloat, uint16_t>;
using E4M3FNElement = StorageFloat<E4M3FN, uint8_t>;
using E5M2Element = StorageFloat<E5M2, uint8_t>;
using F32Element = HostFloat<float>;
using F64Element = HostFloat<double>;

/// Calls `fn` with the element that an integer kind is.
template <typename Fn> decltype(auto) withInteger(Kind kind, Fn fn) {
  switch (kind) {
  case Kind::I1:
    return fn(I1Element());
  case Kind::I8:
    return fn(I8Element());
  case Kind::I16:
    return fn(I16Element());
  case Kind::I32:
    return fn(I32Element());
  case Kind::I64:
    return fn(I64Element());
  default:
    llvm_unreachable("the verifier lets only integers through");
  }
}

/// Calls `fn` with the element that a float kind with arithmetic is.
template <typename Fn> decltype(auto) withFloat(Kind kind, Fn fn) {
  switch (kind) {
  case Kind::F16:
    return fn(F16Element());
  case Kind::BF16:
    return fn(BF16Element());
  case Kind::F32:
    return fn(F32Element());
  case Kind::F64:
    return fn(F64Element());
  default:
    llvm_unreachable("tc-check lets only f16, bf16, f32 and f64 through");
  }
}

/// Calls `fn` with the element that any float kind is.
template <typename Fn> decltype(auto) withAnyFloat(Kind kind, Fn fn) {
  switch (kind) {
  case Kind::E4M3FN:
    return fn(E4M3FNElement());
  case Kind::E5M2:
    return fn(E5M2Element());
  default:
    return withFloat(kind, fn);
  }
}

/// Calls `fn` with a zero of the unsigned integer that has an element's bits.
template <typename Fn> decltype(auto) withBits(Kind kind, Fn fn) {
  switch (bytesOf(kind)) {
  case 1:
    return fn(uint8_t(0));
  case 2:
    return fn(uint16_t(0));
  case 4:
    return fn(uint32_t(0));
  default:
    return fn(uint64_t(0));
  }
}

} // namespace minitc

#endif // MINITC_LIB_INTERPRETER_TILE_H
