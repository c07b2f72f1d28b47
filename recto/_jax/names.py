"""JAX's modules beside those with the same names here, and the names that differ."""

from __future__ import annotations

import importlib
import sys
import types
from collections.abc import Iterator
from typing import Any

import numpy as np

from recto import debug, lax, nn, random, tree, tree_util
from recto.transform.library import synonyms

from . import numpy as own, trees

# A module of JAX -> where its names are looked up, in this order. Names share objects: the first module decides.
MODULES: dict[str, tuple[Any, ...]] = {
    "jax.numpy.linalg": (own.linalg, np.linalg),
    "jax.numpy.fft": (np.fft,),
    "jax.numpy": (own.functions, np),
    "jax.lax.linalg": (lax.linalg,),
    "jax.lax": (own.lax, lax),
    "jax.nn": (nn,),
    "jax.nn.initializers": (nn.initializers,),
    "jax.random": (own.random, random),
    "jax.tree": (trees, tree),
    "jax.tree_util": (trees.tree_util, tree_util),
    "jax.scipy.special": ("scipy.special",),
    "jax.scipy.linalg": ("scipy.linalg",),
    "jax.scipy.fft": ("scipy.fft",),
    "jax.debug": (debug,),
    "jax": (own.top,),
}


@synonyms("jax")
def found() -> Iterator[tuple[Any, Any]]:
    for module, places in MODULES.items():
        theirs = vars(sys.modules[module]) if module in sys.modules else {}
        for name, value in [*theirs.items()]:
            if not name.startswith("_") and is_replaced(value):
                means = looked_up(name, value, places)
                if means is not None:
                    yield value, means


def is_replaced(value: Any) -> bool:
    """Is it an object of JAX's, a function or a class?"""
    return (
        callable(value)
        and not isinstance(value, types.ModuleType)
        and (getattr(value, "__module__", None) or "").partition(".")[0] in ("jax", "jaxlib", "ml_dtypes")
    )


def looked_up(name: str, value: Any, places: tuple[Any, ...]) -> Any:
    if type(value).__name__ == "_ScalarMeta":  # jnp.float32 stands for NumPy's class of scalars
        return value.dtype.type
    for place in places:
        place = importlib.import_module(place) if isinstance(place, str) else place
        means = getattr(place, name, None)
        if callable(means):
            return means
    return None
