#===- triton_kernels.py - What minitc is measured against ------------------===#
#
# The benchmark's kernels in Triton, as its own tutorials write them: one
# program a tile or row, masks where sizes may be odd, no tricks.
#
#===----------------------------------------------------------------------===#

import triton
import triton.language as tl


@triton.jit
def add(a, b, c, n, TILE: tl.constexpr):
    offsets = tl.program_id(0) * TILE + tl.arange(0, TILE)
    mask = offsets < n
    x = tl.load(a + offsets, mask=mask, other=0.0)
    y = tl.load(b + offsets, mask=mask, other=0.0)
    tl.store(c + offsets, x + y, mask=mask)


@triton.jit
def tanh(x, y, n, TILE: tl.constexpr):
    # The language has no tanh, so this is how it is written: it cancels near 0
    # and overflows from 44 on.
    offsets = tl.program_id(0) * TILE + tl.arange(0, TILE)
    mask = offsets < n
    e = tl.exp(2 * tl.load(x + offsets, mask=mask, other=0.0))
    tl.store(y + offsets, (e - 1) / (e + 1), mask=mask)


@triton.jit
def softmax(x, y, stride, cols, TILE: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, TILE)
    mask = c < cols
    v = tl.load(x + row * stride + c, mask=mask, other=-float("inf"))
    e = tl.exp(v - tl.max(v, axis=0))
    tl.store(y + row * stride + c, e / tl.sum(e, axis=0), mask=mask)


@triton.jit
def online_softmax(x, y, stride, cols, TILE: tl.constexpr):
    row = tl.program_id(0)
    maximum = -float("inf")
    total = 0.0
    for start in range(0, cols, TILE):
        c = start + tl.arange(0, TILE)
        v = tl.load(x + row * stride + c, mask=c < cols, other=-float("inf"))
        new = tl.maximum(maximum, tl.max(v, axis=0))
        total = total * tl.exp(maximum - new) + tl.sum(tl.exp(v - new), axis=0)
        maximum = new
    for start in range(0, cols, TILE):
        c = start + tl.arange(0, TILE)
        v = tl.load(x + row * stride + c, mask=c < cols, other=-float("inf"))
        tl.store(y + row * stride + c, tl.exp(v - maximum) / total, mask=c < cols)


@triton.jit
def layernorm(x, w, b, y, stride, cols, eps, TILE: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, TILE)
    mask = c < cols
    v = tl.load(x + row * stride + c, mask=mask, other=0.0).to(tl.float32)
    mean = tl.sum(v, axis=0) / cols
    d = tl.where(mask, v - mean, 0.0)
    variance = tl.sum(d * d, axis=0) / cols
    scale = tl.load(w + c, mask=mask, other=0.0).to(tl.float32)
    shift = tl.load(b + c, mask=mask, other=0.0).to(tl.float32)
    tl.store(y + row * stride + c, d * tl.rsqrt(variance + eps) * scale + shift,
             mask=mask)


@triton.jit
def column_sum(x, out, stride, rows, ROWS: tl.constexpr, COLS: tl.constexpr):
    c = tl.program_id(0) * COLS + tl.arange(0, COLS)
    total = tl.zeros((COLS,), tl.float32)
    for start in range(0, rows, ROWS):
        r = start + tl.arange(0, ROWS)
        total += tl.sum(tl.load(x + r[:, None] * stride + c[None, :],
                                mask=r[:, None] < rows, other=0.0), axis=0)
    tl.store(out + c, total)


@triton.jit
def transpose(x, out, rows, cols, ROWS: tl.constexpr, COLS: tl.constexpr):
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    c = tl.program_id(1) * COLS + tl.arange(0, COLS)
    v = tl.load(x + r[:, None] * cols + c[None, :])
    tl.store(out + c[:, None] * rows + r[None, :], tl.trans(v))
