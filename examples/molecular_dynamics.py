"""Molecular dynamics: the forces are minus the gradient of a potential, which is a loop over pairs (molecules.py).

    python examples/molecular_dynamics.py --side 6 --steps 2000 --plot atoms.png
"""
from __future__ import annotations

import argparse
import time

import numpy as np

import recto
from molecules import kinetic, lattice, potential


@recto.jit
def simulate(positions, velocities, box, dt, steps, every):
    """Velocity Verlet (Swope et al. 1982), all steps in one compiled loop.

    Returns:
        positions, velocities; potential and kinetic energy before every `every`-th step, f64[steps // every]
    """
    force = recto.grad(lambda x: -potential(x, box))
    rows = np.zeros((2, steps // every))
    f = force(positions)
    for k in range(steps):
        if k % every == 0:
            rows[0, k // every] = potential(positions, box)
            rows[1, k // every] = kinetic(velocities)
        velocities = velocities + 0.5 * dt * f
        positions = positions + dt * velocities
        f = force(positions)
        velocities = velocities + 0.5 * dt * f
    return positions % box, velocities, rows[0], rows[1]


def random_velocities(count: int, temperature: float, seed: int) -> np.ndarray:
    """Normal velocities whose mean is 0."""
    velocities = np.random.default_rng(seed).normal(size=(count, 2)) * temperature ** 0.5
    return velocities - velocities.mean(0)


def plot(before: np.ndarray, after: np.ndarray, energies: dict, box: float, path: str) -> None:
    import matplotlib
    matplotlib.use("agg")
    import matplotlib.pyplot as plt
    figure, axes = plt.subplots(1, 2, figsize=(9, 4), layout="constrained")
    axes[0].scatter(*before.T, s=30, label="at the start", facecolors="none", edgecolors="0.6")
    axes[0].scatter(*after.T, s=30, label="at the end")
    axes[0].set(xlim=(0, box), ylim=(0, box), aspect="equal", title="atoms")
    axes[0].legend(loc="upper center", bbox_to_anchor=(0.5, -0.06), ncols=2)
    for name, values in energies.items():
        axes[1].plot(values, label=name)
    axes[1].set(xlabel="sample", ylabel="energy", title="energies")
    axes[1].legend()
    figure.savefig(path, dpi=110)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--side", type=int, default=6, help="atoms on a side of the first lattice")
    parser.add_argument("--spacing", type=float, default=1.3, help="between them")
    parser.add_argument("--temperature", type=float, default=0.5)
    parser.add_argument("--dt", type=float, default=0.004)
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--every", type=int, default=10, help="energies are kept at every so many steps")
    parser.add_argument("--plot", metavar="FILE", help="where atoms and energies are drawn")
    given = parser.parse_args(arguments)
    box = given.side * given.spacing
    start, velocities = lattice(given.side, box), random_velocities(given.side ** 2, given.temperature, 0)
    began = time.perf_counter()
    end, _, potentials, kinetics = simulate(start, velocities, box, given.dt, given.steps, given.every)
    total = np.asarray(potentials) + np.asarray(kinetics)
    print(f"{len(start)} atoms, {given.steps} steps in {time.perf_counter() - began:.1f} s with compilation")
    for name, values in (("potential", potentials), ("kinetic", kinetics), ("total", total)):
        print(f"  {name:9} energy from {float(values[0]):9.4f} to {float(values[-1]):9.4f}")
    print(f"  the total energy stays within {np.ptp(total) / np.mean(np.asarray(kinetics)):.2%} of the kinetic\n")
    print(recto.grad(potential).source(start, box))
    if given.plot:
        energies = {"potential": potentials, "kinetic": kinetics, "total": total}
        plot(start, np.asarray(end), energies, box, given.plot)
        print(f"drawn in {given.plot}")


if __name__ == "__main__":
    main()
