//===- SharedLayout.cpp - Shared memory between two layouts ---------------===//
//
// Chooses where in shared memory each element goes, so that a tile can be
// stored in one layout and loaded in another by wide accesses without bank
// conflicts, and measures such accesses.
//
// Source of the construction: Linear Layouts, arXiv 2505.23819, section on
// optimal swizzling.
//
//===----------------------------------------------------------------------===//

#include "minitc/Layout/LinearLayout.h"

#include <algorithm>
#include <cassert>

using namespace minitc;

//===----------------------------------------------------------------------===//
// The hardware
//===----------------------------------------------------------------------===//

/// log2 of the bytes in a word of a bank, in one row of all 32 banks, and in
/// the widest access.
static constexpr unsigned wordBits = 2;
static constexpr unsigned rowBits = 7;
static constexpr unsigned widestAccessBits = 4;

static unsigned log2Bytes(unsigned elementBytes) {
  assert(elementBytes && (elementBytes & (elementBytes - 1)) == 0 &&
         elementBytes <= 8 && "an element is 1, 2, 4 or 8 bytes");
  return __builtin_ctz(elementBytes);
}

/// log2 of the elements of the widest access.
static unsigned maxVectorBits(unsigned elementBytes) {
  return widestAccessBits - log2Bytes(elementBytes);
}

/// log2 of the elements that share a word.
static unsigned elementsInWordBits(unsigned elementBytes) {
  return wordBits - std::min(wordBits, log2Bytes(elementBytes));
}

/// The lane bases of one wavefront, the lanes served together: all 32 up to 4
/// bytes a lane, 16 for 8 bytes, 8 for 16 bytes.
static Bases wavefrontLanes(const LinearLayout &layout, unsigned vectorBits,
                            unsigned elementBytes) {
  unsigned accessBits = vectorBits + log2Bytes(elementBytes);
  size_t laneBits = rowBits - std::max(wordBits, accessBits);
  Bases lanes = layout.bases(InDim::Lane);
  lanes.resize(std::min(lanes.size(), laneBits));
  return lanes;
}

//===----------------------------------------------------------------------===//
// Measuring
//===----------------------------------------------------------------------===//

namespace {

/// The offsets that the bits of a distributed layout's places stand for.
struct Offsets {
  Bases registers;
  /// Lanes, warps and blocks.
  Bases threads;
};

} // namespace

static Offsets offsetsOf(const LinearLayout &distributed,
                         const LinearLayout &shared) {
  std::optional<Bases> offsets =
      f2::rightInverse(shared.bases(InDim::Offset), shared.numElementBits());
  assert(offsets && "a shared layout holds every element");
  LinearLayout composed = distributed.compose(*offsets, distributed.shape());
  Offsets result;
  result.registers = composed.bases(InDim::Register);
  for (InDim dim : {InDim::Lane, InDim::Warp, InDim::Block})
    result.threads.insert(result.threads.end(), composed.bases(dim).begin(),
                          composed.bases(dim).end());
  return result;
}

/// log2 of sharedVectorWidth, with the register bits taken in this order.
static unsigned vectorBitsOf(const Offsets &offsets,
                             const std::vector<unsigned> &order,
                             unsigned elementBytes) {
  unsigned count = 0;
  unsigned limit = std::min<size_t>(maxVectorBits(elementBytes), order.size());
  while (count < limit && offsets.registers[order[count]] == 1u << count)
    ++count;
  // An access starts at a multiple of its width in every thread and for every
  // other register: their offsets leave the low bits alone.
  uint32_t touched = 0;
  for (size_t i = count; i < order.size(); ++i)
    touched |= offsets.registers[order[i]];
  for (uint32_t offset : offsets.threads)
    touched |= offset;
  touched &= (1u << count) - 1;
  return touched ? __builtin_ctz(touched) : count;
}

/// The register bits that are neighbouring offsets first, then the others.
static std::vector<unsigned> vectorOrder(const Offsets &offsets,
                                         unsigned elementBytes) {
  const Bases &registers = offsets.registers;
  std::vector<unsigned> order;
  for (unsigned bit = 0; bit < maxVectorBits(elementBytes); ++bit) {
    auto found = std::find(registers.begin(), registers.end(), 1u << bit);
    if (found == registers.end())
      break;
    order.push_back(found - registers.begin());
  }
  for (unsigned bit = 0; bit < registers.size(); ++bit)
    if (std::find(order.begin(), order.end(), bit) == order.end())
      order.push_back(bit);
  return order;
}

uint32_t minitc::sharedVectorWidth(const LinearLayout &distributed,
                                   const LinearLayout &shared,
                                   unsigned elementBytes) {
  Offsets offsets = offsetsOf(distributed, shared);
  std::vector<unsigned> order;
  for (unsigned bit = 0; bit < offsets.registers.size(); ++bit)
    order.push_back(bit);
  return 1u << vectorBitsOf(offsets, order, elementBytes);
}

std::vector<unsigned>
minitc::vectorRegisterOrder(const LinearLayout &distributed,
                            const LinearLayout &shared, unsigned elementBytes) {
  return vectorOrder(offsetsOf(distributed, shared), elementBytes);
}

unsigned minitc::bankConflicts(const LinearLayout &distributed,
                               const LinearLayout &shared,
                               unsigned elementBytes) {
  Offsets offsets = offsetsOf(distributed, shared);
  unsigned vectorBits =
      vectorBitsOf(offsets, vectorOrder(offsets, elementBytes), elementBytes);

  // The byte addresses that one wavefront touches, as bases.
  Bases bytes;
  for (unsigned i = 0; i < vectorBits + log2Bytes(elementBytes); ++i)
    bytes.push_back(1u << i);
  size_t numLanes =
      wavefrontLanes(distributed, vectorBits, elementBytes).size();
  for (size_t i = 0; i < numLanes; ++i)
    bytes.push_back(offsets.threads[i] * elementBytes);

  // Words in one bank are the words that differ in their row alone, and there
  // are as many in each bank touched.
  Bases words, banks;
  for (uint32_t byte : bytes) {
    words.push_back(byte >> wordBits);
    banks.push_back((byte & ((1u << rowBits) - 1)) >> wordBits);
  }
  return 1u << (f2::rank(words) - f2::rank(banks));
}

//===----------------------------------------------------------------------===//
// Choosing
//===----------------------------------------------------------------------===//

static Bases concat(std::initializer_list<Bases> parts) {
  Bases result;
  for (const Bases &part : parts)
    result.insert(result.end(), part.begin(), part.end());
  return result;
}

/// The columns of `a` without those equal to one of `b`.
static Bases without(const Bases &a, const Bases &b) {
  Bases result;
  for (uint32_t column : a)
    if (std::find(b.begin(), b.end(), column) == b.end())
      result.push_back(column);
  return result;
}

/// The register bases that can be the low bits of an offset: those that no sum
/// of the layout's other bases touches. A vector along them is in one piece and
/// aligned in every thread.
static Bases vectorCandidates(const LinearLayout &layout) {
  Bases columns = layout.matrix(), result;
  for (size_t i = 0; i < layout.bases(InDim::Register).size(); ++i) {
    Bases others = columns;
    others.erase(others.begin() + i);
    if (!f2::inSpan(others, columns[i]))
      result.push_back(columns[i]);
  }
  return result;
}

/// The same for vectors of two layouts at once.
static Bases commonVectorCandidates(const LinearLayout &store,
                                    const LinearLayout &load) {
  Bases ofLoad = vectorCandidates(load), result;
  for (uint32_t basis : vectorCandidates(store)) {
    if (std::find(ofLoad.begin(), ofLoad.end(), basis) == ofLoad.end())
      continue;
    Bases others = concat(
        {without(store.matrix(), {basis}), without(load.matrix(), {basis})});
    if (!f2::inSpan(others, basis))
      result.push_back(basis);
  }
  return result;
}

/// The largest subspace of the span of `space` that meets the spans of `p` and
/// `q`, both inside it, in zero alone: what neither reaches, then sums of one
/// basis from the part that only `p` reaches and one that only `q` reaches.
static Bases avoiding(const Bases &space, const Bases &p, const Bases &q) {
  Bases common = f2::intersection(p, q);
  Bases onlyP = f2::extend(common, p), onlyQ = f2::extend(common, q);
  Bases result = f2::extend(concat({p, q}), space);
  for (size_t i = 0; i < std::min(onlyP.size(), onlyQ.size()); ++i)
    result.push_back(onlyP[i] ^ onlyQ[i]);
  return result;
}

namespace {

/// Builds one shared layout: offset bits in the order vector, bank, row. All
/// spaces are spans of elements.
///
/// With V the bases of the vector, every basis above them comes from the span
/// of what the layouts hold besides V. So the vector bits of an offset depend
/// on the vector's registers alone, and accesses are aligned. Two lanes of a
/// wavefront meet in a bank just if their difference, up to what one word or
/// one vector spans, is a nonzero sum of row bits; so the row bits are chosen
/// to avoid the spans of both wavefronts.
class SharedLayoutBuilder {
public:
  /// `wide` is the side whose accesses may be made wider than the other's.
  SharedLayoutBuilder(const LinearLayout &wide, const LinearLayout &narrow,
                      unsigned elementBytes)
      : wide(wide), narrow(narrow), elementBytes(elementBytes),
        numBits(wide.numElementBits()) {
    // Completed by units, in case some element is held nowhere.
    all = concat({wide.bases(InDim::Lane), wide.bases(InDim::Register),
                  wide.bases(InDim::Warp), wide.bases(InDim::Block)});
    all = concat({all, f2::complement(all, numBits)});
    setVector(commonVectorCandidates(wide, narrow));
    numCommon = vector.size();
  }

  /// Widens the wide side's accesses while the other side stays free of
  /// conflicts; returns by how many bits.
  unsigned widen() {
    for (uint32_t basis : without(vectorCandidates(wide), vector)) {
      if (vector.size() == maxVectorBits(elementBytes))
        break;
      Bases before = vector;
      setVector(concat({vector, {basis}}));
      if (rows().size() < numRowBits())
        setVector(before);
    }
    return vector.size() - numCommon;
  }

  LinearLayout build() const {
    Bases low = word(), high = rows();
    high.resize(std::min(high.size(), numRowBits()));
    Bases banks = f2::extend(concat({low, high}), rest);
    return LinearLayout::shared(wide.shape(), concat({low, banks, high}));
  }

private:
  void setVector(Bases bases) {
    bases.resize(std::min<size_t>(bases.size(), maxVectorBits(elementBytes)));
    vector = std::move(bases);
    rest = without(all, vector);
  }

  size_t numRowBits() const {
    unsigned inRow = rowBits - log2Bytes(elementBytes);
    return numBits - std::min(numBits, inRow);
  }

  /// The vector, filled up to a word: a wavefront is free to touch all of a
  /// word.
  Bases word() const {
    Bases filling = f2::extend({}, rest);
    size_t wanted =
        std::max<size_t>(elementsInWordBits(elementBytes), vector.size()) -
        vector.size();
    filling.resize(std::min(filling.size(), wanted));
    return concat({vector, filling});
  }

  /// All candidates for row bits: independent, and at least numRowBits() of
  /// them where no conflict is needed.
  Bases rows() const {
    Bases low = word();
    Bases filling(low.begin() + vector.size(), low.end());
    Bases wideReach =
        concat({filling, wavefrontLanes(wide, vector.size(), elementBytes)});
    Bases narrowReach =
        concat({low, wavefrontLanes(narrow, numCommon, elementBytes)});
    return avoiding(f2::extend({}, rest), f2::extend({}, wideReach),
                    f2::intersection(narrowReach, rest));
  }

  const LinearLayout &wide;
  const LinearLayout &narrow;
  unsigned elementBytes;
  unsigned numBits;
  /// Bases that span the tile: the wide side's, lanes first.
  Bases all;
  Bases vector;
  /// The part of the vector that both sides have.
  size_t numCommon = 0;
  /// `all` without the vector.
  Bases rest;
};

} // namespace

LinearLayout minitc::chooseSharedLayout(const LinearLayout &store,
                                        const LinearLayout &load,
                                        unsigned elementBytes) {
  assert(store.shape() == load.shape() && "one tile is stored and loaded");
  SharedLayoutBuilder wideStore(store, load, elementBytes);
  SharedLayoutBuilder wideLoad(load, store, elementBytes);
  bool loadGains = wideLoad.widen() > wideStore.widen();
  return (loadGains ? wideLoad : wideStore).build();
}
