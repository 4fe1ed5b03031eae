#===- debug_test.py - Prints and assertions on a GPU -----------------------===#
#
# What kernels print on the GPU is what they print on the interpreter, but for
# the order of program instances; an assertion that fails ends the launch with
# its text, and the next process finds the GPU usable. PTX that is launched by
# the driver alone, as another program would, fails its assertions too.
#
#   debug_test.py [--device=cuda:0]
#
# The last line is "N passed, N failed".
#
#===----------------------------------------------------------------------===#

import argparse
import collections
import ctypes
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
BUILD = os.environ.get("MINITC_BUILD_DIR", os.path.join(ROOT, "build"))
SOURCE = os.path.join(ROOT, "test", "tools", "minitc-run", "Inputs", "debug.mlir")
TIMEOUT_S = 120


def line_of(text):
    """The number of the line of SOURCE with this in it."""
    with open(SOURCE) as file:
        return next(number for number, line in enumerate(file, 1) if text in line)


def minitc_run(device, kernel, grid, *options):
    """Returns the exit status, standard output and standard error."""
    command = [os.path.join(BUILD, "bin", "minitc-run"), SOURCE,
               f"--kernel={kernel}", f"--grid={grid}", f"--device={device}",
               "--quiet", *options]
    done = subprocess.run(command, capture_output=True, text=True,
                          timeout=TIMEOUT_S)
    return done.returncode, done.stdout, done.stderr


def by_instance(output):
    """The lines of each program instance, in their order."""
    lines = collections.defaultdict(list)
    for line in output.splitlines():
        lines[line.partition(")")[0]].append(line)
    return lines


def expect(condition, *what):
    if not condition:
        raise AssertionError("\n".join(str(part) for part in what))


def prints_as_the_interpreter(kernel, grid, *options):
    def test(device):
        code, expected, errors = minitc_run("interp", kernel, grid, *options)
        expect(code == 0 and expected, "the interpreter failed", errors)
        code, got, errors = minitc_run(device, kernel, grid, *options)
        expect(code == 0, "the GPU failed", errors)
        got, expected = by_instance(got), by_instance(expected)
        expect(got.keys() == expected.keys(), "expected instances",
               list(expected), "but got", list(got))
        for instance, lines in expected.items():
            for wanted, line in zip(lines, got[instance]):
                expect(wanted == line, f"expected {wanted!r}, but got {line!r}")
            expect(len(lines) == len(got[instance]), f"{instance}): expected "
                   f"{len(lines)} lines, but got {len(got[instance])}")
    return test


def fails_with(kernel, grid, place, text, after, *options):
    """An assertion fails at the line with `place` in it, and then the GPU is
    as good as ever."""
    def test(device):
        code, _, errors = minitc_run(device, kernel, grid, *options)
        message = (f"assertion failed: {text} ({SOURCE}:{line_of(place)}:3, "
                   f"{after})")
        expect(code == 1, f"expected exit status 1, but got {code}", errors)
        expect(message in errors, "expected", message, "but got", errors)
        expect("failed with CUDA_ERROR_" in errors, "expected the CUDA error too, "
               "but got", errors)
        code, output, errors = minitc_run(device, "scalar", "4", "--arg=n=4")
        expect(code == 0, "the next process failed", errors)
    return test


def benchmark_fails(device):
    """A measurement is a call that synchronises too."""
    code, _, errors = minitc_run(device, "scalar", "4", "--arg=n=3", "--bench")
    expect(code == 1 and "assertion failed: there are few instances" in errors,
           errors)


# `.reqntid` of the kernel "scalar": 4 warps.
THREADS = 128


def launch_bare(ptx_path, ordinal):
    """Launches the kernel "scalar" of a PTX file with the driver alone. Prints
    the CUDA error of the synchronisation."""
    cuda = ctypes.CDLL("libcuda.so.1")

    def check(result):
        if result != 0:
            sys.exit(f"setup failed with CUDA error {result}")

    device, context = ctypes.c_int(), ctypes.c_void_p()
    module, function = ctypes.c_void_p(), ctypes.c_void_p()
    with open(ptx_path, "rb") as file:
        ptx = file.read() + b"\0"
    check(cuda.cuInit(0))
    check(cuda.cuDeviceGet(ctypes.byref(device), ordinal))
    check(cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), device))
    check(cuda.cuCtxSetCurrent(context))
    check(cuda.cuModuleLoadData(ctypes.byref(module), ptx))
    check(cuda.cuModuleGetFunction(ctypes.byref(function), module, b"scalar"))
    limit = ctypes.c_int(3)
    parameters = (ctypes.c_void_p * 1)(ctypes.addressof(limit))
    check(cuda.cuLaunchKernel(function, 4, 1, 1, THREADS, 1, 1, 0, None,
                              parameters, None))
    print("result", cuda.cuCtxSynchronize())


def bare_ptx_fails(device):
    with tempfile.TemporaryDirectory() as folder:
        ptx = os.path.join(folder, "debug.ptx")
        subprocess.run([os.path.join(BUILD, "bin", "minitc"), SOURCE,
                        "--kernel=scalar", "--num-warps=4", "-o", ptx], check=True)
        done = subprocess.run(
            [sys.executable, os.path.abspath(__file__), "--device", device,
             "--launch-bare", ptx], capture_output=True, text=True,
            timeout=TIMEOUT_S)
    said = done.stdout + done.stderr
    expect(done.returncode == 0, said)
    expect("result 0" not in said, "expected a CUDA error, but got none", said)
    # The driver's own words: file:line: kernel: block, thread, text.
    expect("there are few instances" in said and "[3,0,0]" in said,
           "expected the assertion's text and block, but got", said)


TESTS = {
    "types": prints_as_the_interpreter("types", "2", "--arg=x=-1.5"),
    "types, 1 warp": prints_as_the_interpreter("types", "2", "--arg=x=0.1",
                                               "--num-warps=1"),
    # Integers, whose sums do not depend on the order.
    "layouts": prints_as_the_interpreter(
        "layouts", "1", "--arg=in=arange(2048xf32)", "--arg=n=3"),
    "layouts, 8 warps": prints_as_the_interpreter(
        "layouts", "1", "--arg=in=arange(2048xf32)", "--arg=n=1",
        "--num-warps=8"),
    "tile": fails_with("tile", "3x3", "tc.assert %holds, \"100%",
                       "100% of it is low",
                       "program instance (1, 2, 0), element [3, 1]",
                       "--arg=out=zeros(1xi32)", "--arg=bad=12"),
    "scalar": fails_with("scalar", "4", "tc.assert %holds, \"there",
                         "there are few instances",
                         "program instance (3, 0, 0)", "--arg=n=3"),
    # Every thread of the largest block fails.
    "1024 threads": fails_with("scalar", "1", "tc.assert %holds, \"there",
                           "there are few instances",
                           "program instance (0, 0, 0)", "--arg=n=0",
                           "--num-warps=32"),
    "bench": benchmark_fails,
    "bare PTX": bare_ptx_fails,
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default="cuda:0")
    parser.add_argument("--launch-bare", metavar="PTX")
    options = parser.parse_args()
    if options.launch_bare:
        return launch_bare(options.launch_bare, int(options.device.split(":")[1]))
    failed = 0
    for name, test in TESTS.items():
        try:
            test(options.device)
        except (AssertionError, subprocess.SubprocessError) as error:
            failed += 1
            print(f"FAILED {name}: {error}", flush=True)
    print(f"{len(TESTS) - failed} passed, {failed} failed")
    return failed


if __name__ == "__main__":
    sys.exit(main())
