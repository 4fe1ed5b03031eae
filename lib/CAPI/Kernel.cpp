//===- Kernel.cpp - Kernels and launches of the C API ---------------------===//

#include "Wrap.h"

#include "llvm/Support/MemoryBuffer.h"

using namespace minitc;
using namespace minitc::capi;
using namespace minitc::runtime;

/// The arguments of a launch; the usual number needs no allocation.
using Arguments = llvm::SmallVector<Argument, 16>;

static minitc_status create(minitc_device *device, std::string source,
                            std::string name, const char *kernel,
                            const minitc_compile_options *options,
                            minitc_kernel **result) {
  minitc_compile_options all =
      completed(options, minitc_compile_options MINITC_COMPILE_OPTIONS);
  KernelOptions asked;
  asked.compile = compileOptions(options);
  asked.specialize = all.specialize;
  asked.useCache = all.cache;
  StatusOr<std::unique_ptr<Kernel>> made =
      Kernel::create(device->device, std::move(source), std::move(name),
                     kernel ? kernel : "", std::move(asked));
  if (!made.ok())
    return report(made.takeStatus());
  *result = new minitc_kernel{std::move(*made)};
  return MINITC_OK;
}

minitc_status minitc_kernel_create(minitc_device *device, const char *source,
                                   size_t size, const char *name,
                                   const char *kernel,
                                   const minitc_compile_options *options,
                                   minitc_kernel **result) {
  MINITC_REQUIRE(device);
  MINITC_REQUIRE(source);
  MINITC_REQUIRE(name);
  MINITC_REQUIRE(result);
  return create(device, std::string(source, size), name, kernel, options,
                result);
}

minitc_status minitc_kernel_create_from_file(
    minitc_device *device, const char *path, const char *kernel,
    const minitc_compile_options *options, minitc_kernel **result) {
  MINITC_REQUIRE(device);
  MINITC_REQUIRE(path);
  MINITC_REQUIRE(result);
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file)
    return report(Status(ErrorCode::IO, std::string("cannot read '") + path +
                                            "': " + file.getError().message()));
  return create(device, (*file)->getBuffer().str(), path, kernel, options,
                result);
}

void minitc_kernel_release(minitc_kernel *kernel) { delete kernel; }

const minitc_signature *minitc_kernel_signature(const minitc_kernel *kernel) {
  return wrap(&kernel->kernel->signature());
}

const char *minitc_kernel_diagnostics(const minitc_kernel *kernel) {
  return kernel->kernel->diagnostics().c_str();
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static Argument unwrapArgument(const minitc_argument &argument) {
  Argument result;
  result.type = unwrap(argument.type);
  switch (argument.kind) {
  case MINITC_ARGUMENT_SIGNED:
    result.kind = Argument::Kind::Signed;
    break;
  case MINITC_ARGUMENT_UNSIGNED:
    result.kind = Argument::Kind::Unsigned;
    break;
  case MINITC_ARGUMENT_FLOAT:
    result.kind = Argument::Kind::Float;
    break;
  case MINITC_ARGUMENT_POINTER:
  case MINITC_ARGUMENT_BUFFER:
    result.kind = Argument::Kind::Pointer;
    break;
  }
  // The members of the union share their bytes.
  result.bits = argument.value.u;
  if (argument.kind == MINITC_ARGUMENT_BUFFER) {
    const minitc_buffer &buffer = *argument.value.buffer;
    result.bits = buffer.address;
    result.type = unwrap(buffer.type);
    result.owner = buffer.device.get();
  }
  return result;
}

/// Fails on what is no argument at all.
static Status unwrapArguments(const minitc_argument *arguments, size_t count,
                              Arguments &result) {
  for (size_t i = 0; i < count; ++i) {
    const minitc_argument &argument = arguments[i];
    if (argument.kind < MINITC_ARGUMENT_SIGNED ||
        argument.kind > MINITC_ARGUMENT_BUFFER ||
        (argument.kind == MINITC_ARGUMENT_BUFFER && !argument.value.buffer) ||
        argument.type < MINITC_TYPE_ANY || argument.type > MINITC_TYPE_F64)
      return Status(ErrorCode::InvalidArgument,
                    "argument " + std::to_string(i) +
                        " has no valid kind, type or buffer");
    result.push_back(unwrapArgument(argument));
  }
  return {};
}

minitc_status minitc_kernel_launch(minitc_kernel *kernel, unsigned grid_x,
                                   unsigned grid_y, unsigned grid_z,
                                   const minitc_argument *arguments,
                                   size_t num_arguments,
                                   minitc_stream *stream) {
  MINITC_REQUIRE(kernel);
  Arguments values;
  if (Status status = unwrapArguments(arguments, num_arguments, values);
      !status.ok())
    return report(std::move(status));
  return report(kernel->kernel->launch(Grid{grid_x, grid_y, grid_z}, values,
                                       nativeStream(stream)));
}

minitc_status minitc_kernel_precompile(minitc_kernel *kernel,
                                       const minitc_argument *arguments,
                                       size_t num_arguments) {
  MINITC_REQUIRE(kernel);
  Arguments values;
  if (Status status = unwrapArguments(arguments, num_arguments, values);
      !status.ok())
    return report(std::move(status));
  return report(kernel->kernel->precompile(values));
}

size_t minitc_kernel_num_variants(const minitc_kernel *kernel) {
  return kernel->kernel->numVariants();
}

minitc_status minitc_kernel_resources(minitc_kernel *kernel,
                                      minitc_resources *resources) {
  MINITC_REQUIRE(kernel);
  MINITC_REQUIRE(resources);
  StatusOr<Resources> found = kernel->kernel->resources();
  if (!found.ok())
    return report(found.takeStatus());
  resources->registers = found->registers;
  resources->local_bytes = found->localBytes;
  resources->spill_store_bytes = found->spillStoreBytes;
  resources->spill_load_bytes = found->spillLoadBytes;
  resources->static_shared_bytes = found->staticSharedBytes;
  resources->dynamic_shared_bytes = found->dynamicSharedBytes;
  resources->num_warps = found->numWarps;
  resources->blocks_per_multiprocessor = found->blocksPerMultiprocessor;
  resources->occupancy = found->occupancy;
  return MINITC_OK;
}
