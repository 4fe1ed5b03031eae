#!/usr/bin/env python3
"""Every op of the language on every element type, against NumPy.

usage: conformance.py [--devices=interp,sim] [--sample=N] [--only=REGEX] [--jobs=N]
       conformance.py --table | --check-readme=FILE | --check-ops=FILE.td ...

Writes a kernel for each op, element type and class of shape, runs it and compares
with an independent reference, exactly or within the stated bound. An op that is
not in the language on some type has to be refused there, at its line, with the
message that this program holds: each cell of op x type passes or is refused by
design. --sample takes N cases of each cell. The last line is "N passed, N
failed".

--table prints the table of operations in the README, and --check-readme compares
it with what is there. --check-ops looks for ops of MLIR's definition files that
have no case.
"""
import argparse
import collections
import json
import os
import queue
import re
import select
import subprocess
import sys
import tempfile
import threading

import matrix
import runner
import table

LIMIT_S = 120


def sample(cases, count):
    """So many cases for each cell and outcome: those with the lowest checksums."""
    by_cell = collections.defaultdict(list)
    for case in cases:
        by_cell[case.cell, case.message, case.compiler_message].append(case)
    return [case for group in by_cell.values()
            for case in sorted(group, key=lambda case: case.rank_in_sample)[:count]]


class Worker:
    """A process that runs cases; started anew when it dies."""

    def __init__(self, arguments):
        self.arguments, self.process = arguments, None

    def start(self):
        read, write = os.pipe()
        self.log = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [sys.executable, os.path.abspath(__file__), f"--worker={write}", *self.arguments],
            stdin=subprocess.PIPE, stdout=self.log, stderr=self.log, pass_fds=[write])
        os.close(write)
        self.replies = os.fdopen(read)

    def ask(self, name):
        """A list of [device, outcome, text]."""
        if self.process is None:
            self.start()
        try:
            self.process.stdin.write(name.encode() + b"\n")
            self.process.stdin.flush()
            if not select.select([self.replies], [], [], LIMIT_S)[0]:
                return self.give_up(f"took more than {LIMIT_S} s")
            line = self.replies.readline()
        except BrokenPipeError:
            line = ""
        return json.loads(line) if line else self.give_up("ended the process")

    def give_up(self, reason):
        self.process.kill()
        status = self.process.wait()
        self.log.seek(0)
        text = self.log.read().decode(errors="replace")[-2000:]
        self.close()
        return [["its devices", runner.FAILED, f"{reason} ({status})\n{text}"]]

    def close(self):
        if self.process is None:
            return
        self.process.stdin.close()
        self.process.wait()
        self.replies.close()
        self.log.close()
        self.process = None


def run_all(cases, jobs, arguments, report):
    """Calls `report(case, outcomes)` from any thread as cases end."""
    waiting = queue.SimpleQueue()
    for case in cases:
        waiting.put(case)

    def work():
        worker = Worker(arguments)
        try:
            while True:
                case = waiting.get_nowait()
                report(case, worker.ask(case.name))
        except queue.Empty:
            worker.close()

    threads = [threading.Thread(target=work) for _ in range(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


class Summary:
    def __init__(self, is_verbose):
        self.counts, self.cells = collections.Counter(), collections.defaultdict(set)
        self.is_verbose, self.lock = is_verbose, threading.Lock()

    def add(self, case, outcomes):
        with self.lock:
            for device, outcome, text in outcomes:
                self.counts[outcome] += 1
                self.cells[case.cell].add(outcome)
                if outcome == runner.FAILED or self.is_verbose:
                    print(f"{outcome}: {case.name} on {device}: {text}", flush=True)

    def print(self):
        refused = sum(outcomes == {runner.REFUSED} for outcomes in self.cells.values())
        print(f"{len(self.cells)} cells of op x type: {len(self.cells) - refused} in the "
              f"language, {refused} refused by design")
        print(f"{self.counts[runner.REFUSED]} refusals as designed")
        passed = self.counts[runner.PASSED] + self.counts[runner.REFUSED]
        print(f"{passed} passed, {self.counts[runner.FAILED]} failed")


def check_readme(path, cases):
    with open(path) as file:
        if table.table(cases) in file.read():
            return 0
    print(f"{path}: expected this table of operations:\n{table.table(cases)}")
    return 1


# Ops that only end what others begin.
STRUCTURAL = {"tc.return", "tc.yield"}


def check_ops(paths, cases):
    """Each file defines ops by their mnemonics, `def TC_LoadOp : TC_Op<"load"`; its
    name says the dialect."""
    tried = {case.op.split(" ")[0] for case in cases} | STRUCTURAL
    count, missing = 0, []
    for path in paths:
        dialect = re.match("TC|Arith|Math", os.path.basename(path))[0].lower()
        with open(path) as file:
            names = re.findall(r'^def \w+Op\s*:\s*\w+<\s*"(\w+)"', file.read(), re.MULTILINE)
        count += len(names)
        missing += [f"{dialect}.{name}" for name in names if f"{dialect}.{name}" not in tried]
    print(f"{count} ops, without a case: {', '.join(missing) or 'none'}")
    return 1 if missing else 0


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--devices", default="interp,sim")
    parser.add_argument("--option", action="append", default=[], metavar="DEVICE:NAME=VALUE")
    parser.add_argument("--sample", type=int, metavar="N")
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--source", action="store_true", help="print the kernels, run nothing")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--check-readme", metavar="FILE")
    parser.add_argument("--check-ops", nargs="+", metavar="FILE.td")
    parser.add_argument("--worker", type=int, help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


def main():
    options = parse(sys.argv[1:])
    cases = list(matrix.all_cases())
    if options.worker is not None:
        return runner.serve(cases, options.devices.split(","), options.option, options.worker)
    if options.table:
        print(table.table(cases), end="")
        return 0
    if options.check_readme:
        return check_readme(options.check_readme, cases)
    if options.check_ops:
        return check_ops(options.check_ops, cases)
    cases = [case for case in cases if re.search(options.only, case.name)]
    if options.sample:
        cases = sample(cases, options.sample)
    if options.source:
        for case in cases:
            print(f"// {case.name}\n{case.kernel().source()}")
        return 0
    summary = Summary(options.verbose)
    arguments = [f"--devices={options.devices}", *(f"--option={o}" for o in options.option)]
    run_all(cases, min(options.jobs, len(cases)) or 1, arguments, summary.add)
    summary.print()
    return 1 if summary.counts[runner.FAILED] else 0


if __name__ == "__main__":
    sys.exit(main())
