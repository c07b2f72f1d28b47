"""A dozen programs as they print: what correctness does not show, whether the output is well made.

    make golden         # writes tests/golden anew and shows what has changed
"""
from __future__ import annotations

import pathlib
import subprocess

import pytest

import corpus
from recto import transform

FOLDER = pathlib.Path(__file__).parent / "golden"
CHOSEN = ["recurrences-exponential_average", "rootfinding-newton", "stencils-heat_2d", "mandelbrot-escape_count",
          "linear_algebra_loops-cholesky_loops", "dynamic_programming-nussinov", "kmeans-lloyd_until_stable",
          "layers-mlp", "sorting-insertion_sort", "early_return-binary_search", "mutation-ping_pong",
          "fft_recursive-fft_recursive", "errors_at_runtime-checked_histogram"]
STYLES = {"program.py": transform.primitive_source, "numpy.py": transform.numpy_source}


def printed(name: str) -> dict[str, str]:
    """The program of a corpus function's first example, in all styles."""
    module, function = name.split("-")
    program = corpus.read(corpus.functions(module)[function][0].copy()).program
    return {file: show(program).rstrip("\n") + "\n" for file, show in STYLES.items()}


@pytest.mark.parametrize("name", CHOSEN)
def test_prints_as_it_did(name):
    texts = printed(name)
    assert texts == {file: (FOLDER / name / file).read_text() for file in STYLES}, "make golden, and read the diff"


def test_every_golden_folder_is_compared():
    assert {p.name for p in FOLDER.iterdir()} == set(CHOSEN)


def main() -> None:
    for name in CHOSEN:
        (FOLDER / name).mkdir(parents=True, exist_ok=True)
        for file, text in printed(name).items():
            (FOLDER / name / file).write_text(text)
    subprocess.run(["git", "diff", "--", FOLDER], check=True)


if __name__ == "__main__":
    main()
