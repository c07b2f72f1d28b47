"""The functions of tests/programs whose emitted files are tested, and what is done with each."""
from __future__ import annotations

import inspect
import os
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from corpus import Case, functions

SCALAR = ("grad", "value_and_grad", "hessian")      # of functions that give one number
ALWAYS = ("jit", "vjp", "jvp", "vmap")

NUMBERS = [("kmeans", "inertia"), ("layers", "mse"), ("layers", "softmax_cross_entropy"), ("finance", "normal_cdf"),
           ("finance", "black_scholes"), ("geometry", "shoelace"), ("interpolation", "lagrange"),
           ("nbody", "total_energy"), ("statistics", "gini"), ("statistics", "online_covariance"),
           ("reductions", "log_sum_exp"), ("recurrences", "horner"), ("branches", "huber"),
           ("loops", "over_rows_and_items")]
ARRAYS = [("stencils", "heat_2d"), ("stencils", "wave_1d"), ("mutation", "ping_pong"), ("signal", "iir_direct_form"),
          ("linear_algebra_loops", "cholesky_loops"), ("linear_algebra_loops", "thomas"), ("layers", "mlp"),
          ("layers", "attention"), ("layers", "gelu"), ("matrix_functions", "expm"), ("filters", "kalman_filter"),
          ("nbody", "leapfrog"), ("errors_at_runtime", "safe_sqrt"), ("rootfinding", "newton")]
ALL = [*NUMBERS, *ARRAYS] if "RECTO_EVERY" in os.environ else [*NUMBERS[::3], *ARRAYS[::3]]     # see corpus.sample


class Call(NamedTuple):
    """A function with arguments by name."""
    function: Any
    arguments: dict[str, Any]


def calls(module: str, name: str) -> list[Call]:
    """The examples of a function; the first is the one that files are emitted for."""
    return [called(case) for case in functions(module)[name]]


def called(case: Case) -> Call:
    bound = inspect.signature(case.function).bind(*case.args, **case.kwargs)
    return Call(case.function, dict(bound.arguments))


def chains(module: str, name: str) -> Iterator[str]:
    """What is done with a function."""
    inexact = inexact_names(calls(module, name)[0])
    for chain in (*ALWAYS, *(SCALAR if (module, name) in NUMBERS else ())):
        if chain == "vmap":
            yield f"vmap(in_axes={dict.fromkeys(inexact, 0)})"
        else:
            yield chain if chain == "jit" else f"{chain}(wrt={inexact[0]})"


def inexact_names(call: Call) -> list[str]:
    """The arguments that can be differentiated."""
    return [n for n, v in call.arguments.items() if is_inexact(v)]


def is_inexact(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return any(map(is_inexact, value))
    if isinstance(value, dict):
        return any(map(is_inexact, value.values()))
    return np.asarray(value).dtype.kind in "fc"


def arguments(call: Call, chain: str) -> dict[str, Any]:
    """The arguments of the transformed function: a batch of two where it is batched."""
    if not chain.startswith("vmap"):
        return call.arguments
    twice = lambda v: [twice(x) for x in v] if isinstance(v, list) else tuple(map(twice, v)) \
        if isinstance(v, tuple) else np.stack([v, 0.75 * np.asarray(v)])
    return {**call.arguments, **{n: twice(call.arguments[n]) for n in inexact_names(call)}}
