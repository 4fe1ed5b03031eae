//===- Atomics.cpp - Atomic memory access ---------------------------------===//
//
// A kernel with atomics runs its instances one after another, so reading,
// changing and writing back is one step as it is.
//
//===----------------------------------------------------------------------===//

#include "FloatOrder.h"
#include "MemoryOp.h"

#include "minitc/Dialect/TC/IR/TC.h"

using namespace mlir;
using namespace minitc;

/// What memory holds after an integer atomic; `Bits` is unsigned.
template <typename Bits>
static Bits changeInteger(tc::AtomicKind kind, Bits old, Bits value) {
  using Signed = std::make_signed_t<Bits>;
  switch (kind) {
  case tc::AtomicKind::And:
    return old & value;
  case tc::AtomicKind::Or:
    return old | value;
  case tc::AtomicKind::Xor:
    return old ^ value;
  case tc::AtomicKind::Add:
    return old + value;
  case tc::AtomicKind::Max:
    return std::max(Signed(old), Signed(value));
  case tc::AtomicKind::Min:
    return std::min(Signed(old), Signed(value));
  case tc::AtomicKind::UMax:
    return std::max(old, value);
  case tc::AtomicKind::UMin:
    return std::min(old, value);
  default:
    return value; // xchg
  }
}

/// What memory holds after a float atomic, before it is rounded.
template <typename T>
static T changeFloat(tc::AtomicKind kind, T old, T value) {
  switch (kind) {
  case tc::AtomicKind::FAdd:
    return old + value;
  case tc::AtomicKind::FMax:
    return maximumNumber(old, value);
  default:
    return minimumNumber(old, value); // fmin
  }
}

template <typename Stored> static Stored read(const char *from) {
  Stored stored;
  memcpy(&stored, from, sizeof(stored));
  return stored;
}

template <typename Stored> static void write(char *to, Stored stored) {
  memcpy(to, &stored, sizeof(stored));
}

static bool isFloatKind(tc::AtomicKind kind) {
  return kind == tc::AtomicKind::FAdd || kind == tc::AtomicKind::FMax ||
         kind == tc::AtomicKind::FMin;
}

/// Changes what is at `place` and writes the old value to element i of `old`.
static void change(tc::AtomicKind kind, char *place, const Tile &value,
                   Tile &old, int64_t i) {
  if (isFloatKind(kind))
    return withFloat(value.kind, [&](auto element) {
      using T = decltype(element);
      using Stored = typename T::Stored;
      old.data<Stored>()[i] = read<Stored>(place);
      write<Stored>(place,
                    T::store(changeFloat(kind, T::load(old.data<Stored>()[i]),
                                         T::load(value.data<Stored>()[i]))));
    });
  withBits(value.kind, [&](auto zero) {
    using Bits = decltype(zero);
    old.data<Bits>()[i] = read<Bits>(place);
    write<Bits>(place, changeInteger<Bits>(kind, old.data<Bits>()[i],
                                           value.data<Bits>()[i]));
  });
}

/// Runs `fn(place, i)` for each active lane of an atomic op, in the order that
/// the op asks for: what the instance did before a release comes before it,
/// and what it does after an acquire comes after it.
template <typename OpTy, typename Fn>
static void inOrder(Instance &in, OpTy op, const Tile *mask, unsigned bytes,
                    Fn fn) {
  const Tile &pointers = in.get(op.getPtr());
  bool isShared = op.getScope() != tc::MemoryScope::CTA;
  bool acquires = op.acquires(), releases = op.releases();
  if (releases)
    in.barrier();
  MemoryOp memory(in, op, AccessMode::Atomic, pointers, bytes,
                  {isShared, isShared && acquires, isShared && releases});
  for (int64_t i = 0; i < pointers.size && !in.isStopped(); ++i)
    if (!mask || mask->data<uint8_t>()[i])
      if (char *place = memory.at(i))
        fn(place, i);
  if (acquires || releases)
    in.barrier();
}

/// Yields what memory held before; 0 where masked off.
static void atomicRMW(Instance &in, tc::AtomicRMWOp op) {
  const Tile &value = in.get(op.getValue());
  const Tile *mask = op.getMask() ? &in.get(op.getMask()) : nullptr;
  Tile old(value.kind, value.shape, value.size);
  inOrder(in, op, mask, bytesOf(value.kind), [&](char *place, int64_t i) {
    change(op.getKind(), place, value, old, i);
  });
  in.set(op.getResult(), std::move(old));
}

/// Yields what memory held before.
static void atomicCAS(Instance &in, tc::AtomicCASOp op) {
  const Tile &compare = in.get(op.getCompare()), &value = in.get(op.getValue());
  Tile old(value.kind, value.shape, value.size);
  inOrder(in, op, nullptr, bytesOf(value.kind), [&](char *place, int64_t i) {
    withBits(value.kind, [&](auto zero) {
      using Bits = decltype(zero);
      old.data<Bits>()[i] = read<Bits>(place);
      if (old.data<Bits>()[i] == compare.data<Bits>()[i])
        write(place, value.data<Bits>()[i]);
    });
  });
  in.set(op.getResult(), std::move(old));
}

void minitc::addAtomicOps(OpTable &table) {
  table.add<tc::AtomicRMWOp, atomicRMW>();
  table.add<tc::AtomicCASOp, atomicCAS>();
}
