"""Control flow and functions that carry tiles and scalars of every type."""
import numpy as np

from case import Case, refused
from elements import EVERY, FLOATS, STORED, f32, i1, i16, i32, i64, i8, pointer
from kernel import Exact, type_of
from shapes import Source

SHAPES = ((), (16,), (2048,), (8, 4), (2, 1, 4, 2, 8))


class Pair:
    """Two values of one type and what they stand for, for ops that choose."""

    def __init__(self, case, k, element):
        self.source = Source(case, k, element)
        self.data = [self.source.data(case.shape) for _ in range(2)]
        self.values = [self.source.tile(data, case.shape) for data in self.data]
        self.type, self.case, self.k = type_of(element, case.shape), case, k

    def store(self, result, chosen):
        """`chosen[i]` is which of the two instance i should have."""
        size = self.case.count // self.case.grid
        expected = np.where(np.repeat(chosen, size), self.data[1], self.data[0])
        self.source.store(result, expected, self.case.shape)


def counts(case, k, element=i32, limit=5):
    """A number for each instance, loaded: 0, 1, ... below `limit`."""
    data = (np.arange(case.grid) % limit).astype(element.dtype)
    return data, k.load(element, data, ())


def if_else(element, is_else_empty):
    def build(case, k):
        pair = Pair(case, k, element)
        chosen, condition = counts(case, k, i1, 2)
        a, b = pair.values
        T = pair.type
        if is_else_empty:
            # Without results: the branch stores.
            to = k.pointers(pair.source.stored, pair.data[0].copy(), expected=Exact(
                np.where(np.repeat(chosen, case.count // case.grid), pair.data[1], pair.data[0])))
            P = type_of(f"!tc.ptr<{pair.source.stored}>", case.shape)
            b = k.op("tc.load {0} : {T}", b, T=T) if element is pointer else b
            return k.test(f"scf.if {condition} {{{{\n    tc.store {to}, {b} : {P}\n  }}}}",
                          results=0)
        result = k.test(f"scf.if {condition} -> ({T}) {{{{\n    scf.yield {b} : {T}\n"
                        f"  }}}} else {{{{\n    scf.yield {a} : {T}\n  }}}}")
        pair.store(result, chosen)
    return build


def for_swap(element, bound):
    """Two values change places in every iteration."""
    def build(case, k):
        pair = Pair(case, k, element)
        trips, count = counts(case, k, i32 if bound == "index" else bound)
        a, b = pair.values
        T = pair.type
        if bound == "index":
            count = k.op("arith.index_cast {0} : i32 to index", count)
        zero, one = (k.op(f"arith.constant {n} : {bound}") for n in (0, 1))
        typed = "" if bound == "index" else f" : {bound}"
        results = k.test(
            f"scf.for %i = {zero} to {count} step {one} iter_args(%x = {a}, %y = {b}) -> ({T}, {T})"
            f"{typed} {{{{\n    scf.yield %y, %x : {T}, {T}\n  }}}}", results=2)
        pair.store(results[0], trips % 2)
    return build


def while_swap(element):
    def build(case, k):
        pair = Pair(case, k, element)
        trips, count = counts(case, k)
        a, b = pair.values
        T = pair.type
        zero, one = k.constant(0), k.constant(1)
        results = k.test(
            f"scf.while (%n = {count}, %x = {a}, %y = {b}) : (i32, {T}, {T}) -> (i32, {T}, {T}) "
            f"{{{{\n    %c = arith.cmpi sgt, %n, {zero} : i32\n"
            f"    scf.condition(%c) %n, %x, %y : i32, {T}, {T}\n  }}}} do {{{{\n"
            f"  ^bb0(%m: i32, %p: {T}, %q: {T}):\n    %l = arith.subi %m, {one} : i32\n"
            f"    scf.yield %l, %q, %p : i32, {T}, {T}\n  }}}}", results=3)
        pair.store(results[1], trips % 2)
    return build


def nested(element):
    """A conditional in a loop: of the trips 0 to n, every other one swaps."""
    def build(case, k):
        pair = Pair(case, k, element)
        trips, count = counts(case, k, limit=7)
        a, b = pair.values
        T = pair.type
        zero, one = k.constant(0), k.constant(1)
        results = k.test(
            f"scf.for %i = {zero} to {count} step {one} iter_args(%x = {a}, %y = {b}) -> ({T}, {T})"
            f" : i32 {{{{\n    %r = arith.andi %i, {one} : i32\n"
            f"    %c = arith.cmpi eq, %r, {zero} : i32\n"
            f"    %s, %t = scf.if %c -> ({T}, {T}) {{{{\n      scf.yield %y, %x : {T}, {T}\n"
            f"    }}}} else {{{{\n      scf.yield %x, %y : {T}, {T}\n    }}}}\n"
            f"    scf.yield %s, %t : {T}, {T}\n  }}}}", results=2)
        pair.store(results[0], (trips + 1) // 2 % 2)
    return build


def call(element):
    def build(case, k):
        T = type_of(element, case.shape)
        k.functions = (f"func.func @swap(%x: {T}, %y: {T}) -> ({T}, {T}) {{\n"
                       f"  return %y, %x : {T}, {T}\n}}\n")
        pair = Pair(case, k, element)
        results = k.test("func.call @swap({0}, {1}) : ({T}, {T}) -> ({T}, {T})", *pair.values,
                         results=2, T=T)
        pair.store(results[0], np.ones(case.grid, bool))
    return build


def scalar_argument(element):
    """A parameter of the kernel itself."""
    def build(case, k):
        value = {i1: 1}.get(element, -3) if element.is_int else -2.5
        name = k.parameter(str(element), value)
        tile = k.op("tc.splat {0} : {E} -> {T}", name, E=element, T=k.tile(element)) \
            if case.shape else name
        bits = element.wrap([value]) if element.is_int else element.round([value])
        k.store(element, tile, Exact(np.repeat(bits, case.count)))
    return build


def refusals():
    for bound in FLOATS:
        def build(case, k, bound=bound):
            zero = k.op(f"arith.constant 0.0 : {bound}")
            k.test(f"scf.for %i = {zero} to {zero} step {zero} : {bound} {{{{\n  }}}}", results=0)
        yield refused("scf.for", f"over {bound}", build,
                      f"must be signless integer or index, but got '{bound}'", shape=())

    def vector(case, k):
        k.test("scf.if {0} -> (vector<4xf32>) {{\n"
               "    %z = arith.constant dense<0.0> : vector<4xf32>\n"
               "    scf.yield %z : vector<4xf32>\n  }} else {{\n"
               "    %y = arith.constant dense<0.0> : vector<4xf32>\n"
               "    scf.yield %y : vector<4xf32>\n  }}", k.parameter("i1", 0))
    yield refused("scf.if", "vector", vector,
                  "result 0 is 'vector<4xf32>': write a tile: a tensor of the same shape", shape=())


def cases():
    for element in EVERY:
        for shape in SHAPES:
            yield Case("scf.if", element, shape, if_else(element, False))
            yield Case("scf.if", element, shape, if_else(element, True), form="no results")
            yield Case("scf.for", element, shape, for_swap(element, i32))
            yield Case("scf.for", element, shape, nested(element), form="nested")
            yield Case("scf.while", element, shape, while_swap(element))
            yield Case("func.call", element, shape, call(element))
    for bound in (i8, i16, i32, i64, "index"):
        for shape in ((), (16,)):
            yield Case("scf.for", f"over {bound}", shape, for_swap(f32, bound))
    for element in STORED:
        for shape in ((), (16,)):
            yield Case("tc.kernel", element, shape, scalar_argument(element))
    yield from refusals()
