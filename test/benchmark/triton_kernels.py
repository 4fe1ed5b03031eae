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


@triton.jit
def prefix_sum(x, out, state, n, TILE: tl.constexpr):
    # Decoupled look-back as Inductor writes it: one tile after the other, and the
    # status and the sum in one word.
    tile = tl.program_id(0)
    offsets = tile.to(tl.int64) * TILE + tl.arange(0, TILE)
    mask = offsets < n
    v = tl.load(x + offsets, mask=mask, other=0)
    total = tl.sum(v, axis=0)
    mine = total.to(tl.uint32, bitcast=True).to(tl.uint64)
    tl.atomic_xchg(state + 1 + tile, ((1 << 32) | mine).to(tl.int64), sem="relaxed")
    before = tl.zeros((), tl.int32)
    at = tile - 1
    while at >= 0:
        word = tl.atomic_add(state + 1 + at, 0, sem="relaxed")
        while word == 0:
            word = tl.atomic_add(state + 1 + at, 0, sem="relaxed")
        before += word.to(tl.int32)
        at = tl.where((word >> 32) == 2, -1, at - 1)
    mine = (before + total).to(tl.uint32, bitcast=True).to(tl.uint64)
    tl.atomic_xchg(state + 1 + tile, ((2 << 32) | mine).to(tl.int64), sem="relaxed")
    tl.store(out + offsets, tl.cumsum(v, axis=0) + before, mask=mask)


@triton.jit
def histogram(x, counts, n, TILE: tl.constexpr):
    count = tl.zeros((256,), tl.int32)
    step = tl.num_programs(0).to(tl.int64) * TILE
    for first in tl.range(tl.program_id(0).to(tl.int64) * TILE, n, step):
        offsets = first + tl.arange(0, TILE)
        mask = offsets < n
        v = tl.load(x + offsets, mask=mask, other=0)
        count += tl.histogram(v, 256, mask=mask)
    tl.atomic_add(counts + tl.arange(0, 256), count, mask=count != 0, sem="relaxed")


@triton.jit
def _add_runs(a, f, b, g):
    return tl.where(g != 0, b, a + b), f | g


@triton.jit
def segment_sum(x, segment, out, rows, cols, segments, ROWS: tl.constexpr,
                COLS: tl.constexpr):
    # Every element goes to memory.
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    c = tl.program_id(1) * COLS + tl.arange(0, COLS)
    s = tl.load(segment + r, mask=r < rows, other=-1)
    mask = (c < cols)[None, :]
    v = tl.load(x + r.to(tl.int64)[:, None] * cols + c[None, :],
                mask=(r < rows)[:, None] & mask, other=0.0)
    keeps = (s >= 0) & (s < segments)
    tl.atomic_add(out + s.to(tl.int64)[:, None] * cols + c[None, :], v,
                  mask=keeps[:, None] & mask, sem="relaxed")


@triton.jit
def segment_sum_runs(x, segment, out, rows, cols, segments, ROWS: tl.constexpr,
                     COLS: tl.constexpr):
    # The sums of runs of rows of one segment go to memory.
    i = tl.arange(0, ROWS)
    r = tl.program_id(0) * ROWS + i
    c = tl.program_id(1) * COLS + tl.arange(0, COLS)
    s = tl.load(segment + r, mask=r < rows, other=-1)
    prev = tl.load(segment + r - 1, mask=(i > 0) & (r < rows), other=-2)
    next = tl.load(segment + r + 1, mask=(i < ROWS - 1) & (r + 1 < rows), other=-2)
    mask = (c < cols)[None, :]
    v = tl.load(x + r.to(tl.int64)[:, None] * cols + c[None, :],
                mask=(r < rows)[:, None] & mask, other=0.0)
    starts = tl.broadcast_to(((prev != s) | (i == 0)).to(tl.int32)[:, None],
                             (ROWS, COLS))
    v, starts = tl.associative_scan((v, starts), 0, _add_runs)
    keeps = ((next != s) | (i == ROWS - 1)) & (s >= 0) & (s < segments)
    tl.atomic_add(out + s.to(tl.int64)[:, None] * cols + c[None, :], v,
                  mask=keeps[:, None] & mask, sem="relaxed")


@triton.jit
def _keys(x, c):
    # As integers of the same order, with the columns below.
    bits = tl.where(x == 0, 0.0, x).to(tl.int32, bitcast=True)
    order = bits ^ ((bits >> 31) & 0x7FFFFFFF)
    return (order.to(tl.int64) << 32) | (c ^ -1).to(tl.uint32, bitcast=True).to(tl.int64)


@triton.jit
def _store_keys(best, value, index, at, mask):
    order = (best >> 32).to(tl.int32)
    bits = order ^ ((order >> 31) & 0x7FFFFFFF)
    tl.store(value + at, bits.to(tl.float32, bitcast=True), mask=mask)
    tl.store(index + at, best.to(tl.int32) ^ -1, mask=mask)


@triton.jit
def topk(x, value, index, rows, cols, k, ROWS: tl.constexpr, COLS: tl.constexpr,
         K: tl.constexpr):
    # K rounds of the maximum.
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    c = tl.arange(0, COLS)
    mask = (r < rows)[:, None] & (c < cols)[None, :]
    v = tl.load(x + r.to(tl.int64)[:, None] * cols + c[None, :], mask=mask, other=0.0)
    lowest = -0x8000000000000000
    keys = tl.where(mask, _keys(v, c[None, :]), lowest)
    slots = tl.arange(0, K)
    best = tl.zeros((ROWS, K), tl.int64)
    for n in tl.static_range(K):
        top = tl.max(keys, axis=1)[:, None]
        keys = tl.where(keys == top, lowest, keys)
        best = tl.where(slots[None, :] == n, top, best)
    at = r.to(tl.int64)[:, None] * k + slots[None, :]
    _store_keys(best, value, index, at, (r < rows)[:, None] & (slots < k)[None, :])


@triton.jit
def topk_sort(x, value, index, rows, cols, k, ROWS: tl.constexpr, COLS: tl.constexpr,
              K: tl.constexpr):
    # The language's own, a bitonic network.
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    c = tl.arange(0, COLS)
    mask = (r < rows)[:, None] & (c < cols)[None, :]
    v = tl.load(x + r.to(tl.int64)[:, None] * cols + c[None, :], mask=mask, other=0.0)
    keys = tl.where(mask, _keys(v, c[None, :]), -0x8000000000000000)
    best = tl.topk(keys, K, dim=1)
    slots = tl.arange(0, K)
    at = r.to(tl.int64)[:, None] * k + slots[None, :]
    _store_keys(best, value, index, at, (r < rows)[:, None] & (slots < k)[None, :])


@triton.jit
def cross_entropy(x, label, loss, lse, cols, TILE: tl.constexpr):
    row = tl.program_id(0)
    x += row.to(tl.int64) * cols
    maximum = -float("inf")
    total = 0.0
    for start in range(0, cols, TILE):
        c = start + tl.arange(0, TILE)
        v = tl.load(x + c, mask=c < cols, other=-float("inf")).to(tl.float32)
        new = tl.maximum(maximum, tl.max(v, axis=0))
        total = total * tl.exp(maximum - new) + tl.sum(tl.exp(v - new), axis=0)
        maximum = new
    all = maximum + tl.log(total)
    at = tl.load(label + row)
    is_label = (at >= 0) & (at < cols)
    logit = tl.load(x + at, mask=is_label, other=0.0).to(tl.float32)
    tl.store(loss + row, tl.where(is_label, all - logit, 0.0))
    tl.store(lse + row, all)


@triton.jit
def cross_entropy_grad(x, label, lse, grad, dx, cols, TILE: tl.constexpr):
    row = tl.program_id(0)
    x += row.to(tl.int64) * cols
    dx += row.to(tl.int64) * cols
    c = tl.program_id(1) * TILE + tl.arange(0, TILE)
    at = tl.load(label + row)
    weight = tl.where((at >= 0) & (at < cols), tl.load(grad + row), 0.0)
    v = tl.load(x + c, mask=c < cols, other=0.0).to(tl.float32)
    p = tl.exp(v - tl.load(lse + row))
    p = tl.where(c == at, p - 1, p)
    tl.store(dx + c, p * weight, mask=c < cols)


@triton.jit
def dropout(x, y, n, keep, seed, offset, TILE: tl.constexpr):
    # A counter gives four numbers. TILE elements have TILE / 4 of them.
    quads = tl.program_id(0).to(tl.int64) * (TILE // 4) + tl.arange(0, TILE // 4)
    c0 = quads.to(tl.uint32)
    c1 = (quads >> 32).to(tl.uint32)
    c2 = tl.zeros((TILE // 4,), tl.uint32) + offset.to(tl.uint32)
    c3 = tl.zeros((TILE // 4,), tl.uint32) + (offset >> 32).to(tl.uint32)
    r0, r1, r2, r3 = tl.philox(seed, c0, c1, c2, c3)
    bits = tl.join(tl.join(r0, r2), tl.join(r1, r3)).reshape(TILE)
    u = (bits >> 8).to(tl.float32) * 2.0**-24
    i = tl.program_id(0).to(tl.int64) * TILE + tl.arange(0, TILE)
    v = tl.load(x + i, mask=i < n, other=0.0).to(tl.float32)
    tl.store(y + i, tl.where(u < keep, v * (1 / keep), 0.0), mask=i < n)


@triton.jit
def rotary(x, cos, sin, y, heads, half, HEADS: tl.constexpr, HALF: tl.constexpr):
    position = tl.program_id(0)
    token = tl.program_id(1).to(tl.int64) * tl.num_programs(0) + position
    j = tl.arange(0, HALF)
    c = tl.load(cos + position * half + j, mask=j < half, other=0.0)[None, :]
    s = tl.load(sin + position * half + j, mask=j < half, other=0.0)[None, :]
    h = tl.program_id(2) * HEADS + tl.arange(0, HEADS)
    mask = (h < heads)[:, None] & (j < half)[None, :]
    off = h[:, None] * (2 * half) + j[None, :]
    x += token * heads * (2 * half)
    y += token * heads * (2 * half)
    a = tl.load(x + off, mask=mask, other=0.0).to(tl.float32)
    b = tl.load(x + half + off, mask=mask, other=0.0).to(tl.float32)
    tl.store(y + off, a * c - b * s, mask=mask)
    tl.store(y + half + off, b * c + a * s, mask=mask)
