"""Runs every example on the interpreter and the simulator at many sizes.

usage: example_sizes.py EXAMPLES_DIR [minitc-run options, as --sim-target=sm_80]

Prints a line for each run that fails, and `N passed, N failed`. The two devices
may differ by what their roundings do: tolerances are in units in the last place
of the output's type, with an absolute part where a sum can cancel.
"""
import os
import subprocess
import sys

LENGTHS = (1, 31, 1023, 1024, 1025, 1_000_000)
ROWS = ((1, 1), (3, 31), (2, 781), (2, 1023), (3, 1024))
TILES = ((1, 1), (31, 33), (65, 64), (127, 1025), (1023, 3))


def blocks(count, size):
    return -(-count // size)


def elementwise(name, inputs, output):
    for n in LENGTHS:
        arrays = {key: f"randn({n}xf32, seed={seed})" for seed, key in enumerate(inputs, 1)}
        yield (name, blocks(n, 1024), {**arrays, output: f"empty({n}xf32)", "n": n},
               "--ulp=4 --atol=0 --rtol=0")


def softmax(name, shapes):
    for rows, cols in shapes:
        yield (name, rows, {"in": f"randn({rows}x{cols}xf32, seed=1)",
                            "out": f"empty({rows}x{cols}xf32)", "stride": cols, "cols": cols},
               "--rtol=1e-5 --atol=1e-9")


def layernorm():
    for rows, cols in (*ROWS, (2, 1025), (1, 4095)):
        yield ("layernorm", rows, {"x": f"randn({rows}x{cols}xbf16, seed=1)",
                                   "w": f"randn({cols}xbf16, seed=2)",
                                   "b": f"randn({cols}xbf16, seed=3)",
                                   "y": f"empty({rows}x{cols}xbf16)",
                                   "stride": cols, "cols": cols, "eps": "1e-5"},
               "--ulp=2 --rtol=0 --atol=1e-4")


def row_argmax():
    for rows, cols in ROWS:
        yield ("row_argmax", rows, {"in": f"randn({rows}x{cols}xf32, seed=1)",
                                    "value": f"empty({rows}xf32)", "index": f"empty({rows}xi32)",
                                    "stride": cols, "cols": cols}, "--rtol=0 --atol=0")


def column_sum():
    for rows, cols in TILES:
        yield ("column_sum", blocks(cols, 32), {"in": f"randn({rows}x{cols}xf32, seed=1)",
                                                "out": f"empty({cols}xf32)", "stride": cols,
                                                "rows": rows, "cols": cols},
               f"--rtol=0 --atol={rows * 4 * 2.0**-23 * rows**0.5}")


def transpose():
    for rows, cols in TILES:
        yield ("transpose", f"{blocks(rows, 64)}x{blocks(cols, 64)}",
               {"in": f"randn({rows}x{cols}xf32, seed=1)", "out": f"empty({cols}x{rows}xf32)",
                "rows": rows, "cols": cols}, "--rtol=0 --atol=0")


def matmul():
    # Small integers, whose sums are exact in any order.
    for m, n, k in ((1, 1, 1), (7, 16, 63), (64, 128, 64), (130, 127, 200)):
        yield ("matmul", blocks(m, 128) * blocks(n, 128),
               {"a": f"randint({m}x{k}xf16, lo=-8, hi=8, seed=1)",
                "b": f"randint({k}x{n}xf16, lo=-8, hi=8, seed=2)",
                "bias": f"randint({n}xf16, lo=-8, hi=8, seed=3)",
                "c": f"empty({m}x{n}xf16)", "M": m, "N": n, "K": k, "lda": k,
                "ldb": n, "ldc": n}, "--rtol=0 --atol=0")


def batched_matmul():
    for batch, m, n, k in ((1, 1, 1, 1), (3, 7, 16, 63), (2, 64, 128, 64), (2, 130, 127, 72)):
        yield ("batched_matmul", f"{blocks(m, 128) * blocks(n, 128)}x{batch}",
               {"a": f"randint({batch}x{m}x{k}xf16, lo=-8, hi=8, seed=1)",
                "b": f"randint({batch}x{k}x{n}xf16, lo=-8, hi=8, seed=2)",
                "c": f"empty({batch}x{m}x{n}xf16)", "batch": batch, "M": m, "N": n, "K": k,
                "lda": k, "ldb": n, "ldc": n, "strideA": m * k, "strideB": k * n,
                "strideC": m * n}, "--rtol=0 --atol=0")


def matmul_transposed():
    for m, n, k in ((1, 1, 1), (7, 16, 63), (64, 128, 64), (130, 127, 72)):
        yield ("matmul_transposed", blocks(m, 128) * blocks(n, 128),
               {"a": f"randint({k}x{m}xf16, lo=-1, hi=2, seed=1)",
                "b": f"uniform({n}x{k}xf16, -0.25, 0.25, seed=2)",
                "bias": f"randint({n}xf16, lo=-2, hi=3, seed=3)",
                "c": f"empty({m}x{n}xf16)", "M": m, "N": n, "K": k, "lda": m,
                "ldb": k, "ldc": n}, "--ulp=2 --rtol=0 --atol=1e-5")


def split_k():
    for m, n, k, parts in ((1, 1, 1, 3), (7, 16, 63, 1), (64, 128, 200, 2), (130, 127, 192, 3)):
        yield ("split_k", f"{blocks(m, 128) * blocks(n, 128)}x{parts}",
               {"a": f"randint({m}x{k}xbf16, lo=-8, hi=8, seed=1)",
                "b": f"randint({k}x{n}xbf16, lo=-8, hi=8, seed=2)",
                "c": f"zeros({m}x{n}xf32)", "M": m, "N": n, "K": k, "lda": k,
                "ldb": n, "ldc": n}, "--rtol=0 --atol=0")


def f8_matmul():
    for m, n, k in ((1, 1, 1), (7, 16, 63), (64, 128, 128), (130, 127, 144)):
        yield ("f8_matmul", blocks(m, 128) * blocks(n, 128),
               {"a": f"randint({m}x{k}xf8E4M3FN, lo=-8, hi=8, seed=1)",
                "b": f"randint({n}x{k}xf8E4M3FN, lo=-8, hi=8, seed=2)",
                "scaleA": f"uniform({m}xf32, 0.5, 2, seed=3)",
                "scaleB": f"uniform({n}xf32, 0.5, 2, seed=4)",
                "c": f"empty({m}x{n}xbf16)", "M": m, "N": n, "K": k, "lda": k,
                "ldb": k, "ldc": n}, "--rtol=0 --atol=0")


def attention():
    for dim, name in ((64, "attention"), (128, "attention_128")):
        for queries, keys, causal in ((1, 1, 1), (70, 33, 1), (129, 200, 1), (127, 129, 0)):
            yield (name, f"{blocks(queries, 128)}x2",
                   {"q": f"randn(2x{queries}x{dim}xf16, seed=1)",
                    "k": f"randn(1x{keys}x{dim}xf16, seed=2)",
                    "v": f"randn(1x{keys}x{dim}xf16, seed=3)",
                    "o": f"empty(2x{queries}x{dim}xf16)", "scale": dim**-0.5, "heads": 2,
                    "kvHeads": 1, "queries": queries, "keys": keys, "causal": causal,
                    "qHead": queries * dim, "qRow": dim, "kHead": keys * dim, "kRow": dim},
                   "--ulp=2 --rtol=0 --atol=1e-3")


def prefix_sum():
    for n in (*LENGTHS, 4095, 4097, 70 * 4096):
        tiles = blocks(n, 4096)
        yield ("prefix_sum", tiles, {"x": f"randint({n}xi32, -2147483648, 2147483647, seed=1)",
                                     "out": f"empty({n}xi32)", "state": f"zeros({tiles + 1}xi64)",
                                     "n": n}, "")


def histogram():
    for n, grid in ((1, 1), (31, 2), (4097, 1), (100_000, 3)):
        yield ("histogram", grid, {"x": f"randint({n}xi32, -20, 300, seed=1)",
                                   "counts": "zeros(256xi32)", "n": n}, "")


def segment_sum():
    for rows, cols, segments in ((1, 1, 1), (31, 129, 3), (65, 256, 9), (97, 40, 2)):
        yield ("segment_sum", f"{blocks(rows, 32)}x{blocks(cols, 128)}",
               {"x": f"randn({rows}x{cols}xf32, seed=1)",
                "segment": f"randint({rows}xi32, -1, {segments + 1}, seed=2)",
                "out": f"zeros({segments}x{cols}xf32)", "rows": rows, "cols": cols,
                "segments": segments}, f"--rtol=0 --atol={rows * 4 * 2.0**-23 * rows**0.5}")


def topk():
    for rows, cols, k in ((1, 1, 1), (5, 31, 3), (6, 200, 8), (4, 256, 8)):
        yield ("topk", blocks(rows, 4), {"x": f"randn({rows}x{cols}xf32, seed=1)",
                                         "value": f"empty({rows}x{k}xf32)",
                                         "index": f"empty({rows}x{k}xi32)",
                                         "rows": rows, "cols": cols, "k": k},
               "--rtol=0 --atol=0")


def cross_entropy():
    for rows, cols in (*ROWS, (2, 4097), (1, 50257)):
        x = {"x": f"randn({rows}x{cols}xbf16, seed=1)",
             "label": f"randint({rows}xi32, -1, {cols}, seed=2)", "cols": cols}
        yield ("cross_entropy", rows, {**x, "loss": f"empty({rows}xf32)",
                                       "lse": f"empty({rows}xf32)"}, "--rtol=0 --atol=1e-5")
        yield ("cross_entropy_grad", f"{rows}x{blocks(cols, 4096)}",
               {**x, "lse": f"uniform({rows}xf32, 5, 6, seed=3)",
                "grad": f"randn({rows}xf32, seed=4)", "dx": f"empty({rows}x{cols}xbf16)"},
               "--ulp=2 --rtol=0 --atol=1e-6")


def dropout():
    for n in (1, 31, 2047, 2049, 1_000_000):
        yield ("dropout", blocks(n, 2048), {"x": f"randn({n}xbf16, seed=1)",
                                            "y": f"empty({n}xbf16)", "n": n, "keep": 0.9,
                                            "seed": -n, "offset": n << 31},
               "--ulp=0 --rtol=0 --atol=0")


def rotary():
    for batch, seq, heads, half in ((1, 1, 1, 1), (2, 3, 33, 48), (1, 2, 32, 64), (1, 3, 5, 31)):
        shape = f"{batch}x{seq}x{heads}x{2 * half}xbf16"
        tables = {key: f"uniform({seq}x{half}xf32, -1, 1, seed={seed})"
                  for seed, key in enumerate(("cos", "sin"), 2)}
        yield ("rotary", f"{seq}x{batch}x{blocks(heads, 32)}",
               {"x": f"randn({shape}, seed=1)", **tables, "y": f"empty({shape})",
                "heads": heads, "half": half}, "--ulp=1 --rtol=0 --atol=1e-6")


def cases():
    yield from elementwise("vector_add", "ab", "c")
    yield from elementwise("tanh", "x", "y")
    yield from softmax("softmax", ROWS)
    yield from softmax("online_softmax", (*ROWS, (2, 4097), (1, 1_000_000)))
    yield from layernorm()
    yield from row_argmax()
    yield from column_sum()
    yield from transpose()
    yield from matmul()
    yield from batched_matmul()
    yield from matmul_transposed()
    yield from split_k()
    yield from f8_matmul()
    yield from attention()
    yield from prefix_sum()
    yield from histogram()
    yield from segment_sum()
    yield from topk()
    yield from cross_entropy()
    yield from dropout()
    yield from rotary()


def main(folder, options):
    seen, failed, passed = set(), 0, 0
    for name, grid, arguments, tolerance in cases():
        seen.add(name + ".mlir")
        command = ["minitc-run", os.path.join(folder, name + ".mlir"), "--device=interp",
                   "--compare=sim", f"--grid={grid}", *options, *tolerance.split(),
                   *(f"--arg={key}={value}" for key, value in arguments.items())]
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode:
            failed += 1
            print("$", *command, run.stdout + run.stderr, sep=" ")
        else:
            passed += 1
    missing = {file for file in os.listdir(folder) if file.endswith(".mlir")} - seen
    if missing:
        failed += 1
        print("no sizes for", *sorted(missing))
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
