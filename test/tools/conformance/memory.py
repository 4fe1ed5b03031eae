"""Loads, stores, pointers, views and the barrier, on every element type."""
import itertools

import numpy as np

from case import FEW, SHAPES, TILES, Case, refused
from elements import EVERY, INTEGERS, STORED, counting, f16, f32, f64, i1, i8, i16, i32, i64
from kernel import Array, Exact, poison, size_of, type_of


def bytes_of(element, count, rng):
    """Any bits, for i1 too: a nonzero byte is true."""
    if element is not i1:
        return counting(element, count, rng)
    return (rng.integers(-128, 128, count) * rng.integers(0, 2, count)).astype(np.int8)


def as_loaded(element, data):
    return (data != 0).astype(np.int8) if element is i1 else data


#===-- Loads and stores -----------------------------------------------------===#

# What a mask selects of a case's elements.
MASKS = {
    "none": lambda count, rng: np.zeros(count, bool),
    "all": lambda count, rng: np.ones(count, bool),
    "first ones": lambda count, rng: np.arange(count) < count * 2 // 3 + 1,
    "any": lambda count, rng: rng.integers(0, 2, count).astype(bool),
}


def copy(element, load_hints="", store_hints="", skew=0):
    """`skew` elements lie before each array's first one, so that nothing is
    aligned beyond an element."""
    def build(case, k):
        data = bytes_of(element, case.count + skew, case.rng())
        start = k.parameter(f"!tc.ptr<{element}>", Array(element, data))
        before = poison(element, skew)
        expected = np.concatenate([before, as_loaded(element, data[skew:])])
        contents = np.concatenate([before, poison(element, case.count)])
        end = k.parameter(f"!tc.ptr<{element}>", Array(element, contents, Exact(expected)))
        E = f"!tc.ptr<{element}>"
        skewed = [k.op("tc.addptr {0}, {1} : {E}, i32", p, k.constant(skew), E=E) if skew else p
                  for p in (start, end)]
        P = type_of(f"!tc.ptr<{element}>", case.shape)
        source, target = (k.at(element, p) for p in skewed)
        value = k.test(f"tc.load {{0}}{load_hints} : {{P}}", source, P=P)
        k.op(f"tc.store {{0}}, {{1}}{store_hints} : {{P}}", target, value, results=0, P=P)
    return build


def masked_load(element, mask, is_tile):
    def build(case, k):
        rng = case.rng()
        data, chosen = bytes_of(element, case.count, rng), MASKS[mask](case.count, rng)
        fill = counting(element, case.count if is_tile else case.grid, rng)
        truth = k.load(i1, chosen.astype(np.int8))
        other = k.load(element, fill, case.shape if is_tile else ())
        P = type_of(f"!tc.ptr<{element}>", case.shape)
        types = "{P}, {T}" if is_tile and case.shape else "{P}"
        value = k.test(f"tc.load {{0}} mask {{1}} other {{2}} : {types}", k.pointers(element, data),
                       truth, other, P=P, T=k.tile(element))
        spread = np.repeat(fill, case.count // len(fill))
        k.store(element, value, Exact(np.where(chosen, as_loaded(element, data), spread)))
    return build


def masked_store(element, mask):
    def build(case, k):
        rng = case.rng()
        data, chosen = counting(element, case.count, rng), MASKS[mask](case.count, rng)
        before = counting(element, case.count, rng)
        value = k.load(element, data)
        truth = k.load(i1, chosen.astype(np.int8))
        target = k.pointers(element, before, expected=Exact(np.where(chosen, data, before)))
        k.test("tc.store {0}, {1} mask {2} : {P}", target, value, truth, results=0,
               P=type_of(f"!tc.ptr<{element}>", case.shape))
    return build


def accesses():
    for element in STORED:
        for shape in SHAPES:
            yield Case("tc.load", element, shape, copy(element))
            yield Case("tc.store", element, shape, copy(element))
            yield Case("tc.load", element, shape, copy(element, skew=1), form="skewed")
            for mask in MASKS:
                for is_tile in (False, True) if shape else (False,):
                    form = f"mask {mask}, other {'tile' if is_tile else 'scalar'}"
                    yield Case("tc.load", element, shape, masked_load(element, mask, is_tile),
                               form=form)
                yield Case("tc.store", element, shape, masked_store(element, mask),
                           form=f"mask {mask}")


def hints():
    others = ("", "first", "last"), ("", " volatile")
    loads = itertools.product(("", "ca", "cg", "cs", "cv"), *others)
    stores = itertools.product(("", "wb", "cg", "cs", "wt"), *others)

    def text(cache, evict, volatile):
        return (cache and f" cache {cache}") + (evict and f" evict {evict}") + volatile
    for load, store in zip(loads, stores):
        for element in (i1, i8, i16, i32, f16, f64):
            for shape in ((), (16,), (2048,)):
                yield Case("tc.load", element, shape, copy(element, text(*load), text(*store)),
                           form=f"{text(*load)},{text(*store)}".replace("/", " "))


#===-- Where pointers point -------------------------------------------------===#

# Offsets of each element into an array as large as a case's.
PATTERNS = {
    "permuted": lambda count, rng: rng.permutation(count),
    "reversed": lambda count, rng: np.arange(count)[::-1],
    "repeated": lambda count, rng: rng.integers(0, count, count),
    "one": lambda count, rng: np.full(count, count // 2),
}


def indexed_load(element, pattern, offset):
    def build(case, k):
        rng = case.rng()
        data = bytes_of(element, case.count, rng)
        places = PATTERNS[pattern](case.count, rng).astype(offset.dtype)
        base = k.parameter(f"!tc.ptr<{element}>", Array(element, data))
        indices = k.load(offset, places)
        at = k.test("tc.addptr {0}, {1} : {P}, {I}", base, indices, P=f"!tc.ptr<{element}>",
                    I=k.tile(offset))
        value = k.op("tc.load {0} : {P}", at, P=type_of(f"!tc.ptr<{element}>", case.shape))
        k.store(element, value, Exact(as_loaded(element, data)[places]))
    return build


def indexed_store(element, pattern):
    def build(case, k):
        rng = case.rng()
        data = counting(element, case.count, rng)
        places = PATTERNS[pattern](case.count, rng).astype(np.int32)
        expected = np.empty_like(data)
        expected[places] = data
        value, indices = k.load(element, data), k.load(i32, places)
        base = k.parameter(f"!tc.ptr<{element}>",
                           Array(element, poison(element, case.count), Exact(expected)))
        at = k.test("tc.addptr {0}, {1} : {P}, {I}", base, indices, P=f"!tc.ptr<{element}>",
                    I=k.tile(i32))
        k.op("tc.store {0}, {1} : {P}", at, value, results=0,
             P=type_of(f"!tc.ptr<{element}>", case.shape))
    return build


def offsets_of(offset, is_spread):
    """Pointers moved by what is loaded: signed, of any width, from the middle of
    an array; a scalar where it `is_spread` over a tile of pointers."""
    def build(case, k):
        rng = case.rng()
        reach = min(1 << offset.bits - 1, 1000)
        size = k.grid if is_spread else case.count
        moves = rng.integers(-reach, reach, size)
        moves[:2] = (-reach, reach - 1)[:size]
        array = np.arange(2 * reach + case.count, dtype=np.int32)
        base = k.parameter("!tc.ptr<i32>", Array(i32, array))
        middle = k.op("tc.addptr {0}, {1} : !tc.ptr<i32>, i32", base, k.constant(reach))
        pointers = k.at(i32, middle)
        by = k.load(offset, offset.wrap(moves), () if is_spread else case.shape)
        P = type_of("!tc.ptr<i32>", case.shape)
        at = k.test("tc.addptr {0}, {1} : {P}, {I}", pointers, by, P=P,
                    I=type_of(offset, () if is_spread else case.shape))
        expected = reach + np.arange(case.count) + np.repeat(moves, case.count // size)
        k.store(i32, k.op("tc.load {0} : {P}", at, P=P), Exact(expected.astype(np.int32)))
    return build


def addresses():
    for element in STORED:
        for shape in FEW + ((2048,), (2, 8, 4)):
            for pattern in PATTERNS:
                yield Case("tc.addptr", element, shape, indexed_load(element, pattern, i32),
                           form=f"load {pattern}")
            for pattern in ("permuted", "reversed"):
                yield Case("tc.addptr", element, shape, indexed_store(element, pattern),
                           form=f"store {pattern}")
    for offset in INTEGERS:
        for shape in SHAPES:
            yield Case("tc.addptr", f"by {offset}", shape, offsets_of(offset, False))
            if shape:
                yield Case("tc.addptr", f"by {offset}", shape, offsets_of(offset, True),
                           form="scalar")


#===-- Casts of pointers ----------------------------------------------------===#


def pointer_to_integer(element):
    """Distances, since addresses are not known."""
    def build(case, k):
        base = k.parameter(f"!tc.ptr<{element}>", Array(element, poison(element, case.count)))
        start = k.op("tc.ptr_to_int {0} : {P} -> i64", base, P=f"!tc.ptr<{element}>")
        if case.shape:
            start = k.op("tc.splat {0} : i64 -> {T}", start, T=k.tile(i64))
        P = type_of(f"!tc.ptr<{element}>", case.shape)
        address = k.test("tc.ptr_to_int {0} : {P} -> {T}", k.at(element, base), P=P, T=k.tile(i64))
        distance = k.op("arith.subi {0}, {1} : {T}", address, start, T=k.tile(i64))
        k.store(i64, distance, Exact(np.arange(case.count, dtype=np.int64) * element.bytes))
    return build


def integer_to_pointer(element):
    def build(case, k):
        data = counting(element, case.count, case.rng())
        P = type_of(f"!tc.ptr<{element}>", case.shape)
        address = k.op("tc.ptr_to_int {0} : {P} -> {T}", k.pointers(element, data), P=P,
                       T=k.tile(i64))
        at = k.test("tc.int_to_ptr {0} : {T} -> {P}", address, P=P, T=k.tile(i64))
        k.store(element, k.op("tc.load {0} : {P}", at, P=P), Exact(data))
    return build


def pointer_bitcast(element):
    """An array read through pointers of its own type, from pointers to bytes."""
    def build(case, k):
        data = counting(element, case.count, case.rng())
        base = k.parameter("!tc.ptr<i8>", Array(i8, data.view(np.int8)))
        count = type_of(i32, case.shape)
        places = k.pid(1) if not case.shape else k.offsets(case.shape)
        if case.shape:
            first = k.op("tc.splat {0} : i32 -> {T}", k.pid(size_of(case.shape)), T=count)
            places = k.op("arith.addi {0}, {1} : {T}", places, first, T=count)
        width = k.constant(f"dense<{element.bytes}>" if case.shape else element.bytes, count)
        places = k.op("arith.muli {0}, {1} : {T}", places, width, T=count)
        at = k.op("tc.addptr {0}, {1} : !tc.ptr<i8>, {T}", base, places, T=count)
        P = type_of(f"!tc.ptr<{element}>", case.shape)
        at = k.test("tc.bitcast {0} : {B} -> {P}", at, P=P, B=type_of("!tc.ptr<i8>", case.shape))
        k.store(element, k.op("tc.load {0} : {P}", at, P=P), Exact(data))
    return build


def pointer_casts():
    for element in STORED:
        for shape in FEW + ((2048,),):
            yield Case("tc.ptr_to_int", element, shape, pointer_to_integer(element))
            yield Case("tc.int_to_ptr", element, shape, integer_to_pointer(element))
            yield Case("tc.bitcast", element, shape, pointer_bitcast(element))


#===-- The barrier ----------------------------------------------------------===#


def exchange(element):
    """What one lane wrote, another one reads after the barrier."""
    def build(case, k):
        rng = case.rng()
        data = counting(element, case.count, rng)
        size = case.count // case.grid
        places = np.concatenate([rng.permutation(size) + size * i for i in range(case.grid)])
        P = type_of(f"!tc.ptr<{element}>", case.shape)
        value, indices = k.load(element, data), k.load(i32, places.astype(np.int32))
        base = k.parameter(f"!tc.ptr<{element}>",
                           Array(element, poison(element, case.count), Exact(data)))
        k.op("tc.store {0}, {1} : {P}", k.at(element, base), value, results=0, P=P)
        k.test("tc.barrier", results=0)
        at = k.op("tc.addptr {0}, {1} : {E}, {I}", base, indices, E=f"!tc.ptr<{element}>",
                  I=k.tile(i32))
        k.store(element, k.op("tc.load {0} : {P}", at, P=P), Exact(data[places]))
    return build


def barriers():
    for element in STORED:
        for shape in TILES:
            yield Case("tc.barrier", element, shape, exchange(element))


#===-- What is refused ------------------------------------------------------===#


def on_pointer(text, element=f32, shape=(16,), results=1):
    """An op on pointers {0}, a value {1} and a mask {2}."""
    def build(case, k):
        P = type_of(f"!tc.ptr<{element}>", shape)
        value = k.load(element, poison(element, case.count))
        truth = k.load(i1, np.ones(case.count, np.int8))
        k.test(text, k.pointers(element, poison(element, case.count)), value, truth,
               results=results, P=P, T=k.tile(element))
    return build


REFUSED = (
    ("tc.load", "mask without other", "tc.load {0} mask {2} : {P}", 1,
     "a masked load states its fill: expected 'other' and a value after the mask"),
    ("tc.load", "other without mask", "tc.load {0} other {1} : {P}, {T}", 1,
     "'other' is the fill of masked lanes: expected 'mask' and a value before it"),
    ("tc.load", "cache wb", "tc.load {0} cache wb : {P}", 1,
     "cache operator 'wb' is for stores, expected ca, cg, cs or cv"),
    ("tc.load", "cache wt", "tc.load {0} cache wt : {P}", 1,
     "cache operator 'wt' is for stores, expected ca, cg, cs or cv"),
    ("tc.store", "cache ca", "tc.store {0}, {1} cache ca : {P}", 0,
     "cache operator 'ca' is for loads, expected wb, cg, cs or wt"),
    ("tc.store", "cache cv", "tc.store {0}, {1} cache cv : {P}", 0,
     "cache operator 'cv' is for loads, expected wb, cg, cs or wt"),
    ("tc.load", "of values", "tc.load {1} : {T}", 1,
     "expected a pointer or a tile of pointers, but got 'tensor<16xf32>'"),
)


def nested_pointer(case, k):
    base = k.parameter("!tc.ptr<f32>", 0)
    k.test("tc.bitcast {0} : !tc.ptr<f32> -> !tc.ptr<!tc.ptr<f32>>", base)


def refusals():
    for op, what, text, results, message in REFUSED:
        yield refused(op, what, on_pointer(text, results=results), message)
    yield refused("tc.bitcast", "to pointers to pointers", nested_pointer,
                  "a pointer cannot point to '!tc.ptr<f32>', expected i1 i8 i16 i32 i64 f8E4M3FN "
                  "f8E5M2 f16 bf16 f32 or f64", shape=())
    for element in EVERY:
        if not element.is_int:
            def offset(case, k, element=element):
                by = k.parameter(str(element), 0)
                base = k.parameter("!tc.ptr<f32>", 0)
                k.test("tc.addptr {0}, {1} : !tc.ptr<f32>, {E}", base, by, E=element)
            yield refused("tc.addptr", f"by {element}", offset,
                          f"must be an integer or a tile of them, but got '{element}'", shape=())
        if element is not i64:
            def address(case, k, element=element):
                by = k.parameter(str(element), 0)
                k.test("tc.int_to_ptr {0} : {E} -> !tc.ptr<f32>", by, E=element)
            message = "expected addresses of i64, but got" if element.is_int else \
                "must be an integer or a tile of them, but got"
            yield refused("tc.int_to_ptr", f"from {element}", address, f"{message} '{element}'",
                          shape=())


def cases():
    yield from accesses()
    yield from hints()
    yield from addresses()
    yield from pointer_casts()
    yield from barriers()
    yield from refusals()
