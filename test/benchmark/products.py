#===- products.py - Matrix products beside Triton's and cuBLAS's -----------===#
#
# Times each product in minitc, in Triton (by pointers and by TMA) and in PyTorch
# (cuBLAS) in one process, on the same random matrices, by turns, and prints a
# table: TFLOP/s of each, and ours over the better of the others. Each side gets a
# few configurations and is represented by its best.
#
#   products.py [--only=bf16,1024] [--output=products.jsonl]
#
# Attention is compared with Triton's kernel and PyTorch's
# scaled_dot_product_attention.
#
# A row passes if our result is right: within the error that rounding of the
# output and of the f32 sums implies, against PyTorch's product in float64 of a
# sample of rows.
#
#===----------------------------------------------------------------------===#

import argparse
import json
import os
import string
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "gpu")]
import minitc

import torch

ROUNDS = 7
DEVICE = "cuda"
FLUSH = None

# Of each kernel: (BM, BN, BK in elements of 16 bits, warps, stages).
OURS = {
    "matmul": [(128, 256, 64, 8, 4), (256, 128, 64, 8, 4), (64, 64, 64, 4, 6)],
    "matmul_views": [(128, 256, 64, 8, 4), (256, 128, 64, 8, 4),
                     (64, 128, 64, 4, 6)],
    "matmul_persistent": [(128, 256, 64, 8, 3), (128, 128, 64, 4, 5)],
}
TRITON = [(128, 128, 64, 4, 3), (128, 128, 64, 8, 3), (128, 256, 64, 8, 3),
          (128, 256, 64, 8, 4), (256, 128, 64, 8, 3), (128, 128, 64, 4, 4),
          (64, 128, 64, 4, 4), (64, 64, 64, 4, 4)]

# name, M, N, K, PyTorch's type, ours, of the output, precision, B given as N x K
ROWS = [
    ("bf16 8192", 8192, 8192, 8192, "bfloat16", "bf16", "bf16", "", False),
    ("f16 4096", 4096, 4096, 4096, "float16", "f16", "f16", "", False),
    ("f16 4000x4040x4016", 4000, 4040, 4016, "float16", "f16", "f16", "", False),
    ("f16 1024", 1024, 1024, 1024, "float16", "f16", "f16", "", False),
    ("tf32 2048", 2048, 2048, 2048, "float32", "f32", "f32", "precision tf32",
     False),
    ("f8 8192", 8192, 8192, 8192, "float8_e4m3fn", "f8E4M3FN", "f16", "", True),
    ("attention 64 full", 64, False),
    ("attention 64 causal", 64, True),
    ("attention 128 full", 128, False),
    ("attention 128 causal", 128, True),
]


def cdiv(a, b):
    return -(-a // b)


def time_once(launch):
    # Long enough that the launch is there before the GPU comes to it.
    FLUSH.zero_()
    FLUSH.zero_()
    begin = torch.cuda.Event(enable_timing=True)
    end = torch.cuda.Event(enable_timing=True)
    begin.record()
    launch()
    end.record()
    end.synchronize()
    return begin.elapsed_time(end)


def median(values):
    return sorted(values)[len(values) // 2]


class Problem:
    """One row: its matrices and how to tell whether C is right."""

    def __init__(self, row):
        (self.name, self.m, self.n, self.k, dtype, self.type, self.out,
         self.precision, self.is_transposed) = row
        self.dtype = getattr(torch, dtype)
        source = torch.float16 if self.dtype.itemsize == 1 else self.dtype
        self.a = torch.randn(self.m, self.k, device=DEVICE,
                             dtype=source).to(self.dtype)
        shape = (self.n, self.k) if self.is_transposed else (self.k, self.n)
        b = torch.randn(*shape, device=DEVICE, dtype=source).to(self.dtype)
        self.b = b.t() if self.is_transposed else b
        out = {"bf16": torch.bfloat16, "f16": torch.float16,
               "f32": torch.float32}[self.out]
        self.c = torch.empty(self.m, self.n, device=DEVICE, dtype=out)
        self.sample = torch.randperm(self.m, device=DEVICE)[:32]
        self.expected = (self.a[self.sample].double() @ self.b.double())

    def error(self):
        """The largest error over what is allowed."""
        got = self.c[self.sample].double()
        eps = torch.finfo(self.c.dtype).eps
        # Sums of k terms of about 1: tensor cores cut off what they add, of f8
        # to some 13 bits, and tf32 cuts its operands.
        slack = self.k * (2.0**-11 if self.dtype.itemsize == 1 else 2.0**-21)
        if self.type == "f32":
            slack += self.k**0.5 * 2.0**-7
        allowed = self.expected.abs() * eps + slack + 1e-6
        ratio = ((got - self.expected).abs() / allowed)
        return float(torch.nan_to_num(ratio, nan=1e9).max())

    def flops(self):
        return 2 * self.m * self.n * self.k


class Attention:
    """Attention of f16 over 4 x 32 heads of 4096 rows."""

    BATCH, HEADS, ROWS = 4, 32, 4096
    # Of each kernel: (BM, BN, warps, stages).
    OURS = {
        "attention": [(128, 64, 8, 3), (128, 128, 8, 2)],
        "attention_views": [(128, 128, 8, 2), (128, 64, 8, 3)],
        "attention_persistent": [(128, 128, 8, 2)],
    }
    TRITON = [(128, 64, 4, 3), (128, 128, 8, 3), (128, 64, 8, 3), (64, 64, 4, 3),
              (128, 128, 8, 2)]

    def __init__(self, width, is_causal):
        self.width, self.is_causal = width, is_causal
        self.name = f"attention {width} " + ("causal" if is_causal else "full")
        shape = (self.BATCH, self.HEADS, self.ROWS, width)
        self.q, self.k, self.v = (torch.randn(shape, device=DEVICE,
                                              dtype=torch.float16)
                                  for _ in range(3))
        self.c = torch.empty_like(self.q)
        self.expected = self.reference(self.q[-1:, -2:].double(),
                                       self.k[-1:, -2:].double(),
                                       self.v[-1:, -2:].double())

    def reference(self, q, k, v):
        return torch.nn.functional.scaled_dot_product_attention(
            q, k, v, is_causal=self.is_causal)

    def error(self):
        """The largest error over what is allowed: of f16 in P and in the
        result, each half an ulp."""
        got = self.c[-1:, -2:].double()
        allowed = 2.0**-10 * (self.expected.abs() + 1)
        ratio = (got - self.expected).abs() / allowed
        return float(torch.nan_to_num(ratio, nan=1e9).max())

    def flops(self):
        products = 4 * self.BATCH * self.HEADS * self.ROWS**2 * self.width
        return products // 2 if self.is_causal else products

    def ours(self, gpu):
        for name, configs in self.OURS.items():
            extra = [] if name == "attention" else [self.rows()]
            for bm, bn, warps, stages in configs:
                text = template(name).substitute(
                    BM=bm, BN=bn, D=self.width, STAGES=stages,
                    CAUSAL=str(self.is_causal).lower())
                grid = ((instances(self.rows() // bm),)
                        if name.endswith("persistent") else
                        (self.ROWS // bm, self.BATCH * self.HEADS))

                def make():
                    kernel = gpu.compile(text, name=name + ".mlir",
                                         num_warps=warps)
                    return kernel.bind(grid, self.q, self.k, self.v, self.c,
                                       self.width**-0.5, self.ROWS,
                                       *extra), kernel

                yield f"{way(name)}{bm}x{bn} w{warps} s{stages}", make

    def rows(self):
        return self.BATCH * self.HEADS * self.ROWS

    def triton(self):
        import triton_products
        for bm, bn, warps, stages in self.TRITON:
            def make(bm=bm, bn=bn, warps=warps, stages=stages):
                grid = (self.ROWS // bm, self.BATCH * self.HEADS)
                return (lambda: triton_products.attention[grid](
                    self.q, self.k, self.v, self.c, self.width**-0.5,
                    self.HEADS, self.ROWS, self.width, bm, bn, self.is_causal,
                    num_warps=warps, num_stages=stages)), None

            yield f"{bm}x{bn} w{warps} s{stages}", make

    def sides(self, gpu, notes):
        return {"ours": best_of(self, "ours", self.ours(gpu), notes),
                "Triton": best_of(self, "Triton", self.triton(), notes),
                "PyTorch": (0, "", lambda: self.reference(self.q, self.k,
                                                          self.v))}


def template(name):
    with open(os.path.join(HERE, "kernels", name + ".mlir")) as file:
        return string.Template(file.read())


def way(name):
    """How a kernel does it, for labels."""
    return name.partition("_")[2] + " " if "_" in name else ""


def instances(tiles):
    """Of a kernel whose instances each do several tiles."""
    return min(tiles, torch.cuda.get_device_properties(0).multi_processor_count)


def ours(gpu, problem):
    scale = 2 / problem.dtype.itemsize
    if problem.out == "f32":
        rounding = "%r = arith.addf %acc, %zeros : tensor<{0}x{1}xf32>"
    else:
        rounding = ("%r = arith.truncf %acc : tensor<{0}x{1}xf32> to "
                    "tensor<{0}x{1}x{2}>")
    for name, configs in OURS.items():
        for bm, bn, bk, warps, stages in configs:
            label = f"{way(name)}{bm}x{bn}x{int(bk * scale)} w{warps} s{stages}"
            text = template(name).substitute(
                BM=bm, BN=bn, BK=int(bk * scale), STAGES=stages, GROUP=8,
                TYPE=problem.type, OUT=problem.out, PRECISION=problem.precision,
                ROUND=rounding.format(bm, bn, problem.out))
            tiles = cdiv(problem.m, bm) * cdiv(problem.n, bn)
            grid = (instances(tiles) if name.endswith("persistent") else tiles,)

            def make():
                kernel = gpu.compile(text, name=name + ".mlir", num_warps=warps)
                a, b, c = problem.a, problem.b, problem.c
                return kernel.bind(grid, a, b, c, problem.m, problem.n,
                                   problem.k, a.stride(0), a.stride(1),
                                   b.stride(0), b.stride(1),
                                   c.stride(0)), kernel

            yield label, make


def triton_kernels(problem, is_tma):
    import triton_products
    scale = 2 / problem.dtype.itemsize
    for bm, bn, bk, warps, stages in TRITON:
        label = f"{bm}x{bn}x{int(bk * scale)} w{warps} s{stages}"

        def make(bm=bm, bn=bn, bk=int(bk * scale), warps=warps, stages=stages):
            grid = (cdiv(problem.m, bm) * cdiv(problem.n, bn),)
            a, b, c = problem.a, problem.b, problem.c
            if is_tma:
                return (lambda: triton_products.matmul_tma[grid](
                    a, b, c, problem.m, problem.n, problem.k, bm, bn, bk, 8,
                    num_warps=warps, num_stages=stages)), None
            return (lambda: triton_products.matmul[grid](
                a, b, c, problem.m, problem.n, problem.k, *a.stride(),
                *b.stride(), *c.stride(), bm, bn, bk, 8, num_warps=warps,
                num_stages=stages)), None

        yield label, make


def best_of(problem, side, configs, notes, bound=1.0):
    """The fastest right configuration: (label, launch), or None."""
    found = []
    for label, make in configs:
        try:
            problem.c.view(torch.uint8).fill_(0xFF)
            launch, kernel = make()
            launch()
            torch.cuda.synchronize()
            error = problem.error()
            if not error <= bound:
                notes.append(f"{problem.name} {side} {label}: wrong: {error:.3g} "
                             "times the error allowed")
                continue
            ms = median([time_once(launch) for _ in range(5)])
            text = ""
            if kernel is not None:
                r = kernel.resources()
                text = (f", {r.registers} registers, {r.spill_store_bytes} "
                        "bytes spilled")
            print(f"  {problem.name} {side} {label}: "
                  f"{problem.flops() / ms / 1e9:.0f} TFLOP/s{text}", flush=True)
            found.append((ms, label, launch))
        except Exception as failure:
            notes.append(f"{problem.name} {side} {label}: {str(failure)[:400]}")
            torch.cuda.synchronize()
    return min(found, key=lambda each: each[0], default=None)


def product_sides(gpu, problem, notes):
    sides = {"ours": best_of(problem, "ours", ours(gpu, problem), notes)}
    sides["Triton"] = best_of(problem, "Triton", triton_kernels(problem, False),
                              notes)
    if not problem.is_transposed:
        sides["TMA"] = best_of(problem, "TMA", triton_kernels(problem, True),
                               notes)
    if problem.dtype.itemsize > 1:
        torch.backends.cuda.matmul.allow_tf32 = True
        sides["PyTorch"] = (0, "", lambda: torch.matmul(problem.a, problem.b,
                                                         out=problem.c))
    return sides


def run_row(gpu, row, notes):
    problem = Attention(*row[1:]) if row[0].startswith("attention") else Problem(row)
    sides = (problem.sides(gpu, notes) if isinstance(problem, Attention) else
             product_sides(gpu, problem, notes))
    times = {side: [] for side in sides if sides[side]}
    for _ in range(ROUNDS):
        for side in times:
            times[side].append(time_once(sides[side][2]))
    result = {"name": problem.name}
    for side in times:
        result[side] = round(problem.flops() / median(times[side]) / 1e9, 1)
        result[side + " config"] = sides[side][1]
    others = [result[side] for side in times if side != "ours"]
    if "ours" in result and others:
        result["ratio"] = round(result["ours"] / max(others), 3)
    return result


def main():
    global FLUSH
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", help="parts of rows' names, with commas")
    parser.add_argument("--ours", action="store_true", help="of the others, PyTorch alone")
    parser.add_argument("--output", default="products.jsonl", help="JSON lines")
    options = parser.parse_args()
    FLUSH = torch.empty(512 << 20, dtype=torch.int8, device=DEVICE)
    gpu = minitc.Device("cuda:0")
    rows = [row for row in ROWS if not options.only or
            any(part in row[0] for part in options.only.split(","))]
    if options.ours:
        TRITON.clear()
        Attention.TRITON.clear()
    notes, results = [], []
    for row in rows:
        torch.manual_seed(0)
        try:
            results.append(run_row(gpu, row, notes))
        except Exception as error:
            results.append({"name": row[0]})
            notes.append(f"{row[0]}: {error}")
        with open(options.output, "a", encoding="utf-8") as file:
            file.write(json.dumps(results[-1]) + "\n")
    heads = ("ours", "Triton", "TMA", "PyTorch", "ratio")
    print(f"{'TFLOP/s':22s}" + "".join(f"{head:>9s}" for head in heads))
    for result in results:
        print(f"{result['name']:22s}" +
              "".join(f"{result.get(head, '-')!s:>9s}" for head in heads) + "  " +
              " | ".join(str(result.get(side + " config", "-"))
                         for side in heads[:3]))
    for note in notes:
        print("  note: " + note)
    passed = sum("ours" in result for result in results)
    print(f"{passed} passed, {len(results) - passed} failed")
    return passed == len(results)


if __name__ == "__main__":
    sys.exit(not main())
