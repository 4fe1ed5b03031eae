#!/usr/bin/env python3
"""Runs kernels on generated inputs on several devices and compares the results.

usage: differential.py [--devices=interp,sim] [--seeds=N] FILE.mlir ... [-- OPTION ...]

A file says how to launch it and what may differ on lines `// RUN-DIFF: OPTIONS`,
the options of minitc-run, in which %seed counts from 1 to N (default: 2). The
first device is the reference of the others, through `minitc-run --compare`.
OPTION goes to every run. minitc-run is the one in PATH. The last line counts the
comparisons; the exit status is 1 if one failed.
"""
import argparse
import re
import shlex
import subprocess
import sys


def missing_devices(wanted):
    listing = subprocess.run(["minitc-run", "--list-devices"], capture_output=True,
                             text=True, check=True).stdout
    there = {re.split(r" |: ", line)[0] for line in listing.splitlines()
             if ": unavailable" not in line}
    return [device for device in wanted if device not in there]


def launches(path, seeds):
    """The options of each launch that a file asks for."""
    with open(path) as source:
        lines = re.findall(r"^// RUN-DIFF:\s*(.*)$", source.read(), re.MULTILINE)
    if not lines:
        sys.exit(f"{path}: expected a line '// RUN-DIFF: OPTIONS', but there is none")
    for line in lines:
        for seed in range(1, seeds + 1) if "%seed" in line else [0]:
            yield shlex.split(line.replace("%seed", str(seed)))


def agrees(path, options, device, reference):
    command = ["minitc-run", path, f"--device={device}", f"--compare={reference}", *options]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode:
        print(f"$ {shlex.join(command)}\n{run.stdout}{run.stderr}", end="")
    return run.returncode == 0


def main():
    own, extra = sys.argv[1:], []
    if "--" in own:
        own, extra = own[:own.index("--")], own[own.index("--") + 1:]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--devices", default="interp,sim")
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("files", nargs="+")
    options = parser.parse_args(own)
    reference, *others = options.devices.split(",")
    if not others:
        sys.exit("expected two devices or more, as in --devices=interp,sim")
    if missing := missing_devices([reference, *others]):
        sys.exit(f"not available here: {', '.join(missing)}")

    passed = failed = 0
    for path in options.files:
        print(f"{path}: {', '.join(others)} against {reference}")
        for launch in launches(path, options.seeds):
            for device in others:
                if agrees(path, launch + extra, device, reference):
                    passed += 1
                else:
                    failed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
