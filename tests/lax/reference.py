"""What JAX gives for the cases: `python -m tests.lax.reference`, with jax 0.10.2 installed, writes reference.npz."""
import pathlib

import numpy as np

from .cases import CASES

FILE = pathlib.Path(__file__).with_name("reference.npz")


def main():
    import jax
    from jax import lax
    jax.config.update("jax_enable_x64", True)
    found = {}
    for name, (function, args) in CASES.items():
        leaves = jax.tree.leaves(jax.jit(lambda *xs: function(lax, *xs))(*args))
        found |= {f"{name}/{k}": np.asarray(leaf) for k, leaf in enumerate(leaves)}
    np.savez_compressed(FILE, **found)


if __name__ == "__main__":
    main()
