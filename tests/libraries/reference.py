"""What JAX gives for the cases.

`python -m tests.libraries.reference`, with jax 0.10.2 installed, writes reference.npz.
"""
import pathlib
import types

import numpy as np

from .cases import CASES

FILE = pathlib.Path(__file__).with_name("reference.npz")


def namespace():
    """JAX's modules by the names that Recto's have."""
    import jax
    import jax.scipy
    from jax.example_libraries import optimizers, stax
    nn = types.SimpleNamespace(**{name: getattr(jax.nn, name) for name in dir(jax.nn) if name[0] != "_"})
    return types.SimpleNamespace(grad=jax.grad, nn=nn, stax=stax, optim=optimizers, scipy=jax.scipy, numpy=jax.numpy,
                                 random=jax.random, tree=jax.tree)


def main():
    import jax
    jax.config.update("jax_enable_x64", True)
    lib, found = namespace(), {}
    for name, (function, args) in CASES.items():
        leaves = jax.tree.leaves(function(lib, *map(jax.numpy.asarray, args)))
        found |= {f"{name}/{k}": np.asarray(leaf) for k, leaf in enumerate(leaves)}
    np.savez_compressed(FILE, **found)


if __name__ == "__main__":
    main()
