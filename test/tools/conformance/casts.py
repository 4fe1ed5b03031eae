"""Casts: between integers, between floats, between the two, and of bits."""
import numpy as np

from case import SHAPES, Case, refused
from elements import (EVERY, F8, FLOATS, INTEGERS, STORED, Wide, counting, f64, i1, i32, i64,
                      inputs, pointer, specials)
from kernel import Exact, literal
from shapes import Source

ALL_FLOATS = F8 + FLOATS


def cast(op, source, target, expected_of, inputs_of=None):
    """`expected_of` maps the source's array to the target's."""
    def build(case, k):
        rng = case.rng()
        data = inputs_of(case.count, rng) if inputs_of else inputs(source, case.count, rng)[0]
        word = "->" if op.startswith("tc.") else "to"
        result = k.test(f"{op} {{0}} : {{A}} {word} {{B}}", k.load(source, data),
                        A=k.tile(source), B=k.tile(target))
        k.store(target, result, Exact(expected_of(data)))
    return build


def cell(source, target):
    return f"{source} to {target}"


def refused_cast(op, source, target, message):
    def build(case, k):
        value = k.parameter(str(source), 0)
        word = "->" if op.startswith("tc.") else "to"
        k.test(f"{op} {{0}} : {source} {word} {target}", value)
    text = message.format(A=source, B=target)
    return refused(op, cell(source, target), build, text, shape=())


def on_shapes(op, source, target, expected_of, inputs_of=None, shapes=SHAPES):
    for shape in shapes:
        yield Case(op, cell(source, target), shape,
                   cast(op, source, target, expected_of, inputs_of))


#===-- Between integers -----------------------------------------------------===#

INCOMPATIBLE = "operand type '{A}' and result type '{B}' are cast incompatible"


def between_integers():
    for source in INTEGERS:
        for target in INTEGERS:
            signed = lambda a, s=source, t=target: t.wrap(s.signed(a))
            unsigned = lambda a, s=source, t=target: t.wrap(s.unsigned(a))
            if source.bits < target.bits:
                yield from on_shapes("arith.extsi", source, target, signed)
                yield from on_shapes("arith.extui", source, target, unsigned)
            else:
                yield refused_cast("arith.extsi", source, target, INCOMPATIBLE)
                yield refused_cast("arith.extui", source, target, INCOMPATIBLE)
            if source.bits > target.bits:
                yield from on_shapes("arith.trunci", source, target, signed)
            else:
                yield refused_cast("arith.trunci", source, target, INCOMPATIBLE)


#===-- Between integers and floats ------------------------------------------===#

FROM_F8 = "there is no arithmetic on f8: use arith.extf first, and tc.to_f8 on the result"
TO_F8 = "there is no arithmetic on f8: convert to f32, then use tc.to_f8"


def wide_integers(integers):
    """Exactly: 80-bit floats have 64 bits of mantissa."""
    return np.array([np.ldexp(Wide(v >> 32), 32) + Wide(v & 0xFFFFFFFF) for v in integers], Wide)


def representable(source, target, is_signed):
    """Inputs of a conversion to an integer that have a value there. Special
    values and numbers of every size are kept if they do."""
    low = -(1 << target.bits - 1) if is_signed else 0
    high = (1 << target.bits - is_signed) - 1

    def make(count, rng):
        pool = np.concatenate([
            specials(source), source.round(rng.uniform(-4, 4, 100)),
            source.round(np.ldexp(rng.uniform(-1, 1, 300), rng.integers(0, target.bits + 1, 300))),
            source.round(wide_integers([low, high, high // 2 + 1]))])
        whole = np.trunc(source.values(pool))
        good = pool[np.isfinite(whole) & (whole >= Wide(low)) & (whole <= wide_integers([high])[0])]
        return good[rng.integers(0, len(good), count)]
    return make


def to_integer(source, target):
    return lambda a: target.wrap(int(v) for v in np.trunc(source.values(a)))


def between_kinds():
    for integer in INTEGERS:
        for real in ALL_FLOATS:
            for sign, to_float, from_float in (("signed", "arith.sitofp", "arith.fptosi"),
                                               ("unsigned", "arith.uitofp", "arith.fptoui")):
                if real in F8:
                    yield refused_cast(to_float, integer, real, TO_F8)
                    yield refused_cast(from_float, real, integer, FROM_F8)
                    continue
                widen = getattr(integer, sign)
                yield from on_shapes(
                    to_float, integer, real,
                    lambda a, w=widen, r=real: r.round(wide_integers(w(a))))
                yield from on_shapes(from_float, real, integer, to_integer(real, integer),
                                     representable(real, integer, sign == "signed"))
                for shape in ((), (2048,)):
                    yield Case(from_float, cell(real, integer), shape,
                               out_of_range(from_float, real, integer, sign == "signed"),
                               form="out of range", without=("interp",))


def out_of_range(op, source, target, is_signed):
    """Values without an integer leave the other elements right. The interpreter
    reports them."""
    def build(case, k):
        rng = case.rng()
        data = representable(source, target, is_signed)(case.count, rng)
        wild = rng.random(case.count) < 0.25
        data = np.where(wild, source.round(rng.choice([np.nan, np.inf, -np.inf], case.count)), data)
        fine = np.where(wild, source.round(np.zeros(1)), data)
        result = k.test(f"{op} {{0}} : {{A}} to {{B}}", k.load(source, data),
                        A=k.tile(source), B=k.tile(target))
        k.store(target, result, Exact(to_integer(source, target)(fine), ~wild))
    return build


#===-- Between floats -------------------------------------------------------===#


def between_floats():
    for source in ALL_FLOATS:
        for target in ALL_FLOATS:
            convert = lambda a, s=source, t=target: t.round(s.values(a))
            if source.bits < target.bits:
                yield from on_shapes("arith.extf", source, target, convert)
            else:
                yield refused_cast("arith.extf", source, target, INCOMPATIBLE)
            if source.bits > target.bits and target not in F8:
                yield from on_shapes("arith.truncf", source, target, convert)
            elif source.bits > target.bits:
                yield refused_cast("arith.truncf", source, target,
                                   "does not saturate: use tc.to_f8")
            else:
                yield refused_cast("arith.truncf", source, target, INCOMPATIBLE)
    for source in STORED:
        for target in STORED:
            yield from to_f8(source, target)


def to_f8(source, target):
    if source in FLOATS and target in F8:
        yield from on_shapes("tc.to_f8", source, target,
                             lambda a, s=source, t=target: t.round(s.values(a)),
                             near_f8(source, target))
    elif source in F8 and target in ALL_FLOATS:
        yield refused_cast("tc.to_f8", source, target,
                           "expected a source of f16, bf16, f32 or f64, but got '{A}': use "
                           "arith.extf first")
    elif source in FLOATS and target in FLOATS:
        yield refused_cast("tc.to_f8", source, target,
                           "expected a result of f8E4M3FN or f8E5M2, but got '{B}'")
    elif source is i32 and target in F8:
        yield refused_cast("tc.to_f8", source, target,
                           "must be a float or a tile of them, but got '{A}'")


def near_f8(source, target):
    """Numbers around every one of f8's, and half way between them."""
    def make(count, rng):
        numbers = target.values(np.arange(256, dtype=np.uint8))
        numbers = np.sort(numbers[np.isfinite(numbers)])
        middles = (numbers[1:] + numbers[:-1]) / 2
        exact = source.round(np.concatenate([numbers, middles]))
        near = np.concatenate([exact, source.round(source.values(exact) * (1 + source.epsilon)),
                               specials(source)])
        return near[rng.permutation(np.arange(max(count, len(near))) % len(near))[:count]]
    return make


def scaling():
    """Of arith, the only ops that are not in the language."""
    for op, source, target in (("arith.scaling_extf", "f8E4M3FN", "f32"),
                               ("arith.scaling_truncf", "f32", "f8E4M3FN")):
        def build(case, k, op=op, source=source, target=target):
            value, scale = k.parameter(source, 0), k.parameter("f32", 0)
            k.test(f"{op} {{0}}, {{1}} : {source}, f32 to {target}", value, scale)
        yield refused(op, cell(source, target), build, "is not in the language", shape=())


#===-- Bits -----------------------------------------------------------------===#


def bitcasts():
    for source in STORED:
        for target in STORED:
            if source.bits == target.bits:
                yield from on_shapes("arith.bitcast", source, target,
                                     lambda a, t=target: a.view(t.dtype),
                                     lambda count, rng, s=source: counting(s, count, rng))
            elif source is i32 or target is i32:
                yield refused_cast("arith.bitcast", source, target,
                                   INCOMPATIBLE)
    for other in (i64, f64):
        yield refused_cast("arith.bitcast", pointer, other,
                           "must be signless-integer-or-float-like or memref of signless-integer "
                           "or float, but got '{A}'")


#===-- index ----------------------------------------------------------------===#


def index_casts():
    """To index and back, on scalars, which is all that is made of it."""
    for op, sign in (("arith.index_cast", "signed"), ("arith.index_castui", "unsigned")):
        for source in INTEGERS:
            for target in INTEGERS:
                yield Case(op, cell(source, target), (), through_index(op, sign, source, target))
        yield refused(op, "tensor of index", tile_of_index(op),
                      "result 0 is 'tensor<16xindex>': a tile cannot hold elements of this type: "
                      "cast it with arith.index_cast, or loop over i32")


def through_index(op, sign, source, target):
    def build(case, k):
        data, = inputs(source, case.count, case.rng())
        index = k.test(f"{op} {{0}} : {source} to index", k.load(source, data))
        result = k.op(f"{op} {{0}} : index to {target}", index)
        k.store(target, result, Exact(target.wrap(getattr(source, sign)(data))))
    return build


def tile_of_index(op):
    def build(case, k):
        tile = k.load(i32, np.zeros(case.count, i32.dtype))
        k.test(f"{op} {{0}} : {{T}} to tensor<16xindex>", tile, T=k.tile(i32))
    return build


#===-- select, constant -----------------------------------------------------===#


def select(element, is_scalar_condition):
    def build(case, k):
        source = Source(case, k, element)
        a, b = source.data(case.shape), source.data(case.shape)
        shape = () if is_scalar_condition else case.shape
        count = case.grid if is_scalar_condition else case.count
        truth = source.rng.integers(0, 2, count).astype(np.int8)
        types = "{T}" if is_scalar_condition else "{C}, {T}"
        result = k.test(f"arith.select {{0}}, {{1}}, {{2}} : {types}", k.load(i1, truth, shape),
                        source.tile(a, case.shape), source.tile(b, case.shape), T=k.tile(element),
                        C=k.tile(i1))
        chosen = np.repeat(truth, case.count // count) == 1
        source.store(result, np.where(chosen, a, b), case.shape)
    return build


def poison(element):
    """A value that nothing depends on."""
    def build(case, k):
        data = counting(element, case.count, case.rng())
        nothing = k.test("ub.poison : {T}", T=k.tile(element))
        truth = k.load(i1, np.ones(case.count, np.int8))
        result = k.op("arith.select {0}, {1}, {2} : {C}, {T}", truth, k.load(element, data),
                      nothing, T=k.tile(element), C=k.tile(i1))
        k.store(element, result, Exact(data))
    return build


def constant(element, is_splat):
    def build(case, k):
        size = case.count // case.grid
        values = counting(element, 1 if is_splat else size, case.rng())
        texts = [literal(element, v) for v in values]
        flat = f"tensor<{size}x{element}>"
        text = texts[0] if is_splat else f"[{', '.join(texts)}]"
        if not case.shape:
            type = "" if element is i1 else f" : {element}"
            result = k.test(f"arith.constant {texts[0]}{type}")
        elif is_splat:
            result = k.test(f"arith.constant dense<{text}> : {{T}}", T=k.tile(element))
        else:
            result = k.test(f"arith.constant dense<{text}> : {flat}")
            if len(case.shape) > 1:
                result = k.op("tc.reshape {0} : {A} -> {B}", result, A=flat, B=k.tile(element))
        k.store(element, result, Exact(np.resize(values, case.count)))
    return build


def choices():
    for element in EVERY:
        for shape in SHAPES:
            yield Case("arith.select", element, shape, select(element, False))
            if shape:
                yield Case("arith.select", element, shape, select(element, True),
                           form="scalar condition")
    for element in STORED:
        for shape in ((), (16,)):
            yield Case("ub.poison", element, shape, poison(element))
        for shape in SHAPES:
            yield Case("arith.constant", element, shape, constant(element, True), form="splat")
        for shape in ((16,), (8, 4), (4, 256)):
            yield Case("arith.constant", element, shape, constant(element, False), form="list")


def cases():
    yield from between_integers()
    yield from between_kinds()
    yield from between_floats()
    yield from scaling()
    yield from bitcasts()
    yield from index_casts()
    yield from choices()
