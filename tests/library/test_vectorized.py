"""np.vectorize and np.frompyfunc hand numbers of Python's to the function; the dtypes are those of a first result."""
import contextlib
import io

import numpy as np
import pytest

import recto


def cube(v):
    return v * v * v // 1000000


def near(v):
    return (v + 1e8) - 1e8


def bucket(v):
    return (v + 200) % 7


def smaller(v):
    return v - 10


def is_python(v):
    return 1 if isinstance(v, (int, float)) and not isinstance(v, np.generic) else 2


def inverse(v):
    return 1 / v


def by_sign(v):
    return 1 if v > 0 else -1


def both(v):
    return v * 2, v > 1


def said(v):
    print(type(v).__name__, v)
    return v


FUNCTIONS = (cube, near, bucket, smaller, is_python, inverse, by_sign, both, said)
DTYPES = (np.uint8, np.int8, np.int32, np.int64, np.float32, np.float64, bool)
MADE = {"plain": lambda f: np.vectorize(f), "floats": lambda f: np.vectorize(f, otypes=[float]),
        "bytes": lambda f: np.vectorize(f, otypes=[np.uint8]), "cached": lambda f: np.vectorize(f, cache=True)}
VALUES = ([1, 100, 3], [0, 2], [120, 50])


def outcome(function, *args):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), np.errstate(all="ignore"):
        try:
            found = function(*args)
        except Exception as error:
            return type(error).__name__.removeprefix("Compile"), str(error).partition("\n")[0], printed.getvalue()
    several = found if isinstance(found, tuple) else (found,)
    return [(np.asarray(x).dtype, np.shape(x), np.asarray(x).tolist()) for x in several], printed.getvalue()


@pytest.mark.xla
@pytest.mark.parametrize("made", MADE)
@pytest.mark.parametrize("dtype", DTYPES, ids=lambda d: np.dtype(d).name)
@pytest.mark.parametrize("f", FUNCTIONS, ids=lambda f: f.__name__)
def test_vectorized_functions_are_numpys(f, dtype, made):
    if f is both and made in ("floats", "bytes"):
        return
    compiled = recto.jit(lambda x: MADE[made](f)(x))
    for values in VALUES:
        x = np.array(values).astype(dtype)
        wanted = outcome(MADE[made](f), x)
        if wanted[0] == "ZeroDivisionError" or "Error" in str(wanted[0]) and f is cube:
            continue                        # difference 3; and an OverflowError of the type's own
        assert outcome(compiled, x) == wanted, values


@pytest.mark.xla
@pytest.mark.parametrize("dtype", DTYPES, ids=lambda d: np.dtype(d).name)
@pytest.mark.parametrize("f", (near, bucket, smaller, is_python), ids=lambda f: f.__name__)
def test_functions_of_frompyfunc_get_numbers_of_python(f, dtype):
    x = np.array([1, 100, 3]).astype(dtype)
    compiled = recto.jit(lambda x: np.frompyfunc(f, 1, 1)(x).tolist())
    assert compiled(x) == np.frompyfunc(f, 1, 1)(x).tolist()


def first_decides(x):
    seen = []

    def level(row):
        seen.append(1)
        return 1 if len(seen) == 1 else row.mean()
    return np.apply_along_axis(level, 1, x)


def data_decide(x):
    return np.apply_along_axis(lambda row: 0 if row[0] < 0 else row.mean(), 1, x)


def test_the_first_row_decides_the_dtype():
    x = np.array([[-1.0, 1.0], [2.0, 3.5]])
    found, wanted = recto.jit(first_decides)(x), first_decides(x)
    assert found.dtype == wanted.dtype == int and found.tolist() == wanted.tolist() == [1, 2]


def test_a_dtype_that_data_decide_is_refused():
    with pytest.raises(recto.CompileError, match="the dtype of the first result depends on the path"):
        recto.jit(data_decide)(np.ones((2, 2)))
