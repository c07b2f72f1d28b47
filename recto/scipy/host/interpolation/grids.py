"""scipy.interpolate: values on grids."""

from __future__ import annotations

from typing import Any

import numpy as np

from recto.transform.library import read_as, unsupported

from ..interpolate import across, hermite, monotonic_slopes
from .bsplines import bases, intervals_of
from .fitting import make_interp_spline

DEGREES = {"slinear": 1, "cubic": 3, "quintic": 5}
METHODS = ("linear", "nearest", "pchip", *DEGREES)


@read_as("scipy.interpolate.RegularGridInterpolator")
class RegularGridInterpolator:
    """The nearest value on a grid, the multilinear interpolant, products of splines, or monotonic cubics along one axis
    after the other."""

    def __init__(
        self,
        points: Any,
        values: Any,
        method: str = "linear",
        bounds_error: Any = True,
        fill_value: Any = np.nan,
        *,
        solver: Any = None,
        solver_args: Any = None,
    ):
        check_method(method)
        values = np.asarray(values)
        self.values = values if values.dtype.kind in "fc" else values.astype(np.float64)
        if len(points) > values.ndim:
            raise ValueError(f"There are {len(points)} point arrays, but values has {values.ndim} dimensions")
        self.method, self.bounds_error, self.fill_value = method, bounds_error, fill_value
        self.grid: list = []
        for axis, given in enumerate(points):
            self.add_axis(axis, np.asarray(given, np.float64), values.shape[axis])
        if method in DEGREES:
            self.check_degree(DEGREES[method])

    def add_axis(self, axis: int, p: Any, count: int) -> None:
        if p.ndim != 1:
            raise ValueError(f"The points in dimension {axis} must be 1-dimensional")
        if len(p) != count:
            raise ValueError(f"There are {len(p)} points and {count} values in dimension {axis}")
        if len(p) < 2:
            unsupported("RegularGridInterpolator: a grid of one point along an axis")
        down = np.all(np.diff(p) < 0)
        if not (down or np.all(np.diff(p) > 0)):
            raise ValueError(f"The points in dimension {axis} must be strictly ascending or descending")
        self.grid.append(np.where(down, p[::-1], p))
        self.values = np.where(down, np.flip(self.values, axis), self.values)

    def check_degree(self, k: int) -> None:
        for axis, p in enumerate(self.grid):
            if len(p) <= k:
                raise ValueError(
                    f"There are {len(p)} points in dimension {axis}, but method needs at least {k + 1} points per "
                    "dimension."
                )

    def __call__(self, xi: Any, method: Any = None, *, nu: Any = None) -> Any:
        method = self.method if method is None else method
        check_method(method)
        if nu is not None:
            unsupported("RegularGridInterpolator: compiled code knows no nu=: recto.grad gives derivatives")
        rank = len(self.grid)
        places = on_last_axis(xi, rank)
        if places.shape[-1] != rank:
            raise ValueError(
                f"The requested sample points xi have dimension {places.shape[-1]} but this "
                f"RegularGridInterpolator has dimension {rank}"
            )
        flat = np.reshape(places, (-1, rank)).astype(np.float64)
        outside = np.zeros(len(flat), bool)
        for k in range(rank):
            beyond = ~((flat[:, k] >= self.grid[k][0]) & (flat[:, k] <= self.grid[k][-1]))
            if self.bounds_error:
                if np.any(beyond):
                    raise ValueError(f"One of the requested xi is out of bounds in dimension {k}")
            outside = outside | beyond
        found = self.at(flat, method)
        if not self.bounds_error and self.fill_value is not None:
            found = np.where(across(outside, found), self.fill_value, found)
        found = np.where(across(np.any(np.isnan(flat), axis=1), found), np.nan, found)
        return np.reshape(found, places.shape[:-1] + self.values.shape[rank:])

    def at(self, flat: Any, method: str) -> Any:
        if method in DEGREES:
            return by_splines(self.grid, self.values, flat, DEGREES[method])
        return by_cubics(self.grid, self.values, flat) if method == "pchip" else self.between(flat, method)

    def between(self, flat: Any, method: str) -> Any:
        corners: list = [(1.0, ())]
        for k, grid in enumerate(self.grid):
            left = np.clip(np.searchsorted(grid, flat[:, k], side="right") - 1, 0, len(grid) - 2)
            part = (flat[:, k] - grid[left]) / (grid[left + 1] - grid[left])
            if method == "nearest":
                sides = [(1.0, np.where(part <= 0.5, left, left + 1))]
            else:
                sides = [(1.0 - part, left), (part, left + 1)]
            corners = [(w * share, (*index, at)) for w, index in corners for share, at in sides]
        if method == "nearest":
            return self.values[corners[0][1]]
        terms = [across(w, self.values[index]) * self.values[index] for w, index in corners]
        return sum(terms[1:], terms[0])


def check_method(method: str) -> None:
    if method not in METHODS:
        raise ValueError(f"Method '{method}' is not defined")


def by_splines(grid: list, values: Any, flat: Any, degree: int) -> Any:
    """The product of splines of that degree along each axis."""
    c, found, rank = values, [], len(grid)
    for axis, p in enumerate(grid):
        spline = make_interp_spline(p, c, degree, axis=axis)
        c = np.moveaxis(spline.c, 0, axis)
        first = intervals_of(spline.t, degree, flat[:, axis]) - degree
        found.append((first, bases(spline.t, degree, flat[:, axis])))
    shapes = [(len(flat),) + (1,) * axis + (degree + 1,) + (1,) * (rank - 1 - axis) for axis in range(rank)]
    steps = [
        np.reshape(first[:, None] + np.arange(degree + 1), shape) for (first, _), shape in zip(found, shapes)
    ]
    weights = np.ones((1,) * (rank + 1))
    for (_, share), shape in zip(found, shapes):
        weights = weights * np.reshape(share, shape)
    parts = c[tuple(steps)]
    weights = np.reshape(weights, weights.shape + (1,) * (parts.ndim - weights.ndim))
    return np.sum(weights * parts, axis=tuple(range(1, rank + 1)))


def by_cubics(grid: list, values: Any, flat: Any) -> Any:
    """Monotonic cubics along the last axis of the grid, through what they give along the one before, and so on."""
    rank = len(grid)
    order = (*range(rank)[::-1], *range(rank, values.ndim))
    rows = np.broadcast_to(
        np.transpose(values, order)[..., None], (*(values.shape[k] for k in order), len(flat))
    )
    for k in range(rank - 1, -1, -1):
        x, places = grid[k], flat[:, k]
        c = hermite(x, rows, monotonic_slopes(x, rows))
        at = np.clip(np.searchsorted(x, places, side="right") - 1, 0, len(x) - 2)
        part = places - x[at]
        rows = ((pick(c[0], at) * part + pick(c[1], at)) * part + pick(c[2], at)) * part + pick(c[3], at)
    return np.moveaxis(rows, -1, 0)


def pick(c: Any, at: Any) -> Any:
    """From each of the last axis's columns, the row of its own index."""
    index = np.broadcast_to(at, (1, *c.shape[1:]))
    return np.take_along_axis(c, index, axis=0)[0]


def on_last_axis(xi: Any, rank: int) -> Any:
    """Places, whose coordinates are along the last axis."""
    if isinstance(xi, tuple) and len(xi) != 1:
        return np.stack(np.broadcast_arrays(*[np.asarray(x) for x in xi]), axis=-1)
    xi = np.asarray(xi[0] if isinstance(xi, tuple) else xi)
    return xi if xi.ndim > 1 else np.reshape(xi, (-1, 1) if rank == 1 else (-1, rank))


@read_as("scipy.interpolate.interpn")
def interpn(
    points: Any,
    values: Any,
    xi: Any,
    method: str = "linear",
    bounds_error: Any = True,
    fill_value: Any = np.nan,
) -> Any:
    if method == "splinef2d":
        unsupported("interpn: compiled code has RectBivariateSpline(…).ev in place of method='splinef2d'")
    made = RegularGridInterpolator(points, values, method, bounds_error, fill_value)
    places = on_last_axis(xi, len(made.grid))
    found = made(places)
    return np.reshape(found, places.shape[:-1] + made.values.shape[len(made.grid) :])
