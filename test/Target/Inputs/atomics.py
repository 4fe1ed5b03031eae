"""Every atomic op there is: each kind on each type, in each order and scope, with
its result used and not.

usage: atomics.py FILE TARGET...

Writes a kernel for each kind and type to FILE, compiles it for each target and
compares the atomic instructions in its PTX with those of the PTX ISA.
"""

import collections
import itertools
import re
import subprocess
import sys

ORDERS = ("relaxed", "acquire", "release", "acq_rel")
SCOPES = ("cta", "gpu", "sys")
WAYS = list(itertools.product(ORDERS, SCOPES, (False, True)))
# What PTX calls a kind; None where it has no word and compare-and-swap does it.
INTEGER_KINDS = {
    "and": "and.b", "or": "or.b", "xor": "xor.b", "add": "add.u", "max": "max.s",
    "min": "min.s", "umax": "max.u", "umin": "min.u", "xchg": "exch.b",
}
FLOAT_KINDS = {"xchg": "exch.b", "fadd": "add.f", "fmax": None, "fmin": None}
KERNELS = (
    [(kind, f"i{bits}", f"{word}{bits}") for kind, word in INTEGER_KINDS.items() for bits in (32, 64)]
    + [(kind, f"f{bits}", word and f"{word}{bits}") for kind, word in FLOAT_KINDS.items()
       for bits in (32, 64)]
    + [("fadd", "f16", "add.noftz.f16"), ("fadd", "bf16", "add.noftz.bf16")]
    + [("cas", kind + bits, f"cas.b{bits}") for kind in "if" for bits in ("32", "64")])


def kernel(kind, element):
    lines = [
        f"tc.kernel @{kind}_{element}(%p: !tc.ptr<{element}>, %q: !tc.ptr<{element}>)"
        " attributes {num_warps = 1 : i32} {",
        "  %i = tc.arange 0 to 32 : tensor<32xi32>",
        f"  %ps = tc.addptr %p, %i : !tc.ptr<{element}>, tensor<32xi32>",
        f"  %qs = tc.addptr %q, %i : !tc.ptr<{element}>, tensor<32xi32>",
        f"  %x = tc.load %qs : tensor<32x!tc.ptr<{element}>>",
    ]
    types = f"tensor<32x!tc.ptr<{element}>>, tensor<32x{element}>"
    for i, (order, scope, is_used) in enumerate(WAYS):
        op = f"atomic_cas {order} {scope} %ps, %x, %x" if kind == "cas" else \
            f"atomic_rmw {kind} {order} {scope} %ps, %x"
        lines.append(f"  %o{i} = tc.{op} : {types}")
        if is_used:
            lines.append(f"  tc.store %qs, %o{i} : tensor<32x!tc.ptr<{element}>>")
    return "\n".join(lines + ["  tc.return", "}", ""])


def expected(kind, element, word, target):
    """The instructions of a kernel."""
    if element == "bf16" and target in ("sm_80", "sm_86", "sm_89"):
        word = None
    if word is None:
        word = "cas.b" + re.sub(r"\D", "", element)
    has_reduction = not word.startswith(("exch", "cas"))
    instructions = collections.Counter()
    for order, scope, is_used in WAYS:
        is_reduction = has_reduction and not is_used and order in ("relaxed", "release")
        name = "red" if is_reduction else "atom"
        instructions[f"{name}.{order}.{scope}.global.{word}"] += 1
    return instructions


def run(*command):
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)}:\n{result.stderr}")
    return result.stdout


def main(path, *targets):
    with open(path, "w") as file:
        file.writelines(kernel(kind, element) for kind, element, _ in KERNELS)
    failures = []
    for target in targets:
        ptx = run("minitc", path, f"--target={target}", "-o", "-")
        bodies = dict(re.findall(r"\.entry (\w+)\((.*?)^}", ptx, re.MULTILINE | re.DOTALL))
        for kind, element, word in KERNELS:
            found = collections.Counter(
                re.findall(r"\b(?:atom|red)\.[\w.]+", bodies[f"{kind}_{element}"]))
            wanted = expected(kind, element, word, target)
            if found != wanted:
                failures.append(f"{kind} of {element} on {target}: expected {wanted - found}, "
                                f"but got {found - wanted}")
    print("\n".join(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
