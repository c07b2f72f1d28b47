"""scipy.ndimage: morphology of grey images, windows along one axis, ranks, distances (Serra: Image analysis and
mathematical morphology, 1982)."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import ndimage

from recto.transform.library import read_as, unsupported

from ...._api.derivatives import stop_gradient
from ...._api.host import host
from ..._norms import root
from ..ndimage import beside, maximum_filter, minimum_filter, no_output, per_axis, ranked


def flat(structure: Any, size: Any, footprint: Any) -> tuple:
    if structure is not None:
        unsupported(
            "ndimage: compiled code has morphology of grey images with size= or footprint=, without structure="
        )
    if size is None and footprint is None:
        raise ValueError("size, footprint, or structure must be specified")
    return size, footprint


@read_as("scipy.ndimage.grey_erosion")
def grey_erosion(
    input: Any,
    size: Any = None,
    footprint: Any = None,
    structure: Any = None,
    output: Any = None,
    mode: str = "reflect",
    cval: Any = 0.0,
    origin: Any = 0,
) -> Any:
    no_output(output)
    return minimum_filter(input, *flat(structure, size, footprint), None, mode, cval, origin)


@read_as("scipy.ndimage.grey_dilation")
def grey_dilation(
    input: Any,
    size: Any = None,
    footprint: Any = None,
    structure: Any = None,
    output: Any = None,
    mode: str = "reflect",
    cval: Any = 0.0,
    origin: Any = 0,
) -> Any:
    """The window is mirrored; one of even size then reaches one place further before."""
    no_output(output)
    size, footprint = flat(structure, size, footprint)
    rank = np.ndim(input)
    if footprint is not None:
        footprint = np.flip(np.asarray(footprint))
        sizes = footprint.shape
    else:
        sizes = per_axis(size, rank)
    origins = [-o - (1 if s % 2 == 0 else 0) for o, s in zip(per_axis(origin, rank), sizes)]
    return maximum_filter(input, size, footprint, None, mode, cval, origins)


def opened(x: Any, window: tuple, mode: str, cval: Any, origin: Any) -> Any:
    return grey_dilation(
        grey_erosion(x, *window, None, None, mode, cval, origin), *window, None, None, mode, cval, origin
    )


def closed(x: Any, window: tuple, mode: str, cval: Any, origin: Any) -> Any:
    return grey_erosion(
        grey_dilation(x, *window, None, None, mode, cval, origin), *window, None, None, mode, cval, origin
    )


def morphology(
    name: str,
    input: Any,
    size: Any = None,
    footprint: Any = None,
    structure: Any = None,
    output: Any = None,
    mode: str = "reflect",
    cval: Any = 0.0,
    origin: Any = 0,
) -> Any:
    """scipy.ndimage.<name>."""
    no_output(output)
    x, window = np.asarray(input), flat(structure, size, footprint)
    if name == "grey_opening":
        return opened(x, window, mode, cval, origin)
    if name == "grey_closing":
        return closed(x, window, mode, cval, origin)
    if x.dtype.kind == "b":
        unsupported(f"ndimage.{name} of truth values: convert the image, x.astype(float)")
    if name == "white_tophat":
        return x - opened(x, window, mode, cval, origin)
    if name == "black_tophat":
        return closed(x, window, mode, cval, origin) - x
    high = grey_dilation(x, *window, None, None, mode, cval, origin)
    low = grey_erosion(x, *window, None, None, mode, cval, origin)
    return high - low if name == "morphological_gradient" else high + low - 2 * x


NAMES = (
    "grey_opening",
    "grey_closing",
    "white_tophat",
    "black_tophat",
    "morphological_gradient",
    "morphological_laplace",
)
for _name in NAMES:
    read_as(f"scipy.ndimage.{_name}", first=(_name,))(morphology)


# -- windows -------------------------------------------------------------------------------------------------------


def along(filter_: Any, input: Any, size: int, axis: int, mode: str, cval: Any, origin: int) -> Any:
    rank = np.ndim(input)
    sizes, origins = [1] * rank, [0] * rank
    sizes[axis], origins[axis] = size, origin
    return filter_(input, sizes, None, None, mode, cval, origins)


@read_as("scipy.ndimage.maximum_filter1d")
def maximum_filter1d(
    input: Any,
    size: int,
    axis: int = -1,
    output: Any = None,
    mode: str = "reflect",
    cval: Any = 0.0,
    origin: int = 0,
) -> Any:
    no_output(output)
    return along(maximum_filter, input, size, axis, mode, cval, origin)


@read_as("scipy.ndimage.minimum_filter1d")
def minimum_filter1d(
    input: Any,
    size: int,
    axis: int = -1,
    output: Any = None,
    mode: str = "reflect",
    cval: Any = 0.0,
    origin: int = 0,
) -> Any:
    no_output(output)
    return along(minimum_filter, input, size, axis, mode, cval, origin)


def of_rank(input: Any, rank: Any, size: Any, footprint: Any, mode: str, cval: Any, origin: Any) -> Any:
    """The number of a rank in each window; rank: of the count of the window's numbers."""
    values = ranked(input, size, footprint, None, mode, cval, origin)
    count = len(values) if footprint is None else int(np.sum(np.asarray(footprint) != 0))
    return np.sort(beside(values, footprint, True), axis=0)[rank(count)]


@read_as("scipy.ndimage.rank_filter")
def rank_filter(
    input: Any,
    rank: int,
    size: Any = None,
    footprint: Any = None,
    output: Any = None,
    mode: str = "reflect",
    cval: Any = 0.0,
    origin: Any = 0,
) -> Any:
    no_output(output)
    return of_rank(input, lambda n: rank + n if rank < 0 else rank, size, footprint, mode, cval, origin)


@read_as("scipy.ndimage.percentile_filter")
def percentile_filter(
    input: Any,
    percentile: Any,
    size: Any = None,
    footprint: Any = None,
    output: Any = None,
    mode: str = "reflect",
    cval: Any = 0.0,
    origin: Any = 0,
) -> Any:
    no_output(output)
    percentile = percentile + 100.0 if percentile < 0 else percentile
    of = lambda n: n - 1 if percentile == 100 else int(n * percentile / 100.0)
    return of_rank(input, of, size, footprint, mode, cval, origin)


# -- distances -----------------------------------------------------------------------------------------------------


@host(result=lambda x, spacing: np.zeros((len(x.shape), *x.shape), np.int32), pure=True)
def nearest_background(x: Any, spacing: Any) -> Any:
    return ndimage.distance_transform_edt(x, spacing, return_distances=False, return_indices=True).astype(
        np.int32
    )


@read_as("scipy.ndimage.distance_transform_edt")
def distance_transform_edt(
    input: Any,
    sampling: Any = None,
    return_distances: bool = True,
    return_indices: bool = False,
    distances: Any = None,
    indices: Any = None,
) -> Any:
    """The distance of each element from the nearest zero, which SciPy finds on the host."""
    if distances is not None or indices is not None:
        unsupported("distance_transform_edt: compiled code knows no distances= and indices=: use the results")
    x = np.atleast_1d(np.asarray(input)) != 0
    spacing = np.array([float(s) for s in per_axis(1.0 if sampling is None else sampling, x.ndim)])
    found = nearest_background(stop_gradient(x), spacing)
    if not return_distances:
        return found
    apart = (np.indices(x.shape) - found) * np.reshape(spacing, (-1,) + (1,) * x.ndim)
    lengths = root(np.sum(apart * apart, axis=0))
    return (lengths, found) if return_indices else lengths
