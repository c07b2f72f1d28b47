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
# # First steps
#
# A function in plain NumPy, with a loop, a branch and writes into an array. It is the Sieve of Eratosthenes.

# %%
import numpy as np

import recto


def sieve(limit):
    prime = np.ones(limit, dtype=bool)
    prime[:2] = False
    for n in range(2, limit):
        if n * n >= limit:
            break
        if prime[n]:
            for multiple in range(n * n, limit, n):
                prime[multiple] = False
    return prime


np.flatnonzero(sieve(50))

# %% [markdown]
# `recto.jit` reads its source and compiles it. The result is the same.

# %%
compiled = recto.jit(sieve)
assert np.array_equal(compiled(1000), sieve(1000))
compiled

# %% [markdown]
# What was compiled can be read, and run with NumPy alone.
# `limit` decides the size of an array, and so it became static.

# %%
print(compiled.source(1000))

# %% [markdown]
# Both in microseconds, in this run:

# %%
import timeit

size = 100_000
compiled(size).block_until_ready()
for name, function in {"NumPy": sieve, "Recto": lambda n: compiled(n).block_until_ready()}.items():
    print(f"{name}  {min(timeit.repeat(lambda: function(size), number=1, repeat=3)) * 1e6:9.0f} µs")

# %% [markdown]
# What is outside the language is refused, with the place and a way out.

# %%
@recto.jit
def adds(x):
    return x + np.ones(4)


try:
    adds(np.ones(3))
except recto.CompileError as error:
    print(error)
