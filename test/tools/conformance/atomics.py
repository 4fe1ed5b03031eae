"""Atomic accesses: each kind on each element type, in every order and scope."""
import numpy as np

from case import Case, refused
from elementwise import larger, smaller, without_nan
from elements import STORED, bf16, f16, f32, f64, i1, i32, i64, inputs
from kernel import Array, Exact, type_of

ORDERS = ("relaxed", "acquire", "release", "acq_rel")
SCOPES = ("cta", "gpu", "sys")
SHAPES = ((), (1,), (16,), (2048,), (8, 4), (2, 1, 4, 2, 8))

WIDE_INTEGERS = (i32, i64)
INTEGER_KINDS = {
    "and": ("unsigned", lambda a, b: a & b), "or": ("unsigned", lambda a, b: a | b),
    "xor": ("unsigned", lambda a, b: a ^ b), "add": ("signed", lambda a, b: a + b),
    "max": ("signed", max), "min": ("signed", min), "umax": ("unsigned", max),
    "umin": ("unsigned", min),
}
FLOAT_KINDS = {"fadd": lambda a, b: a + b, "fmax": without_nan(larger),
               "fmin": without_nan(smaller)}
LEGAL = {**{kind: WIDE_INTEGERS for kind in INTEGER_KINDS}, "xchg": WIDE_INTEGERS + (f32, f64),
         "fadd": (f16, bf16, f32, f64), "fmax": (f32, f64), "fmin": (f32, f64)}


def changed(kind, element, old, value):
    """What memory holds afterwards."""
    if kind == "xchg":
        return value
    if kind in INTEGER_KINDS:
        sign, function = INTEGER_KINDS[kind]
        numbers = (getattr(element, sign)(array) for array in (old, value))
        return element.wrap(map(function, *numbers))
    if element is f64:
        return FLOAT_KINDS[kind](old, value).astype(np.float64)
    return element.round(FLOAT_KINDS[kind](element.values(old), element.values(value)))


def operands(kind, element, case):
    """Old contents and new values. Of zeros of both signs fmax and fmin may keep
    either; GPUs take subnormal numbers for zero in an fadd of f32."""
    old, value = inputs(element, case.count, case.rng(), arity=2)
    one = element.wrap([1]) if element.is_int else element.round([1])
    if kind in ("fmax", "fmin"):
        old, value = (np.where(element.values(a) == 0, one, a) for a in (old, value))
    if kind == "fadd" and element is f32:
        old, value = (np.where(is_subnormal(a), one, a) for a in (old, value))
        value = np.where(is_subnormal(changed(kind, element, old, value)), old, value)
    return old, value


def is_subnormal(array):
    """Of f32."""
    return (array != 0) & (np.abs(array) < 2.0 ** f32.low)


def rmw(kind, element, order, scope, is_masked):
    """Every lane has an element of its own."""
    def build(case, k):
        old, value = operands(kind, element, case)
        chosen = case.rng().integers(0, 2, case.count) if is_masked else np.ones(case.count, int)
        chosen = chosen.astype(bool)
        new = np.where(chosen, changed(kind, element, old, value), old)
        mask = f" mask {k.load(i1, chosen.astype(np.int8))}" if is_masked else ""
        values = k.load(element, value)
        at = k.pointers(element, old, expected=Exact(new))
        op = f"tc.atomic_rmw {kind} {order} {scope}"
        result = k.test(f"{op} {{0}}, {{1}}{mask} : {{P}}, {{T}}", at, values,
                        P=type_of(f"!tc.ptr<{element}>", case.shape), T=k.tile(element))
        k.store(element, result, Exact(np.where(chosen, old, np.zeros_like(old))))
    return build


def shared(kind, element):
    """Many lanes, and all instances, add to few elements: the sums are exact."""
    def build(case, k):
        rng = case.rng()
        places = rng.integers(0, 5, case.count).astype(np.int32)
        value = rng.integers(-1, 2, case.count)
        total = np.zeros(5, np.int64)
        np.add.at(total, places, value)
        make = element.wrap if element.is_int else element.round
        index = k.load(i32, places)
        values = k.load(element, make(value))
        base = k.parameter(f"!tc.ptr<{element}>", Array(element, make(np.zeros(5)),
                                                       Exact(make(total + 0.0))))
        at = k.op("tc.addptr {0}, {1} : {E}, {I}", base, index, E=f"!tc.ptr<{element}>",
                  I=k.tile(i32))
        k.test(f"tc.atomic_rmw {kind} relaxed gpu {{0}}, {{1}} : {{P}}, {{T}}", at, values,
               P=type_of(f"!tc.ptr<{element}>", case.shape), T=k.tile(element))
    return build


def cas(element, order, scope):
    """About half of the comparisons hold; -0 is not +0, and a NaN is itself."""
    def build(case, k):
        rng = case.rng()
        old, new = inputs(element, case.count, rng, arity=2)
        other, = inputs(element, case.count, rng)
        compare = np.where(rng.integers(0, 2, case.count) == 1, old, other)
        bits = f"u{element.bytes}"
        holds = compare.view(bits) == old.view(bits)
        loaded = [k.load(element, a) for a in (compare, new)]
        # Bits count here, not values: compared as integers.
        integer = {4: i32, 8: i64}[element.bytes]
        expected = np.where(holds, new, old)
        at = k.pointers(element, old, expected=Exact(expected))
        result = k.test(f"tc.atomic_cas {order} {scope} {{0}}, {{1}}, {{2}} : {{P}}, {{T}}", at,
                        *loaded, P=type_of(f"!tc.ptr<{element}>", case.shape), T=k.tile(element))
        if element.is_float:
            result = k.op("arith.bitcast {0} : {T} to {I}", result, T=k.tile(element),
                          I=k.tile(integer))
        k.store(integer, result, Exact(old.view(integer.dtype)))
    return build


def rmw_cases():
    ways = [(order, scope) for order in ORDERS for scope in SCOPES]
    turn = 0
    for kind, legal in LEGAL.items():
        for element in legal:
            for shape in SHAPES:
                for is_masked in (False, True):
                    # The orders and scopes take turns.
                    order, scope = ways[turn % len(ways)]
                    turn += 1
                    yield Case(f"tc.atomic_rmw {kind}", element, shape,
                               rmw(kind, element, order, scope, is_masked),
                               form=f"{order} {scope}{' masked' if is_masked else ''}")
    for order, scope in ways:
        for element in (i32, f32):
            for shape in ((), (2048,)):
                kind = "add" if element is i32 else "fadd"
                yield Case(f"tc.atomic_rmw {kind}", element, shape,
                           rmw(kind, element, order, scope, False), form=f"each {order} {scope}")
    for element in (i32, i64, f16, bf16, f32, f64):
        for shape in SHAPES:
            kind = "add" if element.is_int else "fadd"
            yield Case(f"tc.atomic_rmw {kind}", element, shape, shared(kind, element),
                       form="shared")


def cas_cases():
    ways = [(order, scope) for order in ORDERS for scope in SCOPES]
    for element in LEGAL["xchg"]:
        for number, shape in enumerate(SHAPES):
            yield Case("tc.atomic_cas", element, shape, cas(element, *ways[number * 5 % 12]))
    for order, scope in ways:
        yield Case("tc.atomic_cas", i32, (16,), cas(i32, order, scope), form=f"{order} {scope}")


# What the message recommends, if that takes the element.
OTHER = {"add": "fadd", "max": "fmax", "min": "fmin", "fadd": "add", "fmax": "max", "fmin": "min"}
NEEDS = {"fadd": "f16 bf16 f32 or f64", "fmax": "f32 or f64", "fmin": "f32 or f64",
         "xchg": "i32 i64 f32 or f64"}


def refusals():
    for element in STORED:
        for kind, legal in LEGAL.items():
            if element not in legal:
                def build(case, k, element=element, kind=kind):
                    base = k.parameter(f"!tc.ptr<{element}>", 0)
                    value = k.parameter(str(element), 0)
                    k.test(f"tc.atomic_rmw {kind} relaxed gpu {{0}}, {{1}} : !tc.ptr<{element}>, "
                           f"{element}", base, value)
                needs, other = NEEDS.get(kind, "i32 or i64"), OTHER.get(kind)
                hint = f": use '{other}'" if element in LEGAL.get(other, ()) else ""
                yield refused(f"tc.atomic_rmw {kind}", element, build,
                              f"'{kind}' needs {needs}, but got '{element}'{hint}", shape=())
        if element not in LEGAL["xchg"]:
            def build(case, k, element=element):
                base = k.parameter(f"!tc.ptr<{element}>", 0)
                value = k.parameter(str(element), 0)
                k.test(f"tc.atomic_cas relaxed gpu {{0}}, {{1}}, {{1}} : !tc.ptr<{element}>, "
                       f"{element}", base, value)
            yield refused("tc.atomic_cas", element, build,
                          f"compare-and-swap needs i32 i64 f32 or f64, but got '{element}'",
                          shape=())


def cases():
    yield from rmw_cases()
    yield from cas_cases()
    yield from refusals()
