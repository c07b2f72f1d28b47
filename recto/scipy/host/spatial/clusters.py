"""scipy.cluster: hierarchies of clusters, which SciPy finds on the host; they have no derivatives here."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.cluster import hierarchy

from recto.transform.library import read_as, unsupported

from ...._api.host import host


def count_of(y: Any) -> int:
    """The number of points to which condensed distances, or a table of points, belong."""
    return y.shape[0] if len(y.shape) == 2 else int(np.ceil(np.sqrt(2 * y.shape[0])))


@host(result=lambda y, *how: np.zeros((count_of(y) - 1, 4)), pure=True)
def tree_of(y: Any, method: str, metric: Any, ordered: bool) -> Any:
    return np.asarray(hierarchy.linkage(y, method, metric, ordered), np.float64)


@host(result=lambda z, *how: np.zeros(z.shape[0] + 1, np.int32), pure=True)
def flat_clusters(z: Any, t: Any, criterion: str, depth: int) -> Any:
    return np.asarray(hierarchy.fcluster(z, t, criterion, depth), np.int32)


@host(result=lambda z: np.zeros(z.shape[0] + 1, np.int32), pure=True)
def leaves(z: Any) -> Any:
    return np.asarray(hierarchy.leaves_list(z), np.int32)


@host(result=lambda z: np.zeros((z.shape[0] + 1) * z.shape[0] // 2), pure=True)
def distances_in_tree(z: Any) -> Any:
    return np.asarray(hierarchy.cophenet(z), np.float64)


@read_as("scipy.cluster.hierarchy.linkage")
def linkage(y: Any, method: str = "single", metric: Any = "euclidean", optimal_ordering: bool = False) -> Any:
    if not isinstance(metric, str):
        unsupported("linkage: compiled code has metrics by name; give the distances of pdist")
    return tree_of(np.asarray(y, np.float64), method, metric, optimal_ordering)


def by_method(name: str, y: Any) -> Any:
    """scipy.cluster.hierarchy.<name>."""
    return linkage(y, name)


for _name in ("single", "complete", "average", "weighted", "centroid", "median", "ward"):
    read_as(f"scipy.cluster.hierarchy.{_name}", first=(_name,))(by_method)


@read_as("scipy.cluster.hierarchy.fcluster")
def fcluster(
    Z: Any, t: Any, criterion: str = "inconsistent", depth: int = 2, R: Any = None, monocrit: Any = None
) -> Any:
    if R is not None or monocrit is not None:
        unsupported("fcluster: compiled code knows no R= and monocrit=")
    return flat_clusters(np.asarray(Z, np.float64), t, criterion, depth)


@read_as("scipy.cluster.hierarchy.fclusterdata")
def fclusterdata(
    X: Any,
    t: Any,
    criterion: str = "inconsistent",
    metric: Any = "euclidean",
    depth: int = 2,
    method: str = "single",
    R: Any = None,
) -> Any:
    return fcluster(linkage(X, method, metric), t, criterion, depth, R)


@read_as("scipy.cluster.hierarchy.leaves_list")
def leaves_list(Z: Any) -> Any:
    return leaves(np.asarray(Z, np.float64))


@read_as("scipy.cluster.hierarchy.cophenet")
def cophenet(Z: Any, Y: Any = None) -> Any:
    found = distances_in_tree(np.asarray(Z, np.float64))
    if Y is None:
        return found
    return np.corrcoef(found, np.asarray(Y, np.float64))[0, 1], found


@read_as("scipy.cluster.vq.whiten")
def whiten(obs: Any, check_finite: Any = None) -> Any:
    """Each column over its standard deviation; columns of equal numbers as they are."""
    obs = np.asarray(obs)
    spread = np.std(obs, axis=0)
    return obs / np.where(spread == 0, 1.0, spread)
