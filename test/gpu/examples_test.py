#===- examples_test.py - Every example against float64 on a device ---------===#
#
# Runs each kernel of examples/ at many sizes, on fresh random inputs and on
# edge values, and compares with float64 within the bounds of the examples' own
# check. Outputs are poisoned before each run; they and the inputs lie between
# guard zones of 256 poisoned elements, and outputs also hold gaps between rows:
# whatever is not an element of the result must come back untouched.
#
#   examples_test.py [--device=cuda:0] [--only=softmax,tanh]
#
# Each example runs in a process of its own, all at once, so that one that dies
# takes no other with it. The last line is "N passed, N failed".
#
#===----------------------------------------------------------------------===#

import argparse
import ctypes
import os
import subprocess
import sys
import time
import traceback
import weakref

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import minitc

EXAMPLES = os.path.join(minitc.ROOT, "examples")
sys.path.insert(0, EXAMPLES)
import check

GUARD = 256
TIMEOUT_S = 240
INF, NAN = float("inf"), float("nan")

# Quiet NaNs, and a number that no index is.
POISON = {"float64": 0x7FF8DEADDEADDEAD, "float32": 0x7FC0DEAD, "bfloat16": 0x7FDE,
          "float16": 0x7EDE, "float8_e4m3fn": 0x7F, "float8_e5m2": 0x7E, "int8": 0x5A,
          "int32": 0x5A5A5A5A, "int64": 0x5A5A5A5A5A5A5A5A}


def cdiv(a, b):
    return -(-a // b)


#===-- Data -----------------------------------------------------------------===#


class Array:
    """A matrix of `rows` rows of `cols` elements, `stride` apart, in a poisoned
    allocation with guard zones."""

    def __init__(self, data, stride=None):
        rows, cols = data.shape
        self.stride = stride or cols
        self.dtype, self.bits = data.dtype, BITS[data.dtype]
        self.poison = POISON[str(data.dtype).rsplit(".", 1)[-1]]
        size = (rows - 1) * self.stride + cols
        self.words = self.allocate(size + 2 * GUARD)
        inside = self.words[GUARD:GUARD + size]
        self.elements = inside.view(self.dtype).as_strided(
            (rows, cols), (self.stride, 1), storage_offset=GUARD)
        self.outside = torch.ones_like(self.words, dtype=torch.bool)
        self.outside.as_strided((rows, cols), (self.stride, 1),
                                storage_offset=GUARD).zero_()
        self.words.fill_(self.poison)
        self.elements.copy_(data)

    def allocate(self, count):
        if HOST is None:
            return torch.empty(count, dtype=self.bits, device=DEVICE)
        # The interpreter knows its own buffers only, and what was copied to them.
        size = count * self.bits.itemsize
        buffer = minitc.Buffer(HOST, size)
        buffer.upload(bytes(size))
        weakref.finalize(self, buffer.release)
        memory = (ctypes.c_char * size).from_address(buffer.address)
        return torch.frombuffer(memory, dtype=self.bits)

    @classmethod
    def output(cls, rows, cols, dtype, stride=None):
        array = cls(torch.empty(rows, cols, dtype=dtype, device=DEVICE), stride)
        array.words.fill_(array.poison)
        return array

    def data_ptr(self):
        return self.elements.data_ptr()

    def touched(self):
        """How many words outside the elements changed."""
        return int(((self.words != self.poison) & self.outside).sum())

    def unwritten(self):
        return int(((self.words == self.poison) & ~self.outside).sum())


def randn(rows, cols, seed, dtype=None, scale=1.0):
    generator = torch.Generator(device=DEVICE).manual_seed(seed)
    data = torch.randn(rows, cols, generator=generator, device=DEVICE)
    return (data * scale).to(dtype or torch.float32)


def randint(rows, cols, low, high, seed):
    generator = torch.Generator(device=DEVICE).manual_seed(seed)
    return torch.randint(low, high, (rows, cols), generator=generator,
                         device=DEVICE, dtype=torch.int32)


#===-- Cases ----------------------------------------------------------------===#


class Case:
    """One launch. `outputs` are (array, expected, bound): expected in float64 or
    as integers, bound absolute and of the same shape, or 0 for equality of bits
    (any NaN for a NaN). `zeroed` are the arrays that the host zeroes before."""

    def __init__(self, label, grid, arguments, outputs, zeroed=()):
        self.label, self.grid = label, grid
        self.arguments, self.outputs, self.zeroed = arguments, outputs, zeroed
        self.is_basic = False

    def run(self, kernel):
        """Returns the largest error in bounds; raises Wrong."""
        for array, _, _ in self.outputs:
            array.words.fill_(array.poison)
        for array in self.zeroed:
            array.elements.zero_()
        kernel(self.grid, *self.arguments)
        synchronize()
        worst = 0.0
        for array in self.arguments:
            if isinstance(array, Array) and (count := array.touched()):
                raise Wrong(f"{count} elements outside the result were written")
        for array, expected, bound in self.outputs:
            if count := array.unwritten():
                raise Wrong(f"{count} of {array.elements.numel()} elements were "
                            "not written")
            worst = max(worst, compare(array.elements, expected, bound))
        return worst


class Wrong(Exception):
    pass


def compare(got, expected, bound):
    if isinstance(bound, int) and bound == 0:
        same = got.contiguous().view(BITS[got.dtype]) == expected.to(
            got.dtype).contiguous().view(BITS[got.dtype])
        if got.is_floating_point():
            same |= torch.isnan(got) & torch.isnan(expected)
        return 0.0 if bool(same.all()) else fail(got, expected, ~same)
    got = got.double()
    # Equality covers infinities; NaN only agrees with NaN.
    right = (got == expected) | (torch.isnan(got) & torch.isnan(expected))
    ratio = torch.where(right, 0.0, (got - expected).abs() / bound)
    ratio = torch.nan_to_num(ratio, nan=INF)
    # tanh keeps the sign of zero.
    ratio[(expected == 0) & (got == 0) & (bound == 0) &
          (torch.signbit(got) != torch.signbit(expected))] = INF
    worst = float(ratio.max())
    return worst if worst <= 1 else fail(got, expected, ratio > 1)


def fail(got, expected, wrong):
    at = tuple(int(i) for i in wrong.nonzero()[0])
    raise Wrong(f"{int(wrong.sum())} of {wrong.numel()} elements are wrong: "
                f"expected {expected[at].item()!r}, but got {got[at].item()!r} "
                f"at {at}")


SIZES = (1, 31, 1023, 1024, 1025, 1000000, 1048576)
EDGES = (0.0, -0.0, INF, -INF, NAN, 1e-45, -1e-45, 1e-38, -1.2e-38, 1e-20, -1e-8,
         3.4e38, -3.4e38, 88.7, -88.8, 104.0, 0.5499, -0.55, 0.5501, 9.01, -9.02)


def edges(cols):
    """Edge values at odd places of a random row."""
    row = randn(1, cols, 99, scale=4.0)
    places = torch.arange(len(EDGES), device=DEVICE) * 7 % cols
    row[0, places] = torch.tensor(EDGES, device=DEVICE)
    return row


def vector_add():
    inputs = [(f"n={n}", randn(1, n, 1), randn(1, n, 2)) for n in SIZES]
    inputs.append(("edges", edges(1025), edges(1025).flip(1)))
    for label, a, b in inputs:
        n, out = a.numel(), Array.output(1, a.numel(), torch.float32)
        yield Case(label, (cdiv(n, 1024),), (Array(a), Array(b), out, n),
                   [(out, a + b, 0)])


def tanh():
    inputs = [(f"n={n}", randn(1, n, n, scale=s))
              for n, s in zip(SIZES, (1, 1, 1e-3, 4, 30, 1, 0.5))]
    inputs.append(("edges", edges(1023)))
    for label, x in inputs:
        n, out = x.numel(), Array.output(1, x.numel(), torch.float32)
        expected = torch.tanh(x.double())
        magnitude = expected.abs().float()
        ulp = torch.nextafter(magnitude, torch.full_like(magnitude, INF)) - magnitude
        bound = torch.where(expected == 0, 0.0, 2 * ulp.double())
        yield Case(label, (cdiv(n, 1024),), (Array(x), out, n),
                   [(out, expected, bound)])


def softmax_rows():
    """Rows on which a softmax goes wrong easily."""
    x = randn(9, 997, 5, scale=30.0)
    x[0, 3] = INF
    x[1, 5] = NAN
    x[2, ::2] = -INF
    x[3] = -INF
    x[4] = -INF
    x[4, 996] = -1e30
    x[5] = 3.4e38
    x[6] = -0.0
    x[7, :500] = -200.0
    x[8] = torch.linspace(-104.5, 0.0, 997, device=DEVICE)
    return x


def softmax_case(label, x, stride=None):
    rows, cols = x.shape
    source = Array(x, stride)
    out = Array.output(rows, cols, torch.float32, stride)
    wide = x.double()
    d = wide - wide.amax(1, keepdim=True)
    e = torch.exp(d)
    expected = e / e.sum(1, keepdim=True)
    # The subtraction rounds by at most 2^-24 of d, exp, the sum and the
    # division by a few more; below the normal numbers by whole steps.
    bound = expected * (3e-6 + 6e-8 * d.abs()) + 1e-44
    return Case(label, (rows,), (source, out, source.stride, cols),
                [(out, expected, bound)])


def softmax():
    for rows, cols, stride in ((3, 1, 1), (5, 31, 31), (1000, 1023, 1023),
                               (1024, 1024, 1024), (977, 1000, 1000),
                               (61, 781, 785), (64, 1008, 1024), (33, 512, 512),
                               (1, 1024, 1024), (40000, 25, 25)):
        yield softmax_case(f"{rows}x{cols}:{stride}", randn(rows, cols, rows), stride)
    yield softmax_case("edge rows", softmax_rows())
    yield softmax_case("edge rows:1024", softmax_rows(), 1024)


def online_softmax():
    for rows, cols, stride in ((3, 1, 1), (5, 31, 31), (7, 1023, 1023),
                               (8, 1024, 1024), (977, 1025, 1025), (3, 4095, 4100),
                               (4, 4096, 4096), (5, 4097, 4097), (16, 10007, 10007),
                               (33, 16384, 16384), (2, 50257, 50257),
                               (1, 1000000, 1000000), (3, 333333, 333333)):
        yield softmax_case(f"{rows}x{cols}:{stride}", randn(rows, cols, cols), stride)
    yield softmax_case("edge rows", softmax_rows())
    # The maximum comes last, in the second tile.
    yield softmax_case("rising", torch.linspace(-300, 300, 3 * 8191, device=DEVICE)
                       .reshape(3, 8191))


def layernorm():
    for rows, cols, stride in ((3, 1, 1), (5, 31, 31), (977, 1023, 1023),
                               (64, 1000, 1000), (1024, 1024, 1024),
                               (333, 1025, 1040), (17, 4095, 4095),
                               (256, 4096, 4096), (9, 2048, 2064)):
        x = (randn(rows, cols, rows, scale=2.0) + 0.5).bfloat16()
        w, b = randn(1, cols, 1, torch.bfloat16), randn(1, cols, 2, torch.bfloat16)
        source = Array(x, stride)
        out = Array.output(rows, cols, torch.bfloat16, stride)
        eps = 1e-5
        d = x.double() - x.double().mean(1, keepdim=True)
        expected = (d / torch.sqrt((d * d).mean(1, keepdim=True) + eps) *
                    w.double() + b.double())
        yield Case(f"{rows}x{cols}:{stride}", (rows,),
                   (source, Array(w), Array(b), out, source.stride, cols, eps),
                   [(out, expected, expected.abs() * 2.0**-8 + 1e-5)])


def argmax_rows():
    x = randn(9, 1000, 6)
    x[0, 700] = NAN
    x[0, 900] = NAN
    x[1] = -INF
    x[2] = -0.0
    x[2, 400:] = 0.0
    x[3] = 0.0
    x[3, 10] = -0.0
    x[4, 999] = INF
    x[4, 998] = INF
    x[5] = 7.0
    x[6, 300] = NAN
    x[6, 100] = INF
    x[7, 0] = 1e30
    x[8, 999] = 1e30
    return x


def row_argmax():
    inputs = [(f"{rows}x{cols}:{stride}", randn(rows, cols, cols), stride)
              for rows, cols, stride in ((3, 1, 1), (5, 31, 31), (977, 1023, 1023),
                                         (1024, 1024, 1024), (64, 1000, 1000),
                                         (61, 781, 790), (40000, 25, 25))]
    inputs += [(f"ties {rows}x{cols}", torch.round(randn(rows, cols, 3)), cols)
               for rows, cols in ((500, 1024), (501, 1023), (100, 33))]
    inputs += [("edge rows", argmax_rows(), 1000)]
    for label, x, stride in inputs:
        rows, cols = x.shape
        # NumPy has the rule: the first of equals, and a NaN first of all.
        index = torch.from_numpy(x.cpu().numpy().argmax(1)).to(DEVICE)
        value = x.gather(1, index[:, None])
        values = Array.output(1, rows, torch.float32)
        indices = Array.output(1, rows, torch.int32)
        yield Case(label, (rows,), (Array(x, stride), values, indices, stride, cols),
                   [(values, value.reshape(1, rows), 0),
                    (indices, index.int().reshape(1, rows), 0)])


def column_sum():
    for rows, cols, stride in ((1, 1, 1), (31, 31, 31), (1023, 1, 1), (1, 1023, 1023),
                               (517, 1003, 1003), (1024, 1025, 1025),
                               (1025, 1024, 1024), (1000, 1000, 1000),
                               (1000, 1000, 1008), (129, 33, 40), (10, 100003, 100003),
                               (20000, 50, 50)):
        x = randn(rows, cols, rows)
        out = Array.output(1, cols, torch.float32)
        bound = rows * 2.0**-24 * x.double().abs().sum(0, keepdim=True)
        yield Case(f"{rows}x{cols}:{stride}", (cdiv(cols, 32),),
                   (Array(x, stride), out, stride, rows, cols),
                   [(out, x.double().sum(0, keepdim=True), bound)])
    # Infinities and NaN stay in their columns.
    x = randn(300, 40, 8)
    x[7, 3], x[250, 3], x[9, 5], x[10, 6], x[100, 7] = INF, -INF, INF, -INF, NAN
    x[:, 9] = -0.0
    out = Array.output(1, 40, torch.float32)
    total = x.double().sum(0, keepdim=True)
    bound = 300 * 2.0**-24 * x.double().abs().sum(0, keepdim=True)
    # What the sign of a sum of -0 is, is not said.
    bound[:, 9] = 1e-45
    yield Case("edges", (2,), (Array(x), out, 40, 300, 40), [(out, total, bound)])


def transpose():
    for rows, cols in ((1, 1), (1, 31), (31, 1), (3, 5), (64, 64), (63, 65),
                       (333, 500), (1023, 1025), (1024, 1024), (1000, 1000),
                       (1, 1000000), (4096, 16)):
        x = randn(rows, cols, cols)
        out = Array.output(cols, rows, torch.float32)
        yield Case(f"{rows}x{cols}", (cdiv(rows, 64), cdiv(cols, 64)),
                   (Array(x), out, rows, cols), [(out, x.t(), 0)])
    x = edges(1000).reshape(25, 40)
    out = Array.output(40, 25, torch.float32)
    yield Case("edges", (1, 1), (Array(x), out, 25, 40), [(out, x.t(), 0)])


def matmul():
    shapes = [(1, 1, 1), (1, 64, 128), (7, 16, 63), (16, 7, 64), (63, 127, 130),
              (64, 128, 64), (127, 130, 16), (130, 63, 127), (128, 128, 1),
              (1, 4000, 130), (4000, 1, 63), (130, 4040, 64), (4000, 4040, 127),
              (4096, 130, 4000), (4040, 4096, 4096), (4096, 4096, 4096)]
    for m, n, k in shapes:
        a, b, bias = (randn(*shape, m + n).half()
                      for shape in ((m, k), (k, n), (1, n)))
        out = Array.output(m, n, torch.float16)
        exact = a.double() @ b.double() + bias.double()
        expected = exact.clamp(min=0)
        # Tensor cores cut off what they add in f32.
        bound = expected * 2.0**-11 + 2.0**-24
        bound += 2.0**-21 * (a.double().abs() @ b.double().abs())
        yield Case(f"{m}x{n}x{k}", (cdiv(m, 128) * cdiv(n, 128),),
                   (Array(a), Array(b), Array(bias), out, m, n, k, k, n, n),
                   [(out, expected, bound)])


def batched_matmul():
    shapes = [(1, 1, 1, 1, 0), (2, 7, 16, 63, 0), (3, 64, 128, 64, 0),
              (5, 127, 130, 16, 0), (2, 128, 128, 128, 8), (3, 130, 63, 127, 3),
              (17, 129, 136, 200, 8), (1000, 16, 16, 16, 0), (4, 1000, 1032, 264, 0),
              (3, 1, 4000, 130, 0), (8, 1024, 1024, 1024, 0), (2, 2048, 4096, 4040, 0)]
    for batch, m, n, k, gap in shapes:
        a = randn(batch * m, k, m, torch.float16)
        b = randn(batch * k, n, n, torch.float16)
        if batch == 5:
            # They stay in their rows, columns and matrices.
            a[m + 3, 5], a[2 * m + 9, 2], b[3 * k + 1, 8] = INF, NAN, -INF
        left, right = a.double().reshape(batch, m, k), b.double().reshape(batch, k, n)
        expected = (left @ right).reshape(batch * m, n)
        # As of matmul.
        bound = expected.abs() * 2.0**-11 + 2.0**-24
        bound += 2.0**-21 * (left.abs() @ right.abs()).reshape(batch * m, n)
        left, right = Array(a, k + gap), Array(b, n + gap)
        out = Array.output(batch * m, n, torch.float16, n + gap)
        yield Case(f"{batch}x{m}x{n}x{k}+{gap}", (cdiv(m, 128) * cdiv(n, 128), batch),
                   (left, right, out, batch, m, n, k, k + gap, n + gap, n + gap,
                    m * left.stride, k * right.stride, m * out.stride),
                   [(out, expected, bound)])


def matmul_transposed():
    shapes = [(1, 1, 1, 0), (1, 64, 128, 0), (7, 16, 63, 0), (63, 127, 130, 5),
              (64, 128, 64, 0), (127, 130, 16, 0), (130, 63, 127, 0), (128, 128, 1, 8),
              (1, 4000, 130, 0), (4000, 1, 63, 0), (136, 4040, 264, 8),
              (4000, 4040, 127, 0), (4096, 136, 4000, 0), (4096, 4096, 4096, 0)]
    for m, n, k, gap in shapes:
        a = randn(k, m, m, torch.float16, k**-0.25)
        b = randn(n, k, n, torch.float16, k**-0.25)
        bias = randn(1, n, k, torch.float16, 2.0)
        h = a.double().t() @ b.double().t() + bias.double()
        expected = torch.nn.functional.gelu(h, approximate="tanh")
        # As of the example's check.
        bound = expected.abs() * (2.0**-11 + 2.0**-17) + 2.0**-24
        bound += 1.13 * 2.0**-21 * (a.double().abs().t() @ b.double().abs().t() +
                                    bias.double().abs())
        out = Array.output(m, n, torch.float16, n + gap)
        yield Case(f"{m}x{n}x{k}+{gap}", (cdiv(m, 128) * cdiv(n, 128),),
                   (Array(a, m + gap), Array(b, k + gap), Array(bias), out, m, n, k,
                    m + gap, k + gap, n + gap), [(out, expected, bound)])


def split_k():
    shapes = [(1, 1, 1, 1, 0), (1, 1, 1, 4, 0), (7, 16, 63, 2, 0), (64, 128, 64, 1, 8),
              (130, 127, 65, 2, 0), (127, 136, 1000, 3, 0), (128, 128, 1024, 16, 0),
              (129, 40, 1040, 7, 0), (64, 64, 100_000, 64, 0), (33, 17, 99_999, 100, 1),
              (256, 256, 65536, 32, 0), (16, 4096, 4096, 8, 0)]
    for m, n, k, parts, gap in shapes:
        a, b = randn(m, k, m, torch.bfloat16), randn(k, n, n, torch.bfloat16)
        # As of the example's check; the atomics add one rounding each.
        bound = (2.0**-21 + parts * 2.0**-24) * (a.double().abs() @ b.double().abs())
        out = Array.output(m, n, torch.float32, n + gap)
        yield Case(f"{m}x{n}x{k}+{gap} parts={parts}",
                   (cdiv(m, 128) * cdiv(n, 128), parts),
                   (Array(a, k + gap), Array(b, n + gap), out, m, n, k, k + gap, n + gap,
                    n + gap), [(out, a.double() @ b.double(), bound)], [out])


def f8_matmul():
    shapes = [(1, 1, 1, 0), (7, 16, 63, 0), (64, 128, 64, 0), (127, 130, 16, 0),
              (130, 63, 127, 3), (128, 128, 128, 16), (1, 4000, 136, 0),
              (4000, 1, 63, 0), (129, 4040, 272, 16), (1000, 1000, 1000, 0),
              (4096, 4096, 4096, 0)]
    for m, n, k, gap in shapes:
        for kind in ("integers", "reals"):
            if kind == "integers":
                a, b = (randint(rows, k, -3, 4, rows).float() for rows in (m, n))
            else:
                a, b = randn(m, k, m), randn(n, k, n)
            a, b = a.to(torch.float8_e4m3fn), b.to(torch.float8_e4m3fn)
            scale_a, scale_b = randn(1, m, 1).abs() + 0.1, randn(1, n, 2)
            scale = scale_a.double().t() * scale_b.double()
            left, right = a.double(), b.double().t()
            total = left @ right
            # Two roundings to f32 and one to 8 bits. Tensor cores add some products
            # and the sum so far with 13 bits, counted from the largest of them:
            # integers exactly while sums are below 2^13. Of others, what 1 / 16 of the
            # additions cut off the sum adds up; what they cut off products, of
            # either sign, mostly does not. Sums on the way are beyond the last one
            # by a few of their deviations.
            bound = (total * scale).abs() * (2.0**-8 + 2.0**-22) + 1e-40
            if kind == "reals" or k > 1000:
                way = total.abs() + 3 * (left**2 @ right**2)**0.5
                bound += 2.0**-13 * (k / 16 + 4 * k**0.5) * way * scale.abs()
            out = Array.output(m, n, torch.bfloat16, n + gap)
            yield Case(f"{m}x{n}x{k}+{gap} {kind}", (cdiv(m, 128) * cdiv(n, 128),),
                       (Array(a, k + gap), Array(b, k + gap), Array(scale_a),
                        Array(scale_b), out, m, n, k, k + gap, k + gap, n + gap),
                       [(out, total * scale, bound)])


def attention_reference(q, k, v, scale, is_causal):
    """What attention of [heads, rows, dim] gives, and the bound of the example's
    check."""
    group, queries, keys = len(q) // len(k), q.shape[1], k.shape[1]
    q, k, v = q.double(), *(x.double().repeat_interleave(group, 0) for x in (k, v))
    sees = torch.ones(queries, keys, dtype=torch.bool, device=DEVICE)
    if is_causal:
        sees = sees.tril(keys - queries)
    score = (scale * q @ k.transpose(1, 2)).masked_fill(~sees, -INF)
    none = ~sees.any(1)[:, None]
    weight = torch.softmax(score, 2).masked_fill(none, 0.0)
    size = scale * q.abs() @ k.abs().transpose(1, 2)
    d = 2.0**-20 * size.masked_fill(~sees, 0.0).amax(2, keepdim=True)
    expected = weight @ v
    bound = expected.abs() * 2.0**-11 + 2.0**-24 + 2.0**-25 * (sees.double() @ v.abs())
    bound += weight @ v.abs() * (2.0**-11 + 2.0**-20 + 2 * d)
    return expected, bound.masked_fill(none, 0.0)


def attention_case(label, q, k, v, is_causal, is_interleaved=False):
    """Of q, k and v [heads, rows, dim], which lie as they are, or row by row with
    the heads of a row side by side."""
    (heads, queries, dim), (kv_heads, keys, _) = q.shape, k.shape

    def lay(x):
        return (x.transpose(0, 1) if is_interleaved else x).reshape(
            -1, x.shape[0] * dim if is_interleaved else dim)

    scale = dim**-0.5
    expected, bound = attention_reference(q, k, v, scale, is_causal)
    strides = (dim, heads * dim, dim, kv_heads * dim)
    if not is_interleaved:
        strides = (queries * dim, dim, keys * dim, dim)
    arrays = [Array(lay(x)) for x in (q, k, v)]
    out = Array.output(*lay(q).shape, torch.float16)
    return Case(label, (cdiv(queries, 128), heads),
                (*arrays, out, scale, heads, kv_heads, queries, keys, int(is_causal),
                 *strides), [(out, lay(expected), lay(bound))])


def attention_of(dim):
    def random(heads, rows, seed, scale=1.0):
        return randn(heads * rows, dim, seed, torch.float16, scale).reshape(
            heads, rows, dim)

    shapes = [(1, 1, 1, 1), (2, 1, 1, 300), (2, 2, 300, 1), (3, 1, 128, 64),
              (4, 2, 129, 65), (8, 2, 127, 63), (6, 6, 257, 500), (4, 1, 500, 257),
              (32, 8, 100, 1000), (2, 1, 1024, 1024), (5, 5, 1000, 1040),
              (1, 1, 4096, 4096), (2, 1, 17, 10000)]
    for heads, kv_heads, queries, keys in shapes:
        for is_causal in (False, True):
            q = random(heads, queries, 1)
            k, v = random(kv_heads, keys, 2), random(kv_heads, keys, 3)
            yield attention_case(
                f"{heads}/{kv_heads} {queries}x{keys} {'causal' if is_causal else ''}",
                q, k, v, is_causal, is_interleaved=queries % 2 == 1)
    # One key takes all; every key the same; the largest score comes last; below all
    # of f16's range of exp.
    q, k, v = random(2, 200, 4), random(2, 200, 5), random(2, 200, 6)
    rising = torch.linspace(-30, 30, 200, device=DEVICE).half()[None, :, None]
    for label, left, right in (("steep", q * 30, k * 30), ("flat", q * 0, k),
                               ("rising", q.abs(), k * 0 + rising),
                               ("far below 0", q.abs() * 30, -k.abs() * 30)):
        yield attention_case(label, left, right, v, False)
        yield attention_case(label + " causal", left, right, v, True)
    # A NaN stays with its query, or with the queries that see its key; an infinite
    # score of -inf is none.
    q[0, 3, 5], q[1, 150, 0], k[0, 120, 7] = NAN, INF, NAN
    yield attention_case("NaN", q, k, v, False)
    yield attention_case("NaN causal", q, k, v, True)
    v[1, 30, 9] = NAN
    yield attention_case("NaN of V", q[1:], k[1:], v[1:], False)


def attention():
    yield from attention_of(64)


def attention_128():
    yield from attention_of(128)


def prefix_sum():
    inputs = [(f"n={n}", randint(1, n, -9, 10, n))
              for n in (*SIZES, 4095, 4096, 4097, 4096 * 33, 20_000_003)]
    # Sums that wrap.
    inputs += [(f"wrapping n={n}", randint(1, n, -2**31, 2**31 - 1, n))
               for n in (4097, 1_000_001)]
    for label, x in inputs:
        n, tiles = x.numel(), cdiv(x.numel(), 4096)
        out = Array.output(1, n, torch.int32)
        state = Array.output(1, tiles + 1, torch.int64)
        expected = torch.cumsum(x, 1, dtype=torch.int64).to(torch.int32)
        yield Case(label, (tiles,), (Array(x), out, state, n),
                   [(out, expected, 0)], [state])


def histogram():
    inputs = [(f"n={n} grid={grid}", randint(1, n, -20, 300, n), grid)
              for n, grid in zip((*SIZES, 10_000_003), (1, 2, 1, 3, 2, 100, 7, 264))]
    inputs += [("one value", randint(1, 300_000, 255, 256, 1), 20),
               ("more instances than tiles", randint(1, 5000, 0, 256, 1), 9),
               ("nothing in range", randint(1, 5000, 256, 2**31 - 1, 1), 2)]
    for label, x, grid in inputs:
        counts = Array.output(1, 256, torch.int32)
        inside = x[(x >= 0) & (x < 256)]
        expected = torch.bincount(inside, minlength=256).reshape(1, 256)
        yield Case(label, (grid,), (Array(x), counts, x.numel()),
                   [(counts, expected, 0)], [counts])


def segment_sum():
    for rows, cols, segments, kind in (
            (1, 1, 1, "sorted"), (31, 31, 3, "sorted"), (32, 128, 7, "random"),
            (1023, 129, 40, "sorted"), (1024, 128, 40, "random"),
            (1025, 200, 1, "sorted"), (1000, 1000, 1000, "random"),
            (33333, 65, 500, "sorted"), (5, 1025, 9, "random"),
            (20000, 256, 100, "runs"), (64, 40, 2, "outside")):
        x = randn(rows, cols, rows)
        segment = randint(1, rows, 0, segments, 7)
        if kind == "sorted":
            segment = segment.sort().values
        if kind == "runs":
            # The same segment again, but not next to itself.
            segment = torch.arange(rows, device=DEVICE, dtype=torch.int32)
            segment = (segment // 5 % 3).reshape(1, rows)
        if kind == "outside":
            segment = randint(1, rows, -2, segments + 2, 7)
        out = Array.output(segments, cols, torch.float32)
        at = segment[0].long()
        inside = (at >= 0) & (at < segments)
        zeros = torch.zeros(segments, cols, dtype=torch.float64, device=DEVICE)
        wide = x.double()[inside]
        expected = zeros.index_add(0, at[inside], wide)
        # A segment without rows is 0 exactly.
        bound = rows * 2.0**-24 * zeros.index_add(0, at[inside], wide.abs())
        yield Case(f"{rows}x{cols} {segments} {kind}",
                   (cdiv(rows, 32), cdiv(cols, 128)),
                   (Array(x), Array(segment), out, rows, cols, segments),
                   [(out, expected, bound)], [out])


def topk():
    inputs = [(f"{rows}x{cols} k={k}", randn(rows, cols, cols), k)
              for rows, cols, k in ((1, 1, 1), (3, 8, 8), (5, 31, 3), (977, 255, 8),
                                    (1024, 256, 8), (64, 128, 1), (61, 200, 5),
                                    (40000, 25, 2))]
    inputs += [("ties", torch.round(randn(500, 256, 3)), 8),
               ("infinities", argmax_rows()[:, :200].clone(), 8),
               ("all equal", torch.full((9, 64), -INF, device=DEVICE), 8)]
    special = randn(6, 100, 4)
    special[0, 40], special[0, 90], special[1, 99] = NAN, NAN, INF
    special[2] = NAN
    special[3, :50], special[3, 50:] = -0.0, 0.0
    inputs += [("NaN and zeros", special, 8)]
    for label, x, k in inputs:
        rows, cols = x.shape
        # NaNs first, equal elements in order.
        order = torch.where(torch.isnan(x), INF, x).double()
        order[torch.isnan(x)] = float(torch.finfo(torch.float64).max)
        order[x == INF] = 1e300
        index = torch.sort(order, dim=1, descending=True, stable=True).indices[:, :k]
        value = x.gather(1, index)
        values = Array.output(rows, k, torch.float32)
        indices = Array.output(rows, k, torch.int32)
        yield Case(label, (cdiv(rows, 4),),
                   (Array(x), values, indices, rows, cols, k),
                   [(values, torch.where(value == 0, 0.0, value), 0),
                    (indices, index.int(), 0)])


def labels_of(rows, cols, seed):
    """Labels, some of them outside."""
    label = randint(1, rows, 0, cols, seed)
    label[0, 1::5] = -100
    label[0, 3::7] = cols
    return label


CROSS_ENTROPY_SHAPES = ((3, 1), (5, 31), (977, 1023), (64, 1024), (33, 4095),
                        (16, 4096), (17, 4097), (8, 50257), (9, 128256),
                        (3, 1_000_000))


def cross_entropy():
    inputs = [(f"{rows}x{cols}", randn(rows, cols, cols, torch.bfloat16, 3.0))
              for rows, cols in CROSS_ENTROPY_SHAPES]
    inputs += [("steep", randn(20, 5000, 1, torch.bfloat16, 300.0)),
               ("edge rows", softmax_rows()[[2, 4, 6, 7, 8]].bfloat16())]
    for label, x in inputs:
        rows, cols = x.shape
        at = labels_of(rows, cols, 1)
        wide = x.double()
        lse = torch.logsumexp(wide, 1, keepdim=True).reshape(1, rows)
        inside = (at >= 0) & (at < cols)
        logit = wide.gather(1, torch.where(inside, at, 0).long().reshape(rows, 1))
        loss = torch.where(inside, lse - logit.reshape(1, rows), 0.0)
        losses = Array.output(1, rows, torch.float32)
        lses = Array.output(1, rows, torch.float32)
        yield Case(label, (rows,), (Array(x), Array(at), losses, lses, cols),
                   [(losses, loss, 1e-5 + 1e-6 * lse.abs() + 1e-7 * loss.abs()),
                    (lses, lse, 1e-5 + 1e-6 * lse.abs())])


def cross_entropy_grad():
    for rows, cols in CROSS_ENTROPY_SHAPES:
        x = randn(rows, cols, cols, torch.bfloat16, 3.0)
        label = labels_of(rows, cols, 1)
        lse = torch.logsumexp(x.double(), 1, keepdim=True).float()
        grad = randn(1, rows, 9)
        expected = torch.exp(x.double() - lse.double())
        inside = ((label >= 0) & (label < cols)).reshape(rows, 1)
        at = torch.where(inside, label.reshape(rows, 1), 0).long()
        expected.scatter_add_(1, at, -inside.double())
        weight = torch.where(inside, grad.double().reshape(rows, 1), 0.0)
        expected = expected * weight
        # Once to 8 bits; where p - 1 cancels, p's rounding, and its subnormals'.
        bound = expected.abs() * 2.0**-8 + weight.abs() * 2e-6 + 1e-40
        dx = Array.output(rows, cols, torch.bfloat16)
        yield Case(f"{rows}x{cols}", (rows, cdiv(cols, 4096)),
                   (Array(x), Array(label), Array(lse.reshape(1, rows)), Array(grad),
                    dx, cols), [(dx, expected, bound)])


def kept(n, keep, seed, offset):
    """Which of n elements the example keeps, where an f32 says how many."""
    bits = torch.from_numpy(check.philox_numbers(n, seed, offset).astype("int64"))
    uniform = (bits >> 8).double() * 2.0**-24
    return (uniform < torch.tensor(keep).double()).to(DEVICE).reshape(1, n)


def dropout():
    for n, keep, seed, offset in (
            (1, 0.5, 0, 0), (31, 0.5, 1, 0), (1023, 0.75, 2**63 - 1, 5),
            (2047, 0.5, -1, -1), (2048, 0.9, 3, 2**32), (2049, 0.25, 2**32, 7),
            (1_000_000, 0.9, 0x123456789ABCDEF, -2), (1 << 20, 0.5, 42, 42),
            (5000, 1.0, 9, 9), (5000, 0.0, 9, 9)):
        x = randn(1, n, n, torch.bfloat16)
        out = Array.output(1, n, torch.bfloat16)
        mask = kept(n, keep, seed, offset)
        expected = torch.where(mask, x.double() / (keep or 1.0), 0.0)
        yield Case(f"n={n} keep={keep}", (cdiv(n, 2048),),
                   (Array(x), out, n, keep, seed, offset),
                   [(out, expected, expected.abs() * (2.0**-8 + 2.0**-22))])


def rotary():
    for batch, seq, heads, half in ((1, 1, 1, 1), (2, 5, 3, 8), (1, 7, 32, 64),
                                    (2, 33, 40, 48), (3, 100, 31, 64),
                                    (1, 2048, 8, 64), (2, 9, 65, 31),
                                    (1, 3, 128, 16)):
        rows, dim = batch * seq, heads * 2 * half
        x = randn(rows, dim, rows, torch.bfloat16)
        angle = randn(seq, half, 2) * 100
        cos, sin = torch.cos(angle), torch.sin(angle)
        wide = x.double().reshape(batch, seq, heads, 2 * half)
        a, b = wide.split(half, dim=-1)
        c, s = (table.double()[None, :, None, :] for table in (cos, sin))
        expected = torch.cat((a * c - b * s, b * c + a * s), -1).reshape(rows, dim)
        size = torch.cat(((a * c).abs() + (b * s).abs(),
                          (b * c).abs() + (a * s).abs()), -1).reshape(rows, dim)
        out = Array.output(rows, dim, torch.bfloat16)
        yield Case(f"{batch}x{seq}x{heads}x{2 * half}",
                   (seq, batch, cdiv(heads, 32)),
                   (Array(x), Array(cos), Array(sin), out, heads, half),
                   [(out, expected, expected.abs() * 2.0**-8 + size * 2.0**-22)])


CASES = (vector_add, tanh, softmax, online_softmax, layernorm, row_argmax,
         column_sum, transpose, matmul, batched_matmul, matmul_transposed, split_k,
         f8_matmul, attention, attention_128, prefix_sum, histogram, segment_sum,
         topk, cross_entropy, cross_entropy_grad, dropout, rotary)
# Which compile options meet which cases: all of them, or every third.
OPTIONS = [("default", {}, 1), ("specialize=off", {"specialize": 0}, 1)]
OPTIONS += [(f"num_warps={n}", {"num_warps": n}, 3) for n in (1, 2, 4, 8, 16)]


#===-- One example, in a process of its own ---------------------------------===#


def run_options(name, gpu, label, options, cases):
    """Runs cases of one example with one set of options. Returns how many
    passed and failed."""
    passed, failures, worst, note = 0, [], 0.0, ""
    start = time.perf_counter()
    try:
        kernel = gpu.compile_file(os.path.join(EXAMPLES, name + ".mlir"), name,
                                  **options)
    except Exception as error:
        print(f"{name:15s} {label:15s} FAILED to compile: {error}", flush=True)
        return 0, len(cases)
    for case in cases:
        try:
            worst = max(worst, case.run(kernel))
            passed += 1
        except Exception as error:
            failures.append(f"  {name} {label} {case.label}: {error}")
    try:
        resources = kernel.resources()
        note = (f"{kernel.num_variants} variants, {resources.num_warps} warps, "
                f"{resources.registers} registers, "
                f"{resources.spill_store_bytes} B spilled")
    except minitc.Error as error:
        # Only a GPU has registers.
        if error.status != minitc.UNAVAILABLE or HOST is None:
            failures.append(f"  {name} {label} resources: {error}")
    print(f"{name:15s} {label:15s} {passed:3d}/{len(cases):<3d} error/bound "
          f"{worst:5.3f}  {time.perf_counter() - start:5.1f} s  {note}")
    print("\n".join(failures[:6]), end="\n" * bool(failures), flush=True)
    return passed, len(failures)


def refuses_untrue_promise(name, gpu, case):
    """An address that breaks `tc.divisible` must be refused. Returns whether it
    was."""
    class Shifted:
        def __init__(self, array):
            self.dtype, self.address = array.dtype, array.data_ptr() + 4

        def data_ptr(self):
            return self.address

    arguments = [Shifted(case.arguments[0]), *case.arguments[1:]]
    kernel = gpu.compile_file(os.path.join(EXAMPLES, name + ".mlir"), name)
    try:
        kernel(case.grid, *arguments)
    except minitc.Error as error:
        return error.status == 1
    return False


def run_example(name, gpu):
    make = next(c for c in CASES if c.__name__ == name)
    cases = list(make())
    passed = failed = 0
    for label, options, step in OPTIONS:
        done = run_options(name, gpu, label, options, cases[step - 1::step])
        passed, failed = passed + done[0], failed + done[1]
    try:
        refused = refuses_untrue_promise(name, gpu, cases[0])
    except Exception:
        traceback.print_exc()
        refused = False
    if refused:
        passed += 1
    else:
        failed += 1
        print(f"  {name}: an address that is no multiple of 16 was not refused")
    print(f"{passed} passed, {failed} failed", flush=True)


def import_torch(device):
    """PyTorch, the names that depend on it, and the device of that name, which is
    returned."""
    global torch, DEVICE, HOST, BITS, synchronize
    import torch
    gpu = minitc.Device(device)
    DEVICE = "cuda" if device.startswith("cuda") else "cpu"
    HOST = None if DEVICE == "cuda" else gpu
    BITS = {torch.float64: torch.int64, torch.float32: torch.int32,
            torch.bfloat16: torch.int16, torch.float16: torch.int16,
            torch.float8_e4m3fn: torch.int8, torch.float8_e5m2: torch.int8,
            torch.int8: torch.int8, torch.int32: torch.int32, torch.int64: torch.int64}
    synchronize = torch.cuda.synchronize if DEVICE == "cuda" else lambda: None
    return gpu


#===-- All examples ---------------------------------------------------------===#


def run_children(commands):
    """Runs commands of Python by their names, all at once, whose last lines are
    "N passed, N failed", and adds these up."""
    children = [(name, subprocess.Popen(
        [sys.executable, *command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True)) for name, command in commands.items()]
    passed = failed = 0
    for name, child in children:
        try:
            output, _ = child.communicate(timeout=TIMEOUT_S)
        except subprocess.TimeoutExpired:
            child.kill()
            output, _ = child.communicate()
            output += f"\n{name}: killed after {TIMEOUT_S} s"
        lines = output.rstrip().split("\n")
        counts = lines[-1].split()
        if counts[1::2] == ["passed,", "failed"] and child.returncode == 0:
            passed, failed = passed + int(counts[0]), failed + int(counts[2])
            lines.pop()
        else:
            failed += 1
            lines = lines[-40:] + [f"{name}: ended with {child.returncode}"]
        print("\n".join(lines), flush=True)
    print(f"{passed} passed, {failed} failed")
    return failed == 0 and passed > 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default="cuda:0")
    parser.add_argument("--only", help="names of examples, with commas")
    parser.add_argument("--example", help="run this one, in this process")
    options = parser.parse_args()
    if options.example:
        run_example(options.example, import_torch(options.device))
        return True
    names = [case.__name__ for case in CASES]
    if options.only:
        names = [name for name in names if name in options.only.split(",")]
    return run_children({name: [os.path.abspath(__file__), "--example", name, "--device",
                                options.device] for name in names})


if __name__ == "__main__":
    sys.exit(not main())
