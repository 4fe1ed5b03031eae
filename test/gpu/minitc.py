#===- minitc.py - The C API for tests in Python ----------------------------===#
#
# A binding of minitc-c/minitc.h by ctypes, as much of it as the tests need.
# Tensors are anything with data_ptr() and dtype, as PyTorch's are: a launch gets
# their addresses and runs on PyTorch's current stream. Where there is no PyTorch,
# and on devices that are the host, a Buffer is the memory.
#
#   gpu = Device("cuda:0")
#   softmax = gpu.compile_file("softmax.mlir", num_warps=8)
#   softmax((rows,), x, y, stride, cols)
#   launch = softmax.bind((rows,), x, y, stride, cols)   # arguments made once
#   launch()
#
# The library is $MINITC_LIBRARY, else libminitc.so in the build folder
# ($MINITC_BUILD_DIR, else build in the repository).
#
#===----------------------------------------------------------------------===#

import ctypes
import os
import sys
from ctypes import (CFUNCTYPE, POINTER, Structure, Union, byref, c_char_p,
                    c_double, c_int, c_int64, c_size_t, c_uint, c_uint64,
                    c_void_p)
from typing import NamedTuple

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
BUILD = os.environ.get("MINITC_BUILD_DIR", os.path.join(ROOT, "build"))

# minitc_type.
TYPES = {name: index for index, name in enumerate(
    ("any", "i1", "i8", "i16", "i32", "i64", "f8E4M3FN", "f8E5M2", "f16",
     "bf16", "f32", "f64"))}
# The last word of a dtype's name, as in torch.bfloat16.
DTYPES = {"bool": "i1", "int8": "i8", "uint8": "i8", "int16": "i16",
          "int32": "i32", "int64": "i64", "float8_e4m3fn": "f8E4M3FN",
          "float8_e5m2": "f8E5M2", "float16": "f16", "bfloat16": "bf16",
          "float32": "f32", "float64": "f64"}
# minitc_argument_kind.
SIGNED, UNSIGNED, FLOAT, POINTER_ARGUMENT = 1, 2, 3, 4
# minitc_status.
STATUS = {1: "invalid argument", 2: "compile error", 3: "unavailable",
          4: "device error", 5: "file error", 6: "stopped"}
UNAVAILABLE = 3


class Value(Union):
    _fields_ = [("i", c_int64), ("u", c_uint64), ("f", c_double),
                ("pointer", c_uint64), ("buffer", c_void_p)]


class Argument(Structure):
    _fields_ = [("kind", c_int), ("type", c_int), ("value", Value)]


class Constant(Structure):
    _fields_ = [("argument", c_char_p), ("value", c_int64)]


class CompileOptions(Structure):
    _fields_ = [("struct_size", c_size_t), ("num_warps", c_uint),
                ("num_stages", c_uint), ("fast_math", c_int),
                ("fp_contract", c_int), ("line_info", c_int),
                ("specialize", c_int), ("cache", c_int),
                ("constants", POINTER(Constant)), ("num_constants", c_size_t),
                ("tensor_maps", c_int)]


class Resources(Structure):
    _fields_ = [("registers", c_uint), ("local_bytes", c_uint),
                ("spill_store_bytes", c_int64), ("spill_load_bytes", c_int64),
                ("static_shared_bytes", c_uint),
                ("dynamic_shared_bytes", c_uint), ("num_warps", c_uint),
                ("blocks_per_multiprocessor", c_uint), ("occupancy", c_double)]


class MeasureOptions(Structure):
    _fields_ = [("struct_size", c_size_t), ("warmup", c_uint), ("runs", c_uint),
                ("budget_ms", c_double), ("hot", c_int), ("stream", c_void_p)]


class Measurement(Structure):
    _fields_ = [("median", c_double), ("p20", c_double), ("p80", c_double),
                ("minimum", c_double), ("count", c_size_t), ("hot", c_int)]


CALLBACK = CFUNCTYPE(c_int, c_void_p)

# Result and parameters of each function in use.
FUNCTIONS = {
    "last_error": (c_void_p, []),
    "error_status": (c_int, [c_void_p]),
    "error_message": (c_char_p, [c_void_p]),
    "error_diagnostics": (c_char_p, [c_void_p]),
    "error_call": (c_char_p, [c_void_p]),
    "error_name": (c_char_p, [c_void_p]),
    "error_log": (c_char_p, [c_void_p]),
    "build_id": (c_char_p, []),
    "device_open": (c_int, [c_char_p, POINTER(c_void_p)]),
    "device_release": (None, [c_void_p]),
    "device_name": (c_char_p, [c_void_p]),
    "device_description": (c_char_p, [c_void_p]),
    "device_target": (c_char_p, [c_void_p]),
    "device_synchronize": (c_int, [c_void_p]),
    "device_set_option": (c_int, [c_void_p, c_char_p, c_char_p]),
    "buffer_allocate": (c_int, [c_void_p, c_size_t, c_int, POINTER(c_void_p)]),
    "buffer_release": (None, [c_void_p]),
    "buffer_address": (c_uint64, [c_void_p]),
    "buffer_upload": (c_int, [c_void_p, c_size_t, c_void_p, c_size_t, c_void_p]),
    "buffer_download": (c_int, [c_void_p, c_size_t, c_void_p, c_size_t, c_void_p]),
    "stream_wrap": (c_int, [c_void_p, c_void_p, POINTER(c_void_p)]),
    "stream_release": (None, [c_void_p]),
    "kernel_create": (c_int, [c_void_p, c_char_p, c_size_t, c_char_p, c_char_p,
                              POINTER(CompileOptions), POINTER(c_void_p)]),
    "kernel_release": (None, [c_void_p]),
    "kernel_signature": (c_void_p, [c_void_p]),
    "kernel_diagnostics": (c_char_p, [c_void_p]),
    "kernel_launch": (c_int, [c_void_p, c_uint, c_uint, c_uint,
                              POINTER(Argument), c_size_t, c_void_p]),
    "kernel_precompile": (c_int, [c_void_p, POINTER(Argument), c_size_t]),
    "kernel_num_variants": (c_size_t, [c_void_p]),
    "kernel_resources": (c_int, [c_void_p, POINTER(Resources)]),
    "signature_text": (c_char_p, [c_void_p]),
    "measure": (c_int, [c_void_p, CALLBACK, c_void_p, POINTER(MeasureOptions),
                        POINTER(Measurement)]),
    "cache_set_enabled": (None, [c_int]),
}


class Error(Exception):
    """A call that failed: its status, and all that the library says of it."""

    def __init__(self, status, text):
        super().__init__(f"{STATUS.get(status, status)}: {text}")
        self.status = status


class _Library:
    """The functions of libminitc.so by their names without `minitc_`."""

    def __init__(self, path):
        self.path = path
        library = ctypes.CDLL(path)
        for name, (result, parameters) in FUNCTIONS.items():
            function = getattr(library, "minitc_" + name)
            function.restype, function.argtypes = result, parameters
            setattr(self, name, function)

    def check(self, status):
        if status == 0:
            return
        error = self.last_error()
        parts = [part(error).decode(errors="replace").strip() for part in
                 (self.error_message, self.error_call, self.error_name,
                  self.error_diagnostics, self.error_log)]
        raise Error(status, "\n".join(part for part in parts if part))


_library = None


def library():
    """libminitc.so, opened when first needed."""
    global _library
    if _library is None:
        _library = _Library(os.environ.get(
            "MINITC_LIBRARY", os.path.join(BUILD, "lib", "libminitc.so")))
    return _library


def _current_stream():
    """PyTorch's current CUDA stream as a number; 0 is the default stream."""
    torch = sys.modules.get("torch")
    if torch is None or not torch.cuda.is_available():
        return 0
    return torch.cuda.current_stream().cuda_stream


def _argument(value):
    result = Argument()
    if isinstance(value, Address):
        result.kind, result.type = POINTER_ARGUMENT, TYPES[value.type]
        result.value.pointer = value.number
    elif hasattr(value, "data_ptr"):
        name = str(value.dtype).rsplit(".", 1)[-1]
        result.kind, result.type = POINTER_ARGUMENT, TYPES[DTYPES[name]]
        result.value.pointer = value.data_ptr()
    elif isinstance(value, int):
        result.kind, result.value.i = SIGNED, value
    elif isinstance(value, float):
        result.kind, result.value.f = FLOAT, value
    else:
        raise TypeError(f"expected a tensor, an int or a float, but got {value!r}")
    return result


class Address(NamedTuple):
    """In a device's memory, of an element of `type`, as "f32"."""
    number: int
    type: str


class Buffer:
    """`size` bytes of a device's memory."""

    def __init__(self, device, size):
        self.size, self._handle = size, c_void_p()
        library().check(library().buffer_allocate(device._handle, size, 0,
                                                  byref(self._handle)))

    @property
    def address(self):
        return library().buffer_address(self._handle)

    def upload(self, data):
        """`data` is bytes, as many as there are."""
        library().check(library().buffer_upload(self._handle, 0, data, self.size,
                                                None))

    def download(self):
        data = ctypes.create_string_buffer(self.size)
        library().check(library().buffer_download(self._handle, 0, data,
                                                  self.size, None))
        return data.raw

    def release(self):
        library().buffer_release(self._handle)
        self._handle = c_void_p()


class Device:
    """A device by its name: "cuda:0", "interp" or "sim"."""

    def __init__(self, name="cuda:0"):
        self._handle, self._streams = c_void_p(), {}
        lib = library()
        lib.check(lib.device_open(name.encode(), byref(self._handle)))
        self.name = lib.device_name(self._handle).decode()
        self.description = lib.device_description(self._handle).decode()
        self.target = lib.device_target(self._handle).decode()

    def synchronize(self):
        library().check(library().device_synchronize(self._handle))

    def set_option(self, option, value):
        library().check(library().device_set_option(
            self._handle, option.encode(), value.encode()))

    def stream(self, native):
        """The stream of another library, wrapped once; NULL for 0."""
        if not native:
            return None
        if native not in self._streams:
            wrapped = c_void_p()
            library().check(library().stream_wrap(self._handle, native,
                                                  byref(wrapped)))
            self._streams[native] = wrapped
        return self._streams[native]

    def compile(self, source, kernel=None, name="<source>", **options):
        """A kernel of `source`; `options` are fields of CompileOptions, and
        `constants`, a dictionary of arguments and their values."""
        return Kernel(self, source, kernel, name, options)

    def compile_file(self, path, kernel=None, **options):
        with open(path, encoding="utf-8") as file:
            return Kernel(self, file.read(), kernel, path, options)

    def measure(self, callback, hot=False, budget_ms=100.0, runs=0):
        """Times in microseconds of what `callback` launches."""
        errors = []

        def call(_):
            try:
                callback()
                return 0
            except Exception as error:  # Not through the C frames.
                errors.append(error)
                return 1

        options = MeasureOptions(ctypes.sizeof(MeasureOptions), 3, runs,
                                 budget_ms, hot, self.stream(_current_stream()))
        result = Measurement()
        status = library().measure(self._handle, CALLBACK(call), None,
                                   byref(options), byref(result))
        if errors:
            raise errors[0]
        library().check(status)
        return result


class Kernel:
    """A kernel, ready to launch. Calling it launches it once."""

    def __init__(self, device, source, kernel, name, options):
        self.device, self._handle = device, c_void_p()
        constants = options.pop("constants", {})
        table = (Constant * max(1, len(constants)))(
            *[Constant(key.encode(), value) for key, value in constants.items()])
        # What MINITC_COMPILE_OPTIONS says.
        asked = CompileOptions(ctypes.sizeof(CompileOptions), 0, 0, 0, 1, 0, 1, 1,
                               table, len(constants), 1)
        for key, value in options.items():
            if key not in dict(CompileOptions._fields_):
                raise TypeError(f"there is no compile option {key!r}")
            setattr(asked, key, value)
        text = source.encode()
        lib = library()
        lib.check(lib.kernel_create(device._handle, text, len(text),
                                    name.encode(),
                                    kernel.encode() if kernel else None,
                                    byref(asked), byref(self._handle)))

    def release(self):
        if self._handle:
            library().kernel_release(self._handle)
            self._handle = c_void_p()

    @property
    def signature(self):
        lib = library()
        return lib.signature_text(lib.kernel_signature(self._handle)).decode()

    @property
    def diagnostics(self):
        return library().kernel_diagnostics(self._handle).decode()

    @property
    def num_variants(self):
        return library().kernel_num_variants(self._handle)

    def resources(self):
        """Of the variant used last."""
        result = Resources()
        library().check(library().kernel_resources(self._handle, byref(result)))
        return result

    def precompile(self, *arguments):
        """Makes the variant that a launch with these arguments would select."""
        table = (Argument * max(1, len(arguments)))(*map(_argument, arguments))
        library().check(library().kernel_precompile(self._handle, table,
                                                    len(arguments)))

    def bind(self, grid, *arguments):
        """A launch with these arguments, to call again and again. It keeps the
        tensors and the stream that is PyTorch's current one now."""
        x, y, z = (*grid, 1, 1)[:3]
        table = (Argument * max(1, len(arguments)))(*map(_argument, arguments))
        stream = self.device.stream(_current_stream())
        lib = library()
        launch, check, handle = lib.kernel_launch, lib.check, self._handle
        count = len(arguments)

        def call(keep=(self, arguments)):
            status = launch(handle, x, y, z, table, count, stream)
            if status:
                check(status)

        return call

    def __call__(self, grid, *arguments):
        self.bind(grid, *arguments)()
