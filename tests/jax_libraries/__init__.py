"""Libraries written on JAX, read as they are: each row's result is compared with that of `jax.jit`.

`make jaxlibs` installs the libraries, at the versions of setup.cfg, and runs the rows; without them the folder is left
out. `python -m tests.jax_libraries` counts the rows by library, and writes the table of docs/libraries.md.
"""
