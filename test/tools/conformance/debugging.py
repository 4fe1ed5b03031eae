"""Prints and asserts, on every element type."""
import numpy as np

from case import Case, refused
from elements import EVERY, STORED, counting, i1, i32, inputs
from kernel import Exact

SHAPES = ((), (1,), (16,), (8, 4), (2, 1, 4, 2, 8))


class Line:
    """What a print writes of one element: `(0, 0, 0) [3]: x = 1.5`."""

    def __init__(self, instance, index, prefix, element, bits):
        place = f" [{', '.join(map(str, index))}]" if index else ""
        self.start = f"({instance}, 0, 0){place}: {prefix}"
        self.element, self.bits = element, bits

    def agrees(self, text):
        if not text.startswith(self.start):
            return False
        return self.is_value(text[len(self.start):])

    def is_value(self, text):
        """Floats in any form that tells them from their neighbours."""
        element, bits = self.element, self.bits
        if element is None:
            return text == ""
        if element is i1:
            return text == ("true" if bits else "false")
        if element.is_int:
            return text == str(int(bits))
        expected = Exact(np.array([bits], element.dtype))
        return not expected.wrong(element, element.round([float(text)]))[0]


def print_one(element, prefix="x = "):
    def build(case, k):
        data, = inputs(element, case.count, case.rng())
        k.test(f'tc.print "{prefix}", {{0}} : {{T}}', k.load(element, data), results=0,
               T=k.tile(element))
        indices = list(np.ndindex(case.shape))
        k.printed = [Line(n // len(indices), indices[n % len(indices)], prefix, element, bits)
                     for n, bits in enumerate(data)]
    return build


def print_text(case, k):
    """No value: a line for each instance."""
    k.test('tc.print "here"', results=0)
    k.printed = [Line(instance, (), "here", None, None) for instance in range(case.grid)]


def print_two(case, k):
    data = counting(i32, case.count, case.rng())
    truth = counting(i1, case.count, case.rng())
    k.test('tc.print "", {0}, {1} : {A}, {B}', k.load(i32, data), k.load(i1, truth), results=0,
           A=k.tile(i32), B=k.tile(i1))
    k.printed = [Line(n // 16, (n % 16,), "", element, array[n])
                 for element, array in ((i32, data), (i1, truth)) for n in range(case.count)]


def assert_that(holds):
    def build(case, k):
        truth = np.ones(case.count, np.int8)
        if not holds:
            truth[case.count // 2] = 0
            k.fault = "all is well"
        condition = k.load(i1, truth)
        k.test('tc.assert {0}, "all is well" : {T}', condition, results=0, T=k.tile(i1))
        k.store(i1, condition, Exact(truth))
    return build


def refused_assert(element):
    def build(case, k):
        k.test(f'tc.assert {{0}}, "no" : {element}', k.parameter(str(element), 0), results=0)
    return refused("tc.assert", element, build,
                   f"must be an i1 or a tile of i1, but got '{element}'", shape=())


def cases():
    for element in STORED:
        for shape in SHAPES:
            yield Case("tc.print", element, shape, print_one(element), grid=2)
    yield Case("tc.print", i32, (), print_text, grid=3, form="no value")
    yield Case("tc.print", i32, (16,), print_two, grid=2, form="two values")
    for shape in SHAPES + ((2048,),):
        yield Case("tc.assert", i1, shape, assert_that(True), form="holds")
        # A trap takes the GPU's context along: test/gpu has a process for it.
        yield Case("tc.assert", i1, shape, assert_that(False), form="fails", without=("cuda",))
    for element in EVERY:
        if element is not i1:
            yield refused_assert(element)
