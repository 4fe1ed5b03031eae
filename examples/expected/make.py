# make.py - What the examples should compute
#
# Writes the arrays that the examples' run lines check against. It shares no
# code with the tools: the generator of random numbers is written anew, and the
# results are NumPy's, in double precision.
#
#     python3 examples/expected/make.py [FOLDER]

import os
import sys

import numpy as np

GOLDEN = 0x9E3779B97F4A7C15


def mix(z):
    """The output function of SplitMix64."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def random_bits(seed, counters):
    start = mix(np.array([(seed + GOLDEN) % 2**64], np.uint64))
    return mix(start + (counters + np.uint64(1)) * np.uint64(GOLDEN))


def unit(seed, counters):
    return (random_bits(seed, counters) >> np.uint64(11)) * 2.0**-53


def randn(shape, dtype, seed):
    """As minitc-run's randn(SHAPExT, seed=...)."""
    counters = np.arange(np.prod(shape), dtype=np.uint64)
    radius = 1.0 - unit(seed, np.uint64(2) * counters)
    angle = 2 * np.pi * unit(seed, np.uint64(2) * counters + np.uint64(1))
    normal = np.sqrt(-2.0 * np.log(radius)) * np.cos(angle)
    return normal.reshape(shape).astype(dtype)


def add():
    return randn(5003, "f4", 1) + randn(5003, "f4", 2)


def softmax():
    x = randn((8, 781), "f4", 1).astype("f8")
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def layernorm():
    x = randn((9, 700), "f4", 1).astype("f8")
    weight, bias = randn(700, "f4", 2).astype("f8"), randn(700, "f4", 3).astype("f8")
    deviation = x - x.mean(axis=1, keepdims=True)
    variance = (deviation**2).mean(axis=1, keepdims=True)
    return deviation / np.sqrt(variance + np.float32(1e-5)) * weight + bias


def matmul():
    a, b = randn((100, 100), "f2", 1), randn((100, 70), "f2", 2)
    return a.astype("f8") @ b.astype("f8")


folder = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))
for example in (add, softmax, layernorm, matmul):
    path = os.path.join(folder, example.__name__ + ".npy")
    np.save(path, np.ascontiguousarray(example().astype("f4")))
    print(path)
