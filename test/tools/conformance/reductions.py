"""Reductions and scans: every named kind, the place of an extreme, and regions.

One reference for all: the elements of a row combined one by one, in order.
"""
import numpy as np

from case import Case, refused
from elementwise import larger, smaller, with_nan, without_nan
from elements import (EVERY, F8, FLOATS, INTEGERS, Wide, counting, f32, f64, i1, i32, inputs,
                      pointer, small_integers)
from kernel import Close, Exact, type_of
from shapes import Source

SHAPES = ((1,), (16,), (32,), (2048,), (8192,), (1, 64), (8, 4), (4, 256), (256, 4), (2, 8, 4),
          (2, 1, 4, 2, 8))
FEW = ((16,), (2048,), (4, 256), (2, 8, 4))


class Rows:
    """The rows of an array of tiles along an axis: a matrix, a row a line."""

    def __init__(self, grid, shape, axis):
        self.tiles, self.axis = (grid, *shape), axis + 1

    def of(self, array):
        moved = np.moveaxis(np.asarray(array).reshape(self.tiles), self.axis, -1)
        return moved.reshape(-1, self.tiles[self.axis])

    def back(self, rows):
        """As the array lies in memory."""
        sizes = [size for dim, size in enumerate(self.tiles) if dim != self.axis]
        return np.moveaxis(rows.reshape(*sizes, -1), -1, self.axis).ravel()


def prefixes(combine, rows, is_reverse=False):
    """Column i combines the columns 0 to i, the left ones first."""
    rows = rows[:, ::-1] if is_reverse else rows
    columns = [rows[:, 0]]
    for place in range(1, rows.shape[1]):
        columns.append(combine(columns[-1], rows[:, place]))
    result = np.stack(columns, axis=1)
    return result[:, ::-1] if is_reverse else result


#===-- Named kinds ----------------------------------------------------------===#

INTEGER_KINDS = {
    "sum": ("signed", lambda a, b: a + b), "prod": ("signed", lambda a, b: a * b),
    "max": ("signed", np.maximum), "min": ("signed", np.minimum),
    "umax": ("unsigned", np.maximum), "umin": ("unsigned", np.minimum),
    "and": ("unsigned", lambda a, b: a & b), "or": ("unsigned", lambda a, b: a | b),
    "xor": ("unsigned", lambda a, b: a ^ b),
}
FLOAT_KINDS = {
    "sum": lambda a, b: a + b, "prod": lambda a, b: a * b, "max": with_nan(larger),
    "min": with_nan(smaller), "maxnum": without_nan(larger), "minnum": without_nan(smaller),
}
KINDS = tuple(INTEGER_KINDS) + ("maxnum", "minnum")


def integer_data(kind, element, rng, count):
    """Odd factors, which leave something of a product."""
    data, = inputs(element, count, rng)
    return data | 1 if kind == "prod" else data


def as_numbers(element, array, sign):
    numbers = getattr(element, sign)(array)
    return np.array(numbers, np.int64 if sign == "signed" else np.uint64)


def integer_results(kind, element, rows, is_reverse):
    sign, combine = INTEGER_KINDS[kind]
    numbers = as_numbers(element, rows.ravel(), sign).reshape(rows.shape)
    results = prefixes(combine, numbers, is_reverse)
    return element.wrap(results.ravel()).reshape(rows.shape)


def float_data(kind, element, rng, count, length):
    """Sums and products that stay far from overflow, with an infinity or a NaN
    here and there; for the others, anything."""
    if kind in ("max", "min", "maxnum", "minnum"):
        data, = inputs(element, count, rng)
        is_rare = rng.random(count) < 1 / (2 * length)
        fine = np.where(np.isnan(element.values(data)), element.round(np.zeros(1)), data)
        return np.where(is_rare, data, fine)
    values = rng.normal(0, 2, count) if kind == "sum" else \
        rng.choice([-1, 1], count) * rng.uniform(0.9, 1.1, count)
    wild = rng.random(count) < 1 / (8 * length)
    return element.round(np.where(wild, rng.choice([np.inf, -np.inf, np.nan], count), values))


def float_results(kind, element, rows, is_reverse):
    """The results and the errors that they may have, as Close takes them."""
    values = element.values(rows.ravel()).reshape(rows.shape)
    results = prefixes(FLOAT_KINDS[kind], values, is_reverse)
    if kind not in ("sum", "prod"):
        return results, None
    # Each of the roundings in f32 (f64) may be off by half an epsilon; what is
    # narrower than f32 is rounded once more.
    epsilon = min(element.epsilon, f32.epsilon) / 2
    size = prefixes(lambda a, b: a + b, np.abs(values), is_reverse) if kind == "sum" \
        else np.abs(results)
    steps = np.arange(rows.shape[1], dtype=Wide)
    error = (steps[::-1] if is_reverse else steps) * epsilon * size
    return results, np.where(np.isfinite(error), error, 0)


def expected_of(op, kind, element, rows, axis_rows, is_reverse):
    """What the op should write, as an expectation."""
    def pick(results):
        if op == "tc.reduce":
            return results[:, -1]
        return axis_rows.back(results)
    if element.is_int:
        return Exact(pick(integer_results(kind, element, rows, is_reverse)))
    results, error = float_results(kind, element, rows, is_reverse)
    if error is None:
        return Exact(element.round(pick(results)))
    ulps = 0.5 if element.bits < 32 else 0.0
    return Close(pick(results), ulps, pick(error))


def named(op, kind, element, axis, is_reverse=False):
    def build(case, k):
        rng, length = case.rng(), case.shape[axis]
        data = integer_data(kind, element, rng, case.count) if element.is_int else \
            float_data(kind, element, rng, case.count, length)
        axis_rows = Rows(case.grid, case.shape, axis)
        expected = expected_of(op, kind, element, axis_rows.of(data), axis_rows, is_reverse)
        left = case.shape[:axis] + case.shape[axis + 1:] if op == "tc.reduce" else case.shape
        types = "{T} -> {R}" if op == "tc.reduce" else "{T}"
        flag = " reverse" if is_reverse else ""
        result = k.test(f"{op} {kind} {{0}} axis {axis}{flag} : {types}", k.load(element, data),
                        T=k.tile(element), R=type_of(element, left))
        k.store(element, result, expected, left)
    return build


def place_of_extreme(kind, element, axis):
    """NumPy's own argmax and argmin: the first one, and the first NaN over all."""
    def build(case, k):
        rng = case.rng()
        # Few different values, so that there are ties; -0 and +0 are one.
        data, = inputs(element, case.count, rng)
        if element.is_float:
            data = float_data("max", element, rng, case.count, case.shape[axis])
            few = rng.integers(-2, 3, case.count) * rng.choice([1.0, -1.0], case.count)
            ties = element.round(few)
            data = np.where(rng.random(case.count) < 0.5, data, ties)
        rows = Rows(case.grid, case.shape, axis).of(data)
        numbers = element.values(rows.ravel()) if element.is_float else \
            as_numbers(element, rows.ravel(), "signed")
        index = getattr(np, kind)(numbers.reshape(rows.shape), axis=1)
        left = case.shape[:axis] + case.shape[axis + 1:]
        value, place = k.test(f"tc.reduce {kind} {{0}} axis {axis} : {{T}} -> {{R}}, {{I}}",
                              k.load(element, data), results=2, T=k.tile(element),
                              R=type_of(element, left), I=type_of(i32, left))
        k.store(element, value, Exact(rows[np.arange(len(rows)), index]), left)
        k.store(i32, place, Exact(index.astype(np.int32)), left)
    return build


#===-- Regions --------------------------------------------------------------===#


def region(lines, types):
    """A combiner: its arguments are %l0, %l1, ..., then %r0, %r1, ..."""
    arguments = [f"%{side}{n}: {t}" for side in "lr" for n, t in enumerate(types)]
    body = "".join(f"\n    {line}" for line in lines)
    return f"combine {{{{\n  ^bb0({', '.join(arguments)}):{body}\n  }}}}"


def with_region(op, k, tiles, elements, axis, lines, flag=""):
    shape = k.shape
    left = shape[:axis] + shape[axis + 1:] if op == "tc.reduce" else shape
    types = ", ".join(type_of(e, shape) for e in elements)
    results = ", ".join(type_of(e, left) for e in elements)
    made = k.test(f"{op} ({', '.join(tiles)}) axis {axis}{flag} {region(lines, elements)} : "
                  f"({types}) -> ({results})", results=len(elements))
    return made if isinstance(made, list) else [made], left


def keep_one(op, element, axis, is_reverse=False):
    """The combiner that keeps one side: the right one of a reduction, the left
    one of a scan. It shows whether elements keep their order, and works on every
    type. Indices go along."""
    def build(case, k):
        source = Source(case, k, element)
        data = source.data(case.shape)
        number = np.arange(case.count, dtype=np.int32)
        side = "r" if op == "tc.reduce" else "l"
        tiles = [source.tile(data, case.shape), k.load(i32, number)]
        flag = " reverse" if is_reverse else ""
        results, left = with_region(op, k, tiles, (element, i32), axis,
                                    [f"tc.yield %{side}0, %{side}1 : {element}, i32"], flag)
        rows = Rows(case.grid, case.shape, axis)

        def kept(array):
            if op == "tc.reduce":
                return rows.of(array)[:, -1]
            lines = rows.of(array)
            first = lines[:, -1:] if is_reverse else lines[:, :1]
            return rows.back(np.broadcast_to(first, lines.shape))
        source.store(results[0], kept(data), left)
        k.store(i32, results[1], Exact(kept(number)), left)
    return build


def affine(op, element, axis, is_reverse=False):
    """(a, b) o (c, d) = (a c, b c + d): associative, and not commutative. The
    numbers are small, and the factors signs, so that f32 is exact."""
    arithmetic = "i" if element.is_int else "f"

    def build(case, k):
        rng = case.rng()
        factors = element.wrap(rng.choice([-1, 1], case.count)) if element.is_int else \
            element.round(rng.choice([-1.0, 1.0], case.count))
        terms = small_integers(element, case.count, rng)
        lines = [f"%p = arith.mul{arithmetic} %l0, %r0 : {element}",
                 f"%q = arith.mul{arithmetic} %l1, %r0 : {element}",
                 f"%s = arith.add{arithmetic} %q, %r1 : {element}",
                 f"tc.yield %p, %s : {element}, {element}"]
        flag = " reverse" if is_reverse else ""
        results, left = with_region(op, k, [k.load(element, factors), k.load(element, terms)],
                                    (element, element), axis, lines, flag)
        rows = Rows(case.grid, case.shape, axis)
        numbers = [as_numbers(element, a, "signed") if element.is_int else element.values(a)
                   for a in (factors, terms)]
        pairs = np.stack([rows.of(n) for n in numbers], axis=2)
        combined = prefixes(lambda l, r: np.stack(
            [l[:, 0] * r[:, 0], l[:, 1] * r[:, 0] + r[:, 1]], axis=1), pairs, is_reverse)
        for number, result in enumerate(results):
            part = combined[..., number]
            flat = part[:, -1] if op == "tc.reduce" else rows.back(part)
            bits = element.wrap(flat) if element.is_int else element.round(flat)
            k.store(element, result, Exact(bits), left)
    return build


def commutative(element, axis):
    """Marked so; the largest, by a comparison."""
    compare = f"arith.cmpi sgt, %l0, %r0 : {element}" if element.is_int else \
        f"arith.cmpf ogt, %l0, %r0 : {element}"

    def build(case, k):
        data = small_integers(element, case.count, case.rng(), limit=100)
        lines = [f"%c = {compare}", f"%m = arith.select %c, %l0, %r0 : {element}",
                 f"tc.yield %m : {element}"]
        results, left = with_region("tc.reduce", k, [k.load(element, data)], (element,), axis,
                                    lines, " commutative")
        rows = Rows(case.grid, case.shape, axis).of(data)
        values = element.values(rows.ravel()) if element.is_float else \
            as_numbers(element, rows.ravel(), "signed")
        best = values.reshape(rows.shape).max(axis=1)
        bits = element.wrap(best) if element.is_int else element.round(best + 0.0)
        k.store(element, results[0], Exact(bits), left)
    return build


#===-- Refusals -------------------------------------------------------------===#


def message_for(op, kind, element):
    verb = "scan" if op == "tc.scan" else "reduce"
    if element is pointer:
        return f"cannot {verb} '!tc.ptr<i32>'"
    if element in F8:
        return f"cannot {verb} '{element}': use arith.extf first"
    if element is i1 and kind in ("sum", "prod"):
        other = "'or'" if kind == "sum" else "'and'"
        return (f"a {kind} of i1 would wrap at once: use arith.extui first (or {other} for truth)")
    if element.is_int and kind not in INTEGER_KINDS and not kind.startswith("arg"):
        return f"'{kind}' needs floats, but got '{element}'"
    if element.is_float and kind not in FLOAT_KINDS and not kind.startswith("arg"):
        return f"'{kind}' needs integers, but got '{element}'"
    return None


def wrong_element(op, kind, element):
    def build(case, k):
        source = Source(case, k, element)
        tile = source.tile(source.data(case.shape), case.shape)
        results = ", i32" if kind.startswith("arg") else ""
        types = f"{{T}} -> {element}{results}" if op == "tc.reduce" else "{T}"
        k.test(f"{op} {kind} {{0}} axis 0 : {types}", tile, results=2 if results else 1,
               T=k.tile(element))
    return build


def wrong_forms():
    def form(text):
        def build(case, k):
            tile = k.load(f32, counting(f32, case.count, case.rng()))
            k.test(text, tile, T=k.tile(f32))
        return build
    for op, noun, arrow in (("tc.reduce", "reduction", " -> f32"), ("tc.scan", "scan", "")):
        yield refused(op + " sum", "no axis", form(f"{op} sum {{0}} : {{T}}{arrow}"),
                      f"a {noun} states its axis: expected 'axis' and a number after the tile")
        yield refused(op + " sum", "axis 1", form(f"{op} sum {{0}} axis 1 : {{T}}{arrow}"),
                      "expected an axis from 0 to 0, but got 1")
    yield refused("tc.scan argmax", "f32", form("tc.scan argmax {0} axis 0 : {T}"),
                  "'argmax' is not a scan (sum prod max min maxnum minnum umax umin and or xor)")
    yield refused("tc.reduce mean", "f32", form("tc.reduce mean {0} axis 0 : {T} -> f32"),
                  "expected a reduction (sum prod max min maxnum minnum umax umin and or xor "
                  "argmax argmin) or '(', but got 'mean'")


#===-- Cases ----------------------------------------------------------------===#


def on_axes(op, element, shapes, make):
    for shape in shapes:
        for axis in range(len(shape)):
            yield Case(op, element, shape, make(axis), form=f"axis {axis}")


def named_cases(op):
    for kind in KINDS:
        for element in EVERY:
            message = message_for(op, kind, element)
            if message:
                yield refused(f"{op} {kind}", element, wrong_element(op, kind, element), message)
                continue
            yield from on_axes(f"{op} {kind}", element, SHAPES,
                               lambda axis: named(op, kind, element, axis))
            if op == "tc.scan":
                for shape in FEW:
                    for axis in range(len(shape)):
                        yield Case(f"{op} {kind}", element, shape,
                                   named(op, kind, element, axis, True),
                                   form=f"axis {axis} reverse")


def index_cases():
    for kind in ("argmax", "argmin"):
        for element in EVERY:
            message = message_for("tc.reduce", kind, element)
            if message:
                yield refused(f"tc.reduce {kind}", element,
                              wrong_element("tc.reduce", kind, element), message)
            else:
                yield from on_axes(f"tc.reduce {kind}", element, SHAPES,
                                   lambda axis: place_of_extreme(kind, element, axis))


def region_cases():
    for op in ("tc.reduce", "tc.scan"):
        name = f"{op} region"
        for element in EVERY:
            yield from on_axes(name, element, FEW, lambda axis: keep_one(op, element, axis))
        for element in INTEGERS[1:] + (f32, f64):
            for shape in FEW + ((1,),):
                for axis in range(len(shape)):
                    yield Case(name, element, shape, affine(op, element, axis),
                               form=f"affine axis {axis}")
    for element in INTEGERS + FLOATS:
        for shape in FEW:
            for axis in range(len(shape)):
                if element is not i1:
                    yield Case("tc.reduce region", element, shape, commutative(element, axis),
                               form=f"commutative axis {axis}")
    for element in EVERY:
        for shape in FEW:
            for axis in range(len(shape)):
                yield Case("tc.scan region", element, shape,
                           keep_one("tc.scan", element, axis, True), form=f"axis {axis} reverse")
    for element in (i32, f32):
        for shape in FEW:
            yield Case("tc.scan region", element, shape, affine("tc.scan", element, 0, True),
                       form="affine reverse")


def cases():
    yield from named_cases("tc.reduce")
    yield from named_cases("tc.scan")
    yield from index_cases()
    yield from region_cases()
    yield from wrong_forms()
