"""Every loop of `shapes` computes what the Python loop computes, and copies no array while it runs."""
from __future__ import annotations

import numpy as np
import pytest

from recto.runtime import compile
from recto.transform.ir.evaluate import evaluate
from recto.transform import lowered

from .harness import compiled, copies, run
from .shapes import SHAPES


@pytest.mark.parametrize("name", SHAPES)
def test_runs_in_place(name):
    p, arguments, plain, _ = SHAPES[name](40 if "sort" in name else 1024)
    want = plain(*(np.array(a) for a in arguments))
    want = want if isinstance(want, tuple) else (want,)
    exe = compiled(p)
    for expected, in_numpy, in_xla in zip(want, evaluate(p, *arguments), run(exe, arguments), strict=True):
        np.testing.assert_array_equal(in_numpy, expected)
        np.testing.assert_array_equal(in_xla, expected)
    assert copies(exe) == 0


@pytest.mark.parametrize("name", ["swap", "costly_branch", "search", "exchange", "stack"])
def test_computes_the_same_when_nothing_is_kept_in_place(name):
    p, arguments, _, _ = SHAPES[name](64)
    text = lowered(p, in_place=False).text
    assert "inlineable" not in text
    for want, given in zip(evaluate(p, *arguments), run(compile(text), arguments), strict=True):
        np.testing.assert_array_equal(given, want)
