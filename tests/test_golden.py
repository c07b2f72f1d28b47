"""A dozen programs as they print: what correctness does not show, whether the output is well made."""
from __future__ import annotations

import pathlib
from functools import partial

import pytest

import corpus
from goldens import Goldens
from recto import transform

CHOSEN = ["recurrences-exponential_average", "rootfinding-newton", "stencils-heat_2d", "mandelbrot-escape_count",
          "linear_algebra_loops-cholesky_loops", "dynamic_programming-nussinov", "kmeans-lloyd_until_stable",
          "layers-mlp", "sorting-insertion_sort", "early_return-binary_search", "mutation-ping_pong",
          "fft_recursive-fft_recursive", "errors_at_runtime-checked_histogram"]
STYLES = {"program.py": transform.primitive_source, "numpy.py": transform.numpy_source}


def printed(name: str, style: str) -> str:
    """The program of a corpus function's first example."""
    module, function = name.split("-")
    return STYLES[style](corpus.read(corpus.functions(module)[function][0].copy()).program)


GOLDENS = Goldens(pathlib.Path(__file__).parent / "golden",
                  {f"{name}/{style}": partial(printed, name, style) for name in CHOSEN for style in STYLES})


@pytest.mark.parametrize("file", GOLDENS.texts)
def test_prints_as_it_did(file):
    GOLDENS.check(file)


def test_every_golden_is_compared():
    GOLDENS.check_that_all_are_compared()
