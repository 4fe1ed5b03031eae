#===- products_test.py - Products of matrices of every type and shape ------===#
#
# Multiplies matrices of each type that tc.dot takes, row-major and column-major,
# of sizes that fit tiles and sizes that do not, through views, and compares with
# double precision. Outputs are poisoned, all arrays lie between guard zones and
# some have gaps between rows, as in examples_test.py.
#
#   products_test.py [--device=cuda:0] [--only=f16,f8E4M3FN] [--small]
#                    [--target=sm_90a]
#
# f16 into f32 meets all 11^3 shapes of SIZES in each of the four orders. Every other
# type meets, in each order, 11^2 shapes in which each size of any dimension meets each
# size of any other, and two large ones. With --small the sizes are those up to 130,
# for the interpreter and the simulator (--target is the GPU that it stands for).
#
# What is promised:
#
# - Integers are exact: products of small ones in every type, whatever the sums on
#   the way are, up to 2^24 in sums of f32, 2^12 for f8, 2^11 in f16. i8 is exact
#   always.
# - Infinities and NaNs come out where double precision has them.
# - Otherwise a sum of k products is off by what its additions cut off and its
#   operands lose. An addition is taken to cut off up to `u` of the largest value that
#   it adds: what k / 16 of them take from the sum so far adds up, what they take from
#   products, of either sign, mostly does not:
#
#     u * (k / 16 + 4 sqrt(k)) * way + operand * (|sum| + 3 deviation)
#
#   where `deviation` is the root of the sum of the squared products, and `way`, |sum| +
#   3 deviation, is about as large as a sum gets before its end. `u` and `operand` are
#   in TYPES: tensor cores cut off f32 at 2^-23; f8, at 13 bits from the largest;
#   tf32 reads its operands from shared memory with 10 bits of mantissa, cut off;
#   tf32x3 reads them with 20.
#
# Each type runs in a process of its own, all at once. The last line is "N passed,
# N failed".
#
#===----------------------------------------------------------------------===#

import argparse
import concurrent.futures
import itertools
import os
import string
import subprocess
import sys
import time
from typing import NamedTuple

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import examples_test as harness
import minitc

TIMEOUT_S = 240
SIZES = (1, 7, 16, 63, 64, 127, 128, 130, 4000, 4040, 4096)
LARGE = ((4096, 4096, 4096), (4000, 4040, 4016))


class Type(NamedTuple):
    """What a product is of, and how it is tiled: `tile` is m, n, k."""
    name: str
    element: str
    sum: str
    precision: str
    tile: tuple
    warps: int
    # The bound: what an addition cuts off, and operands lose.
    u: float
    operand: float = 0.0

    def array_type(self, what):
        """PyTorch's name of `element` or `sum`."""
        return next(name for name, ours in minitc.DTYPES.items() if ours == what)


TYPES = (
    Type("f16", "f16", "f32", "", (128, 128, 64), 8, 2.0**-23),
    Type("f16-f16", "f16", "f16", "", (128, 64, 64), 4, 2.0**-10),
    Type("bf16", "bf16", "f32", "", (128, 256, 64), 8, 2.0**-23),
    Type("f8E4M3FN", "f8E4M3FN", "f32", "", (128, 128, 128), 8, 2.0**-13),
    Type("f8E5M2", "f8E5M2", "f32", "", (128, 64, 128), 8, 2.0**-13),
    Type("i8", "i8", "i32", "", (128, 128, 128), 8, 0.0),
    Type("tf32", "f32", "f32", "precision tf32", (128, 128, 32), 8, 2.0**-23, 2.0**-9),
    Type("tf32x3", "f32", "f32", "precision tf32x3", (64, 64, 32), 4, 2.0**-22, 2.0**-19),
    Type("ieee", "f32", "f32", "precision ieee", (64, 64, 16), 4, 2.0**-24),
    # The reference errs as much.
    Type("f64", "f64", "f64", "", (64, 64, 16), 4, 2.0**-52),
)
# Which of A and B is column-major.
ORDERS = tuple(itertools.product((False, True), repeat=2))

TEMPLATE = string.Template("""
tc.kernel @product(%a: !tc.ptr<$T> {tc.divisible = 16 : i32},
                   %b: !tc.ptr<$T> {tc.divisible = 16 : i32},
                   %c: !tc.ptr<$S> {tc.divisible = 16 : i32},
                   %M: i32, %N: i32, %K: i32, %lda: i64, %ldb: i64, %ldc: i64)
    attributes {num_warps = $warps : i32} {
  %one = arith.constant 1 : i64
  %as = tc.make_view %a, shape [%M, %K], strides [$a_strides] : !tc.ptr<$T> -> !tc.view<${m}x${k}x$T>
  %bs = tc.make_view %b, shape [%K, %N], strides [$b_strides] : !tc.ptr<$T> -> !tc.view<${k}x${n}x$T>
  %cs = tc.make_view %c, shape [%M, %N], strides [%ldc, %one] : !tc.ptr<$S> -> !tc.view<${m}x${n}x$S>
  %m = arith.constant $m : i32
  %n = arith.constant $n : i32
  %k = arith.constant $k : i32
  %pid = tc.program_id x : i32
  %rowTiles = arith.ceildivsi %M, %m : i32
  %pm = arith.remsi %pid, %rowTiles : i32
  %pn = arith.divsi %pid, %rowTiles : i32
  %row = arith.muli %pm, %m : i32
  %col = arith.muli %pn, %n : i32
  %c0 = arith.constant 0 : i32
  %zero = arith.constant $zero : $T
  %zeros = arith.constant dense<$zero_sum> : tensor<${m}x${n}x$S>
  %sum = scf.for %i = %c0 to %K step %k iter_args(%acc = %zeros) -> (tensor<${m}x${n}x$S>) : i32 {
    %x = tc.load_view %as[%row, %i] other %zero : !tc.view<${m}x${k}x$T>
    %y = tc.load_view %bs[%i, %col] other %zero : !tc.view<${k}x${n}x$T>
    %next = tc.dot %x, %y, %acc $precision : tensor<${m}x${k}x$T>, tensor<${k}x${n}x$T>, tensor<${m}x${n}x$S>
    scf.yield %next : tensor<${m}x${n}x$S>
  }
  tc.store_view %cs[%row, %col], %sum : !tc.view<${m}x${n}x$S>
  tc.return
}
""")


def source(kind, order):
    """The kernel of a type and an order."""
    strides = [("%one, " + name) if is_column_major else (name + ", %one")
               for name, is_column_major in zip(("%lda", "%ldb"), order)]
    zero = {True: "0", False: "0.0"}
    m, n, k = kind.tile
    return TEMPLATE.substitute(
        T=kind.element, S=kind.sum, warps=kind.warps, precision=kind.precision, m=m,
        n=n, k=k, a_strides=strides[0], b_strides=strides[1],
        zero=zero[kind.element == "i8"], zero_sum=zero[kind.sum == "i32"])


def grid(kind, m, n):
    return (harness.cdiv(m, kind.tile[0]) * harness.cdiv(n, kind.tile[1]),)


#===-- Shapes ---------------------------------------------------------------===#


def square(sizes, shift):
    """Shapes in which each size of any dimension meets each of any other."""
    count = len(sizes)
    return [(sizes[i], sizes[j], sizes[(i + j + shift) % count])
            for i in range(count) for j in range(count)]


def shapes_of(kind, order, is_small):
    """Shapes (m, n, k) for an order, which has a number. No two orders of one type
    have the same, but where a type meets all."""
    if is_small:
        sizes = [size for size in SIZES if size <= 130]
        return square(sizes, order)
    if kind.name == "f16":
        return [*itertools.product(SIZES, repeat=3), *LARGE[1:]]
    shapes = square(SIZES, order)
    return shapes + [shape for shape in LARGE if shape not in shapes]


def gap_of(m, n, k):
    """Elements between the rows, or columns, of a shape's matrices."""
    return 16 if (m + n + k) % 4 == 1 else 0


#===-- Matrices -------------------------------------------------------------===#


def random(kind, data, rows, cols, seed):
    """A matrix in the type's elements. `data` says of what: small integers,
    integers among which are infinities and NaNs, or reals."""
    torch = harness.torch
    dtype = getattr(torch, kind.array_type(kind.element))
    if kind.element == "i8":
        return harness.randint(rows, cols, -128, 128, seed).to(dtype)
    if data == "reals":
        matrix = harness.randn(rows, cols, seed).to(dtype)
        if kind.element == "f64":
            matrix += harness.randn(rows, cols, seed + 1).to(dtype) * 2.0**-27
        return matrix
    matrix = harness.randint(rows, cols, -2, 3, seed).float()
    if data == "specials":
        values = [harness.NAN, harness.INF, -harness.INF]
        if kind.element == "f8E4M3FN":
            values = values[:1]
        for place, value in enumerate(values):
            matrix[(7 * place + 2) % rows, (11 * place + 3) % cols] = value
    return matrix.to(dtype)


class Problem:
    """Two matrices, and what their product is."""

    def __init__(self, kind, data, shape):
        self.kind, self.data, self.shape = kind, data, shape
        m, n, k = shape
        self.a = random(kind, data, m, k, m + 3 * k)
        self.b = random(kind, data, k, n, n + 5 * k)
        a, b = self.a.double(), self.b.double()
        # A sum that starts from 0 is never -0.
        self.expected, self.bound = a @ b + 0.0, 0
        if data == "reals":
            deviation = (a**2 @ b**2)**0.5
            way = self.expected.abs() + 3 * deviation
            self.bound = (kind.u * (k / 16 + 4 * k**0.5) + kind.operand) * way
            if kind.sum == "f16":
                self.bound += k * 2.0**-24

    def case(self, order):
        (m, n, _), gap = self.shape, gap_of(*self.shape)
        arrays = []
        for matrix, is_column_major in zip((self.a, self.b), order):
            stored = matrix.t() if is_column_major else matrix
            arrays.append(harness.Array(stored, stored.shape[1] + gap))
        dtype = getattr(harness.torch, self.kind.array_type(self.kind.sum))
        out = harness.Array.output(m, n, dtype, n + gap)
        label = f"{self.data} {'x'.join(map(str, self.shape))}+{gap}"
        strides = (array.stride for array in (*arrays, out))
        return harness.Case(label, grid(self.kind, m, n),
                            (*arrays, out, *self.shape, *strides),
                            [(out, self.expected, self.bound)])


#===-- One type, in a process of its own ------------------------------------===#


class Count:
    """What passed and failed of a type in one order."""

    def __init__(self, kind, order):
        self.label = (f"{kind.name:9s} A {'column' if order[0] else 'row'}-major, "
                      f"B {'column' if order[1] else 'row'}-major")
        self.passed, self.worst, self.failures = 0, 0.0, []

    def run(self, kernel, case):
        try:
            self.worst = max(self.worst, case.run(kernel))
            self.passed += 1
        except Exception as error:
            self.failures.append(f"  {self.label} {case.label}: {error}")


def precompile(kind, kernel, order, shapes):
    """Makes the variants that the shapes select."""
    for m, n, k in shapes:
        lda, ldb = m if order[0] else k, k if order[1] else n
        gap = gap_of(m, n, k)
        pointers = (minitc.Address(4096, what) for what in
                    (kind.element, kind.element, kind.sum))
        kernel.precompile(*pointers, m, n, k, lda + gap, ldb + gap, n + gap)


def run_type(kind, gpu, is_small):
    start = time.perf_counter()
    kernels = [gpu.compile(source(kind, order), name=f"{kind.name}.mlir")
               for order in ORDERS]
    shapes = [shapes_of(kind, number, is_small) for number in range(len(ORDERS))]
    # Each kernel compiles one variant at a time.
    with concurrent.futures.ThreadPoolExecutor(len(ORDERS)) as pool:
        list(pool.map(precompile, itertools.repeat(kind), kernels, ORDERS, shapes))
    compiled = time.perf_counter() - start

    counts = [Count(kind, order) for order in ORDERS]
    orders_of = {}
    for number, each in enumerate(shapes):
        for shape in each:
            orders_of.setdefault(shape, []).append(number)
    for shape, numbers in orders_of.items():
        for data in ("integers",) if kind.element == "i8" else ("integers", "reals"):
            problem = Problem(kind, data, shape)
            for number in numbers:
                counts[number].run(kernels[number], problem.case(ORDERS[number]))

    # The code that knows nothing of its arguments, on what is not finite.
    for number, order in enumerate(ORDERS):
        kernel = gpu.compile(source(kind, order), name=f"{kind.name}.mlir", specialize=0)
        for shape in shapes_of(kind, number, is_small=True)[::3]:
            problem = Problem(kind, "specials", shape)
            counts[number].run(kernel, problem.case(order))

    for count, kernel in zip(counts, kernels):
        print(f"{count.label:37s} {count.passed:4d} passed, error/bound {count.worst:5.3f}, "
              f"{kernel.num_variants} variants")
        print("\n".join(count.failures[:6]), end="\n" * bool(count.failures), flush=True)
    total = time.perf_counter() - start
    print(f"{kind.name}: {total:.0f} s, {compiled:.0f} s of them compiling")
    failed = sum(len(count.failures) for count in counts)
    print(f"{sum(count.passed for count in counts)} passed, {failed} failed", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default="cuda:0")
    parser.add_argument("--target", help="the GPU that the simulator stands for")
    parser.add_argument("--small", action="store_true", help="sizes up to 130")
    parser.add_argument("--only", help="names of types, with commas")
    parser.add_argument("--type", help="run this one, in this process")
    options = parser.parse_args()
    if options.type:
        gpu = harness.import_torch(options.device)
        if options.target:
            gpu.set_option("target", options.target)
        run_type(next(kind for kind in TYPES if kind.name == options.type), gpu,
                 options.small)
        return True
    names = [kind.name for kind in TYPES]
    if options.only:
        names = [name for name in names if name in options.only.split(",")]
    passed_on = [argument for argument in sys.argv[1:] if not argument.startswith("--only")]
    return harness.run_children(
        {name: [os.path.abspath(__file__), "--type", name, *passed_on] for name in names})


if __name__ == "__main__":
    sys.exit(not main())
