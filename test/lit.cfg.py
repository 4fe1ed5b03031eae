# What lit needs to know to run the tests: where the tools are, and what this
# machine has.

import os
import shutil
import subprocess

import lit.formats

config.name = "minitc"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["CMakeLists.txt", "Inputs", "benchmark", "gpu", "lib", "unit"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = config.minitc_test_dir

# The system's Python, which has NumPy, comes before others.
tool_dirs = [config.minitc_tools_dir, config.llvm_tools_dir, "/usr/bin"]
config.environment["PATH"] = os.pathsep.join(tool_dirs + [os.environ["PATH"]])
config.environment["MINITC_BUILD_DIR"] = os.path.dirname(config.minitc_tools_dir)
config.environment["MINITC_CACHE_DIR"] = os.path.join(config.minitc_test_dir, "cache")
for name in ("CUDA_HOME", "MINITC_PTXAS", "LD_LIBRARY_PATH"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

config.substitutions += [
    ("%{examples}", os.path.join(config.minitc_source_dir, "examples")),
    ("%{include}", os.path.join(config.minitc_source_dir, "include")),
    ("%{mlir}", os.path.join(os.path.dirname(config.llvm_tools_dir), "include", "mlir")),
    ("%{python}", "/usr/bin/python3"),
    ("%{readme}", os.path.join(config.minitc_source_dir, "README.md")),
    ("%{tools}", config.minitc_tools_dir),
]


def find_ptxas():
    """As findPtxas() of the library looks for it."""
    if "MINITC_PTXAS" in os.environ:
        return shutil.which(os.environ["MINITC_PTXAS"])
    roots = [os.environ.get("CUDA_HOME"), "/usr/local/cuda"]
    candidates = [os.path.join(root, "bin", "ptxas") for root in roots if root]
    return shutil.which("ptxas") or next(filter(shutil.which, candidates), None)


def available_devices():
    """The names of the devices that can be opened here, without numbers."""
    tool = os.path.join(config.minitc_tools_dir, "minitc-run")
    if not os.path.exists(tool):
        return set()
    listing = subprocess.run([tool, "--list-devices"], capture_output=True, text=True)
    lines = [line for line in listing.stdout.splitlines() if ": unavailable" not in line]
    return {line.split()[0].split(":")[0] for line in lines}


def has_numpy():
    """Whether the system's Python can read what minitc-run writes."""
    command = ["/usr/bin/python3", "-c", "import numpy"]
    return shutil.which(command[0]) and not subprocess.run(command, capture_output=True).returncode


for tool in ("minitc", "minitc-opt", "minitc-run", "minitc-lsp-server", "minitc-test-opt"):
    if os.path.exists(os.path.join(config.minitc_tools_dir, tool)):
        config.available_features.add(tool)
devices = available_devices()
config.available_features.update(devices - {"cuda"})
if "cuda" in devices:
    config.available_features.add("gpu")
if find_ptxas():
    config.available_features.add("ptxas")
if has_numpy():
    config.available_features.add("numpy")
