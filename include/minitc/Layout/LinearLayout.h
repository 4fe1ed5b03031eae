//===- LinearLayout.h - Where each element of a tile lives ------*- C++ -*-===//
//
// A linear layout maps the bits of a place to the bits of a tile coordinate,
// over F2 (bits with XOR as addition). It is the only kind of layout in the
// compiler: blocked, sliced, tensor-core and swizzled shared layouts are all
// built by small factory functions that return one.
//
// Source: Linear Layouts: Robust Code Generation of Efficient Tensor
// Computation Using F2, arXiv 2505.23819.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LAYOUT_LINEARLAYOUT_H
#define MINITC_LAYOUT_LINEARLAYOUT_H

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace minitc {

/// What the input bits of a layout count. A distributed layout (a value held
/// by threads) uses Register, Lane, Warp and Block; a shared-memory layout
/// uses Offset alone.
enum class InDim : uint8_t { Register, Lane, Warp, Block, Offset };
constexpr unsigned numInDims = 5;

/// The images of the bits of one input dimension, bit 0 first. Each is an
/// element of the tile as its row-major index; since every tile dimension is a
/// power of two, the bits of that index are the bits of the coordinates side
/// by side, and reshaping a tile leaves the bases as they are.
using Bases = std::vector<uint32_t>;

class LinearLayout {
public:
  LinearLayout() = default;

  /// A layout of a tile of `shape` (each a power of two, at most 2^20 elements
  /// in all) whose bases are all empty.
  explicit LinearLayout(std::vector<int64_t> shape);

  /// A distributed layout from its bases.
  LinearLayout(std::vector<int64_t> shape, Bases registers, Bases lanes,
               Bases warps, Bases blocks = {});

  /// A shared-memory layout: the element at each offset (in elements).
  static LinearLayout shared(std::vector<int64_t> shape, Bases offsets);

  //===--- Factories ------------------------------------------------------===//

  /// The coalesced layout: `sizePerThread` elements along `order[0]` in
  /// registers, then lanes, then warps along `order[0]`, `order[1]`, ..., then
  /// the rest of the tile in registers, repeated in the same order. Lanes and
  /// warps that find no element left hold copies (zero bases). `order` lists
  /// the dimensions fastest first; `sizePerThread`, `numLanes` and `numWarps`
  /// are powers of two.
  static LinearLayout blocked(const std::vector<int64_t> &shape,
                              const std::vector<unsigned> &order,
                              unsigned sizePerThread, unsigned numLanes,
                              unsigned numWarps);

  /// Every thread holds the whole tile, in row-major order.
  static LinearLayout replicated(const std::vector<int64_t> &shape,
                                 unsigned numLanes, unsigned numWarps);

  /// The row-major shared layout without swizzle.
  static LinearLayout rowMajorShared(const std::vector<int64_t> &shape);

  //===--- Reading --------------------------------------------------------===//

  const std::vector<int64_t> &shape() const { return dims; }
  unsigned rank() const { return dims.size(); }
  /// Elements of the tile.
  uint32_t numElements() const;
  /// log2 of numElements: the bits of a row-major index.
  unsigned numElementBits() const;
  const Bases &bases(InDim dim) const { return in[unsigned(dim)]; }
  /// 2^(number of bases).
  uint32_t size(InDim dim) const { return 1u << bases(dim).size(); }

  /// The element at one index of one input dimension, all others at zero.
  uint32_t apply(InDim dim, uint32_t index) const;
  /// The element (row-major index) that a thread's register holds.
  uint32_t apply(uint32_t reg, uint32_t lane, uint32_t warp,
                 uint32_t block = 0) const;

  /// Row-major index to coordinates and back.
  std::vector<int64_t> coordinates(uint32_t element) const;
  uint32_t element(const std::vector<int64_t> &coordinates) const;
  /// The bits of the row-major index that belong to dimension `dim`.
  uint32_t dimMask(unsigned dim) const;

  /// Indices of `dim` whose set bits are all in this mask hold what index 0
  /// holds: the mask of the zero bases.
  uint32_t freeMask(InDim dim) const;
  /// The bits of `dim` (lanes or warps) whose bases depend on the registers'
  /// and on lower lanes' and warps': the threads in which none is set hold
  /// every element, each in one thread; the others hold copies.
  uint32_t copyMask(InDim dim) const;
  /// Whether every element is held somewhere.
  bool isSurjective() const;
  /// Whether no element is held twice.
  bool isInjective() const;

  bool operator==(const LinearLayout &other) const;
  bool operator!=(const LinearLayout &other) const { return !(*this == other); }
  size_t hash() const;
  /// `{register = [[0, 1]], lane = [...], warp = [...]}`; a dimension without
  /// bases is left out, each basis is its coordinates.
  std::string str() const;

  //===--- Layouts of related tiles ---------------------------------------===//

  /// The same places for the tile under another shape of as many elements.
  LinearLayout reshape(const std::vector<int64_t> &shape) const;
  /// The tile with its dimensions permuted: result dimension i is this
  /// layout's dimension `order[i]`.
  LinearLayout transpose(const std::vector<unsigned> &order) const;
  LinearLayout inverseTranspose(const std::vector<unsigned> &order) const;
  /// A dimension of size 1 inserted before `axis`.
  LinearLayout expandDims(unsigned axis) const;
  /// A dimension of size 1 removed.
  LinearLayout dropUnitDim(unsigned axis) const;
  /// The layout of the result of a reduction over `axis`: that dimension is
  /// projected away and registers that have become copies are dropped.
  LinearLayout slice(unsigned axis) const;
  /// The layout of the operand of a broadcast to this layout's tile, whose
  /// shape has 1 where the result is stretched: those dimensions are projected
  /// to 0 and registers that have become copies are dropped.
  LinearLayout broadcastOperand(const std::vector<int64_t> &shape) const;
  /// The layout of two tiles like this one as one of `shape`, in which bit
  /// `bit` of the row-major index says which of them an element is from: a
  /// register bit of its own, the first if `bit` is 0, so that neighbours stay
  /// neighbours, else the last.
  LinearLayout join(const std::vector<int64_t> &shape, unsigned bit) const;
  /// The layout of the halves, of `shape`, that bit `bit` of the row-major
  /// index tells apart: the bit is projected away and registers that have
  /// become copies are dropped.
  LinearLayout half(const std::vector<int64_t> &shape, unsigned bit) const;
  /// Without the register bases that depend on earlier ones (their registers
  /// are copies of others in the same thread).
  LinearLayout withoutDuplicateRegisters() const;
  /// With the register bases put in another order: new bit i is old bit
  /// `order[i]`.
  LinearLayout permuteRegisters(const std::vector<unsigned> &order) const;

  //===--- Algebra --------------------------------------------------------===//

  /// All bases side by side, register first, then lane, warp, block (or the
  /// offsets): the matrix of the map.
  Bases matrix() const;

  /// Composition with a map of elements: basis x becomes `map` applied to x,
  /// `map` given by its images of the bits of the row-major index.
  LinearLayout compose(const Bases &map,
                       const std::vector<int64_t> &shape) const;

  /// How many elements, starting at register 0 and going up by one register,
  /// are neighbours along `dim`: a power of two. Holds from any register whose
  /// index is a multiple of it.
  uint32_t contiguousRegisters(unsigned dim) const;

private:
  std::vector<int64_t> dims;
  std::array<Bases, numInDims> in;
};

//===--- Linear algebra over F2 -------------------------------------------===//

namespace f2 {
/// XOR of the columns selected by the bits of `x`.
uint32_t apply(const Bases &columns, uint32_t x);
unsigned rank(const Bases &columns);
/// Some x with apply(columns, x) == y (free bits zero), or none.
std::optional<uint32_t> solve(const Bases &columns, uint32_t y);
/// x with apply(columns, x) == unit bit i, for each i < numBits; none unless
/// the columns span all of them. A right inverse: free bits are zero, so the
/// lowest-numbered independent columns are preferred.
std::optional<Bases> rightInverse(const Bases &columns, unsigned numBits);
/// A basis of the span's complement in `numBits` bits, of unit vectors.
Bases complement(const Bases &columns, unsigned numBits);
/// The candidates, in order, that depend neither on `columns` nor on an earlier
/// candidate: what extends the span of `columns` to that of both.
Bases extend(const Bases &columns, const Bases &candidates);
/// Every sum of columns, each once, 0 first.
std::vector<uint32_t> span(const Bases &columns);
/// A basis of the intersection of two spans. A column of `b` that is in the
/// span of `a` is taken as it is.
Bases intersection(const Bases &a, const Bases &b);
/// Whether y is in the span.
bool inSpan(const Bases &columns, uint32_t y);
/// x with a zero put in at `bit`; the bits from there on move up.
uint32_t insertZero(uint32_t x, unsigned bit);
/// x with `bit` taken out; the bits above move down.
uint32_t removeBit(uint32_t x, unsigned bit);
} // namespace f2

//===--- Conversion between two layouts of one tile -----------------------===//

/// What moving a tile from one distributed layout to another takes.
enum class ConversionKind {
  Identity,    ///< the same registers in the same threads
  Registers,   ///< registers renamed within each thread
  WarpShuffle, ///< values change lanes within a warp
  SharedMemory ///< values change warps, or a shuffle would cost more
};

/// How the destination's place (register, lane, warp) finds its source:
/// `regFrom*`, `laneFrom*` give, for each bit of the destination's register,
/// lane and warp index, the bits it contributes (by XOR) to the source's
/// register and lane index. Valid for Identity, Registers and WarpShuffle,
/// where the source warp is the destination warp; empty for SharedMemory. With
/// Registers the source lane is the destination lane, but the source register
/// may still depend on lane and warp (`candidates()` above 1): a thread then
/// selects among its registers.
struct ConversionPlan {
  ConversionKind kind = ConversionKind::SharedMemory;
  Bases regFromReg, regFromLane, regFromWarp;
  Bases laneFromReg, laneFromLane, laneFromWarp;

  /// Source register for a destination register at lane 0 and warp 0.
  uint32_t sourceRegister(uint32_t reg) const;
  /// How many distinct source registers one shuffled destination register may
  /// ask for, over all lanes and warps: 2^rank. The shuffle costs that many
  /// instructions for each destination register. Those of register `reg` are
  /// sourceRegister(reg) XOR the span of regFromLane and regFromWarp.
  uint32_t candidates() const;
};

/// Plans the conversion. The plan chosen moves no value that is already in the
/// right thread. A shuffle is chosen only while `candidates()` is at most
/// `maxCandidates`. Both layouts must be surjective and of one shape. Layouts
/// for different numbers of threads, or whose block bases differ, always go
/// through shared memory.
ConversionPlan planConversion(const LinearLayout &from, const LinearLayout &to,
                              unsigned maxCandidates = 2);

//===--- Gathers ----------------------------------------------------------===//

/// How a thread finds element [..., index, ...] of a tile held in one layout
/// for each place of a result held in another, where each warp holds all that
/// it asks for. The source's register is sourceRegister(result's register) XOR
/// the index's part, its lane the thread's own, with the bits of `indexLanes`
/// replaced by the index's part.
struct GatherPlan {
  /// The source's register for each bit of the result's register, at index 0.
  Bases regFromReg;
  /// What each bit of the index contributes: to the register, or to the lane.
  Bases regFromIndex, laneFromIndex;

  uint32_t sourceRegister(uint32_t reg) const;
  /// The lane bits that the index decides.
  uint32_t indexLanes() const;
  /// Whether every thread holds all that it asks for.
  bool isInThread() const { return indexLanes() == 0; }
  /// How many registers an index chooses from.
  uint32_t candidates() const;
};

/// Plans a gather along `axis` of a tile in `source` for a result in `result`,
/// whose shapes differ in that dimension alone; none where some thread would
/// have to ask another warp, or some lane of its warp that the index alone does
/// not tell.
std::optional<GatherPlan> planGather(const LinearLayout &source,
                                     const LinearLayout &result, unsigned axis);

/// The shared-memory layout for storing a tile in layout `store` and loading
/// it in layout `load`, `elementBytes` (a power of two up to 8) bytes an
/// element: accesses as wide as both allow (at most 16 bytes) and, where the
/// algebra allows it, free of bank conflicts on both sides (32 banks of 4
/// bytes). Construction: arXiv 2505.23819, section on optimal swizzling. The
/// result is a bijection; if both layouts are surjective it is always free of
/// conflicts. One side's accesses are made wider still where that costs none.
LinearLayout chooseSharedLayout(const LinearLayout &store,
                                const LinearLayout &load,
                                unsigned elementBytes);

/// How many consecutive registers of `distributed`, starting at a multiple,
/// are consecutive offsets of `shared`: the width, in elements, of its vector
/// accesses; at most 16 bytes. The first argument may need its registers
/// permuted first: see `vectorRegisterOrder`.
uint32_t sharedVectorWidth(const LinearLayout &distributed,
                           const LinearLayout &shared, unsigned elementBytes);

/// An order of the register bits of `distributed` (for permuteRegisters) that
/// makes sharedVectorWidth as large as it can be.
std::vector<unsigned> vectorRegisterOrder(const LinearLayout &distributed,
                                          const LinearLayout &shared,
                                          unsigned elementBytes);

/// The largest number of distinct 4-byte words in one bank that one wavefront
/// of a warp touches when accessing `shared` from `distributed`, registers in
/// `vectorRegisterOrder`: 1 means free of conflicts. Lanes that access the same
/// word do not conflict. A wavefront is 32 lanes up to 4 bytes an access, 16
/// lanes at 8 bytes, 8 lanes at 16 bytes.
unsigned bankConflicts(const LinearLayout &distributed,
                       const LinearLayout &shared, unsigned elementBytes);

} // namespace minitc

#endif // MINITC_LAYOUT_LINEARLAYOUT_H
