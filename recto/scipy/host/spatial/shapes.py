"""scipy.spatial: shapes that are laid on one another, and arcs on a sphere."""

from __future__ import annotations

from typing import Any

import numpy as np

from recto.transform.library import read_as

from ..distance import euclidean, minkowski


@read_as("scipy.linalg.orthogonal_procrustes")
def orthogonal_procrustes(A: Any, B: Any, check_finite: bool = True) -> tuple:
    """Schönemann: A generalized solution of the orthogonal Procrustes problem. Psychometrika 31 (1966)."""
    A, B = np.asarray(A), np.asarray(B)
    if A.ndim != 2 or B.ndim != 2:
        raise ValueError(f"expected ndim to be 2, but observed {A.ndim}")
    if A.shape != B.shape:
        raise ValueError(f"the shapes of A and B differ ({A.shape} vs {B.shape})")
    u, w, vt = np.linalg.svd(np.conj(B.T @ np.conj(A)).T)
    return u @ vt, np.sum(w)


@read_as("scipy.spatial.procrustes")
def procrustes(data1: Any, data2: Any) -> tuple:
    """Gower: Generalized Procrustes analysis. Psychometrika 40 (1975)."""
    first, second = np.asarray(data1, np.float64), np.asarray(data2, np.float64)
    if first.ndim != 2 or second.ndim != 2:
        raise ValueError("Input matrices must be two-dimensional")
    if first.shape != second.shape:
        raise ValueError("Input matrices must be of same shape")
    first, second = first - np.mean(first, axis=0), second - np.mean(second, axis=0)
    sizes = np.linalg.norm(first), np.linalg.norm(second)
    if sizes[0] == 0 or sizes[1] == 0:
        raise ValueError("Input matrices must contain >1 unique points")
    first, second = first / sizes[0], second / sizes[1]
    turn, scale = orthogonal_procrustes(first, second)
    second = second @ turn.T * scale
    return first, second, np.sum((first - second) ** 2)


@read_as("scipy.spatial.geometric_slerp")
def geometric_slerp(start: Any, end: Any, t: Any, tol: float = 1e-7) -> Any:
    """Shoemake: Animating rotation with quaternion curves. SIGGRAPH Comput. Graph. 19 (1985)."""
    start, end, t = np.asarray(start, np.float64), np.asarray(end, np.float64), np.asarray(t, np.float64)
    if start.ndim != 1 or end.ndim != 1:
        raise ValueError("Start and end coordinates must be one-dimensional")
    if np.any((t < 0) | (t > 1)):
        raise ValueError("interpolation parameter must be in [0, 1]")
    if np.abs(euclidean(start, end) - 2.0) < tol:
        raise ValueError(
            "start and end are antipodes: compiled code does not choose one of the arcs between them"
        )
    aside = end - np.dot(start, end) * start
    length = np.sqrt(np.sum(aside * aside))
    same = length == 0
    angle = np.arctan2(length, np.dot(start, end)) * t[..., None]
    direction = aside / np.where(same, 1.0, length)
    return np.cos(angle) * start + np.sin(angle) * direction


@read_as("scipy.spatial.minkowski_distance")
def minkowski_distance(x: Any, y: Any, p: Any = 2.0) -> Any:
    return minkowski(np.asarray(x, np.float64), np.asarray(y, np.float64), p)


@read_as("scipy.spatial.minkowski_distance_p")
def minkowski_distance_p(x: Any, y: Any, p: Any = 2.0) -> Any:
    apart = np.abs(np.asarray(y, np.float64) - np.asarray(x, np.float64))
    if p == np.inf:
        return np.max(apart, axis=-1)
    return np.sum(apart if p == 1 else apart**p, axis=-1)


@read_as("scipy.spatial.distance.directed_hausdorff")
def directed_hausdorff(u: Any, v: Any, rng: Any = 0) -> tuple:
    """The largest distance of a point of u from its nearest one in v, and the indices of both."""
    u, v = np.asarray(u, np.float64), np.asarray(v, np.float64)
    if u.shape[1] != v.shape[1]:
        raise ValueError("u and v need to have the same number of columns")
    apart = np.sum((u[:, None] - v[None]) ** 2, axis=-1)
    near = np.argmin(apart, axis=1)
    first = np.argmax(np.min(apart, axis=1))
    second = near[first]
    return euclidean(u[first], v[second]), first, second
