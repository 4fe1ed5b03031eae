//===- Elementwise.h - Loops over the elements of tiles ---------*- C++ -*-===//
//
// The shapes that the meanings of elementwise ops come in, so that each op is
// one line of arithmetic.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_INTERPRETER_ELEMENTWISE_H
#define MINITC_LIB_INTERPRETER_ELEMENTWISE_H

#include "Instance.h"

#include "llvm/ADT/STLExtras.h"

namespace minitc {

enum class Sign { Signed, Unsigned };

/// An element as an integer that holds results exactly.
template <typename T, Sign sign>
typename T::Wide loadWide(typename T::Stored bits) {
  if constexpr (sign == Sign::Signed)
    return T::loadSigned(bits);
  return T::loadUnsigned(bits);
}

/// result[i] = fn(a[i], b[i]), modulo 2^width. `fn` takes and returns integers
/// wide enough for any sum or product.
template <Sign sign, typename Fn>
void integerBinary(Instance &in, mlir::Operation *op, Fn fn) {
  const Tile &a = in.get(op->getOperand(0)), &b = in.get(op->getOperand(1));
  Tile result(a.kind, a.shape, a.size);
  withInteger(a.kind, [&](auto element) {
    using T = decltype(element);
    auto *x = a.data<typename T::Stored>(), *y = b.data<typename T::Stored>();
    auto *z = result.data<typename T::Stored>();
    for (int64_t i = 0; i < a.size; ++i)
      z[i] = T::store(fn(loadWide<T, sign>(x[i]), loadWide<T, sign>(y[i])));
  });
  in.set(op->getResult(0), std::move(result));
}

/// result[i] = fn(a[i]), modulo 2^width. `fn` also takes the width.
template <Sign sign, typename Fn>
void integerUnary(Instance &in, mlir::Operation *op, Fn fn) {
  const Tile &a = in.get(op->getOperand(0));
  Tile result(a.kind, a.shape, a.size);
  withInteger(a.kind, [&](auto element) {
    using T = decltype(element);
    auto *x = a.data<typename T::Stored>();
    auto *z = result.data<typename T::Stored>();
    for (int64_t i = 0; i < a.size; ++i)
      z[i] = T::store(fn(loadWide<T, sign>(x[i]), T::width));
  });
  in.set(op->getResult(0), std::move(result));
}

/// result[i] = fn(a[i], b[i]), an i1.
template <Sign sign, typename Fn>
void integerCompare(Instance &in, mlir::Operation *op, Fn fn) {
  const Tile &a = in.get(op->getOperand(0)), &b = in.get(op->getOperand(1));
  Tile result(Kind::I1, a.shape, a.size);
  withInteger(a.kind, [&](auto element) {
    using T = decltype(element);
    auto *x = a.data<typename T::Stored>(), *y = b.data<typename T::Stored>();
    for (int64_t i = 0; i < a.size; ++i)
      result.data<uint8_t>()[i] =
          fn(loadWide<T, sign>(x[i]), loadWide<T, sign>(y[i]));
  });
  in.set(op->getResult(0), std::move(result));
}

/// result[i] = fn(a[i]), computed in f32 (f64 for f64) and rounded once. An
/// `fn` that returns a double is rounded from there.
template <typename Fn>
void floatUnary(Instance &in, mlir::Operation *op, Fn fn) {
  const Tile &a = in.get(op->getOperand(0));
  Tile result(a.kind, a.shape, a.size);
  withFloat(a.kind, [&](auto element) {
    using T = decltype(element);
    auto *x = a.data<typename T::Stored>();
    auto *z = result.data<typename T::Stored>();
    for (int64_t i = 0; i < a.size; ++i)
      z[i] = T::store(fn(T::load(x[i])));
  });
  in.set(op->getResult(0), std::move(result));
}

/// result[i] = fn(a[i], b[i]), rounded as in floatUnary.
template <typename Fn>
void floatBinary(Instance &in, mlir::Operation *op, Fn fn) {
  const Tile &a = in.get(op->getOperand(0)), &b = in.get(op->getOperand(1));
  Tile result(a.kind, a.shape, a.size);
  withFloat(a.kind, [&](auto element) {
    using T = decltype(element);
    auto *x = a.data<typename T::Stored>(), *y = b.data<typename T::Stored>();
    auto *z = result.data<typename T::Stored>();
    for (int64_t i = 0; i < a.size; ++i)
      z[i] = T::store(fn(T::load(x[i]), T::load(y[i])));
  });
  in.set(op->getResult(0), std::move(result));
}

/// result[i] = fn(a[i], b[i], c[i]), rounded as in floatUnary.
template <typename Fn>
void floatTernary(Instance &in, mlir::Operation *op, Fn fn) {
  const Tile &a = in.get(op->getOperand(0)), &b = in.get(op->getOperand(1)),
             &c = in.get(op->getOperand(2));
  Tile result(a.kind, a.shape, a.size);
  withFloat(a.kind, [&](auto element) {
    using T = decltype(element);
    auto *x = a.data<typename T::Stored>(), *y = b.data<typename T::Stored>();
    auto *w = c.data<typename T::Stored>();
    auto *z = result.data<typename T::Stored>();
    for (int64_t i = 0; i < a.size; ++i)
      z[i] = T::store(fn(T::load(x[i]), T::load(y[i]), T::load(w[i])));
  });
  in.set(op->getResult(0), std::move(result));
}

/// result[i] = fn(a[i]), an i1.
template <typename Fn>
void floatTest(Instance &in, mlir::Operation *op, Fn fn) {
  const Tile &a = in.get(op->getOperand(0));
  Tile result(Kind::I1, a.shape, a.size);
  withFloat(a.kind, [&](auto element) {
    using T = decltype(element);
    for (int64_t i = 0; i < a.size; ++i)
      result.data<uint8_t>()[i] =
          fn(T::load(a.data<typename T::Stored>()[i]), T());
  });
  in.set(op->getResult(0), std::move(result));
}

//===----------------------------------------------------------------------===//
// Elements of other tiles
//===----------------------------------------------------------------------===//

/// Where an element comes from: a tile and its number there.
using Origin = std::pair<const Tile *, int64_t>;

/// Makes the buffers of pointers those of where they come from: element i is
/// `origin(i)`, in one of `tiles`.
template <typename Fn>
void carryBuffers(Tile &result, llvm::ArrayRef<const Tile *> tiles, Fn origin) {
  int32_t buffer = tiles.front()->provenance.buffer;
  if (llvm::all_of(tiles, [&](const Tile *tile) {
        return tile->hasOneBuffer() && tile->provenance.buffer == buffer;
      })) {
    result.provenance.buffer = buffer;
    return;
  }
  int32_t *buffers = result.makeBuffers();
  for (int64_t i = 0; i < result.size; ++i) {
    auto [tile, from] = origin(i);
    buffers[i] = tile->bufferOf(from);
  }
}

/// Does the same to the marks of what wrapped.
template <typename Fn>
void carryWraps(Tile &result, llvm::ArrayRef<const Tile *> tiles, Fn origin) {
  if (llvm::none_of(tiles, [](const Tile *tile) { return tile->wraps(); }))
    return;
  uint16_t *wraps = result.makeWraps();
  for (int64_t i = 0; i < result.size; ++i) {
    auto [tile, from] = origin(i);
    wraps[i] = tile->wrapOf(from);
  }
}

/// result[i] = element source(i) of `a`, whatever the elements are.
template <typename Fn>
Tile pickElements(const Tile &a, llvm::ArrayRef<int64_t> shape, int64_t size,
                  Fn source) {
  Tile result(a.kind, shape, size);
  withBits(a.kind, [&](auto zero) {
    using Bits = decltype(zero);
    for (int64_t i = 0; i < size; ++i)
      result.data<Bits>()[i] = a.data<Bits>()[source(i)];
  });
  auto origin = [&](int64_t i) { return Origin(&a, source(i)); };
  carryBuffers(result, &a, origin);
  carryWraps(result, &a, origin);
  return result;
}

} // namespace minitc

#endif // MINITC_LIB_INTERPRETER_ELEMENTWISE_H
