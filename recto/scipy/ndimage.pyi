# Written by docs/stubs.py for NumPy 2.4 and SciPy 1.17.

from collections.abc import Sequence
from numpy.typing import ArrayLike
from recto._api.jit import jit as _jit
from recto.runtime import Array as _Array
from typing import Any, SupportsIndex

@_jit
def affine_transform(input: ArrayLike, matrix: ArrayLike, offset: ArrayLike = 0.0, output_shape: Any = None,
    output: Any = None, order: Any = 3, mode: Any = 'constant', cval: ArrayLike = 0.0, prefilter: bool =
    True) -> _Array: ...

@_jit
def binary_closing(input: ArrayLike, structure: Any = None, iterations: ArrayLike = 1, output: Any = None,
    origin: ArrayLike = 0, mask: Any = None, border_value: ArrayLike = 0, brute_force: bool = False, *,
    axes: Any = None) -> _Array: ...

@_jit
def binary_dilation(input: ArrayLike, structure: Any = None, iterations: ArrayLike = 1, mask: Any = None,
    output: Any = None, border_value: ArrayLike = 0, origin: ArrayLike = 0, brute_force: bool = False, *,
    axes: Any = None) -> _Array: ...

@_jit
def binary_erosion(input: ArrayLike, structure: Any = None, iterations: ArrayLike = 1, mask: Any = None,
    output: Any = None, border_value: ArrayLike = 0, origin: ArrayLike = 0, brute_force: bool = False, *,
    axes: Any = None) -> _Array: ...

@_jit
def binary_fill_holes(input: ArrayLike, structure: Any = None, output: Any = None, origin: ArrayLike = 0, *,
    axes: Any = None) -> _Array: ...

@_jit
def binary_opening(input: ArrayLike, structure: Any = None, iterations: ArrayLike = 1, output: Any = None,
    origin: ArrayLike = 0, mask: Any = None, border_value: ArrayLike = 0, brute_force: bool = False, *,
    axes: Any = None) -> _Array: ...

@_jit
def binary_propagation(input: ArrayLike, structure: Any = None, mask: Any = None, output: Any = None,
    border_value: ArrayLike = 0, origin: ArrayLike = 0, *, axes: Any = None) -> _Array: ...

@_jit
def black_tophat(input: ArrayLike, size: Any = None, footprint: Any = None, structure: Any = None, output: Any
    = None, mode: Any = 'reflect', cval: ArrayLike = 0.0, origin: ArrayLike = 0, *, axes: Any =
    None) -> _Array: ...

@_jit
def center_of_mass(input: ArrayLike, labels: Any = None, index: Any = None) -> Any: ...

@_jit
def convolve(input: ArrayLike, weights: ArrayLike, output: Any = None, mode: Any = 'reflect', cval: ArrayLike
    = 0.0, origin: ArrayLike = 0, *, axes: Any = None) -> _Array: ...

@_jit
def convolve1d(input: ArrayLike, weights: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None =
    -1, output: Any = None, mode: Any = 'reflect', cval: ArrayLike = 0.0, origin: ArrayLike =
    0) -> _Array: ...

@_jit
def correlate(input: ArrayLike, weights: ArrayLike, output: Any = None, mode: Any = 'reflect', cval: ArrayLike
    = 0.0, origin: ArrayLike = 0, *, axes: Any = None) -> _Array: ...

@_jit
def correlate1d(input: ArrayLike, weights: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None =
    -1, output: Any = None, mode: Any = 'reflect', cval: ArrayLike = 0.0, origin: ArrayLike =
    0) -> _Array: ...

@_jit
def distance_transform_edt(input: ArrayLike, sampling: Any = None, return_distances: bool = True,
    return_indices: bool = False, distances: Any = None, indices: Any = None) -> Any: ...

@_jit
def extrema(input: ArrayLike, labels: Any = None, index: Any =
    None) -> tuple[_Array, _Array, tuple[_Array], tuple[_Array]]: ...

@_jit
def find_objects(input: ArrayLike, max_label: ArrayLike = 0) -> Any: ...

@_jit
def gaussian_filter(input: ArrayLike, sigma: ArrayLike, order: Any = 0, output: Any = None, mode: Any =
    'reflect', cval: ArrayLike = 0.0, truncate: ArrayLike = 4.0, *, radius: Any = None, axes: Any =
    None) -> _Array: ...

@_jit
def gaussian_filter1d(input: ArrayLike, sigma: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None
    = -1, order: Any = 0, output: Any = None, mode: Any = 'reflect', cval: ArrayLike = 0.0, truncate:
    ArrayLike = 4.0, *, radius: Any = None) -> _Array: ...

@_jit
def gaussian_gradient_magnitude(input: ArrayLike, sigma: ArrayLike, output: Any = None, mode: Any = 'reflect',
    cval: ArrayLike = 0.0, *, axes: Any = None, **kwargs: Any) -> _Array: ...

@_jit
def gaussian_laplace(input: ArrayLike, sigma: ArrayLike, output: Any = None, mode: Any = 'reflect', cval:
    ArrayLike = 0.0, *, axes: Any = None, **kwargs: Any) -> _Array: ...

@_jit
def generate_binary_structure(rank: ArrayLike, connectivity: ArrayLike) -> _Array: ...

@_jit
def grey_closing(input: ArrayLike, size: Any = None, footprint: Any = None, structure: Any = None, output: Any
    = None, mode: Any = 'reflect', cval: ArrayLike = 0.0, origin: ArrayLike = 0, *, axes: Any =
    None) -> _Array: ...

@_jit
def grey_dilation(input: ArrayLike, size: Any = None, footprint: Any = None, structure: Any = None, output:
    Any = None, mode: Any = 'reflect', cval: ArrayLike = 0.0, origin: ArrayLike = 0, *, axes: Any =
    None) -> _Array: ...

@_jit
def grey_erosion(input: ArrayLike, size: Any = None, footprint: Any = None, structure: Any = None, output: Any
    = None, mode: Any = 'reflect', cval: ArrayLike = 0.0, origin: ArrayLike = 0, *, axes: Any =
    None) -> _Array: ...

@_jit
def grey_opening(input: ArrayLike, size: Any = None, footprint: Any = None, structure: Any = None, output: Any
    = None, mode: Any = 'reflect', cval: ArrayLike = 0.0, origin: ArrayLike = 0, *, axes: Any =
    None) -> _Array: ...

@_jit
def histogram(input: ArrayLike, min: ArrayLike, max: ArrayLike, bins: ArrayLike, labels: Any = None, index:
    Any = None) -> _Array: ...

@_jit
def label(input: ArrayLike, structure: Any = None, output: Any = None) -> tuple[_Array, _Array]: ...

@_jit
def laplace(input: ArrayLike, output: Any = None, mode: Any = 'reflect', cval: ArrayLike = 0.0, *, axes: Any =
    None) -> _Array: ...

@_jit
def map_coordinates(input: ArrayLike, coordinates: ArrayLike, output: Any = None, order: Any = 3, mode: Any =
    'constant', cval: ArrayLike = 0.0, prefilter: bool = True) -> _Array: ...

@_jit
def maximum(input: ArrayLike, labels: Any = None, index: Any = None) -> _Array: ...

@_jit
def maximum_filter(input: ArrayLike, size: Any = None, footprint: Any = None, output: Any = None, mode: Any =
    'reflect', cval: ArrayLike = 0.0, origin: ArrayLike = 0, *, axes: Any = None) -> _Array: ...

@_jit
def maximum_filter1d(input: ArrayLike, size: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None =
    -1, output: Any = None, mode: Any = 'reflect', cval: ArrayLike = 0.0, origin: ArrayLike =
    0) -> _Array: ...

@_jit
def maximum_position(input: ArrayLike, labels: Any = None, index: Any = None) -> Any: ...

@_jit
def mean(input: ArrayLike, labels: Any = None, index: Any = None) -> _Array: ...

@_jit
def median_filter(input: ArrayLike, size: Any = None, footprint: Any = None, output: Any = None, mode: Any =
    'reflect', cval: ArrayLike = 0.0, origin: ArrayLike = 0, *, axes: Any = None) -> _Array: ...

@_jit
def minimum(input: ArrayLike, labels: Any = None, index: Any = None) -> _Array: ...

@_jit
def minimum_filter(input: ArrayLike, size: Any = None, footprint: Any = None, output: Any = None, mode: Any =
    'reflect', cval: ArrayLike = 0.0, origin: ArrayLike = 0, *, axes: Any = None) -> _Array: ...

@_jit
def minimum_filter1d(input: ArrayLike, size: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None =
    -1, output: Any = None, mode: Any = 'reflect', cval: ArrayLike = 0.0, origin: ArrayLike =
    0) -> _Array: ...

@_jit
def minimum_position(input: ArrayLike, labels: Any = None, index: Any = None) -> Any: ...

@_jit
def morphological_gradient(input: ArrayLike, size: Any = None, footprint: Any = None, structure: Any = None,
    output: Any = None, mode: Any = 'reflect', cval: ArrayLike = 0.0, origin: ArrayLike = 0, *, axes: Any =
    None) -> _Array: ...

@_jit
def morphological_laplace(input: ArrayLike, size: Any = None, footprint: Any = None, structure: Any = None,
    output: Any = None, mode: Any = 'reflect', cval: ArrayLike = 0.0, origin: ArrayLike = 0, *, axes: Any =
    None) -> _Array: ...

@_jit
def percentile_filter(input: ArrayLike, percentile: ArrayLike, size: Any = None, footprint: Any = None,
    output: Any = None, mode: Any = 'reflect', cval: ArrayLike = 0.0, origin: ArrayLike = 0, *, axes: Any =
    None) -> _Array: ...

@_jit
def prewitt(input: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = -1, output: Any = None,
    mode: Any = 'reflect', cval: ArrayLike = 0.0) -> _Array: ...

@_jit
def rank_filter(input: ArrayLike, rank: ArrayLike, size: Any = None, footprint: Any = None, output: Any =
    None, mode: Any = 'reflect', cval: ArrayLike = 0.0, origin: ArrayLike = 0, *, axes: Any =
    None) -> _Array: ...

@_jit
def rotate(input: ArrayLike, angle: ArrayLike, axes: Any = (1, 0), reshape: bool = True, output: Any = None,
    order: Any = 3, mode: Any = 'constant', cval: ArrayLike = 0.0, prefilter: bool = True) -> _Array: ...

@_jit
def shift(input: ArrayLike, shift: ArrayLike, output: Any = None, order: Any = 3, mode: Any = 'constant',
    cval: ArrayLike = 0.0, prefilter: bool = True) -> _Array: ...

@_jit
def sobel(input: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None = -1, output: Any = None,
    mode: Any = 'reflect', cval: ArrayLike = 0.0) -> _Array: ...

@_jit
def spline_filter(input: ArrayLike, order: Any = 3, output: Any = ..., mode: Any = 'mirror') -> _Array: ...

@_jit
def spline_filter1d(input: ArrayLike, order: Any = 3, axis: SupportsIndex | Sequence[SupportsIndex] | None =
    -1, output: Any = ..., mode: Any = 'mirror') -> _Array: ...

@_jit
def standard_deviation(input: ArrayLike, labels: Any = None, index: Any = None) -> _Array: ...

@_jit
def sum(input: ArrayLike, labels: Any = None, index: Any = None) -> _Array: ...

@_jit
def sum_labels(input: ArrayLike, labels: Any = None, index: Any = None) -> _Array: ...

@_jit
def uniform_filter(input: ArrayLike, size: ArrayLike = 3, output: Any = None, mode: Any = 'reflect', cval:
    ArrayLike = 0.0, origin: ArrayLike = 0, *, axes: Any = None) -> _Array: ...

@_jit
def uniform_filter1d(input: ArrayLike, size: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex] | None =
    -1, output: Any = None, mode: Any = 'reflect', cval: ArrayLike = 0.0, origin: ArrayLike =
    0) -> _Array: ...

@_jit
def variance(input: ArrayLike, labels: Any = None, index: Any = None) -> _Array: ...

@_jit
def white_tophat(input: ArrayLike, size: Any = None, footprint: Any = None, structure: Any = None, output: Any
    = None, mode: Any = 'reflect', cval: ArrayLike = 0.0, origin: ArrayLike = 0, *, axes: Any =
    None) -> _Array: ...

@_jit
def zoom(input: ArrayLike, zoom: ArrayLike, output: Any = None, order: Any = 3, mode: Any = 'constant', cval:
    ArrayLike = 0.0, prefilter: bool = True, *, grid_mode: bool = False) -> _Array: ...
