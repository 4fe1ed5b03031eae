//===- CompileToModule.h - From a kernel file to LLVM IR --------*- C++ -*-===//
//
// The compiler up to the LLVM module that becomes PTX, for who runs that module
// instead of printing it.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_PIPELINE_COMPILETOMODULE_H
#define MINITC_PIPELINE_COMPILETOMODULE_H

#include "minitc/Pipeline/Compile.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include <memory>

namespace minitc {

/// A module with the context that it lives in.
struct OwnedModule {
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
};

/// Compiles as compile() does, whatever `options.stopAfter` says, to the module
/// that becomes PTX: as it leaves MLIR or, if `optimize` is set, after LLVM's
/// O3. Calls to libdevice stay calls. `result.output` stays empty.
bool compileToModule(const std::string &source, const std::string &bufferName,
                     const CompileOptions &options, bool optimize,
                     CompileResult &result, OwnedModule &module);

} // namespace minitc

#endif // MINITC_PIPELINE_COMPILETOMODULE_H
