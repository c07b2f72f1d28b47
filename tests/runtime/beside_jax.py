"""Recto and JAX in one process: run by test_runtime_beside_jax.py as `beside_jax.py which order`.

`which` is "jax", or "stand-in" for what JAX does to jaxlib's C++ dispatcher when it is imported. `order` is "before" or
"after" Recto.
"""
import contextlib
import sys
import types

import numpy as np
from jaxlib import _jax

which, order = sys.argv[1:]


def import_jax():
    """JAX's 64-bit flag, off. It and two others are installed in the dispatcher."""
    if which == "jax":
        import jax
        return jax.enable_x64
    module = types.ModuleType("jax._src.config")
    module.enable_x64 = _jax.config.Config("jax_enable_x64", False, include_in_jit_key=True)
    _jax.jax_jit.set_enable_x64_state(module.enable_x64)
    _jax.jax_jit.set_disable_jit_state(_jax.config.Config("jax_disable_jit", False, include_in_jit_key=True))
    _jax.jax_jit.set_post_hook_state(_jax.config.Config("post_hook", None, include_in_jit_key=False))
    sys.modules["jax._src.config"] = module
    return module.enable_x64


@contextlib.contextmanager
def in_this_thread(flag, on):
    before = flag.swap_local(on)
    yield
    flag.set_local(before)


def numbers_keep_their_types(f, g):
    """Twice each: C++ finds the executable by itself at the second call."""
    for x in (np.arange(3, dtype="f4"), np.arange(3) / 3, 1 / 3, 2**40, np.int64(2**40), np.float64(1 / 3)) * 2:
        wanted = np.asarray(x) - 1
        assert np.array_equal(f(x), wanted) and f(x).dtype == wanted.dtype, x
    for _ in range(2):
        assert np.array_equal(g(np.ones(3) / 3, 1 / 3, 3), np.zeros(3))
        assert f(recto.device_put(np.ones(2))).dtype == float


if order == "before":
    flag = import_jax()
import recto        # noqa: E402 (between the two)

minus_one, apart = recto.jit(lambda a: a - 1), recto.jit(lambda a, b, n: np.ones(n) * a - b)
numbers_keep_their_types(minus_one, apart)
if order == "after":
    flag = import_jax()

for on in (False, True, False):
    flag.set_global(on)
    numbers_keep_their_types(minus_one, apart)
    numbers_keep_their_types(recto.jit(lambda a: a - 1), apart)
    for given in (not on, on):
        with in_this_thread(flag, given):
            numbers_keep_their_types(minus_one, apart)
            assert flag.value == given
    assert flag.value == on                         # JAX finds it as it was
assert np.array_equal(recto.grad(lambda x: np.sum(x * x))(np.ones(2)), 2 * np.ones(2))

if which == "jax":
    import jax
    for on in (False, True, False):
        jax.config.update("jax_enable_x64", on)
        double = jax.jit(lambda x: 2 * x)
        for x in (np.ones(3), 1 / 3) * 3:
            assert double(x).dtype == (float if on else "float32")
            assert minus_one(x).dtype == float
    with jax.disable_jit():
        assert minus_one(1 / 3) == 1 / 3 - 1
    with jax.debug_nans(True):
        for _ in range(3):
            assert np.isnan(recto.jit(np.log)(-1.0))
    A = np.eye(3) + 1
    assert np.allclose(recto.jit(np.linalg.inv)(A), jax.numpy.linalg.inv(A))
print("passed")
