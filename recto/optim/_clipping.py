"""Norms of trees, and gradient clipping."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import tree


def l2_norm(params: Any) -> Any:
    """The Euclidean norm of all elements of all leaves.

    >>> import recto
    >>> recto.optim.l2_norm({"a": 3.0, "b": 4.0})
    np.float64(5.0)
    """
    return np.sqrt(sum([np.sum(np.abs(x) ** 2) for x in tree.leaves(params)]))


def clip_grads(gradients: Any, max_norm: Any) -> Any:
    """The gradients, scaled down to this norm if theirs is larger (Pascanu et al. 2012)."""
    norm = l2_norm(gradients)
    scale = np.where(norm < max_norm, 1.0, max_norm / np.where(norm < max_norm, 1.0, norm))
    return tree.map(lambda g: (g * scale).astype(g.dtype), gradients)


def clip_by_value(gradients: Any, limit: Any) -> Any:
    """Each element between -limit and limit."""
    return tree.map(lambda g: np.clip(g, -limit, limit), gradients)
