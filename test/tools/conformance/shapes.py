"""What makes and shapes tiles, on every element type, pointers included.

A tile of pointers is made from one of indices before the op, and followed after
it, so that what comes out are the values that the pointers point to.
"""
import numpy as np

from case import TILES, Case, refused
from elements import EVERY, STORED, counting, f32, i32, i64, pointer
from kernel import Array, Exact, size_of, type_of

#===-- Any element type, pointers included ----------------------------------===#


class Source:
    """Tiles of `element` with known contents, for an op that only moves them."""

    def __init__(self, case, k, element):
        self.k, self.element, self.rng = k, element, case.rng()
        self.stored = i32 if element is pointer else element
        self.base = None

    def data(self, shape):
        return counting(self.stored, self.k.grid * size_of(shape), self.rng)

    def tile(self, data, shape):
        """A tile (a scalar, for a shape of ()) that stands for `data`."""
        if self.element is not pointer:
            return self.k.load(self.element, data, shape)
        return self.k.pointers(i32, data, shape)

    def store(self, value, expected, shape):
        if self.element is pointer:
            value = self.k.op("tc.load {0} : {P}", value, P=type_of(pointer, shape))
        self.k.store(self.stored, value, Exact(expected), shape)


def moves(element, test, arrange, source_shape, result_shape):
    """A case's build: `test(k, tile)` is the op, `arrange` what it does to the
    data of one instance."""
    def build(case, k):
        source = Source(case, k, element)
        data = source.data(source_shape)
        result = test(k, source.tile(data, source_shape))
        each = data.reshape((k.grid, *source_shape))
        expected = np.concatenate([np.asarray(arrange(tile)).ravel() for tile in each])
        source.store(result, expected, result_shape)
    return build


def one_to_one(op, element, arrange, source_shape, result_shape, attributes=""):
    def test(k, tile):
        return k.test(f"tc.{op} {{0}} {attributes} : {{A}} -> {{B}}", tile,
                      A=type_of(element, source_shape), B=type_of(element, result_shape))
    return moves(element, test, arrange, source_shape, result_shape)


#===-- Ops of one tile ------------------------------------------------------===#


def splats():
    for element in EVERY:
        for shape in TILES:
            yield Case("tc.splat", element, shape, one_to_one(
                "splat", element, lambda a, s=shape: np.broadcast_to(a, s), (), shape))


def expansions():
    for element in EVERY:
        for shape in ((1,), (16,), (2048,), (8, 4), (2, 8, 4), (2, 4, 2, 8)):
            for axis in range(len(shape) + 1):
                result = shape[:axis] + (1,) + shape[axis:]
                yield Case("tc.expand_dims", element, shape, one_to_one(
                    "expand_dims", element, lambda a: a, shape, result, f"axis {axis}"),
                    form=f"axis {axis}")


BROADCASTS = (((1,), (16,)), ((1,), (2048,)), ((1, 4), (8, 4)), ((8, 1), (8, 4)),
              ((1, 1), (4, 256)), ((4, 1), (4, 256)), ((2, 1, 4), (2, 8, 4)),
              ((1, 8, 1), (2, 8, 4)), ((8, 4), (8, 4)), ((2, 1, 1, 2, 1), (2, 1, 4, 2, 8)))
RESHAPES = (((16,), (4, 4)), ((2048,), (8, 256)), ((8, 4), (32,)), ((8, 4), (4, 8)),
            ((4, 256), (2, 2, 16, 16)), ((2, 8, 4), (64,)), ((1,), (1, 1, 1)), ((1, 1), (1,)),
            ((2, 1, 4, 2, 8), (128,)), ((16, 8), (2, 1, 4, 2, 8)))
TRANSPOSES = (((16,), (0,)), ((8, 4), (1, 0)), ((4, 256), (1, 0)), ((1, 64), (1, 0)),
              ((64, 32), (1, 0)), ((2, 8, 4), (2, 0, 1)), ((2, 8, 4), (0, 2, 1)),
              ((2, 8, 4), (2, 1, 0)), ((16, 4, 32), (1, 0, 2)), ((2, 1, 4, 2, 8), (4, 2, 0, 1, 3)))


def rearrangements():
    for element in EVERY:
        for source, result in BROADCASTS:
            yield Case("tc.broadcast", element, source, one_to_one(
                "broadcast", element, lambda a, s=result: np.broadcast_to(a, s), source, result),
                form=f"to {'x'.join(map(str, result))}")
        for source, result in RESHAPES:
            yield Case("tc.reshape", element, source, one_to_one(
                "reshape", element, lambda a: a, source, result),
                form=f"to {'x'.join(map(str, result))}")
        for source, order in TRANSPOSES:
            result = tuple(source[dim] for dim in order)
            yield Case("tc.transpose", element, source, one_to_one(
                "transpose", element, lambda a, o=order: np.transpose(a, o), source, result,
                str(list(order))), form=str(list(order)))


#===-- Ops of two tiles -----------------------------------------------------===#


def join(element, shape):
    def build(case, k):
        source = Source(case, k, element)
        a, b = source.data(shape), source.data(shape)
        result = shape + (2,)
        joined = k.test("tc.join {0}, {1} : {A} -> {B}", source.tile(a, shape),
                        source.tile(b, shape), A=type_of(element, shape),
                        B=type_of(element, result))
        source.store(joined, np.stack([a, b], axis=-1).ravel(), result)
    return build


def split(element, shape):
    def build(case, k):
        source = Source(case, k, element)
        whole = shape + (2,)
        data = source.data(whole)
        halves = k.test("tc.split {0} : {B} -> {A}, {A}", source.tile(data, whole), results=2,
                        A=type_of(element, shape), B=type_of(element, whole))
        for half, value in enumerate(halves):
            source.store(value, data.reshape(-1, 2)[:, half].copy(), shape)
    return build


def cat(element, shape, axis):
    def build(case, k):
        source = Source(case, k, element)
        a, b = source.data(shape), source.data(shape)
        result = tuple(size * 2 if dim == axis else size for dim, size in enumerate(shape))
        joined = k.test(f"tc.cat {{0}}, {{1}} axis {axis} : {{A}} -> {{B}}", source.tile(a, shape),
                        source.tile(b, shape), A=type_of(element, shape),
                        B=type_of(element, result))
        tiles = (k.grid, *shape)
        expected = np.concatenate([a.reshape(tiles), b.reshape(tiles)], axis=axis + 1)
        source.store(joined, expected.ravel(), result)
    return build


def pairs():
    for element in EVERY:
        for shape in ((1,), (16,), (2048,), (8, 4), (4, 256), (2, 8, 4), (2, 4, 2, 8)):
            yield Case("tc.join", element, shape, join(element, shape))
            yield Case("tc.split", element, shape, split(element, shape))
            for axis in range(len(shape)):
                yield Case("tc.cat", element, shape, cat(element, shape, axis),
                           form=f"axis {axis}")


#===-- Gather ---------------------------------------------------------------===#


def gather(element, shape, axis, size, index):
    """`size` indices along the axis, with repetitions."""
    def build(case, k):
        source = Source(case, k, element)
        data = source.data(shape)
        result = tuple(size if dim == axis else s for dim, s in enumerate(shape))
        indices = source.rng.integers(0, shape[axis], k.grid * size_of(result)).astype(index.dtype)
        picked = k.test(f"tc.gather {{0}}[{{1}}] axis {axis} : {{A}}, {{I}} -> {{B}}",
                        source.tile(data, shape), k.load(index, indices, result),
                        A=type_of(element, shape), I=type_of(index, result),
                        B=type_of(element, result))
        expected = np.take_along_axis(data.reshape((k.grid, *shape)),
                                      indices.reshape((k.grid, *result)), axis + 1)
        source.store(picked, expected.ravel(), result)
    return build


GATHERS = (((1,), 0, 16), ((4,), 0, 2048), ((16,), 0, 16), ((2048,), 0, 64), ((2048,), 0, 2048),
           ((8, 4), 0, 32), ((8, 4), 1, 16), ((4, 256), 1, 256), ((4, 256), 0, 1),
           ((2, 8, 4), 1, 8), ((2, 1, 4, 2, 8), 2, 2))


def gathers():
    for element in EVERY:
        for number, (shape, axis, size) in enumerate(GATHERS):
            index = (i32, i64)[number % 2]
            yield Case("tc.gather", element, shape, gather(element, shape, axis, size, index),
                       form=f"axis {axis} by {size} {index}")
    for index in STORED:
        if index in (i32, i64):
            continue

        def build(case, k, index=index):
            source = Source(case, k, f32)
            k.test("tc.gather {0}[{1}] axis 0 : tensor<16xf32>, {I} -> tensor<16xf32>",
                   source.tile(source.data((16,)), (16,)),
                   k.load(index, counting(index, case.count, case.rng())), I=k.tile(index))
        message = (f"expected indices of i32 or i64, but got '{index}': use arith.extsi or "
                   "arith.extui first" if index.is_int else
                   f"must be a tile of integers, but got 'tensor<16x{index}>'")
        yield refused("tc.gather", f"f32 by {index}", build, message)


#===-- Ranges, the grid -----------------------------------------------------===#


def arange(element, start, count):
    def build(case, k):
        result = k.test(f"tc.arange {start} to {start + count} : {{T}}", T=k.tile(element))
        values = np.arange(start, start + count).astype(element.dtype)
        k.store(element, result, Exact(np.tile(values, k.grid)))
    return build


def aranges():
    for element in (i32, i64):
        bound = 1 << element.bits - 1
        for count in (1, 16, 32, 2048):
            for start in (0, -5, 100, -bound, bound - 1 - count):
                yield Case("tc.arange", element, (count,), arange(element, start, count),
                           form=f"from {start}")
    for element in EVERY:
        if element not in (i32, i64):
            def build(case, k, element=element):
                k.test("tc.arange 0 to 16 : {T}", T=k.tile(element))
            message = f"expected elements of i32 or i64, but got '{element}'" if element.is_int \
                else f"must be a tile of integers, but got 'tensor<16x{element}>'"
            yield refused("tc.arange", element, build, message)


def program(op):
    """What each instance of a grid of 3 dimensions is told, x varying fastest."""
    def build(case, k):
        k.grid = (3, 4, 2)
        ids = [k.op(f"tc.program_id {axis} : i32") for axis in "xyz"]
        counts = [k.op(f"tc.num_programs {axis} : i32") for axis in "xyz"]
        rows = k.op("arith.muli {0}, {1} : i32", ids[2], counts[1])
        rows = k.op("arith.addi {0}, {1} : i32", rows, ids[1])
        first = k.op("arith.muli {0}, {1} : i32", rows, counts[0])
        first = k.op("arith.addi {0}, {1} : i32", first, ids[0])
        # Instance (x, y, z) is number (z * 4 + y) * 3 + x.
        z, y, x = np.indices((2, 4, 3)).reshape(3, 24)
        for axis, told in enumerate((x, y, z)):
            value = (ids if op == "tc.program_id" else counts)[axis]
            told = told if op == "tc.program_id" else np.full(24, k.grid[axis])
            expected = told.astype(np.int32)
            to = k.parameter("!tc.ptr<i32>", Array(i32, np.full(24, -1, np.int32), Exact(expected)))
            to = k.op("tc.addptr {0}, {1} : !tc.ptr<i32>, i32", to, first)
            k.op("tc.store {0}, {1} : !tc.ptr<i32>", to, value, results=0)
    return build


def cases():
    yield from splats()
    yield from expansions()
    yield from rearrangements()
    yield from pairs()
    yield from gathers()
    yield from aranges()
    yield Case("tc.program_id", i32, (), program("tc.program_id"))
    yield Case("tc.num_programs", i32, (), program("tc.num_programs"))
