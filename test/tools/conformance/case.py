"""Cases: a kernel for one cell of the matrix and one shape, or a refusal."""
import zlib

import numpy as np

from kernel import Kernel, size_of

# One of each class: one element, fewer than a warp has lanes, as many, more than
# a block has threads; of 2 and 3 dimensions, none of them square; and of 5.
SCALAR = ()
SHAPES = (SCALAR, (1,), (16,), (32,), (2048,), (1, 64), (8, 4), (4, 256), (2, 8, 4),
          (2, 1, 4, 2, 8))
TILES = SHAPES[1:]
FEW = (SCALAR, (16,), (4, 256))


class Case:
    """`op` on `type` (any text) is the cell. `build(case, kernel)` writes the
    kernel. `message` is what the compiler has to say if the cell is a hole in
    the language; `compiler_message`, if it is one of the compiler alone, which
    the interpreter has no part in. `second` is about the second of two operands:
    "same" as the first, or a position in the special values, to be a constant."""

    def __init__(self, op, type, shape, build, form="", message=None, compiler_message=None,
                 without=(), grid=None, warps=None, folds=False, second=None):
        self.op, self.type, self.shape, self.build = op, str(type), tuple(shape), build
        self.message, self.compiler_message = message, compiler_message
        self.without, self.warps, self.folds, self.form = without, warps, folds, form
        parts = [op, self.type, "x".join(map(str, shape)) or "scalar", form]
        self.name = "/".join(part for part in parts if part)
        self.second = second
        self.has_own_grid = grid is not None
        self.grid = grid if self.has_own_grid else self._default_grid()

    def _default_grid(self):
        """Enough instances for special values to meet, few where tiles are large."""
        return max(1, min(64 if not self.shape else 8, 2048 // size_of(self.shape)))

    @property
    def cell(self):
        return self.op, self.type

    @property
    def rank_in_sample(self):
        return zlib.crc32(self.name.encode())

    @property
    def count(self):
        """Elements of an array with a tile for each instance."""
        return self.grid * size_of(self.shape)

    def rng(self):
        return np.random.default_rng(self.rank_in_sample)

    def kernel(self):
        # The numbers of warps take turns; 0 lets the compiler choose.
        warps = (0, 1, 2, 4, 8)[self.rank_in_sample % 5] if self.warps is None else self.warps
        kernel = Kernel(self.shape, self.grid, warps)
        kernel.folds, kernel.folds_uniform = self.folds, isinstance(self.second, int)
        self.build(self, kernel)
        return kernel

    def refusal(self, device):
        """The text of the error that has to come on `device`, or None."""
        if self.message is None and device != "interp":
            return self.compiler_message
        return self.message


def folding(case):
    """The same on data that are constants: what the compiler folds has to be what
    it would have computed."""
    form = f"{case.form} constants".lstrip()
    return Case(case.op, case.type, case.shape, case.build, form, without=case.without, grid=1,
                warps=case.warps, folds=True)


def refused(op, type, build, message, shape=(16,), form=""):
    """A hole in the language: `message` is what it says of it."""
    return Case(op, type, shape, build, form=form, message=message)
