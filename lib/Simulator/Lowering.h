//===- Lowering.h - An NVPTX module becomes one of the host -----*- C++ -*-===//
//
// The steps that turn the module that would become PTX into code of the host.
// Each leaves everything else as it is: address spaces stay, since x86 takes
// them all as one. After these steps no pass may run that counts on
// `convergent`; code generation alone moves nothing over a call.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_SIMULATOR_LOWERING_H
#define MINITC_LIB_SIMULATOR_LOWERING_H

#include "Program.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace minitc::simulator {

/// NVPTX's address spaces (NVPTX usage guide, "Address Spaces").
enum : unsigned { globalSpace = 1, sharedSpace = 3, constantSpace = 4 };

/// The function that a kernel is entered by.
inline constexpr llvm::StringLiteral entryName = "minitc.sim.entry";

/// Collects the places that call the simulator.
class SiteTable {
public:
  explicit SiteTable(std::vector<Site> &sites) : sites(sites) {}

  /// A new place at an instruction; its number, as an operand for calls.
  llvm::ConstantInt *add(const llvm::Instruction &at, llvm::StringRef what,
                         Site site = {});

private:
  std::vector<Site> &sites;
};

/// Calls one of entryPoints().
llvm::CallInst *callHost(llvm::IRBuilderBase &builder, llvm::StringRef name,
                         llvm::Type *result,
                         llvm::ArrayRef<llvm::Value *> args);

/// A value of up to 64 bits as a word and back.
llvm::Value *toWord(llvm::IRBuilderBase &builder, llvm::Value *value);
llvm::Value *fromWord(llvm::IRBuilderBase &builder, llvm::Value *word,
                      llvm::Type *type);

/// "Nothing runs `what` in 'kernel' at line 7".
llvm::Error unknownOperation(llvm::StringRef what,
                             const llvm::Instruction &instruction);

/// Drops all that `kernel` does not use and adds the function `entryName`,
/// which takes the kernel's arguments as an array of words.
llvm::Error keepKernel(llvm::Module &module, llvm::StringRef kernel);

/// Gives each block an AssertReport of its own in place of the one that the
/// module's variable points to.
void placeAssertReports(llvm::Module &module);

/// Puts a check before each access to memory and a tick on each loop's way
/// back.
void instrument(llvm::Module &module, SiteTable &sites);

/// Turns intrinsics and PTX operations into calls and plain instructions.
/// Fails on one that is not known.
llvm::Error lowerOperations(llvm::Module &module, SiteTable &sites);

/// Turns the module's shared variables into offsets from the block's shared
/// memory, and gives their size. Those of no size, which stand for dynamic
/// shared memory, lie behind all others.
size_t placeSharedVariables(llvm::Module &module);

/// Takes off all that is of NVPTX, and debug information.
void retarget(llvm::Module &module, const llvm::Triple &triple,
              const llvm::DataLayout &layout);

} // namespace minitc::simulator

#endif // MINITC_LIB_SIMULATOR_LOWERING_H
