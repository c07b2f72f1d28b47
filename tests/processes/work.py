"""Functions that workers of a pool run, and how often they had to compile."""
import numpy as np

import recto


def loss(w, x):
    return np.sum(np.tanh(x @ w) ** 2)


compiled = recto.jit(loss)
slope = recto.grad(loss)


def counted(function, *args):
    """The result of a compiled function, and how many programs were compiled for it, not found on disk."""
    from recto.runtime import _xla
    found, compile = [], _xla.compile_and_load
    _xla.compile_and_load = lambda *args: found.append(args) or compile(*args)
    try:
        return np.asarray(function(*args)), len(found)
    finally:
        _xla.compile_and_load = compile
