"""Compile time by the size of a tile and by the number of operations.

usage: compile_time.py [--target=sm_80] [--runs=5]

Times `minitc FILE -o /dev/null`, a whole process from text to PTX, without a
GPU; MINITC_BUILD_DIR is the build to use. Sizes go from 2^10 to 2^17 elements
with the number of warps that the compiler chooses; the largest of these have
128 elements a thread. Times are the best of the runs, in milliseconds.
"""
import argparse
import os
import re
import subprocess
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ.get("MINITC_BUILD_DIR", os.path.join(ROOT, "build"))
SIZES = [1 << bits for bits in range(10, 18)]
COUNTS = [16, 32, 64, 128, 256, 512]


def kernel(size, body):
    """A masked load, `body` from %x to %y, and a masked store."""
    i32, f32 = f"tensor<{size}xi32>", f"tensor<{size}xf32>"
    pointers = f"tensor<{size}x!tc.ptr<f32>>"
    return f"""
tc.kernel @k(%in: !tc.ptr<f32> {{tc.divisible = 16 : i32}},
             %out: !tc.ptr<f32> {{tc.divisible = 16 : i32}}, %n: i32) {{
  %range = tc.arange 0 to {size} : {i32}
  %ns = tc.splat %n : i32 -> {i32}
  %mask = arith.cmpi slt, %range, %ns : {i32}
  %zero = arith.constant 0.0 : f32
  %from = tc.addptr %in, %range : !tc.ptr<f32>, {i32}
  %to = tc.addptr %out, %range : !tc.ptr<f32>, {i32}
  %x = tc.load %from mask %mask other %zero : {pointers}
{body}
  tc.store %to, %y mask %mask : {pointers}
  tc.return
}}
"""


def elementwise(size):
    tile = f"tensor<{size}xf32>"
    return kernel(size, f"  %y = math.tanh %x : {tile}")


def softmax(size):
    tile = f"tensor<{size}xf32>"
    return kernel(size, f"""
  %max = tc.reduce max %x axis 0 : {tile} -> f32
  %maxs = tc.splat %max : f32 -> {tile}
  %d = arith.subf %x, %maxs : {tile}
  %e = math.exp %d : {tile}
  %sum = tc.reduce sum %e axis 0 : {tile} -> f32
  %sums = tc.splat %sum : f32 -> {tile}
  %y = arith.divf %e, %sums : {tile}""")


def operations(count, size=1024):
    """A chain of `count` operations, no two of which are the same."""
    tile = f"tensor<{size}xf32>"
    lines = [f"  %v0 = arith.addf %x, %x : {tile}"]
    names = ("arith.mulf", "arith.addf", "arith.maximumf", "arith.subf")
    for i in range(1, count):
        value = "%y" if i == count - 1 else f"%v{i}"
        lines.append(f"  {value} = {names[i % 4]} %v{i - 1}, %x : {tile}")
    return kernel(size, "\n".join(lines))


class Measurement:
    def __init__(self, text, options):
        with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
            file.write(text)
            file.flush()
            command = [os.path.join(BUILD, "bin", "minitc"), file.name,
                       f"--target={options.target}", "-o"]
            self.ms = min(self.once([*command, "/dev/null"]) for _ in range(options.runs))
            ptx = subprocess.run([*command, "-"], capture_output=True, text=True, check=True)
        self.threads = int(re.search(r"\.reqntid (\d+)", ptx.stdout)[1])

    @staticmethod
    def once(command):
        start = time.perf_counter()
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
        return (time.perf_counter() - start) * 1e3


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--target", default="sm_80")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    print(f"{'elements':>9s} {'warps':>6s} {'a thread':>9s} {'tanh, ms':>10s} {'softmax, ms':>12s}")
    for size in SIZES:
        tanh = Measurement(elementwise(size), options)
        rows = Measurement(softmax(size), options)
        print(f"{size:9d} {tanh.threads // 32:6d} {size // tanh.threads:9d} {tanh.ms:10.1f} "
              f"{rows.ms:12.1f}", flush=True)
    print(f"\n{'operations':>10s} {'ms':>8s}")
    for count in COUNTS:
        print(f"{count:10d} {Measurement(operations(count), options).ms:8.1f}", flush=True)


if __name__ == "__main__":
    main()
