"""scipy.ndimage: filters. Sums are computed in double precision; the result, and the values between two axes,
have the image's dtype, as in SciPy.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from recto.transform.library import read_as, unsupported

from ... import lax

PADDING = {
    "reflect": "symmetric",
    "mirror": "reflect",
    "nearest": "edge",
    "wrap": "wrap",
    "constant": "constant",
    "grid-mirror": "symmetric",
    "grid-wrap": "wrap",
    "grid-constant": "constant",
}
WRITTEN_OUT = 81  # products of a window, at most; larger ones are one convolution


def no_output(output: Any) -> None:
    if output is not None:
        unsupported("ndimage: compiled code knows no output=: use the result")


def per_axis(value: Any, count: int) -> list:
    """One value for each axis."""
    return list(value) if isinstance(value, (list, tuple, np.ndarray)) else [value] * count


def padded(x: Any, sizes: list, origins: list, mode: Any, cval: Any) -> Any:
    """The image with as much around it as windows of these sizes reach out of it."""
    modes = per_axis(mode, x.ndim)
    for axis in range(x.ndim):
        before = sizes[axis] // 2 + origins[axis]
        widths = [(0, 0)] * x.ndim
        widths[axis] = (before, sizes[axis] - 1 - before)
        if modes[axis] not in PADDING:
            raise ValueError(f"boundary mode not supported: {modes[axis]}")
        if PADDING[modes[axis]] == "constant":
            x = np.pad(x, widths, constant_values=cval)
        else:
            x = np.pad(x, widths, mode=PADDING[modes[axis]])
    return x


def windows(x: Any, sizes: list, shape: tuple) -> list:
    """The image moved by every offset of a window; `x` is padded."""
    return [x[tuple([slice(k, k + n) for k, n in zip(offset, shape)])] for offset in np.ndindex(*sizes)]


def slide(x: Any, weights: Any, shape: tuple) -> Any:
    """The sum over a window of weights times values; `x` is padded."""
    if weights.size <= WRITTEN_OUT:
        flat = weights.ravel()
        moved = windows(x, list(weights.shape), shape)
        return total([flat[k] * moved[k] for k in range(weights.size)])
    return lax.conv_general_dilated(x[None, None], weights[None, None], (1,) * x.ndim, "VALID")[0, 0]


def total(terms: list) -> Any:
    found = terms[0]
    for term in terms[1:]:
        found = found + term
    return found


def wide(x: Any) -> Any:
    return x if x.dtype.kind == "c" else np.asarray(x, np.float64)


def narrow(x: Any, like: Any) -> Any:
    """In the dtype of the image; numbers are truncated, also to bools."""
    if like.dtype == np.float16:
        raise RuntimeError("array type dtype('float16') not supported")
    if like.dtype.kind == "b" and x.dtype.kind == "f":
        x = np.trunc(x)
    return x if x.dtype == like.dtype else x.astype(like.dtype)


@read_as("scipy.ndimage.correlate")
def correlate(
    input: Any,
    weights: Any,
    output: Any = None,
    mode: Any = "reflect",
    cval: Any = 0.0,
    origin: Any = 0,
    *,
    axes: Any = None,
) -> Any:
    no_output(output)
    if axes is not None:
        unsupported("ndimage: compiled code knows no axes= of correlate and convolve")
    x, weights = np.asarray(input), wide(np.asarray(weights))
    if weights.dtype.kind == "c":
        unsupported("ndimage: complex weights")
    sizes = list(weights.shape)
    around = padded(wide(x), sizes, per_axis(origin, x.ndim), mode, cval)
    if x.dtype.kind in "fc" and weights.size <= WRITTEN_OUT and sum([n > 1 for n in sizes]) > 1:
        flat, moved = weights.ravel(), windows(around, sizes, x.shape)
        return narrow(total([product(flat[k], moved[k]) for k in range(weights.size)]), x)
    return narrow(slide(around, weights, x.shape), x)


def product(weight: Any, x: Any) -> Any:
    """The weight times values; nothing of NaN and infinities under a weight 0."""
    return weight * np.where((weight == 0) & ~np.isfinite(x), 0.0, x)


@read_as("scipy.ndimage.convolve")
def convolve(
    input: Any,
    weights: Any,
    output: Any = None,
    mode: Any = "reflect",
    cval: Any = 0.0,
    origin: Any = 0,
    *,
    axes: Any = None,
) -> Any:
    weights = np.asarray(weights)
    origins = [-o - (1 if n % 2 == 0 else 0) for o, n in zip(per_axis(origin, weights.ndim), weights.shape)]
    return correlate(input, np.flip(weights), output, mode, cval, origins, axes=axes)


@read_as("scipy.ndimage.correlate1d")
def correlate1d(
    input: Any,
    weights: Any,
    axis: int = -1,
    output: Any = None,
    mode: Any = "reflect",
    cval: Any = 0.0,
    origin: int = 0,
) -> Any:
    x, weights = np.asarray(input), np.asarray(weights)
    shape, origins = [1] * x.ndim, [0] * x.ndim
    shape[axis], origins[axis] = weights.size, origin
    return correlate(x, np.reshape(weights, shape), output, mode, cval, origins)


@read_as("scipy.ndimage.convolve1d")
def convolve1d(
    input: Any,
    weights: Any,
    axis: int = -1,
    output: Any = None,
    mode: Any = "reflect",
    cval: Any = 0.0,
    origin: int = 0,
) -> Any:
    weights = np.asarray(weights)
    return correlate1d(
        input, weights[::-1], axis, output, mode, cval, -origin - (1 if weights.size % 2 == 0 else 0)
    )


# -- Gaussians -----------------------------------------------------------------------------------------------


def gaussian_weights(sigma: Any, order: int, radius: int) -> Any:
    """A Gaussian, or a derivative of it: a polynomial times the Gaussian."""
    x = np.arange(-radius, radius + 1)
    bell = np.exp(-0.5 / (sigma * sigma) * x**2)
    bell = bell / np.sum(bell)
    coefficients = [1.0] + [0.0] * order
    for _ in range(order):  # (p bell)' = (p' - p x / sigma²) bell
        slopes = [k * c for k, c in enumerate(coefficients)][1:] + [0.0]
        lifted = [0.0] + [-c / (sigma * sigma) for c in coefficients[:-1]]
        coefficients = [a + b for a, b in zip(slopes, lifted)]
    return bell * sum([c * x**k for k, c in enumerate(coefficients)]) if order else bell


@read_as("scipy.ndimage.gaussian_filter1d")
def gaussian_filter1d(
    input: Any,
    sigma: Any,
    axis: int = -1,
    order: int = 0,
    output: Any = None,
    mode: Any = "reflect",
    cval: Any = 0.0,
    truncate: float = 4.0,
    *,
    radius: Any = None,
) -> Any:
    reach = int(truncate * float(sigma) + 0.5) if radius is None else radius
    weights = gaussian_weights(sigma, order, reach)
    return correlate1d(input, weights[::-1], axis, output, mode, cval)


@read_as("scipy.ndimage.gaussian_filter")
def gaussian_filter(
    input: Any,
    sigma: Any,
    order: Any = 0,
    output: Any = None,
    mode: Any = "reflect",
    cval: Any = 0.0,
    truncate: float = 4.0,
    *,
    radius: Any = None,
    axes: Any = None,
) -> Any:
    no_output(output)
    x = np.asarray(input)
    axes = tuple(range(x.ndim)) if axes is None else tuple(per_axis(axes, 1))
    sigmas, orders, modes, reaches = (per_axis(v, len(axes)) for v in (sigma, order, mode, radius))
    for k in range(len(axes)):
        if sigmas[k] > 1e-15:
            x = gaussian_filter1d(
                x, sigmas[k], axes[k], orders[k], None, modes[k], cval, truncate, radius=reaches[k]
            )
    return x


@read_as("scipy.ndimage.gaussian_laplace")
def gaussian_laplace(
    input: Any,
    sigma: Any,
    output: Any = None,
    mode: Any = "reflect",
    cval: Any = 0.0,
    *,
    axes: Any = None,
    **kwargs: Any,
) -> Any:
    x = np.asarray(input)
    axes = range(x.ndim) if axes is None else per_axis(axes, 1)
    second = lambda axis: [2 if k == axis else 0 for k in range(x.ndim)]
    return total([gaussian_filter(x, sigma, second(axis), output, mode, cval, **kwargs) for axis in axes])


@read_as("scipy.ndimage.gaussian_gradient_magnitude")
def gaussian_gradient_magnitude(
    input: Any,
    sigma: Any,
    output: Any = None,
    mode: Any = "reflect",
    cval: Any = 0.0,
    *,
    axes: Any = None,
    **kwargs: Any,
) -> Any:
    x = np.asarray(input)
    axes = range(x.ndim) if axes is None else per_axis(axes, 1)
    first = lambda axis: [1 if k == axis else 0 for k in range(x.ndim)]
    slopes = [gaussian_filter(x, sigma, first(axis), output, mode, cval, **kwargs) for axis in axes]
    return narrow(np.sqrt(total([s * s for s in slopes])), x)


# -- other fixed windows -------------------------------------------------------------------------------------


@read_as("scipy.ndimage.uniform_filter1d")
def uniform_filter1d(
    input: Any,
    size: int,
    axis: int = -1,
    output: Any = None,
    mode: Any = "reflect",
    cval: Any = 0.0,
    origin: int = 0,
) -> Any:
    no_output(output)
    x = np.asarray(input)
    sizes, origins = [1] * x.ndim, [0] * x.ndim
    sizes[axis], origins[axis] = size, origin
    return narrow(total(windows(padded(wide(x), sizes, origins, mode, cval), sizes, x.shape)) / size, x)


@read_as("scipy.ndimage.uniform_filter")
def uniform_filter(
    input: Any,
    size: Any = 3,
    output: Any = None,
    mode: Any = "reflect",
    cval: Any = 0.0,
    origin: Any = 0,
    *,
    axes: Any = None,
) -> Any:
    no_output(output)
    x = np.asarray(input)
    axes = tuple(range(x.ndim)) if axes is None else tuple(per_axis(axes, 1))
    sizes, modes, origins = (per_axis(v, len(axes)) for v in (size, mode, origin))
    for k in range(len(axes)):
        x = (
            uniform_filter1d(x, int(sizes[k]), axes[k], None, modes[k], cval, origins[k])
            if sizes[k] > 1
            else x
        )
    return x


@read_as("scipy.ndimage.laplace")
def laplace(
    input: Any, output: Any = None, mode: Any = "reflect", cval: Any = 0.0, *, axes: Any = None
) -> Any:
    x = np.asarray(input)
    axes = range(x.ndim) if axes is None else per_axis(axes, 1)
    return total([correlate1d(x, np.array([1.0, -2.0, 1.0]), axis, output, mode, cval) for axis in axes])


def slope_filter(x: Any, axis: int, across: Any, mode: Any, cval: Any) -> Any:
    """A central difference along an axis, smoothed along all others."""
    if x.dtype.kind == "b":  # of which SciPy keeps bytes that are neither 0 nor 1
        unsupported("ndimage: slopes of truth values: convert the image, x.astype(float)")
    found = correlate1d(x, np.array([-1.0, 0.0, 1.0]), axis, None, mode, cval)
    for other in range(x.ndim):
        if other != axis % x.ndim:
            found = correlate1d(found, across, other, None, mode, cval)
    return found


@read_as("scipy.ndimage.sobel")
def sobel(input: Any, axis: int = -1, output: Any = None, mode: Any = "reflect", cval: Any = 0.0) -> Any:
    no_output(output)
    return slope_filter(np.asarray(input), axis, np.array([1.0, 2.0, 1.0]), mode, cval)


@read_as("scipy.ndimage.prewitt")
def prewitt(input: Any, axis: int = -1, output: Any = None, mode: Any = "reflect", cval: Any = 0.0) -> Any:
    no_output(output)
    return slope_filter(np.asarray(input), axis, np.array([1.0, 1.0, 1.0]), mode, cval)


# -- ranks ---------------------------------------------------------------------------------------------------


def ranked(input: Any, size: Any, footprint: Any, output: Any, mode: Any, cval: Any, origin: Any) -> Any:
    """The values of every window, along a new first axis."""
    no_output(output)
    x = np.asarray(input)
    if size is None and footprint is None:
        raise RuntimeError("no footprint or filter size provided")
    sizes = per_axis(size, x.ndim) if footprint is None else list(np.shape(footprint))
    if len(sizes) != x.ndim:
        raise RuntimeError("footprint array has incorrect shape.")
    around = "constant" in per_axis(mode, x.ndim) and x.dtype.kind in "biu" and isinstance(cval, (int, float))
    if around and np.float64(cval).astype(x.dtype) != cval:
        unsupported(f"ndimage: cval={cval} beside an image of {x.dtype}")
    return np.stack(windows(padded(x, sizes, per_axis(origin, x.ndim), mode, cval), sizes, x.shape))


def beside(values: Any, footprint: Any, highest: bool) -> Any:
    """The values of windows, with the highest or lowest number for those beside the footprint."""
    if footprint is None:
        return values
    kept = np.reshape(np.ravel(np.asarray(footprint)) != 0, (-1,) + (1,) * (values.ndim - 1))
    if values.dtype.kind == "b":
        return values | ~kept if highest else values & kept
    if values.dtype.kind == "f":
        return np.where(kept, values, np.inf if highest else -np.inf)
    limits = np.iinfo(values.dtype)
    return np.where(kept, values, limits.max if highest else limits.min).astype(values.dtype)


@read_as("scipy.ndimage.maximum_filter")
def maximum_filter(
    input: Any,
    size: Any = None,
    footprint: Any = None,
    output: Any = None,
    mode: Any = "reflect",
    cval: Any = 0.0,
    origin: Any = 0,
) -> Any:
    values = ranked(input, size, footprint, output, mode, cval, origin)
    return np.max(beside(values, footprint, False), axis=0)


@read_as("scipy.ndimage.minimum_filter")
def minimum_filter(
    input: Any,
    size: Any = None,
    footprint: Any = None,
    output: Any = None,
    mode: Any = "reflect",
    cval: Any = 0.0,
    origin: Any = 0,
) -> Any:
    values = ranked(input, size, footprint, output, mode, cval, origin)
    return np.min(beside(values, footprint, True), axis=0)


@read_as("scipy.ndimage.median_filter")
def median_filter(
    input: Any,
    size: Any = None,
    footprint: Any = None,
    output: Any = None,
    mode: Any = "reflect",
    cval: Any = 0.0,
    origin: Any = 0,
) -> Any:
    values = ranked(input, size, footprint, output, mode, cval, origin)
    count = len(values) if footprint is None else np.sum(np.asarray(footprint) != 0)
    return np.sort(beside(values, footprint, True), axis=0)[count // 2]
