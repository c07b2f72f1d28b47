"""Chex: its assertions on arrays that hold and that don't, and its dataclasses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import chex
import jax.numpy as jnp

from .rows import Row, draw

P, Q = draw(3, 4), draw(3, 4, seed=1)
V = draw(4)
T = {"a": P, "b": (Q,)}


@chex.dataclass
class Pair:
    first: chex.Array
    second: chex.Array


@chex.dataclass(frozen=True)
class Frozen:
    first: chex.Array
    scale: float = 2.0


@chex.dataclass(mappable_dataclass=False)
class Plain:
    first: chex.Array
    second: chex.Array


def asserted(check: Callable, *more: Any, **named: Any) -> Callable:
    """A function that asserts, and goes on."""

    def function(*args):
        check(*args, *more, **named)
        return args[0] * 2 if not isinstance(args[0], dict) else args[0]["a"] * 2

    return function


def refused(check: Callable, *more: Any, **named: Any) -> Callable:
    """A function whose assertion fails while it is read."""

    def function(*args):
        try:
            check(*args, *more, **named)
        except AssertionError:
            return args[0] * 3
        return args[0] * 2

    return function


ASSERTIONS: dict[str, tuple[Callable, tuple]] = {
    "assert_axis_dimension": (asserted(chex.assert_axis_dimension, 1, 4), (P,)),
    "assert_axis_dimension_gt": (asserted(chex.assert_axis_dimension_gt, 1, 3), (P,)),
    "assert_axis_dimension_gteq": (asserted(chex.assert_axis_dimension_gteq, 1, 4), (P,)),
    "assert_axis_dimension_lt": (asserted(chex.assert_axis_dimension_lt, 1, 5), (P,)),
    "assert_axis_dimension_lteq": (asserted(chex.assert_axis_dimension_lteq, 1, 4), (P,)),
    "assert_equal": (lambda x: (chex.assert_equal(x.shape, (3, 4)), x * 2)[1], (P,)),
    "assert_equal_rank": (lambda x, y: (chex.assert_equal_rank([x, y]), x * y)[1], (P, Q)),
    "assert_equal_shape": (lambda x, y: (chex.assert_equal_shape([x, y]), x * y)[1], (P, Q)),
    "assert_equal_shape_prefix": (lambda x, y: (chex.assert_equal_shape_prefix([x, y], 1), x * y)[1], (P, Q)),
    "assert_equal_shape_suffix": (lambda x, y: (chex.assert_equal_shape_suffix([x, y], 1), x * y)[1], (P, Q)),
    "assert_equal_size": (lambda x, y: (chex.assert_equal_size([x, y]), x * y)[1], (P, Q)),
    "assert_exactly_one_is_none": (lambda x: (chex.assert_exactly_one_is_none(x, None), x)[1], (P,)),
    "assert_not_both_none": (lambda x: (chex.assert_not_both_none(x, None), x)[1], (P,)),
    "assert_is_broadcastable": (lambda x: (chex.assert_is_broadcastable((4,), x.shape), x)[1], (P,)),
    "assert_is_divisible": (lambda x: (chex.assert_is_divisible(x.shape[1], 2), x)[1], (P,)),
    "assert_rank": (asserted(chex.assert_rank, 2), (P,)),
    "assert_rank_set": (asserted(chex.assert_rank, {1, 2}), (P,)),
    "assert_rank_many": (lambda x, y: (chex.assert_rank([x, y], [2, 1]), x * y)[1], (P, V)),
    "assert_rank_fails": (refused(chex.assert_rank, 1), (P,)),
    "assert_scalar": (lambda x: (chex.assert_scalar(2.0), x)[1], (P,)),
    "assert_scalar_in": (lambda x: (chex.assert_scalar_in(2.0, 1.0, 3.0), x)[1], (P,)),
    "assert_scalar_negative": (lambda x: (chex.assert_scalar_negative(-2.0), x)[1], (P,)),
    "assert_scalar_non_negative": (lambda x: (chex.assert_scalar_non_negative(2.0), x)[1], (P,)),
    "assert_scalar_positive": (lambda x: (chex.assert_scalar_positive(2.0), x)[1], (P,)),
    "assert_shape": (asserted(chex.assert_shape, (3, 4)), (P,)),
    "assert_shape_ellipsis": (asserted(chex.assert_shape, (..., 4)), (P,)),
    "assert_shape_none": (asserted(chex.assert_shape, (None, 4)), (P,)),
    "assert_shape_set": (asserted(chex.assert_shape, ({3, 5}, 4)), (P,)),
    "assert_shape_many": (lambda x, y: (chex.assert_shape([x, y], [(3, 4), (4,)]), x * y)[1], (P, V)),
    "assert_shape_fails": (refused(chex.assert_shape, (4, 3)), (P,)),
    "assert_size": (asserted(chex.assert_size, 12), (P,)),
    "assert_type": (asserted(chex.assert_type, float), (P,)),
    "assert_type_dtype": (asserted(chex.assert_type, jnp.float32), (P,)),
    "assert_type_many": (lambda x, y: (chex.assert_type([x, y], [float, jnp.float32]), x * y)[1], (P, V)),
    "assert_type_fails": (refused(chex.assert_type, int), (P,)),
    "assert_tree_has_only_ndarrays": (asserted(chex.assert_tree_has_only_ndarrays), (T,)),
    "assert_tree_no_nones": (asserted(chex.assert_tree_no_nones), (T,)),
    "assert_tree_shape_prefix": (asserted(chex.assert_tree_shape_prefix, (3,)), (T,)),
    "assert_tree_shape_suffix": (asserted(chex.assert_tree_shape_suffix, (4,)), (T,)),
    "assert_trees_all_equal_dtypes": (asserted(chex.assert_trees_all_equal_dtypes), (T, T)),
    "assert_trees_all_equal_shapes": (asserted(chex.assert_trees_all_equal_shapes), (T, T)),
    "assert_trees_all_equal_shapes_and_dtypes": (asserted(chex.assert_trees_all_equal_shapes_and_dtypes), (T, T)),
    "assert_trees_all_equal_sizes": (asserted(chex.assert_trees_all_equal_sizes), (T, T)),
    "assert_trees_all_equal_structs": (asserted(chex.assert_trees_all_equal_structs), (T, T)),
    "assert_trees_all_equal_comparator": (
        lambda x, y: (
            chex.assert_trees_all_equal_comparator(
                lambda a, b: a.shape == b.shape, lambda a, b: "shapes differ", x, y
            ),
            x["a"],
        )[1],
        (T, T),
    ),
    "if_args_not_none": (lambda x: chex.create_deprecated_function_alias(lambda v: v * 2, "new", "old")(x), (P,)),
    "dataclass_argument": (lambda d: d.first * d.second + d["first"], (Pair(first=P, second=Q),)),
    "dataclass_made": (lambda a, b: Pair(first=a * 2, second=b), (P, Q)),
    "dataclass_replace": (lambda d, a: d.replace(first=a), (Pair(first=P, second=Q), Q)),
    "dataclass_keys": (lambda d: [d[k] for k in d.keys()], (Pair(first=P, second=Q),)),
    "dataclass_to_tuple": (lambda d: d.to_tuple(), (Pair(first=P, second=Q),)),
    "dataclass_tree_map": (lambda d: __import__("jax").tree.map(jnp.sin, d), (Pair(first=P, second=Q),)),
    "dataclass_frozen": (lambda a: Frozen(first=a).first * Frozen(first=a).scale, (P,)),
    "dataclass_plain": (lambda a, b: Plain(first=a, second=b * 2), (P, Q)),
    "dataclass_from_tuple": (lambda a, b: Pair.from_tuple((a, b)).second, (P, Q)),
}
ROWS = [
    Row(name, function, args, name in ("dataclass_argument", "dataclass_made", "assert_rank"))
    for name, (function, args) in ASSERTIONS.items()
]
ROWS = [row if "tree_map" not in row.name else row._replace(function=lambda d: mapped(d)) for row in ROWS]


def mapped(d: Pair) -> Any:
    import jax

    return jax.tree.map(jnp.sin, d)
