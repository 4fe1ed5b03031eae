//===- TCGDialect.cpp - The tcg dialect: set-up, layouts, types -----------===//

#include "minitc/Dialect/TCG/IR/TCG.h"

#include "minitc/Dialect/TC/IR/TC.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tcg;
using minitc::Bases;
using minitc::InDim;
using minitc::LinearLayout;

#include "minitc/Dialect/TCG/IR/TCGDialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "minitc/Dialect/TCG/IR/TCGAttrs.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "minitc/Dialect/TCG/IR/TCGTypes.cpp.inc"

void TCGDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "minitc/Dialect/TCG/IR/TCGAttrs.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "minitc/Dialect/TCG/IR/TCGTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "minitc/Dialect/TCG/IR/TCGOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// LayoutAttr
//===----------------------------------------------------------------------===//

namespace {
/// The input dimensions of the attribute by name, in the order they print.
constexpr std::pair<StringLiteral, InDim> inputNames[] = {
    {"register", InDim::Register},
    {"lane", InDim::Lane},
    {"warp", InDim::Warp},
    {"offset", InDim::Offset}};
} // namespace

static ArrayRef<int32_t> basesOf(LayoutAttr attr, InDim dim) {
  switch (dim) {
  case InDim::Register:
    return attr.getRegisters();
  case InDim::Lane:
    return attr.getLanes();
  case InDim::Warp:
    return attr.getWarps();
  default:
    return attr.getOffsets();
  }
}

LayoutAttr LayoutAttr::get(MLIRContext *context, const LinearLayout &layout) {
  SmallVector<int32_t> flat[4];
  for (auto [index, entry] : llvm::enumerate(inputNames))
    for (uint32_t element : layout.bases(entry.second))
      for (int64_t coordinate : layout.coordinates(element))
        flat[index].push_back(coordinate);
  return get(context, layout.rank(), flat[0], flat[1], flat[2], flat[3]);
}

LinearLayout LayoutAttr::getLayout(ArrayRef<int64_t> shape) const {
  std::vector<int64_t> dims(shape.begin(), shape.end());
  LinearLayout plain(dims);
  Bases bases[4];
  for (auto [index, entry] : llvm::enumerate(inputNames)) {
    ArrayRef<int32_t> flat = basesOf(*this, entry.second);
    for (size_t i = 0; i + shape.size() <= flat.size(); i += shape.size())
      bases[index].push_back(plain.element(std::vector<int64_t>(
          flat.begin() + i, flat.begin() + i + shape.size())));
  }
  if (!getOffsets().empty())
    return LinearLayout::shared(dims, bases[3]);
  return LinearLayout(dims, bases[0], bases[1], bases[2]);
}

/// `[[0, 1], [2, 0]]`; `rank` is set by the first basis.
static ParseResult parseBases(AsmParser &parser, unsigned &rank,
                              SmallVectorImpl<int32_t> &flat) {
  auto parseBasis = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    size_t before = flat.size();
    if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
          return parser.parseInteger(flat.emplace_back());
        }))
      return failure();
    size_t count = flat.size() - before;
    if (rank == 0)
      rank = count;
    if (count == rank && count != 0)
      return success();
    return parser.emitError(loc, "expected a basis of ")
           << rank << " coordinates, but got " << count;
  };
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                        parseBasis);
}

Attribute LayoutAttr::parse(AsmParser &parser, Type) {
  unsigned rank = 0;
  SmallVector<int32_t> flat[4];
  llvm::SmallDenseSet<unsigned> seen;
  auto parseEntry = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    StringRef keyword;
    if (parser.parseKeyword(&keyword) || parser.parseEqual())
      return failure();
    for (auto [index, entry] : llvm::enumerate(inputNames)) {
      if (keyword != entry.first)
        continue;
      if (!seen.insert(index).second)
        return parser.emitError(loc, "'") << keyword << "' is given twice";
      return parseBases(parser, rank, flat[index]);
    }
    return parser.emitError(loc, "expected register, lane, warp or offset, "
                                 "but got '")
           << keyword << "'";
  };
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces,
                                     parseEntry) ||
      parser.parseGreater())
    return {};
  bool isShared = !flat[3].empty();
  if (isShared && (!flat[0].empty() || !flat[1].empty() || !flat[2].empty())) {
    parser.emitError(loc, "a layout is of threads (register, lane, warp) or "
                          "of shared memory (offset), not both");
    return {};
  }
  return LayoutAttr::get(parser.getContext(), rank, flat[0], flat[1], flat[2],
                         flat[3]);
}

void LayoutAttr::print(AsmPrinter &printer) const {
  printer << "<{";
  bool isFirst = true;
  for (auto [name, dim] : inputNames) {
    ArrayRef<int32_t> flat = basesOf(*this, dim);
    if (flat.empty())
      continue;
    printer << (isFirst ? "" : ", ") << name << " = [";
    for (size_t i = 0; i < flat.size(); i += getRank()) {
      printer << (i ? ", [" : "[");
      llvm::interleaveComma(flat.slice(i, getRank()), printer);
      printer << "]";
    }
    printer << "]";
    isFirst = false;
  }
  printer << "}>";
}

/// Verifies that the bases of a layout lie in a tile of `shape`.
static LogicalResult verifyInShape(function_ref<InFlightDiagnostic()> emitError,
                                   LayoutAttr layout, ArrayRef<int64_t> shape) {
  if (layout.getRank() != 0 && layout.getRank() != shape.size())
    return emitError() << "expected a layout of rank " << shape.size()
                       << ", but got rank " << layout.getRank();
  for (auto [name, dim] : inputNames)
    for (auto [index, coordinate] : llvm::enumerate(basesOf(layout, dim)))
      if (coordinate < 0 || coordinate >= shape[index % shape.size()])
        return emitError() << "expected the coordinates of " << name
                           << " to lie in [" << shape << "], but got "
                           << coordinate;
  return success();
}

LogicalResult
LayoutAttr::verifyEncoding(ArrayRef<int64_t> shape, Type elementType,
                           function_ref<InFlightDiagnostic()> emitError) const {
  if (!getOffsets().empty())
    return emitError() << "expected a layout of threads, but got one of "
                          "shared memory";
  if (!tc::isTile(RankedTensorType::get(shape, elementType)))
    return emitError() << "expected a tile, but got [" << shape << "] of "
                       << elementType;
  if (failed(verifyInShape(emitError, *this, shape)))
    return failure();
  for (auto [name, bases] :
       {std::pair("lanes", getLanes()), std::pair("warps", getWarps())})
    if (bases.size() > llvm::Log2_32(warpSize) * shape.size())
      return emitError() << "expected at most " << warpSize << " " << name
                         << ", but got 2^" << bases.size() / shape.size();
  if (!getLayout(shape).isSurjective())
    return emitError() << "expected a layout that holds every element of ["
                       << shape << "]";
  return success();
}

//===----------------------------------------------------------------------===//
// SharedType
//===----------------------------------------------------------------------===//

LogicalResult SharedType::verify(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<int64_t> shape, Type elementType,
                                 LayoutAttr layout) {
  if (!tc::isTile(RankedTensorType::get(shape, elementType)))
    return emitError() << "expected the shape and element of a tile, but got ["
                       << shape << "] of " << elementType;
  if (failed(verifyInShape(emitError, layout, shape)))
    return failure();
  LinearLayout linear = layout.getLayout(shape);
  if (linear.size(InDim::Offset) != linear.numElements() ||
      !linear.isInjective())
    return emitError() << "expected as many offsets as elements, each of "
                          "another element";
  return success();
}

unsigned SharedType::getBytes() const {
  return getLinearLayout().numElements() * tc::elementBytes(getElementType());
}

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

bool mlir::tcg::isPlacedTile(Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  return tile && isa_and_nonnull<LayoutAttr>(tile.getEncoding());
}

std::vector<int64_t> mlir::tcg::shapeVector(RankedTensorType tile) {
  return {tile.getShape().begin(), tile.getShape().end()};
}

LinearLayout mlir::tcg::getLayout(Type tile) {
  auto type = cast<RankedTensorType>(tile);
  return cast<LayoutAttr>(type.getEncoding()).getLayout(type.getShape());
}

RankedTensorType mlir::tcg::withLayout(RankedTensorType tile,
                                       const LinearLayout &layout) {
  return RankedTensorType::get(tile.getShape(), tile.getElementType(),
                               LayoutAttr::get(tile.getContext(), layout));
}

unsigned mlir::tcg::asyncCopyWidth(const LinearLayout &held,
                                   const LinearLayout &shared,
                                   unsigned elementBytes,
                                   DenseI32ArrayAttr access) {
  if (!access)
    return 0;
  unsigned proven = access[1], maskRun = access[2];
  unsigned width =
      std::min({held.contiguousRegisters(access[0]), proven,
                minitc::sharedVectorWidth(held, shared, elementBytes),
                16 / elementBytes});
  bool isPiece = width * elementBytes >= 4;
  return isPiece && maskRun >= width ? width : 0;
}
