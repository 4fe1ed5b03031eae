# check-refused.py - Whether a tool refuses files as it should
#
# Runs a tool on each file. It has to exit with 1, write no output, and print
# `FILE:LINE:COL: error: ...` with the text after `//--- expected:` in the file.

import os
import re
import subprocess
import sys

tool, *files = sys.argv[1:]
failures = 0
for path in files:
    with open(path) as source:
        expected = re.search(r"// expected: (.*)", source.read()).group(1)
    output = path + ".ptx"
    run = subprocess.run([tool, path, "-o", output], capture_output=True, text=True, timeout=60)
    errors = re.findall(rf"^{re.escape(path)}:\d+:\d+: error: .*", run.stderr, re.MULTILINE)
    wrong = []
    if run.returncode != 1:
        wrong.append(f"expected status 1, but got {run.returncode}")
    if not errors:
        wrong.append("expected a located error")
    elif not any(expected in error for error in errors):
        wrong.append(f"expected an error with '{expected}'")
    if os.path.exists(output):
        wrong.append("expected no output file")
    for reason in wrong:
        failures += 1
        print(f"{os.path.basename(path)}: {reason}; it printed:\n{run.stderr}")
print(f"{len(files)} files, {failures} failures")
sys.exit(failures > 0 or not files)
