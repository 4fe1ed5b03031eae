"""Views: windows on strided arrays, whole and partly outside."""
import numpy as np

from case import Case, refused
from elements import STORED, counting, f32, i32
from kernel import Array, Exact, size_of

# The window, the array and where each instance's window starts: inside, over
# each edge, and outside altogether.
WINDOWS = (
    ((1,), (5,), [(0,), (4,), (5,), (-1,)]),
    ((16,), (37,), [(0,), (16,), (32,), (37,), (-9,)]),
    ((2048,), (3001,), [(0,), (2048,)]),
    ((8, 4), (13, 7), [(0, 0), (8, 4), (-3, 2), (5, -2), (13, 0), (0, 7)]),
    ((4, 256), (7, 301), [(0, 0), (4, 256), (0, 256)]),
    ((64, 32), (70, 33), [(0, 0), (64, 0), (0, 32), (64, 32)]),
    ((2, 8, 4), (3, 9, 5), [(0, 0, 0), (2, 8, 4), (1, 1, 1)]),
    ((2, 1, 4, 2, 8), (3, 2, 5, 2, 9), [(0, 0, 0, 0, 0), (2, 1, 4, 0, 8)]),
)


class Window:
    """A view in a kernel, with what an instance sees through it."""

    def __init__(self, case, k, element, window, shape, starts, is_transposed):
        self.k, self.element, self.window = k, element, window
        self.shape, self.starts = shape, starts
        # One element lies between rows: strides need not be those of the shape.
        padded = shape[:-1] + (shape[-1] + 1,)
        order = list(range(len(shape)))[::-1] if is_transposed else list(range(len(shape)))
        sizes = [padded[dim] for dim in order]
        self.strides = [0] * len(shape)
        for place, dim in enumerate(order):
            self.strides[dim] = size_of(sizes[place + 1:])
        self.size = size_of(padded)
        self.type = f"!tc.view<{'x'.join(map(str, window))}x{element}>"

    def make(self, base):
        k = self.k
        sizes = ", ".join(k.constant(size) for size in self.shape)
        strides = ", ".join(k.op(f"arith.constant {s} : i64") for s in self.strides)
        return k.test(f"tc.make_view {{0}}, shape [{sizes}], strides [{strides}] : {{P}} -> {{V}}",
                      base, P=f"!tc.ptr<{self.element}>", V=self.type)

    def indices(self):
        """This instance's start, as operands."""
        k, values = self.k, []
        for axis in range(len(self.shape)):
            data = np.array([start[axis] for start in self.starts], np.int32)
            values.append(k.load(i32, data, ()))
        return ", ".join(values)

    def places(self, start):
        """Offsets of the window's elements in the array, and which are inside."""
        axes = [np.arange(first, first + size) for first, size in zip(start, self.window)]
        coordinates = np.meshgrid(*axes, indexing="ij")
        inside = np.ones(self.window, bool)
        offsets = np.zeros(self.window, np.int64)
        for coordinate, size, stride in zip(coordinates, self.shape, self.strides):
            inside &= (coordinate >= 0) & (coordinate < size)
            offsets += coordinate * stride
        return np.where(inside, offsets, 0).ravel(), inside.ravel()


def load_view(op, element, window, shape, starts, is_transposed):
    def build(case, k):
        view = Window(case, k, element, window, shape, starts, is_transposed)
        rng = case.rng()
        data, fill = counting(element, view.size, rng), counting(element, len(starts), rng)
        base = k.parameter(f"!tc.ptr<{element}>", Array(element, data))
        made = view.make(base)
        add = k.test if op == "tc.load_view" else k.op
        tile = add(f"tc.load_view {{0}}[{view.indices()}] other {{1}} : {{V}}", made,
                   k.load(element, fill, ()), V=view.type)
        expected = []
        for start, other in zip(starts, fill):
            places, inside = view.places(start)
            expected.append(np.where(inside, data[places], other))
        k.store(element, tile, Exact(np.concatenate(expected).astype(element.dtype)), window)
    return build


def store_view(element, window, shape, starts, is_transposed):
    # Windows of several instances would overlap, and race.
    starts = starts[-1:]

    def build(case, k):
        view = Window(case, k, element, window, shape, starts, is_transposed)
        rng = case.rng()
        before, data = counting(element, view.size, rng), counting(element, size_of(window), rng)
        after = before.copy()
        places, inside = view.places(starts[0])
        after[places[inside]] = data[inside]
        value = k.load(element, data, window)
        base = k.parameter(f"!tc.ptr<{element}>", Array(element, before, Exact(after)))
        made = view.make(base)
        k.test(f"tc.store_view {{0}}[{view.indices()}], {{1}} : {{V}}", made, value, results=0,
               V=view.type)
    return build


def refusals():
    def with_counts(sizes, strides, indices):
        def build(case, k):
            base = k.parameter("!tc.ptr<f32>", 0)
            n, s = k.constant(4), k.op("arith.constant 4 : i64")
            text = (f"tc.make_view {{0}}, shape [{', '.join([n] * sizes)}], strides "
                    f"[{', '.join([s] * strides)}] : !tc.ptr<f32> -> !tc.view<8x4xf32>")
            if (sizes, strides) != (2, 2):
                return k.test(text, base)
            view, zero = k.op(text, base), k.op("arith.constant 0.0 : f32")
            k.test(f"tc.load_view {{0}}[{', '.join([n] * indices)}] other {{1}} : "
                   "!tc.view<8x4xf32>", view, zero)
        return build
    view = "one for each dimension of '!tc.view<8x4xf32>'"
    yield refused("tc.make_view", "sizes", with_counts(1, 2, 2),
                  f"expected 2 sizes, {view}, but got 1")
    yield refused("tc.make_view", "strides", with_counts(2, 3, 2),
                  f"expected 2 strides, {view}, but got 3")
    yield refused("tc.load_view", "indices", with_counts(2, 2, 1),
                  f"expected 2 indices, {view}, but got 1")
    for element in STORED:
        if element is not f32:
            def build(case, k, element=element):
                base, n = k.parameter("!tc.ptr<f32>", 0), k.constant(4)
                s = k.op("arith.constant 1 : i64")
                k.test("tc.make_view {0}, shape [{1}], strides [{2}] : !tc.ptr<f32> -> {V}", base,
                       n, s, V=f"!tc.view<16x{element}>")
            yield refused("tc.make_view", f"f32 as {element}", build,
                          f"expected a base of '!tc.ptr<{element}>', but got '!tc.ptr<f32>'")


def cases():
    for element in STORED:
        for number, (window, shape, starts) in enumerate(WINDOWS):
            is_transposed = number % 2 == 1
            data = element, window, shape, starts, is_transposed
            if number < 4:
                yield Case("tc.make_view", element, window, load_view("tc.make_view", *data),
                           grid=len(starts))
            yield Case("tc.load_view", element, window, load_view("tc.load_view", *data),
                       grid=len(starts))
            yield Case("tc.store_view", element, window, store_view(*data), grid=1)
    yield from refusals()
