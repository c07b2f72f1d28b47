"""JAX's side of `gradients`: the same functions with its combinators and functional updates.

Inner loops of a length that depends on an outer one have no reverse mode there: they are masked, and
vectorised where that can be. Reverse mode through `while` is Equinox's; without it, JAX lacks these cases.
"""

import functools
import time
from collections.abc import Callable
from types import FunctionType

import jax
import jax.numpy as jnp
from jax.lax import conv_general_dilated, fori_loop, scan

from . import fresh
from . import gradient_kernels as kernels
from .gradients import Work, cases, compile_cases, split

try:
    from equinox.internal import while_loop as differentiable_while
except ImportError:
    differentiable_while = None


def recurrence(x):
    return jnp.sum(fori_loop(1, x.shape[0], lambda i, a: a.at[i].set(0.5 * a[i - 1] * a[i] + 1.0), x))


def recurrence_scan(x):
    def step(last, item):
        new = 0.5 * last * item + 1.0
        return new, new
    return x[0] + jnp.sum(scan(step, x[0], x[1:])[1])


def neighbours(a, i):
    """The inner cells of row i and their neighbours, all but the one on the left, added up."""
    above, below = a[i - 1], a[i + 1]
    return above[:-2] + above[1:-1] + above[2:] + a[i, 1:-1] + a[i, 2:] + below[:-2] + below[1:-1] + below[2:]


def seidel(grid, weights, steps):
    n = grid.shape[0]

    def row(i, a):
        a = a.at[i, 1:-1].set(neighbours(a, i))
        return fori_loop(1, n - 1, lambda j, a: a.at[i, j].set((a[i, j] + a[i, j - 1]) / 9.0), a)

    sweep = lambda _, a: fori_loop(1, n - 1, row, a)
    return jnp.sum(weights * fori_loop(0, steps, sweep, grid))


def seidel_scan(grid, weights, steps):
    def cell(left, others):
        new = (left + others) / 9.0
        return new, new

    row = lambda i, a: a.at[i, 1:-1].set(scan(cell, a[i, 0], neighbours(a, i))[1])
    sweep = lambda _, a: fori_loop(1, grid.shape[0] - 1, row, a)
    return jnp.sum(weights * fori_loop(0, steps, sweep, grid))


def jacobi_1d(line, weights, steps):
    smooth = lambda a: (a[:-2] + a[1:-1] + a[2:]) / 3.0

    def step(_, pair):
        a, b = pair
        b = b.at[1:-1].set(smooth(a))
        return a.at[1:-1].set(smooth(b)), b

    return jnp.sum(weights * fori_loop(0, steps, step, (line, line))[0])


def jacobi_2d(grid, weights, steps):
    smooth = lambda a: 0.2 * (a[1:-1, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:] + a[2:, 1:-1] + a[:-2, 1:-1])

    def step(_, pair):
        a, b = pair
        b = b.at[1:-1, 1:-1].set(smooth(a))
        return a.at[1:-1, 1:-1].set(smooth(b)), b

    return jnp.sum(weights * fori_loop(0, steps, step, (grid, grid))[0])


def heat_3d(cube, weights, steps):
    def step(_, pair):
        a, b = pair
        b = b.at[1:-1, 1:-1, 1:-1].set(kernels.diffused(a))
        return a.at[1:-1, 1:-1, 1:-1].set(kernels.diffused(b)), b

    return jnp.sum(weights * fori_loop(0, steps, step, (cube, cube))[0])


def cholesky(matrix, weights):
    rows = jnp.arange(matrix.shape[0])

    def step(k, state):
        left, upper = state
        row = left[k] / jnp.sqrt(left[k, k])
        return left - jnp.outer(jnp.where(rows > k, row, 0.0), row), upper.at[k].set(row)

    upper = fori_loop(0, matrix.shape[0], step, (matrix, jnp.zeros_like(matrix)))[1]
    return jnp.sum(weights * upper)


def cholesky_scalar(matrix, weights):
    n = matrix.shape[0]

    def entry(i, j, lower):
        rest = matrix[i, j] - lower[i] @ lower[j]
        pivot = jnp.where(j < i, lower[j, j], 1.0)
        return lower.at[i, j].set(jnp.where(j < i, rest / pivot, lower[i, j]))

    def row(i, lower):
        lower = fori_loop(0, n, functools.partial(entry, i), lower)
        return lower.at[i, i].set(jnp.sqrt(matrix[i, i] - lower[i] @ lower[i]))

    return jnp.sum(weights * fori_loop(0, n, row, jnp.zeros_like(matrix)))


def lu(matrix, weights):
    rows = jnp.arange(matrix.shape[0])

    def step(k, state):
        lower, upper = state
        factor = jnp.where(rows > k, upper[:, k] / upper[k, k], 0.0)
        return lower.at[:, k].add(factor), upper - jnp.outer(factor, upper[k])

    lower, upper = fori_loop(0, matrix.shape[0], step, (jnp.eye(matrix.shape[0]), matrix))
    return jnp.sum(weights * (lower + upper))


def lu_scalar(matrix, weights):
    rows = jnp.arange(matrix.shape[0])

    def step(k, a):
        factor = jnp.where(rows > k, a[:, k] / a[k, k], 0.0)
        a = a.at[:, k].set(jnp.where(rows > k, factor, a[:, k]))
        return a - jnp.outer(factor, jnp.where(rows > k, a[k], 0.0))

    return jnp.sum(weights * fori_loop(0, matrix.shape[0], step, matrix))


def triangular_solve(matrix, right):
    step = lambda i, x: x.at[i].set((right[i] - matrix[i] @ x) / matrix[i, i])
    x = fori_loop(0, right.shape[0], step, jnp.zeros_like(right))
    return jnp.sum(x * x)


def rnn(start, weights, bias, steps):
    h = fori_loop(0, steps, lambda _, h: jnp.tanh(weights * h + bias), start)
    return jnp.sum(h * h)


def rnn_matrix(start, weights, inputs):
    h, _ = scan(lambda h, item: (jnp.tanh(weights @ h + item), None), start, inputs)
    return jnp.sum(h * h)


def newton(a):
    def improve(state):
        x, _ = state
        step = (x ** 5 - a) / (5.0 * x ** 4)
        return x - step, step

    far = lambda state: jnp.max(jnp.abs(state[1])) > 1e-12
    start = jnp.ones_like(a), jnp.ones_like(a)
    return jnp.sum(differentiable_while(far, improve, start, kind="checkpointed", checkpoints=16)[0])


def long_while(start, weights, count):
    step = lambda state: (jnp.tanh(weights * state[0] + 0.1), state[1] + 1)
    more = lambda state: state[1] < count
    h, _ = differentiable_while(more, step, (start, 0), kind="checkpointed", checkpoints=128)
    return jnp.sum(h * h)


def own_convolution(parameters, images, labels):
    first, second, weights, bias = parameters
    convolve = functools.partial(conv_general_dilated, window_strides=(1, 1), padding="VALID",
                                 dimension_numbers=("NHWC", "HWIO", "NHWC"))
    x = jnp.maximum(convolve(images, first), 0.0)
    x = jnp.mean(jnp.maximum(convolve(x, second), 0.0), axis=(1, 2))
    return SHARED["cross_entropy"](x @ weights + bias, labels)


SHARED = {"np": jnp}                        # the globals of functions that are the same with jax.numpy
for function in (kernels.cross_entropy, kernels.mlp, kernels.convolved, kernels.convolution):
    SHARED[function.__name__] = FunctionType(function.__code__, SHARED)
PORTS = {**SHARED, **{name: value for name, value in globals().items() if isinstance(value, FunctionType)}}
WITH_EQUINOX = ("newton", "long_while")


def port_of(work: Work) -> str:
    return work.port or work.function.__name__


def has(work: Work) -> bool:
    return differentiable_while is not None or port_of(work) not in WITH_EQUINOX


def descent(function: Callable) -> Callable:
    """A step of gradient descent."""
    def step(parameters, *data):
        gradient = jax.grad(function)(parameters, *data)
        return [p - 0.1 * g for p, g in zip(parameters, gradient)]
    return step


def prepare(work: Work, sizes: tuple[int, ...], port: Callable | None = None
            ) -> tuple[Callable, Callable, Callable, float, int]:
    arguments, static = split(work, sizes)
    function = functools.partial(port or PORTS[port_of(work)], **static)
    derivative = jax.jit(descent(function) if work.step else jax.grad(function))
    given = jax.tree.map(jnp.asarray, arguments)
    start = time.perf_counter()
    compiled = derivative.lower(*given).compile()
    took = time.perf_counter() - start
    run = lambda f: lambda: jax.block_until_ready(f(*given))
    temporary = compiled.memory_analysis().temp_size_in_bytes
    return run(jax.jit(function)), run(derivative), run(compiled), took, temporary


jax.jit(jax.grad(lambda x: x * x))(1.0)     # what is made once is not the time to compile a gradient
GRADIENT = lambda f: jax.jit(jax.grad(f))
CASES = {**cases(prepare, has), **compile_cases(GRADIENT, fresh.source("gradient_trips_jax"))}
