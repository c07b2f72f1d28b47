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
# This notebook compiles a plain NumPy function and looks at the result. The function is the Sieve of Eratosthenes, with
# loops, branches and writes into an array.

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
# `recto.jit` reads the function's source code and compiles it. The result is the same.

# %%
compiled = recto.jit(sieve)
assert np.array_equal(compiled(1000), sieve(1000))
compiled

# %% [markdown]
# `.source` prints what was compiled, as code that runs with NumPy alone.
# `limit` determines the size of an array, so it became static.

# %%
print(compiled.source(1000))

# %% [markdown]
# This cell times both, in microseconds:

# %%
import timeit

size = 100_000
compiled(size).block_until_ready()
for name, function in {"NumPy": sieve, "Recto": lambda n: compiled(n).block_until_ready()}.items():
    print(f"{name}  {min(timeit.repeat(lambda: function(size), number=1, repeat=3)) * 1e6:9.0f} µs")

# %% [markdown]
# Code outside the language is refused with an error that shows the place and, where possible, suggests a fix.

# %%
@recto.jit
def adds(x):
    return x + np.ones(4)


try:
    adds(np.ones(3))
except recto.CompileError as error:
    print(error)
