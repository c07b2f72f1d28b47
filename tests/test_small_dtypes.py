"""Dtypes of ml_dtypes below 16 bits are refused when a function is read, by what names them; those that compiled code
holds compute as NumPy does."""
import ml_dtypes
import numpy as np
import pytest

import recto
from recto import lax

NAMES = [name for name in sorted(dir(ml_dtypes)) if name.startswith(("float8", "float6", "float4", "int", "uint"))]
NARROW = [getattr(ml_dtypes, name) for name in NAMES]
HELD = [np.int8, np.uint8, np.float16, ml_dtypes.bfloat16, np.bool_]
BYTES, FLOATS = np.array([1, 0, 1], np.int8), np.array([1.0, 0.0, 1.0])


def refused_naming(dtype, f, *args):
    with pytest.raises(recto.CompileError, match=np.dtype(dtype).name) as caught:
        recto.jit(f)(*args)
    assert "hint" in str(caught.value)


def test_there_are_such_dtypes():
    assert {ml_dtypes.int2, ml_dtypes.uint4, ml_dtypes.float8_e5m2, ml_dtypes.float6_e2m3fn} <= set(NARROW)


@pytest.mark.parametrize("dtype", NARROW)
def test_arrays_are_refused(dtype):
    array = np.ones(3).astype(dtype)
    refused_naming(dtype, lambda x: x, array)
    refused_naming(dtype, lambda x: x, array[0])
    refused_naming(dtype, lambda p: p["w"], {"w": array})
    refused_naming(dtype, lambda x: x * array, FLOATS)


@pytest.mark.parametrize("dtype", NARROW)
def test_conversions_are_refused(dtype):
    refused_naming(dtype, lambda x: x.astype(dtype), FLOATS)
    refused_naming(dtype, lambda x: x.view(dtype), BYTES)
    refused_naming(dtype, lambda x: x + np.zeros(3, dtype), FLOATS)
    refused_naming(dtype, lambda x: np.asarray(x, dtype=dtype), FLOATS)
    refused_naming(dtype, lambda x: np.sum(x, dtype=dtype), FLOATS)
    refused_naming(dtype, lambda x: x * np.arange(3, dtype=dtype), FLOATS)
    refused_naming(dtype, lambda x: x * np.linspace(0, 1, 3, dtype=dtype), FLOATS)
    refused_naming(dtype, lambda x: np.empty_like(x, dtype=dtype), FLOATS)
    refused_naming(dtype, lambda x: lax.convert_element_type(x, dtype), FLOATS)
    refused_naming(dtype, lambda x: lax.bitcast_convert_type(x, dtype), BYTES)
    refused_naming(dtype, lambda x: lax.dot(x, x, preferred_element_type=dtype), FLOATS)


def test_a_view_of_another_kind_of_array_is_refused():
    for dtype in (object, "datetime64", np.longdouble):
        refused_naming(dtype, lambda x: x.view(dtype), FLOATS)


PROGRAMS = {
    "sum of two": lambda x: x + x[::-1],
    "product": lambda x: x * x[::-1],
    "wider": lambda x: x.astype(np.float32),
    "narrower": lambda x: x.astype(np.float32).astype(x.dtype),
    "dot": lambda x: x @ x,
    "dot in float32": lambda x: x.astype(np.float32) @ x.astype(np.float32),
    "sum": lambda x: np.sum(x),
    "choice": lambda x: np.where(x < x[::-1], x, x[::-1]),
    "sorted": lambda x: np.sort(x),
    "order": lambda x: np.argsort(x, stable=True),
    "largest": lambda x: (np.max(x), np.argmax(x)),
}


def updated(x):
    y = x.copy()
    y[1:3] = x[-2:]
    return y


@pytest.mark.xla
@pytest.mark.parametrize("dtype", HELD)
def test_what_is_held_computes_as_numpy(dtype):
    x = np.array([3, 1, 0, 2, 5, 1, 4, 7]).astype(dtype)
    programs = [*PROGRAMS.values(), updated]
    found = recto.jit(lambda x: [f(x) for f in programs])(x)
    for f, got in zip(programs, found, strict=True):
        for g, wanted in zip(*((v if isinstance(v, tuple) else (v,)) for v in (got, f(x))), strict=True):
            g, wanted = np.asarray(g), np.asarray(wanted)
            assert g.dtype == wanted.dtype, f
            np.testing.assert_array_equal(g, wanted)
