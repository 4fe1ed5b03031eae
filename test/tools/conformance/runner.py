"""Runs cases on devices, in a process of its own: a crash takes nothing else along.

The worker reads the names of cases from its standard input, a line each, and
answers each with a line of JSON: a list of [device, outcome, text].
"""
import json
import os
import re
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "gpu"))
import minitc

from kernel import Array, show

# What surrounds each array on a GPU: the host's devices check bounds themselves.
GUARD = 256
PASSED, REFUSED, FAILED = "passed", "refused", "FAILED"


class Memory:
    """An array on a device, between guard zones if `guarded`."""

    def __init__(self, device, array, guarded):
        self.array, self.guard = array, GUARD if guarded else 0
        self.zone = b"\xD7" * self.guard
        self.buffer = minitc.Buffer(device, array.data.nbytes + 2 * self.guard)
        self.buffer.upload(self.zone + array.data.tobytes() + self.zone)

    @property
    def address(self):
        return minitc.Address(self.buffer.address + self.guard, self.array.element.name)

    def contents(self):
        """Raises Wrong if a guard zone changed."""
        data = self.buffer.download()
        end = len(data) - self.guard
        if data[:self.guard] != self.zone or data[end:] != self.zone:
            raise Wrong("wrote outside its array")
        return np.frombuffer(data[self.guard:end], self.array.element.dtype)


class Wrong(Exception):
    pass


def check(memory, position):
    """Raises Wrong with the first element that is not as expected."""
    array, got = memory.array, memory.contents()
    if array.expected is None:
        if got.tobytes() != array.data.tobytes():
            raise Wrong(f"wrote to argument {position}, which it only reads")
        return
    wrong = np.flatnonzero(array.expected.wrong(array.element, got))
    if len(wrong):
        at = int(wrong[0])
        raise Wrong(f"{len(wrong)} of {len(got)} elements of argument {position} are wrong, "
                    f"first [{at}]: expected {array.expected.show(array.element, at)}, "
                    f"but got {show(array.element, got, at)}")


def launch(device, kernel, memories):
    """Compiles and runs. Raises minitc.Error."""
    compiled = device.compile(kernel.source(), name="case.mlir", cache=0)
    values = [memory.address if memory else argument
              for memory, argument in zip(memories, kernel.arguments)]
    grid = kernel.grid if isinstance(kernel.grid, tuple) else (kernel.grid,)
    try:
        compiled(grid, *values)
        device.synchronize()
    finally:
        compiled.release()


def check_printed(lines, text):
    """Raises Wrong unless the text is these lines, in any order."""
    got = sorted(text.splitlines())
    if len(got) != len(lines):
        raise Wrong(f"expected {len(lines)} printed lines, but got {len(got)}")
    for line, written in zip(sorted(lines, key=lambda line: line.start), got):
        if not line.agrees(written):
            raise Wrong(f"expected a line '{line.start}' with {line.bits}, but got '{written}'")


def check_run(device, kernel):
    """Runs a kernel and checks all that it wrote. Standard output is a file."""
    is_gpu = device.name.startswith("cuda")
    memories = [Memory(device, argument, is_gpu) if isinstance(argument, Array) else None
                for argument in kernel.arguments]
    before = os.lseek(1, 0, os.SEEK_END)
    try:
        launch(device, kernel, memories)
        printed = os.pread(1, os.lseek(1, 0, os.SEEK_END) - before, before)
        check_printed(kernel.printed, printed.decode())
        for position, memory in enumerate(memories):
            if memory:
                check(memory, position)
    finally:
        for memory in memories:
            if memory:
                memory.buffer.release()


def refuse(device, kernel, message):
    """Whether compiling ends with `message` at the op in question."""
    try:
        device.compile(kernel.source(), name="case.mlir", cache=0, specialize=0).release()
    except minitc.Error as error:
        place = re.search(r"^case\.mlir:(\d+):\d+: error: (.*)$", str(error), re.MULTILINE)
        if not place or message not in place[2]:
            return FAILED, f"expected an error '{message}', but got:\n{error}"
        if int(place[1]) != kernel.subject:
            return FAILED, f"expected the error at line {kernel.subject}, but got:\n{error}"
        return REFUSED, place[2]
    return FAILED, f"expected an error '{message}', but it compiles"


def run(device, case):
    kernel = case.kernel()
    message = case.refusal(device.name)
    if message is not None:
        return refuse(device, kernel, message)
    try:
        check_run(device, kernel)
    except minitc.Error as error:
        if kernel.fault and kernel.fault in str(error) and f":{kernel.subject}:" in str(error):
            return PASSED, ""
        return FAILED, str(error)
    except Wrong as error:
        return FAILED, str(error)
    return (FAILED, f"expected '{kernel.fault}' to end it") if kernel.fault else (PASSED, "")


def open_device(name, options):
    """`options` holds "sim:order=descending" and the like, for any device."""
    device = minitc.Device(name)
    for option in options:
        owner, _, setting = option.partition(":")
        if owner == name:
            device.set_option(*setting.split("=", 1))
    return device


def serve(cases, names, options, reply_fd):
    """The worker's loop. Replies go to a pipe of their own, since kernels print."""
    devices = [open_device(name, options) for name in names]
    cases = {case.name: case for case in cases}
    with os.fdopen(reply_fd, "w") as reply:
        for line in sys.stdin:
            case = cases[line.rstrip("\n")]
            outcomes = [(device.name, *run(device, case)) for device in devices
                        if device.name.split(":")[0] not in case.without]
            reply.write(json.dumps(outcomes) + "\n")
            reply.flush()
