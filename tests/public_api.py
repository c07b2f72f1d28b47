"""Recto as users write it. Type checkers look at it (`make lint`, pyright), and it runs (`test_public_api.py`)."""
from __future__ import annotations

import numpy as np

import recto
from recto import lax, nn, optim, random, tree

X = np.array([1.0, 2.0, 3.0])


@recto.jit
def squares(x: np.ndarray) -> np.ndarray:
    return np.sum(x ** 2)


@recto.jit(static_argnames="n", donate_argnums=())
def power(x: np.ndarray, n: int) -> np.ndarray:
    return x ** n


def scaled(params: dict[str, np.ndarray], x: np.ndarray) -> np.ndarray:
    return np.sum(params["w"] * x + params["b"])


@recto.custom_vjp
def clipped(x: float) -> float:
    return x


def compilation() -> None:
    print(squares(X), power(X, n=3), squares.source(X), squares.program(X))
    print(squares.lower(X).compile()(X))
    with recto.disable_jit():
        print(squares(X))


def derivatives() -> None:
    value, gradient = recto.value_and_grad(squares)(X)
    print(value, gradient, recto.grad(scaled, argnums=(0, 1))({"w": X, "b": X}, X))
    primal, tangent = recto.jvp(squares, (X,), (np.ones(3),))
    result, pullback = recto.vjp(squares, X)
    linear_result, pushforward = recto.linearize(squares, X)
    print(primal, tangent, result, pullback(1.0), linear_result, pushforward(X))
    print(recto.jacfwd(np.sin)(X), recto.jacrev(np.sin)(X), recto.hessian(squares)(X), recto.hvp(squares, (X,), (X,)))


def batches() -> None:
    rows = np.stack([X, X])
    print(recto.vmap(squares)(rows), recto.vmap(np.dot, in_axes=(0, None))(rows, X))
    print(recto.vmap(recto.grad(squares), in_axes=0, out_axes=0)(rows))


def libraries() -> None:
    key = random.PRNGKey(0)
    print(random.normal(key, (3,)), nn.softmax(X), tree.map(np.negative, {"a": X}))
    print(recto.jit(lambda x: lax.fori_loop(0, 3, lambda i, total: total + x[i], 0.0))(X), optim)


def source() -> None:
    print(recto.emit(scaled, recto.grad, [{"w": X, "b": X}, X]))


def errors() -> None:
    try:
        squares("text")
    except recto.CompileError as error:
        print(error)
    except TypeError as error:
        print(error)


def main() -> None:
    for use in (compilation, derivatives, batches, libraries, source, errors):
        use()
