"""Collectives of groups of members, and others that are short in terms of those of all members. Plain Python, which is
read inside compiled code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .. import tree
from .._api import collectives as lax

Groups = Sequence[Sequence[int]]


def peers(axis_name: Any, groups: Groups) -> Any:
    """For each member, whether it is in the group of this one."""
    together = np.zeros((lax.axis_size(axis_name),) * 2, np.bool_)
    for group in groups:
        for k in group:
            for other in group:
                together[k, other] = True
    return together[lax.axis_index(axis_name)]


def of_peers(x: Any, axis_name: Any, groups: Groups, fill: Any, reduce: Callable[..., Any]) -> Any:
    """A reduction over the members of the group."""

    def one(leaf: Any) -> Any:
        whole = lax.all_gather(leaf, axis_name)
        mine = np.reshape(peers(axis_name, groups), (-1,) + (1,) * np.ndim(leaf))
        return reduce(np.where(mine, whole, fill(whole.dtype)), axis=0).astype(whole.dtype)

    return tree.map(one, x)


def psum(x: Any, axis_name: Any, groups: Groups) -> Any:
    if isinstance(x, int):
        return x * len(groups[0])
    return of_peers(x, axis_name, groups, lambda dtype: np.zeros((), dtype), np.sum)


def pmean(x: Any, axis_name: Any, groups: Groups) -> Any:
    count = np.sum(peers(axis_name, groups))
    return tree.map(lambda total: total / count, psum(x, axis_name, groups))


def pmax(x: Any, axis_name: Any, groups: Groups) -> Any:
    return of_peers(x, axis_name, groups, lambda dtype: limit(dtype, True), np.max)


def pmin(x: Any, axis_name: Any, groups: Groups) -> Any:
    return of_peers(x, axis_name, groups, lambda dtype: limit(dtype, False), np.min)


def limit(dtype: Any, least: bool) -> Any:
    """The least or the greatest value of a dtype."""
    if dtype.kind == "f":
        return np.asarray(-np.inf if least else np.inf, dtype)
    if dtype.kind == "b":
        return not least
    return np.iinfo(dtype).min if least else np.iinfo(dtype).max


def group_of(axis_name: Any, groups: Groups | None) -> tuple[Any, Any, int]:
    """The members of the group of this one, its place among them, and their number."""
    if groups is None:
        groups = [list(range(lax.axis_size(axis_name)))]
    size = len(groups[0])
    members, places = np.zeros((size * len(groups), size), np.int64), np.zeros(size * len(groups), np.int64)
    for group in groups:
        if len(group) != size:
            raise ValueError("axis_index_groups must all be the same size")
        for place, k in enumerate(group):
            members[k] = np.asarray(group)
            places[k] = place
    me = lax.axis_index(axis_name)
    return members[me], places[me], size


def all_gather(x: Any, axis_name: Any, axis: int = 0, tiled: bool = False, groups: Any = None) -> Any:
    members, _, size = group_of(axis_name, groups)

    def one(leaf: Any) -> Any:
        whole = lax.all_gather(leaf, axis_name)[members]
        return joined(whole, axis, size) if tiled else np.moveaxis(whole, 0, axis)

    return tree.map(one, x)


def joined(parts: Any, axis: int, count: int) -> Any:
    """Parts, stacked along the first axis, one after the other along another."""
    return np.concatenate([parts[k] for k in range(count)], axis)


def psum_scatter(
    x: Any, axis_name: Any, scatter_dimension: int = 0, tiled: bool = False, groups: Any = None
) -> Any:
    _, place, size = group_of(axis_name, groups)

    def one(leaf: Any) -> Any:
        return part(psum(leaf, axis_name, groups), scatter_dimension, place, size, tiled)

    return tree.map(one, x)


def part(x: Any, axis: int, place: Any, count: int, tiled: bool) -> Any:
    """The part of an array that is for one member: an element along an axis, or a block."""
    axis = axis % x.ndim
    length = x.shape[axis] // count
    if length * count != x.shape[axis] or not tiled and length != 1:
        raise ValueError(f"axis {axis} has {x.shape[axis]} elements, which are not for {count} members")
    blocks = np.reshape(x, x.shape[:axis] + (count, length) + x.shape[axis + 1 :])
    mine = np.take(blocks, place, axis)
    return mine if tiled else np.reshape(mine, x.shape[:axis] + x.shape[axis + 1 :])


def all_to_all(
    x: Any, axis_name: Any, split_axis: int, concat_axis: int, tiled: bool = False, groups: Any = None
) -> Any:
    members, place, size = group_of(axis_name, groups)

    def one(leaf: Any) -> Any:
        whole = lax.all_gather(leaf, axis_name)[members]
        parts = [part(whole[k], split_axis, place, size, tiled) for k in range(size)]
        return np.concatenate(parts, concat_axis) if tiled else np.stack(parts, concat_axis)

    return tree.map(one, x)


def pshuffle(x: Any, axis_name: Any, perm: Sequence[int]) -> Any:
    if sorted(perm) != list(range(len(perm))):
        raise ValueError(f"perm does not represent a permutation: {perm}")
    return lax.ppermute(x, axis_name, [(source, k) for k, source in enumerate(perm)])


def pswapaxes(x: Any, axis_name: Any, axis: int, *, axis_index_groups: Any = None) -> Any:
    if axis_index_groups is None:
        return lax.all_to_all(x, axis_name, axis, axis)
    return all_to_all(x, axis_name, axis, axis, groups=axis_index_groups)


def pbroadcast(x: Any, axis_name: Any, source: int) -> Any:
    return tree.map(lambda leaf: lax.all_gather(leaf, axis_name)[source], x)


lax.COMPOSED.update(
    psum=psum,
    pmean=pmean,
    pmax=pmax,
    pmin=pmin,
    all_gather=all_gather,
    psum_scatter=psum_scatter,
    all_to_all=all_to_all,
    pshuffle=pshuffle,
    pswapaxes=pswapaxes,
    pbroadcast=pbroadcast,
)
