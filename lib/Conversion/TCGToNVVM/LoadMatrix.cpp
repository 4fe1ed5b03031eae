//===- LoadMatrix.cpp - Shared memory to fragments by ldmatrix ------------===//
//
// ldmatrix reads matrices of 8 rows of 16 bytes, each row from an address that
// one lane gives. A lane gets one word of each matrix: word l % 4 of row l / 4
// or, of a transposed matrix of 16-bit elements, column l / 4 of rows 2 (l % 4)
// and the next. Whether a layout wants just that is read off the offsets of its
// bases.
//
// Source: PTX ISA, "ldmatrix"; Linear Layouts, arXiv 2505.23819.
//
//===----------------------------------------------------------------------===//

#include "LoadMatrix.h"
#include "SharedAddress.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using minitc::Bases;
using minitc::InDim;
using minitc::LinearLayout;

namespace {

/// The most matrices that one instruction loads.
constexpr unsigned maxMatrices = 4;

/// Offsets in bytes.
struct MatrixLoad {
  bool isTransposed = false;
  /// Of the bits of a matrix's row number: rows are what lanes address.
  Bases rows;
  /// Of the register bits above those within a word, and of the warps.
  Bases words, warps;
  /// log2 of the elements in a word.
  unsigned packBits = 0;
};

Bases scaled(const Bases &offsets, unsigned bytes) {
  Bases result;
  for (uint32_t offset : offsets)
    result.push_back(offset * bytes);
  return result;
}

bool areBytes(ArrayRef<uint32_t> offsets,
              std::initializer_list<uint32_t> want) {
  return offsets == ArrayRef<uint32_t>(want.begin(), want.end());
}

/// Whether every offset is a multiple of a row's 16 bytes.
bool areRowStarts(const Bases &offsets) {
  return llvm::all_of(offsets,
                      [](uint32_t offset) { return offset % 16 == 0; });
}

std::optional<MatrixLoad> planMatrixLoad(const LinearLayout &held,
                                         const LinearLayout &shared,
                                         unsigned bytes) {
  if (bytes > 4)
    return std::nullopt;
  auto offsets = [&](InDim dim) {
    return scaled(sharedOffsets(shared, held.bases(dim)), bytes);
  };
  Bases registers = offsets(InDim::Register), lanes = offsets(InDim::Lane);
  MatrixLoad load;
  load.packBits = llvm::Log2_32(4 / bytes);
  load.warps = offsets(InDim::Warp);
  if (registers.size() < load.packBits || lanes.size() != 5)
    return std::nullopt;
  ArrayRef<uint32_t> within = ArrayRef(registers).take_front(load.packBits);
  load.words.assign(registers.begin() + load.packBits, registers.end());
  if (!areRowStarts(load.words) || !areRowStarts(load.warps))
    return std::nullopt;

  ArrayRef<uint32_t> all(lanes);
  bool isWordInOnePiece = (bytes == 4) ||
                          (bytes == 2 && areBytes(within, {2})) ||
                          (bytes == 1 && areBytes(within, {1, 2}));
  if (isWordInOnePiece && areBytes(all.take_front(2), {4, 8})) {
    load.rows.assign(lanes.begin() + 2, lanes.end());
  } else if (bytes == 2 && areBytes(all.drop_front(2), {2, 4, 8})) {
    load.isTransposed = true;
    load.rows = {within.front(), lanes[0], lanes[1]};
  } else {
    return std::nullopt;
  }
  return areRowStarts(load.rows) ? std::optional(load) : std::nullopt;
}

} // namespace

Value mlir::loadMatrices(LoweringBuilder &b, Value base, Type element,
                         const LinearLayout &held, const LinearLayout &shared) {
  unsigned bytes = element.getIntOrFloatBitWidth() / 8;
  std::optional<MatrixLoad> load = planMatrixLoad(held, shared, bytes);
  if (!load)
    return {};
  unsigned words = 1u << load->words.size();
  unsigned count = std::min(words, maxMatrices);
  // Lane l gives row l % 8 of matrix l / 8; matrices count as words do.
  Bases lanes = load->rows;
  for (unsigned i = 0; i < llvm::Log2_32(count); ++i)
    lanes.push_back(load->words[i]);
  Value thread = b.applyToThread(lanes, load->warps);
  uint32_t threadBits = 0;
  for (uint32_t offset : lanes)
    threadBits |= offset;
  for (uint32_t offset : load->warps)
    threadBits |= offset;

  Type i8 = b.builder.getI8Type(), i32 = b.builder.getI32Type();
  Value start = sharedElement(b, base, i8, thread);
  SmallVector<Value> loaded;
  for (unsigned first = 0; first < words; first += count) {
    uint32_t own = minitc::f2::apply(load->words, first);
    Value address = own & threadBits
                        ? sharedElement(b, base, i8, b.xori(thread, b.i32(own)))
                        : sharedElement(b, start, i8, b.i32(own));
    Type result =
        count == 1
            ? i32
            : Type(LLVM::LLVMStructType::getLiteral(
                  b.builder.getContext(), SmallVector<Type>(count, i32)));
    Value matrices = NVVM::LdMatrixOp::create(
        b.builder, b.loc, result, address, count,
        load->isTransposed ? NVVM::MMALayout::col : NVVM::MMALayout::row,
        NVVM::LdStMatrixShapeAttr::get(b.builder.getContext(), 8, 8),
        NVVM::LdStMatrixEltType::B16);
    for (unsigned i = 0; i < count; ++i)
      loaded.push_back(count == 1 ? matrices
                                  : LLVM::ExtractValueOp::create(
                                        b.builder, b.loc, matrices, i)
                                        .getResult());
  }
  auto type = VectorType::get({int64_t(words << load->packBits)}, element);
  return b.bitcast(b.fromElements(loaded), type);
}
