"""The initial state of a membrane, recovered from its later heights by the gradient of a simulation (wave.py).

    python examples/wave_backwards.py --size 64 --steps 60 --plot wave.png
"""
from __future__ import annotations

import argparse

import numpy as np

import recto
from progress import shown
from wave import misfit, simulate, two_drops

SPEED = 0.5
gradient = recto.jit(recto.value_and_grad(misfit))


def recover(observed: np.ndarray, steps: int, rounds: int) -> tuple[np.ndarray, list[float]]:
    """Heights at time 0, and the misfit in each round of conjugate gradients (the simulation is linear)."""
    x = np.zeros_like(observed)
    value, g = evaluated(x, observed, steps)
    _, at_zero = evaluated(x, np.zeros_like(observed), steps)       # the gradient is linear: A x - b
    direction, residual, history = -g, -g, [value]
    for _ in shown(range(rounds), "recovering"):
        curved = evaluated(direction, np.zeros_like(observed), steps)[1] - at_zero
        size = np.sum(residual ** 2) / np.sum(direction * curved)
        x = x + size * direction
        new = residual - size * curved
        direction = new + np.sum(new ** 2) / np.sum(residual ** 2) * direction
        residual = new
        history.append(evaluated(x, observed, steps)[0])
    return x, history


def evaluated(x: np.ndarray, observed: np.ndarray, steps: int) -> tuple[float, np.ndarray]:
    value, g = gradient(x, observed, SPEED, steps)
    return float(value), np.asarray(g)


def plot(pictures: dict[str, np.ndarray], path: str) -> None:
    import matplotlib
    matplotlib.use("agg")
    import matplotlib.pyplot as plt
    figure, axes = plt.subplots(1, len(pictures), figsize=(3.2 * len(pictures), 3.4), layout="constrained")
    for axis, (name, picture) in zip(axes, pictures.items()):
        top = np.abs(picture).max()
        shades = axis.imshow(picture, cmap="RdBu_r", vmin=-top, vmax=top)
        axis.set_title(name)
        axis.set_axis_off()
        figure.colorbar(shades, ax=axis, shrink=0.7)
    figure.savefig(path, dpi=110)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--size", type=int, default=64, help="grid points on a side")
    parser.add_argument("--steps", type=int, default=60, help="of time")
    parser.add_argument("--rounds", type=int, default=40, help="of conjugate gradients")
    parser.add_argument("--plot", metavar="FILE", help="where the membranes are drawn")
    given = parser.parse_args(arguments)
    truth = two_drops(given.size)
    observed = simulate(truth, SPEED, given.steps)
    found, history = recover(observed, given.steps, given.rounds)
    for k in range(0, given.rounds + 1, max(given.rounds // 8, 1)):
        print(f"round {k:3}   misfit {history[k]:.3e}")
    error = np.linalg.norm(found - truth) / np.linalg.norm(truth)
    print(f"distance from the truth: {error:.1%} of its norm\n")
    print(recto.grad(misfit).source(truth, observed, SPEED, given.steps))
    if given.plot:
        plot({"initial": truth, f"after {given.steps} steps": observed, "recovered": found}, given.plot)
        print(f"drawn in {given.plot}")


if __name__ == "__main__":
    main()
