"""Behaviour that depends on the installed versions of NumPy and SciPy.

Each name says what the newer version does.
"""

from __future__ import annotations

import importlib.metadata

import numpy as np


def release(version: str) -> tuple[int, int]:
    """The first two numbers of a version: (2, 5) of "2.5.0rc1"."""
    first, second = version.split(".")[:2]
    return int(first), int(second)


NUMPY = release(np.__version__)
SCIPY = release(importlib.metadata.version("scipy"))  # scipy itself is imported where it is needed

# np.where refuses Python integers that do not fit; before, they wrapped around, as they do in np.choose and np.select.
WHERE_REFUSES_LARGE_INTEGERS = NUMPY >= (2, 5)
# np.cross takes vectors of three elements alone; before, of two as well.
CROSS_IS_OF_THREE = NUMPY >= (2, 5)
# np.linalg.matrix_rank raises LinAlgError for infinite matrices, too.
RANK_OF_INFINITE_FAILS = NUMPY >= (2, 5)
# np.meshgrid(…, sparse=True, copy=False) gives a tuple, as it does otherwise; before, a list.
MESHGRID_GIVES_TUPLES = NUMPY >= (2, 5)
# scipy.linalg.cho_factor clears the other triangle, and gives `lower` as an array; before, it left that of the matrix.
CHO_FACTOR_IS_TRIANGULAR = SCIPY >= (1, 18)
# scipy.linalg.lstsq gives the rank as an integer of NumPy's; before, as one of Python's.
LSTSQ_RANK_IS_NUMPYS = SCIPY >= (1, 18)
# scipy.stats.rankdata gives float64 by whatever method; before, integers by all but "average".
RANKS_ARE_FLOATS = SCIPY >= (1, 18)
# scipy.linalg.toeplitz and circulant make a matrix of each row; before, toeplitz flattened what it got.
ROWS_MAKE_MATRICES = SCIPY >= (1, 17)
