//===- Scan.cpp - Scans within a warp, and carries ------------------------===//
//
// A scan works from the lowest bits of the axis up, a segment of register or of
// lane bits at a time: each scans the totals of the segment below, and what
// comes before each total is combined with every element under it. `reverse`
// walks each segment from its end; nothing moves for it.
//
//===----------------------------------------------------------------------===//

#include "Combiner.h"
#include "Patterns.h"
#include "VectorUtils.h"

#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TCG/IR/TCG.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include <map>

using namespace mlir;
using minitc::Bases;
using minitc::InDim;
using minitc::LinearLayout;

namespace {

/// Neighbouring bits of the axis that are all register bits or all lane bits.
struct Segment {
  bool isLanes;
  /// Which bits of the register or lane index they are, lowest bit of the axis
  /// first.
  SmallVector<unsigned> bits;
};

/// The axis from its lowest bit up, or none where it is in more than registers
/// and lanes, or in a sum of their bits, or where its order in the lanes is not
/// theirs.
std::optional<SmallVector<Segment>> segmentsOf(const LinearLayout &layout,
                                               unsigned axis) {
  SmallVector<Segment> segments;
  uint32_t mask = layout.dimMask(axis);
  for (uint32_t bit = mask & -mask; bit & mask; bit <<= 1) {
    std::optional<std::pair<bool, unsigned>> found;
    for (InDim dim : {InDim::Register, InDim::Lane, InDim::Warp})
      for (auto [index, basis] : llvm::enumerate(layout.bases(dim))) {
        if ((basis & bit) == 0)
          continue;
        if (found || basis != bit || dim == InDim::Warp)
          return std::nullopt;
        found = {dim == InDim::Lane, index};
      }
    if (!found)
      return std::nullopt;
    if (segments.empty() || segments.back().isLanes != found->first)
      segments.push_back({found->first, {}});
    segments.back().bits.push_back(found->second);
  }
  for (const Segment &segment : segments)
    if (segment.isLanes && !llvm::is_sorted(segment.bits))
      return std::nullopt;
  return segments;
}

/// The bits of `index` at `bits`, side by side.
uint32_t extractBits(uint32_t index, ArrayRef<unsigned> bits) {
  uint32_t result = 0;
  for (auto [i, bit] : llvm::enumerate(bits))
    result |= (index >> bit & 1) << i;
  return result;
}

/// The opposite: the low bits of `value` put at `bits`.
uint32_t depositBits(uint32_t value, ArrayRef<unsigned> bits) {
  uint32_t result = 0;
  for (auto [i, bit] : llvm::enumerate(bits))
    result |= (value >> i & 1) << bit;
  return result;
}

/// The elements at `indices` of each vector.
SmallVector<Value> shuffleAll(LoweringBuilder &b, ArrayRef<Value> vectors,
                              ArrayRef<int32_t> indices) {
  return llvm::map_to_vector(
      vectors, [&](Value vector) { return b.shuffle(vector, indices); });
}

/// Scans the tiles that a warp holds, segment by segment.
class WarpScan {
public:
  WarpScan(LoweringBuilder &b, Combiner &combiner, bool isReverse,
           unsigned numRegisterBits, ArrayRef<Value> values)
      : b(b), combiner(combiner), isReverse(isReverse),
        count(1u << numRegisterBits), prefixes(values), totals(values) {
    for (unsigned bit = 0; bit < numRegisterBits; ++bit)
      kept.push_back(bit);
  }

  SmallVector<Value> run(ArrayRef<Segment> segments) {
    for (const Segment &segment : segments) {
      bool isFirst = &segment == segments.begin();
      bool isLast = &segment == std::prev(segments.end());
      if (segment.isLanes)
        scanLanes(segment.bits, isFirst, isLast);
      else
        scanRegisters(segment.bits, isFirst);
    }
    return prefixes;
  }

private:
  LoweringBuilder &b;
  Combiner &combiner;
  bool isReverse;
  /// Registers of a thread.
  unsigned count;
  /// What is scanned so far: for each register, all before it under the next
  /// segment.
  SmallVector<Value> prefixes;
  /// The totals of what is scanned so far, an element for each value of the
  /// register bits in `kept`, which no segment has had yet.
  SmallVector<Value> totals;
  SmallVector<unsigned> kept;

  SmallVector<Value> fromLane(ArrayRef<Value> values, Value lane) {
    return llvm::map_to_vector(values, [&](Value value) {
      SmallVector<Value> elements = b.explode(value);
      for (Value &element : elements)
        element = b.shuffleIndex(element, lane);
      return b.fromElements(elements);
    });
  }

  SmallVector<Value> selectAll(Value condition, ArrayRef<Value> yes,
                               ArrayRef<Value> no) {
    return llvm::map_to_vector(llvm::zip(yes, no), [&](auto pair) {
      return b.select(condition, std::get<0>(pair), std::get<1>(pair));
    });
  }

  void scanRegisters(ArrayRef<unsigned> bits, bool isFirstSegment) {
    SmallVector<unsigned> rest;
    for (unsigned bit : kept)
      if (!llvm::is_contained(bits, bit))
        rest.push_back(bit);
    uint32_t size = 1u << bits.size(), restSize = 1u << rest.size();
    uint32_t first = isReverse ? size - 1 : 0, last = size - 1 - first;
    auto before = [&](uint32_t i) { return isReverse ? i + 1 : i - 1; };

    // running[i]: all up to index i of the segment.
    SmallVector<SmallVector<Value>> running(size);
    for (uint32_t step = 0; step < size; ++step) {
      uint32_t i = isReverse ? size - 1 - step : step;
      SmallVector<int32_t> indices;
      for (uint32_t r = 0; r < restSize; ++r)
        indices.push_back(
            extractBits(depositBits(i, bits) | depositBits(r, rest), kept));
      running[i] = shuffleAll(b, totals, indices);
      if (i != first)
        running[i] = combiner.combine(running[before(i)], running[i]);
    }
    SmallVector<Value> all;
    for (unsigned tile = 0; tile < totals.size(); ++tile)
      all.push_back(b.concat(llvm::map_to_vector(
          running, [&](ArrayRef<Value> part) { return part[tile]; })));
    auto position = [&](uint32_t i, uint32_t reg) {
      return int32_t(i * restSize + extractBits(reg, rest));
    };
    SmallVector<int32_t> own, carried, merged;
    for (uint32_t reg = 0; reg < count; ++reg) {
      uint32_t i = extractBits(reg, bits);
      own.push_back(position(i, reg));
      carried.push_back(position(i == first ? i : before(i), reg));
      merged.push_back(i == first ? reg : count + reg);
    }
    if (isFirstSegment) {
      prefixes = shuffleAll(b, all, own);
    } else {
      SmallVector<Value> combined =
          combiner.combine(shuffleAll(b, all, carried), prefixes);
      for (auto [prefix, value] : llvm::zip(prefixes, combined))
        prefix = b.shuffle(b.concat({prefix, value}), merged);
    }
    totals = running[last];
    kept = rest;
  }

  /// Each step joins pairs of scanned runs of lanes: those of the later run
  /// combine with the last lane of the earlier one.
  void scanLanes(ArrayRef<unsigned> bits, bool isFirstSegment,
                 bool isLastSegment) {
    Value lane = b.lane();
    uint32_t below = 0;
    for (unsigned bit : bits) {
      uint32_t own = 1u << bit;
      Value source = b.ori(b.andi(lane, b.i32(~(below | own))),
                           b.i32(isReverse ? own : below));
      Value isEarlier =
          b.equals(b.andi(lane, b.i32(own)), b.i32(isReverse ? own : 0));
      totals = selectAll(isEarlier, totals,
                         combiner.combine(fromLane(totals, source), totals));
      below |= own;
    }
    if (isFirstSegment)
      prefixes = totals;
    else
      carryFromLane(lane, below);
    if (isLastSegment)
      return;
    Value last =
        isReverse ? b.andi(lane, b.i32(~below)) : b.ori(lane, b.i32(below));
    totals = fromLane(totals, last);
  }

  /// Combines the total of the lane before with every element; `mask` is the
  /// segment's lane bits.
  void carryFromLane(Value lane, uint32_t mask) {
    // One less, or more, in the bits of the mask alone.
    auto add = [&](Value value, int64_t by) -> Value {
      return LLVM::AddOp::create(b.builder, b.loc, value, b.i32(by));
    };
    Value moved = isReverse ? add(b.ori(lane, b.i32(~mask)), 1)
                            : add(b.andi(lane, b.i32(mask)), -1);
    Value source =
        b.ori(b.andi(moved, b.i32(mask)), b.andi(lane, b.i32(~mask)));
    Value isFirst =
        b.equals(b.andi(lane, b.i32(mask)), b.i32(isReverse ? mask : 0));
    SmallVector<int32_t> indices;
    for (uint32_t reg = 0; reg < count; ++reg)
      indices.push_back(extractBits(reg, kept));
    SmallVector<Value> carries =
        shuffleAll(b, fromLane(totals, source), indices);
    prefixes =
        selectAll(isFirst, prefixes, combiner.combine(carries, prefixes));
  }
};

struct ScanPattern : OpConversionPattern<tc::ScanOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tc::ScanOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    LinearLayout layout = tcg::getLayout(op.getSourceType());
    std::optional<SmallVector<Segment>> segments =
        segmentsOf(layout, op.getAxis());
    if (!segments)
      return op.emitOpError("expected tcg-lower-collectives to have put the "
                            "axis in registers and sorted lanes, but got ")
             << op.getSourceType();
    LoweringBuilder b(rewriter, op.getLoc());
    Combiner combiner(op, b, *getTypeConverter());
    WarpScan scan(b, combiner, op.getReverse(),
                  layout.bases(InDim::Register).size(),
                  SmallVector<Value>(adaptor.getSources()));
    rewriter.replaceOp(op, scan.run(*segments));
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Carries
//===----------------------------------------------------------------------===//

/// Where each thread finds the totals that its elements ask for.
struct CarryPlan {
  /// The totals' register for each of the source's, in the first thread.
  SmallVector<uint32_t> totalOf;
  /// What each bit of the lane and of the warp adds to it, by XOR.
  Bases fromLane, fromWarp;
  /// The block of each of the source's registers, and what the lane and warp
  /// bits add to it, as bits of the totals' row-major index.
  SmallVector<uint32_t> blockOf;
  Bases blockFromLane, blockFromWarp;
};

/// None where the threads do not hold all totals of their elements' rows.
std::optional<CarryPlan> planCarry(const LinearLayout &source,
                                   const LinearLayout &totals, unsigned axis) {
  uint32_t blockMask = totals.dimMask(axis);
  for (uint32_t bit = blockMask & -blockMask; bit & blockMask; bit <<= 1)
    if (!minitc::f2::inSpan(totals.bases(InDim::Register), bit))
      return std::nullopt;
  auto toTotal = [&](uint32_t element) {
    std::vector<int64_t> at = source.coordinates(element);
    at.erase(at.begin() + axis + 1);
    return totals.element(at);
  };
  CarryPlan plan;
  auto addThreads = [&](InDim dim, Bases &registers, Bases &blocks) {
    if (source.size(dim) != totals.size(dim))
      return false;
    for (auto [ofSource, ofTotals] :
         llvm::zip(source.bases(dim), totals.bases(dim))) {
      uint32_t total = toTotal(ofSource);
      if (ofTotals != (total & ~blockMask))
        return false;
      registers.push_back(
          *minitc::f2::solve(totals.bases(InDim::Register), total & blockMask));
      blocks.push_back(total & blockMask);
    }
    return true;
  };
  if (!addThreads(InDim::Lane, plan.fromLane, plan.blockFromLane) ||
      !addThreads(InDim::Warp, plan.fromWarp, plan.blockFromWarp))
    return std::nullopt;
  for (uint32_t r = 0; r < source.size(InDim::Register); ++r) {
    uint32_t total = toTotal(source.apply(InDim::Register, r));
    std::optional<uint32_t> reg =
        minitc::f2::solve(totals.bases(InDim::Register), total);
    if (!reg)
      return std::nullopt;
    plan.totalOf.push_back(*reg);
    plan.blockOf.push_back(total & blockMask);
  }
  return plan;
}

struct CarryPattern : OpConversionPattern<tcg::CarryOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tcg::CarryOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = op.getSources().front().getType();
    Type totalType = op.getTotals().front().getType();
    LinearLayout totals = tcg::getLayout(totalType);
    std::optional<CarryPlan> plan =
        planCarry(tcg::getLayout(type), totals, op.getAxis());
    bool isOneLayout = llvm::all_of(op.getTotals().getTypes(), [&](Type other) {
      return tcg::getLayout(other) == totals;
    });
    if (!plan || !isOneLayout)
      return op.emitOpError("expected each thread to hold the totals of all "
                            "blocks in registers, but got ")
             << op.getTotals().getTypes() << " for " << type;
    LoweringBuilder b(rewriter, op.getLoc());
    Combiner combiner(op, b, *getTypeConverter());
    SmallVector<Value> before =
        combineBefore(b, combiner, totals, op.getAxis(), op.getReverse(),
                      SmallVector<Value>(adaptor.getTotals()));
    SmallVector<Value> carries;
    for (Value value : before)
      carries.push_back(chooseOwn(b, *plan, value));
    SmallVector<Value> sources(adaptor.getSources());
    SmallVector<Value> combined = combiner.combine(carries, sources);
    uint32_t first = op.getReverse() ? totals.dimMask(op.getAxis()) : 0;
    Value isFirst = isInBlock(b, *plan, first);
    SmallVector<Value> results;
    for (auto [source, value] : llvm::zip(sources, combined))
      results.push_back(b.select(isFirst, source, value));
    rewriter.replaceOp(op, results);
    return success();
  }

  /// For each register of the totals, what comes before its block; for those of
  /// the first block, anything.
  static SmallVector<Value> combineBefore(LoweringBuilder &b,
                                          Combiner &combiner,
                                          const LinearLayout &layout,
                                          unsigned axis, bool isReverse,
                                          ArrayRef<Value> totals) {
    uint32_t mask = layout.dimMask(axis), one = mask & -mask;
    uint32_t numBlocks = layout.shape()[axis];
    // The registers of each block, those of one row at one place.
    std::map<uint32_t, SmallVector<int32_t>> blocks;
    for (uint32_t r = 0; r < layout.size(InDim::Register); ++r) {
      uint32_t element = layout.apply(InDim::Register, r);
      if ((element & mask) == 0)
        for (uint32_t block = 0; block < numBlocks; ++block)
          blocks[block].push_back(*minitc::f2::solve(
              layout.bases(InDim::Register), element | block * one));
    }
    SmallVector<Value> running, parts;
    SmallVector<SmallVector<Value>> before(totals.size());
    SmallVector<int32_t> position(layout.size(InDim::Register));
    for (uint32_t step = 0; step < numBlocks; ++step) {
      ArrayRef<int32_t> registers =
          blocks[isReverse ? numBlocks - 1 - step : step];
      for (auto [i, reg] : llvm::enumerate(registers))
        position[reg] = step * registers.size() + i;
      SmallVector<Value> own = shuffleAll(b, totals, registers);
      for (auto [list, value] : llvm::zip(before, step ? running : own))
        list.push_back(value);
      if (step + 1 < numBlocks)
        running = step ? combiner.combine(running, own) : own;
    }
    return llvm::map_to_vector(before, [&](ArrayRef<Value> list) {
      return b.shuffle(b.concat(list), position);
    });
  }

  /// For each register of the source, the carry of its block.
  static Value chooseOwn(LoweringBuilder &b, const CarryPlan &plan,
                         Value carries) {
    Bases byThread(plan.fromLane);
    llvm::append_range(byThread, plan.fromWarp);
    Value wanted = b.applyToThread(plan.fromLane, plan.fromWarp);
    // Each total that is asked for is chosen once.
    std::map<uint32_t, int32_t> places;
    for (uint32_t total : plan.totalOf)
      places.insert({total, int32_t(places.size())});
    Value chosen;
    for (uint32_t candidate : minitc::f2::span(byThread)) {
      SmallVector<int32_t> indices(places.size());
      for (auto [total, place] : places)
        indices[place] = total ^ candidate;
      Value value = b.shuffle(carries, indices);
      chosen = chosen
                   ? b.select(b.equals(wanted, b.i32(candidate)), value, chosen)
                   : value;
    }
    SmallVector<int32_t> spread;
    for (uint32_t total : plan.totalOf)
      spread.push_back(places[total]);
    return b.shuffle(chosen, spread);
  }

  /// Whether each of the thread's elements is in `block`.
  static Value isInBlock(LoweringBuilder &b, const CarryPlan &plan,
                         uint32_t block) {
    Value ofThread = b.applyToThread(plan.blockFromLane, plan.blockFromWarp);
    std::map<uint32_t, Value> known;
    SmallVector<Value> conditions;
    for (uint32_t ofRegister : plan.blockOf) {
      Value &condition = known[ofRegister];
      if (!condition)
        condition = b.equals(ofThread, b.i32(block ^ ofRegister));
      conditions.push_back(condition);
    }
    return b.fromElements(conditions);
  }
};

} // namespace

void minitc::populateScanPatterns(const TypeConverter &converter,
                                  RewritePatternSet &patterns) {
  patterns.add<ScanPattern, CarryPattern>(converter, patterns.getContext());
}
