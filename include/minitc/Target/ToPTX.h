//===- ToPTX.h - LLVM module to PTX -----------------------------*- C++ -*-===//
//
// Optimises an LLVM module for NVPTX and prints it as PTX, in three steps that
// can be used one by one: the simulator runs what the first or second leaves.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_TARGET_TOPTX_H
#define MINITC_TARGET_TOPTX_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <vector>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace minitc {

/// A GPU that code is made for.
struct TargetInfo {
  /// As `--target` takes it: "sm_90a".
  llvm::StringLiteral name;
  /// The PTX version that it needs, as LLVM's feature: "+ptx80".
  llvm::StringLiteral ptx;
};

/// The supported GPUs, oldest first.
llvm::ArrayRef<TargetInfo> targets();

/// LLVM's NVPTX back end for a target; an error names the supported ones.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(llvm::StringRef target);

/// Sets the module's triple and data layout.
void targetModule(llvm::Module &module, llvm::TargetMachine &machine);

/// Sets the module's triple and data layout, and links what it uses of
/// libdevice. Fails if it uses libdevice and that is not found.
llvm::Error prepareModule(llvm::Module &module, llvm::TargetMachine &machine);

/// Takes vectors apart and runs LLVM's O3 with the machine, without which
/// convergent operations can be broken.
void optimizeModule(llvm::Module &module, llvm::TargetMachine &machine);

/// Refuses whatever NVPTX could not select, then puts inline assembly in the
/// place of the operations in PTXOperations.h and prints PTX.
llvm::Expected<std::string> emitPTX(llvm::Module &module,
                                    llvm::TargetMachine &machine);

/// The path of libdevice.10.bc: MINITC_LIBDEVICE, or in the CUDA Toolkit
/// (CUDA_HOME, /usr/local/cuda); empty if it is nowhere.
std::string findLibdevice();

} // namespace minitc

#endif // MINITC_TARGET_TOPTX_H
