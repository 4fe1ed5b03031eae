"""Kernels as text, with their arguments and what they should write.

    k = Kernel(shape=(4, 8), grid=2)
    a = k.load(f32, array)
    b = k.op("math.exp {0} : {T}", a, T=k.tile(f32))
    k.store(f32, b, Exact(expected))

An array holds grid * size elements: each program instance has a tile of them, in
row-major order. A shape of () stands for scalars.
"""
import math

import numpy as np

from elements import Wide, i1, i32


def type_of(element, shape):
    """As MLIR spells it."""
    if not shape:
        return str(element)
    return f"tensor<{'x'.join(map(str, shape))}x{element}>"


def size_of(shape):
    return math.prod(shape)


#===-- What is expected -----------------------------------------------------===#


class Exact:
    """These bits; where a float is NaN, any NaN. `defined` is false where the
    language leaves the value open."""

    def __init__(self, array, defined=None):
        self.array, self.defined = array, defined

    def wrong(self, element, got):
        wrong = got.view(f"u{element.bytes}") != self.array.view(f"u{element.bytes}")
        if element.is_float:
            wrong &= ~(np.isnan(element.values(got)) & np.isnan(element.values(self.array)))
        return wrong if self.defined is None else wrong & self.defined

    def show(self, element, index):
        return show(element, self.array, index)


class Close:
    """Within `ulps` units in the last place of an exact value, and beyond that an
    absolute `error`. Infinities, NaN and the signs of
    zeros have to be right; where a bound reaches beyond the largest number,
    infinity is right too."""

    def __init__(self, values, ulps=0.0, error=0.0):
        self.values = np.asarray(values, Wide)
        self.ulps, self.error = ulps, np.asarray(error, Wide)

    def bound(self, element):
        return np.broadcast_to(self.ulps * element.ulp(self.values) + self.error, self.values.shape)

    def wrong(self, element, got):
        bound = self.bound(element)
        rounded = Exact(element.round(self.values)).wrong(element, got)
        limit = np.ldexp(Wide(1), element.high)
        number = element.values(got)
        number = np.where(np.isinf(number), np.copysign(limit, number), number)
        far = ~(np.abs(number - self.values) <= bound)
        flipped = (self.values == 0) & (bound == 0)
        flipped &= np.signbit(number) != np.signbit(self.values)
        return rounded & (far | flipped)

    def show(self, element, index):
        return f"{self.values[index]} within {float(self.bound(element)[index]):.3g}"


def show(element, array, index):
    bits = int(array.view(f"u{element.bytes}")[index])
    value = element.values(array)[index] if element.is_float else int(array[index])
    return f"{value} (0x{bits:0{2 * element.bytes}x})"


#===-- Arrays ---------------------------------------------------------------===#


class Array:
    """An argument in memory. `expected` is None for what is only read, else the
    contents afterwards."""

    def __init__(self, element, data, expected=None):
        self.element, self.data, self.expected = element, data, expected


def is_uniform(data):
    return data.tobytes() == data[:1].tobytes() * len(data)


def literal(element, bits):
    """One element as MLIR reads any bits exactly."""
    value = int(bits.view(f"u{element.bytes}"))
    if element.is_int:
        return str(int(bits)) if element.bits > 1 else ("true" if value else "false")
    return f"0x{value:0{2 * element.bytes}X}"


def poison(element, count):
    """What an output holds before: a NaN, or a number that is hardly right."""
    byte = 0x01 if element is i1 else 0xD7 if element.is_int else 0xFF
    return np.full(count * element.bytes, byte, np.uint8).view(element.dtype)


#===-- Kernels --------------------------------------------------------------===#


class Kernel:
    """A kernel of one op or a few. `arguments` are Arrays and Python numbers in
    the order of its parameters."""

    def __init__(self, shape=(), grid=1, warps=None):
        self.shape, self.grid, self.warps = tuple(shape), grid, warps
        self.parameters, self.arguments = [], []
        self.lines, self.count, self._subject = [], 0, None
        self._pids, self._offsets, self._loaded = {}, {}, {}
        # Whether data are constants of the program, so that what folds, folds: all
        # of them, or those whose elements are all alike.
        self.folds = self.folds_uniform = False
        self.functions = ""
        # What it should print, in any order, and the text of the fault that ends it.
        self.printed, self.fault = [], None

    #===-- Text

    def tile(self, element, shape=None):
        return type_of(element, self.shape if shape is None else shape)

    def line(self, text):
        self.lines.append(text)

    def fresh(self):
        self.count += 1
        return f"%v{self.count}"

    def op(self, text, *operands, results=1, **types):
        """Adds an op; returns the name of its result, or a list of several."""
        names = [self.fresh() for _ in range(results)]
        text = text.format(*operands, **types)
        self.line(f"{', '.join(names)} = {text}" if names else text)
        return names[0] if results == 1 else names

    def test(self, text, *operands, results=1, **types):
        """The op in question: as `op`, and its line is noted."""
        self._subject = len(self.lines)
        return self.op(text, *operands, results=results, **types)

    @property
    def subject(self):
        """The line of the source on which the op in question begins."""
        before = [self.functions + "head", *self.lines[:self._subject]]
        return "\n".join(before).count("\n") + 2

    def constant(self, value, element=i32):
        type = "" if element is i1 else f" : {element}"
        return self.op(f"arith.constant {value}{type}")

    def parameter(self, type, argument):
        name = f"%a{len(self.parameters)}"
        self.parameters.append(f"{name}: {type}")
        self.arguments.append(argument)
        return name

    def source(self):
        warps = f" attributes {{num_warps = {self.warps} : i32}}" if self.warps else ""
        head = f"tc.kernel @k({', '.join(self.parameters)}){warps} {{"
        return "\n".join([self.functions + head, *(f"  {line}" for line in self.lines),
                          "  tc.return", "}", ""])

    #===-- Memory

    def pid(self, size):
        """The first element of this instance, of tiles of `size` elements."""
        if size not in self._pids:
            pid = self.op("tc.program_id x : i32")
            self._pids[size] = pid if size == 1 else self.op(
                "arith.muli {0}, {1} : i32", pid, self.constant(size))
        return self._pids[size]

    def offsets(self, shape):
        """The row-major index of each element of a tile. Of rank 2 and 3 it is a
        sum of ranges along each dimension, as most kernels write it, beyond that
        a range reshaped."""
        if shape in self._offsets:
            return self._offsets[shape]
        if len(shape) in (2, 3):
            result = self._sum_of_ranges(shape)
        else:
            count = size_of(shape)
            flat = self.op(f"tc.arange 0 to {count} : tensor<{count}xi32>")
            result = flat if len(shape) == 1 else self.op(
                "tc.reshape {0} : {A} -> {B}", flat, A=f"tensor<{count}xi32>",
                B=type_of(i32, shape))
        self._offsets[shape] = result
        return result

    def _sum_of_ranges(self, shape):
        total, full = None, type_of(i32, shape)
        for axis, size in enumerate(shape):
            along = self.op(f"tc.arange 0 to {size} : tensor<{size}xi32>")
            stride = size_of(shape[axis + 1:])
            factor = self.op(f"arith.constant dense<{stride}> : tensor<{size}xi32>")
            part = self.op("arith.muli {0}, {1} : {T}", along, factor, T=f"tensor<{size}xi32>")
            now = [size]
            for dim in range(len(shape)):
                if dim != axis:
                    at = 0 if dim < axis else len(now)
                    wider = now[:at] + [1] + now[at:]
                    part = self.op(f"tc.expand_dims {{0}} axis {at} : {{A}} -> {{B}}", part,
                                   A=type_of(i32, now), B=type_of(i32, wider))
                    now = wider
            if tuple(now) != shape:
                part = self.op("tc.broadcast {0} : {A} -> {B}", part, A=type_of(i32, now), B=full)
            total = part if total is None else self.op(
                "arith.addi {0}, {1} : {T}", total, part, T=full)
        return total

    def at(self, element, base, shape=None):
        """Pointers to this instance's elements of the array at `base`."""
        shape = self.shape if shape is None else tuple(shape)
        first = self.op("tc.addptr {0}, {1} : {P}, i32", base, self.pid(size_of(shape)),
                        P=f"!tc.ptr<{element}>")
        if not shape:
            return first
        return self.op("tc.addptr {0}, {1} : {P}, {O}", first, self.offsets(shape),
                       P=f"!tc.ptr<{element}>", O=type_of(i32, shape))

    def pointers(self, element, data, shape=None, expected=None):
        base = self.parameter(f"!tc.ptr<{element}>", Array(element, data, expected))
        return self.at(element, base, shape)

    def load(self, element, data, shape=None):
        """What instances have of an array; the same value for the same array."""
        shape = self.shape if shape is None else tuple(shape)
        key = id(data), shape
        if key not in self._loaded:
            is_constant = self.folds or self.folds_uniform and is_uniform(data)
            value = self._constant_tile(element, data, shape) if is_constant else self.op(
                "tc.load {0} : {P}", self.pointers(element, data, shape),
                P=type_of(f"!tc.ptr<{element}>", shape))
            self._loaded[key] = value, data
        return self._loaded[key][0]

    def _constant_tile(self, element, data, shape):
        """What the first instance has, for all of them."""
        texts = [literal(element, bits) for bits in data[:size_of(shape)]]
        if not shape:
            return self.constant(texts[0], element)
        flat = f"tensor<{len(texts)}x{element}>"
        text = texts[0] if len(set(texts)) == 1 else f"[{', '.join(texts)}]"
        tile = self.op(f"arith.constant dense<{text}> : {flat}")
        return tile if len(shape) == 1 else self.op("tc.reshape {0} : {A} -> {B}", tile, A=flat,
                                                    B=type_of(element, shape))

    def store(self, element, value, expected, shape=None):
        shape = self.shape if shape is None else tuple(shape)
        data = poison(element, self.grid * size_of(shape))
        to = self.pointers(element, data, shape, expected)
        self.op("tc.store {0}, {1} : {P}", to, value, results=0,
                P=type_of(f"!tc.ptr<{element}>", shape))
