"""The element types of the language, in NumPy: their bits, values and rounding.

An array of an element type holds what is in memory. bf16 and f8, which NumPy
lacks, are integers of their bits; i1 is a byte. Values are taken as x86's
80-bit floats, which hold every value of every element type, or as Python's
integers.
"""
import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "cases"))
import make_arrays

np.seterr(all="ignore")  # Infinities and NaN are on purpose.

Wide = np.longdouble
if np.finfo(Wide).nmant < 63:
    raise ImportError("expected a long double of 64 bits of mantissa, as x86 has it")


class Element:
    """An element type. `bits` is its width, `dtype` what NumPy stores."""

    is_int = is_float = is_f8 = is_pointer = False

    def __init__(self, name, bits, dtype):
        self.name, self.bits, self.dtype = name, bits, np.dtype(dtype)

    def __str__(self):
        return self.name

    __repr__ = __str__

    @property
    def bytes(self):
        return self.dtype.itemsize


class Integer(Element):
    is_int = True

    def signed(self, array):
        """Python integers; the one bit of an i1 is its sign."""
        if self.bits == 1:
            return [-int(v) for v in array]
        return [int(v) for v in array]

    def unsigned(self, array):
        return [v % (1 << self.bits) for v in self.signed(array)]

    def wrap(self, integers):
        """Modulo 2^width."""
        unsigned = [int(v) % (1 << self.bits) for v in integers]
        return np.array(unsigned, f"u{self.bytes}").view(self.dtype)


class Float(Element):
    """A float with `precision` bits of mantissa, the leading one included, whose
    smallest normal number is 2^`low` and which ends before 2^`high`."""

    is_float = True

    def __init__(self, name, bits, dtype, precision, low, high, codec=None):
        super().__init__(name, bits, dtype)
        self.precision, self.low, self.high, self.codec = precision, low, high, codec
        self.is_f8 = bits == 8

    def values(self, array):
        if not self.codec:
            return np.asarray(array).astype(Wide)
        values = self.codec.values(array).astype(Wide)
        is_negative = np.asarray(array).view(self.dtype) >> (self.bits - 1) != 0
        # A NaN has a sign as well, which copysign sees.
        return np.where(np.isnan(values), np.copysign(values, 1 - 2 * is_negative), values)

    def round(self, values):
        """To nearest, ties to even, once (f8: saturating)."""
        values = np.asarray(values, Wide)
        if self.name == "f64":
            return values.astype(np.float64)
        odd = round_to_odd(values)
        return self.codec(odd) if self.codec else odd.astype(self.dtype)

    def ulp(self, values):
        """The distance of neighbours at each value; of subnormals, near zero."""
        magnitude = np.abs(np.asarray(values, Wide))
        magnitude = np.where(np.isfinite(magnitude), magnitude, 1)
        exponent = np.frexp(magnitude)[1].astype(np.int64) - 1
        exponent = np.where(magnitude == 0, self.low, exponent)
        exponent = np.clip(exponent, self.low, self.high - 1)
        return np.ldexp(Wide(1), exponent - (self.precision - 1))

    @property
    def epsilon(self):
        """Twice the largest relative error of a rounding."""
        return 2.0 ** (1 - self.precision)

    @property
    def largest(self):
        if self.codec:
            return self.codec.largest
        return float(np.finfo(self.dtype).max)


def round_to_odd(values):
    """To f64, inexact ones to the neighbour with an odd last bit: rounding that
    once more to a format of at most 50 bits is as rounding once."""
    nearest = values.astype(np.float64)
    error = values - nearest.astype(Wide)
    bits = nearest.view(np.int64)
    toward = np.where((error > 0) == (nearest > 0), bits + 1, bits - 1)
    is_even = np.isfinite(nearest) & (nearest != 0) & (error != 0) & (bits % 2 == 0)
    return np.where(is_even, toward, bits).view(np.float64)


class Pointer(Element):
    """Pointers to i32, which kernels make and follow but never keep in memory."""

    is_pointer = True


i1, i8, i16, i32, i64 = (Integer(f"i{n}", n, f"i{max(n, 8) // 8}") for n in (1, 8, 16, 32, 64))
f8E4M3FN = Float("f8E4M3FN", 8, np.uint8, 4, -6, 9, make_arrays.f8E4M3FN)
f8E5M2 = Float("f8E5M2", 8, np.uint8, 3, -14, 16, make_arrays.f8E5M2)
f16 = Float("f16", 16, np.float16, 11, -14, 16)
bf16 = Float("bf16", 16, np.uint16, 8, -126, 128, make_arrays.bf16)
f32 = Float("f32", 32, np.float32, 24, -126, 128)
f64 = Float("f64", 64, np.float64, 53, -1022, 1024)
pointer = Pointer("!tc.ptr<i32>", 64, np.int64)

INTEGERS = (i1, i8, i16, i32, i64)
F8 = (f8E4M3FN, f8E5M2)
FLOATS = (f16, bf16, f32, f64)
STORED = INTEGERS + F8 + FLOATS
EVERY = STORED + (pointer,)


#===-- Inputs ---------------------------------------------------------------===#


def special_integers(element):
    low, high = -(1 << element.bits - 1), (1 << element.bits - 1) - 1
    if element.bits == 1:
        return [0, -1]
    return [0, 1, -1, 2, -2, 3, 7, -7, 10, low, low + 1, high, high - 1, high // 2 + 1,
            low // 2 - 1]


def special_floats(element):
    """Zeros, infinities, NaN, subnormals, extremes and near ties, with signs."""
    tiny = 2.0 ** element.low
    step = 2.0 ** (element.low - element.precision + 1)
    magnitudes = [0.0, 1.0, 0.5, 1.5, 2.0, 2.5, 3.0, 10.0, 1 + element.epsilon,
                  1 - element.epsilon / 2, step, tiny, tiny - step, tiny + step, 3 * step,
                  element.largest, element.largest / 2, 2.0 ** (element.precision - 1),
                  2.0 ** element.precision - 1, np.inf, np.nan]
    values = np.array([sign * m for m in magnitudes for sign in (1, -1)], Wide)
    return element.round(values)


def specials(element):
    if element.is_int:
        return element.wrap(special_integers(element))
    return special_floats(element)


def random_bits(element, count, rng):
    """Any bits, and as many of moderate size, so that both extremes and what
    arithmetic mostly meets occur. NaNs are quiet: MLIR folds minnumf of a constant
    signaling NaN to NaN, where no device does."""
    if element.is_int:
        words = rng.integers(0, 1 << element.bits, count, np.uint64, endpoint=False) \
            if element.bits < 64 else rng.integers(0, 1 << 64, count, np.uint64)
        small = rng.integers(-100, 100, count)
        return element.wrap(np.where(rng.random(count) < 0.5, words.astype(object), small))
    anything = rng.integers(0, 256, count * element.bytes, np.uint8).view(element.dtype)
    quiet = element.round(np.full(1, np.nan))
    anything = np.where(np.isnan(element.values(anything)), quiet, anything)
    moderate = element.round(rng.normal(0, 4, count))
    return np.where(rng.random(count) < 0.5, anything, moderate)


def inputs(element, count, rng, arity=1):
    """`arity` arrays of `count` elements: at most the first half are tuples of
    special values, all of them where they fit, and the rest is random."""
    pool = specials(element)
    tuples = np.arange(len(pool) ** arity)
    if count < 2 * len(tuples):
        tuples = rng.permutation(tuples)[:(count + 1) // 2]
    arrays = []
    for position in range(arity):
        chosen = pool[tuples // len(pool) ** position % len(pool)]
        rest = random_bits(element, count - len(chosen), rng)
        arrays.append(np.concatenate([chosen, rest]).astype(element.dtype))
    return arrays


def counting(element, count, rng):
    """Values of which each can be told from many others: any bits."""
    if element is i1:
        return rng.integers(0, 2, count).astype(i1.dtype)
    return rng.integers(0, 256, count * element.bytes, np.uint8).view(element.dtype)


def small_integers(element, count, rng, limit=4):
    """Integers of at most `limit`, as elements: sums of them are exact."""
    low = 0 if element is i1 else -limit
    values = rng.integers(low, (2 if element is i1 else limit + 1), count)
    return element.wrap(values) if element.is_int else element.round(values)
