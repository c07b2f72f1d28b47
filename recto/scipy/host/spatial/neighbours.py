"""scipy.spatial.KDTree: nearest neighbours and pairs within a distance.

SciPy finds on the host which points are near, in a tree that it makes; where there are few pairs, all are compared. The
distances are computed, so that they have derivatives.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from scipy import spatial

from recto.transform.library import read_as, unsupported

from ...._api.derivatives import stop_gradient
from ...._api.host import host
from ..distance import distance_matrix, minkowski

FEW = 1 << 16  # pairs that are quicker to compare than to look up on the host


@functools.lru_cache(maxsize=8)
def tree_of(points: bytes, shape: tuple) -> Any:
    return spatial.cKDTree(np.frombuffer(points).reshape(shape))


def rank_types(points: Any, places: Any, count: int, p: Any) -> Any:
    return np.zeros((places.shape[0], count), np.int64)


@host(result=rank_types, pure=True)
def nearest(points: Any, places: Any, count: int, p: Any) -> Any:
    """The indices of the nearest points; the number of points where there are no more."""
    found = tree_of(np.ascontiguousarray(points, np.float64).tobytes(), points.shape).query(
        places, count, p=p
    )[1]
    return np.reshape(found, (len(places), count)).astype(np.int64)


def nearest_of_few(points: Any, places: Any, count: int, p: Any) -> Any:
    apart = distance_matrix(places, points, p)
    found = np.argsort(apart, axis=1, kind="stable")[:, :count]
    absent = max(count - len(points), 0)
    return np.concatenate([found, np.full((len(places), absent), len(points))], axis=1) if absent else found


def looked_up(points: Any, x: Any, k: Any, p: Any, bound: Any) -> tuple:
    """KDTree.query: distances and indices."""
    points, x = np.asarray(points, np.float64), np.asarray(x, np.float64)
    if x.shape[-1] != points.shape[1]:
        raise ValueError(f"x must consist of vectors of length {points.shape[1]} but has shape {x.shape}")
    ranks = tuple(range(1, k + 1)) if isinstance(k, (int, np.integer)) else tuple(k)
    if ranks == () or min(ranks) < 1:
        raise ValueError("k must be an integer or a sequence of integers from 1 on")
    places = np.reshape(x, (-1, x.shape[-1]))
    find = nearest_of_few if len(points) * len(places) <= FEW else nearest
    found = find(stop_gradient(points), stop_gradient(places), max(ranks), p)[:, np.array(ranks) - 1]
    known = found < len(points)
    near = points[np.where(known, found, 0)]
    known3 = known[:, :, None]
    apart = minkowski(np.where(known3, places[:, None], 0.0), np.where(known3, near, 1.0), p)
    known = known & (apart <= bound if bound == np.inf else apart < bound)
    apart, found = np.where(known, apart, np.inf), np.where(known, found, len(points))
    shape = x.shape[:-1] if isinstance(k, (int, np.integer)) and k == 1 else x.shape[:-1] + (len(ranks),)
    return np.reshape(apart, shape)[()], np.reshape(found, shape)[()]


def within(points: Any, x: Any, r: Any, p: Any, as_count: Any) -> Any:
    """KDTree.query_ball_point: how many points are within a distance, or a list of them in order."""
    points, x = np.asarray(points, np.float64), np.asarray(x, np.float64)
    places = np.reshape(x, (-1, x.shape[-1]))
    near = distance_matrix(places, points, p) <= np.reshape(
        np.broadcast_to(np.float64(r), x.shape[:-1]), (-1, 1)
    )
    if as_count:
        return np.reshape(np.sum(near, axis=1), x.shape[:-1])[()]
    if x.ndim != 1:
        unsupported(
            "query_ball_point of many points: compiled code has return_length=True, or a loop over points"
        )
    return np.nonzero(near[0])[0].tolist()


def pairs_within(points: Any, r: Any, p: Any, output_type: str) -> Any:
    if output_type != "ndarray":
        unsupported("query_pairs: compiled code has output_type='ndarray'")
    points = np.asarray(points, np.float64)
    before = np.arange(len(points))[:, None] < np.arange(len(points))
    return np.argwhere(before & (distance_matrix(points, points, p) <= r))


def counted(points: Any, others: Any, r: Any, p: Any, weights: Any) -> Any:
    if weights is not None:
        unsupported("count_neighbors: compiled code knows no weights=")
    apart, r = distance_matrix(points, others, p), np.asarray(r)
    found = np.sum(np.ravel(apart) <= np.reshape(r, (-1, 1)), axis=1)
    return np.reshape(found, r.shape)[()]


@read_as("scipy.spatial.KDTree", "scipy.spatial.cKDTree")
class KDTree:
    """Points that are computed; SciPy makes the tree when it is asked."""

    def __init__(
        self,
        data: Any,
        leafsize: int = 10,
        compact_nodes: bool = True,
        copy_data: bool = False,
        balanced_tree: bool = True,
        boxsize: Any = None,
    ):
        if boxsize is not None:
            unsupported("KDTree: compiled code knows no boxsize=")
        self.data = np.asarray(data, np.float64)
        if self.data.ndim != 2:
            raise ValueError("data must be 2 dimensions")
        self.n, self.m = self.data.shape

    def query(
        self,
        x: Any,
        k: Any = 1,
        eps: Any = 0.0,
        p: Any = 2.0,
        distance_upper_bound: Any = np.inf,
        workers: int = 1,
    ) -> tuple:
        return looked_up(self.data, x, k, p, distance_upper_bound)

    def query_ball_point(
        self,
        x: Any,
        r: Any,
        p: Any = 2.0,
        eps: Any = 0.0,
        workers: int = 1,
        return_sorted: Any = None,
        return_length: bool = False,
    ) -> Any:
        return within(self.data, x, r, p, return_length)

    def query_pairs(self, r: Any, p: Any = 2.0, eps: Any = 0.0, output_type: str = "set") -> Any:
        return pairs_within(self.data, r, p, output_type)

    def count_neighbors(
        self, other: Any, r: Any, p: Any = 2.0, weights: Any = None, cumulative: Any = True
    ) -> Any:
        return counted(self.data, other.data, r, p, weights)


# -- trees that SciPy made outside of compiled code ----------------------------------------------------------


def points_of(tree: Any) -> Any:
    if tree.boxsize is not None:
        unsupported("KDTree: compiled code knows no boxsize=")
    return tree.data


@read_as("scipy.spatial.KDTree.query", "scipy.spatial.cKDTree.query")
def query(
    tree: Any,
    x: Any,
    k: Any = 1,
    eps: Any = 0.0,
    p: Any = 2.0,
    distance_upper_bound: Any = np.inf,
    workers: int = 1,
) -> tuple:
    return looked_up(points_of(tree), x, k, p, distance_upper_bound)


@read_as("scipy.spatial.KDTree.query_ball_point", "scipy.spatial.cKDTree.query_ball_point")
def query_ball_point(
    tree: Any,
    x: Any,
    r: Any,
    p: Any = 2.0,
    eps: Any = 0.0,
    workers: int = 1,
    return_sorted: Any = None,
    return_length: bool = False,
) -> Any:
    return within(points_of(tree), x, r, p, return_length)


@read_as("scipy.spatial.KDTree.count_neighbors", "scipy.spatial.cKDTree.count_neighbors")
def count_neighbors(
    tree: Any, other: Any, r: Any, p: Any = 2.0, weights: Any = None, cumulative: Any = True
) -> Any:
    return counted(points_of(tree), other.data, r, p, weights)
