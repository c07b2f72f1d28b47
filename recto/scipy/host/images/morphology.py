"""Morphology of truth values (Serra: Image analysis and mathematical morphology, 1982), and connected parts,
which SciPy finds on the host.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import ndimage

from recto.transform.library import read_as, unsupported

from ...._api.derivatives import stop_gradient
from ...._api.host import host
from ..ndimage import no_output, padded, per_axis, windows


@read_as("scipy.ndimage.generate_binary_structure")
def generate_binary_structure(rank: int, connectivity: int) -> Any:
    """The neighbours of a pixel in a cube of 3 that lie no more than so many steps away."""
    if rank < 1:
        return np.array(True, dtype=bool)
    steps = sum([np.abs(np.indices((3,) * rank)[k] - 1) for k in range(rank)])
    return steps <= max(connectivity, 1)


def truths(x: Any) -> Any:
    x = np.asarray(x)
    return x if x.dtype.kind == "b" else x != 0


def structure_of(given: Any, rank: int) -> Any:
    structure = generate_binary_structure(rank, 1) if given is None else truths(given)
    if structure.ndim != rank:
        raise RuntimeError("structure and input must have same dimensionality")
    if structure.size < 1:
        raise RuntimeError("structure must not be empty")
    return structure


def eroded(x: Any, structure: Any, origins: list, border: bool) -> Any:
    """The places at which all of a structure lies in the set."""
    around = padded(x, list(structure.shape), origins, "constant", border)
    parts, found = windows(around, list(structure.shape), x.shape), np.ones(x.shape, bool)
    flat = np.ravel(structure)
    for k, part in enumerate(parts):
        found = found & (part | ~flat[k])
    return found


def repeated(
    x: Any, structure: Any, iterations: int, mask: Any, border: Any, origins: list, grows: bool
) -> Any:
    """Erosions, or dilations, which erode what lies outside; fewer than one: until nothing changes."""
    x, border = (~x if grows else x), (not border if grows else bool(border))
    step = lambda x: eroded(x, structure, origins, border)
    if mask is not None:
        inner, allowed = step, truths(mask)
        step = lambda x: np.where(allowed, inner(x), x)
    if iterations >= 1:
        for _ in range(iterations):
            x = step(x)
    else:
        new = step(x)
        while np.any(new != x):
            x, new = new, step(new)
    return ~x if grows else x


def check(output: Any, axes: Any) -> None:
    no_output(output)
    if axes is not None:
        unsupported("ndimage: compiled code knows no axes= of morphology")


@read_as("scipy.ndimage.binary_erosion")
def binary_erosion(
    input: Any,
    structure: Any = None,
    iterations: int = 1,
    mask: Any = None,
    output: Any = None,
    border_value: Any = 0,
    origin: Any = 0,
    brute_force: bool = False,
    *,
    axes: Any = None,
) -> Any:
    check(output, axes)
    x = truths(input)
    structure = structure_of(structure, x.ndim)
    return repeated(x, structure, iterations, mask, border_value, per_axis(origin, x.ndim), False)


@read_as("scipy.ndimage.binary_dilation")
def binary_dilation(
    input: Any,
    structure: Any = None,
    iterations: int = 1,
    mask: Any = None,
    output: Any = None,
    border_value: Any = 0,
    origin: Any = 0,
    brute_force: bool = False,
    *,
    axes: Any = None,
) -> Any:
    check(output, axes)
    x = truths(input)
    structure = structure_of(structure, x.ndim)
    origins = [-o - (n % 2 == 0) for o, n in zip(per_axis(origin, x.ndim), structure.shape)]
    return repeated(x, np.flip(structure), iterations, mask, border_value, origins, True)


@read_as("scipy.ndimage.binary_opening")
def binary_opening(
    input: Any,
    structure: Any = None,
    iterations: int = 1,
    output: Any = None,
    origin: Any = 0,
    mask: Any = None,
    border_value: Any = 0,
    brute_force: bool = False,
    *,
    axes: Any = None,
) -> Any:
    how = (structure, iterations, mask, output, border_value, origin)
    return binary_dilation(binary_erosion(input, *how, axes=axes), *how)


@read_as("scipy.ndimage.binary_closing")
def binary_closing(
    input: Any,
    structure: Any = None,
    iterations: int = 1,
    output: Any = None,
    origin: Any = 0,
    mask: Any = None,
    border_value: Any = 0,
    brute_force: bool = False,
    *,
    axes: Any = None,
) -> Any:
    how = (structure, iterations, mask, output, border_value, origin)
    return binary_erosion(binary_dilation(input, *how, axes=axes), *how)


@read_as("scipy.ndimage.binary_propagation")
def binary_propagation(
    input: Any,
    structure: Any = None,
    mask: Any = None,
    output: Any = None,
    border_value: Any = 0,
    origin: Any = 0,
    *,
    axes: Any = None,
) -> Any:
    return binary_dilation(input, structure, -1, mask, output, border_value, origin, axes=axes)


@read_as("scipy.ndimage.binary_fill_holes")
def binary_fill_holes(
    input: Any, structure: Any = None, output: Any = None, origin: Any = 0, *, axes: Any = None
) -> Any:
    """The set and its holes: elements that can't be reached from outside through the complement."""
    outside = ~truths(input)
    return ~binary_dilation(
        np.zeros(outside.shape, bool), structure, -1, outside, output, 1, origin, axes=axes
    )


@host(result=lambda x, structure: (np.empty(x.shape, np.int32), np.int64(0)), pure=True)
def parts_of(x: Any, structure: Any) -> tuple:
    found, count = ndimage.label(x, structure)
    return found, np.int64(count)


@read_as("scipy.ndimage.label")
def label(input: Any, structure: Any = None, output: Any = None) -> tuple:
    """The number of the connected part to which each pixel belongs."""
    no_output(output)
    x = np.asarray(input)
    if x.dtype.kind == "c":
        raise TypeError("Complex type not supported")
    return parts_of(
        stop_gradient(x), generate_binary_structure(x.ndim, 1) if structure is None else np.asarray(structure)
    )
