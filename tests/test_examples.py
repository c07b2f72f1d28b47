"""The examples and notebooks run, and find what they should."""
from __future__ import annotations


import jupytext
import nbformat
import numpy as np
import pytest
from nbclient import NotebookClient
from sklearn.datasets import load_digits

from test_architecture import ROOT

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.py"))
pytestmark = pytest.mark.xla


@pytest.fixture
def example(monkeypatch):
    """Import from the folder of examples."""
    monkeypatch.syspath_prepend(ROOT / "examples")
    return __import__


def test_digits_are_clustered_as_plain_numpy_clusters_them(example):
    digits, plain = example("kmeans_digits"), example("kmeans")
    points, truth = (a[:300] for a in load_digits(return_X_y=True))
    found = digits.cluster(points, truth)
    seeds = plain.farthest_first(points, digits.CLUSTERS)
    _, labels, inertia, rounds = plain.kmeans(points, seeds, digits.LIMIT)
    np.testing.assert_allclose(found.inertia, inertia[:rounds])
    np.testing.assert_allclose(found.purity, plain.purity(labels, truth, digits.CLUSTERS, digits.CLASSES))
    assert found.purity > 0.6
    assert 2 < rounds < digits.LIMIT and np.all(np.diff(found.inertia) <= 0)


def test_both_ways_to_write_it_agree(example):
    plain = example("kmeans")
    points = load_digits().data[:200]
    seeds = plain.farthest_first(points, 5)
    for a, b in zip(plain.kmeans(points, seeds, 50), plain.kmeans_vectorised(points, seeds, 50)):
        np.testing.assert_allclose(a, b)


def test_the_file_with_the_functions_does_not_know_recto():
    assert "import recto" not in (ROOT / "examples" / "kmeans.py").read_text()


@pytest.mark.parametrize("source", NOTEBOOKS, ids=lambda p: p.stem)
def test_notebooks_are_their_scripts_and_carry_no_outputs(source):
    notebook = nbformat.read(source.with_suffix(".ipynb"), as_version=4)
    cells = [c for c in notebook.cells if c.cell_type == "code"]
    assert cells and not any(c.outputs or c.execution_count for c in cells)
    texts, expected = ([(c.cell_type, c.source) for c in n.cells] for n in (notebook, jupytext.read(source)))
    assert texts == expected, "run `make docs`"


@pytest.mark.parametrize("source", NOTEBOOKS, ids=lambda p: p.stem)
def test_notebooks_run(source, tmp_path):
    notebook = nbformat.read(source.with_suffix(".ipynb"), as_version=4)
    place = {"metadata": {"path": str(tmp_path)}}
    NotebookClient(notebook, timeout=300, kernel_name="python3", resources=place).execute()
    assert any(c.get("outputs") for c in notebook.cells)


def test_there_is_a_notebook():
    assert NOTEBOOKS and {p.stem for p in NOTEBOOKS} == {p.stem for p in (ROOT / "notebooks").glob("*.ipynb")}
