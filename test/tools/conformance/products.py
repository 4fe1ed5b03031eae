"""Matrix products of every element type, and histograms."""
import numpy as np

from case import Case, refused
from elements import (EVERY, F8, Wide, bf16, f16, f32, f64, i1, i8,
                      i32, i64, small_integers)
from kernel import Close, Exact, size_of, type_of

# M, N, K: one element, the smallest tensor-core products, none of them square,
# more than a warp's, and so many columns that K is a loop.
SIZES = ((1, 1, 1), (2, 4, 8), (16, 8, 16), (16, 16, 16), (64, 32, 16), (32, 64, 128),
         (128, 64, 32), (1, 16, 64), (16, 1, 32))
BATCHED = ((2, 16, 8, 16), (4, 2, 2, 4))

# Operands, accumulator and precision.
FORMS = (
    (i8, i8, i32, None),
    (f16, f16, f16, None), (f16, f16, f32, None), (bf16, bf16, f32, None),
    *((a, b, acc, None) for a in F8 for b in F8 for acc in (f16, f32)),
    (f32, f32, f32, "ieee"), (f32, f32, f32, "tf32"), (f32, f32, f32, "tf32x3"),
    (f64, f64, f64, None),
)


def form_of(a, b, acc, precision):
    operands = str(a) if a is b else f"{a}, {b}"
    return f"{operands} into {acc}" + (f" {precision}" if precision else "")


def values_of(element, array):
    return np.array(element.signed(array), Wide) if element.is_int else element.values(array)


def normal(element, count, rng):
    """Numbers around 1; any bits, of i8."""
    if element.is_int:
        return element.wrap(rng.integers(-128, 128, count))
    return element.round(rng.normal(0, 1, count))


def error_bound(a, acc, precision, size, k):
    """`size` is |acc| + |a| |b|: K + 1 sums in the accumulator's type, each off by
    half an epsilon; tf32 rounds both operands to 10 bits, tf32x3 is within about
    2^-21 of each product. A tensor core may cut off where arithmetic rounds, which
    is twice the error; of f8, it adds with 13 bits, counted from the largest of some
    32 products and the sum so far."""
    if acc.is_int:
        return 0
    each = {"tf32": 2.0 ** -10, "tf32x3": 2.0 ** -20}.get(precision, 0.0)
    if a in F8:
        each = (k / 32 + 1) * 2.0 ** -13
    return size * ((k + 1) * acc.epsilon + each)


def dot(a, b, acc, precision, sizes, is_exact):
    """On small integers every sum is exact; on others there is a bound."""
    *batch, m, n, k_size = sizes

    def build(case, k):
        rng = case.rng()
        shapes = [(*batch, m, k_size), (*batch, k_size, n), (*batch, m, n)]
        make = (lambda e, c, r: small_integers(e, c, r, 1 if e in F8 + (bf16, f16) else 4)) \
            if is_exact else normal
        arrays = [make(e, k.grid * size_of(s), rng) for e, s in zip((a, b, acc), shapes)]
        left, right, start = (values_of(e, d).reshape(k.grid, *s)
                              for e, d, s in zip((a, b, acc), arrays, shapes))
        operands = [k.load(e, d, s) for e, d, s in zip((a, b, acc), arrays, shapes)]
        types = ", ".join(type_of(e, s) for e, s in zip((a, b, acc), shapes))
        how = f" precision {precision}" if precision else ""
        result = k.test(f"tc.dot {{0}}, {{1}}, {{2}}{how} : {types}", *operands)
        exact = start + left @ right
        if acc.is_int:
            expected = Exact(acc.wrap(int(v) for v in exact.ravel()))
        elif is_exact:
            # Zeros have either sign.
            expected = Close(exact.ravel(), 0, 1e-30)
        else:
            size = np.abs(start) + np.abs(left) @ np.abs(right)
            error = error_bound(a, acc, precision, size, k_size)
            expected = Close(exact.ravel(), 0.5, error.ravel())
        k.store(acc, result, expected, shapes[2])
    return build


def special(a, b, acc, precision):
    """A NaN or an infinity reaches its own row and column and nothing else."""
    m, n, depth = 16, 8, 16

    def build(case, k):
        left = np.ones((m, depth))
        right = np.ones((depth, n))
        left[3, 5], left[7, 0] = np.inf, np.nan
        right[5, 2] = 0.0
        exact = (left.astype(Wide) @ right.astype(Wide)).ravel()
        operands = [k.load(a, a.round(left.ravel()), (m, depth)),
                    k.load(b, b.round(right.ravel()), (depth, n)),
                    k.load(acc, acc.round(np.zeros(m * n)), (m, n))]
        how = f" precision {precision}" if precision else ""
        types = ", ".join((type_of(a, (m, depth)), type_of(b, (depth, n)), type_of(acc, (m, n))))
        result = k.test(f"tc.dot {{0}}, {{1}}, {{2}}{how} : {types}", *operands)
        k.store(acc, result, Exact(acc.round(exact)), (m, n))
    return build


def dots():
    for a, b, acc, precision in FORMS:
        form = form_of(a, b, acc, precision)
        for sizes in SIZES + BATCHED:
            grid = 2 if size_of(sizes) < 1 << 14 else 1
            for is_exact in (True, False):
                yield Case("tc.dot", form, sizes, dot(a, b, acc, precision, sizes, is_exact),
                           form="exact" if is_exact else "", grid=grid)
        if a.is_float and a not in F8:
            yield Case("tc.dot", form, (16, 8, 16), special(a, b, acc, precision), form="special",
                       grid=1)


def refused_dots():
    legal = {(a, b, acc) for a, b, acc, _ in FORMS}
    for a in EVERY:
        for acc in EVERY:
            if (a, a, acc) not in legal:
                yield refused("tc.dot", f"{a} into {acc}", untested(a, a, acc, ""),
                              dot_message(a, acc))
    yield refused("tc.dot", "f32 without precision", untested(f32, f32, f32, ""),
                  "a dot of f32 states its precision: add 'precision ieee' (exact products), "
                  "'precision tf32' (fast, 10 bits of mantissa) or 'precision tf32x3' (between)")
    yield refused("tc.dot", "f16 with precision", untested(f16, f16, f32, " precision tf32"),
                  "only a dot of f32 has a precision, but the operands are 'f16'")
    yield refused("tc.dot", "f16 and bf16", untested(f16, bf16, f32, ""),
                  "expected operands of one element type, but got 'f16' and 'bf16'")


def dot_message(a, acc):
    takes = [form[2] for form in FORMS if form[0] is a]
    if not takes:
        return f"expected operands of i8 f8E4M3FN f8E5M2 f16 bf16 f32 or f64, but got '{a}'"
    listed = "f16 or f32" if f16 in takes else str(takes[0])
    return f"a dot of '{a}' accumulates in {listed}, but got '{acc}'"


def untested(a, b, acc, how):
    """A dot of parameters turned into tiles."""
    def build(case, k):
        shapes = (16, 16), (16, 16), (16, 16)
        tiles = [k.op("tc.splat {0} : {E} -> {T}", k.parameter(str(e), 0), E=e, T=type_of(e, s))
                 for e, s in zip((a, b, acc), shapes)]
        types = ", ".join(type_of(e, s) for e, s in zip((a, b, acc), shapes))
        k.test(f"tc.dot {{0}}, {{1}}, {{2}}{how} : {types}", *tiles)
    return build


#===-- Histograms -----------------------------------------------------------===#


def histogram(element, shape, bins, is_masked):
    def build(case, k):
        rng = case.rng()
        data = rng.integers(-2, bins + 2, case.count)
        far = element.wrap(rng.integers(-1 << 62, 1 << 62, case.count))
        data = np.where(rng.random(case.count) < 0.1, far, element.wrap(data))
        chosen = rng.integers(0, 2, case.count) if is_masked else np.ones(case.count, int)
        mask = f" mask {k.load(i1, chosen.astype(np.int8))}" if is_masked else ""
        result = k.test(f"tc.histogram {{0}}{mask} : {{T}} -> {{B}}", k.load(element, data),
                        T=k.tile(element), B=type_of(i32, (bins,)))
        counted = [np.bincount(tile[(c == 1) & (tile >= 0) & (tile < bins)], minlength=bins)
                   for tile, c in zip(data.reshape(k.grid, -1), chosen.reshape(k.grid, -1))]
        k.store(i32, result, Exact(np.concatenate(counted).astype(np.int32)), (bins,))
    return build


def histograms():
    for element in (i32, i64):
        for shape in ((1,), (16,), (2048,), (4, 256), (2, 8, 4)):
            for bins in (1, 16, 256):
                for is_masked in (False, True):
                    yield Case("tc.histogram", element, shape,
                               histogram(element, shape, bins, is_masked),
                               form=f"{bins} bins{', masked' if is_masked else ''}")
    for element in EVERY:
        if element not in (i32, i64):
            def build(case, k, element=element):
                tile = k.op("tc.splat {0} : {E} -> {T}", k.parameter(str(element), 0), E=element,
                            T=k.tile(element))
                k.test("tc.histogram {0} : {T} -> tensor<16xi32>", tile, T=k.tile(element))
            message = (f"expected values of i32 or i64, but got '{element}': use arith.extsi or "
                       "arith.extui first" if element.is_int else
                       f"must be a tile of integers, but got 'tensor<16x{element}>'")
            yield refused("tc.histogram", element, build, message)


def cases():
    yield from dots()
    yield from refused_dots()
    yield from histograms()
