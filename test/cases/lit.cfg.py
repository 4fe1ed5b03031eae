# The cases as a suite of their own, on the set-up of the other tests.

import os
import sys

# Worker processes have to find the format's class by its module.
sys.path.insert(0, os.path.join(config.minitc_source_dir, "test"))
from run_line_format import RunLineTest

config.name = "minitc-cases"
config.test_format = RunLineTest("RUN-CASE")
config.suffixes = [".mlir"]
config.test_source_root = os.path.join(config.minitc_source_dir, "test", "cases")
config.test_exec_root = os.path.join(config.minitc_test_dir, "cases")
