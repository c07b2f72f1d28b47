"""scipy.sparse.csgraph: SciPy's functions, called on the host, for results of known shape."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse
from scipy.sparse import csgraph

from recto.transform.library import read_as, unsupported

from ...._api.host import host
from .formats import is_sparse


def edges(graph: Any) -> tuple:
    """The matrix of a graph, dense, and whether every number that is not zero is an edge (as in a sparse one)."""
    if not is_sparse(graph):
        return np.asarray(graph, np.float64), False
    if not hasattr(graph, "dense"):
        unsupported(
            "compiled code keeps zeros in a sparse matrix of known pattern, which a graph would take for "
            "edges: pass A.toarray()"
        )
    return graph.toarray().astype(np.float64), True


def labelled(dense: Any, stored: bool, directed: bool, connection: str) -> tuple:
    return np.empty((), np.int64), np.empty(dense.shape[0], np.int32)


@host(result=labelled, pure=True)
def components(dense: Any, stored: bool, directed: bool, connection: str) -> tuple:
    graph = sparse.csr_array(dense) if stored else dense
    return csgraph.connected_components(graph, directed, connection)


@read_as("scipy.sparse.csgraph._traversal.connected_components")
@read_as("scipy.sparse.csgraph.connected_components")
def connected_components(
    csgraph: Any, directed: bool = True, connection: str = "weak", return_labels: bool = True
) -> Any:
    count, labels = components(*edges(csgraph), directed, connection)
    return (count, labels) if return_labels else count
