//===- Wrap.h - The opaque objects of the C API -----------------*- C++ -*-===//
//
// What the handles of minitc-c/minitc.h stand for, and how a status leaves the
// library.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_CAPI_WRAP_H
#define MINITC_LIB_CAPI_WRAP_H

#include "minitc-c/minitc.h"
#include "minitc/Runtime/Kernel.h"
#include "minitc/Runtime/Signature.h"

#include <memory>
#include <vector>

struct minitc_device {
  std::shared_ptr<minitc::runtime::Device> device;
};

struct minitc_buffer {
  std::shared_ptr<minitc::runtime::Device> device;
  uint64_t address = 0;
  size_t bytes = 0;
  minitc_type type = MINITC_TYPE_ANY;
};

struct minitc_stream {
  std::shared_ptr<minitc::runtime::Device> device;
  void *native = nullptr;
  bool isOwned = false;
};

struct minitc_kernel {
  std::unique_ptr<minitc::runtime::Kernel> kernel;
};

struct minitc_compilation {
  std::string text, diagnostics;
  std::vector<minitc::runtime::Signature> kernels;
};

namespace minitc::capi {

/// Keeps the error of a failed status for minitc_last_error().
minitc_status report(runtime::Status status);

/// Reports a broken rule of the API.
minitc_status invalid(std::string message);

inline minitc_type wrap(runtime::ElementType type) {
  return static_cast<minitc_type>(type);
}
inline runtime::ElementType unwrap(minitc_type type) {
  return static_cast<runtime::ElementType>(type);
}

/// A signature handle is a pointer to the runtime's own.
inline const minitc_signature *wrap(const runtime::Signature *signature) {
  return reinterpret_cast<const minitc_signature *>(signature);
}
inline const runtime::Signature *unwrap(const minitc_signature *signature) {
  return reinterpret_cast<const runtime::Signature *>(signature);
}

inline void *nativeStream(const minitc_stream *stream) {
  return stream ? stream->native : nullptr;
}

/// The options that all compilations share; null means the defaults.
CompileOptions compileOptions(const minitc_compile_options *options);

/// `options` with the defaults for what its caller did not know of yet.
template <typename T> T completed(const T *options, const T &defaults) {
  T result = defaults;
  if (!options)
    return result;
  size_t known =
      options->struct_size < sizeof(T) ? options->struct_size : sizeof(T);
  std::copy_n(reinterpret_cast<const char *>(options), known,
              reinterpret_cast<char *>(&result));
  return result;
}

} // namespace minitc::capi

/// Returns from an API function if a pointer that must not be null is.
#define MINITC_REQUIRE(pointer)                                                \
  do {                                                                         \
    if (!(pointer))                                                            \
      return ::minitc::capi::invalid("expected '" #pointer                     \
                                     "', but got a null pointer");             \
  } while (false)

#endif // MINITC_LIB_CAPI_WRAP_H
