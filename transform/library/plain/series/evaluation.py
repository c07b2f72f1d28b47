"""Values of series, matrices of values of the polynomials, and weight functions."""

from __future__ import annotations

from typing import Any

import numpy as np

from .bases import floating, of_bases, recurrence

VALUES = {
    "polynomial": np.polynomial.polynomial.polyval,
    "chebyshev": np.polynomial.chebyshev.chebval,
    "legendre": np.polynomial.legendre.legval,
    "hermite": np.polynomial.hermite.hermval,
    "hermite_e": np.polynomial.hermite_e.hermeval,
    "laguerre": np.polynomial.laguerre.lagval,
}


def val(basis: str, x: Any, c: Any, tensor: bool = True) -> Any:
    return VALUES[basis](x, c, tensor)


def check_alike(*points: Any) -> None:
    if any([np.shape(x) != np.shape(points[0]) for x in points]):
        raise ValueError(f"{', '.join(['x', 'y', 'z'][: len(points)])} are incompatible")


@of_bases("val2d")
def val2d(basis: str, x: Any, y: Any, c: Any) -> Any:
    check_alike(x, y)
    return val(basis, y, val(basis, x, c), False)


@of_bases("val3d")
def val3d(basis: str, x: Any, y: Any, z: Any, c: Any) -> Any:
    check_alike(x, y, z)
    return val(basis, z, val(basis, y, val(basis, x, c), False), False)


@of_bases("grid2d")
def grid2d(basis: str, x: Any, y: Any, c: Any) -> Any:
    return val(basis, y, val(basis, x, c))


@of_bases("grid3d")
def grid3d(basis: str, x: Any, y: Any, z: Any, c: Any) -> Any:
    return val(basis, z, val(basis, y, val(basis, x, c)))


@of_bases("valfromroots")
def valfromroots(basis: str, x: Any, r: Any, tensor: bool = True) -> Any:
    r = floating(r)
    if isinstance(x, (tuple, list)):
        x = np.asarray(x)
    if np.ndim(x):
        if not tensor and np.ndim(x) >= r.ndim:
            raise ValueError("x.ndim must be < r.ndim when tensor == False")
        r = r.reshape(r.shape + (1,) * np.ndim(x)) if tensor else r
    return np.prod(x - r, axis=0)


@of_bases("vander")
def vander(basis: str, x: Any, deg: int) -> Any:
    """The polynomials at x, along a last axis."""
    if deg < 0:
        raise ValueError("deg must be non-negative")
    x = floating(x)
    up, level, down = [numbers.astype(x.dtype) for numbers in recurrence(basis, deg + 1)]
    found = [0 * x + 1]
    for k in range(deg):
        following = (x if basis != "laguerre" else x - level[k]) * found[k]
        if k and basis != "polynomial":
            following = following - down[k] * found[k - 1]
        found.append(following / up[k])
    return np.stack(found, axis=-1)


@of_bases("vander2d")
def vander2d(basis: str, x: Any, y: Any, deg: Any) -> Any:
    return products_of_values(basis, [x, y], deg)


@of_bases("vander3d")
def vander3d(basis: str, x: Any, y: Any, z: Any, deg: Any) -> Any:
    return products_of_values(basis, [x, y, z], deg)


def products_of_values(basis: str, points: list, deg: Any) -> Any:
    if len(points) != len(deg):
        raise ValueError(f"Expected {len(points)} dimensions of degrees, got {len(deg)}")
    points = list(np.asarray(points) + 0.0)
    found = vander(basis, points[0], deg[0])
    for k in range(1, len(points)):
        found = found[..., :, None] * vander(basis, points[k], deg[k])[..., None, :]
        found = found.reshape((*found.shape[:-2], -1))
    return found


@of_bases("weight", without=("polynomial",))
def weight(basis: str, x: Any) -> Any:
    """The function with which the polynomials are orthogonal."""
    if basis == "chebyshev":
        return 1.0 / (np.sqrt(1.0 + x) * np.sqrt(1.0 - x))
    if basis == "legendre":
        return x * 0.0 + 1.0
    if basis == "laguerre":
        return np.exp(-x)
    return np.exp(-(x**2) if basis == "hermite" else -0.5 * x**2)
