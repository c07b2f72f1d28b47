"""JAX's modules beside those with the same names here, and the names that differ."""

from __future__ import annotations

import importlib
import sys
import types
from collections.abc import Iterator
from typing import Any

import numpy as np

from recto import checkpoint_policies, debug, image, lax, nn, random, tree, tree_util
from recto import ops as segments
from recto.transform.library import conversion, synonyms

from . import dtypes, numpy as own, ops, rules, sizes, top, trees, vectorized

DISTRIBUTIONS = (
    "bernoulli beta betabinom binom cauchy chi2 dirichlet expon gamma gennorm geom gumbel_l gumbel_r laplace logistic "
    "multinomial multivariate_normal nbinom norm pareto poisson t truncnorm uniform vonmises wrapcauchy"
)
# A module of JAX -> where its names are looked up, in this order. Names share objects: the first module decides.
MODULES: dict[str, tuple[Any, ...]] = {
    "jax.numpy.linalg": (own.linalg, np.linalg),
    "jax.numpy.fft": (np.fft,),
    "jax.dtypes": (dtypes.functions,),
    "jax.numpy": (own.functions, ops.sized, sizes.functions, vectorized, dtypes.functions, np),
    "jax.lax.linalg": (lax.linalg,),
    "jax.lax": (own.lax, dtypes.functions, lax),
    "jax.nn": (nn,),
    "jax.nn.initializers": (nn.initializers,),
    "jax.random": (own.random, random),
    "jax.tree": (trees.functions, tree),
    "jax.tree_util": (trees.tree_util, tree_util),
    "jax.scipy.special": ("scipy.special",),
    "jax.scipy.linalg": ("scipy.linalg",),
    "jax.scipy.fft": ("scipy.fft",),
    "jax.scipy.ndimage": ("recto.scipy.ndimage",),
    "jax.scipy.signal": ("recto.scipy.signal",),
    "jax.scipy.integrate": ("recto.scipy.integrate",),
    "jax.scipy.optimize": ("recto.scipy.optimize",),
    **{f"jax.scipy.stats.{name}": (f"recto.scipy.stats.{name}",) for name in DISTRIBUTIONS.split()},
    "jax.ops": (ops.functions, segments),
    "jax.flatten_util": (ops.flatten_util,),
    "jax.debug": (debug,),
    "jax.image": (image,),
    "jax.ad_checkpoint": (checkpoint_policies,),
    "jax": (top.functions, own.top),
}


@synonyms("jax")
def found() -> Iterator[tuple[Any, Any]]:
    for name, means in top.OBJECTS.items():
        yield getattr(sys.modules["jax"], name, None), means
    for module, places in MODULES.items():
        theirs = vars(sys.modules[module]) if module in sys.modules else {}
        for name, value in [*theirs.items()]:
            if not name.startswith("_") and is_replaced(value):
                means = looked_up(name, value, places)
                if means is not None:
                    yield value, means


def is_replaced(value: Any) -> bool:
    """Whether it is an object of JAX's, a function or a class."""
    return (
        callable(value)
        and not isinstance(value, types.ModuleType)
        and (getattr(value, "__module__", None) or "").partition(".")[0] in ("jax", "jaxlib", "ml_dtypes")
    )


def found_module(name: str) -> Any:
    """A module, or an attribute of a package; None if there is neither."""
    package, _, last = name.rpartition(".")
    return getattr(importlib.import_module(package), last, None)


def looked_up(name: str, value: Any, places: tuple[Any, ...]) -> Any:
    if type(value).__name__ == "_ScalarMeta":  # jnp.float32 stands for NumPy's class of scalars
        return value.dtype.type
    for place in places:
        place = found_module(place) if isinstance(place, str) else place
        means = getattr(place, name, None)
        if callable(means):
            return means
    return None


@conversion("jax")
def converted(value: Any) -> Any:
    """The replacement of an object that JAX has made of a function of the user's, or of another library's."""
    return rules.converted(value)
