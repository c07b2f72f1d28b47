"""Collectives over a named batch axis (psum, all_gather, …). Exported by `recto.lax`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from recto import transform
from recto.transform import CompileError

from .._boundary.argument_checks import F

Names = str | Sequence[str]
Groups = Sequence[Sequence[int]] | None
COMPOSED: dict[
    str, Callable
] = {}  # plain Python in terms of other collectives, by name: `recto._parallel` enters it


def collective(function: F) -> F:
    """Outside compiled code no axis is bound; inside, the front end has a rule of the same name. Of groups, and of
    blocks that are exchanged, there is plain Python in terms of the others."""
    name = function.__name__

    def read(interp: Any, args: list, kwargs: dict) -> Any:
        groups = kwargs.pop("axis_index_groups", None)
        if groups is not None or name == "all_to_all" and kwargs.get("tiled") is True:
            return interp.call(COMPOSED[name], args, {**kwargs, "groups": groups})
        return getattr(transform.rules("collectives"), name)(interp, *args, **kwargs)

    setattr(function, "__recto_call__", read)  # noqa: B010
    return function


def outside(name: str) -> CompileError:
    return CompileError(
        f"{name} outside of a named axis", "call the function by recto.vmap(…, axis_name=…) or recto.pmap"
    )


@collective
def psum(x: Any, axis_name: Names, *, axis_index_groups: Groups = None) -> Any:
    """The sum of x over all members of the batch; containers of arrays are fine.

    Args:
        axis_index_groups: groups of members, such as [[0, 1], [2, 3]]: each has a sum of its own.

    >>> import numpy as np, recto
    >>> recto.vmap(lambda x: x / recto.lax.psum(x, "i"), axis_name="i")(np.array([1.0, 3.0]))
    Array([0.25, 0.75], dtype=float64)
    """
    raise outside("psum")


@collective
def pmean(x: Any, axis_name: Names, *, axis_index_groups: Groups = None) -> Any:
    """The mean of x over all members of the batch."""
    raise outside("pmean")


@collective
def pmax(x: Any, axis_name: Names, *, axis_index_groups: Groups = None) -> Any:
    """The greatest x, element by element. It has no derivative."""
    raise outside("pmax")


@collective
def pmin(x: Any, axis_name: Names, *, axis_index_groups: Groups = None) -> Any:
    """The least x, element by element. It has no derivative."""
    raise outside("pmin")


@collective
def psum_scatter(
    x: Any,
    axis_name: str,
    scatter_dimension: int = 0,
    tiled: bool = False,
    *,
    axis_index_groups: Groups = None,
) -> Any:
    """Member k gets the k-th part of the sum over all members, along `scatter_dimension`, which has as many parts as
    there are members (`tiled`: the parts are blocks, and the axis stays).
    """
    raise outside("psum_scatter")


@collective
def all_gather(
    x: Any, axis_name: str, axis: int = 0, tiled: bool = False, *, axis_index_groups: Groups = None
) -> Any:
    """All the members' x, stacked along a new axis (`tiled`: one after the other along an old one)."""
    raise outside("all_gather")


@collective
def all_to_all(
    x: Any,
    axis_name: str,
    split_axis: int,
    concat_axis: int,
    *,
    axis_index_groups: Groups = None,
    tiled: bool = False,
) -> Any:
    """Member k gets the k-th part of everybody's x along `split_axis`, stacked along `concat_axis` (`tiled`: the parts
    are blocks, which are joined there)."""
    raise outside("all_to_all")


@collective
def ppermute(x: Any, axis_name: str, perm: Sequence[tuple[int, int]]) -> Any:
    """For (source, target) in perm the target gets the source's x; who gets nothing has zeros."""
    raise outside("ppermute")


@collective
def axis_index(axis_name: str) -> Any:
    """The member's number."""
    raise outside("axis_index")


@collective
def axis_size(axis_name: str) -> int:
    """The number of members."""
    raise outside("axis_size")


def composed(function: F) -> F:
    """A collective that is plain Python in terms of others inside compiled code."""
    read = lambda interp, args, kwargs: interp.call(COMPOSED[function.__name__], args, kwargs)
    setattr(function, "__recto_call__", read)  # noqa: B010
    return function


@composed
def pshuffle(x: Any, axis_name: str, perm: Sequence[int]) -> Any:
    """Member k gets the x of member perm[k]."""
    raise outside("pshuffle")


@composed
def pswapaxes(x: Any, axis_name: str, axis: int, *, axis_index_groups: Groups = None) -> Any:
    """Exchange the batch axis and an axis of x, which has as many elements."""
    raise outside("pswapaxes")


@composed
def pbroadcast(x: Any, axis_name: str, source: int) -> Any:
    """All members get the x of one."""
    raise outside("pbroadcast")
