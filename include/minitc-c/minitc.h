/*===- minitc.h - The C API of libminitc ---------------------------*- C
-*-===*\
|*                                                                            *|
|* Compile tile kernels written in MLIR's `tc` dialect and launch them. This  *|
|* is all that libminitc.so exports; minitc/minitc.hpp wraps it for C++.      *|
|*                                                                            *|
|* Conventions                                                                *|
|* - A function that can fail returns a minitc_status. On failure it writes   *|
|*   nothing to its outputs, and minitc_last_error() has the reasons.         *|
|* - Objects are opaque. The caller owns what a function writes to an output  *|
|*   `**` and gives it back with the matching `_release`; NULL is accepted    *|
|*   there. Kernels, buffers and streams keep their device alive.             *|
|* - Strings are UTF-8 and belong to the object they were asked of.           *|
|* - Any function may be called from any thread. One object may be used by    *|
|*   several threads at once, except to release it.                           *|
|*                                                                            *|
|* Environment                                                                *|
|* - MINITC_CACHE=off, MINITC_CACHE_DIR: the disk cache (see the end).        *|
|* - MINITC_PTXAS: the assembler to use; without ptxas the driver's is used.  *|
|* - MINITC_CUDA_LIBRARY: the driver's file, in place of libcuda.so.1.        *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef MINITC_C_MINITC_H
#define MINITC_C_MINITC_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define MINITC_API __attribute__((visibility("default")))
#else
#define MINITC_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/*===-- Status and errors -------------------------------------------------===*/

typedef enum minitc_status {
  MINITC_OK = 0,
  /** The caller broke a rule of this API: a wrong argument count, kind, type
      or value, a launch that contradicts `tc.divisible`, an unknown name. */
  MINITC_INVALID_ARGUMENT = 1,
  /** The source did not compile; the error carries the diagnostics. */
  MINITC_COMPILE_ERROR = 2,
  /** There is no such device here: no driver, no GPU, not built in. */
  MINITC_UNAVAILABLE = 3,
  /** A call to the device's driver failed; the error carries its name. */
  MINITC_DEVICE_ERROR = 4,
  /** A file could not be read or written. */
  MINITC_IO_ERROR = 5,
  /** The callback given to minitc_measure() asked to stop. */
  MINITC_CALLBACK_ERROR = 6
} minitc_status;

typedef struct minitc_error minitc_error;

/** The error of the last failed call on this thread, until the next failing
    call on it; NULL if none failed yet. */
MINITC_API const minitc_error *minitc_last_error(void);
MINITC_API minitc_status minitc_error_status(const minitc_error *error);
/** One sentence, without a full stop. Never NULL. */
MINITC_API const char *minitc_error_message(const minitc_error *error);
/** The compiler's diagnostics, one after another, as
    `file:line:col: error: ...` with the source line; "" if there are none. */
MINITC_API const char *minitc_error_diagnostics(const minitc_error *error);
/** The driver call that failed, as "cuLaunchKernel"; "" if none did. */
MINITC_API const char *minitc_error_call(const minitc_error *error);
/** The driver's name for it, as "CUDA_ERROR_INVALID_VALUE"; "" if none. */
MINITC_API const char *minitc_error_name(const minitc_error *error);
/** What the assembler, or after a failed assertion the driver, said; or "". */
MINITC_API const char *minitc_error_log(const minitc_error *error);

/*===-- Types and arguments -----------------------------------------------===*/

/** Element types, as the kernel language has them. */
typedef enum minitc_type {
  /** Not known: a `void *`, bytes. Matches every type. */
  MINITC_TYPE_ANY = 0,
  MINITC_TYPE_I1,
  MINITC_TYPE_I8,
  MINITC_TYPE_I16,
  MINITC_TYPE_I32,
  MINITC_TYPE_I64,
  MINITC_TYPE_F8E4M3FN,
  MINITC_TYPE_F8E5M2,
  MINITC_TYPE_F16,
  MINITC_TYPE_BF16,
  MINITC_TYPE_F32,
  MINITC_TYPE_F64
} minitc_type;

/** As MLIR spells it ("f32"); "any" for MINITC_TYPE_ANY. */
MINITC_API const char *minitc_type_name(minitc_type type);
/** Bytes of one element in memory: 1 for i1, 0 for MINITC_TYPE_ANY. */
MINITC_API size_t minitc_type_size(minitc_type type);
/** MINITC_TYPE_ANY if `name` is no type's. */
MINITC_API minitc_type minitc_type_from_name(const char *name);

typedef struct minitc_device minitc_device;
typedef struct minitc_buffer minitc_buffer;
typedef struct minitc_stream minitc_stream;
typedef struct minitc_kernel minitc_kernel;

typedef enum minitc_argument_kind {
  /** `value.i`; fits iN if -2^(N-1) <= i < 2^(N-1) (i1: 0 or 1). */
  MINITC_ARGUMENT_SIGNED = 1,
  /** `value.u`; fits iN if u < 2^N. With type MINITC_TYPE_I64 it may also be
      the address for a pointer, as a CUdeviceptr is; with MINITC_TYPE_ANY it
      is a number and nothing else. */
  MINITC_ARGUMENT_UNSIGNED,
  /** `value.f`, rounded to the parameter's type, to nearest even; a finite
      value that would become infinite is refused. */
  MINITC_ARGUMENT_FLOAT,
  /** `value.pointer`, an address in the device's memory, from any library. */
  MINITC_ARGUMENT_POINTER,
  /** `value.buffer`, which must belong to the kernel's device. */
  MINITC_ARGUMENT_BUFFER
} minitc_argument_kind;

/** One value of a launch. */
typedef struct minitc_argument {
  minitc_argument_kind kind;
  /** What the caller knows it to be: a scalar's own type, or the type that a
      pointer points to. MINITC_TYPE_ANY is not checked. */
  minitc_type type;
  union {
    int64_t i;
    uint64_t u;
    double f;
    uint64_t pointer;
    const minitc_buffer *buffer;
  } value;
} minitc_argument;

/*===-- Compiling to text -------------------------------------------------===*/

/** `argument` (its name in the source, without '%') has this value in every
    launch; a launch that says otherwise is refused. */
typedef struct minitc_constant {
  const char *argument;
  int64_t value;
} minitc_constant;

typedef struct minitc_compile_options {
  /** sizeof(minitc_compile_options), so that the struct can grow. */
  size_t struct_size;
  /** Override the kernel's own attributes; 0 leaves them. */
  unsigned num_warps;
  unsigned num_stages;
  /** Booleans. */
  int fast_math;
  int fp_contract;
  int line_info;
  /** Boolean: compile a variant for what the arguments of a launch are: how
      aligned, how divisible, whether 1. Launchable kernels only. */
  int specialize;
  /** Boolean: use the disk cache. Launchable kernels only. */
  int cache;
  const minitc_constant *constants;
  size_t num_constants;
  /** Boolean: kernels may take tensor maps, where the target has them. What
      launches a kernel with the driver's API alone has to make them. */
  int tensor_maps;
} minitc_compile_options;

/** The defaults, for `minitc_compile_options o = MINITC_COMPILE_OPTIONS;`. */
#define MINITC_COMPILE_OPTIONS                                                 \
  { sizeof(minitc_compile_options), 0, 0, 0, 1, 0, 1, 1, NULL, 0, 1 }

typedef enum minitc_stage {
  MINITC_STAGE_TC,
  MINITC_STAGE_TCG,
  MINITC_STAGE_NVVM,
  MINITC_STAGE_LLVM,
  MINITC_STAGE_PTX
} minitc_stage;

/** What came of compiling a file: text, signatures, warnings. */
typedef struct minitc_compilation minitc_compilation;
/** What one kernel takes and needs. */
typedef struct minitc_signature minitc_signature;

/** Compiles `size` bytes of MLIR for `target` ("sm_90a") up to `stage`.
    `name` is what diagnostics call the source; `kernel` selects one kernel,
    NULL means all; `options` may be NULL. */
MINITC_API minitc_status minitc_compile(const char *source, size_t size,
                                        const char *name, const char *kernel,
                                        const char *target, minitc_stage stage,
                                        const minitc_compile_options *options,
                                        minitc_compilation **compilation);
/** The signatures of a file's kernels; no text, no warps, no shared memory. */
MINITC_API minitc_status minitc_describe(const char *source, size_t size,
                                         const char *name,
                                         minitc_compilation **compilation);
MINITC_API void minitc_compilation_release(minitc_compilation *compilation);
/** NUL-terminated; `size` (may be NULL) receives its length. */
MINITC_API const char *
minitc_compilation_text(const minitc_compilation *compilation, size_t *size);
/** Warnings, as in minitc_error_diagnostics(). */
MINITC_API const char *
minitc_compilation_diagnostics(const minitc_compilation *compilation);
MINITC_API size_t
minitc_compilation_num_kernels(const minitc_compilation *compilation);
/** In the order of the source; NULL past the end. */
MINITC_API const minitc_signature *
minitc_compilation_kernel(const minitc_compilation *compilation, size_t index);

typedef enum minitc_parameter_kind {
  MINITC_PARAMETER_INTEGER,
  MINITC_PARAMETER_FLOAT,
  MINITC_PARAMETER_POINTER
} minitc_parameter_kind;

typedef struct minitc_parameter {
  /** As in the source, without '%'. */
  const char *name;
  minitc_parameter_kind kind;
  /** The scalar's type, or what the pointer points to. */
  minitc_type type;
  /** What `tc.divisible` promises; 1 without a promise. */
  int64_t divisible;
} minitc_parameter;

MINITC_API const char *minitc_signature_name(const minitc_signature *signature);
MINITC_API size_t
minitc_signature_num_parameters(const minitc_signature *signature);
MINITC_API minitc_status
minitc_signature_parameter(const minitc_signature *signature, size_t index,
                           minitc_parameter *parameter);
/** For messages: `@softmax(%in: !tc.ptr<f32>, %stride: i32)`. */
MINITC_API const char *minitc_signature_text(const minitc_signature *signature);
/** Warps in a block of 32 * num_warps threads; 0 if only described. */
MINITC_API unsigned
minitc_signature_num_warps(const minitc_signature *signature);
/** Bytes of shared memory to ask for at launch. */
MINITC_API unsigned
minitc_signature_dynamic_shared(const minitc_signature *signature);
/** Bytes of shared memory declared in the PTX. */
MINITC_API unsigned
minitc_signature_static_shared(const minitc_signature *signature);

/** The targets that minitc_compile() accepts, oldest first; NULL past the
    end. */
MINITC_API const char *minitc_target(size_t index);
/** Changes whenever the compiler does. */
MINITC_API const char *minitc_build_id(void);

/*===-- Devices -----------------------------------------------------------===*/

/** How many GPUs the driver shows. MINITC_UNAVAILABLE, with what is missing,
    when there is no driver or the launcher was not built. */
MINITC_API minitc_status minitc_cuda_device_count(int *count);

/** Opens a device by name: "cuda:0" (or "cuda") a GPU, in its primary
    context; "interp" the interpreter; "sim" the simulator. */
MINITC_API minitc_status minitc_device_open(const char *name,
                                            minitc_device **device);
MINITC_API void minitc_device_release(minitc_device *device);
/** As it was opened, in full: "cuda:0". */
MINITC_API const char *minitc_device_name(const minitc_device *device);
/** For people: "NVIDIA H200". */
MINITC_API const char *minitc_device_description(const minitc_device *device);
/** What kernels are compiled for here: "sm_90a". */
MINITC_API const char *minitc_device_target(const minitc_device *device);
/** Waits for all work on the device. */
MINITC_API minitc_status minitc_device_synchronize(minitc_device *device);
/** Sets a device's own option, such as the interpreter's "time-limit" (in
    seconds); an option that it does not have is an error. */
MINITC_API minitc_status minitc_device_set_option(minitc_device *device,
                                                  const char *option,
                                                  const char *value);

/*===-- Memory and streams ------------------------------------------------===*/

/** `bytes` of device memory, uninitialised. `type` is what launches check the
    buffer against. */
MINITC_API minitc_status minitc_buffer_allocate(minitc_device *device,
                                                size_t bytes, minitc_type type,
                                                minitc_buffer **buffer);
/** Frees the memory too; work that uses it must have ended or be ordered
    before the release by the default stream. */
MINITC_API void minitc_buffer_release(minitc_buffer *buffer);
MINITC_API uint64_t minitc_buffer_address(const minitc_buffer *buffer);
MINITC_API size_t minitc_buffer_size(const minitc_buffer *buffer);
MINITC_API minitc_type minitc_buffer_type(const minitc_buffer *buffer);
/** Copies, in the order of `stream` (NULL: the default stream). Both return
    when the host memory may be reused or read. */
MINITC_API minitc_status minitc_buffer_upload(minitc_buffer *buffer,
                                              size_t offset, const void *host,
                                              size_t bytes,
                                              minitc_stream *stream);
MINITC_API minitc_status minitc_buffer_download(const minitc_buffer *buffer,
                                                size_t offset, void *host,
                                                size_t bytes,
                                                minitc_stream *stream);
/** Sets every byte. */
MINITC_API minitc_status minitc_buffer_fill(minitc_buffer *buffer, uint8_t byte,
                                            minitc_stream *stream);

/** A stream that does not wait for the default stream. */
MINITC_API minitc_status minitc_stream_create(minitc_device *device,
                                              minitc_stream **stream);
/** A stream of another library (a CUstream), which stays its owner's. */
MINITC_API minitc_status minitc_stream_wrap(minitc_device *device, void *native,
                                            minitc_stream **stream);
MINITC_API void minitc_stream_release(minitc_stream *stream);
MINITC_API void *minitc_stream_native(const minitc_stream *stream);
MINITC_API minitc_status minitc_stream_synchronize(minitc_stream *stream);

/*===-- Kernels -----------------------------------------------------------===*/

/** A kernel of `size` bytes of MLIR, ready to launch on `device`. `name` is
    what diagnostics call the source. `kernel` may be NULL if the file has one
    kernel. Finds errors of the language now; code is made for each variant
    when first launched (now, with `specialize` off). */
MINITC_API minitc_status minitc_kernel_create(
    minitc_device *device, const char *source, size_t size, const char *name,
    const char *kernel, const minitc_compile_options *options,
    minitc_kernel **result);
/** The same from a file. */
MINITC_API minitc_status minitc_kernel_create_from_file(
    minitc_device *device, const char *path, const char *kernel,
    const minitc_compile_options *options, minitc_kernel **result);
MINITC_API void minitc_kernel_release(minitc_kernel *kernel);
/** Its warps and shared memory are those of the variant used last. */
MINITC_API const minitc_signature *
minitc_kernel_signature(const minitc_kernel *kernel);
/** Warnings. */
MINITC_API const char *minitc_kernel_diagnostics(const minitc_kernel *kernel);

/** Launches grid_x * grid_y * grid_z program instances, which may be none.
    `stream` may be NULL. On a GPU this returns before they end. */
MINITC_API minitc_status minitc_kernel_launch(minitc_kernel *kernel,
                                              unsigned grid_x, unsigned grid_y,
                                              unsigned grid_z,
                                              const minitc_argument *arguments,
                                              size_t num_arguments,
                                              minitc_stream *stream);
/** Makes the variant that a launch with these arguments would select, and
    launches nothing. Addresses count by their alignment alone. */
MINITC_API minitc_status minitc_kernel_precompile(
    minitc_kernel *kernel, const minitc_argument *arguments,
    size_t num_arguments);
/** Variants made so far, whether compiled or found on disk. */
MINITC_API size_t minitc_kernel_num_variants(const minitc_kernel *kernel);

typedef struct minitc_resources {
  /** 32-bit registers of a thread. */
  unsigned registers;
  /** Bytes of a thread's local memory: spilled registers and arrays. */
  unsigned local_bytes;
  /** Bytes of spill stores and loads in the code of a thread; -1 where the
      assembler did not say (the driver's own does not). */
  int64_t spill_store_bytes;
  int64_t spill_load_bytes;
  /** Bytes of shared memory of a block. */
  unsigned static_shared_bytes;
  unsigned dynamic_shared_bytes;
  unsigned num_warps;
  /** Blocks that one multiprocessor holds at once. */
  unsigned blocks_per_multiprocessor;
  /** Warps held over warps that fit, from 0 to 1. */
  double occupancy;
} minitc_resources;

/** Of the variant used last; of the one without facts if none was used. */
MINITC_API minitc_status minitc_kernel_resources(minitc_kernel *kernel,
                                                 minitc_resources *resources);

/*===-- Timing ------------------------------------------------------------===*/

typedef struct minitc_measure_options {
  /** sizeof(minitc_measure_options), so that the struct can grow. */
  size_t struct_size;
  /** Runs that are not counted. */
  unsigned warmup;
  /** Runs that are counted; 0: as many as take about `budget_ms`, from 10 to
      1000. */
  unsigned runs;
  double budget_ms;
  /** Boolean: leave the L2 cache as the last run left it. By default it is
      overwritten before each run. */
  int hot;
  /** The stream on which the callback launches; NULL: the default stream. */
  minitc_stream *stream;
} minitc_measure_options;

#define MINITC_MEASURE_OPTIONS                                                 \
  { sizeof(minitc_measure_options), 3, 0, 100.0, 0, NULL }

/** Microseconds. */
typedef struct minitc_measurement {
  double median;
  double p20;
  double p80;
  double minimum;
  size_t count;
  int hot;
} minitc_measurement;

/** Times what `callback` launches on the stream. A callback that returns
    other than 0 ends the measurement with MINITC_CALLBACK_ERROR. */
MINITC_API minitc_status minitc_measure(minitc_device *device,
                                        int (*callback)(void *context),
                                        void *context,
                                        const minitc_measure_options *options,
                                        minitc_measurement *result);

/*===-- The disk cache ----------------------------------------------------===*/

typedef struct minitc_cache_statistics {
  size_t hits;
  size_t misses;
  /** Entries that failed their checksum and were made anew. */
  size_t damaged;
} minitc_cache_statistics;

/** Turns the cache on or off for this process. It starts on, unless the
    environment says MINITC_CACHE=off. */
MINITC_API void minitc_cache_set_enabled(int enabled);
MINITC_API int minitc_cache_enabled(void);
/** Where entries live; NULL restores the default: $MINITC_CACHE_DIR, else
    $XDG_CACHE_HOME/minitc, else ~/.cache/minitc. */
MINITC_API void minitc_cache_set_directory(const char *directory);
/** Copies the directory's name into `text` (at most `size` bytes, always
    terminated); returns its whole length. */
MINITC_API size_t minitc_cache_directory(char *text, size_t size);
/** Removes every entry. */
MINITC_API minitc_status minitc_cache_clear(void);
/** Of this process. */
MINITC_API void
minitc_cache_get_statistics(minitc_cache_statistics *statistics);

/*===-- The tools ---------------------------------------------------------===*/

/** Runs one of our command-line tools ("minitc", "minitc-opt", ...) as its
    main function would. Returns the exit status. */
MINITC_API int minitcToolMain(const char *tool, int argc, char **argv);

#ifdef __cplusplus
}
#endif

#endif /* MINITC_C_MINITC_H */
