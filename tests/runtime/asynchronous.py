"""What holds where calls return before their results are there: run by test_runtime_dispatch.py."""

import numpy as np
import pytest
from handwritten import matmul
from test_runtime_dispatch import test_numpy_arguments_may_be_changed_after_the_call    # noqa: F401 (run here too)

import recto
from recto import runtime
from recto.runtime import pytree


def test_that_it_is_set():
    assert recto.config.asynchronous


def test_copies_are_made_where_a_call_would_be_waited_for():
    n, late = 1500, []
    route = runtime.fast_route("f", lambda args, kwargs, s: runtime.Loaded(
        runtime.compile(matmul(n)), s, (True,), s, pytree.structure([0])), wrap=late.append)
    x = np.ones((n, n))
    for _ in range(3):
        result = route(x)
        if type(result) is runtime.Unfinished:
            result, = result((x,), {})
    assert late == [runtime.on_copies]      # said once
    copying = runtime.on_copies(route)
    for given in (x, np.ones((n, n), order="F"), np.ones((2 * n, n))[::2]):
        given[:] = 1.0
        result, = copying(given)
        given[:] = 0.0
        assert type(result) is runtime.Array and (np.asarray(result) == n).all()
    foreign = copying(x.astype(">f8"))              # refused when it is finished
    with pytest.raises(TypeError, match="foreign byte order"):
        foreign((x.astype(">f8"),), {})
    with pytest.raises(TypeError):
        copying(np.full((n, n), None))
    again = copying(np.ma.masked_array(x))
    with pytest.raises(TypeError, match="masked"):
        again((np.ma.masked_array(x),), {})


def test_device_arguments_are_not_waited_for():
    """An 1800 x 1800 matrix product takes long enough to be seen unfinished."""
    n = 1800
    f = runtime.dispatcher("f", lambda args, kwargs, s: runtime.Loaded(
        runtime.compile(matmul(n)), s, (True,), s, pytree.structure(0)))
    x = runtime.device_put(np.ones((n, n)))
    f(x).block_until_ready()
    result = f(x)
    assert not result.is_ready()
    assert result.block_until_ready() is result and result.is_ready()
