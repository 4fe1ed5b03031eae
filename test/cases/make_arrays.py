"""Makes the arrays of a case: its inputs and its right values.

usage: make_arrays.py CASE.mlir FOLDER

The lines `// DATA: ...` of a case are Python, run with NumPy as np and with what
is defined here. Every array that they name is written to FOLDER/NAME.npy, except
those whose names start with an underscore. The right values are computed here or
written out by hand, never by our own code.
"""
import os
import re
import sys

import numpy as np

np.seterr(all="ignore")  # Infinities, NaN and wrapping integers are on purpose.


class Format:
    """A binary float format that NumPy lacks; arrays hold its bits."""

    def __init__(self, bits_type, mantissa_bits, bias, largest, saturates):
        self.bits_type = bits_type
        self.mantissa_bits = mantissa_bits
        self.bias = bias
        self.largest = largest
        self.saturates = saturates
        self.exponent_bits = 8 * np.dtype(bits_type).itemsize - 1 - mantissa_bits

    def __call__(self, values):
        """The bits of f64 values rounded once, to nearest even."""
        values = np.asarray(values, np.float64)
        sign = np.signbit(values)
        magnitude = np.abs(values)
        unit = np.ldexp(1.0, self._exponent(magnitude) - self.mantissa_bits)
        rounded = np.rint(magnitude / unit) * unit
        overflow = rounded > self.largest
        finite = np.where(overflow | ~np.isfinite(rounded), 0, rounded)
        bits = self._encode(finite)
        bits = np.where(overflow, self._overflowed(), bits)
        bits = np.where(np.isnan(values), self._all_ones(), bits)
        bits = bits | (sign.astype(np.int64) << (self.mantissa_bits + self.exponent_bits))
        return bits.astype(self.bits_type)

    def values(self, bits):
        """The values that the bits stand for, as f64."""
        bits = np.asarray(bits).view(self.bits_type).astype(np.int64)
        mantissa = bits & ((1 << self.mantissa_bits) - 1)
        exponent = (bits >> self.mantissa_bits) & ((1 << self.exponent_bits) - 1)
        sign = np.where(bits >> (self.mantissa_bits + self.exponent_bits), -1.0, 1.0)
        fraction = mantissa + np.where(exponent > 0, 1 << self.mantissa_bits, 0)
        scale = np.maximum(exponent, 1) - self.bias - self.mantissa_bits
        values = sign * np.ldexp(fraction.astype(np.float64), scale)
        magnitude = bits & self._all_ones()
        values = np.where(magnitude > self._encode(np.float64(self.largest)), np.nan, values)
        if self.has_infinity():
            infinity = self._encode(np.float64(self.largest)) + 1
            values = np.where(magnitude == infinity, sign * np.inf, values)
        return values

    def has_infinity(self):
        """All ones in the exponent are infinity and NaN, as IEEE has it."""
        exponent = int(np.frexp(self.largest)[1]) - 1 + self.bias
        return exponent < (1 << self.exponent_bits) - 1

    def _exponent(self, magnitude):
        """Of the leading bit; the smallest normal one's for what is below."""
        exponent = np.frexp(magnitude)[1].astype(np.int64) - 1
        return np.where(magnitude == 0, 1 - self.bias, np.maximum(exponent, 1 - self.bias))

    def _all_ones(self):
        return (1 << (self.mantissa_bits + self.exponent_bits)) - 1

    def _overflowed(self):
        largest = self._encode(np.float64(self.largest))
        return largest if self.saturates else largest + 1

    def _encode(self, magnitude):
        """The bits of finite magnitudes that the format holds exactly."""
        exponent = self._exponent(magnitude)
        units = np.ldexp(magnitude, self.mantissa_bits - exponent).astype(np.int64)
        # A subnormal lacks the leading one that the exponent field stands for.
        return units + ((exponent + self.bias - 1) << self.mantissa_bits)


bf16 = Format(np.uint16, 7, 127, float.fromhex("0x1.fep127"), saturates=False)
f8E4M3FN = Format(np.uint8, 3, 7, 448.0, saturates=True)
f8E5M2 = Format(np.uint8, 2, 15, 57344.0, saturates=True)


def i8(*values):
    """Integers of any sign as the bits of i8; i16 to i64 are alike."""
    return wrap(values, np.int8)


def i16(*values):
    return wrap(values, np.int16)


def i32(*values):
    return wrap(values, np.int32)


def i64(*values):
    return wrap(values, np.int64)


def f16(*values):
    return np.array(values, np.float64).astype(np.float16)


def f32(*values):
    return np.array(values, np.float64).astype(np.float32)


def f64(*values):
    return np.array(values, np.float64)


def wrap(values, kind):
    """Python integers of any size modulo two to the width of `kind`."""
    bits = 8 * np.dtype(kind).itemsize
    unsigned = np.array([int(v) % (1 << bits) for v in values], f"u{bits // 8}")
    return unsigned.view(kind)


def ints(array, unsigned=False):
    """The elements as Python integers, which do not wrap."""
    array = np.asarray(array)
    return [int(v) for v in (array.view(f"u{array.itemsize}") if unsigned else array).ravel()]


def rng(seed):
    return np.random.default_rng(seed)


def main(case, folder):
    with open(case) as source:
        program = "\n".join(re.findall(r"^// DATA: ?(.*)$", source.read(), re.MULTILINE))
    names = dict(globals())
    exec(compile(program, case, "exec"), names)
    os.makedirs(folder, exist_ok=True)
    for name, value in names.items():
        if isinstance(value, np.ndarray) and not name.startswith("_"):
            np.save(os.path.join(folder, f"{name}.npy"), value)


if __name__ == "__main__":
    main(*sys.argv[1:])
