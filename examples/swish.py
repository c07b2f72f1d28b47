"""The swish function and its first three derivatives over [-3, 3), by vmap(grad(grad(grad(swish)))).

    python examples/swish.py --plot swish.png
"""
from __future__ import annotations

import argparse
from typing import Any

import numpy as np

import recto

NAMES = ("swish", "first derivative", "second derivative", "third derivative")


def swish(x: Any) -> Any:
    return x / (1.0 + np.exp(-x))


def derivatives(function: Any, order: int) -> list:
    """The function and its derivatives, each for arrays."""
    found = [function]
    for _ in range(order):
        found.append(recto.grad(found[-1]))
    return [recto.vmap(f) for f in found]


def curves(x: np.ndarray) -> list[np.ndarray]:
    """swish and its first three derivatives at x."""
    return [np.asarray(f(x)) for f in derivatives(swish, 3)]


def plot(x: np.ndarray, found: list[np.ndarray], path: str) -> None:
    import matplotlib
    matplotlib.use("agg")
    import matplotlib.pyplot as plt
    figure, axes = plt.subplots(figsize=(7, 4.5), layout="constrained")
    for name, values in zip(NAMES, found):
        axes.plot(x, values, label=name)
    axes.set(xlabel="x", title="swish and its derivatives")
    axes.axhline(0, color="0.8", zorder=0)
    axes.legend()
    figure.savefig(path, dpi=120)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--plot", metavar="FILE", help="where the curves are drawn")
    given = parser.parse_args(arguments)
    x = np.arange(-3, 3, 0.005)
    found = curves(x)
    for name, values in zip(NAMES, found):
        print(f"{name:18} from {values.min():8.4f} to {values.max():7.4f}, {abs(values[len(x) // 2]):7.4f} at 0")
    print(f"\n{recto.vmap(recto.grad(swish)).source(x)}")
    if given.plot:
        plot(x, found, given.plot)
        print(f"drawn in {given.plot}")


if __name__ == "__main__":
    main()
