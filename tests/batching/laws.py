"""The law of batching, on Programs and in NumPy: a batch is a loop over its lanes.

    batch_is_a_loop(program, mask, lanes)

The batched program is run as it is, with its branches still in lanes, and as it is handed on, without them.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from recto.transform import check, evaluate
from recto.transform.passes.vectorize.batch import Mask, batch
from recto.transform.passes.vectorize.lanes import expand_lanes, has_lanes
from recto.transform.ir.program import Program

TOLERANCE = {"float16": 2e-2, "bfloat16": 1e-1, "float32": 1e-3, "complex64": 1e-3}     # other sums in other orders
EXACT = 1e-9


def stacked(mask: Sequence[bool], lanes: Sequence[Sequence[Any]]) -> list[np.ndarray]:
    """The operands of the batched program: all lanes where the mask says so, else those of the first."""
    return [np.stack(values) if m else np.asarray(values[0]) for m, values in zip(mask, zip(*lanes), strict=True)]


def lane_of(mask: Sequence[bool], lanes: Sequence[Sequence[Any]], k: int) -> list[Any]:
    return [lane if m else first for m, first, lane in zip(mask, lanes[0], lanes[k], strict=True)]


def looped(program: Program, mask: Sequence[bool], lanes: Sequence[Sequence[Any]]) -> list[np.ndarray]:
    """The results for every lane, one after the other."""
    found = [evaluate(program, *lane_of(mask, lanes, k)) for k in range(len(lanes))]
    return [np.stack(values) for values in zip(*found)]


def batched(program: Program, mask: Sequence[bool], n: int) -> tuple[Program, Program, Mask]:
    """The batched program with and without lanes, checked; which results are batched."""
    made, found = batch(program, mask, n)
    plain = check(expand_lanes(check(made)))
    assert not has_lanes(plain)
    return made, plain, found


def batch_is_a_loop(program: Program, mask: Sequence[bool], lanes: Sequence[Sequence[Any]], title: str = "",
                    in_lanes: bool = False) -> int:
    """Assert the law; returns how many results were compared.

    Args:
        in_lanes: look at the program that has its branches still in lanes, too.
    """
    wanted = looped(program, mask, lanes)
    made, plain, found = batched(program, mask, len(lanes))
    operands = stacked(mask, lanes)
    for what in (made, plain) if in_lanes else (plain,):
        got = evaluate(what, *operands)
        for k, (g, w, m) in enumerate(zip(got, wanted, found, strict=True)):
            agree(whole(g, m, len(lanes)), w, f"{title}result {k}")
    return len(wanted)


def whole(x: np.ndarray, is_batched: bool, n: int) -> np.ndarray:
    """With the batch axis."""
    return x if is_batched else np.broadcast_to(x, (n, *x.shape))


def agree(got: np.ndarray, wanted: np.ndarray, title: str, scale: float = 1.0) -> None:
    """Of the same shape and dtype; floating numbers up to another order of sums."""
    assert got.shape == wanted.shape, f"{title} has the shape {got.shape}, not {wanted.shape}"
    assert got.dtype == wanted.dtype, f"{title} is {got.dtype}, not {wanted.dtype}"
    if wanted.dtype.kind in "biu":
        np.testing.assert_array_equal(got, wanted, err_msg=title)
        return
    tolerance = TOLERANCE.get(wanted.dtype.name, EXACT) * scale
    wide = np.complex128 if wanted.dtype.kind == "c" else np.float64
    got, wanted = got.astype(wide), wanted.astype(wide)
    largest = np.abs(wanted[np.isfinite(wanted)]).max(initial=1.0)
    np.testing.assert_allclose(got, wanted, rtol=tolerance, atol=tolerance * largest, err_msg=title)


def fewest(masks: Sequence[Sequence[bool]]) -> list[tuple[bool, ...]]:
    """Each mask once, those without a batched value left out."""
    return [m for m in dict.fromkeys(map(tuple, masks)) if any(m)]


def some_masks(count: int) -> list[tuple[bool, ...]]:
    """The first operand batched, all of them, the last one only."""
    first, last = ([k == place for k in range(count)] for place in (0, count - 1))
    return fewest([first, [True] * count, last])
