# example_format.py - Examples as lit tests
#
# Each example is a test: the commands on its lines `// RUN-DEMO: ...`, which
# `tools/dev demo` runs too, have to succeed.

import os
import re
import subprocess

import lit.formats
import lit.Test

DEMO = re.compile(r"^// RUN-DEMO:\s*(.*)$", re.MULTILINE)


class ExampleTest(lit.formats.FileBasedTest):
    """Runs an example's commands on whatever device minitc-run chooses."""

    def execute(self, test, lit_config):
        path = test.getSourcePath()
        with open(path) as source:
            commands = DEMO.findall(source.read())
        if not commands:
            return lit.Test.Result(lit.Test.FAIL, "no '// RUN-DEMO:' line")
        for command in commands:
            if "check" not in command and "--compare" not in command:
                return lit.Test.Result(lit.Test.FAIL, f"checks nothing: {command}")
        if not {"gpu", "interp"} & set(test.config.available_features):
            return lit.Test.Result(lit.Test.UNSUPPORTED, "no device to run on")
        for command in commands:
            run = self.run(command, path, test)
            if run.returncode:
                return lit.Test.Result(
                    lit.Test.FAIL, f"$ {command}\n{run.stdout}{run.stderr}")
        return lit.Test.Result(lit.Test.PASS)

    def run(self, command, path, test):
        """Runs one line, with %s the file, %S its folder, %t a scratch path."""
        scratch = test.getExecPath()
        os.makedirs(os.path.dirname(scratch), exist_ok=True)
        for key, value in (("%s", path), ("%S", os.path.dirname(path)), ("%t", scratch)):
            command = command.replace(key, value)
        return subprocess.run(
            ["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True,
            env=test.config.environment, timeout=300)
