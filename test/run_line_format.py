# run_line_format.py - Files that say how to run them, as lit tests
#
# Examples and cases are kernels with lines `// KEYWORD: command`, which tools/dev
# runs too. Each file is a test for each way to run it: on each device that there
# is, and through ptxas.

import os
import re
import subprocess

import lit.formats
import lit.Test

TARGETS = ("sm_80", "sm_90a")


class OnDevice:
    """Runs a file's lines with these options of minitc-run. All have to succeed."""

    def __init__(self, feature, *options):
        self.feature = feature
        self.options = " ".join(options)

    def commands(self, keyword, source):
        lines = re.findall(rf"^// {keyword}:\s*(.*)$", source, re.MULTILINE)
        return [line.replace("minitc-run", f"minitc-run {self.options}", 1) for line in lines]


class ThroughPtxas:
    """Compiles a file for a target, as far as ptxas."""

    feature = "ptxas"

    def __init__(self, target):
        self.target = target

    def commands(self, keyword, source):
        return [f"minitc %s --target={self.target} --emit=cubin -o %t"]


def on_simulator(target, code, order):
    """`code` before or after LLVM's O3; threads in this order."""
    return OnDevice("sim", "--device=sim", f"--sim-target={target}", f"--sim-opt={code}",
                    f"--sim-order={order}", "--check-races")


# A wrong value that hangs on the order of threads shows in one of several.
WAYS = {
    "interp": OnDevice("interp", "--device=interp"),
    "sim-sm_80": on_simulator("sm_80", "after", "ascending"),
    "sim-sm_80-before-O3": on_simulator("sm_80", "before", "descending"),
    "sim-sm_90a": on_simulator("sm_90a", "after", "seed:1"),
    "sim-sm_90a-before-O3": on_simulator("sm_90a", "before", "seed:2"),
    "gpu": OnDevice("gpu", "--device=cuda:0"),
    **{f"ptxas-{target}": ThroughPtxas(target) for target in TARGETS},
}


class RunLineTest(lit.formats.FileBasedTest):
    """A test for each file and way to run it."""

    def __init__(self, keyword):
        self.keyword = keyword

    def getTestsForPath(self, suite, path_in_suite, lit_config, config):
        for test in super().getTestsForPath(suite, path_in_suite, lit_config, config):
            for way in WAYS:
                yield lit.Test.Test(suite, path_in_suite + (way,), config,
                                    file_path=suite.getSourcePath(path_in_suite))

    def execute(self, test, lit_config):
        way = WAYS[test.path_in_suite[-1]]
        with open(test.getFilePath()) as file:
            source = file.read()
        commands = way.commands(self.keyword, source)
        if not commands:
            return lit.Test.Result(lit.Test.FAIL, f"no '// {self.keyword}:' line")
        for command in commands:
            if "minitc-run" in command and not re.search("check|--compare", command):
                return lit.Test.Result(lit.Test.FAIL, f"checks nothing: {command}")
        if way.feature not in test.config.available_features:
            return lit.Test.Result(lit.Test.UNSUPPORTED, f"there is no {way.feature} here")
        for command in commands:
            run = self.run(command, test)
            if run.returncode:
                return lit.Test.Result(
                    lit.Test.FAIL, f"$ {command}\n{run.stdout}{run.stderr}")
        return lit.Test.Result(lit.Test.PASS)

    def run(self, command, test):
        """Runs one line, with %s the file, %S its folder, %t a scratch path."""
        path, scratch = test.getFilePath(), test.getExecPath()
        os.makedirs(os.path.dirname(scratch), exist_ok=True)
        for key, value in (("%s", path), ("%S", os.path.dirname(path)), ("%t", scratch)):
            command = command.replace(key, value)
        return subprocess.run(
            ["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True,
            env=test.config.environment, timeout=300)
