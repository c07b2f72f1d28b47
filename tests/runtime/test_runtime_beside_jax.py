import importlib.util
import pathlib
import subprocess
import sys

import pytest


@pytest.mark.parametrize("order", ["before", "after"])
@pytest.mark.parametrize("which", ["stand-in", "jax"])
def test_calls_do_not_depend_on_jax_nor_jax_on_them(which, order):
    """In a process of its own: what JAX installs in jaxlib stays."""
    if which == "jax" and importlib.util.find_spec("jax") is None:
        pytest.skip("JAX is not installed")
    script = pathlib.Path(__file__).with_name("beside_jax.py")
    done = subprocess.run([sys.executable, str(script), which, order], text=True, capture_output=True, timeout=120)
    assert done.stdout == "passed\n", done.stdout + done.stderr
