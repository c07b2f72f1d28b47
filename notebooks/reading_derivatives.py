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
# Recto's derivatives are Python functions. This notebook shows how to read them, from a formula to a loop whose trip
# count depends on data.

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
# `.source` returns the source code for arguments of these types. A name that ends in `_bar` is the cotangent of a
# variable: the derivative of the result with respect to it. The function's values are computed first, and then the
# cotangents, from the last line to the first. Move the pointer over a line to see the line of `misfit` that it was
# made from.

# %%
slope.source(w, x, y)

# %% [markdown]
# The source code needs only NumPy. This cell runs it with Python and compares the results.

# %%
space = {}
exec(str(slope.source(w, x, y)), space)
by_numpy = space["grad_misfit"](w, x, y)
assert np.allclose(by_numpy, slope(w, x, y), rtol=1e-13)
by_numpy

# %% [markdown]
# ## Loops run backwards
#
# Each iteration of the backward sweep needs the value that the previous forward iteration computed. If an array holds
# these values anyway, nothing else is saved: `u` is its own tape.

# %%
def energy(x, k):
    u = x.copy()
    for i in range(1, len(u)):
        u[i] = np.tanh(k * u[i - 1]) + x[i]
    return np.sum(u ** 2)


recto.grad(energy).source("f64[100]", 0.8)

# %% [markdown]
# If a variable is overwritten in each iteration, its old values are saved in an array with one element per iteration.

# %%
def orbit(z):
    for _ in range(50):
        z = z - 0.1 * np.sin(z)
    return z


recto.grad(orbit).source(1.0)

# %% [markdown]
# If the trip count is unknown, the backward sweep restarts the loop from snapshots of its state, and recomputes the
# iterations between two snapshots. Memory is bounded. `jvp` needs no snapshots, and its code is shorter.

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
# A transformed function can be transformed again. Signs and constants are folded, and terms that are zero are removed.

# %%
def swish(x):
    return x / (1.0 + np.exp(-x))


recto.grad(recto.grad(swish)).source(1.0)

# %% [markdown]
# ## Checking a derivative
#
# `check_grads` compares forward mode with finite differences, and reverse mode with forward mode, to any order.

# %%
from recto.testing import check_grads

check_grads(misfit, (w, x, y), order=2)
check_grads(energy, (x[:, 0], 0.8), order=2)
check_grads(root, (2.0,), order=2)

# %% [markdown]
# ## Writing a file
#
# `recto.emit` returns the text of a stand-alone file. Its header says what it was made from, and it works for all
# sizes.

# %%
print(recto.emit(misfit, transform="grad(wrt=w)", args="w: f64[n], x: f64[m, n], y: f64[m]"))
