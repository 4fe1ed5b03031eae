# same-arrays.py - Whether two folders hold the same arrays
#
# Up to the last bits, in which two releases of NumPy may differ.

import os
import sys

import numpy as np

left, right = sys.argv[1:]
names = sorted(name for name in os.listdir(left) if name.endswith(".npy"))
assert names == sorted(os.listdir(right)), (names, os.listdir(right))
for name in names:
    a, b = (np.load(os.path.join(folder, name)) for folder in (left, right))
    assert a.dtype == b.dtype, name
    np.testing.assert_allclose(a, b, rtol=1e-6, atol=1e-7, err_msg=name)
print(f"{len(names)} arrays agree")
