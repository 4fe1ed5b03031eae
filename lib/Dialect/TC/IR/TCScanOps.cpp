//===- TCScanOps.cpp - The scan op: syntax and verification ---------------===//

#include "Combining.h"

using namespace mlir;
using namespace mlir::tc;

ParseResult ScanOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseCombining(parser, result, scanSyntax);
}

void ScanOp::print(OpAsmPrinter &printer) {
  printCombining(printer, *this, scanSyntax);
}

LogicalResult ScanOp::verify() {
  std::optional<ReduceKind> kind = getKind();
  if (kind == ReduceKind::ArgMax || kind == ReduceKind::ArgMin)
    return emitOpError("'") << stringifyReduceKind(*kind) << "' is not a scan ("
                            << scanSyntax.kinds << ")";
  if (failed(verifyCombining(*this, getSources(), int32_t(getAxis()), kind,
                             getCombiner())))
    return failure();
  if (getResultTypes() != getSources().getTypes())
    return emitOpError("expected results of the sources' types ")
           << getSources().getTypes() << ", but got " << getResultTypes();
  return success();
}

LogicalResult ScanOp::verifyRegions() {
  return verifyCombiner(*this, getSources(), getCombiner());
}
