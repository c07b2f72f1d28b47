"""Objects among the arguments."""
import dataclasses

import numpy as np


@dataclasses.dataclass
class Particle:
    position: np.ndarray
    velocity: np.ndarray


@dataclasses.dataclass(frozen=True)
class Fixed:
    position: np.ndarray


PARTICLE = Particle("f64[3]", "f64[3]")
FIXED = Fixed("f64[3]")


def unknown_field_replaced(particle: PARTICLE):
    return dataclasses.replace(particle, mass=1.0)  # E: Particle(): got an unexpected keyword


def frozen_field_assigned(particle: FIXED):
    particle.position = particle.position + 1.0  # E: FrozenInstanceError: cannot assign to field 'position'
    return particle
