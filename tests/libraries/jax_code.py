"""Functions in JAX's style, beside the same in NumPy: `jax` and `jnp` are put into this module's globals."""
from __future__ import annotations

import numpy as np

import recto

from . import stand_in

jax = jnp = None
X = np.array([0.5, 2.0, -1.0])
M = np.array([[2.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 4.0]])


def elementwise(x):
    return jnp.sin(x) ** 2 + jnp.maximum(x, 0.0) * jnp.pi


def elementwise_numpy(x):
    return np.sin(x) ** 2 + np.maximum(x, 0.0) * np.pi


def reduced(x):
    return jnp.sum(x * x) + jnp.linalg.norm(x) + jnp.dot(x, x, precision="highest")


def reduced_numpy(x):
    return np.sum(x * x) + np.linalg.norm(x) + np.dot(x, x)


def imported_inside(x):
    import jax.numpy as inner
    from jax import nn
    return nn.relu(inner.cos(x))


def imported_inside_numpy(x):
    return np.maximum(np.cos(x), 0)


def default_argument(x, activation=None):
    chosen = jax.nn.relu if activation is None else activation
    return chosen(x)


def default_argument_numpy(x):
    return np.maximum(x, 0)


def controlled(x):
    total, partial = jax.lax.scan(lambda c, v: (c + v, c * v), 0.0, x)
    grown = jax.lax.fori_loop(0, 3, lambda k, c: c + jnp.sin(c), x)
    return jax.lax.cond(x[0] > 0, jnp.sin, jnp.cos, x) + partial * total + grown


def controlled_numpy(x):
    grown = np.copy(x)
    for _ in range(3):
        grown = grown + np.sin(grown)
    total, partial = 0.0, np.zeros(len(x))
    for k in range(len(x)):
        partial[k] = total * x[k]
        total = total + x[k]
    return (np.sin(x) if x[0] > 0 else np.cos(x)) + partial * total + grown


def transformed(x):
    return jax.grad(lambda y: jnp.sum(y ** 3))(x) + jax.vmap(lambda y: y * y)(x) + jax.jit(jnp.sin)(x)


def transformed_numpy(x):
    return 3 * x ** 2 + x * x + np.sin(x)


def trees(x):
    doubled = jax.tree.map(lambda v: v * 2, {"a": x, "b": (x + 1,)})
    return jax.tree_util.tree_leaves(doubled)[1] + jax.tree_util.tree_map(jnp.sin, [x])[0]


def trees_numpy(x):
    return (x + 1) * 2 + np.sin(x)


def libraries(x):
    return jax.nn.softmax(x) + jax.scipy.special.logsumexp(x)


def libraries_numpy(x):
    e = np.exp(x - np.max(x))
    return e / np.sum(e) + np.log(np.sum(np.exp(x)))


def taken(x):
    return jnp.take(x, np.array([1, -1, 2])) + jnp.take_along_axis(x, np.array([2, 0, 1]))


def taken_numpy(x):
    return x[np.array([1, 2, 2])] + x[np.array([2, 0, 1])]


def rebound(x):
    y = jnp.sin(x)
    y += 1.0
    for _ in range(3):
        y *= x
    return y


def rebound_numpy(x):
    return (np.sin(x) + 1) * x ** 3


@stand_in.JitFunction.around
def compiled_by_another_library(x):
    return jnp.tanh(x) * 2


def calls_what_is_compiled(x):
    return compiled_by_another_library(x) + compiled_by_another_library(x + 1)


def calls_what_is_compiled_numpy(x):
    return np.tanh(x) * 2 + np.tanh(x + 1) * 2


def arrays_of_float32(x):
    return jnp.zeros(3, jnp.float32) + jnp.asarray(x, dtype=jnp.float32)


def arrays_of_float32_numpy(x):
    return np.asarray(x, np.float32)


NAMES = [name for name, value in list(globals().items()) if f"{name}_numpy" in globals()]


# -- what is refused: arrays that others see are changed ---------------------------------------------------------------

def argument_changed(x):
    x += 1.0
    return jnp.sin(x)


def view_changed(x):
    y = jnp.sin(x)
    part = y[1:]
    part += 1.0
    return y


def second_name(x):
    y = jnp.sin(x)
    z = y
    y += 1.0
    return z


def add_to(v, w):
    v += w
    return v


def changed_in_a_call(x):
    y = x * 2
    z = add_to(y, 1.0)
    return jnp.sin(y) + z


def second_name_in_a_loop(x):
    y = jnp.sin(x)
    z = y
    for _ in range(5):
        y += x
    return z


SEEN = [argument_changed, view_changed, second_name, changed_in_a_call, second_name_in_a_loop]


def in_numpy_only(x):
    """The same is no question where JAX is not called."""
    y = x * 2
    z = add_to(y, 1.0)
    return y + z


def out_of_range(x):
    return jnp.take(x, np.array([0, 7]))


def out_of_range_by_rows(x):
    return jnp.take_along_axis(jnp.arange(3), np.array([1, 9]))


def small_integers(x):
    return jnp.exp(x)


def unknown(x):
    return jax.make_jaxpr(jnp.sin)(x)


@stand_in.Ruled.around
def with_a_rule(x):
    return x


def calls_what_has_a_rule(x):
    return with_a_rule(x)


def changing(x):
    return jnp.put(x, np.array([0]), 1.0)


def held_by_a_table(x):
    return {"relu": jax.nn.relu, "sin": jnp.sin}["sin"](x)


def normal(key):
    return jax.random.normal(jax.random.split(key)[0], (3,))


def normal_recto(key):
    return recto.random.normal(recto.random.split(key)[0], (3,))


