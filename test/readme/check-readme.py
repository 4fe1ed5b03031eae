# check-readme.py - Whether the README is true
#
# Its first kernel has to be in examples/vector_add.mlir as it stands, and every
# indented command `build/bin/minitc ...` has to succeed; where a table follows,
# the command has to print its first line. Commands of minitc-run are run where
# there is a device.

import os
import re
import subprocess
import sys

readme, repository, tools, scratch = sys.argv[1:]
with open(readme) as file:
    text = file.read()

kernel = re.search(r"^```mlir\n(.*?)^```", text, re.MULTILINE | re.DOTALL).group(1)
with open(os.path.join(repository, "examples", "vector_add.mlir")) as file:
    assert kernel in file.read(), "the kernel of the README is not that of the example"

# The commands say build/bin and examples: make both reachable from the scratch.
os.makedirs(os.path.join(scratch, "build"))
os.symlink(tools, os.path.join(scratch, "build", "bin"))
os.symlink(os.path.join(repository, "examples"), os.path.join(scratch, "examples"))

listing = subprocess.run([os.path.join(tools, "minitc-run"), "--list-devices"],
                         capture_output=True, text=True, check=True).stdout
devices = [line for line in listing.splitlines() if ": unavailable" not in line]

commands = re.findall(r"^    (build/bin/minitc(?:.*\\\n)*.*)", text, re.MULTILINE)
assert len(commands) >= 4, commands
for command in commands:
    if command.startswith("build/bin/minitc-run ") and not devices:
        print("skipped, no device:", command)
        continue
    run = subprocess.run(["bash", "-c", command], cwd=scratch, capture_output=True, text=True)
    assert run.returncode == 0, f"$ {command}\n{run.stdout}{run.stderr}"
    if "--print-resources" in command:
        header = re.search(r"^kernel .*", text, re.MULTILINE).group(0)
        assert header in run.stderr, f"expected '{header}' in:\n{run.stderr}"
    print("ran:", command)
