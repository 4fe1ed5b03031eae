//===- minitc.hpp - Compile and launch tile kernels from C++ ----*- C++ -*-===//
//
// A C++17 wrapper over the C API (minitc-c/minitc.h), which has the details.
// Objects own what they stand for and can be moved, not copied. Failures throw
// minitc::Error. Link libminitc.so; no LLVM header is needed.
//
//   minitc::Device gpu(0);
//   minitc::Kernel softmax = gpu.compile_file("softmax.mlir", "softmax");
//   auto x = gpu.upload(host), y = gpu.allocate<float>(n);
//   softmax.launch({rows}, x, y, 1024, cols);
//   auto t = gpu.measure([&] { softmax.launch({rows}, x, y, 1024, cols); });
//   std::cout << t << softmax.resources();
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_MINITC_HPP
#define MINITC_MINITC_HPP

#include "minitc-c/minitc.h"

#include <cstdint>
#include <cstring>
#include <exception>
#include <initializer_list>
#include <limits>
#include <memory>
#include <ostream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace minitc {

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

/// What went wrong. what() holds all of it; the parts can be had one by one.
class Error : public std::runtime_error {
public:
  Error(minitc_status status, const std::string &message)
      : std::runtime_error(message), code(status), text(message) {}
  /// Takes over the error of the last failed call on this thread.
  explicit Error(const minitc_error *error)
      : std::runtime_error(everything(error)), code(minitc_error_status(error)),
        text(minitc_error_message(error)),
        compilerText(minitc_error_diagnostics(error)),
        callName(minitc_error_call(error)), errorName(minitc_error_name(error)),
        assemblerText(minitc_error_log(error)) {}

  minitc_status status() const noexcept { return code; }
  /// One sentence.
  const std::string &message() const noexcept { return text; }
  /// The compiler's diagnostics.
  const std::string &diagnostics() const noexcept { return compilerText; }
  /// The CUDA call that failed ("cuLaunchKernel") and the name of its error.
  const std::string &call() const noexcept { return callName; }
  const std::string &name() const noexcept { return errorName; }
  /// What the assembler wrote, or of a failed assertion, the driver.
  const std::string &log() const noexcept { return assemblerText; }

private:
  minitc_status code;
  std::string text, compilerText, callName, errorName, assemblerText;

  static std::string everything(const minitc_error *error) {
    std::string all = minitc_error_message(error);
    for (const char *part :
         {minitc_error_diagnostics(error), minitc_error_log(error)})
      if (*part)
        all += std::string("\n") + part;
    return all;
  }
};

namespace detail {

inline void check(minitc_status status) {
  if (status != MINITC_OK)
    throw Error(minitc_last_error());
}

struct Release {
  void operator()(minitc_device *device) const {
    minitc_device_release(device);
  }
  void operator()(minitc_buffer *buffer) const {
    minitc_buffer_release(buffer);
  }
  void operator()(minitc_stream *stream) const {
    minitc_stream_release(stream);
  }
  void operator()(minitc_kernel *kernel) const {
    minitc_kernel_release(kernel);
  }
  void operator()(minitc_compilation *compilation) const {
    minitc_compilation_release(compilation);
  }
};
template <typename T> using Handle = std::unique_ptr<T, Release>;

} // namespace detail

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

namespace detail {

inline uint16_t to_half_bits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  uint32_t sign = bits >> 16 & 0x8000u, magnitude = bits & 0x7FFFFFFFu;
  if (magnitude > 0x7F800000u)
    return static_cast<uint16_t>(sign | 0x7E00u);
  // From 65520 on the nearest is infinity.
  if (magnitude >= 0x477FF000u)
    return static_cast<uint16_t>(sign | 0x7C00u);
  if (magnitude < 0x38800000u) {
    // Subnormal: units of 2^-24. Adding 0.5 leaves them at the end of the
    // sum's mantissa, rounded by the hardware.
    float scaled;
    std::memcpy(&scaled, &magnitude, sizeof(scaled));
    scaled += 0.5f;
    std::memcpy(&magnitude, &scaled, sizeof(scaled));
    return static_cast<uint16_t>(sign | (magnitude - 0x3F000000u));
  }
  // Move the exponent from bias 127 to bias 15 and round away 13 bits.
  uint32_t odd = magnitude >> 13 & 1;
  magnitude += 0xC8000FFFu + odd;
  return static_cast<uint16_t>(sign | magnitude >> 13);
}

inline float from_half_bits(uint16_t half) {
  uint32_t sign = uint32_t(half & 0x8000u) << 16, magnitude = half & 0x7FFFu;
  uint32_t bits;
  float value;
  if (magnitude >= 0x7C00u) {
    bits = 0x7F800000u | (magnitude & 0x3FFu) << 13;
  } else if (magnitude >= 0x0400u) {
    bits = (magnitude << 13) + 0x38000000u;
  } else {
    value = static_cast<float>(magnitude) * 5.9604644775390625e-8f; // 2^-24
    std::memcpy(&bits, &value, sizeof(bits));
  }
  bits |= sign;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

inline uint16_t to_bfloat16_bits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  if ((bits & 0x7FFFFFFFu) > 0x7F800000u)
    return static_cast<uint16_t>(bits >> 16 | 0x0040u);
  return static_cast<uint16_t>((bits + 0x7FFFu + (bits >> 16 & 1)) >> 16);
}

inline float from_bfloat16_bits(uint16_t bfloat) {
  uint32_t bits = uint32_t(bfloat) << 16;
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

} // namespace detail

/// An f16 in memory. Converts from float to nearest even, and back exactly.
struct half {
  uint16_t bits = 0;
  half() = default;
  half(float value) : bits(detail::to_half_bits(value)) {}
  operator float() const { return detail::from_half_bits(bits); }
};

/// A bf16 in memory. Converts from float to nearest even, and back exactly.
struct bfloat16 {
  uint16_t bits = 0;
  bfloat16() = default;
  bfloat16(float value) : bits(detail::to_bfloat16_bits(value)) {}
  operator float() const { return detail::from_bfloat16_bits(bits); }
};

/// The kernel language's name for a C++ type. Specialise it for types of other
/// libraries: `template <> struct element_type<__half> { static constexpr
/// minitc_type value = MINITC_TYPE_F16; };`. Unsigned 16- and 8-bit integers
/// are also taken for f16, bf16 and f8, by size.
template <typename T, typename = void> struct element_type {
  static constexpr minitc_type value = MINITC_TYPE_ANY;
};
template <typename T>
struct element_type<T, std::enable_if_t<std::is_integral_v<T>>> {
  static constexpr minitc_type value = std::is_same_v<T, bool> ? MINITC_TYPE_I1
                                       : sizeof(T) == 1        ? MINITC_TYPE_I8
                                       : sizeof(T) == 2        ? MINITC_TYPE_I16
                                       : sizeof(T) == 4        ? MINITC_TYPE_I32
                                                        : MINITC_TYPE_I64;
};
template <> struct element_type<half> {
  static constexpr minitc_type value = MINITC_TYPE_F16;
};
template <> struct element_type<bfloat16> {
  static constexpr minitc_type value = MINITC_TYPE_BF16;
};
template <> struct element_type<float> {
  static constexpr minitc_type value = MINITC_TYPE_F32;
};
template <> struct element_type<double> {
  static constexpr minitc_type value = MINITC_TYPE_F64;
};

//===----------------------------------------------------------------------===//
// Streams and buffers
//===----------------------------------------------------------------------===//

class Device;

/// An order of work on a device. Made by Device::stream and Device::wrap.
class Stream {
public:
  /// Waits for the work.
  void synchronize() { detail::check(minitc_stream_synchronize(handle.get())); }
  /// The CUstream.
  void *native() const { return minitc_stream_native(handle.get()); }
  minitc_stream *get() const noexcept { return handle.get(); }

private:
  friend class Device;
  detail::Handle<minitc_stream> handle;
};

/// An array in a device's memory. Made by Device::allocate and Device::upload.
template <typename T> class Buffer {
  static_assert(std::is_trivially_copyable_v<T>,
                "device memory holds plain values");

public:
  /// Elements.
  size_t size() const { return minitc_buffer_size(handle.get()) / sizeof(T); }
  /// The address on the device, for other libraries.
  T *data() const {
    return reinterpret_cast<T *>(
        static_cast<uintptr_t>(minitc_buffer_address(handle.get())));
  }

  /// Copies as many elements as `host` points to.
  void upload(const T *host, size_t count, const Stream *stream = nullptr) {
    detail::check(minitc_buffer_upload(handle.get(), 0, host, count * sizeof(T),
                                       raw(stream)));
  }
  void upload(const std::vector<T> &host, const Stream *stream = nullptr) {
    upload(host.data(), host.size(), stream);
  }
  /// A copy on the host, when the work before it on the stream has ended.
  std::vector<T> download(const Stream *stream = nullptr) const {
    std::vector<T> host(size());
    detail::check(minitc_buffer_download(handle.get(), 0, host.data(),
                                         host.size() * sizeof(T), raw(stream)));
    return host;
  }
  /// Sets every byte.
  void fill(uint8_t byte, const Stream *stream = nullptr) {
    detail::check(minitc_buffer_fill(handle.get(), byte, raw(stream)));
  }

  minitc_buffer *get() const noexcept { return handle.get(); }

private:
  friend class Device;
  detail::Handle<minitc_buffer> handle;

  static minitc_stream *raw(const Stream *stream) {
    return stream ? stream->get() : nullptr;
  }
};

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// How many program instances run, in up to three directions: `{rows}`,
/// `{columns, rows}`. With a zero there is nothing to run.
class Grid {
public:
  template <typename X, typename Y = unsigned, typename Z = unsigned,
            typename = std::enable_if_t<std::is_integral_v<X> &&
                                        std::is_integral_v<Y> &&
                                        std::is_integral_v<Z>>>
  Grid(X x, Y y = 1, Z z = 1) : x(checked(x)), y(checked(y)), z(checked(z)) {}

  unsigned x, y, z;

private:
  template <typename N> static unsigned checked(N n) {
    bool fits =
        static_cast<uint64_t>(n) <= std::numeric_limits<uint32_t>::max();
    if (!fits || (std::is_signed_v<N> && n < N(0)))
      throw Error(MINITC_INVALID_ARGUMENT,
                  "expected a grid dimension from 0 to 4294967295, but got " +
                      std::to_string(n));
    return static_cast<unsigned>(n);
  }
};

/// What a launch returns: nothing, in a type of its own, so that
/// Device::measure can tell it from a function.
struct Launched {};

namespace detail {

template <typename T> struct is_buffer : std::false_type {};
template <typename T> struct is_buffer<Buffer<T>> : std::true_type {};
template <typename> constexpr bool never = false;

template <typename T> minitc_argument argument(const T &value) {
  minitc_argument result{};
  result.type = element_type<T>::value;
  if constexpr (is_buffer<T>::value) {
    result.kind = MINITC_ARGUMENT_BUFFER;
    result.value.buffer = value.get();
  } else if constexpr (std::is_pointer_v<T>) {
    result.kind = MINITC_ARGUMENT_POINTER;
    result.type =
        element_type<std::remove_cv_t<std::remove_pointer_t<T>>>::value;
    result.value.pointer = reinterpret_cast<uintptr_t>(value);
  } else if constexpr (std::is_null_pointer_v<T>) {
    result.kind = MINITC_ARGUMENT_POINTER;
    result.value.pointer = 0;
  } else if constexpr (std::is_floating_point_v<T> || std::is_same_v<T, half> ||
                       std::is_same_v<T, bfloat16>) {
    result.kind = MINITC_ARGUMENT_FLOAT;
    result.value.f = static_cast<double>(value);
  } else if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) {
    result.kind = MINITC_ARGUMENT_SIGNED;
    result.value.i = value;
  } else if constexpr (std::is_integral_v<T>) {
    result.kind = MINITC_ARGUMENT_UNSIGNED;
    // CUdeviceptr is `unsigned long long`; a size_t is a number and no address.
    if (!std::is_same_v<T, unsigned long long>)
      result.type = MINITC_TYPE_ANY;
    result.value.u = value;
  } else {
    static_assert(never<T>, "a kernel takes buffers, pointers, integers and "
                            "floats");
  }
  return result;
}

} // namespace detail

/// What a variant of a kernel needs of the device.
struct Resources : minitc_resources {};

inline std::ostream &operator<<(std::ostream &out, const Resources &r) {
  out << r.registers << " registers, ";
  if (r.spill_store_bytes >= 0)
    out << r.spill_store_bytes << " bytes of spill stores, "
        << r.spill_load_bytes << " of spill loads, ";
  else
    out << r.local_bytes << " bytes of local memory, ";
  return out << r.static_shared_bytes + r.dynamic_shared_bytes
             << " bytes of shared memory, " << r.num_warps << " warps, "
             << r.blocks_per_multiprocessor << " blocks a multiprocessor ("
             << static_cast<int>(100 * r.occupancy + 0.5) << " % occupancy)\n";
}

/// Times in microseconds.
struct Measurement : minitc_measurement {};

inline std::ostream &operator<<(std::ostream &out, const Measurement &m) {
  return out << "median " << m.median << " us (p20 " << m.p20 << ", p80 "
             << m.p80 << ", minimum " << m.minimum << "; " << m.count
             << " runs, " << (m.hot ? "hot" : "cold") << " L2)\n";
}

/// How to compile a kernel.
struct Options {
  /// 0: as the kernel says, or as the compiler chooses.
  unsigned num_warps = 0, num_stages = 0;
  bool fast_math = false, fp_contract = true, line_info = false;
  /// Kernels may take tensor maps, where the target has them.
  bool tensor_maps = true;
  /// Compile a variant for what the arguments of a launch are.
  bool specialize = true;
  /// Use the disk cache.
  bool cache = true;
  /// Arguments, by name, that have one value in every launch.
  std::vector<std::pair<std::string, int64_t>> constants;
};

namespace detail {

/// The C form of Options, which must outlive it.
class RawOptions {
public:
  explicit RawOptions(const Options &options) {
    for (const auto &[name, value] : options.constants)
      constants.push_back({name.c_str(), value});
    raw.num_warps = options.num_warps;
    raw.num_stages = options.num_stages;
    raw.fast_math = options.fast_math;
    raw.fp_contract = options.fp_contract;
    raw.line_info = options.line_info;
    raw.tensor_maps = options.tensor_maps;
    raw.specialize = options.specialize;
    raw.cache = options.cache;
    raw.constants = constants.data();
    raw.num_constants = constants.size();
  }
  RawOptions(const RawOptions &) = delete;
  const minitc_compile_options *get() const { return &raw; }

private:
  minitc_compile_options raw = MINITC_COMPILE_OPTIONS;
  std::vector<minitc_constant> constants;
};

} // namespace detail

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// A kernel on a device. Made by Device::compile_file and
/// Device::compile_source.
class Kernel {
public:
  /// Checks the arguments against the signature and starts the kernel on the
  /// default stream.
  template <typename... Args> Launched launch(Grid grid, const Args &...args) {
    return launch_on(nullptr, grid, args...);
  }
  /// The same on a stream.
  template <typename... Args>
  Launched launch(const Stream &stream, Grid grid, const Args &...args) {
    return launch_on(stream.get(), grid, args...);
  }

  /// Makes the variant that a launch with these arguments would select.
  template <typename... Args> void precompile(const Args &...args) {
    const minitc_argument list[] = {detail::argument(args)..., {}};
    detail::check(
        minitc_kernel_precompile(handle.get(), list, sizeof...(args)));
  }

  /// Of the variant used last.
  Resources resources() const {
    Resources result;
    detail::check(minitc_kernel_resources(handle.get(), &result));
    return result;
  }
  /// `@softmax(%in: !tc.ptr<f32>, ...)`.
  std::string signature() const {
    return minitc_signature_text(minitc_kernel_signature(handle.get()));
  }
  /// The compiler's warnings.
  std::string warnings() const {
    return minitc_kernel_diagnostics(handle.get());
  }
  size_t num_variants() const {
    return minitc_kernel_num_variants(handle.get());
  }
  minitc_kernel *get() const noexcept { return handle.get(); }

private:
  friend class Device;
  detail::Handle<minitc_kernel> handle;

  template <typename... Args>
  Launched launch_on(minitc_stream *stream, Grid grid, const Args &...args) {
    // One more than there are, since an array is never empty.
    const minitc_argument list[] = {detail::argument(args)..., {}};
    detail::check(minitc_kernel_launch(handle.get(), grid.x, grid.y, grid.z,
                                       list, sizeof...(args), stream));
    return {};
  }
};

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

/// How to measure.
struct MeasureOptions {
  /// Runs that are not counted.
  unsigned warmup = 3;
  /// Runs that are counted; 0: as many as the budget allows.
  unsigned runs = 0;
  double budget_ms = 100;
  /// Leave the L2 cache as the run before left it.
  bool hot = false;
  const Stream *stream = nullptr;
};

/// How many GPUs there are; 0 without a driver.
inline int cuda_device_count() {
  int count = 0;
  return minitc_cuda_device_count(&count) == MINITC_OK ? count : 0;
}

class Device {
public:
  /// The GPU of that number.
  explicit Device(int number) : Device("cuda:" + std::to_string(number)) {}
  /// "cuda:0", "interp" or "sim".
  explicit Device(const std::string &name) {
    minitc_device *device = nullptr;
    detail::check(minitc_device_open(name.c_str(), &device));
    handle.reset(device);
  }

  std::string name() const { return minitc_device_name(handle.get()); }
  std::string description() const {
    return minitc_device_description(handle.get());
  }
  /// What kernels are compiled for: "sm_90a".
  std::string target() const { return minitc_device_target(handle.get()); }
  /// Waits for all work on the device.
  void synchronize() { detail::check(minitc_device_synchronize(handle.get())); }

  /// A kernel of a file. `kernel` may be empty if the file has one.
  Kernel compile_file(const std::string &path, const std::string &kernel = {},
                      const Options &options = {}) {
    detail::RawOptions raw(options);
    minitc_kernel *made = nullptr;
    detail::check(minitc_kernel_create_from_file(
        handle.get(), path.c_str(), name_of(kernel), raw.get(), &made));
    return adopt(made);
  }
  /// A kernel of a text. `buffer_name` is what diagnostics call the text.
  Kernel compile_source(const std::string &source,
                        const std::string &kernel = {},
                        const Options &options = {},
                        const std::string &buffer_name = "source") {
    detail::RawOptions raw(options);
    minitc_kernel *made = nullptr;
    detail::check(minitc_kernel_create(handle.get(), source.data(),
                                       source.size(), buffer_name.c_str(),
                                       name_of(kernel), raw.get(), &made));
    return adopt(made);
  }

  /// `count` elements, uninitialised.
  template <typename T> Buffer<T> allocate(size_t count) {
    if (count > std::numeric_limits<size_t>::max() / sizeof(T))
      throw Error(MINITC_INVALID_ARGUMENT,
                  "cannot address " + std::to_string(count) + " elements");
    minitc_buffer *made = nullptr;
    detail::check(minitc_buffer_allocate(handle.get(), count * sizeof(T),
                                         element_type<T>::value, &made));
    Buffer<T> buffer;
    buffer.handle.reset(made);
    return buffer;
  }
  /// A copy of host memory.
  template <typename T> Buffer<T> upload(const T *host, size_t count) {
    Buffer<T> buffer = allocate<T>(count);
    buffer.upload(host, count);
    return buffer;
  }
  template <typename T> Buffer<T> upload(const std::vector<T> &host) {
    return upload(host.data(), host.size());
  }
  /// A copy on the host.
  template <typename T> std::vector<T> download(const Buffer<T> &buffer) {
    return buffer.download();
  }

  /// A new stream.
  Stream stream() {
    minitc_stream *made = nullptr;
    detail::check(minitc_stream_create(handle.get(), &made));
    return adopt(made);
  }
  /// A stream of another library (a CUstream), which stays its owner's.
  Stream wrap(void *native) {
    minitc_stream *made = nullptr;
    detail::check(minitc_stream_wrap(handle.get(), native, &made));
    return adopt(made);
  }

  /// Times what `launch`, a callable without arguments, launches.
  template <typename Function>
  Measurement measure(Function &&launch, const MeasureOptions &options = {}) {
    using Callable = std::decay_t<Function>;
    constexpr bool isLaunched = std::is_same_v<Callable, Launched>;
    static_assert(!isLaunched,
                  "measure() was given the result of a launch, which has run "
                  "already: wrap the launch in a lambda, as in "
                  "measure([&] { kernel.launch(...); })");
    static_assert(isLaunched || std::is_invocable_v<Callable &>,
                  "measure() takes a callable without arguments");
    if constexpr (!isLaunched && std::is_invocable_v<Callable &>)
      return time(launch, options);
    else
      return {};
  }

  minitc_device *get() const noexcept { return handle.get(); }

private:
  detail::Handle<minitc_device> handle;

  static const char *name_of(const std::string &kernel) {
    return kernel.empty() ? nullptr : kernel.c_str();
  }
  static Kernel adopt(minitc_kernel *made) {
    Kernel kernel;
    kernel.handle.reset(made);
    return kernel;
  }
  static Stream adopt(minitc_stream *made) {
    Stream stream;
    stream.handle.reset(made);
    return stream;
  }

  /// Passes an exception of the callable through the C API.
  template <typename Function>
  Measurement time(Function &launch, const MeasureOptions &options) {
    struct Context {
      Function &launch;
      std::exception_ptr thrown;
    } context{launch, nullptr};
    auto callback = [](void *opaque) -> int {
      auto *context = static_cast<Context *>(opaque);
      try {
        context->launch();
        return 0;
      } catch (...) {
        context->thrown = std::current_exception();
        return 1;
      }
    };
    minitc_measure_options raw = MINITC_MEASURE_OPTIONS;
    raw.warmup = options.warmup;
    raw.runs = options.runs;
    raw.budget_ms = options.budget_ms;
    raw.hot = options.hot;
    raw.stream = options.stream ? options.stream->get() : nullptr;
    Measurement result;
    minitc_status status =
        minitc_measure(handle.get(), callback, &context, &raw, &result);
    if (context.thrown)
      std::rethrow_exception(context.thrown);
    detail::check(status);
    return result;
  }
};

} // namespace minitc

#endif // MINITC_MINITC_HPP
