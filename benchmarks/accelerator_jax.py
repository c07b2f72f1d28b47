"""JAX's side of `accelerator`: the same functions, as its own users write them.

JAX has no reverse mode through `while_loop`. Where the gradient of a `while` is asked for, this side runs `scan` over
a number of rounds that was counted beforehand (`newton_scan`, `solved_loss`): the best that it could do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from .accelerator_programs import RATE, Work

VERSION = jax.__version__
NEWTON_ROUNDS = 16      # as many as `newton` takes with the arguments here
CONJUGATE_ROUNDS = 40   # at least as many as `conjugate_gradients` takes


# -- networks ------------------------------------------------------------------------------------------------

def cross_entropy(logits, labels):
    return -jnp.mean(jnp.sum(labels * jax.nn.log_softmax(logits), axis=1))


def mlp(parameters, images, labels):
    *inner, weights, bias = parameters
    x = images
    for w, b in zip(inner[::2], inner[1::2]):
        x = jax.nn.relu(x @ w + b)
    return cross_entropy(x @ weights + bias, labels)


def sample_loss(parameters, image, label):
    first, first_bias, second, second_bias = parameters
    logits = jnp.tanh(image @ first + first_bias) @ second + second_bias
    return -jnp.sum(label * jax.nn.log_softmax(logits))


def convolution(parameters, images, labels):
    first, second, weights, bias = parameters
    convolved = lambda x, filters: lax.conv_general_dilated(
        x, filters, (1, 1), "VALID", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    x = jax.nn.relu(convolved(images, first))
    x = jax.nn.relu(convolved(x, second))
    return cross_entropy(jnp.mean(x, axis=(1, 2)) @ weights + bias, labels)


shifted = convolution


def transformer(parameters, x, targets, heads):
    qkv, out, up, down, first, second = parameters
    batch, length, width = x.shape
    parts = (jax.nn.standardize(x) * first @ qkv).reshape(batch, length, 3, heads, width // heads)
    seen = jax.nn.dot_product_attention(parts[:, :, 0], parts[:, :, 1], parts[:, :, 2], is_causal=True)
    x = x + seen.reshape(x.shape) @ out
    x = x + jax.nn.gelu((jax.nn.standardize(x) * second) @ up) @ down
    return jnp.mean((x - targets) ** 2)


def lstm(parameters, inputs, targets):
    into, over, bias = parameters

    def step(carry, given):
        h, c = carry
        i, f, g, o = jnp.split(given + h @ over, 4, axis=1)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
        return (h, c), h

    zeros = jnp.zeros_like(targets[0])
    states = lax.scan(step, (zeros, zeros), inputs @ into + bias)[1]
    return jnp.mean((states - targets) ** 2)


def normalized_loss(logits, labels):
    return cross_entropy(jax.nn.standardize(logits), labels)


# -- simulations ---------------------------------------------------------------------------------------------

def pulls(x, masses):
    d = x[None, :, :] - x[:, None, :]
    squares = jnp.sum(d * d, axis=-1) + 0.01
    return jnp.sum(d * (masses * squares ** -1.5)[:, :, None], axis=1)


def n_body(x, v, masses, steps):
    def step(_, state):
        x, v = state
        v = v + 0.01 * pulls(x, masses)
        return x + 0.01 * v, v
    return lax.fori_loop(0, steps, step, (x, v))


def n_body_loss(x, v, masses, steps):
    x, v = n_body(x, v, masses, steps)
    return jnp.sum(x * x) + jnp.sum(v * v)


def pulls_by_body(x, masses):
    def of_one(place):
        d = x - place
        squares = jnp.sum(d * d, axis=1) + 0.01
        return jnp.sum(d * (masses * squares ** -1.5)[:, None], axis=0)
    return jax.vmap(of_one)(x)


def heat(grid, steps):
    inner = lambda a: 0.2 * (a[1:-1, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:] + a[2:, 1:-1] + a[:-2, 1:-1])
    halfstep = lambda a: a.at[1:-1, 1:-1].set(inner(a))
    return lax.fori_loop(0, steps, lambda _, a: halfstep(halfstep(a)), grid)


def jacobi_2d(grid, weights, steps):
    return jnp.sum(weights * heat(grid, steps))


# -- linear algebra, and loops that the data end ---------------------------------------------------------------

def improved(x, a):
    """A step of Newton's method for fifth roots."""
    return (x ** 5 - a) / (5.0 * x ** 4)


def newton(a):
    def improve(state):
        step = improved(state[0], a)
        return state[0] - step, step
    far = lambda state: jnp.max(jnp.abs(state[1])) > 1e-12
    return jnp.sum(lax.while_loop(far, improve, (jnp.ones_like(a), jnp.ones_like(a)))[0])


def newton_scan(a):
    """`newton` for reverse mode."""
    improve = lambda x, _: (x - improved(x, a), None)
    return jnp.sum(lax.scan(improve, jnp.ones_like(a), length=NEWTON_ROUNDS)[0])


def products(x, matrix, steps):
    return lax.fori_loop(0, steps, lambda _, x: jnp.tanh(matrix @ x), x)


def conjugate_step(matrix, state):
    x, residual, direction, square = state
    moved = matrix @ direction
    size = square / (direction @ moved)
    x, residual = x + size * direction, residual - size * moved
    new = residual @ residual
    return x, residual, residual + (new / square) * direction, new


def conjugate_gradients(right, matrix):
    wanted = 1e-16 * (right @ right)
    state = jnp.zeros_like(right), right, right, right @ right
    return lax.while_loop(lambda state: state[3] > wanted, lambda s: conjugate_step(matrix, s), state)[0]


def solved_loss(right, matrix):
    """For reverse mode: `cond` leaves out the rounds after the last."""
    wanted = 1e-16 * (right @ right)
    again = lambda state: conjugate_step(matrix, state)
    step = lambda state, _: (lax.cond(state[3] > wanted, again, lambda state: state, state), None)
    x = lax.scan(step, (jnp.zeros_like(right), right, right, right @ right), length=CONJUGATE_ROUNDS)[0][0]
    return jnp.sum(x * x)


def tridiagonal(right, lower, diagonal, upper):
    def down(carry, rows):
        c, d = carry
        right, lower, diagonal, upper = rows
        pivot = diagonal - lower * c
        new = upper / pivot, (right - lower * d) / pivot
        return new, new

    def up(below, rows):
        x = rows[1] - rows[0] * below
        return x, x

    zeros = jnp.zeros_like(right[0])
    reduced = lax.scan(down, (zeros, zeros), (right, lower, diagonal, upper))[1]
    return lax.scan(up, zeros, reduced, reverse=True)[1]


def tridiagonal_loss(right, lower, diagonal, upper):
    x = tridiagonal(right, lower, diagonal, upper)
    return jnp.sum(x * x)


# -- one sample each -----------------------------------------------------------------------------------------

def root(a):
    return lax.while_loop(lambda x: abs(x * x - a) > 1e-9, lambda x: x - (x * x - a) / (2.0 * x), a)


def along(step, x):
    """x with every item but the first by `step(the new one before it, it)`."""
    def both(last, item):
        new = step(last, item)
        return new, new
    return jnp.concatenate([x[:1], lax.scan(both, x[0], x[1:])[1]])


def recurrence(x, factor):
    return along(lambda last, item: jnp.tanh(last * factor + 0.5 * item), x)


def limited(x, factor):
    return along(lambda last, item: jnp.where(item > last * factor, last * factor + 0.5 * item, item), x)


# -- what is compiled ----------------------------------------------------------------------------------------

def descent(function: Callable) -> Callable:
    def step(parameters, *data):
        value, gradient = jax.value_and_grad(function)(parameters, *data)
        return [p - RATE * g for p, g in zip(parameters, gradient)], value
    return step


def squares(function: Callable) -> Callable:
    """The square of the norm of the gradient."""
    def square(parameters, *data):
        return sum(jnp.sum(g * g) for g in jax.grad(function)(parameters, *data))
    return square


def compiled(work: Work) -> Callable:
    function = globals()["newton_scan" if (work.function, work.how) == ("newton", "gradient") else work.function]
    return jax.jit(work.transformed(function, jax.value_and_grad, jax.vmap, descent, squares))


def device(platform: str) -> Any:
    return jax.devices(platform)[0]


def put(tree: Any, where: Any) -> Any:
    moved = lambda x: jax.device_put(x, where) if isinstance(x, np.ndarray) else x
    return jax.block_until_ready(jax.tree.map(moved, tree))


wait, leaves = jax.block_until_ready, jax.tree.leaves


def warm(where: Any) -> None:
    """What is made once."""
    wait(jax.jit(jax.grad(lambda x: x * x))(jax.device_put(1.0, where)))
