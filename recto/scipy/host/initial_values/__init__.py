"""scipy.integrate.solve_ivp: explicit and implicit methods, events, continuous solutions."""

from . import bdf, explicit, radau, solve, steps

__all__ = ["bdf", "explicit", "radau", "solve", "steps"]
