"""Functions whose derivatives are kept as they print, with arguments, and what finite differences say of them."""
from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np
import recto


# -- the functions -------------------------------------------------------------------------------------------

def rosenbrock(x):
    return np.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)


def spread(x, scale):
    centred = (x - np.mean(x, axis=0)) / scale[:, None]
    return np.sum(np.log1p(centred ** 2))


def sigmoid(x):
    return 0.5 * (np.tanh(x / 2) + 1)


def logistic(weights, inputs, targets):
    preds = sigmoid(inputs @ weights)
    label_probs = preds * targets + (1 - preds) * (1 - targets)
    return -np.sum(np.log(label_probs))


def huber(residuals, width):
    total = 0.0
    for r in residuals:
        if abs(r) < width:
            total += 0.5 * r ** 2
        else:
            total += width * (abs(r) - 0.5 * width)
    return total


def horner(coefficients, x):
    value = 0.0
    for c in coefficients:
        value = value * x + c
    return value


def square_root(a):
    x = a
    while abs(x * x - a) > 1e-12:
        x = 0.5 * (x + a / x)
    return x


def repulsion(positions):
    energy = 0.0
    for i in range(len(positions)):
        for j in range(i):
            distance = np.sqrt(np.sum((positions[i] - positions[j]) ** 2))
            energy += 1 / distance
    return energy


def mismatch(u, target, c, steps):
    u = u.copy()
    for _ in range(steps):
        u[1:-1, 1:-1] += c * (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4 * u[1:-1, 1:-1])
    return np.sum((u - target) ** 2)


def energy(a, k):
    b = a.copy()
    for i in range(1, len(b)):
        b[i] = np.tanh(k * b[i] * b[i - 1])
    return np.sum(b ** 2)


def loss(params, x, y):
    for W, b in params[:-1]:
        x = np.maximum(x @ W + b, 0)
    W, b = params[-1]
    return np.mean((x @ W + b - y) ** 2)


def rnn(W, U, xs):
    h, total = np.zeros(len(W)), 0.0
    for x in xs:
        h = np.tanh(W @ h + U @ x)
        total += np.sum(h ** 2)
    return total


def interference(x, k):
    def wave(y):
        return np.sin(k * y)
    return np.sum(wave(x) * wave(x + 1))


@recto.custom_jvp
def softplus(x):
    return np.log1p(np.exp(x))


@softplus.defjvp
def softplus_rule(primals, tangents):
    (x,), (x_dot,) = primals, tangents
    return softplus(x), x_dot * sigmoid(x)


def smooth_hinge(x):
    return np.sum(softplus(1 - x) ** 2)


def iterate(x):
    step = recto.checkpoint(lambda y: np.sin(np.exp(y)))
    return np.sum(step(step(x)))


def affine(params, x):
    return np.tanh(params["W"] @ x + params["b"])


def pulled_back(params, x, y_bar):
    y, pull = recto.vjp(affine, params, x)
    return y, pull(y_bar)


def energy_along(a, k, a_dot):
    return recto.jvp(lambda b: energy(b, k), (a,), (a_dot,))


def logistic_along(weights, weights_dot, inputs, targets):
    return recto.jvp(lambda w: logistic(w, inputs, targets), (weights,), (weights_dot,))


def log_det_cholesky(A):
    L = A.copy()
    n = len(L)
    for k in range(n):
        L[k, k] = np.sqrt(L[k, k])
        for i in range(k + 1, n):
            L[i, k] /= L[k, k]
        for j in range(k + 1, n):
            for i in range(j, n):
                L[i, j] -= L[i, k] * L[j, k]
    return np.sum(np.log(np.diag(L)))


def substituted(L, b):
    x = np.zeros(len(b))
    for i in range(len(b)):
        rest = b[i]
        for j in range(i):
            rest -= L[i, j] * x[j]
        x[i] = rest / L[i, i]
    return np.sum(x ** 2)


def bond(x, i):
    return x[i] * x[i - 1]


def chain(x):
    s = 1.0
    for i in range(1, len(x)):
        s += bond(x, i) * s
    return s


def first_above(x, limit):
    for i in range(len(x)):
        if x[i] > limit:
            return x[i] ** 2
    return np.sum(x)


def settle(x, rate):
    while np.max(np.abs(x)) > 1.0:
        x = x - rate * x**3
    return np.sum(x)


def damped(x):
    return np.sin(x) * np.exp(-x)


# -- finite differences --------------------------------------------------------------------------------------

STEP = 1e-6


def leaves(tree: Any) -> list:
    """The arrays and numbers of nested tuples, lists and dicts."""
    if isinstance(tree, (tuple, list)):
        return [x for t in tree for x in leaves(t)]
    if isinstance(tree, dict):
        return [x for k in sorted(tree) for x in leaves(tree[k])]
    return [tree]


def moved(tree: Any, numbers: Any) -> Any:
    """The tree with other arrays."""
    if isinstance(tree, (tuple, list)):
        return type(tree)(moved(t, numbers) for t in tree)
    if isinstance(tree, dict):
        return {k: moved(tree[k], numbers) for k in sorted(tree)}
    return next(numbers)


def gradient(f: Callable, argnum: int = 0) -> Callable:
    """The derivatives of a function by central differences, as `recto.jacfwd` gives them."""
    def differences(*args: Any) -> Any:
        given = leaves(args[argnum])
        found = []
        for k, leaf in enumerate(given):
            columns = [along(f, argnum, args, k, direction) for direction in units(np.shape(leaf))]
            found.append(np.stack(columns, axis=-1).reshape((*np.shape(columns[0]), *np.shape(leaf))))
        return moved(args[argnum], iter(found))

    return differences


def units(shape: tuple) -> np.ndarray:
    n = int(np.prod(shape))
    return np.eye(n).reshape(n, *shape)


def along(f: Callable, argnum: int, args: tuple, k: int, direction: Any) -> Any:
    """The derivative of a function as one array of an argument moves."""
    values = []
    for step in (STEP, -STEP):
        changed = copy.deepcopy(list(args))
        arrays = leaves(changed[argnum])
        arrays[k] = arrays[k] + step * direction
        changed[argnum] = moved(changed[argnum], iter(arrays))
        values.append(f(*changed))
    return (values[0] - values[1]) / (2 * STEP)


# -- the table -----------------------------------------------------------------------------------------------

@dataclasses.dataclass(frozen=True)
class Golden:
    """A derivative, the arguments at which it is tried, and what finite differences of the function itself say."""
    derived: Callable
    args: tuple
    differences: Callable


def both(value: Callable, derivative: Callable) -> Callable:
    return lambda *args: (value(*copy.deepcopy(args)), derivative(*args))


def pulled_by_differences(params: dict, x: np.ndarray, y_bar: np.ndarray) -> Any:
    paired = lambda p, v: np.sum(y_bar * affine(p, v))
    return affine(params, x), (gradient(paired)(params, x), gradient(paired, 1)(params, x))


def tangent(f: Callable) -> Callable:
    """The value and the derivative along the last argument."""
    return lambda x, *rest: (f(x, *rest[:-1]), along(f, 0, (x, *rest[:-1]), 0, rest[-1]))


def table() -> dict[str, Golden]:
    random = np.random.default_rng(0)
    normal = lambda *shape: random.normal(size=shape)
    A = normal(5, 5)
    layers = [(normal(4, 6), normal(6)), (normal(6, 5), normal(5)), (normal(5, 3), normal(3))]
    points, targets = normal(5, 3), np.array([1.0, 0.0, 1.0, 1.0, 0.0])
    w, w_dot = normal(3), normal(3)
    grad, jit = recto.grad, recto.jit
    return {
        "straight_line": Golden(grad(rosenbrock), (normal(6),), gradient(rosenbrock)),
        "broadcasting": Golden(grad(spread, argnums=(0, 1)), (normal(4, 3), np.abs(normal(4)) + 1),
                               lambda *args: (gradient(spread)(*args), gradient(spread, 1)(*args))),
        "helper": Golden(grad(logistic), (w, points, targets), gradient(logistic)),
        "branch_in_a_loop": Golden(grad(huber), (np.array([0.3, -2.0, 1.5, -0.1]), 1.0), gradient(huber)),
        "loop": Golden(grad(horner, argnums=(0, 1)), (normal(5), 0.7),
                       lambda *args: (gradient(horner)(*args), gradient(horner, 1)(*args))),
        "while_loop": Golden(grad(square_root), (2.0,), gradient(square_root)),
        "while_loop_with_a_list": Golden(grad(settle), (normal(3) + 1.0, 0.1), gradient(settle)),
        "nested_loops": Golden(grad(repulsion), (normal(4, 3),), gradient(repulsion)),
        "stencil_in_place": Golden(grad(mismatch), (normal(6, 5), normal(6, 5), 0.1, 4), gradient(mismatch)),
        "recurrence_in_place": Golden(grad(energy), (normal(7), 0.8), gradient(energy)),
        "list_of_layers": Golden(grad(loss), (layers, normal(7, 4), normal(7, 3)), gradient(loss)),
        "recurrent_network": Golden(grad(rnn, argnums=(0, 1)), (normal(4, 4), normal(4, 3), normal(6, 3)),
                                    lambda *args: (gradient(rnn)(*args), gradient(rnn, 1)(*args))),
        "closure": Golden(grad(interference), (normal(5), 1.3), gradient(interference)),
        "custom_rule": Golden(grad(smooth_hinge), (normal(5),), gradient(smooth_hinge)),
        "checkpoint": Golden(grad(iterate), (normal(5),), gradient(iterate)),
        "early_return": Golden(grad(first_above), (np.array([0.1, 0.4, 2.0, 3.0]), 1.0), gradient(first_above)),
        "helper_with_windows": Golden(grad(chain), (normal(6),), gradient(chain)),
        "cholesky": Golden(grad(log_det_cholesky), (A @ A.T + 5 * np.eye(5),), gradient(log_det_cholesky)),
        "triangular_solve": Golden(grad(substituted), (A + 5 * np.eye(5), normal(5)), gradient(substituted)),
        "second_derivative": Golden(grad(grad(damped)), (0.4,), gradient(grad(damped))),
        "hessian": Golden(recto.hessian(rosenbrock), (normal(4),), gradient(grad(rosenbrock))),
        "value_and_gradient": Golden(recto.value_and_grad(huber), (np.array([0.3, -2.0, 1.5, -0.1]), 1.0),
                                     both(huber, gradient(huber))),
        "jacobian": Golden(recto.jacfwd(damped), (normal(4),), gradient(damped)),
        "jvp_of_a_recurrence": Golden(jit(energy_along), (normal(7), 0.8, normal(7)), tangent(energy)),
        "jvp_of_a_helper": Golden(jit(logistic_along), (w, w_dot, points, targets),
                                  lambda x, t, *rest: tangent(logistic)(x, *rest, t)),
        "vjp_of_a_dict": Golden(jit(pulled_back), ({"W": normal(3, 4), "b": normal(3)}, normal(4), normal(3)),
                                pulled_by_differences),
    }
