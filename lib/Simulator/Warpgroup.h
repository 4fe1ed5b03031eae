//===- Warpgroup.h - Products that four warps compute together --*- C++ -*-===//
//
// The state of wgmma in four warps. A product is computed when it is issued,
// but its results are kept back until it has been waited for: what the
// registers hold in between are tokens, which only a wait and further products
// in the same registers make sense of (as floats they are NaNs).
//
// Source: PTX ISA, "Asynchronous Warpgroup Level Matrix Instructions".
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_SIMULATOR_WARPGROUP_H
#define MINITC_LIB_SIMULATOR_WARPGROUP_H

#include "SharedMatrix.h"

#include "minitc/Conversion/WGMMAInstruction.h"

#include <array>
#include <string>
#include <vector>

namespace minitc::simulator {

constexpr unsigned groupWarps = 4, groupThreads = 128;

/// An instruction that all threads of a warpgroup execute together.
struct WarpgroupOperation {
  enum class Kind { Fence, Multiply, Commit, Wait };
  Kind kind = Kind::Fence;
  /// Of Kind::Multiply.
  WGMMAInstruction product;
  /// Of Kind::Wait; one without accumulators has no words.
  WGMMAWait wait;

  /// Accumulators come first among operands, and are what is returned.
  unsigned numOperands() const;
  unsigned numResults() const;
};

class Warpgroup {
public:
  /// Each thread's operands, with its results behind them.
  using Words = std::array<uint64_t *, groupThreads>;

  /// The block's shared memory.
  struct SharedMemory {
    const char *bytes;
    size_t size;
  };

  /// A product under way, or whose results nobody has taken yet.
  struct Product {
    /// What its tokens hold of it.
    uint32_t number;
    /// Where it was issued, and in which group.
    uint32_t site;
    uint64_t group;
    bool isDone = false;
    /// Those of thread 0, then of thread 1, ...; none once they were taken.
    std::vector<uint32_t> results;
    /// Words of a thread.
    unsigned numResults;
    /// The operands in shared memory, and what was read of them.
    std::vector<SharedMatrix> operands;
    std::vector<char> read;
  };

  /// What there is to say against an operation.
  struct Problem {
    enum class Kind { Misuse, OutOfBounds, Changed };
    Kind kind;
    /// Misuse: what is wrong; else the byte's offset is.
    std::string text;
    uint32_t offset = 0;
    /// Where the product was issued.
    uint32_t site = 0;
  };

  void fence() { isFenced = true; }
  std::optional<Problem> multiply(const WGMMAInstruction &instruction,
                                  const Words &words, SharedMemory memory,
                                  uint32_t site);
  void commit();
  /// Finishes all but the last `wait.pending` groups. Of the accumulators that
  /// pass through, those that are finished now are there; others stay tokens.
  std::optional<Problem> wait(const WGMMAWait &wait, const Words &words,
                              SharedMemory memory);

  /// The products that the last wait ended, or the one just issued; until the
  /// next call.
  std::vector<const Product *> latest;

  /// A product that nobody has waited for, or null.
  const Product *findUnfinished() const;

private:
  std::vector<Product> products;
  uint32_t numIssued = 0;
  uint64_t numGroups = 0;
  /// Whether a fence comes after the last time that registers may have been
  /// accessed.
  bool isFenced = false;

  /// Forgets what the last step was about, and products that are done and whose
  /// results were taken.
  void dropFinished();
  Product *findToken(const Words &words, unsigned word, unsigned &index);
  Product *findAccumulator(const WGMMAInstruction &instruction,
                           const Words &words);
  std::optional<Problem> readOperand(Product &product, uint64_t descriptor,
                                     unsigned rows, bool isTransposed,
                                     const WGMMAInstruction &instruction,
                                     SharedMemory memory);
  void compute(Product &product, const Product *accumulator,
               const WGMMAInstruction &instruction, const Words &words);
  std::optional<Problem> checkUnchanged(const Product &product,
                                        SharedMemory memory);
};

} // namespace minitc::simulator

#endif // MINITC_LIB_SIMULATOR_WARPGROUP_H
