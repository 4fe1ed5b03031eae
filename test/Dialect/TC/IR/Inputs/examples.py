"""Checks that the examples in TableGen files of ops parse.

usage: examples.py file.td...

An example is an ```mlir block in an op's description; every op needs one that
uses it. What is not a kernel of its own is put into a function that takes the
values which the example uses and does not define. Their types are found by
asking minitc-opt: where a type is wrong, it says which one it expected.
"""

import re
import subprocess
import sys

OP = re.compile(r"^def \w+ : \w+<\"(\w+)\".*?^}", re.M | re.S)
EXAMPLE = re.compile(r"```mlir\n(.*?)```", re.S)
DEFINED = re.compile(r"(%\w+)(?=(?:, %\w+)*(?::\d+)? =)|(%\w+)(?=: )")
USED = re.compile(r"%\w+")
WRONG = re.compile(r"use of value '(%\w+)' expects different type than prior uses: '(.*)' vs '")


def wrap(example, types):
    """The example as the text of a module."""
    if example.lstrip().startswith("tc.kernel"):
        return example
    arguments = ", ".join(f"{name}: {type}" for name, type in types.items())
    return f"func.func @example({arguments}) {{\n{example}\nreturn\n}}\n"


def check(example):
    """The error that remains once every type is found, or an empty string."""
    defined = {name for match in DEFINED.findall(example) for name in match}
    types = {name: "f32" for name in USED.findall(example) if name not in defined}
    for _ in range(len(types) + 1):
        run = subprocess.run(["minitc-opt", "-"], input=wrap(example, types),
                             capture_output=True, text=True)
        wrong = WRONG.search(run.stderr)
        if not wrong or types.get(wrong[1]) == wrong[2]:
            break
        types[wrong[1]] = wrong[2]
    return run.stderr if run.returncode else ""


def main(paths):
    failures = 0
    ops = [op for path in paths for op in OP.finditer(open(path).read())]
    for op in ops:
        examples = EXAMPLE.findall(op[0])
        if not any(re.search(rf"\btc\w*\.{op[1]}\b", example) for example in examples):
            print(f"{op[1]}: no example of its use")
            failures += 1
        for example in examples:
            if error := check(example):
                print(f"{op[1]}: {error}")
                failures += 1
    print(f"{len(ops)} ops, {failures} failures")
    return 0 if ops and not failures else 1


sys.exit(main(sys.argv[1:]))
