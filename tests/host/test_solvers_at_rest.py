"""Gradients of solutions that begin with slope 0, where the norms that choose the first step have no derivative."""

import numpy as np
import pytest
from scipy import integrate

import recto

SYSTEMS = {
    "decay": (lambda t, y: -y * t, [0.5, 0.7]),
    "pendulum": (lambda t, y: [y[1], -np.sin(y[0])], [0.0, 0.0]),
    "oscillator": (lambda t, y: [y[1], np.sin(t) - y[0]], [0.0, 0.0]),
}


@pytest.mark.xla
@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("solver", ["solve_ivp", "odeint"])
def test_both_modes_agree(name, solver):
    slope, start = SYSTEMS[name]

    def end(y0):
        if solver == "odeint":
            return np.sum(integrate.odeint(slope, y0, np.array([0.0, 1.0, 2.0]), tfirst=True))
        return np.sum(integrate.solve_ivp(slope, (0.0, 2.0), y0, t_eval=[1.0, 2.0], rtol=1e-6).y)

    start = np.array(start)
    found = np.asarray(recto.grad(end)(start))
    np.testing.assert_allclose(found, recto.jacfwd(end)(start), rtol=1e-9)
    h, steps = 1e-4, np.eye(2)
    slopes = [(end(start + h * d) - end(start - h * d)) / (2 * h) for d in steps]
    np.testing.assert_allclose(found, slopes, rtol=2e-2, atol=2e-2)
