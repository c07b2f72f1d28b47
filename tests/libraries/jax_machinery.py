"""What libraries on JAX are made of: trees, dtypes, rules. `jax` and `jnp` are put into this module's globals, which
have no NumPy: arrays here never change."""
from __future__ import annotations

import collections
import dataclasses
import inspect
from collections.abc import Callable
from typing import Any

jax: Any = None
jnp: Any = None
Pair = collections.namedtuple("Pair", "left right")


@dataclasses.dataclass
class Unregistered:
    """JAX knows nothing of it: it is a leaf."""
    update: Any
    state: Any


def prefix(x):
    """Other trees are taken apart down to the leaves of the first one."""
    masks, tree = {"a": True, "b": False}, {"b": (x, x), "a": (x, [x])}
    return jax.tree.map(lambda mask, part: part if mask else None, masks, tree)


def prefix_expected(x):
    return {"a": (x, [x]), "b": None}


def leaves_in_order(x):
    return jax.tree.leaves({"b": x, "a": (x + 1, None, Pair(x + 2, "text"))})[:3]


def leaves_in_order_expected(x):
    return [x + 1, x + 2, "text"]


def classes(x):
    found = jax.tree.map(lambda v: Unregistered(v * 2, v), {"w": x, "b": x + 1})
    return jax.tree.map(lambda o: o.update, found), len(jax.tree.leaves(found))


def classes_expected(x):
    return {"w": x * 2, "b": (x + 1) * 2}, 2


def structures(x):
    leaves, shape = jax.tree.flatten({"b": x, "a": [x, x]})
    parts = shape.flatten_up_to({"a": ["first", ("second", x)], "b": None})
    return shape.unflatten([v * 2 for v in leaves]), shape.num_leaves, parts[1][0], shape == jax.tree.structure(
        {"a": [1, 2], "b": 3})


def structures_expected(x):
    return {"b": x * 2, "a": [x * 2, x * 2]}, 3, "second", True


def turned(x):
    outer, inner = jax.tree.structure([0, 0]), jax.tree.structure({"a": 0, "b": 0})
    return jax.tree.transpose(outer, inner, [{"a": x, "b": 1}, {"a": x + 1, "b": 2}])


def turned_expected(x):
    return {"a": [x, x + 1], "b": [1, 2]}


def with_paths(x):
    named = jax.tree.map_with_path(lambda path, v: jax.tree_util.keystr(path), {"w": x, "b": (x, Pair(x, None))})
    return named, jax.tree.reduce(lambda total, v: total + jnp.sum(v), {"a": x, "b": x}, initializer=1.0)


def with_paths_expected(x):
    return {"w": "['w']", "b": ("['b'][0]", Pair("['b'][1].left", None))}, 1.0 + 2 * x.sum()


def branches_in_another_order(x):
    return jax.lax.cond(x[0] > 0, lambda: {"a": x, "b": x + 1}, lambda: {"b": x, "a": x * 3})


def branches_in_another_order_expected(x):
    return {"a": x, "b": x + 1} if x[0] > 0 else {"b": x, "a": x * 3}


def shapes(x):
    found = jax.eval_shape(lambda v: {"square": v * v, "total": jnp.sum(v)}, x)
    return jax.tree.map(lambda s: jnp.zeros_like(s), found), jax.typeof(x).shape


def shapes_expected(x):
    return {"square": x * 0, "total": x.sum() * 0}, x.shape


def dtypes(x):
    wide = jnp.promote_types("int32", "float16"), jnp.result_type(x, 1), jnp.finfo(x.dtype).bits
    return [str(d) for d in wide], jnp.issubdtype(x.dtype, "float32"), str(jax.dtypes.canonicalize_dtype("int32"))


def dtypes_expected(x):
    return ["float16", "float64", "64"], False, "int32"


def scopes(x):
    with jax.ensure_compile_time_eval():
        return x * 2


def scopes_expected(x):
    return x * 2


def segments(x):
    ids = jnp.asarray([1, 1, 7])
    return jax.ops.segment_sum(x, ids, 3), jax.ops.segment_max(x, ids, 2), jnp.expand_dims(x, range(2)).shape


def segments_expected(x):
    zero = x[0] * 0
    return [zero, x[0] + x[1], zero], [zero - float("inf"), max(x[0], x[1])], (1, 1, 3)


def repeated(x):
    return jnp.repeat(x, jnp.asarray([1, 0, 2]), total_repeat_length=5)


def repeated_expected(x):
    return [x[0], x[2], x[2], x[2], x[2]]


def raveled(x):
    vector, unravel = jax.flatten_util.ravel_pytree({"b": x, "a": 1.0})
    return vector, unravel(vector * 2)["b"]


def raveled_expected(x):
    return [1.0, *x], x * 2


def by_rows(x):
    dot = jnp.vectorize(lambda a, b: jnp.dot(a, b), signature="(n),(n)->()")
    return dot(jnp.reshape(x, (1, 3)), x), dot(x, x)


def by_rows_expected(x):
    return [x @ x], x @ x


def by_rows_of_unlike_ranks(x):
    solve = jnp.vectorize(lambda m, v: jnp.dot(m, v), signature="(m,n),(n)->(m)")
    return solve(jnp.reshape(jnp.repeat(x, 3), (3, 3)), jnp.reshape(x, (1, 3)))


def by_rows_of_unlike_ranks_expected(x):
    return [x * x.sum()]


def rules_made_inside(x):
    @jax.custom_vjp
    def tripled(v):
        return v ** 2

    tripled.defvjp(lambda v: (v ** 2, v), lambda v, bar: (3 * v * bar,))

    @jax.custom_jvp
    def sevenfold(v):
        return v * v

    @sevenfold.defjvp
    def _(primals, tangents):
        return sevenfold(*primals), 7.0 * tangents[0]

    return tripled(x), jax.grad(lambda v: jnp.sum(tripled(v)))(x), jax.grad(lambda v: jnp.sum(sevenfold(v)))(x)


def rules_made_inside_expected(x):
    return x ** 2, 3 * x, x * 0 + 7


def replaced(x):
    """`op=` makes a new array in a module that has JAX and no NumPy."""
    y = x
    y *= 2
    return x + y


def replaced_expected(x):
    return x * 3


def widened(x):
    """… of another shape, too."""
    column = jnp.reshape(x, (3, 1)) * 1
    column += x
    return column


def widened_expected(x):
    return x.reshape(3, 1) + x


def numbers_as_arrays(x):
    size = jnp.sum(x) * 0 + 2.0
    return size.astype(x.dtype) + (1).astype(x.dtype) if False else size.dtype == x.dtype


def numbers_as_arrays_expected(x):
    return True


def left_out(x):
    return jnp.sum(x, where=None) + x.sum(where=None)


def left_out_expected(x):
    return 2 * x.sum()


def signatures(x):
    def inner(a, b=2, *rest, key, **more):
        return a
    bound = inspect.signature(inner).bind(x, 3, 4, key=5, other=6)
    return list(inspect.signature(inner).parameters), bound.args[1:], bound.kwargs


def signatures_expected(x):
    return ["a", "b", "rest", "key", "more"], (3, 4), {"key": 5, "other": 6}


NAMES = [name for name in list(globals()) if f"{name}_expected" in globals()]
FUNCTIONS: dict[str, Callable] = {name: globals()[name] for name in NAMES}
