"""scipy.interpolate: values at scattered points."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy import spatial

from recto.transform.library import read_as, unsupported

from ...._api.derivatives import stop_gradient
from ...._api.host import host
from ..distance import cdist
from ..interpolate import across, interp1d

# -- radial basis functions ----------------------------------------------------------------------------------


def log_of(square: Any) -> Any:
    """The logarithm of a squared distance; of 0, which it will be multiplied by, 0."""
    return np.log(np.where(square == 0, 1.0, square))


def size_of(square: Any) -> Any:
    """The distance; between equal points with derivative 0."""
    none = square == 0
    return np.where(none, 0.0, np.sqrt(np.where(none, 1.0, square)))


KERNELS = {  # of the squared distance, with the least degree of the polynomial beside it
    "linear": (lambda s: -size_of(s), 0),
    "thin_plate_spline": (lambda s: 0.5 * s * log_of(s), 1),
    "cubic": (lambda s: s * size_of(s), 1),
    "quintic": (lambda s: -(s * s) * size_of(s), 2),
    "multiquadric": (lambda s: -np.sqrt(s + 1.0), 0),
    "inverse_multiquadric": (lambda s: 1.0 / np.sqrt(s + 1.0), -1),
    "inverse_quadratic": (lambda s: 1.0 / (s + 1.0), -1),
    "gaussian": (lambda s: np.exp(-s), -1),
}
SCALED = ("multiquadric", "inverse_multiquadric", "inverse_quadratic", "gaussian")


def exponents(rank: int, degree: int) -> list:
    """The exponents of all monomials up to a degree."""
    found: list = [()]
    for _ in range(rank):
        found = [(*one, k) for one in found for k in range(degree + 1 - sum(one))]
    return found


def monomials(x: Any, degree: int) -> Any:
    rows = [
        np.prod(np.stack([x[:, j] ** p if p else np.ones(len(x)) for j, p in enumerate(powers)]), axis=0)
        for powers in exponents(x.shape[1], degree)
    ]
    return np.stack(rows, axis=1)


@read_as("scipy.interpolate.RBFInterpolator")
class RBFInterpolator:
    """Sums of a radial function around the points and a polynomial (Fasshauer: Meshfree approximation methods with
    MATLAB, 2007)."""

    def __init__(
        self,
        y: Any,
        d: Any,
        neighbors: Any = None,
        smoothing: Any = 0.0,
        kernel: str = "thin_plate_spline",
        epsilon: Any = None,
        degree: Any = None,
    ):
        if neighbors is not None:
            unsupported("RBFInterpolator: compiled code uses all points, neighbors=None")
        if kernel not in KERNELS:
            raise ValueError(f"`kernel` must be one of {set(KERNELS)}.")
        if epsilon is None and kernel in SCALED:
            raise ValueError(
                f"`epsilon` must be specified if `kernel` is not one of {set(KERNELS) - set(SCALED)}."
            )
        self.kernel, least = KERNELS[kernel]
        self.degree = max(least, 0) if degree is None else degree
        self.y, d = np.asarray(y, np.float64), np.asarray(d)
        self.epsilon = 1.0 if epsilon is None else epsilon
        self.shape = d.shape[1:]
        flat = np.reshape(d if d.dtype.kind == "c" else d.astype(np.float64), (len(d), -1))
        low, high = np.min(self.y, axis=0), np.max(self.y, axis=0)
        self.shift, half = (high + low) / 2, (high - low) / 2
        self.scale = np.where(half == 0, 1.0, half)
        powers = self.polynomial(self.y)
        count, free = len(self.y), powers.shape[1]
        if count < free:
            raise ValueError(f"At least {free} data points are required when `degree` is {self.degree}.")
        matrix = np.zeros((count + free, count + free))
        matrix[:count, :count] = self.radial(self.y) + np.diag(
            np.broadcast_to(np.float64(smoothing), (count,))
        )
        matrix[:count, count:] = powers
        matrix[count:, :count] = powers.T
        right = np.concatenate([flat, np.zeros((free, flat.shape[1]), flat.dtype)])
        self.weights = np.linalg.solve(matrix.astype(flat.dtype), right)

    def radial(self, x: Any) -> Any:
        apart = (x[:, None] - self.y[None]) * self.epsilon
        return self.kernel(np.sum(apart * apart, axis=-1))

    def polynomial(self, x: Any) -> Any:
        if self.degree < 0:
            return np.zeros((len(x), 0))
        return monomials((x - self.shift) / self.scale, self.degree)

    def __call__(self, x: Any) -> Any:
        x = np.asarray(x, np.float64)
        if x.ndim != 2:
            raise ValueError("`x` must be a 2-dimensional array.")
        if x.shape[1] != self.y.shape[1]:
            raise ValueError(f"Expected the second axis of `x` to have length {self.y.shape[1]}.")
        whole = np.concatenate([self.radial(x), self.polynomial(x)], axis=1)
        return np.reshape(whole @ self.weights, (len(x), *self.shape))


LEGACY = {  # of the distance and epsilon
    "multiquadric": lambda r, e: np.sqrt((r / e) ** 2 + 1),
    "inverse_multiquadric": lambda r, e: 1.0 / np.sqrt((r / e) ** 2 + 1),
    "gaussian": lambda r, e: np.exp(-((r / e) ** 2)),
    "linear": lambda r, e: r,
    "cubic": lambda r, e: r**3,
    "quintic": lambda r, e: r**5,
    "thin_plate": lambda r, e: r**2 * np.log(np.where(r == 0, 1.0, r)),
}
OLD_NAMES = {
    "inverse": "inverse_multiquadric",
    "inverse multiquadric": "inverse_multiquadric",
    "thin-plate": "thin_plate",
}


@read_as("scipy.interpolate.Rbf")
class Rbf:
    """Sums of a radial function around the points, whose coordinates are arguments of their own."""

    def __init__(
        self,
        *args: Any,
        function: Any = "multiquadric",
        epsilon: Any = None,
        smooth: Any = 0.0,
        norm: Any = "euclidean",
        mode: str = "1-D",
    ):
        if mode != "1-D":
            unsupported("Rbf: compiled code has mode='1-D'; RBFInterpolator takes values of any shape")
        self.xi = np.stack([np.ravel(np.asarray(a, np.float64)) for a in args[:-1]], axis=1)
        self.norm = norm
        if epsilon is None:
            edges = np.max(self.xi, axis=0) - np.min(self.xi, axis=0)
            some = edges != 0
            volume = np.prod(np.where(some, edges, 1.0))
            epsilon = (volume / len(self.xi)) ** (1.0 / np.sum(some))
        self.epsilon, self.function = epsilon, self.chosen(function)
        matrix = self.function(cdist(self.xi, self.xi, norm)) - np.eye(len(self.xi)) * smooth
        self.nodes = np.linalg.solve(matrix, np.ravel(np.asarray(args[-1], np.float64)))

    def chosen(self, function: Any) -> Callable[..., Any]:
        if callable(function):
            return function
        name = OLD_NAMES.get(function.lower(), function.lower())
        if name not in LEGACY:
            raise ValueError("function must be a callable or one of " + ", ".join(sorted(LEGACY)))
        of_both = LEGACY[name]
        return lambda r: of_both(r, self.epsilon)

    def __call__(self, *args: Any) -> Any:
        places = [np.asarray(a, np.float64) for a in args]
        flat = np.stack([np.ravel(p) for p in places], axis=1)
        return np.reshape(self.function(cdist(flat, self.xi, self.norm)) @ self.nodes, places[0].shape)


# -- neighbours and triangles --------------------------------------------------------------------------------


def coordinates(points: Any) -> Any:
    """Places, with coordinates along the last axis."""
    if isinstance(points, tuple):
        return np.stack(np.broadcast_arrays(*[np.asarray(p, np.float64) for p in points]), axis=-1)
    points = np.asarray(points, np.float64)
    return points[:, None] if points.ndim == 1 else points


class Scattered:
    """Points and their values, on one scale if that is wanted."""

    def __init__(self, points: Any, values: Any, rescale: bool):
        self.points, values = coordinates(points), np.asarray(values)
        self.values = values if values.dtype.kind in "fc" else values.astype(np.float64)
        if self.points.ndim != 2 or len(self.points) != len(self.values):
            raise ValueError("different number of values and points")
        self.offset, self.scale = 0.0, 1.0
        if rescale:
            width = np.max(self.points, axis=0) - np.min(self.points, axis=0)
            self.offset, self.scale = np.mean(self.points, axis=0), np.where(width > 0, width, 1.0)
            self.points = (self.points - self.offset) / self.scale

    def placed(self, args: tuple) -> tuple:
        """The shape of the places, and these by rows, on the scale of the points."""
        places = coordinates(args[0] if len(args) == 1 else args)
        if places.shape[-1] != self.points.shape[1]:
            places = np.reshape(places, (-1, self.points.shape[1]))
        return places.shape[:-1], (np.reshape(places, (-1, places.shape[-1])) - self.offset) / self.scale


@read_as("scipy.interpolate.NearestNDInterpolator")
class NearestNDInterpolator(Scattered):
    def __init__(self, x: Any, y: Any, rescale: bool = False, tree_options: Any = None):
        Scattered.__init__(self, x, y, rescale)

    def __call__(self, *args: Any) -> Any:
        shape, flat = self.placed(args)
        found = self.values[np.argmin(cdist(flat, self.points, "sqeuclidean"), axis=1)]
        found = np.where(across(np.any(np.isnan(flat), axis=1), found), np.nan, found)
        return np.reshape(found, shape + self.values.shape[1:])


def corner_types(points: Any, flat: Any) -> Any:
    return np.zeros((flat.shape[0], points.shape[1] + 1), np.int64)


@host(result=corner_types, pure=True)
def corners_around(points: Any, flat: Any) -> Any:
    """The points at the corners of the simplex of Delaunay's triangulation around each place; -1: there is none."""
    mesh = spatial.Delaunay(points)
    simplex = mesh.find_simplex(flat)
    return np.where((simplex >= 0)[:, None], mesh.simplices[simplex], -1).astype(np.int64)


@read_as("scipy.interpolate.LinearNDInterpolator")
class LinearNDInterpolator(Scattered):
    """SciPy triangulates the points on the host; between the corners of a simplex the values are linear."""

    def __init__(self, points: Any, values: Any, fill_value: Any = np.nan, rescale: bool = False):
        Scattered.__init__(self, points, values, rescale)
        self.fill_value = fill_value

    def __call__(self, *args: Any) -> Any:
        shape, flat = self.placed(args)
        corners = corners_around(stop_gradient(self.points), stop_gradient(flat))
        outside = np.any(corners < 0, axis=1)
        rank = flat.shape[1]
        ends = self.points[np.maximum(corners, 0)]
        edges = ends[:, 1:] - ends[:, :1]
        edges = np.where(outside[:, None, None], np.eye(rank), edges)
        away = np.where(outside[:, None], 0.0, flat - ends[:, 0])
        shares = np.linalg.solve(np.swapaxes(edges, 1, 2), away[:, :, None])[:, :, 0]
        weights = np.concatenate([1.0 - np.sum(shares, axis=1, keepdims=True), shares], axis=1)
        values = self.values[np.maximum(corners, 0)]
        found = np.sum(np.reshape(weights, weights.shape + (1,) * (values.ndim - 2)) * values, axis=1)
        found = np.where(across(outside, found), self.fill_value, found)
        return np.reshape(found, shape + self.values.shape[1:])


@read_as("scipy.interpolate.griddata")
def griddata(
    points: Any, values: Any, xi: Any, method: str = "linear", fill_value: Any = np.nan, rescale: bool = False
) -> Any:
    places = coordinates(points)
    if places.shape[-1] == 1 and method in ("nearest", "linear", "cubic"):
        line = places[:, 0]
        order = np.argsort(line, kind="stable")
        beyond = "extrapolate" if method == "nearest" else fill_value
        made = interp1d(line[order], np.asarray(values)[order], method, 0, True, False, beyond)
        return made(xi[0] if isinstance(xi, tuple) else xi)
    if method == "nearest":
        return NearestNDInterpolator(places, values, rescale)(xi)
    if method == "linear":
        return LinearNDInterpolator(places, values, fill_value, rescale)(xi)
    if method == "cubic" and places.shape[-1] == 2:
        unsupported("griddata: compiled code has method='nearest' and 'linear'; RBFInterpolator is smooth")
    raise ValueError(f"Unknown interpolation method {method!r} for {places.shape[-1]} dimensional data")
