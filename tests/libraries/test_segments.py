"""recto.ops: sums and extremes of the rows that have one number, against plain loops."""
import numpy as np
import pytest

import recto
from recto import ops

pytestmark = pytest.mark.xla
RNG = np.random.default_rng(5)
IDS = np.array([0, 3, 3, -1, 0, 7])
ROWS = {"floats": RNG.normal(size=(6, 2)), "integers": RNG.integers(-9, 9, 6), "truth": RNG.random(6) < 0.5}
LOOPS = {"segment_sum": np.add, "segment_prod": np.multiply, "segment_max": np.maximum, "segment_min": np.minimum}


@pytest.mark.parametrize("name", LOOPS)
@pytest.mark.parametrize("kind", ROWS)
def test_rows_go_to_their_segments(name, kind):
    rows, function = ROWS[kind], getattr(ops, name)
    neutral = {"segment_sum": 0, "segment_prod": 1, "segment_max": ops.limit(rows.dtype, True),
               "segment_min": ops.limit(rows.dtype, False)}[name]
    wanted = np.full((4, *rows.shape[1:]), neutral, rows.dtype)
    for number, row in zip(IDS, rows):
        if 0 <= number < 4:
            wanted[number] = LOOPS[name](wanted[number], row)
    for found in (function(rows, IDS, num_segments=4), recto.jit(lambda x: function(x, IDS, num_segments=4))(rows)):
        np.testing.assert_allclose(found, wanted, rtol=1e-12)
        assert found.dtype == rows.dtype


def test_limits_are_neutral():
    for dtype in (np.dtype(c) for c in "?bhilBHILfd"):
        least, greatest = ops.limit(dtype, True), ops.limit(dtype, False)
        assert least.dtype == greatest.dtype == dtype and least < greatest
        assert np.maximum(least, greatest) == greatest and np.minimum(least, greatest) == least
