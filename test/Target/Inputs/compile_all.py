"""Compiles every kernel of a directory for every target, to machine code."""

import pathlib
import subprocess
import sys

TARGETS = ["sm_80", "sm_86", "sm_89", "sm_90", "sm_90a", "sm_100", "sm_120"]

directory, output = sys.argv[1:]
sources = sorted(pathlib.Path(directory).glob("*.mlir"))
assert sources, f"no kernels in {directory}"
failures = 0
for source in sources:
    for target in TARGETS:
        command = ["minitc", str(source), f"--target={target}", "--emit=cubin", "-o", output]
        result = subprocess.run(command, capture_output=True, text=True)
        if result.returncode != 0:
            failures += 1
            print(f"{source.name} for {target}:\n{result.stderr}")
sys.exit(1 if failures else 0)
