"""What the matrix has to notice, tried on references that are wrong on purpose."""
import os
import sys
import tempfile

import numpy as np

import elementwise
import runner
from case import Case, refused
from elements import Wide, bf16, f8E4M3FN, f16, f32, f64, i8, i32
from kernel import Close, Exact


def is_wrong(expected, element, got):
    return list(expected.wrong(element, np.array(got, element.dtype)))


def test_exact():
    expected = Exact(f32.round([0.0, np.nan, 1.0]))
    assert is_wrong(expected, f32, [0.0, -np.nan, 1.0]) == [False, False, False]
    assert is_wrong(expected, f32, [-0.0, 1.0, 1 + 2.0 ** -23]) == [True, True, True]
    open_ended = Exact(i32.wrap([1, 2]), np.array([True, False]))
    assert is_wrong(open_ended, i32, [1, 7]) == [False, False]
    assert is_wrong(open_ended, i32, [7, 2]) == [True, False]


def test_close():
    near = Close([1.0, 0.0, np.inf], ulps=1)
    step = float(f32.epsilon)
    assert is_wrong(near, f32, [1 + step, 0.0, np.inf]) == [False, False, False]
    assert is_wrong(near, f32, [1 + 2 * step, 1.0, np.nan]) == [True, True, True]
    assert is_wrong(Close([0.0]), f32, [-0.0]) == [True]
    assert is_wrong(Close([f32.largest], ulps=1), f32, [np.inf]) == [False]
    assert is_wrong(Close([f32.largest / 2], ulps=1), f32, [np.inf]) == [True]
    assert is_wrong(Close([1.0], error=[0.5]), f32, [1.4]) == [False]
    assert is_wrong(Close([1.0], error=[0.5]), f32, [1.6]) == [True]


def test_rounding():
    # Half way between neighbours, and a hair beyond, which f64 cannot hold.
    middle = Wide(1) + np.ldexp(Wide(1), -8)
    assert list(bf16.round([middle, middle + np.ldexp(Wide(1), -60)])) == [0x3F80, 0x3F81]
    middle = Wide(1) + np.ldexp(Wide(1), -24)
    above = f32.round([middle + np.ldexp(Wide(1), -60)])[0]
    assert f32.round([middle])[0] == 1 and above == np.nextafter(np.float32(1), np.float32(2))
    assert list(f8E4M3FN.round([1e9, -np.inf, 464.0])) == [0x7E, 0xFE, 0x7E]
    assert f16.ulp([1.0])[0] == 2.0 ** -10 and f64.ulp([0.0])[0] == 2.0 ** -1074
    assert list(i8.wrap([128, -129, 300])) == [-128, 127, 44]


def test_runs(device):
    """An op with the reference of another one, and what is refused otherwise."""
    def sum_for_difference(case, k):
        elementwise.float_exact("arith.subf", f32)(case, k)
        k.lines = [line.replace("subf", "addf") for line in k.lines]

    def f8_sum(case, k):
        value = k.parameter("f8E4M3FN", 0)
        k.test("arith.addf {0}, {0} : f8E4M3FN", value)

    right = Case("arith.addf", f32, (16,), elementwise.float_exact("arith.addf", f32))
    assert runner.run(device, right)[0] == runner.PASSED
    wrong = Case("arith.addf", f32, (16,), sum_for_difference)
    outcome, text = runner.run(device, wrong)
    assert outcome == runner.FAILED and "elements of argument 2 are wrong" in text, text
    outcome, text = runner.run(device, refused("arith.addf", "f8", f8_sum, "another message", ()))
    assert outcome == runner.FAILED and "another message" in text, text
    right = refused("arith.addf", "f8", f8_sum, "no arithmetic on f8", ())
    outcome, text = runner.run(device, right)
    assert outcome == runner.REFUSED, text
    accepted = refused("arith.addf", f32, elementwise.float_exact("arith.addf", f32), "none")
    outcome, text = runner.run(device, accepted)
    assert outcome == runner.FAILED and "but it compiles" in text, text


def main():
    test_exact()
    test_close()
    test_rounding()
    # Where kernels would print.
    with tempfile.TemporaryFile() as output:
        os.dup2(output.fileno(), 1)
        test_runs(runner.open_device("interp", []))


if __name__ == "__main__":
    sys.exit(main())
