//===- TestAxisInfo.cpp - Shows what the axis analysis knows --------------===//
//
// One remark for each integer, pointer or mask that an operation or a loop
// computes, at its location.
//
//===----------------------------------------------------------------------===//

#include "TestPasses.h"

#include "minitc/Dialect/TC/IR/TC.h"
#include "minitc/Dialect/TC/Transforms/AxisAnalysis.h"

#include "mlir/IR/TypeUtilities.h"
#include "mlir/Pass/Pass.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace {

struct TestAxisInfoPass : PassWrapper<TestAxisInfoPass, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestAxisInfoPass)

  StringRef getArgument() const final { return "test-tc-axis-info"; }
  StringRef getDescription() const final {
    return "Report what the axis analysis knows of each value";
  }

  void runOnOperation() override {
    tc::AxisAnalysis analysis(getOperation());
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      for (OpResult result : op->getResults())
        report(op,
               op->getNumRegions() == 0
                   ? ""
                   : "result " + std::to_string(result.getResultNumber()) + ": ",
               result, analysis);
      for (Region &region : op->getRegions())
        for (BlockArgument argument : region.getArguments())
          report(op,
                 regionName(region) + "argument " +
                     std::to_string(argument.getArgNumber()) + ": ",
                 argument, analysis);
    });
  }

  /// Tells the regions of an op apart, if it has several.
  static std::string regionName(Region &region) {
    if (region.getParentOp()->getNumRegions() == 1)
      return "";
    return "region " + std::to_string(region.getRegionNumber()) + " ";
  }

  static void report(Operation *op, const std::string &what, Value value,
                     const tc::AxisAnalysis &analysis) {
    Type element = getElementTypeOrSelf(value);
    if (!isa<IntegerType, IndexType, tc::PtrType>(element))
      return;
    std::string text;
    llvm::raw_string_ostream os(text);
    tc::AxisInfo info = analysis.get(value);
    info.print(os);
    if (isa<tc::PtrType>(element)) {
      os << ", vector width = [";
      for (unsigned dim = 0; dim < info.rank(); ++dim)
        os << (dim ? ", " : "") << analysis.vectorWidth(value, dim);
      os << "]";
    }
    op->emitRemark() << what << text;
  }
};

} // namespace

void minitc::test::registerAxisInfoPass() {
  PassRegistration<TestAxisInfoPass>();
}
