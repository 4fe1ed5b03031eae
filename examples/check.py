"""Checks an example's output against NumPy.

usage: check.py EXAMPLE INPUT.npy ... OUTPUT.npy ...

Prints where the error comes closest to its bound, and exits with 1 if it exceeds
it. bf16 arrays are files of uint16.
"""
import sys

import numpy as np


def from_bf16(bits):
    return (bits.astype(np.uint32) << 16).view(np.float32)


def vector_add(a, b, c):
    return [(c, a + b, 0.0)]


def tanh(x, y):
    expected = np.tanh(x.astype(np.float64))
    return [(y, expected, 2 * np.spacing(np.abs(expected).astype(np.float32)))]


def softmax(x, y):
    x = x.astype(np.float64)
    e = np.exp(x - x.max(axis=1, keepdims=True))
    expected = e / e.sum(axis=1, keepdims=True)
    return [(y, expected, 1e-6 * expected + 1e-9)]


def layernorm(x, w, b, y):
    x, w, b, y = (from_bf16(array).astype(np.float64) for array in (x, w, b, y))
    d = x - x.mean(axis=1, keepdims=True)
    expected = d / np.sqrt((d * d).mean(axis=1, keepdims=True) + 1e-5) * w + b
    # One rounding to 8 bits, and room for f32 before it.
    return [(y, expected, np.abs(expected) * 2.0**-8 + 1e-5)]


def row_argmax(x, value, index):
    return [(value, x.max(axis=1), 0.0), (index, x.argmax(axis=1), 0)]


def column_sum(x, out):
    x = x.astype(np.float64)
    bound = x.shape[0] * 2.0**-24 * np.abs(x).sum(axis=0)
    return [(out, x.sum(axis=0), bound)]


def transpose(x, out):
    return [(out, x.T, 0.0)]


def matmul(a, b, bias, c):
    a, b, bias = (array.astype(np.float64) for array in (a, b, bias))
    expected = np.maximum(a @ b + bias, 0)
    # One rounding to 11 bits, and tensor cores cut off what they add in f32.
    bound = expected * 2.0**-11 + 2.0**-21 * (np.abs(a) @ np.abs(b)) + 2.0**-24
    return [(c, expected, bound)]


CHECKS = [matmul, vector_add, tanh, softmax, layernorm, row_argmax, column_sum, transpose]


def main(name, files):
    check = next(c for c in CHECKS if c.__name__ == name)
    for got, expected, bound in check(*(np.load(file) for file in files)):
        error = np.abs(got.astype(np.float64) - expected)
        worst = np.unravel_index(np.argmax(error - bound), error.shape)
        limit = np.broadcast_to(bound, error.shape)[worst]
        good = bool(np.all(error <= bound))
        print(f"{name}: {got.size} elements, {'right' if good else 'WRONG'}; closest to its "
              f"bound at {tuple(map(int, worst))}: off by {error[worst]:.3g} of {limit:.3g}")
        if not good:
            sys.exit(1)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
