"""The table of ratios in README.md has the figures of the summary in RESULTS.md, to two digits."""
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PEERS = ("JAX", "PyTorch", "autograd", "Numba", "NumPy, Python")
LOOPS, SLICES = "Kernels in the manner of PolyBench", "Slices whose bounds are computed"
STEPS = "Training steps, and their starts"
# row of README.md -> topic of RESULTS.md, and which of its rows stands for each peer
ROWS = {
    "training steps": (STEPS, {"JAX": "jax", "PyTorch": "torch", "autograd": "autograd", "NumPy, Python": "numpy"}),
    "first step of a new process": (STEPS, {"JAX": "jax, first step, warm"}),
    "gradients of loops": ("Gradients", {"JAX": "jax, gradients", "PyTorch": "torch, gradients",
                                         "autograd": "autograd, gradients"}),
    "30 PolyBench kernels": (LOOPS, {"JAX": "jax", "Numba": "numba", "NumPy, Python": "numpy"}),
    "30 PolyBench kernels, gradients": (LOOPS, {"JAX": "jax, gradients"}),
    "slices with computed bounds": (SLICES, {"JAX": "jax", "NumPy, Python": "numpy"}),
    "slices with computed bounds, gradients": (SLICES, {"JAX": "jax, gradients"}),
    "batches": ("Batches", {"JAX": "jax"}),
    "loops that write arrays": ("Loops that write arrays", {"JAX": "jax", "Numba": "numba", "NumPy, Python": "python"}),
    "from source to StableHLO": ("From source to StableHLO", {"JAX": "jax"}),
    "a second process": ("A second process with a warm disk cache", {"JAX": "jax"}),
    "a call": ("A call of a compiled function", {"JAX": "jax"}),
}


def rows(text: str) -> list[list[str]]:
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def table() -> dict[str, dict[str, str]]:
    """The figures in README.md by row and peer."""
    text = (ROOT / "README.md").read_text().split("figures from benchmarks/RESULTS.md")[1].split("\n\n")[1]
    found: dict[str, dict[str, str]] = {}
    before = ""
    for title, *figures in rows(text)[1:]:
        if set(title) <= set("-: "):
            continue
        name = f"{before}, gradients" if title == "… their gradients" else title.removeprefix("… ")
        before = name if not title.startswith("…") else before
        found[next((row for row in sorted(ROWS, key=len, reverse=True) if fits(row, name)), name)] = {
            peer: figure for peer, figure in zip(PEERS, figures, strict=True) if figure != "–"}
    return found


def fits(row: str, name: str) -> bool:
    gradients = ", gradients"
    return name.startswith(row.removesuffix(gradients)) and row.endswith(gradients) == name.endswith(gradients)


def summary() -> dict[tuple[str, str], float]:
    text = (ROOT / "benchmarks" / "RESULTS.md").read_text().split("## Summary")[1].split("##")[0]
    return {(topic, peer): float(ratio) for topic, peer, _, ratio, _ in rows(text) if re.fullmatch(r"[\d.]+", ratio)}


def test_all_rows_are_compared():
    assert set(table()) == set(ROWS)


@pytest.mark.parametrize("row", ROWS)
def test_figures_are_those_of_the_results(row):
    topic, peers = ROWS[row]
    assert {peer: float(figure) for peer, figure in table()[row].items()} == {
        peer: float(f"{summary()[topic, theirs]:.2g}") for peer, theirs in peers.items()}
