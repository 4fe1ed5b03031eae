"""`arith` and `math` on integers and floats, but for the casts."""
import math
from fractions import Fraction

import numpy as np

from case import SHAPES, Case, refused
from elements import (EVERY, F8, FLOATS, INTEGERS, Wide, bf16, f16, f32, f64, i1, i32, i64,
                      inputs, specials)
from kernel import Close, Exact

#===-- Integers -------------------------------------------------------------===#


def truncating(a, b):
    """Division toward zero, of Python's integers."""
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def integer_power(base, exponent):
    if exponent < 0:
        return base ** (-exponent % 2) if base in (1, -1) else 0
    return pow(base, exponent, 1 << 64)


def trailing_zeros(value, width):
    return (value & -value).bit_length() - 1 if value else width


def not_zero(element, a, b):
    """What a division is defined for."""
    b[b == 0] = 1 if element is not i1 else -1 % 2
    return a, b


def below_width(element, a, b):
    return a, element.wrap([v % element.bits for v in element.unsigned(b)])


def no_pole(element, a, b):
    """Zero has no negative power."""
    a[(a == 0) & np.array([v < 0 for v in element.signed(b)])] = 1
    return a, b


# Name: whether its operands are signed, the result from Python's integers and
# the width, and what makes operands ones for which it is defined.
INTEGER_BINARY = {
    "arith.addi": (True, lambda a, b, w: a + b, None),
    "arith.subi": (True, lambda a, b, w: a - b, None),
    "arith.muli": (True, lambda a, b, w: a * b, None),
    "arith.divsi": (True, lambda a, b, w: truncating(a, b), not_zero),
    "arith.divui": (False, lambda a, b, w: a // b, not_zero),
    "arith.remsi": (True, lambda a, b, w: a - b * truncating(a, b), not_zero),
    "arith.remui": (False, lambda a, b, w: a % b, not_zero),
    "arith.floordivsi": (True, lambda a, b, w: a // b, not_zero),
    "arith.ceildivsi": (True, lambda a, b, w: -(-a // b), not_zero),
    "arith.ceildivui": (False, lambda a, b, w: -(-a // b), not_zero),
    "arith.andi": (True, lambda a, b, w: a & b, None),
    "arith.ori": (True, lambda a, b, w: a | b, None),
    "arith.xori": (True, lambda a, b, w: a ^ b, None),
    "arith.shli": (False, lambda a, b, w: a << b, below_width),
    "arith.shrsi": (True, lambda a, b, w: a >> b, below_width),
    "arith.shrui": (False, lambda a, b, w: a >> b, below_width),
    "arith.maxsi": (True, lambda a, b, w: max(a, b), None),
    "arith.minsi": (True, lambda a, b, w: min(a, b), None),
    "arith.maxui": (False, lambda a, b, w: max(a, b), None),
    "arith.minui": (False, lambda a, b, w: min(a, b), None),
    "math.ipowi": (True, lambda a, b, w: integer_power(a, b), no_pole),
}

INTEGER_UNARY = {
    "math.absi": (True, lambda a, w: abs(a)),
    "math.ctlz": (False, lambda a, w: w - a.bit_length()),
    "math.cttz": (False, trailing_zeros),
    "math.ctpop": (False, lambda a, w: bin(a).count("1")),
}

# Two results each: from signed or unsigned integers, and the second one's type.
INTEGER_EXTENDED = {
    "arith.mulsi_extended": (True, lambda a, b, w: (a * b, a * b >> w), None),
    "arith.mului_extended": (False, lambda a, b, w: (a * b, a * b >> w), None),
    "arith.addui_extended": (False, lambda a, b, w: (a + b, a + b >> w), i1),
}

COMPARE_INTEGERS = {
    "eq": (True, lambda a, b: a == b), "ne": (True, lambda a, b: a != b),
    "slt": (True, lambda a, b: a < b), "sle": (True, lambda a, b: a <= b),
    "sgt": (True, lambda a, b: a > b), "sge": (True, lambda a, b: a >= b),
    "ult": (False, lambda a, b: a < b), "ule": (False, lambda a, b: a <= b),
    "ugt": (False, lambda a, b: a > b), "uge": (False, lambda a, b: a >= b),
}


def integers_of(element, array, is_signed):
    return element.signed(array) if is_signed else element.unsigned(array)


def two_operands(case, element):
    """What a binary op works on. `case.second` may be a position in special values,
    which then is the whole second operand, a constant; or "same"."""
    a, b = inputs(element, case.count, case.rng(), arity=2)
    if case.second == "same":
        return a, a
    if case.second is not None:
        b[:] = specials(element)[case.second]
    return a, b


def operands_of(case, element, arity):
    return two_operands(case, element) if arity == 2 else inputs(element, case.count, case.rng())


def integer_binary(op, element):
    is_signed, function, make_defined = INTEGER_BINARY[op]

    def build(case, k):
        a, b = two_operands(case, element)
        if make_defined:
            a, b = make_defined(element, a, b)
        pairs = zip(integers_of(element, a, is_signed), integers_of(element, b, is_signed))
        expected = element.wrap(function(x, y, element.bits) for x, y in pairs)
        result = k.test(f"{op} {{0}}, {{1}} : {{T}}", k.load(element, a), k.load(element, b),
                        T=k.tile(element))
        k.store(element, result, Exact(expected))
    return build


def integer_unary(op, element):
    is_signed, function = INTEGER_UNARY[op]

    def build(case, k):
        a, = inputs(element, case.count, case.rng())
        expected = element.wrap(function(x, element.bits)
                                for x in integers_of(element, a, is_signed))
        result = k.test(f"{op} {{0}} : {{T}}", k.load(element, a), T=k.tile(element))
        k.store(element, result, Exact(expected))
    return build


def integer_extended(op, element):
    is_signed, function, second = INTEGER_EXTENDED[op]
    second = second or element

    def build(case, k):
        a, b = two_operands(case, element)
        pairs = zip(integers_of(element, a, is_signed), integers_of(element, b, is_signed))
        low, high = zip(*(function(x, y, element.bits) for x, y in pairs))
        types = "{T}, {S}" if op == "arith.addui_extended" else "{T}"
        results = k.test(f"{op} {{0}}, {{1}} : {types}", k.load(element, a), k.load(element, b),
                         results=2, T=k.tile(element), S=k.tile(second))
        k.store(element, results[0], Exact(element.wrap(low)))
        k.store(second, results[1], Exact(second.wrap(high)))
    return build


def compare_integers(predicate, element):
    is_signed, function = COMPARE_INTEGERS[predicate]

    def build(case, k):
        a, b = two_operands(case, element)
        pairs = zip(integers_of(element, a, is_signed), integers_of(element, b, is_signed))
        result = k.test(f"arith.cmpi {predicate}, {{0}}, {{1}} : {{T}}", k.load(element, a),
                        k.load(element, b), T=k.tile(element))
        k.store(i1, result, Exact(i1.wrap(function(x, y) for x, y in pairs)))
    return build


#===-- Undefined values -----------------------------------------------------===#


def division_by_zero(op, element):
    """A zero here and there leaves the other elements right, and nothing traps.
    The interpreter reports it, so this is for the others."""
    is_signed, function, _ = INTEGER_BINARY[op]

    def build(case, k):
        a, b = two_operands(case, element)
        defined = b != 0
        pairs = zip(integers_of(element, a, is_signed), integers_of(element, b, is_signed))
        expected = element.wrap(function(x, y, element.bits) if y else 0 for x, y in pairs)
        result = k.test(f"{op} {{0}}, {{1}} : {{T}}", k.load(element, a), k.load(element, b),
                        T=k.tile(element))
        k.store(element, result, Exact(expected, defined))
    return build


#===-- Floats ---------------------------------------------------------------===#


def larger(a, b):
    """-0 is below +0."""
    return np.where((a > b) | ((a == b) & ~np.signbit(a)), a, b)


def smaller(a, b):
    return -larger(-a, -b)


def with_nan(function):
    return lambda a, b: np.where(np.isnan(a) | np.isnan(b), np.nan, function(a, b))


def without_nan(function):
    return lambda a, b: np.where(np.isnan(a), b, np.where(np.isnan(b), a, function(a, b)))


def half_away(a):
    return np.copysign(np.floor(np.abs(a).astype(Wide) + Wide(0.5)), a)


def each(function):
    """A function of one Python float, on arrays."""
    return lambda a: np.array([function(float(v)) for v in a], Wide)


def exact_fma(a, b, c):
    """a * b + c as f64s that round once to the element type: exact fractions,
    rounded to f64 with the sticky bit that Wide keeps."""
    def one(x, y, z):
        plain = Wide(x) * Wide(y) + Wide(z)
        if not all(map(math.isfinite, (x, y, z))):
            return plain
        exact = Fraction(x) * Fraction(y) + Fraction(z)
        # An exact zero has the sign that the hardware gives it.
        return wide_of(exact) if exact else plain
    return np.array([one(float(x), float(y), float(z)) for x, y, z in zip(a, b, c)], Wide)


def wide_of(exact):
    """The fraction in 64 bits, odd in the last place where inexact."""
    shift = 64 - (abs(exact.numerator).bit_length() - exact.denominator.bit_length())
    scaled = exact * Fraction(2) ** shift
    whole = abs(scaled.numerator) // scaled.denominator
    while whole.bit_length() > 64:
        whole, shift, lost = whole >> 1, shift - 1, whole & 1
        whole |= lost
    if Fraction(whole, 1) / Fraction(2) ** shift != abs(exact):
        whole |= 1
    high, low = divmod(whole, 1 << 32)
    wide = np.ldexp(Wide(high), 32 - shift) + np.ldexp(Wide(low), -shift)
    return -wide if exact < 0 else wide


# Ops of one rounding: what f64 (f64: 80 bits) has to compute for it.
FLOAT_EXACT = {
    "arith.addf": (2, lambda a, b: a + b), "arith.subf": (2, lambda a, b: a - b),
    "arith.mulf": (2, lambda a, b: a * b), "arith.divf": (2, lambda a, b: a / b),
    "arith.remf": (2, np.fmod), "arith.negf": (1, lambda a: -a),
    "arith.maximumf": (2, with_nan(larger)), "arith.minimumf": (2, with_nan(smaller)),
    "arith.maxnumf": (2, without_nan(larger)), "arith.minnumf": (2, without_nan(smaller)),
    "math.absf": (1, np.abs), "math.copysign": (2, np.copysign), "math.ceil": (1, np.ceil),
    "math.floor": (1, np.floor), "math.trunc": (1, np.trunc), "math.round": (1, half_away),
    "math.roundeven": (1, np.rint), "math.sqrt": (1, np.sqrt),
}

# Functions, with the largest errors in ulp of f32 and f64. The first ones are
# the language's own bounds; the others are those of libdevice (CUDA C++
# Programming Guide, Mathematical Functions), and of glibc (Errors in Math
# Functions), which the CPU's devices use, where they are larger.
FLOAT_CLOSE = {
    "math.exp": (np.exp, 2, 1), "math.exp2": (np.exp2, 2, 1), "math.tanh": (np.tanh, 2, 2),
    "math.log": (np.log, 3, 1), "math.log2": (np.log2, 3, 2),
    "math.rsqrt": (lambda a: 1 / np.sqrt(a), 2, 2),
    "math.acos": (np.arccos, 2, 2), "math.acosh": (np.arccosh, 4, 3),
    "math.asin": (np.arcsin, 2, 2), "math.asinh": (np.arcsinh, 3, 3),
    "math.atan": (np.arctan, 2, 2), "math.atan2": (np.arctan2, 3, 2),
    "math.atanh": (np.arctanh, 3, 2), "math.cbrt": (np.cbrt, 1, 4), "math.cos": (np.cos, 2, 2),
    "math.cosh": (np.cosh, 2, 2), "math.erf": (each(math.erf), 2, 2),
    "math.erfc": (each(math.erfc), 4, 5), "math.expm1": (np.expm1, 2, 1),
    "math.log10": (np.log10, 2, 2), "math.log1p": (np.log1p, 1, 2),
    "math.powf": (np.power, 4, 2), "math.sin": (np.sin, 2, 2), "math.sinh": (np.sinh, 3, 2),
    "math.tan": (np.tan, 4, 2),
}
FLOAT_BINARY_FUNCTIONS = ("math.atan2", "math.powf")

FLOAT_TESTS = {
    "math.isnan": lambda a, element: np.isnan(a), "math.isinf": lambda a, element: np.isinf(a),
    "math.isfinite": lambda a, element: np.isfinite(a),
    "math.isnormal": lambda a, element: np.isfinite(a) & (np.abs(a) >= 2.0 ** element.low),
}

COMPARE_FLOATS = {"eq": lambda a, b: a == b, "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b,
                  "lt": lambda a, b: a < b, "le": lambda a, b: a <= b, "ne": lambda a, b: a != b}
PREDICATES = ["false", *(order + name for order in "ou" for name in COMPARE_FLOATS), "ord", "uno",
              "true"]


def is_true(predicate, a, b):
    unordered = np.isnan(a) | np.isnan(b)
    if predicate in ("false", "true"):
        return np.full(len(a), predicate == "true")
    if predicate in ("ord", "uno"):
        return unordered == (predicate == "uno")
    related = COMPARE_FLOATS[predicate[1:]](a, b)
    return unordered | related if predicate[0] == "u" else ~unordered & related


def once_rounded(element, function, arrays):
    """The result of a correctly rounded op. NumPy's own f64 is exact about one
    rounding; narrower types are rounded from a value that f64 or the 80 bits
    hold with more than twice their digits."""
    if element is f64:
        return function(*arrays).astype(np.float64)
    return element.round(function(*(element.values(a).astype(np.float64) for a in arrays)))


def float_exact(op, element):
    arity, function = FLOAT_EXACT[op]

    def build(case, k):
        arrays = operands_of(case, element, arity)
        operands = ", ".join(f"{{{n}}}" for n in range(arity))
        result = k.test(f"{op} {operands} : {{T}}", *(k.load(element, a) for a in arrays),
                        T=k.tile(element))
        k.store(element, result, Exact(once_rounded(element, function, arrays)))
    return build


def narrowed(element, ulps):
    """The bound of a function within `ulps` of f32 that is rounded once more."""
    return 0.5 + ulps * 2.0 ** (element.precision - f32.precision)


def float_close(op, element):
    function, ulps32, ulps64 = FLOAT_CLOSE[op]
    ulps = {f32: ulps32, f64: ulps64}.get(element) or narrowed(element, ulps32)
    # The C library's erf, which is also the reference, has an error of its own.
    ulps += element is f64 and op in ("math.erf", "math.erfc")
    arity = 2 if op in FLOAT_BINARY_FUNCTIONS else 1

    def build(case, k):
        arrays = operands_of(case, element, arity)
        exact = function(*map(element.values, arrays))
        operands = ", ".join(f"{{{n}}}" for n in range(arity))
        result = k.test(f"{op} {operands} : {{T}}", *(k.load(element, a) for a in arrays),
                        T=k.tile(element))
        k.store(element, result, Close(exact, ulps))
    return build


def sincos(op, element):
    ulps = 2 if element in (f32, f64) else narrowed(element, 2)

    def build(case, k):
        a, = inputs(element, case.count, case.rng())
        sine, cosine = k.test("math.sincos {0} : {T}", k.load(element, a), results=2,
                              T=k.tile(element))
        k.store(element, sine, Close(np.sin(element.values(a)), ulps))
        k.store(element, cosine, Close(np.cos(element.values(a)), ulps))
    return build


def fma(op, element):
    # f16 and bf16: an f32 that is rounded once more.
    ulps = {f16: 0.5 + 2.0 ** -13, bf16: 0.5 + 2.0 ** -16}.get(element)

    def build(case, k):
        arrays = inputs(element, case.count, case.rng(), arity=3)
        exact = exact_fma(*map(element.values, arrays))
        result = k.test("math.fma {0}, {1}, {2} : {T}", *(k.load(element, a) for a in arrays),
                        T=k.tile(element))
        expected = Close(exact, ulps) if ulps else Exact(element.round(exact))
        k.store(element, result, expected)
    return build


def clamp(op, element):
    """min(max(value, low), high), NaN in any of them being the result."""
    def build(case, k):
        arrays = inputs(element, case.count, case.rng(), arity=3)
        value, low, high = map(element.values, arrays)
        expected = with_nan(smaller)(with_nan(larger)(value, low), high)
        result = k.test("math.clampf {0} to [{1}, {2}] : {T}",
                        *(k.load(element, a) for a in arrays), T=k.tile(element))
        k.store(element, result, Exact(element.round(expected)))
    return build


def power_of_integer(element, exponent):
    ulps = {f32: 4, f64: 2}.get(element) or narrowed(element, 4)

    def build(case, k):
        base, = inputs(element, case.count, case.rng())
        power, = inputs(exponent, case.count, case.rng())
        power[::3] = exponent.wrap(v % 15 - 7 for v in exponent.signed(power[::3]))
        exact = np.power(element.values(base), np.array(exponent.signed(power), Wide))
        result = k.test("math.fpowi {0}, {1} : {T}, {S}", k.load(element, base),
                        k.load(exponent, power), T=k.tile(element), S=k.tile(exponent))
        # libdevice multiplies: half an ulp for each factor, and squares double it.
        factors = np.abs(np.array(exponent.signed(power), Wide))
        k.store(element, result, Close(exact, ulps + factors))
    return build


def float_test(op, element):
    def build(case, k):
        a, = inputs(element, case.count, case.rng())
        expected = FLOAT_TESTS[op](element.values(a), element)
        result = k.test(f"{op} {{0}} : {{T}}", k.load(element, a), T=k.tile(element))
        k.store(i1, result, Exact(expected.astype(i1.dtype)))
    return build


def compare_floats(predicate, element):
    def build(case, k):
        a, b = two_operands(case, element)
        expected = is_true(predicate, element.values(a), element.values(b))
        result = k.test(f"arith.cmpf {predicate}, {{0}}, {{1}} : {{T}}", k.load(element, a),
                        k.load(element, b), T=k.tile(element))
        k.store(i1, result, Exact(expected.astype(i1.dtype)))
    return build


#===-- What is refused ------------------------------------------------------===#

NOT_INTEGER = "must be signless-integer-like, but got '{T}'"
NOT_FLOAT = "must be floating-point-like, but got '{T}'"
WIDE_EXPONENT = ("expected an exponent of at most 32 bits, but got 'i64': use arith.trunci, or "
                 "math.powf")
F8_ARITHMETIC = "there is no arithmetic on f8: use arith.extf first, and tc.to_f8 on the result"


def with_wrong_type(op, element, arity):
    """The op as it would look on `element`."""
    form = {"arith.cmpi": "arith.cmpi eq, {0}, {1} : {T}",
            "arith.cmpf": "arith.cmpf oeq, {0}, {1} : {T}",
            "arith.addui_extended": "arith.addui_extended {0}, {1} : {T}, {B}",
            "math.clampf": "math.clampf {0} to [{0}, {0}] : {T}",
            "math.fpowi": "math.fpowi {0}, {2} : {T}, {I}"}.get(op)
    form = form or f"{op} {', '.join(['{0}'] * arity)} : {{T}}"
    results = 2 if op in INTEGER_EXTENDED or op == "math.sincos" else 1

    def build(case, k):
        value = k.parameter(str(element), 0)
        k.test(form, value, value, k.constant(1) if "{2}" in form else None, results=results,
               T=element, B="i1", I="i32")
    return build


def wrong_types(op, legal, arity, message):
    for element in EVERY:
        if element in legal:
            continue
        text = F8_ARITHMETIC if element in F8 and message is NOT_FLOAT else message
        yield refused(op, element, with_wrong_type(op, element, arity),
                      text.replace("{T}", str(element)), shape=())


def on_shapes(op, elements, make, form="", is_binary=False):
    for element in elements:
        for shape in SHAPES:
            yield Case(op, element, shape, make(element), form=form)
        if not is_binary:
            continue
        # What simplifies: x op x, and x op each special value.
        yield Case(op, element, (32,), make(element), form=f"{form} same".lstrip(), second="same")
        for position in range(len(specials(element))):
            yield Case(op, element, (32,), make(element), second=position,
                       form=f"{form} {position} constant".lstrip())


def integer_cases():
    for op in INTEGER_BINARY:
        yield from on_shapes(op, INTEGERS, lambda e, op=op: integer_binary(op, e), is_binary=True)
        yield from wrong_types(op, INTEGERS, 2, NOT_INTEGER)
        if INTEGER_BINARY[op][2] is not_zero:
            for element in INTEGERS:
                for shape in ((), (2048,)):
                    yield Case(op, element, shape, division_by_zero(op, element), form="zeros",
                               without=("interp",))
    for op in INTEGER_UNARY:
        yield from on_shapes(op, INTEGERS, lambda e, op=op: integer_unary(op, e))
        yield from wrong_types(op, INTEGERS, 1, NOT_INTEGER)
    for op in INTEGER_EXTENDED:
        yield from on_shapes(op, INTEGERS, lambda e, op=op: integer_extended(op, e),
                             is_binary=True)
        yield from wrong_types(op, INTEGERS, 2, NOT_INTEGER)
    for predicate in COMPARE_INTEGERS:
        yield from on_shapes("arith.cmpi", INTEGERS,
                             lambda e, p=predicate: compare_integers(p, e), form=predicate,
                             is_binary=True)
    yield from wrong_types("arith.cmpi", INTEGERS, 2, NOT_INTEGER)


def float_cases():
    for op, (arity, _) in FLOAT_EXACT.items():
        yield from on_shapes(op, FLOATS, lambda e, op=op: float_exact(op, e), is_binary=arity == 2)
        yield from wrong_types(op, FLOATS, arity, NOT_FLOAT)
    for op in FLOAT_CLOSE:
        yield from on_shapes(op, FLOATS, lambda e, op=op: float_close(op, e),
                             is_binary=op in FLOAT_BINARY_FUNCTIONS)
        yield from wrong_types(op, FLOATS, 2 if op in FLOAT_BINARY_FUNCTIONS else 1, NOT_FLOAT)
    for op in FLOAT_TESTS:
        yield from on_shapes(op, FLOATS, lambda e, op=op: float_test(op, e))
        yield from wrong_types(op, FLOATS, 1, NOT_FLOAT)
    for op, make, arity in (("math.sincos", sincos, 1), ("math.fma", fma, 3),
                            ("math.clampf", clamp, 3)):
        yield from on_shapes(op, FLOATS, lambda e, op=op, make=make: make(op, e))
        yield from wrong_types(op, FLOATS, arity, NOT_FLOAT)
    for predicate in PREDICATES:
        yield from on_shapes("arith.cmpf", FLOATS, lambda e, p=predicate: compare_floats(p, e),
                             form=predicate, is_binary=True)
    yield from wrong_types("arith.cmpf", FLOATS, 2, NOT_FLOAT)


def power_cases():
    for element in FLOATS:
        for exponent in INTEGERS:
            for shape in SHAPES if exponent is i32 else ((), (2048,)):
                yield Case("math.fpowi", element, shape, power_of_integer(element, exponent),
                           form=f"to {exponent}",
                           message=WIDE_EXPONENT if exponent is i64 else None)
    yield from wrong_types("math.fpowi", FLOATS, 2, NOT_FLOAT)


def cases():
    yield from integer_cases()
    yield from float_cases()
    yield from power_cases()
