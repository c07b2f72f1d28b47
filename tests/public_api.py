"""Recto as users write it. Type checkers look at it (`make lint`, pyright), and it runs (`test_public_api.py`)."""
from __future__ import annotations

from typing import Any, assert_type

import numpy as np

import recto
import recto.numpy as rnp
from recto import lax, nn, optim, random, tree
from recto.scipy import linalg, special

X = np.array([1.0, 2.0, 3.0])


@recto.jit
def squares(x: np.ndarray) -> np.ndarray:
    return np.sum(x ** 2)


@recto.jit(static_argnames="n", donate_argnums=())
def power(x: np.ndarray, n: int) -> np.ndarray:
    return x ** n


def scaled(params: dict[str, np.ndarray], x: np.ndarray) -> np.ndarray:
    return np.sum(params["w"] * x + params["b"])


class Line:
    def __init__(self, slope: float):
        self.slope = slope

    @recto.jit
    def at(self, x: float) -> float:
        return self.slope * x

    @recto.jit
    @staticmethod
    def steeper(x: float) -> float:
        return 2 * x


@recto.host(result=float)
def looked_up(key: int) -> float:
    return {1: 10.0}[key]


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


def signatures() -> None:
    """What is compiled, differentiated or batched has the parameters of its function, and results that follow."""
    assert_type(squares(x=X), np.ndarray)
    assert_type(squares.source(X), str)
    assert_type(power(X, n=3), np.ndarray)
    assert_type(Line(2.0).at(3.0), float)
    assert_type(Line.steeper(3.0), float)
    assert_type(recto.vmap(squares)(X), np.ndarray)
    assert_type(recto.vmap(in_axes=0)(squares)(x=X), np.ndarray)
    assert_type(recto.grad(squares)(X), Any)
    assert_type(recto.grad(squares).source(X), str)
    assert_type(recto.value_and_grad(squares)(X), tuple[np.ndarray, Any])
    assert_type(recto.value_and_grad(argnums=0)(squares)(X), tuple[np.ndarray, Any])
    assert_type(recto.jvp(squares, (X,), (X,)), tuple[np.ndarray, np.ndarray])
    assert_type(recto.vjp(squares, X)[0], np.ndarray)
    assert_type(recto.checkpoint(squares)(x=X), np.ndarray)
    assert_type(clipped(2.0), float)
    assert_type(recto.grad(np.sin)(2.0), Any)


def arrays() -> None:
    """NumPy's functions take what is like an array, and give Recto's arrays."""
    matrix = rnp.eye(2) + np.ones((2, 2))
    assert_type(rnp.sin(1.0), recto.Array)
    assert_type(rnp.concatenate((X, rnp.ones(3), [1.0]), axis=0), recto.Array)
    assert_type(rnp.linalg.eigh(matrix).eigenvalues, recto.Array)
    assert_type(rnp.fft.rfft(X).real, recto.Array)
    assert_type(2 * matrix[0] == 1, recto.Array)
    assert_type(matrix.sum(axis=0), recto.Array)
    assert_type(special.expit(X), recto.Array)
    assert_type(linalg.cholesky(matrix, lower=True), recto.Array)
    assert_type(lax.sin(X), recto.Array)
    assert_type(random.normal(random.key(0), (3,)), recto.Array)
    assert_type(random.split(key=random.key(0), num=2), recto.Array)
    assert_type(looked_up(1), float)
    assert_type(recto.devices(), list[recto.Device])
    print(special.expit.source(X), np.sum(rnp.ones(3)))


def errors() -> None:
    for unknown in (lambda: rnp.nonexistent,                # type: ignore[attr-defined]
                    lambda: recto.nonexistent,              # type: ignore[attr-defined]
                    lambda: lax.nonexistent,                # type: ignore[attr-defined]
                    lambda: lax.sin(z=X)):                  # type: ignore[call-arg]
        try:
            unknown()
        except (AttributeError, TypeError) as error:
            print(error)
    try:
        squares("text")         # type: ignore[arg-type]  # refused when it runs, too
    except recto.CompileError as error:
        print(error)
    except TypeError as error:
        print(error)


def main() -> None:
    for use in (compilation, derivatives, batches, libraries, source, signatures, arrays, errors):
        use()
