"""The neural tangent kernel of a wide network, and how well it predicts training.

    python examples/neural_tangent_kernel.py --width 2048 --plot kernel.png

Under gradient flow on the squared error, a network that is linear in its parameters would have the outputs
f(t) = f(0) + K' K⁻¹ (1 - exp(-K t)) (y - f(0)). K holds the inner products of the outputs' gradients at training
points, and K' those with gradients at other points (Jacot, Gabriel, Hongler 2018). Wide networks approximate this.
"""
from __future__ import annotations

import argparse
from typing import Any

import numpy as np

import recto


def initial(width: int, seed: int) -> tuple:
    """Weights of a network with one input, two hidden layers and one output: standard normal."""
    k1, k2, k3, k4 = recto.random.split(recto.random.key(seed), 4)
    normal = recto.random.normal
    return normal(k1, (1, width)), normal(k2, (width,)), normal(k3, (width, width)), normal(k4, (width,))


def network(params: tuple, x: Any) -> Any:
    """The output for a number; each layer is scaled by the root of its inputs."""
    w1, b1, w2, w3 = params
    width = len(b1)
    hidden = np.tanh(x * w1[0] + 0.5 * b1)
    hidden = np.tanh(hidden @ w2 / width ** 0.5 * 1.5)
    return hidden @ w3 / width ** 0.5


outputs = recto.vmap(network, in_axes=(None, 0))


@recto.jit
def kernel(params: tuple, x: Any, y: Any) -> Any:
    """Products of gradients: f64[len(x), len(y)]."""
    gradients = recto.vmap(recto.grad(network), in_axes=(None, 0))
    total = np.zeros((len(x), len(y)))
    for a, b in zip(recto.tree.leaves(gradients(params, x)), recto.tree.leaves(gradients(params, y))):
        total += np.reshape(a, (len(x), -1)) @ np.reshape(b, (len(y), -1)).T
    return total


def loss(params: tuple, x: Any, y: Any) -> Any:
    return 0.5 * np.sum((outputs(params, x) - y) ** 2)


@recto.jit
def train(params: tuple, x: Any, y: Any, rate: float, steps: int) -> tuple:
    for _ in range(steps):
        gradients = recto.grad(loss)(params, x, y)
        params = recto.tree.map(lambda p, g: p - rate * g, params, gradients)
    return params


def predicted(params: tuple, x: np.ndarray, y: np.ndarray, others: np.ndarray, time: float) -> np.ndarray:
    """The outputs at other points after training for this time, if the network were linear."""
    values, vectors = np.linalg.eigh(np.asarray(kernel(params, x, x)))
    decay = vectors @ np.diag(-np.expm1(-values * time) / values) @ vectors.T
    start = np.asarray(outputs(params, others))
    return start + np.asarray(kernel(params, others, x)) @ decay @ (y - np.asarray(outputs(params, x)))


def plot(points: tuple, others: np.ndarray, curves: dict, path: str) -> None:
    import matplotlib
    matplotlib.use("agg")
    import matplotlib.pyplot as plt
    figure, axes = plt.subplots(figsize=(7, 4.2), layout="constrained")
    for (name, values), style in zip(curves.items(), ("-", "--", ":")):
        axes.plot(others, values, style, label=name)
    axes.plot(*points, "o", color="black", label="training points")
    axes.set(xlabel="x", title="trained, and predicted by the kernel")
    axes.legend()
    figure.savefig(path, dpi=110)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--width", type=int, default=1024)
    parser.add_argument("--rate", type=float, default=0.02)
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--plot", metavar="FILE", help="where the curves are drawn")
    given = parser.parse_args(arguments)
    x = np.linspace(-1.5, 1.5, 8)
    y, others = np.sin(2 * x), np.linspace(-2, 2, 101)
    print("width   largest difference   change of the kernel")
    for width in (given.width // 16, given.width // 4, given.width):
        params = initial(width, 0)
        after = train(params, x, y, given.rate, given.steps)
        trained, linear = np.asarray(outputs(after, others)), predicted(params, x, y, others, given.rate * given.steps)
        before, behind = np.asarray(kernel(params, x, x)), np.asarray(kernel(after, x, x))
        moved = np.linalg.norm(behind - before) / np.linalg.norm(before)
        print(f"{width:5}   {np.abs(trained - linear).max():18.4f}   {moved:19.1%}")
    if given.plot:
        curves = {"trained": trained, "predicted": linear, "before": np.asarray(outputs(params, others))}
        plot((x, y), others, curves, given.plot)
        print(f"drawn in {given.plot}")


if __name__ == "__main__":
    main()
