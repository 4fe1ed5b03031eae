#===- bench.py - Memory-bound kernels beside Triton's ----------------------===#
#
# Times each kernel in minitc and in Triton in one process, on the same tensors,
# by turns, and prints a table: times, bandwidths, Triton's time over ours
# (above 1: ours is faster), registers, spills, and the largest error of both
# against float64. Each side gets a few configurations by hand and is
# represented by its best.
#
#   bench.py [--only=add,softmax] [--output=bench.jsonl] [--fast-math]
#
# A row that fails ends no other: what breaks the GPU's context is run no
# further, and the rows after it go on in a new process. The last line is
# "N passed, N failed"; a row passes if both sides compute the right values.
#
#===----------------------------------------------------------------------===#

import argparse
import json
import os
import re
import string
import subprocess
import sys
import time
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "gpu")]
import minitc

EXAMPLES = os.path.join(minitc.ROOT, "examples")

# Rounds by turns, and what a launch may take in each.
ROUNDS = 5
ROUND_MS = 25.0
# More than any L2 cache.
FLUSH_BYTES = 256 << 20
TIMEOUT_S = 540
# A row that hangs, as one that waits for other instances may, loses itself alone.
ROW_TIMEOUT_S = 120


def cdiv(a, b):
    return -(-a // b)


def power_of_two(n):
    return 1 << (n - 1).bit_length()


#===-- Rows -----------------------------------------------------------------===#


class Config:
    """One way to launch one side's kernel: its name, the values of its
    template's capitals, warps and grid. Ours is a template in kernels/, else the
    example, where the capitals stand for the numbers in EXAMPLE_SIZES."""

    def __init__(self, kernel, warps, grid, **sizes):
        self.kernel, self.warps, self.grid, self.sizes = kernel, warps, grid, sizes

    def __str__(self):
        sizes = "x".join(str(size) for size in self.sizes.values())
        return f"{self.kernel} {sizes} w{self.warps}"


class Row:
    """A problem. `arguments` go to both sides alike. `error` compares the output
    with float64 and gives the largest error; up to `tolerance` it is right.
    `out` is the output, or several. Each launch zeroes the tensors of `zeroed`
    first, on both sides, and that is timed with it."""

    def __init__(self, name, nbytes, out, arguments, error, tolerance, ours,
                 triton, types=None, zeroed=()):
        self.name, self.nbytes = name, nbytes
        self.outputs = out if isinstance(out, tuple) else (out,)
        self.arguments, self.error, self.tolerance = arguments, error, tolerance
        self.ours, self.triton, self.types = ours, triton, types or {}
        self.zeroed = zeroed

    def poison(self):
        for out in self.outputs:
            out.view(torch.uint8).fill_(0xFF)

    def prepared(self, launch):
        """A launch with the zeroing before it."""
        if not self.zeroed:
            return launch

        def call():
            for tensor in self.zeroed:
                tensor.zero_()
            return launch()

        return call


def sample(tensor):
    """The beginning and the end of a long vector."""
    return torch.cat((tensor[:1 << 20], tensor[-4099:]))


def largest(got, expected):
    difference = (got.double() - expected).abs()
    return float(torch.nan_to_num(difference, nan=float("inf")).max())


def elementwise(name, kernel, dtype, type_name, inputs, expected, tolerance):
    n = (1 << 28) + 37
    tensors = [torch.randn(n, device=DEVICE, dtype=dtype) for _ in range(inputs)]
    out = torch.empty_like(tensors[0])

    def error():
        return largest(sample(out),
                       expected(*(sample(t).double() for t in tensors)))

    configs = [Config(kernel, warps, (cdiv(n, tile),), TILE=tile)
               for tile, warps in ((1024, 4), (2048, 4), (4096, 8))]
    return Row(name, (inputs + 1) * n * out.element_size(), out,
               (*tensors, out, n), error, tolerance, configs, configs,
               {"TYPE": type_name})


def add_f32():
    return elementwise("add_f32", "add", torch.float32, "f32", 2,
                       lambda a, b: a + b, 1e-6)


def add_bf16():
    # Half an ulp of a sum below 16.
    return elementwise("add_bf16", "add", torch.bfloat16, "bf16", 2,
                       lambda a, b: a + b, 2.0**-5)


def tanh_f32():
    return elementwise("tanh_f32", "tanh", torch.float32, "f32", 1, torch.tanh,
                       1e-6)


def softmax_row(name, rows, cols, ours, triton):
    """`ours` and `triton` are (kernel, tile, warps)."""
    x = torch.randn(rows, cols, device=DEVICE)
    out = torch.empty_like(x)

    def error():
        at = [0, 1, rows // 2, rows - 2, rows - 1]
        return largest(out[at], torch.softmax(x[at].double(), 1))

    def configs(choices):
        return [Config(kernel, warps, (rows,), TILE=tile)
                for kernel, tile, warps in choices]

    return Row(name, 2 * x.numel() * 4, out, (x, out, cols, cols), error, 1e-6,
               configs(ours), configs(triton))


def whole_rows(cols, warps=(4, 8, 16), kernel="softmax"):
    return [(kernel, power_of_two(cols), w) for w in warps]


def softmax_32768x781():
    return softmax_row("softmax_32768x781", 32768, 781, whole_rows(781),
                       whole_rows(781))


def softmax_aligned_32768x781():
    return softmax_row("softmax_aligned_32768x781", 32768, 781,
                       whole_rows(781, (2, 4, 8), "softmax_aligned"),
                       whole_rows(781))


def softmax_16384x4096():
    return softmax_row("softmax_16384x4096", 16384, 4096, whole_rows(4096),
                       whole_rows(4096))


def softmax_8192x16384():
    return softmax_row("softmax_8192x16384", 8192, 16384,
                       whole_rows(16384, (8, 16, 32)), whole_rows(16384))


def softmax_4096x50257():
    return softmax_row("softmax_4096x50257", 4096, 50257,
                       [("softmax", 65536, 32), ("online_softmax", 16384, 32),
                        ("online_softmax", 8192, 16)], whole_rows(50257, (8, 16)))


def softmax_aligned_4096x50257():
    return softmax_row("softmax_aligned_4096x50257", 4096, 50257,
                       [("softmax_aligned", 65536, 32),
                        ("online_softmax_aligned", 16384, 32),
                        ("online_softmax_aligned", 8192, 16)],
                       whole_rows(50257, (16,)))


ONLINE = (2048, 4), (4096, 8), (8192, 8)


def online_softmax(rows, cols, ours):
    return softmax_row(f"online_softmax_{rows}x{cols}", rows, cols,
                       [("online_softmax", *choice) for choice in ours],
                       [("online_softmax", *choice) for choice in ONLINE])


def online_softmax_8192x16384():
    return online_softmax(8192, 16384, (*ONLINE, (8192, 16)))


def online_softmax_4096x50257():
    return online_softmax(4096, 50257, ((4096, 8), (8192, 8), (16384, 32)))


def layernorm_16384x4096():
    rows, cols, eps = 16384, 4096, 1e-5
    x = torch.randn(rows, cols, device=DEVICE, dtype=torch.bfloat16)
    w, b = (torch.randn(cols, device=DEVICE, dtype=torch.bfloat16)
            for _ in range(2))
    out = torch.empty_like(x)

    def error():
        at = [0, 1, rows // 2, rows - 1]
        return largest(out[at], torch.nn.functional.layer_norm(
            x[at].double(), (cols,), w.double(), b.double(), eps))

    configs = [Config("layernorm", warps, (rows,), TILE=4096)
               for warps in (4, 8, 16)]
    # Half an ulp of a result below 32.
    return Row("layernorm_16384x4096", 2 * x.numel() * 2, out,
               (x, w, b, out, cols, cols, eps), error, 2.0**-4, configs, configs)


def column_sum_8192x16384():
    rows, cols = 8192, 16384
    x = torch.randn(rows, cols, device=DEVICE)
    out = torch.empty(cols, device=DEVICE)

    def configs(choices):
        return [Config("column_sum", w, (cols // c,), ROWS=r, COLS=c)
                for r, c, w in choices]

    return Row("column_sum_8192x16384", x.numel() * 4, out, (x, out, cols, rows),
               lambda: largest(out, x.sum(0, dtype=torch.float64)), 1e-2,
               configs(((128, 32, 8), (64, 64, 8), (128, 64, 8), (256, 32, 8))),
               configs(((32, 64, 4), (64, 32, 4), (128, 32, 8), (64, 64, 8))))


def transpose_8192x16384():
    rows, cols = 8192, 16384
    x = torch.randn(rows, cols, device=DEVICE)
    out = torch.empty(cols, rows, device=DEVICE)
    configs = [Config("transpose", w, (rows // r, cols // c), ROWS=r, COLS=c)
               for r, c, w in ((64, 64, 4), (32, 32, 4), (64, 64, 8), (128, 64, 8))]
    return Row("transpose_8192x16384", 2 * x.numel() * 4, out,
               (x, out, rows, cols),
               lambda: 0.0 if torch.equal(out, x.t()) else float("inf"), 0.0,
               configs, configs)


def multiprocessors():
    return torch.cuda.get_device_properties(0).multi_processor_count


def prefix_sum_i32():
    n = 1 << 28
    x = torch.randint(-9, 10, (n,), device=DEVICE, dtype=torch.int32)
    out = torch.empty_like(x)
    state = torch.empty(n // 2048 + 1, device=DEVICE, dtype=torch.int64)

    def error():
        expected = torch.cumsum(x, 0, dtype=torch.int32)
        return 0.0 if torch.equal(out, expected) else float("inf")

    configs = [Config("prefix_sum", warps, (cdiv(n, tile),), TILE=tile)
               for tile, warps in ((2048, 4), (2048, 8), (4096, 4), (4096, 8),
                                   (4096, 16), (8192, 8), (8192, 16), (16384, 16))]
    return Row("prefix_sum_i32", 2 * n * 4, out, (x, out, state, n), error, 0.0,
               configs, configs, zeroed=(state,))


def histogram_i32():
    n = (1 << 28) + 37
    x = torch.randint(0, 256, (n,), device=DEVICE, dtype=torch.int32)
    counts = torch.empty(256, device=DEVICE, dtype=torch.int32)
    expected = torch.bincount(x, minlength=256)
    configs = [Config("histogram", warps, (instances * multiprocessors(),),
                      TILE=tile)
               for tile, warps, instances in ((2048, 4, 8), (4096, 4, 4),
                                              (4096, 8, 4), (8192, 8, 4),
                                              (8192, 16, 2))]
    return Row("histogram_i32", n * 4, counts, (x, counts, n),
               lambda: largest(counts, expected), 0.0, configs, configs,
               zeroed=(counts,))


def segment_sum(name, is_sorted):
    rows, cols, segments = 1 << 20, 256, 1 << 14
    x = torch.randn(rows, cols, device=DEVICE)
    segment = torch.randint(0, segments, (rows,), device=DEVICE, dtype=torch.int32)
    if is_sorted:
        segment = segment.sort().values
    out = torch.empty(segments, cols, device=DEVICE)
    expected = torch.zeros(segments, cols, device=DEVICE, dtype=torch.float64)
    for part in range(0, rows, rows // 8):
        at = slice(part, part + rows // 8)
        expected.index_add_(0, segment[at].long(), x[at].double())

    def configs(kernel, choices):
        return [Config(kernel, warps, (cdiv(rows, r), cdiv(cols, c)), ROWS=r, COLS=c)
                for r, c, warps in choices]

    ours = configs("segment_sum", ((32, 128, 1), (32, 128, 2), (32, 128, 4),
                                   (16, 128, 1), (64, 128, 4), (16, 256, 2)))
    for config in ours:
        config.sizes["LAST"] = config.sizes["ROWS"] - 1
    triton = (configs("segment_sum", ((16, 128, 4), (32, 128, 4), (32, 256, 8))) +
              configs("segment_sum_runs", ((16, 128, 4), (32, 128, 4), (64, 128, 8),
                                           (32, 128, 1))))
    return Row(name, (rows + segments) * cols * 4 + rows * 4, out,
               (x, segment, out, rows, cols, segments),
               lambda: largest(out, expected), 1e-3, ours, triton, zeroed=(out,))


def segment_sum_sorted():
    return segment_sum("segment_sum_sorted", True)


def segment_sum_random():
    return segment_sum("segment_sum_random", False)


def topk_1048576x256():
    rows, cols, k = 1 << 20, 256, 8
    x = torch.randn(rows, cols, device=DEVICE)
    value = torch.empty(rows, k, device=DEVICE)
    index = torch.empty(rows, k, device=DEVICE, dtype=torch.int32)
    # A stable sort: equal elements in order.
    order = torch.cat([part.sort(dim=1, descending=True, stable=True).indices[:, :k]
                       for part in x.split(rows // 8)])

    def error():
        right = torch.equal(index, order.int()) and torch.equal(
            value, x.gather(1, order))
        return 0.0 if right else float("inf")

    def configs(kernel, choices, **sizes):
        return [Config(kernel, warps, (cdiv(rows, r),), ROWS=r, COLS=cols, **sizes)
                for r, warps in choices]

    ours = configs("topk", ((1, 1), (2, 1), (4, 1), (4, 4), (8, 4), (16, 4)))
    triton = (configs("topk", ((1, 1), (2, 1), (4, 1), (4, 4), (8, 4)), K=k) +
              configs("topk_sort", ((1, 1), (2, 1), (4, 1), (4, 4), (16, 4)), K=k))
    return Row("topk_1048576x256", rows * (cols * 4 + k * 8), (value, index),
               (x, value, index, rows, cols, k), error, 0.0, ours, triton)


def cross_entropy_rows(rows, cols):
    """Logits, labels and, row by row, what the loss is made of in float64."""
    x = torch.randn(rows, cols, device=DEVICE, dtype=torch.bfloat16)
    label = torch.randint(0, cols, (rows,), device=DEVICE, dtype=torch.int32)
    lse = torch.cat([torch.logsumexp(part.double(), 1) for part in x.split(256)])
    return x, label, lse


def cross_entropy_8192x128256():
    rows, cols = 8192, 128256
    x, label, expected = cross_entropy_rows(rows, cols)
    logit = x.gather(1, label.long()[:, None])[:, 0].double()
    loss, lse = (torch.empty(rows, device=DEVICE) for _ in range(2))
    configs = [Config("cross_entropy", warps, (rows,), TILE=tile)
               for tile, warps in ((4096, 4), (4096, 8), (8192, 8), (8192, 16),
                                   (16384, 8), (16384, 16), (32768, 32))]
    return Row("cross_entropy_8192x128256", x.numel() * 2, (loss, lse),
               (x, label, loss, lse, cols),
               lambda: max(largest(lse, expected), largest(loss, expected - logit)),
               2e-5, configs, configs)


def cross_entropy_grad_8192x128256():
    rows, cols = 8192, 128256
    x, label, lse = cross_entropy_rows(rows, cols)
    lse, dx = lse.float(), torch.empty_like(x)
    grad = torch.rand(rows, device=DEVICE)

    def error():
        at = [0, 1, rows // 2, rows - 1]
        expected = torch.exp(x[at].double() - lse[at].double()[:, None])
        expected[torch.arange(len(at), device=DEVICE), label[at].long()] -= 1
        return largest(dx[at], expected * grad[at].double()[:, None])

    configs = [Config("cross_entropy_grad", warps, (rows, cdiv(cols, tile)), TILE=tile)
               for tile, warps in ((2048, 4), (4096, 4), (4096, 8), (8192, 8))]
    # Half an ulp of a gradient below 1.
    return Row("cross_entropy_grad_8192x128256", 2 * x.numel() * 2, dx,
               (x, label, lse, grad, dx, cols), error, 2.0**-8, configs, configs)


def dropout_bf16():
    n, keep, seed, offset = 1 << 29, 0.9, 0x123456789ABCDEF, 5 << 32
    x = torch.randn(n, device=DEVICE, dtype=torch.bfloat16)
    y = torch.empty_like(x)
    sys.path.insert(0, EXAMPLES)
    import check
    bits = torch.from_numpy(check.philox_numbers(1 << 20, seed, offset).astype("int64"))
    is_kept = ((bits >> 8).double() * 2.0**-24 < torch.tensor(keep)).to(DEVICE)
    expected = torch.where(is_kept, x[:1 << 20].double() / keep, 0.0)

    def error():
        zeros = int((y == 0).sum()) / n
        if not abs(zeros - (1 - keep)) < 1e-3:
            return float("inf")
        return largest(y[:1 << 20], expected)

    def configs(derived):
        return [Config("dropout", warps, (cdiv(n, tile),), TILE=tile,
                       **({"QUADS": tile // 4} if derived else {}))
                for tile, warps in ((1024, 4), (2048, 4), (4096, 4), (4096, 8),
                                    (8192, 8))]

    # Half an ulp of an element below 8.
    return Row("dropout_bf16", 2 * n * 2, y, (x, y, n, keep, seed, offset), error,
               2.0**-6, configs(True), configs(False))


def rotary_16x4096x32x128():
    batch, seq, heads, half = 16, 4096, 32, 64
    x = torch.randn(batch, seq, heads, 2 * half, device=DEVICE, dtype=torch.bfloat16)
    y = torch.empty_like(x)
    frequency = 10000.0 ** -(torch.arange(half, device=DEVICE) / half)
    angle = torch.arange(seq, device=DEVICE)[:, None] * frequency
    cos, sin = angle.cos(), angle.sin()

    def error():
        at = [0, 1, seq // 2, seq - 1]
        a, b = x[:, at].double().split(half, dim=-1)
        c, s = (table[at].double()[:, None, :] for table in (cos, sin))
        return largest(y[:, at], torch.cat((a * c - b * s, b * c + a * s), -1))

    configs = [Config("rotary", warps, (seq, batch, cdiv(heads, h)), HEADS=h, HALF=half)
               for h, warps in ((8, 2), (16, 4), (32, 4), (32, 8), (8, 1))]
    # Half an ulp of an element below 8.
    return Row("rotary_16x4096x32x128", 2 * x.numel() * 2, y,
               (x, cos, sin, y, heads, half), error, 2.0**-6, configs, configs)


ROWS = (add_f32, add_bf16, tanh_f32, softmax_32768x781, softmax_aligned_32768x781,
        softmax_16384x4096, softmax_8192x16384, softmax_4096x50257,
        softmax_aligned_4096x50257, online_softmax_8192x16384,
        online_softmax_4096x50257, layernorm_16384x4096, column_sum_8192x16384,
        transpose_8192x16384, prefix_sum_i32, histogram_i32, segment_sum_sorted,
        segment_sum_random, topk_1048576x256, cross_entropy_8192x128256,
        cross_entropy_grad_8192x128256, dropout_bf16, rotary_16x4096x32x128)

# The numbers in the examples that a configuration sets.
EXAMPLE_SIZES = {
    "prefix_sum": {"TILE": 4096}, "histogram": {"TILE": 4096},
    "segment_sum": {"ROWS": 32, "COLS": 128, "LAST": 31},
    "topk": {"ROWS": 4, "COLS": 256}, "cross_entropy": {"TILE": 8192},
    "cross_entropy_grad": {"TILE": 4096}, "dropout": {"TILE": 2048, "QUADS": 512},
    "rotary": {"HEADS": 32, "HALF": 64},
}


def source_of(config, types):
    """The path and the text of our side's kernel."""
    path = os.path.join(HERE, "kernels", config.kernel + ".mlir")
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            return path, string.Template(file.read()).substitute(config.sizes, **types)
    path = os.path.join(EXAMPLES, config.kernel + ".mlir")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    # A number on its own or in a shape, not in a name or a type.
    sizes = EXAMPLE_SIZES[config.kernel]
    numbers = {str(sizes[name]): str(value) for name, value in config.sizes.items()}
    pattern = r"(?<![\w.%#])(\d+x)*\d+(?![\w.])|(?<=<)(\d+x)+"
    return path, re.sub(pattern, lambda match: re.sub(
        r"\d+", lambda number: numbers.get(number[0], number[0]), match[0]), text)


#===-- Timing ---------------------------------------------------------------===#


def run_times(launch, runs):
    """Milliseconds of each of `runs` launches with a cold L2 cache."""
    marks = [[torch.cuda.Event(enable_timing=True) for _ in range(2)]
             for _ in range(runs)]
    # A head start for the host, so that the GPU never waits for it.
    torch.cuda._sleep(2_000_000)
    for before, after in marks:
        FLUSH.zero_()
        before.record()
        launch()
        after.record()
    torch.cuda.synchronize()
    return [before.elapsed_time(after) for before, after in marks]


def median(values):
    values = sorted(values)
    middle = len(values) // 2
    return (values[middle] if len(values) % 2 else
            (values[middle - 1] + values[middle]) / 2)


def by_turns(launches):
    """The median over rounds of each launch's median in a round, and all the
    rounds' medians."""
    runs = [max(5, min(50, int(ROUND_MS / median(run_times(launch, 3)))))
            for launch in launches]
    rounds = [[median(run_times(launch, count))
               for launch, count in zip(launches, runs)] for _ in range(ROUNDS)]
    return [median(column) for column in zip(*rounds)], rounds


class Candidate:
    """A configuration that ran and was right: how to launch it and what it is."""

    def __init__(self, config, launch, resources, error):
        self.config, self.launch, self.error = config, launch, error
        self.resources, self.ms = resources, None

    def report(self, nbytes):
        return dict(self.resources, config=str(self.config), ms=round(self.ms, 5),
                    GBps=round(nbytes / self.ms / 1e6), error=self.error)


def compile_ours(gpu, row, config, fast_math):
    path, text = source_of(config, row.types)
    kernel = gpu.compile(text, name=path, num_warps=config.warps,
                         fast_math=int(fast_math))
    launch = row.prepared(kernel.bind(config.grid, *row.arguments))
    launch()

    def resources():
        r = kernel.resources()
        return {"registers": r.registers, "spilled": r.spill_store_bytes,
                "shared": r.static_shared_bytes + r.dynamic_shared_bytes,
                "occupancy": round(r.occupancy, 2)}

    return launch, resources


def compile_triton(row, config):
    import triton_kernels
    function = getattr(triton_kernels, config.kernel)[config.grid]

    launch = row.prepared(lambda: function(*row.arguments, num_warps=config.warps,
                                           **config.sizes))
    compiled = launch()
    return launch, lambda: {"registers": compiled.n_regs,
                            "spilled": compiled.n_spills,
                            "shared": compiled.metadata.shared}


def candidates(side, row, configs, compile_one, notes):
    """Those that compile and compute the right values, timed shortly."""
    found = []
    for config in configs:
        label = f"{row.name} {side} {config}"
        start = time.perf_counter()
        try:
            row.poison()
            launch, resources = compile_one(row, config)
            torch.cuda.synchronize()
            cold = time.perf_counter() - start
            error = row.error()
            candidate = Candidate(config, launch, resources(), error)
            candidate.ms = median(run_times(launch, 7))
            candidate.resources["cold_ms"] = round(cold * 1e3, 1)
        except Exception as failure:
            notes.append(f"{label}: {str(failure)[:600]}")
            torch.cuda.synchronize()  # Raises what no later launch survives.
            continue
        if not error <= row.tolerance:
            notes.append(f"{label}: wrong: expected an error of at most "
                         f"{row.tolerance:.3g}, but got {error:.3g}")
            continue
        print(f"  {label}: {candidate.ms:.4f} ms, {cold * 1e3:.0f} ms cold, "
              f"{candidate.resources['registers']} registers", flush=True)
        found.append(candidate)
    return sorted(found, key=lambda candidate: candidate.ms)


def run_row(make, gpu, fast_math):
    """A row's result as a dictionary."""
    torch.manual_seed(0)
    row, notes = make(), []
    ours = candidates("ours", row, row.ours,
                      lambda r, c: compile_ours(gpu, r, c, fast_math), notes)
    triton = candidates("Triton", row, row.triton, compile_triton, notes)
    result = {"name": row.name, "bytes": row.nbytes, "notes": notes}
    best = [side[0] for side in (ours, triton) if side]
    medians, rounds = by_turns([candidate.launch for candidate in best])
    for candidate, ms in zip(best, medians):
        candidate.ms = ms
    if ours:
        result["ours"] = best[0].report(row.nbytes)
    if triton:
        result["triton"] = best[-1].report(row.nbytes)
    if ours and triton:
        result["ratio"] = round(medians[1] / medians[0], 4)
        result["ratios"] = [round(b / a, 4) for a, b in rounds]
    return result


def copy_bandwidth():
    source = torch.empty(1 << 30, device=DEVICE)
    target = torch.empty_like(source)
    source.fill_(1.5)
    ms = median(run_times(lambda: target.copy_(source), 20))
    return round(2 * 4 * source.numel() / ms / 1e6)


#===-- A process that runs rows ---------------------------------------------===#


def import_torch():
    global torch, DEVICE, FLUSH
    import torch
    DEVICE = "cuda"
    FLUSH = torch.empty(FLUSH_BYTES, dtype=torch.int8, device=DEVICE)


def run_rows(names, path, fast_math):
    """Appends a line of JSON for each row; returns whether the GPU is well."""
    import_torch()
    import triton
    gpu = minitc.Device("cuda:0")
    with open(path, "a", encoding="utf-8") as file:
        def write(result):
            file.write(json.dumps(result) + "\n")
            file.flush()

        write({"gpu": torch.cuda.get_device_name(), "torch": torch.__version__,
               "triton": triton.__version__, "fast_math": fast_math,
               "minitc": minitc.library().build_id().decode(),
               "copy_GBps": copy_bandwidth()})
        for make in ROWS:
            if make.__name__ not in names:
                continue
            try:
                write(run_row(make, gpu, fast_math))
            except Exception as error:
                traceback.print_exc()
                write({"name": make.__name__, "notes": [str(error)[:600]]})
            try:
                torch.cuda.synchronize()
                torch.cuda.empty_cache()
            except Exception as error:
                print(f"the GPU's context is lost: {error}", flush=True)
                return False
    return True


#===-- All rows -------------------------------------------------------------===#


def read_results(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def run_process(command, path, end):
    """Runs a process that appends rows to a file, until the time `end` at most, or
    until a row takes too long. Returns its exit code, or which limit ended it."""
    process = subprocess.Popen(command)
    size, since = -1, time.monotonic()
    while True:
        try:
            return process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            now = time.monotonic()
        if os.path.getsize(path) != size:
            size, since = os.path.getsize(path), now
        if now > end or now - since > ROW_TIMEOUT_S:
            process.kill()
            process.wait()
            return "time limit" if now > end else f"{ROW_TIMEOUT_S} s for a row"


def run_all(names, path, fast_math):
    """Runs rows until none is left, in a new process after each loss."""
    open(path, "w", encoding="utf-8").close()
    left, end = list(names), time.monotonic() + TIMEOUT_S
    while left and time.monotonic() < end:
        command = [sys.executable, os.path.abspath(__file__), "--rows",
                   ",".join(left), "--output", path]
        command += ["--fast-math"] * fast_math
        code = run_process(command, path, end)
        done = {result.get("name") for result in read_results(path)}
        rest = [name for name in left if name not in done]
        if len(rest) == len(left):
            # It died in its first row, or before: that row is lost.
            with open(path, "a", encoding="utf-8") as file:
                file.write(json.dumps({"name": rest.pop(0),
                                       "notes": [f"the process ended: {code}"]}) +
                           "\n")
        left = rest
    with open(path, "a", encoding="utf-8") as file:
        for name in left:
            file.write(json.dumps({"name": name, "notes": [
                f"not run: the time limit is {TIMEOUT_S} s"]}) + "\n")
    return read_results(path)


TABLE = "{:27s} {:>8s} {:>6s} {:>8s} {:>6s} {:>7s} {:>6s} {:>8s} {:>8s} {:>8s} {:>8s}  {}"


def cells(side):
    if side is None:
        return "-", "-", "-", "-"
    return (f"{side['ms']:.4f}", str(side["GBps"]),
            f"{side['registers']}/{side['spilled']}", f"{side['error']:.1e}")


def print_table(results):
    heads = [result for result in results if "gpu" in result]
    rows = [result for result in results if "name" in result]
    for head in heads[:1]:
        print(json.dumps(head))
    print(TABLE.format("row", "ours ms", "GB/s", "Triton", "GB/s", "ratio", "worst",
                       "regs/sp", "regs/sp", "error", "error",
                       "configurations: ours | Triton"))
    for result in rows:
        ours, triton = result.get("ours"), result.get("triton")
        a, b = cells(ours), cells(triton)
        print(TABLE.format(
            result["name"], a[0], a[1], b[0], b[1],
            f"{result['ratio']:.3f}" if "ratio" in result else "-",
            f"{min(result['ratios']):.3f}" if "ratios" in result else "-",
            a[2], b[2], a[3], b[3],
            " | ".join(side["config"] if side else "-" for side in (ours, triton))))
    for result in rows:
        for note in result["notes"]:
            print("  note: " + note)
    for head in heads[:1]:
        print(f"copy of 4 GiB: {head['copy_GBps']} GB/s")
        for result in rows:
            if "ours" in result and result["name"].startswith("add"):
                share = result["ours"]["GBps"] / head["copy_GBps"]
                print(f"{result['name']} reaches {share:.3f} of it")
    ratios = [result["ratio"] for result in rows if "ratio" in result]
    print(f"{sum(ratio >= 0.98 for ratio in ratios)} of {len(ratios)} rows have a "
          "ratio of at least 0.98")
    passed = sum("ratio" in result for result in rows)
    print(f"{passed} passed, {len(rows) - passed} failed")
    return passed == len(rows)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", help="parts of rows' names, with commas")
    parser.add_argument("--output", default="bench.jsonl", help="JSON lines")
    parser.add_argument("--fast-math", action="store_true",
                        help="compile ours with --fast-math")
    parser.add_argument("--rows", help="run these rows in this process")
    options = parser.parse_args()
    if options.rows:
        return run_rows(options.rows.split(","), options.output, options.fast_math)
    names = [make.__name__ for make in ROWS]
    if options.only:
        wanted = options.only.split(",")
        names = [name for name in names if any(part in name for part in wanted)]
    path = os.path.abspath(options.output)
    return print_table(run_all(names, path, options.fast_math))


if __name__ == "__main__":
    sys.exit(not main())
