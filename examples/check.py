"""Checks an example's output against NumPy.

usage: check.py EXAMPLE INPUT.npy ... OUTPUT.npy ...

Prints where the error comes closest to its bound, and exits with 1 if it exceeds
it. bf16 arrays are files of uint16, f8 arrays of uint8.
"""
import sys

import numpy as np


def from_bf16(bits):
    return (bits.astype(np.uint32) << 16).view(np.float32)


def from_f8(bits):
    """Of f8E4M3FN: 4 bits of exponent with a bias of 7, 3 of mantissa, no infinities."""
    exponent, mantissa = bits >> 3 & 15, (bits & 7).astype(np.float64)
    magnitude = np.where(exponent == 0, np.ldexp(mantissa, -9),
                         np.ldexp(8 + mantissa, exponent.astype(int) - 10))
    magnitude[bits & 127 == 127] = np.nan
    return np.where(bits & 128, -magnitude, magnitude)


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


def batched_matmul(a, b, c):
    a, b = a.astype(np.float64), b.astype(np.float64)
    expected = a @ b
    # As of matmul.
    bound = np.abs(expected) * 2.0**-11 + 2.0**-21 * (np.abs(a) @ np.abs(b)) + 2.0**-24
    return [(c, expected, bound)]


def matmul_transposed(a, b, bias, c):
    a, b, bias = (array.astype(np.float64) for array in (a.T, b.T, bias))
    h = a @ b + bias
    expected = h / 2 * (1 + np.tanh(np.sqrt(2 / np.pi) * (h + 0.044715 * h**3)))
    # As of matmul, and gelu is nowhere steeper than 1.13. The approximate exp and its
    # argument's rounding are within 2^-17 where the result is one of f16's numbers.
    bound = (np.abs(expected) * (2.0**-11 + 2.0**-17) +
             1.13 * 2.0**-21 * (np.abs(a) @ np.abs(b) + np.abs(bias)) + 2.0**-24)
    return [(c, expected, bound)]


def split_k(a, b, c):
    a, b = from_bf16(a).astype(np.float64), from_bf16(b).astype(np.float64)
    # Tensor cores cut off what they add in f32; so few atomics add next to nothing.
    return [(c, a @ b, 2.0**-21 * (np.abs(a) @ np.abs(b)))]


def f8_matmul(a, b, scale_a, scale_b, c):
    scale = np.outer(scale_a.astype(np.float64), scale_b.astype(np.float64))
    expected = from_f8(a) @ from_f8(b).T * scale
    # Tensor cores add f8 products with some 13 bits: the sums of the demonstration's
    # small integers are exact. Then two roundings to f32 and one to 8 bits.
    return [(from_bf16(c), expected, np.abs(expected) * (2.0**-8 + 2.0**-22))]


def attention(q, k, v, o, is_causal=False):
    q, k, v = (array.astype(np.float64) for array in (q, k, v))
    group, scale = len(q) // len(k), q.shape[2]**-0.5
    k, v = np.repeat(k, group, axis=0), np.repeat(v, group, axis=0)
    queries, keys = q.shape[1], k.shape[1]
    last = np.arange(queries)[:, None] + (keys - queries if is_causal else keys)
    sees = np.arange(keys) <= last
    score = np.where(sees, scale * q @ k.transpose(0, 2, 1), -np.inf)
    top = np.maximum(score.max(axis=2, keepdims=True), -1e300)
    p = np.exp(score - top)
    total = p.sum(axis=2, keepdims=True)
    weight = p / np.where(sees.any(axis=1)[:, None], total, 1)
    expected, magnitude = weight @ v, weight @ np.abs(v)
    # Tensor cores cut off what they add in f32, in the scores and in the result. A
    # score that is off by d changes the weights by as much, relatively, and once more
    # through their sum. The weights and the result are each rounded to f16, weights
    # below its normal numbers by 2^-25 of the largest, which is 1.
    size = scale * np.abs(q) @ np.abs(k).transpose(0, 2, 1)
    d = 2.0**-20 * np.where(sees, size, 0).max(axis=2, keepdims=True)
    bound = (np.abs(expected) * 2.0**-11 + magnitude * (2.0**-11 + 2.0**-20 + 2 * d) +
             2.0**-25 * (sees @ np.abs(v)) + 2.0**-24)
    # A query that sees no key gets 0.
    return [(o, expected, np.where(sees.any(axis=1)[:, None], bound, 0))]


def attention_causal(q, k, v, o):
    return attention(q, k, v, o, is_causal=True)


def prefix_sum(x, out):
    return [(out, np.cumsum(x, dtype=np.int32), 0)]


def histogram(x, counts):
    inside = x[(x >= 0) & (x < counts.size)]
    return [(counts, np.bincount(inside, minlength=counts.size), 0)]


def segment_sum(x, segment, out):
    x = x.astype(np.float64)
    expected, bound = np.zeros(out.shape), np.zeros(out.shape)
    inside = (segment >= 0) & (segment < out.shape[0])
    np.add.at(expected, segment[inside], x[inside])
    np.add.at(bound, segment[inside], np.abs(x[inside]))
    return [(out, expected, len(x) * 2.0**-24 * bound)]


def topk(x, value, index):
    # A stable sort of the negated elements keeps equal ones in order.
    expected = np.argsort(-x, axis=1, kind="stable")[:, :index.shape[1]]
    return [(value, np.take_along_axis(x, expected, axis=1), 0.0), (index, expected, 0)]


def cross_entropy(x, label, loss, lse):
    x = from_bf16(x).astype(np.float64)
    top = x.max(axis=1)
    expected = top + np.log(np.exp(x - top[:, None]).sum(axis=1))
    inside = (label >= 0) & (label < x.shape[1])
    losses = np.where(inside, expected - x[np.arange(len(x)), np.where(inside, label, 0)], 0)
    return [(loss, losses, 1e-5), (lse, expected, 1e-5)]


def cross_entropy_grad(x, label, lse, grad, dx):
    expected = np.exp(from_bf16(x).astype(np.float64) - lse[:, None].astype(np.float64))
    inside = np.flatnonzero((label >= 0) & (label < dx.shape[1]))
    expected[inside, label[inside]] -= 1
    ignored = np.setdiff1d(np.arange(len(label)), inside)
    expected[ignored] = 0
    expected *= grad[:, None]
    # One rounding to 8 bits; where p - 1 cancels, that of p to f32.
    bound = np.abs(expected) * 2.0**-8 + np.abs(grad[:, None]) * 1e-6
    bound[ignored] = 0
    return [(from_bf16(dx), expected, bound)]


def philox(counter, key):
    """Philox 4x32-10 of counters, four arrays of numbers below 2^32 in 64 bits, and a
    key of two such numbers."""
    low = np.uint64(0xFFFFFFFF)
    c0, c1, c2, c3 = (np.asarray(word, np.uint64) for word in counter)
    k0, k1 = (np.uint64(word) for word in key)
    for _ in range(10):
        product0, product1 = np.uint64(0xD2511F53) * c0, np.uint64(0xCD9E8D57) * c2
        c0, c1, c2, c3 = ((product1 >> np.uint64(32)) ^ c1 ^ k0, product1 & low,
                          (product0 >> np.uint64(32)) ^ c3 ^ k1, product0 & low)
        k0 = (k0 + np.uint64(0x9E3779B9)) & low
        k1 = (k1 + np.uint64(0xBB67AE85)) & low
    return np.stack((c0, c1, c2, c3), axis=-1).astype(np.uint32)


# The generator's published answer to its hardest question, digits of pi.
assert philox([[0x243F6A88], [0x85A308D3], [0x13198A2E], [0x03707344]],
              (0xA4093822, 0x299F31D0)).tolist() == [
                  [0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1]]


def philox_numbers(n, seed, offset):
    """The first n numbers of the example `dropout`."""
    seed, offset = seed % 2**64, offset % 2**64
    index = np.arange(-(-n // 4), dtype=np.uint64)
    low = np.uint64(0xFFFFFFFF)
    counter = (index & low, index >> np.uint64(32),
               np.full_like(index, offset & 0xFFFFFFFF), np.full_like(index, offset >> 32))
    return philox(counter, (seed & 0xFFFFFFFF, seed >> 32)).reshape(-1)[:n]


def dropout(x, y, keep=0.75, seed=0x123456789ABCDEF, offset=-2):
    is_kept = (philox_numbers(x.size, seed, offset) >> 8) * 2.0**-24 < np.float32(keep)
    expected = np.where(is_kept, from_bf16(x).astype(np.float64) / keep, 0)
    return [(from_bf16(y), expected, np.abs(expected) * (2.0**-8 + 2.0**-22))]


def rotary(x, cos, sin, y):
    x = from_bf16(x).astype(np.float64)
    half = cos.shape[1]
    a, b = x[..., :half], x[..., half:]
    c, s = (table.astype(np.float64)[:, None, :] for table in (cos, sin))
    expected = np.concatenate((a * c - b * s, b * c + a * s), axis=-1)
    magnitude = np.concatenate((abs(a * c) + abs(b * s), abs(b * c) + abs(a * s)), axis=-1)
    # One rounding to 8 bits, and f32's before it.
    return [(from_bf16(y), expected, np.abs(expected) * 2.0**-8 + magnitude * 2.0**-22)]


CHECKS = [matmul, batched_matmul, matmul_transposed, split_k, f8_matmul, attention,
          attention_causal, vector_add, tanh, softmax, layernorm, row_argmax, column_sum, transpose,
          prefix_sum, histogram, segment_sum, topk, cross_entropy, cross_entropy_grad,
          dropout, rotary]


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
