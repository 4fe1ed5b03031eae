//===- Program.h - A kernel as code of the host -----------------*- C++ -*-===//
//
// What a launch needs of a compiled kernel: an entry point that one thread of
// the block runs, and the places in it that call back into the simulator.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_SIMULATOR_PROGRAM_H
#define MINITC_LIB_SIMULATOR_PROGRAM_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace minitc::simulator {

struct Collective;
struct WarpgroupOperation;

enum class AddressSpace : uint8_t { Generic, Global, Shared };

/// A place in the kernel that calls the simulator.
struct Site {
  /// "load", "store", "shfl.sync.bfly.i32".
  std::string what;
  /// In the source; 0: not known.
  uint32_t line = 0, column = 0;
  /// Of an access; 0 bytes if the size is known at run time alone.
  uint32_t bytes = 0, alignment = 1;
  AddressSpace space = AddressSpace::Generic;
  bool isWrite = false, isAtomic = false;
  /// cp.async or cp.async.bulk.tensor.
  bool isAsyncCopy = false;
  /// An operation on an mbarrier.
  bool isMBarrier = false;
  /// A barrier that all threads of a warp have to reach at one place.
  bool isAligned = false;
  /// What the warp does together here.
  const Collective *collective = nullptr;
  /// And the warpgroup.
  std::shared_ptr<const WarpgroupOperation> warpgroup = nullptr;
};

/// The code's own constants and variables in global memory.
struct ModuleVariable {
  uintptr_t address;
  size_t bytes;
  std::string name;
};

class Program {
public:
  /// Takes the place of what the kernel's parameters are on a GPU.
  using Entry = void (*)(const uint64_t *arguments);

  /// Compiles `kernel` of a module for NVPTX. Fails on what the simulator does
  /// not know and names it.
  static llvm::Expected<std::unique_ptr<Program>>
  create(std::unique_ptr<llvm::Module> module,
         std::unique_ptr<llvm::LLVMContext> context, llvm::StringRef kernel);
  ~Program();

  Entry entry = nullptr;
  std::vector<Site> sites;
  std::vector<ModuleVariable> variables;
  /// Shared memory of the module itself; dynamic shared memory starts here.
  size_t staticSharedBytes = 0;
  /// What the code's own frames take of a thread's stack, at most.
  size_t frameBytes = 0;

private:
  struct Code;
  Program();
  std::unique_ptr<Code> code;
};

} // namespace minitc::simulator

#endif // MINITC_LIB_SIMULATOR_PROGRAM_H
