#===- sanitize.py - Examples and cases under compute-sanitizer -------------===#
#
# Launches every example at small odd sizes, through minitc-run, under each tool
# of compute-sanitizer, and every case of test/cases as its lines say under two of
# them, and expects that nothing is found. One launch reads past its array on
# purpose: that memcheck must find, or this test proves nothing.
#
#   sanitize.py [--tools=memcheck,racecheck] [--only=REGEX]
#
# The last line is "N passed, N failed".
#
#===----------------------------------------------------------------------===#

import argparse
import concurrent.futures
import glob
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
BUILD = os.environ.get("MINITC_BUILD_DIR", os.path.join(ROOT, "build"))
TIMEOUT_S = 90

# What each tool says at the end when there is nothing to say.
NOTHING = {"memcheck": "ERROR SUMMARY: 0 errors",
           "racecheck": "RACECHECK SUMMARY: 0 hazards",
           "initcheck": "ERROR SUMMARY: 0 errors",
           "synccheck": "ERROR SUMMARY: 0 errors"}
# The tools that cases run under.
CASE_TOOLS = ("memcheck", "racecheck")


def matrix(name, rows, cols, kind="randn", dtype="f32"):
    return f"{name}={kind}({rows}x{cols}x{dtype})"


def rowwise(example, rows, cols, warps=None, outputs=("out",)):
    """A kernel of one row a program instance."""
    out = [matrix(name, rows, cols, "empty") for name in outputs]
    return (example, str(rows), warps, [matrix("in", rows, cols), *out,
                                        f"stride={cols}", f"cols={cols}"])


def elementwise(example, n, inputs, output):
    return (example, str(-(-n // 1024)), None,
            [*(f"{name}=randn({n}xf32)" for name in inputs),
             f"{output}=empty({n}xf32)", f"n={n}"])


def layernorm(rows, cols, warps=None):
    return ("layernorm", str(rows), warps,
            [matrix("x", rows, cols, dtype="bf16"), f"w=randn({cols}xbf16)",
             f"b=randn({cols}xbf16)", matrix("y", rows, cols, "empty", "bf16"),
             f"stride={cols}", f"cols={cols}", "eps=1e-5"])


def row_argmax(rows, cols, warps=None):
    return ("row_argmax", str(rows), warps,
            [matrix("in", rows, cols), f"value=empty({rows}xf32)",
             f"index=empty({rows}xi32)", f"stride={cols}", f"cols={cols}"])


def column_sum(rows, cols, warps=None):
    return ("column_sum", str(-(-cols // 32)), warps,
            [matrix("in", rows, cols), f"out=empty({cols}xf32)", f"stride={cols}",
             f"rows={rows}", f"cols={cols}"])


def transpose(rows, cols, warps=None):
    return ("transpose", f"{-(-rows // 64)}x{-(-cols // 64)}", warps,
            [matrix("in", rows, cols), matrix("out", cols, rows, "empty"),
             f"rows={rows}", f"cols={cols}"])


def matmul(m, n, k, warps=None):
    return ("matmul", str(-(-m // 128) * -(-n // 128)), warps,
            [f"a=randn({m}x{k}xf16)", f"b=randn({k}x{n}xf16)",
             f"bias=randn({n}xf16)", f"c=empty({m}x{n}xf16)", f"M={m}", f"N={n}",
             f"K={k}", f"lda={k}", f"ldb={n}", f"ldc={n}"])


def batched_matmul(batch, m, n, k, warps=None):
    return ("batched_matmul", f"{-(-m // 128) * -(-n // 128)}x{batch}", warps,
            [f"a=randn({batch}x{m}x{k}xf16)", f"b=randn({batch}x{k}x{n}xf16)",
             f"c=empty({batch}x{m}x{n}xf16)", f"batch={batch}", f"M={m}", f"N={n}",
             f"K={k}", f"lda={k}", f"ldb={n}", f"ldc={n}", f"strideA={m * k}",
             f"strideB={k * n}", f"strideC={m * n}"])


def matmul_transposed(m, n, k, warps=None):
    return ("matmul_transposed", str(-(-m // 128) * -(-n // 128)), warps,
            [f"a=randn({k}x{m}xf16)", f"b=randn({n}x{k}xf16)",
             f"bias=randn({n}xf16)", f"c=empty({m}x{n}xf16)", f"M={m}", f"N={n}",
             f"K={k}", f"lda={m}", f"ldb={k}", f"ldc={n}"])


def split_k(m, n, k, parts, warps=None):
    return ("split_k", f"{-(-m // 128) * -(-n // 128)}x{parts}", warps,
            [f"a=randn({m}x{k}xbf16)", f"b=randn({k}x{n}xbf16)",
             f"c=zeros({m}x{n}xf32)", f"M={m}", f"N={n}", f"K={k}", f"lda={k}",
             f"ldb={n}", f"ldc={n}"])


def f8_matmul(m, n, k, warps=None):
    return ("f8_matmul", str(-(-m // 128) * -(-n // 128)), warps,
            [f"a=randn({m}x{k}xf8E4M3FN)", f"b=randn({n}x{k}xf8E4M3FN)",
             f"scaleA=ones({m}xf32)", f"scaleB=ones({n}xf32)",
             f"c=empty({m}x{n}xbf16)", f"M={m}", f"N={n}", f"K={k}", f"lda={k}",
             f"ldb={k}", f"ldc={n}"])


def attention(dim, queries, keys, causal, warps=None):
    return ("attention" if dim == 64 else f"attention_{dim}",
            f"{-(-queries // 128)}x2", warps,
            [f"q=randn(2x{queries}x{dim}xf16)", f"k=randn(1x{keys}x{dim}xf16)",
             f"v=randn(1x{keys}x{dim}xf16)", f"o=empty(2x{queries}x{dim}xf16)",
             f"scale={dim**-0.5}", "heads=2", "kvHeads=1", f"queries={queries}",
             f"keys={keys}", f"causal={causal}", f"qHead={queries * dim}",
             f"qRow={dim}", f"kHead={keys * dim}", f"kRow={dim}"])


def prefix_sum(n):
    tiles = -(-n // 4096)
    return ("prefix_sum", str(tiles), None,
            [f"x=randint({n}xi32, -9, 10)", f"out=empty({n}xi32)",
             f"state=zeros({tiles + 1}xi64)", f"n={n}"])


def histogram(n, grid, warps=None):
    return ("histogram", str(grid), warps,
            [f"x=randint({n}xi32, -20, 300)", "counts=zeros(256xi32)", f"n={n}"])


def segment_sum(rows, cols, warps=None):
    return ("segment_sum", f"{-(-rows // 32)}x{-(-cols // 128)}", warps,
            [matrix("x", rows, cols), f"segment=randint({rows}xi32, -1, 9)",
             matrix("out", 8, cols, "zeros"), f"rows={rows}", f"cols={cols}",
             "segments=8"])


def topk(rows, cols, k, warps=None):
    return ("topk", str(-(-rows // 4)), warps,
            [matrix("x", rows, cols), matrix("value", rows, k, "empty"),
             matrix("index", rows, k, "empty", "i32"), f"rows={rows}",
             f"cols={cols}", f"k={k}"])


def cross_entropy(rows, cols, warps=None):
    return ("cross_entropy", str(rows), warps,
            [matrix("x", rows, cols, dtype="bf16"),
             f"label=randint({rows}xi32, -2, {cols})", f"loss=empty({rows}xf32)",
             f"lse=empty({rows}xf32)", f"cols={cols}"])


def cross_entropy_grad(rows, cols):
    return ("cross_entropy_grad", f"{rows}x{-(-cols // 4096)}", None,
            [matrix("x", rows, cols, dtype="bf16"),
             f"label=randint({rows}xi32, -2, {cols})", f"lse=ones({rows}xf32)",
             f"grad=randn({rows}xf32)", matrix("dx", rows, cols, "empty", "bf16"),
             f"cols={cols}"])


def dropout(n):
    return ("dropout", str(-(-n // 2048)), None,
            [f"x=randn({n}xbf16)", f"y=empty({n}xbf16)", f"n={n}", "keep=0.5",
             "seed=1", "offset=2"])


def rotary(seq, heads, half):
    shape = f"1x{seq}x{heads}x{2 * half}xbf16"
    return ("rotary", f"{seq}x1x{-(-heads // 32)}", None,
            [f"x=randn({shape})", matrix("cos", seq, half), matrix("sin", seq, half),
             f"y=empty({shape})", f"heads={heads}", f"half={half}"])


# Example, grid, warps (None: as it says) and arguments.
LAUNCHES = [
    elementwise("vector_add", 1025, "ab", "c"),
    elementwise("vector_add", 37, "ab", "c"),
    elementwise("tanh", 1025, "x", "y"),
    rowwise("softmax", 3, 781), rowwise("softmax", 2, 1024, 8),
    rowwise("online_softmax", 2, 4099), rowwise("online_softmax", 2, 8192, 4),
    layernorm(3, 1001), layernorm(2, 4096, 16),
    row_argmax(5, 999), row_argmax(2, 1024, 16),
    column_sum(131, 33), column_sum(256, 64, 4),
    transpose(65, 67), transpose(128, 64, 4),
    matmul(130, 200, 136), matmul(128, 128, 256, 8), matmul(65, 67, 71),
    batched_matmul(3, 130, 136, 200), batched_matmul(2, 65, 67, 71),
    matmul_transposed(136, 200, 264), matmul_transposed(65, 67, 71),
    split_k(136, 200, 528, 3), split_k(65, 67, 71, 2),
    f8_matmul(144, 200, 272), f8_matmul(65, 67, 71),
    attention(64, 200, 170, 1), attention(64, 129, 256, 0),
    attention(128, 200, 170, 1), attention(128, 129, 256, 0),
    prefix_sum(4097), prefix_sum(300001),
    histogram(9001, 2), histogram(5000, 1, 16),
    segment_sum(70, 130), segment_sum(64, 256, 1),
    topk(5, 99, 3), topk(8, 256, 8, 1),
    cross_entropy(3, 4099), cross_entropy(2, 8192, 16), cross_entropy_grad(3, 4099),
    dropout(2051), rotary(3, 33, 31), rotary(2, 32, 64),
]
# It reads and writes beyond arrays of 100 elements.
PLANTED = ("vector_add", "1", None,
           ["a=randn(100xf32)", "b=randn(100xf32)", "c=empty(100xf32)", "n=1024"])


def run(sanitizer, tool, launch):
    """Runs one launch under one tool: its label, whether all is well, its output."""
    example, grid, warps, arguments = launch
    command = [sanitizer, "--tool", tool, os.path.join(BUILD, "bin", "minitc-run"),
               os.path.join(ROOT, "examples", example + ".mlir"),
               "--device=cuda:0", f"--grid={grid}",
               *(f"--arg={argument}" for argument in arguments)]
    if warps:
        command.append(f"--num-warps={warps}")
    return f"{tool} {example} {' '.join(arguments)}", *execute(tool, command)


def run_case(sanitizer, tool, path):
    """Runs the lines of a case, each launch under the tool; results as of `run`."""
    with open(path, encoding="utf-8") as file:
        lines = re.findall(r"^// RUN-CASE:\s*(.*)$", file.read(), re.MULTILINE)
    runner = os.path.join(BUILD, "bin", "minitc-run")
    under = f"{shlex.quote(sanitizer)} --tool {tool} {shlex.quote(runner)} --device=cuda:0"
    label = f"{tool} {os.path.basename(path)}"
    launches = 0
    with tempfile.TemporaryDirectory() as scratch:
        for line in lines:
            for name, value in (("%s", path), ("%S", os.path.dirname(path)),
                                ("%t", os.path.join(scratch, "arrays"))):
                line = line.replace(name, value)
            is_launch = line.startswith("minitc-run ")
            if is_launch:
                line = under + line.removeprefix("minitc-run")
            launches += is_launch
            is_well, output = execute(tool if is_launch else None, ["bash", "-c", line])
            if not is_well:
                return label, False, f"$ {line}\n{output}"
    return label, launches > 0, "" if launches else "no line launches anything"


def execute(tool, command):
    """Whether a command ends well and its tool, if any, has found nothing; its output."""
    # Lines that make arrays want NumPy: the python3 that runs this.
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, timeout=TIMEOUT_S, env={**os.environ, "PATH": path})
    except subprocess.TimeoutExpired:
        return False, f"not done after {TIMEOUT_S} s"
    is_well = done.returncode == 0 and (tool is None or NOTHING[tool] in done.stdout)
    return is_well, f"exit {done.returncode}\n{done.stdout}"


def find_sanitizer():
    home = os.environ.get("CUDA_HOME", "/usr/local/cuda")
    for candidate in (shutil.which("compute-sanitizer"),
                      os.path.join(home, "bin", "compute-sanitizer")):
        if candidate and os.path.exists(candidate):
            return candidate
    sys.exit("compute-sanitizer is not here: it comes with the CUDA Toolkit")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tools", default=",".join(NOTHING))
    parser.add_argument("--only", default="", help="names of examples and cases")
    options = parser.parse_args()
    tools, only = options.tools.split(","), re.compile(options.only)
    sanitizer = find_sanitizer()
    cases = [path for path in sorted(glob.glob(os.path.join(ROOT, "test", "cases", "*.mlir")))
             if only.search(os.path.basename(path))]
    launches = [launch for launch in LAUNCHES if only.search(launch[0])]
    jobs = [(run, tool, launch) for tool in tools for launch in launches]
    jobs += [(run_case, tool, case) for tool in tools if tool in CASE_TOOLS for case in cases]
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(12) as pool:
        planted = pool.submit(run, sanitizer, "memcheck", PLANTED)
        results = [pool.submit(job, sanitizer, tool, what) for job, tool, what in jobs]
        for result in results:
            label, is_well, output = result.result()
            if is_well:
                passed += 1
                continue
            failed += 1
            print(f"FAILED {label}")
            print("\n".join("  " + line for line in output.split("\n")[:25]),
                  flush=True)
    _, _, output = planted.result()
    if "Invalid __global__" in output and NOTHING["memcheck"] not in output:
        passed += 1
    else:
        failed += 1
        print("FAILED: memcheck did not find the planted access:\n" + output[:2000])
    print(f"{len(launches)} launches of examples under each of {', '.join(tools)}; "
          f"{len(cases)} cases under {', '.join(tool for tool in tools if tool in CASE_TOOLS)}")
    print(f"{passed} passed, {failed} failed")
    return failed == 0


if __name__ == "__main__":
    sys.exit(not main())
