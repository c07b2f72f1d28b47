"""Policies of `recto.checkpoint`: which values the backward sweep keeps instead of computing them again.

>>> import numpy as np, recto
>>> def layer(x):
...     y = recto.checkpoint_policies.checkpoint_name(np.sin(x), "sines")
...     return np.exp(y) * y
>>> saved = recto.checkpoint(layer, policy=recto.checkpoint_policies.save_only_these_names("sines"))
>>> float(recto.grad(saved)(0.0))
1.0

Nothing is moved to another memory: the policies that offload values keep them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ._api.custom_rules import BY_NAME, Policy, checkpoint_name, policy_of
from ._boundary.argument_checks import check_arguments
from ._boundary.tracebacks import refuse_other_names as _refuse_other_names

__all__ = [
    "checkpoint_dots",
    "checkpoint_dots_with_no_batch_dims",
    "checkpoint_name",
    "dots_saveable",
    "dots_with_no_batch_dims_saveable",
    "everything_saveable",
    "nothing_saveable",
    "offload_dot_with_no_batch_dims",
    "save_and_offload_only_these_names",
    "save_any_names_but_these",
    "save_anything_except_these_names",
    "save_from_both_policies",
    "save_only_these_names",
]

everything_saveable = Policy("everything")
nothing_saveable = Policy("nothing")
dots_saveable = checkpoint_dots = Policy("dots")  # products of matrices, and convolutions
dots_with_no_batch_dims_saveable = checkpoint_dots_with_no_batch_dims = Policy(
    BY_NAME["checkpoint_dots_with_no_batch_dims"]
)


def offload_dot_with_no_batch_dims(offload_src: str, offload_dst: str) -> Policy:
    """Products of matrices that are no batch."""
    return dots_with_no_batch_dims_saveable


@check_arguments
def save_only_these_names(*names_which_can_be_saved: str) -> Policy:
    """Values with these names (`checkpoint_name`)."""
    return Policy(f"names {listed(names_which_can_be_saved)}")


@check_arguments
def save_any_names_but_these(*names_not_to_save: str) -> Policy:
    """Values with other names."""
    return Policy(f"other names {listed(names_not_to_save)}")


@check_arguments
def save_anything_except_these_names(*names_not_to_save: str) -> Callable[..., Any]:
    """All values but those with these names."""
    return lambda primitive, *types, **params: (
        primitive.name != "labelled" or params["name"] not in names_not_to_save
    )


@check_arguments
def save_and_offload_only_these_names(
    *,
    names_which_can_be_saved: Iterable[str],
    names_which_can_be_offloaded: Iterable[str],
    offload_src: str,
    offload_dst: str,
) -> Policy:
    """Values with any of these names."""
    both = {*names_which_can_be_saved} & {*names_which_can_be_offloaded}
    if both:
        raise ValueError(f"names are saved or offloaded, not both: {', '.join(sorted(both))}")
    return save_only_these_names(*names_which_can_be_saved, *names_which_can_be_offloaded)


@check_arguments
def save_from_both_policies(policy_1: Any, policy_2: Any) -> Any:
    """A policy that saves the values that either policy saves."""
    one, other = policy_of(policy_1), policy_of(policy_2)
    if "everything" in (one, other):
        return everything_saveable
    if isinstance(one, str) and isinstance(other, str):
        return Policy(f"{one} or {other}")
    raise TypeError(
        "policies that are functions are joined by a function: lambda *a, **k: f(*a, **k) or g(*a, **k)"
    )


def listed(names: Iterable[str]) -> str:
    names = [*names]
    if any("," in name or " " in name for name in names):
        raise ValueError("names of values have no commas or spaces")
    return ",".join(names)


_refuse_other_names(globals())
