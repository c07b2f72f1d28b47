"""Integer squares and magnitudes that wrap around: XLA takes them to be at least 0, and simplifies what is asked of
them."""

from __future__ import annotations

import numpy as np
import pytest

import recto

ASKED = {
    "sign": lambda x: x >= 0,
    "below": lambda x: x < 0,
    "abs": abs,
    "quarter": lambda x: x // 4,
    "seventh": lambda x: x // 7,
    "remainder": lambda x: abs(x) % 7,
    "chosen": lambda x: np.where(x < 0, -x, x + 1),
    "limited": lambda x: np.maximum(x, 0),
    "shifted": lambda x: x >> 1,
    "float": lambda x: x.astype(np.float64),
}
SQUARES = {
    "product": lambda n: n * n,
    "power": lambda n: n**2,
    "square": np.square,
    "of a sum": lambda n: (n + 1) * (n + 1),
    "magnitude": abs,
    "negative": lambda n: -abs(n),
    "fourth power": lambda n: n**4,
}
DTYPES = [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint32]


@pytest.mark.parametrize("square", SQUARES.values(), ids=SQUARES)
@pytest.mark.parametrize("dtype", DTYPES)
def test_what_is_asked_of_them_is_as_in_numpy(square, dtype):
    def asked(n):
        return [ask(square(n)) for ask in ASKED.values()]

    bounds, rng = np.iinfo(dtype), np.random.default_rng(3)
    given = rng.integers(bounds.min, bounds.max, 40, dtype, endpoint=True)
    roots = int(np.sqrt(bounds.max)) + np.arange(-1, 3)
    given = np.concatenate([given, [bounds.min, bounds.max, 0, 1], roots]).astype(dtype)
    with np.errstate(all="ignore"):
        wanted = asked(given)
    for name, got, want in zip(ASKED, recto.jit(asked)(given), wanted, strict=True):
        np.testing.assert_array_equal(np.asarray(got), want, err_msg=name, strict=True)


@pytest.mark.parametrize("n", [np.int32(46341), np.int64(3037000500), np.int8(12), np.int8(-128)])
def test_branches_on_them(n):
    def turned(n):
        h = n * n
        if h < 0:
            h = -h
        return h, abs(n) < 0

    with np.errstate(all="ignore"):
        wanted = turned(n)
    assert [v.item() for v in recto.jit(turned)(n)] == [v.item() for v in wanted]
