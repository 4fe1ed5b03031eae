//===- Kernel.cpp - A kernel and its variants -----------------------------===//
//
// A launch computes a key of a few words from its arguments. If it is the key
// of the last launch, as it mostly is, the variant is at hand without a lock;
// so is the one without tensor maps, if the launch's arrays allow none.
//
//===----------------------------------------------------------------------===//

#include "minitc/Runtime/Kernel.h"
#include "minitc/Runtime/Cache.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace minitc;
using namespace minitc::runtime;

/// Follows the words of a variant's key, if the variant has no tensor maps
/// though the one with that key has.
static constexpr uint64_t withoutMaps = 1;

/// The kernels of a source and the warnings about it, from the disk cache if
/// they are there.
static StatusOr<CacheEntry> describeSource(const std::string &source,
                                           const std::string &bufferName,
                                           bool useCache) {
  // Signatures depend on no option: the default ones stand for all.
  std::string key = cacheKey(source, bufferName, CompileOptions(), "signature");
  if (useCache)
    if (std::optional<CacheEntry> entry = readCache(key))
      return std::move(*entry);
  CompileResult result;
  if (!describe(source, bufferName, result))
    return Status(Error{ErrorCode::Compile,
                        "'" + bufferName + "' does not compile",
                        std::move(result.diagnostics),
                        {},
                        {},
                        {}});
  CacheEntry entry;
  entry.kernels = std::move(result.kernels);
  entry.diagnostics = std::move(result.diagnostics);
  if (useCache)
    writeCache(key, entry);
  return entry;
}

static std::string kernelNames(ArrayRef<KernelInfo> kernels) {
  return join(map_range(kernels,
                        [](const KernelInfo &info) { return "@" + info.name; }),
              ", ");
}

static StatusOr<KernelInfo> pickKernel(ArrayRef<KernelInfo> kernels,
                                       const std::string &bufferName,
                                       StringRef name) {
  if (kernels.empty())
    return Status(ErrorCode::InvalidArgument,
                  "'" + bufferName + "' has no kernel");
  if (name.empty()) {
    if (kernels.size() == 1)
      return kernels.front();
    return Status(ErrorCode::InvalidArgument,
                  "'" + bufferName + "' has " + std::to_string(kernels.size()) +
                      " kernels (" + kernelNames(kernels) + "): name one");
  }
  for (const KernelInfo &info : kernels)
    if (info.name == name)
      return info;
  return Status(ErrorCode::InvalidArgument,
                "expected one of " + kernelNames(kernels) + " of '" +
                    bufferName + "', but got @" + name.str());
}

StatusOr<std::unique_ptr<Kernel>> Kernel::create(std::shared_ptr<Device> device,
                                                 std::string source,
                                                 std::string bufferName,
                                                 StringRef kernelName,
                                                 KernelOptions options) {
  StatusOr<CacheEntry> entry =
      describeSource(source, bufferName, options.useCache);
  if (!entry.ok())
    return entry.takeStatus();
  StatusOr<KernelInfo> info =
      pickKernel(entry->kernels, bufferName, kernelName);
  if (!info.ok())
    return info.takeStatus();
  StatusOr<Signature> signature =
      Signature::create(*info, options.compile.facts);
  if (!signature.ok())
    return signature.takeStatus();

  auto kernel = std::make_unique<Kernel>();
  kernel->owner = std::move(device);
  kernel->source = std::move(source);
  kernel->bufferName = std::move(bufferName);
  kernel->options = std::move(options);
  kernel->options.compile.kernel = info->name;
  kernel->described = std::move(*signature);
  kernel->warnings = std::move(entry->diagnostics);
  // With one variant for all launches there is nothing to wait for.
  if (!kernel->options.specialize) {
    StatusOr<const Variant *> variant =
        kernel->select(kernel->described->genericKey());
    if (!variant.ok())
      return variant.takeStatus();
    kernel->used.store(*variant, std::memory_order_release);
  }
  return kernel;
}

VariantKey Kernel::keyFor(ArrayRef<uint64_t> words) const {
  return options.specialize ? described->variantKey(words)
                            : described->genericKey();
}

const Kernel::Variant *Kernel::find(const VariantKey &key) const {
  const Variant *last = recent.load(std::memory_order_acquire);
  if (last && last->key == key)
    return last;
  std::shared_lock<std::shared_mutex> lock(variantsMutex);
  auto found = variants.find(key);
  return found == variants.end() ? nullptr : found->second.get();
}

StatusOr<const Kernel::Variant *> Kernel::select(const VariantKey &key) {
  if (const Variant *variant = find(key))
    return variant;
  std::lock_guard<std::mutex> building(buildMutex);
  const Variant *variant = find(key);
  if (!variant) {
    StatusOr<std::unique_ptr<Variant>> built = build(key);
    if (!built.ok())
      return built.takeStatus();
    variant = built->get();
    std::unique_lock<std::shared_mutex> lock(variantsMutex);
    variants.emplace(key, std::move(*built));
  }
  return variant;
}

StatusOr<const Kernel::Variant *>
Kernel::withoutTensorMaps(const Variant &variant) {
  if (const Variant *plain = variant.plain.load(std::memory_order_acquire))
    return plain;
  VariantKey key = variant.key;
  key.push_back(withoutMaps);
  StatusOr<const Variant *> plain = select(key);
  if (plain.ok())
    variant.plain.store(*plain, std::memory_order_release);
  return plain;
}

StatusOr<const Kernel::Variant *> Kernel::choose(ArrayRef<uint64_t> words,
                                                 EncodedTensorMaps &maps) {
  StatusOr<const Variant *> variant = select(keyFor(words));
  if (!variant.ok())
    return variant;
  recent.store(*variant, std::memory_order_release);
  if (!encodeTensorMaps(*owner, (*variant)->code->info().tensorMaps, words,
                        maps)) {
    maps.clear();
    variant = withoutTensorMaps(**variant);
    if (!variant.ok())
      return variant;
  }
  used.store(*variant, std::memory_order_release);
  return variant;
}

StatusOr<std::unique_ptr<Kernel::Variant>>
Kernel::build(const VariantKey &key) {
  BuildRequest request;
  request.source = source;
  request.bufferName = bufferName;
  request.options = options.compile;
  request.options.target = owner->target();
  request.options.stopAfter = Stage::PTX;
  request.useCache = options.useCache;
  if (key.size() > described->genericKey().size())
    request.options.tensorMaps = false;
  for (auto &[name, fact] : described->factsOf(key))
    request.options.facts[name] = fact;

  StatusOr<std::unique_ptr<Executable>> code = owner->build(request);
  if (!code.ok())
    return code.takeStatus();
  StatusOr<Signature> signature =
      Signature::create((*code)->info(), options.compile.facts);
  if (!signature.ok())
    return signature.takeStatus();
  auto variant = std::make_unique<Variant>();
  variant->key = key;
  variant->signature = std::move(*signature);
  variant->code = std::move(*code);
  return variant;
}

Status Kernel::launch(const Grid &grid, ArrayRef<Argument> arguments,
                      void *stream) {
  ArgumentWords words;
  MINITC_RETURN_IF_ERROR(described->bind(arguments, owner.get(), words));
  if (grid.x == 0 || grid.y == 0 || grid.z == 0)
    return {};
  EncodedTensorMaps maps;
  StatusOr<const Variant *> variant = choose(words, maps);
  if (!variant.ok())
    return variant.takeStatus();
  return (*variant)->code->launch(grid, words, maps, stream);
}

Status Kernel::precompile(ArrayRef<Argument> arguments) {
  ArgumentWords words;
  MINITC_RETURN_IF_ERROR(described->bind(arguments, owner.get(), words));
  EncodedTensorMaps maps;
  StatusOr<const Variant *> variant = choose(words, maps);
  return variant.ok() ? Status() : variant.takeStatus();
}

StatusOr<Resources> Kernel::resources() {
  const Variant *variant = used.load(std::memory_order_acquire);
  if (!variant) {
    StatusOr<const Variant *> generic = select(described->genericKey());
    if (!generic.ok())
      return generic.takeStatus();
    variant = *generic;
    used.store(variant, std::memory_order_release);
  }
  return variant->code->resources();
}

const Signature &Kernel::signature() const {
  const Variant *variant = used.load(std::memory_order_acquire);
  return variant ? variant->signature : *described;
}

const std::string &Kernel::diagnostics() const {
  const Variant *variant = used.load(std::memory_order_acquire);
  // The compiler repeats the warnings of the checks.
  return variant ? variant->code->diagnostics() : warnings;
}

size_t Kernel::numVariants() const {
  std::shared_lock<std::shared_mutex> lock(variantsMutex);
  return variants.size();
}
