"""Step sizes as functions of the step number."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

Schedule = Callable[[Any], Any]


def constant(step_size: Any) -> Schedule:
    """Always the same."""

    def schedule(i: Any) -> Any:
        return step_size

    return schedule


def exponential_decay(step_size: Any, decay_steps: Any, decay_rate: Any) -> Schedule:
    """step_size * decay_rate ** (i / decay_steps)."""

    def schedule(i: Any) -> Any:
        return step_size * decay_rate ** (i / decay_steps)

    return schedule


def inverse_time_decay(
    step_size: Any, decay_steps: Any, decay_rate: Any, staircase: bool = False
) -> Schedule:
    """step_size / (1 + decay_rate * i / decay_steps); staircase: i / decay_steps is rounded down."""

    def schedule(i: Any) -> Any:
        periods = i // decay_steps if staircase else i / decay_steps
        return step_size / (1 + decay_rate * periods)

    return schedule


def polynomial_decay(step_size: Any, decay_steps: Any, final_step_size: Any, power: Any = 1.0) -> Schedule:
    """From step_size to final_step_size within decay_steps, as a power of what remains."""

    def schedule(i: Any) -> Any:
        remaining = 1 - min(i, decay_steps) / decay_steps
        return remaining**power * (step_size - final_step_size) + final_step_size

    return schedule


def piecewise_constant(boundaries: Sequence[Any], values: Sequence[Any]) -> Schedule:
    """values[k] from step boundaries[k - 1] on: one value more than boundaries.

    Raises:
        ValueError: it is another number of values.
    """
    edges, sizes = np.asarray(boundaries), np.asarray(values, float)
    if edges.ndim != 1 or sizes.shape != (len(edges) + 1,):
        raise ValueError(f"{len(edges)} boundaries need {len(edges) + 1} values, not {sizes.shape}")

    def schedule(i: Any) -> Any:
        return sizes[np.sum(i > edges)]

    return schedule


def cosine_decay(step_size: Any, decay_steps: Any, final_step_size: Any = 0.0) -> Schedule:
    """From step_size to final_step_size along half a cosine (Loshchilov, Hutter 2016)."""

    def schedule(i: Any) -> Any:
        part = 0.5 * (1 + np.cos(math.pi * min(i, decay_steps) / decay_steps))
        return final_step_size + (step_size - final_step_size) * part

    return schedule


def warmup_cosine(
    step_size: Any,
    warmup_steps: Any,
    decay_steps: Any,
    final_step_size: Any = 0.0,
    initial_step_size: Any = 0.0,
) -> Schedule:
    """Linear up to step_size within warmup_steps, then along half a cosine until step decay_steps."""

    def schedule(i: Any) -> Any:
        if i < warmup_steps:
            return initial_step_size + (step_size - initial_step_size) * i / warmup_steps
        part = min((i - warmup_steps) / max(decay_steps - warmup_steps, 1), 1.0)
        return final_step_size + (step_size - final_step_size) * 0.5 * (1 + np.cos(math.pi * part))

    return schedule


def make_schedule(step_size: Any) -> Schedule:
    """The schedule itself, or that of a number."""
    return step_size if callable(step_size) else constant(step_size)
