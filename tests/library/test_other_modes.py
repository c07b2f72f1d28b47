"""Functions of NumPy that are read for some of their arguments, np.emath, texts of arrays, and shared memory."""
import numpy as np
import pytest

import recto

from .expressions import laws_hold, same_as_numpy

RNG = np.random.default_rng(3)
GIVEN = {"v": np.array([0.5, -1.25, 2.0, 0.0, 7.5]), "i": np.array([0, -1, 2, 0, 0]), "x": RNG.normal(size=(3, 4)),
         "b": np.array([True, False, True]), "c": np.array([1 + 2j, -0.5j, 3]), "s": 1.5, "n": 2}


@pytest.mark.parametrize("call", [
    "v = v.copy(); np.nan_to_num(v, copy=False, nan=3.0)[0] = 5.0; v", "np.nan_to_num(i, copy=False) is i",
    "v = v / i; np.nan_to_num(v, False, {2.0|n}); v", "v = v / 0; np.nan_to_num(v[1:], copy=False, posinf=s); v",
    "np.nan_to_num([1.0, s], copy=False)", "np.nan_to_num({v / i|x}, copy=True)",
    "np.trim_zeros({i|i[:1]|i[1:3]|v[:0]|0 * v|c}, {'fb'|'f'|'B'|'x'})", "np.real_if_close({v|i|c.real})",
    "x.view({np.int64|np.uint64})", "b.view({np.uint8|np.int8})", "b.view(np.uint8).view(bool)",
    "b = b.copy(); u = b.view(np.uint8); b[1] = True; u",
])
@pytest.mark.filterwarnings("ignore")
def test_modes_and_views(call):
    same_as_numpy(call, **GIVEN)


@pytest.mark.parametrize("call", ["{x|x.T|x[:3, :3]|x[:1]|x[:, :1]|np.triu(x)|x + 1j * x[::-1]|x.astype(np.float32)}"])
def test_reflectors_are_lapacks(call):
    same_as_numpy(f"np.linalg.qr({call}, mode='raw')", **GIVEN)


@pytest.mark.parametrize("call", [
    "np.emath.{sqrt|log|log2|log10|arcsin|arccos|arctanh}({c|-s - 1|-np.abs(x) - 2|-2.5})",
    "np.emath.{sqrt|log}({b|-2|4.0})",
    "np.emath.power({-np.abs(x) - 1|c|-s}, {n|s|2})", "np.emath.logn(n, {c|-s})", "np.emath.sqrt(-np.abs(x[x > 0]))",
    "np.emath.sqrt({-b.astype(np.int8)|b.astype(np.uint8)|-np.abs(x).astype(np.float32)})",
])
@pytest.mark.filterwarnings("ignore")
def test_complex_functions_of_real_numbers(call):
    same_as_numpy(call, **GIVEN)


def test_complex_functions_are_complex_inside_the_domain_too():
    root = recto.jit(lambda x: np.emath.sqrt(x))(4.0)
    assert root == 2 and root.dtype == np.complex128                      # docs/language.md, difference 12
    laws_hold("np.emath.sqrt(-np.abs(x) - 1).imag", x=GIVEN["x"])


def ends(vector, widths, axis, options):
    vector[:widths[0]] = options.get("value", 10)
    if widths[1] > 0:
        vector[-widths[1]:] = vector[widths[0]] * 2


@pytest.mark.parametrize("width", [2, (1, 2), ((1, 0), (2, 1)), ((1, 2),)])
def test_padding_by_a_function(width):
    f = lambda x: (np.pad(x, width, ends), np.pad(x, width, mode=ends, value=np.sum(x)))
    for ours, numpys in zip(recto.jit(f)(GIVEN["x"]), f(GIVEN["x"])):
        np.testing.assert_allclose(ours, numpys, rtol=1e-14)


@pytest.mark.parametrize("call", [
    "np.{array_repr|array_str|array2string}({v|i|x|b|np.arange(3)})", "np.binary_repr({n|-n|5|-5}, {None|4|8})",
    "np.binary_repr(n * 100, 4)", "np.base_repr(255, 16)",
])
def test_texts(call):
    same_as_numpy(call, **GIVEN)


@pytest.mark.parametrize("name", ["shares_memory", "may_share_memory"])
@pytest.mark.parametrize("one, other", [
    ("v", "v[1:]"), ("v", "x"), ("v[:2]", "v[2:]"), ("v[::2]", "v[1::2]"), ("x[:, 0]", "x[:, 1]"), ("x.T", "x[1]"),
    ("x[0]", "x[1]"), ("x.ravel()", "x"), ("x.flatten()", "x"), ("x.reshape(4, 3)[0]", "x[0, 3:]"), ("v", "v + 1"),
    ("np.asarray(v)", "v"), ("np.array(v)", "v"), ("np.broadcast_to(v, (2, 5))", "v"), ("v", "s"), ("v[:0]", "v"),
    ("np.diagonal(x)", "x[0, 1:]"), ("v", "[1.0]"), ("x[::-1]", "x[-1]"),
])
def test_shared_memory(name, one, other):
    same_as_numpy(f"np.{name}({one}, {other})", **GIVEN)


@pytest.mark.parametrize("f, message", [
    (lambda x, k: np.shares_memory(x[k], x[0]), "depends on data"),
    (lambda x, k: np.array2string(x, precision=2), "set_printoptions"),
    (lambda x, k: np.trim_zeros(x), "several axes"),
    (lambda x, k: np.linalg.qr(np.stack([x, x]), mode="raw"), "a stack"),
])
def test_what_is_left_is_refused(f, message):
    with pytest.raises(recto.CompileError, match=message):
        recto.jit(f).program(GIVEN["x"], 1)


def test_bytes_of_truth_values_are_not_written():
    def write(b):
        b.view(np.uint8)[0] = 1
    with pytest.raises(recto.CompileError, match="bytes of truth values"):
        recto.jit(write).program(GIVEN["b"])


@pytest.mark.parametrize("function", [
    lambda z: np.real_if_close(z), lambda z: np.real_if_close(z, 1e-3),
    lambda z: np.sum(np.abs(np.real_if_close(z)) ** 2),
    lambda z: np.real_if_close(z * np.conj(z)) + 1, lambda z: np.real_if_close(z).dtype.kind == "c",
], ids=["alone", "with a tolerance", "summed", "of a product", "the kind"])
@pytest.mark.parametrize("z", [np.array([1 + 1e-20j, 2.0]), np.array([1 + 1e-5j, 2.0]), np.array([1j, 2.0])], ids=str)
def test_the_dtype_of_real_if_close_is_that_of_the_data(function, z):
    wanted, got = function(z), recto.jit(function)(z)
    np.testing.assert_allclose(got, wanted, rtol=1e-14)
    assert np.asarray(got).dtype == np.asarray(wanted).dtype


@pytest.mark.parametrize("casting", ["no", "equiv", "safe", "same_kind", "unsafe"])
@pytest.mark.parametrize("x", [np.arange(3.0), np.arange(3)], ids=["floats", "ints"])
@pytest.mark.parametrize("most", [1, 1.5])
def test_casting_of_clip(x, most, casting):
    f = lambda x: np.clip(x, 0, most, casting=casting)
    try:
        wanted = f(x)
    except TypeError:
        with pytest.raises(TypeError, match="casting rule"):
            recto.jit(f)(x)
    else:
        np.testing.assert_array_equal(recto.jit(f)(x), wanted)


def test_the_device_is_numpys():
    def f(x):
        y = x.to_device("cpu")
        y[0] = 7
        return x.device, y, np.arange(3, device=x.device) + x

    wanted, got = f(np.ones(3)), recto.jit(f)(np.ones(3))
    assert got[0] == wanted[0] == "cpu"
    np.testing.assert_array_equal(got[1], wanted[1])
    np.testing.assert_array_equal(got[2], wanted[2])


@pytest.mark.parametrize("mode", list(np._CopyMode), ids=lambda m: m.name)
def test_modes_of_copies(mode):
    def f(x):
        y = np.array(x, copy=mode)
        y[0] = 5
        return x, y

    x, z = np.ones(3), np.ones(3)
    wanted, got = f(x), recto.jit(f)(z)
    np.testing.assert_array_equal(got[1], wanted[1])
    np.testing.assert_array_equal(z, x)
