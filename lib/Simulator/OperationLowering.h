//===- OperationLowering.h - Replaces operations by host calls --*- C++ -*-===//
//
// Private to the lowering of intrinsics and PTX operations.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_SIMULATOR_OPERATIONLOWERING_H
#define MINITC_LIB_SIMULATOR_OPERATIONLOWERING_H

#include "Collectives.h"
#include "Lowering.h"

#include "minitc/Conversion/PTXOperations.h"

#include "llvm/IR/Instructions.h"

namespace minitc::simulator {

/// Replaces the calls of one function.
class OperationLowering {
public:
  OperationLowering(llvm::Function &function, SiteTable &sites)
      : function(function), sites(sites), builder(function.getContext()) {}

  llvm::Error run();

private:
  llvm::Function &function;
  SiteTable &sites;
  llvm::IRBuilder<> builder;
  /// Where the words of all collectives of the function lie in turn.
  llvm::AllocaInst *words = nullptr;

  /// Whether the call was one of its kind, and then is gone.
  bool lowerRegister(llvm::CallInst &call, llvm::StringRef name);
  bool lowerInstruction(llvm::CallInst &call, llvm::StringRef name);
  bool lowerCollective(llvm::CallInst &call, llvm::StringRef name);
  bool lowerWarpgroup(llvm::CallInst &call, llvm::StringRef name);
  bool lowerBarrier(llvm::CallInst &call, llvm::StringRef name);
  bool lowerAsyncCopy(llvm::CallInst &call, llvm::StringRef name);
  bool lowerOwnCopy(llvm::CallInst &call, llvm::StringRef name);
  bool lowerMBarrier(llvm::CallInst &call, llvm::StringRef name);
  bool lowerTensorLoad(llvm::CallInst &call, llvm::StringRef name);
  bool lowerGlobalAccess(llvm::CallInst &call, llvm::StringRef name);
  bool lowerGlobalAtomic(llvm::CallInst &call, llvm::StringRef name);
  bool lowerControl(llvm::CallInst &call, llvm::StringRef name);
  llvm::Error lower(llvm::CallInst &call);

  llvm::Value *change(const GlobalAtomic &atomic, llvm::CallInst &call,
                      llvm::Value *pointer);
  llvm::AllocaInst *wordsFor(unsigned count);
  /// Calls what takes operands in words and leaves results behind them, and
  /// puts those in the call's place.
  void replaceByMeeting(llvm::CallInst &call, llvm::StringRef callee,
                        llvm::ConstantInt *site, unsigned numOperands,
                        unsigned numResults);
  void checkRows(llvm::CallInst &call, const Collective &collective);
  void replace(llvm::CallInst &call, llvm::Value *value);
  llvm::Value *callHost(llvm::StringRef name, llvm::Type *result,
                        llvm::ArrayRef<llvm::Value *> args) {
    return simulator::callHost(builder, name, result, args);
  }
};

} // namespace minitc::simulator

#endif // MINITC_LIB_SIMULATOR_OPERATIONLOWERING_H
