"""Runs one instance of the example prefix_sum among tiles in every state.

usage: look_back.py prefix_sum.mlir SCRATCH_DIR [minitc-run options, as --device=sim]

A whole run need not meet the states that its look-back is for, as none of its tiles
may be ahead of another. Here the tiles before have left theirs, in numbers of our
own, and one instance has to find its way. Prints `N passed, N failed`.
"""
import os
import subprocess
import sys

import numpy as np

TILE = 4096
# A tile, and the nearest before it that knows all; None: the sums of all, no more.
STATES = ((0, None), (1, 0), (1, None), (7, 3), (31, None), (32, None), (33, None), (33, 0),
          (40, 8), (40, 7), (65, None), (70, 69), (100, 3), (100, 36))


def state_of(tile, whole, sums):
    """The words that the instance finds, and the sum of all before its tile."""
    state = np.zeros(tile + 2, np.int64)
    state[0] = tile
    for t in range(tile):
        knows_all = whole is not None and t <= whole
        value = sums[:t + 1].sum() if knows_all else sums[t]
        # Where all is known, a tile further back must not count again.
        state[1 + t] = (2 if knows_all else 1) << 32 | int(value) & 0xFFFFFFFF
    return state, int(sums[:tile].sum())


def run(example, scratch, tile, whole, options):
    """Whether the instance adds the right sum and leaves it in its word."""
    random = np.random.default_rng(tile)
    n = tile * TILE + 1000
    x = random.integers(-100, 100, n, dtype=np.int32)
    state, before = state_of(tile, whole, random.integers(-10**6, 10**6, tile))
    expected = np.zeros(n, np.int32)
    expected[tile * TILE:] = before + np.cumsum(x[tile * TILE:])
    after = state.copy()
    after[0] += 1
    after[1 + tile] = 2 << 32 | int(expected[-1]) & 0xFFFFFFFF
    files = {}
    for name, array in (("x", x), ("state", state), ("out", expected), ("after", after)):
        files[name] = os.path.join(scratch, name + ".npy")
        np.save(files[name], array)
    command = ["minitc-run", example, *options, f"--arg=x=@{files['x']}",
               f"--arg=state=@{files['state']}", f"--arg=out=zeros({n}xi32)", f"--arg=n={n}",
               f"--check=out=@{files['out']}", f"--check=state=@{files['after']}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    if done.returncode:
        print(f"tile {tile}, all known up to {whole}:", *command, done.stdout + done.stderr)
    return done.returncode == 0


def main(example, scratch, *options):
    os.makedirs(scratch, exist_ok=True)
    results = [run(example, scratch, *state, options) for state in STATES]
    print(f"{sum(results)} passed, {len(results) - sum(results)} failed")
    return not all(results)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
