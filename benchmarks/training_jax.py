"""JAX's side of `training`: the same steps, with its own library."""

from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax.example_libraries import optimizers, stax
from jax.lax import fori_loop, while_loop

from .training_cases import Side, cases
from .training_data import CLASSES, HEADS

same = lambda result: result


# -- logistic regression, swish ------------------------------------------------------------------------------

def chance_loss(weights, inputs, labels):
    chances = 0.5 * (jnp.tanh(inputs @ weights / 2) + 1)
    return -jnp.mean(jnp.log(chances * labels + (1 - chances) * (1 - labels)))


@jax.jit
def descent(weights, inputs, labels, rate):
    return weights - rate * jax.grad(chance_loss)(weights, inputs, labels)


@jax.jit
def descend(weights, inputs, labels, rate, steps):
    step = lambda _, weights: weights - rate * jax.grad(chance_loss)(weights, inputs, labels)
    return fori_loop(0, steps, step, weights)


def logistic_step(*given) -> tuple:
    return descent, (*given, 0.5), same


def logistic_descent(*given) -> tuple:
    return descend, (*given, 0.5, 300), same


def swish(x) -> tuple:
    function = lambda x: x / (1.0 + jnp.exp(-x))
    return jax.jit(jax.vmap(jax.grad(jax.grad(jax.grad(function))))), (x,), same


# -- networks ------------------------------------------------------------------------------------------------

def predict(params, image):
    activations = image
    for weights, biases in params[:-1]:
        activations = jnp.maximum(activations @ weights + biases, 0)
    weights, biases = params[-1]
    logits = activations @ weights + biases
    return logits - jnp.log(jnp.sum(jnp.exp(logits)))


def mlp_loss(params, images, targets):
    return -jnp.mean(jnp.sum(jax.vmap(predict, in_axes=(None, 0))(params, images) * targets, axis=1))


@jax.jit
def mlp_step(params, images, targets, rate):
    value, gradients = jax.value_and_grad(mlp_loss)(params, images, targets)
    return jax.tree.map(lambda p, g: p - rate * g, params, gradients), value


def mlp(*given) -> tuple:
    return mlp_step, (*given, 0.1), jax.tree.leaves


def warmup_cosine(size, warmup, steps):
    def schedule(i):
        part = jnp.minimum((i - warmup) / (steps - warmup), 1.0)
        return jnp.where(i < warmup, size * i / warmup, size * 0.5 * (1 + jnp.cos(jnp.pi * part)))
    return schedule


def block(count):
    return [stax.Conv(count, (3, 3), padding="SAME"), stax.BatchNorm(), stax.Relu,
            stax.MaxPool((2, 2), strides=(2, 2))]


def convnet(params, images, targets) -> tuple:
    _, apply = stax.serial(*block(16), *block(32), stax.Flatten, stax.Dense(CLASSES), stax.LogSoftmax)
    init, update, get_params = optimizers.adam(warmup_cosine(0.005, 50, 500))

    def loss(params, images, targets):
        return -jnp.mean(jnp.sum(apply(params, images) * targets, axis=1))

    @jax.jit
    def step(i, state, images, targets):
        return update(i, jax.grad(loss)(get_params(state), images, targets), state)

    check = lambda state: jax.jit(loss)(get_params(state), images, targets)
    return step, (5, init(params), images, targets), check


# -- Newton's method -----------------------------------------------------------------------------------------

def penalised(weights, inputs, labels, penalty=1e-3):
    scores = inputs @ weights
    return jnp.mean(jnp.logaddexp(0, scores) - labels * scores) + 0.5 * penalty * jnp.sum(weights ** 2)


hessian_of_loss = jax.jit(jax.jacfwd(jax.jacrev(penalised)))


def hessian(*given) -> tuple:
    return hessian_of_loss, given, same


@jax.jit
def newton_steps(weights, inputs, labels, tolerance=1e-10, limit=50):
    """The loop carries value and gradient, as what decides about another turn."""
    function = jax.value_and_grad(penalised)

    def turn(state):
        weights, history, steps, value, gradient = state
        direction = -jnp.linalg.solve(hessian_of_loss(weights, inputs, labels), gradient)
        slope = 1e-4 * (gradient @ direction)
        too_long = lambda size: penalised(weights + size * direction, inputs, labels) > value + size * slope
        weights = weights + while_loop(too_long, lambda size: size / 2, 1.0) * direction
        value, gradient = function(weights, inputs, labels)
        return weights, history.at[steps + 1].set(value), steps + 1, value, gradient

    goes_on = lambda state: (state[2] < limit) & (jnp.max(jnp.abs(state[4])) >= tolerance)
    value, gradient = function(weights, inputs, labels)
    history = jnp.full(50, jnp.nan).at[0].set(value)
    return while_loop(goes_on, turn, (weights, history, 0, value, gradient))[:3]


def newton(*given) -> tuple:
    return newton_steps, given, lambda result: (result[0], int(result[2]))


# -- transformer ---------------------------------------------------------------------------------------------

def attention(block, x):
    parts = jnp.reshape(x @ block["qkv"], (*x.shape[:2], 3, HEADS, -1))
    seen = jax.nn.dot_product_attention(parts[:, :, 0], parts[:, :, 1], parts[:, :, 2], is_causal=True)
    return jnp.reshape(seen, x.shape) @ block["out"]


def letters_loss(params, text):
    shown, wanted = text[:, :-1], text[:, 1:]
    x = params["characters"][shown] + params["places"][:shown.shape[1]]
    for block in params["blocks"]:
        x = x + attention(block, jax.nn.standardize(x) * block["scales"][0])
        x = x + jax.nn.gelu((jax.nn.standardize(x) * block["scales"][1]) @ block["up"]) @ block["down"]
    logs = jax.nn.log_softmax(jax.nn.standardize(x) @ params["logits"])
    return -jnp.mean(jnp.take_along_axis(logs, wanted[:, :, None], axis=-1))


class AdamW(NamedTuple):
    params: Any
    m: Any
    v: Any


def adamw(i, gradients, state, schedule, b1=0.9, b2=0.999, eps=1e-8, decay=0.01):
    def moved(x, m, v):
        direction = m / (1 - b1 ** (i + 1)) / (jnp.sqrt(v / (1 - b2 ** (i + 1))) + eps)
        return x - schedule(i) * (direction + decay * x)
    m = jax.tree.map(lambda m, g: b1 * m + (1 - b1) * g, state.m, gradients)
    v = jax.tree.map(lambda v, g: b2 * v + (1 - b2) * g * g, state.v, gradients)
    return AdamW(jax.tree.map(moved, state.params, m, v), m, v)


@jax.jit
def letters_step(i, state, text):
    value, gradients = jax.value_and_grad(letters_loss)(state.params, text)
    clipped = optimizers.clip_grads(gradients, 1.0)
    return value, adamw(i, clipped, state, warmup_cosine(0.003, 50, 1000))


def transformer(params, text) -> tuple:
    zeros = lambda: jax.tree.map(jnp.zeros_like, params)
    check = lambda result: (result[0], jax.jit(letters_loss)(result[1].params, text))
    return letters_step, (5, AdamW(params, zeros(), zeros()), text), check


def put(tree):
    return jax.tree.map(jnp.asarray, tree)


MAKERS: dict[str, Callable] = {f.__name__: f for f in (
    logistic_step, logistic_descent, swish, mlp, convnet, hessian, newton, transformer)}
SIDE = Side(MAKERS, put, jax.block_until_ready)
CASES = cases(SIDE)


def warm() -> None:
    """What is made once."""
    jax.jit(jax.grad(lambda x: x * x))(1.0)
