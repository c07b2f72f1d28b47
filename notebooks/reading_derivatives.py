# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Reading derivatives
#
# What Recto makes of a function is a Python function again. This is how to read one, from a formula to a loop
# whose length only the data know.

# %%
import numpy as np

import recto


def misfit(w, x, y):
    error = np.tanh(x @ w) - y
    return np.mean(error ** 2)


slope = recto.grad(misfit)
rng = np.random.default_rng(0)
w, x, y = rng.normal(size=3), rng.normal(size=(5, 3)), rng.normal(size=5)
slope(w, x, y)

# %% [markdown]
# `.source` gives the text for arguments like these. A name with `_bar` at its end is the cotangent of the variable:
# the derivative of the result with respect to it. Values of the function come first, cotangents after them, from the
# last line to the first. Move over a line: the line of `misfit` that it comes from is shown.

# %%
slope.source(w, x, y)

# %% [markdown]
# The text needs NumPy alone. Here it is run by Python, and compared.

# %%
space = {}
exec(str(slope.source(w, x, y)), space)
by_numpy = space["grad_misfit"](w, x, y)
assert np.allclose(by_numpy, slope(w, x, y), rtol=1e-13)
by_numpy

# %% [markdown]
# ## Loops run backwards
#
# Each round needs the value that the round before it has left. Where an array keeps these values anyway, no others are
# saved: `u` is its own tape.

# %%
def energy(x, k):
    u = x.copy()
    for i in range(1, len(u)):
        u[i] = np.tanh(k * u[i - 1]) + x[i]
    return np.sum(u ** 2)


recto.grad(energy).source("f64[100]", 0.8)

# %% [markdown]
# Where a variable is overwritten in each round, what it was is saved, in an array as long as the loop.

# %%
def orbit(z):
    for _ in range(50):
        z = z - 0.1 * np.sin(z)
    return z


recto.grad(orbit).source(1.0)

# %% [markdown]
# And where no one knows how long the loop is, states are kept at a distance that grows with it, and what lies between
# is computed again: memory grows with the root of the number of rounds. `jvp` needs none of that, and is shorter to
# read.

# %%
def root(a):
    x = a
    while np.abs(x * x - a) > 1e-12:
        x = 0.5 * (x + a / x)
    return x


assert np.isclose(recto.grad(root)(2.0), 0.5 / np.sqrt(2.0))
recto.jvp(root, (2.0,), (1.0,))

# %% [markdown]
# ## Derivatives of derivatives
#
# A transformed function can be transformed. Signs and constants are folded, and what is zero is gone.

# %%
def swish(x):
    return x / (1.0 + np.exp(-x))


recto.grad(recto.grad(swish)).source(1.0)

# %% [markdown]
# ## Is it right?
#
# `check_grads` compares with finite differences, and forward mode with reverse mode, to any order.

# %%
from recto.testing import check_grads

check_grads(misfit, (w, x, y), order=2)
check_grads(energy, (x[:, 0], 0.8), order=2)
check_grads(root, (2.0,), order=2)

# %% [markdown]
# ## To keep it
#
# `recto.emit` gives the text of a file: with a header that says what it was made from, and without the sizes.

# %%
print(recto.emit(misfit, transform="grad(wrt=w)", args="w: f64[n], x: f64[m, n], y: f64[m]"))
