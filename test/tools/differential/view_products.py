"""Runs products through views, whose sizes are no multiples of tiles, on the interpreter
and the simulator.

usage: view_products.py FOLDER [minitc-run options, as --sim-target=sm_80]

The kernels are those of test/gpu/products_test.py, of each type in two orders; FOLDER
holds them. Elements are small integers, so that the two devices have to agree to the
bit. Prints a line for each run that fails, and `N passed, N failed`.
"""
import os
import subprocess
import sys

TESTS = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(TESTS, "gpu"))
import products_test as products

# m, n, k.
SHAPES = ((63, 130, 71), (130, 65, 136), (1, 127, 16), (16, 7, 1))


def cases():
    for number, kind in enumerate(products.TYPES):
        orders = (products.ORDERS[number % 4], products.ORDERS[3 - number % 4])
        for place, order in zip((number, number + 3), orders):
            yield kind, order, SHAPES[(number // 4 + place) % len(SHAPES)]


def arguments(kind, order, shape):
    m, n, k = shape
    arrays = (("a", m, k, order[0]), ("b", k, n, order[1]))
    strides = {}
    for seed, (name, rows, cols, is_column_major) in enumerate(arrays, 1):
        if is_column_major:
            rows, cols = cols, rows
        strides["ld" + name] = cols
        yield f"{name}=randint({rows}x{cols}x{kind.element}, lo=-2, hi=3, seed={seed})"
    yield f"c=empty({m}x{n}x{kind.sum})"
    for name, value in {"M": m, "N": n, "K": k, **strides, "ldc": n}.items():
        yield f"{name}={value}"


def main(folder, options):
    os.makedirs(folder, exist_ok=True)
    passed = failed = 0
    for number, (kind, order, shape) in enumerate(cases()):
        path = os.path.join(folder, f"{number}-{kind.name}.mlir")
        with open(path, "w") as file:
            file.write(products.source(kind, order))
        blocks, = products.grid(kind, *shape[:2])
        command = ["minitc-run", path, "--device=interp", "--compare=sim", "--rtol=0",
                   "--atol=0", f"--grid={blocks}", *options,
                   *(f"--arg={argument}" for argument in arguments(kind, order, shape))]
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode:
            failed += 1
            print("$", *command, "\n" + run.stdout + run.stderr, sep=" ")
        else:
            passed += 1
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
