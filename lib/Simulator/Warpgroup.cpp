//===- Warpgroup.cpp - Products that four warps compute together ----------===//

#include "Warpgroup.h"
#include "Collectives.h"
#include "MatrixArithmetic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"

#include <cstring>

using namespace llvm;
using namespace minitc;
using namespace minitc::simulator;

using Problem = Warpgroup::Problem;

/// Rows of a product.
static constexpr unsigned groupRows = 64;
/// Registers of the left operand's fragment in a thread.
static constexpr unsigned fragmentRegisters = 4;

unsigned WarpgroupOperation::numResults() const {
  switch (kind) {
  case Kind::Multiply:
    return product.words();
  case Kind::Wait:
    return wait.words;
  case Kind::Fence:
  case Kind::Commit:
    return 0;
  }
  return 0;
}

unsigned WarpgroupOperation::numOperands() const {
  if (kind != Kind::Multiply)
    return numResults();
  // Beside the left operand, a descriptor and whether to keep the accumulator.
  return numResults() + (product.isLhsInRegisters ? fragmentRegisters : 1) + 2;
}

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

static constexpr uint32_t tokenBits = 0xFFC00000;

/// What stands for word `index` of a product's results: a quiet NaN, as f32 and
/// as the upper of two f16.
static uint32_t tokenOf(uint32_t number, unsigned index) {
  return tokenBits | (number & 0x7FFF) << 7 | index;
}

/// The product whose result operand `word` stands for, if it is the same token
/// in all threads.
Warpgroup::Product *Warpgroup::findToken(const Words &words, unsigned word,
                                         unsigned &index) {
  uint32_t token = uint32_t(words[0][word]);
  if ((token & tokenBits) != tokenBits)
    return nullptr;
  index = token & 0x7F;
  auto found = find_if(products, [&](const Product &product) {
    return !product.results.empty() && index < product.numResults &&
           tokenOf(product.number, index) == token;
  });
  bool isInAll = all_of(words, [&](const uint64_t *thread) {
    return uint32_t(thread[word]) == token;
  });
  return found != products.end() && isInAll ? &*found : nullptr;
}

/// The product that a new one adds to while it is under way, which the same
/// registers and shape allow.
Warpgroup::Product *
Warpgroup::findAccumulator(const WGMMAInstruction &instruction,
                           const Words &words) {
  unsigned index = 0;
  Product *product = findToken(words, 0, index);
  if (!product || product->numResults != instruction.words())
    return nullptr;
  for (unsigned word = 0; word < product->numResults; ++word)
    if (findToken(words, word, index) != product || index != word)
      return nullptr;
  return product;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

static Problem misuse(std::string text) {
  return Problem{Problem::Kind::Misuse, std::move(text)};
}

/// An operand that PTX wants to be the same in all threads is one.
static std::optional<Problem> checkUniform(const Warpgroup::Words &words,
                                           unsigned operand, StringRef what) {
  for (auto [number, thread] : enumerate(words))
    if (thread[operand] != words[0][operand])
      return misuse(("expected the same " + what +
                     " in all threads of the "
                     "warpgroup, but got 0x" +
                     utohexstr(words[0][operand], /*LowerCase=*/true) +
                     " in its first thread and 0x" +
                     utohexstr(thread[operand], /*LowerCase=*/true) +
                     " in its thread " + Twine(number))
                        .str());
  return std::nullopt;
}

std::optional<Problem>
Warpgroup::readOperand(Product &product, uint64_t descriptor, unsigned rows,
                       bool isTransposed, const WGMMAInstruction &instruction,
                       SharedMemory memory) {
  std::optional<SharedMatrix> matrix =
      SharedMatrix::parse(descriptor, rows, instruction.depth(),
                          instruction.elementBytes(), isTransposed);
  if (!matrix)
    return misuse("expected a descriptor of an address, two offsets and a "
                  "swizzle alone, but got 0x" +
                  utohexstr(descriptor, /*LowerCase=*/true));
  for (unsigned piece = 0; piece < matrix->numPieces(); ++piece) {
    uint32_t offset = matrix->pieceOffset(piece);
    if (offset + SharedMatrix::pieceBytes > memory.size)
      return Problem{Problem::Kind::OutOfBounds, {}, offset};
    const char *bytes = memory.bytes + offset;
    product.read.insert(product.read.end(), bytes,
                        bytes + SharedMatrix::pieceBytes);
  }
  product.operands.push_back(*matrix);
  return std::nullopt;
}

std::optional<Problem> Warpgroup::checkUnchanged(const Product &product,
                                                 SharedMemory memory) {
  const char *before = product.read.data();
  for (const SharedMatrix &matrix : product.operands)
    for (unsigned piece = 0; piece < matrix.numPieces(); ++piece)
      for (unsigned byte = 0; byte < SharedMatrix::pieceBytes; ++byte) {
        uint32_t offset = matrix.pieceOffset(piece) + byte;
        if (memory.bytes[offset] != *before++)
          return Problem{Problem::Kind::Changed, {}, offset, product.site};
      }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// Where a thread's element `index` of an accumulator is in the matrix of 64
/// rows ("Register Fragments", figure of D).
static unsigned placeInSums(unsigned thread, unsigned index, unsigned columns) {
  unsigned lane = thread % warpSize;
  unsigned row = thread / warpSize * 16 + lane / 4 + index / 2 % 2 * 8;
  unsigned column = index / 4 * 8 + lane % 4 * 2 + index % 2;
  return row * columns + column;
}

/// The left operand out of the threads' registers, from word `first` on: row by
/// row.
static std::vector<double> gatherFragment(const Warpgroup::Words &words,
                                          unsigned first, ElementFormat format,
                                          unsigned depth) {
  std::vector<double> values(groupRows * depth);
  unsigned bytes = bytesOf(format), perRegister = 4 / bytes;
  for (unsigned thread = 0; thread < groupThreads; ++thread)
    for (unsigned reg = 0; reg < fragmentRegisters; ++reg) {
      unsigned lane = thread % warpSize;
      unsigned row = thread / warpSize * 16 + lane / 4 + reg % 2 * 8;
      unsigned k = (reg / 2 * 4 + lane % 4) * perRegister;
      for (unsigned i = 0; i < perRegister; ++i)
        values[row * depth + k + i] =
            decode(format, words[thread][first + reg] >> (8 * bytes * i));
    }
  return values;
}

/// A matrix that was read from shared memory, as lines of a dimension each, or
/// with its dimensions swapped.
static std::vector<double> decodeLines(const SharedMatrix &matrix,
                                       const char *bytes, ElementFormat format,
                                       bool isSwapped) {
  unsigned perLine =
      matrix.piecesPerLine * SharedMatrix::pieceBytes / bytesOf(format);
  std::vector<double> values(matrix.numLines * perLine);
  decode(format, bytes, values.size(), values.data());
  if (!isSwapped)
    return values;
  std::vector<double> swapped(values.size());
  transpose(values.data(), swapped.data(), matrix.numLines, perLine);
  return swapped;
}

/// Whether the product is added to what the accumulator holds.
static bool keepsAccumulator(const WGMMAInstruction &instruction,
                             const Warpgroup::Words &words) {
  unsigned operand = instruction.words() +
                     (instruction.isLhsInRegisters ? fragmentRegisters : 1) + 1;
  return uint32_t(words[0][operand]) != 0;
}

void Warpgroup::compute(Product &product, const Product *accumulator,
                        const WGMMAInstruction &instruction,
                        const Words &words) {
  unsigned depth = instruction.depth(), columns = instruction.n;
  unsigned count = product.numResults;
  ElementFormat left = elementFormat(instruction.lhs),
                right = elementFormat(instruction.rhs),
                output = elementFormat(instruction.accumulator);
  const char *read = product.read.data();
  std::vector<double> a;
  if (instruction.isLhsInRegisters) {
    a = gatherFragment(words, count, left, depth);
  } else {
    const SharedMatrix &matrix = product.operands.front();
    a = decodeLines(matrix, read, left, matrix.isTransposed);
    read += matrix.numPieces() * SharedMatrix::pieceBytes;
  }
  const SharedMatrix &matrix = product.operands.back();
  std::vector<double> b =
      decodeLines(matrix, read, right, !matrix.isTransposed);

  std::vector<double> sums(groupRows * columns);
  unsigned bits = 8 * bytesOf(output), perWord = 32 / bits;
  bool isKept = keepsAccumulator(instruction, words);
  for (unsigned thread = 0; isKept && thread < groupThreads; ++thread)
    for (unsigned i = 0; i < count * perWord; ++i) {
      unsigned word = i / perWord;
      uint32_t value = accumulator ? accumulator->results[thread * count + word]
                                   : uint32_t(words[thread][word]);
      sums[placeInSums(thread, i, columns)] =
          decode(output, value >> (bits * (i % perWord)));
    }
  multiplyAdd(a.data(), b.data(), sums.data(), groupRows, columns, depth);
  product.results.assign(groupThreads * count, 0);
  for (unsigned thread = 0; thread < groupThreads; ++thread)
    for (unsigned i = 0; i < count * perWord; ++i)
      product.results[thread * count + i / perWord] |=
          uint32_t(encode(output, sums[placeInSums(thread, i, columns)]))
          << (bits * (i % perWord));
}

void Warpgroup::dropFinished() {
  latest.clear();
  erase_if(products, [](const Product &product) {
    return product.isDone && product.results.empty();
  });
}

std::optional<Problem> Warpgroup::multiply(const WGMMAInstruction &instruction,
                                           const Words &words,
                                           SharedMemory memory, uint32_t site) {
  dropFinished();
  Product *accumulator = keepsAccumulator(instruction, words)
                             ? findAccumulator(instruction, words)
                             : nullptr;
  if (!isFenced && (!accumulator || instruction.isLhsInRegisters))
    return misuse("expected wgmma.fence after the last access to the registers "
                  "it uses, but there is none");
  Product product;
  product.number = numIssued++;
  product.site = site;
  product.group = numGroups;
  product.numResults = instruction.words();

  unsigned next = instruction.words();
  if (instruction.isLhsInRegisters) {
    next += fragmentRegisters;
  } else {
    if (std::optional<Problem> problem =
            checkUniform(words, next, "descriptor"))
      return problem;
    if (std::optional<Problem> problem =
            readOperand(product, words[0][next], groupRows,
                        instruction.isLhsTransposed, instruction, memory))
      return problem;
    ++next;
  }
  for (unsigned operand : {next, next + 1})
    if (std::optional<Problem> problem = checkUniform(
            words, operand, operand == next ? "descriptor" : "scale"))
      return problem;
  if (std::optional<Problem> problem =
          readOperand(product, words[0][next], instruction.n,
                      instruction.isRhsTransposed, instruction, memory))
    return problem;

  compute(product, accumulator, instruction, words);
  for (uint64_t *thread : words)
    for (unsigned word = 0; word < product.numResults; ++word)
      thread[next + 2 + word] = tokenOf(product.number, word);
  if (accumulator)
    accumulator->results.clear();
  products.push_back(std::move(product));
  latest.push_back(&products.back());
  return std::nullopt;
}

void Warpgroup::commit() {
  ++numGroups;
  isFenced = false;
}

std::optional<Problem> Warpgroup::wait(const WGMMAWait &wait,
                                       const Words &words,
                                       SharedMemory memory) {
  dropFinished();
  for (Product &product : products) {
    if (product.isDone || product.group + wait.pending >= numGroups)
      continue;
    if (std::optional<Problem> problem = checkUnchanged(product, memory))
      return problem;
    product.isDone = true;
    latest.push_back(&product);
  }
  isFenced = false;
  SmallPtrSet<Product *, 4> taken;
  for (unsigned word = 0; word < wait.words; ++word) {
    unsigned index = 0;
    Product *product = findToken(words, word, index);
    bool isThere = product && product->isDone;
    if (isThere)
      taken.insert(product);
    for (auto [number, thread] : enumerate(words))
      thread[wait.words + word] =
          isThere ? product->results[number * product->numResults + index]
                  : thread[word];
  }
  for (Product *product : taken)
    product->results.clear();
  return std::nullopt;
}

const Warpgroup::Product *Warpgroup::findUnfinished() const {
  auto found =
      find_if(products, [](const Product &product) { return !product.isDone; });
  return found == products.end() ? nullptr : &*found;
}
