"""scipy.sparse.csgraph: shortest paths and Laplacian matrices of dense graphs."""

from __future__ import annotations

from typing import Any

import numpy as np

from recto.transform.library import read_as, unsupported

from .graphs import edges


def lengths_of(graph: Any, directed: bool, unweighted: bool) -> Any:
    """The length of the edge between each two nodes; infinite where there is none."""
    dense, _ = edges(graph)
    none = np.isnan(dense) | np.isinf(dense) | (dense == 0)
    found = np.where(none, np.inf, 1.0 if unweighted else dense)
    return found if directed else np.minimum(found, found.T)


def paths(graph: Any, directed: bool, unweighted: bool, indices: Any) -> Any:
    """Floyd: Algorithm 97: shortest path. Commun. ACM 5 (1962)."""
    found = lengths_of(graph, directed, unweighted)
    n = len(found)
    found = np.where(np.eye(n, dtype=bool), 0.0, found)
    for k in range(n):
        found = np.minimum(found, found[:, k, None] + found[k])
    return found if indices is None else found[np.asarray(indices)]


def refuse_predecessors(name: str, wanted: bool) -> None:
    if wanted:
        unsupported(f"csgraph.{name}: compiled code gives the lengths of paths, without return_predecessors")


@read_as("scipy.sparse.csgraph.shortest_path", "scipy.sparse.csgraph._shortest_path.shortest_path")
def shortest_path(
    csgraph: Any,
    method: str = "auto",
    directed: bool = True,
    return_predecessors: bool = False,
    unweighted: bool = False,
    overwrite: bool = False,
    indices: Any = None,
) -> Any:
    refuse_predecessors("shortest_path", return_predecessors)
    return paths(csgraph, directed, unweighted, indices)


@read_as("scipy.sparse.csgraph.floyd_warshall", "scipy.sparse.csgraph._shortest_path.floyd_warshall")
def floyd_warshall(
    csgraph: Any,
    directed: bool = True,
    return_predecessors: bool = False,
    unweighted: bool = False,
    overwrite: bool = False,
) -> Any:
    refuse_predecessors("floyd_warshall", return_predecessors)
    return paths(csgraph, directed, unweighted, None)


@read_as("scipy.sparse.csgraph.dijkstra", "scipy.sparse.csgraph._shortest_path.dijkstra")
def dijkstra(
    csgraph: Any,
    directed: bool = True,
    indices: Any = None,
    return_predecessors: bool = False,
    unweighted: bool = False,
    limit: Any = np.inf,
    min_only: bool = False,
) -> Any:
    refuse_predecessors("dijkstra", return_predecessors)
    found = paths(csgraph, directed, unweighted, indices)
    found = np.where(found <= limit, found, np.inf)
    return np.min(found, axis=0) if min_only and found.ndim > 1 else found


@read_as("scipy.sparse.csgraph.bellman_ford", "scipy.sparse.csgraph._shortest_path.bellman_ford")
def bellman_ford(
    csgraph: Any,
    directed: bool = True,
    indices: Any = None,
    return_predecessors: bool = False,
    unweighted: bool = False,
) -> Any:
    refuse_predecessors("bellman_ford", return_predecessors)
    found = paths(csgraph, directed, unweighted, None)
    if np.any(np.diagonal(found) < 0):
        raise ValueError("Negative cycle detected")
    return found if indices is None else found[np.asarray(indices)]


@read_as(
    "scipy.sparse.csgraph.minimum_spanning_tree",
    "scipy.sparse.csgraph._min_spanning_tree.minimum_spanning_tree",
)
def minimum_spanning_tree(csgraph: Any, overwrite: bool = False) -> Any:
    unsupported(
        "csgraph.minimum_spanning_tree: compiled code has no sparse matrices whose pattern data decide"
    )


@read_as("scipy.sparse.csgraph.laplacian")
def laplacian(
    csgraph: Any,
    normed: bool = False,
    return_diag: bool = False,
    use_out_degree: bool = False,
    *,
    copy: bool = True,
    form: str = "array",
    dtype: Any = None,
    symmetrized: bool = False,
) -> Any:
    """Chung: Spectral graph theory (1997)."""
    if form != "array" or dtype is not None:
        unsupported("csgraph.laplacian: compiled code has form='array', without dtype=")
    dense, _ = edges(csgraph)
    dense = dense + dense.T if symmetrized else dense
    n = len(dense)
    eye = np.eye(n, dtype=bool)
    dense = np.where(eye, 0.0, dense)
    degrees = np.sum(dense, axis=1 if use_out_degree else 0)
    if not normed:
        found, told = np.where(eye, degrees, -dense), degrees
    else:
        alone = degrees == 0
        told = np.where(alone, 1.0, np.sqrt(np.where(alone, 1.0, degrees)))
        found = np.where(eye, np.where(alone, 0.0, 1.0), -dense / told / told[:, None])
    return (found, told) if return_diag else found
