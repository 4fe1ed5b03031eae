//===- CudaTarget.cpp - Compile targets of GPUs ---------------------------===//

#include "minitc/Runtime/CudaTarget.h"
#include "minitc/Pipeline/Compile.h"

#include "llvm/ADT/StringRef.h"

using namespace llvm;
using namespace minitc;

namespace {
struct Target {
  /// Ten times the major number plus the minor one.
  unsigned capability = 0;
  /// The target's code runs on exactly this capability ("sm_90a").
  bool isExact = false;
};
} // namespace

static Target parseTarget(StringRef name) {
  Target target;
  name.consume_front("sm_");
  target.isExact = name.consume_back("a");
  name.getAsInteger(10, target.capability);
  return target;
}

std::string runtime::targetForCapability(unsigned major, unsigned minor) {
  unsigned capability = 10 * major + minor;
  std::string best;
  // Oldest first, and "sm_90a" after "sm_90": the last that fits is the best.
  for (const std::string &name : supportedTargets()) {
    Target target = parseTarget(name);
    if (target.isExact ? target.capability == capability
                       : target.capability <= capability)
      best = name;
  }
  return best;
}

bool runtime::runsCubinOf(const std::string &target, unsigned major) {
  return parseTarget(target).capability / 10 == major;
}
