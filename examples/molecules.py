"""Atoms that attract and repel each other, in plain NumPy with a loop over pairs; it does not import Recto.

Units are those of the potential: lengths in σ, energies in ε, masses in that of an atom.
"""
import numpy as np


def potential(positions, box, cutoff=2.5):
    """The Lennard-Jones energy of atoms in a periodic box, of pairs nearer than the cutoff, where it is shifted to 0.

    Args:
        positions: f64[n, d]
        box: the length of the box
    """
    shift = 4 * (cutoff ** -12 - cutoff ** -6)
    energy = 0.0
    for i in range(len(positions)):
        for j in range(i + 1, len(positions)):
            gap = positions[i] - positions[j]
            gap -= box * np.round(gap / box)            # to the nearest image
            square = np.sum(gap ** 2)
            if square < cutoff ** 2:
                sixth = 1 / square ** 3
                energy += 4 * (sixth * sixth - sixth) - shift
    return energy


def kinetic(velocities):
    return 0.5 * np.sum(velocities ** 2)


def lattice(side, box):
    """Positions f64[side², 2] of a square lattice."""
    x = (np.arange(side) + 0.5) * box / side
    return np.stack(np.meshgrid(x, x, indexing="ij"), axis=-1).reshape(-1, 2)
