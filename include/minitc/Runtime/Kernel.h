//===- Kernel.h - A kernel and its variants ---------------------*- C++ -*-===//
//
// A kernel of a source on a device. What is known of a launch's arguments
// selects a variant, which is built when it is first met and then kept.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_RUNTIME_KERNEL_H
#define MINITC_RUNTIME_KERNEL_H

#include "minitc/Runtime/Device.h"
#include "minitc/Runtime/Signature.h"

#include <atomic>
#include <map>
#include <mutex>
#include <shared_mutex>

namespace minitc::runtime {

struct KernelOptions {
  /// All but `target` and `kernel`; `facts` hold constants alone.
  CompileOptions compile;
  /// Select variants by the arguments; off: one variant for all launches.
  bool specialize = true;
  bool useCache = true;
};

class Kernel {
public:
  /// `kernelName` may be empty if the source has one kernel.
  static StatusOr<std::unique_ptr<Kernel>>
  create(std::shared_ptr<Device> device, std::string source,
         std::string bufferName, llvm::StringRef kernelName,
         KernelOptions options);

  /// Checks the arguments, then runs the variant that they select. An empty
  /// grid runs nothing.
  Status launch(const Grid &grid, llvm::ArrayRef<Argument> arguments,
                void *stream);
  /// Builds the variant that these arguments select.
  Status precompile(llvm::ArrayRef<Argument> arguments);
  /// Of the variant used last, else of the one that holds for all arguments.
  StatusOr<Resources> resources();

  /// Of the variant used last; else without warps and shared memory.
  const Signature &signature() const;
  /// Warnings of the checks, and of the variant used last.
  const std::string &diagnostics() const;
  size_t numVariants() const;
  Device &device() const { return *owner; }

private:
  struct Variant {
    VariantKey key;
    Signature signature;
    std::unique_ptr<Executable> code;
    /// The same without tensor maps, once a launch could not have them.
    mutable std::atomic<const Variant *> plain{nullptr};
  };

  std::shared_ptr<Device> owner;
  std::string source, bufferName;
  KernelOptions options;
  std::optional<Signature> described;
  std::string warnings;

  /// Variants are never removed, so a pointer to one stays good.
  std::map<VariantKey, std::unique_ptr<Variant>> variants;
  mutable std::shared_mutex variantsMutex;
  /// Held while a variant is built, so that no two threads build the same.
  std::mutex buildMutex;
  /// The variant that the last launch's arguments selected: most launches want
  /// it again.
  std::atomic<const Variant *> recent{nullptr};
  /// The variant used last: that one, or the same without tensor maps.
  std::atomic<const Variant *> used{nullptr};

  VariantKey keyFor(llvm::ArrayRef<uint64_t> words) const;
  const Variant *find(const VariantKey &key) const;
  StatusOr<const Variant *> select(const VariantKey &key);
  /// The variant for a launch, and its tensor maps.
  StatusOr<const Variant *> choose(llvm::ArrayRef<uint64_t> words,
                                   EncodedTensorMaps &maps);
  StatusOr<const Variant *> withoutTensorMaps(const Variant &variant);
  StatusOr<std::unique_ptr<Variant>> build(const VariantKey &key);
};

} // namespace minitc::runtime

#endif // MINITC_RUNTIME_KERNEL_H
