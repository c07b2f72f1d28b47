"""Where Python gives its own truth values and integers, compiled code does; and its errors of what has no items."""
import contextlib
import io

import numpy as np
import pytest

import recto


def found_in(x, u):
    q = [w for w in x if w > 0]
    print([u[0] in [200], x[0] in (1.0, 2.0), x[1] in {1.0, 2.0}, u[0] in range(300), x[0] not in q, u[0] in q])
    return (x[0] in (1, 2)) + (x[1] in (1, 2)), sum([w in q for w in x]), (x[0] in q) * 3, -(x[0] in q)


def alike(x, u):
    print([[x[0]] == [1.0], {1: x[0]} == {1: 1.0}, (x[0], 2) != (1.0, 2)])
    return ([x[0]] == [1.0]) + ([x[1]] == [2.0]), ({1: x[0]} == {1: 1.0}) + 1, [w for w in x if w > 0] == [1.0, 2.0]


def chosen_by_key(x, u):
    k = max(range(len(x)), key=lambda j: x[j])
    i, v = best = max(enumerate(x), key=lambda t: t[1])
    print([k], best, [i], isinstance(k, int), min(zip(range(9), x), key=lambda t: t[1]))
    return k, i, isinstance(min(range(100, 102), key=lambda j: x[j - 100]), int)


def places(x, u):
    walk = np.nditer(x, flags=["multi_index"])
    for v in walk:
        print(walk.multi_index, v)


def none_to_choose(x, u):
    try:
        return max(x[:0])
    except ValueError as error:
        return str(error)


def none_to_stack(x, u):
    found = []
    for join in (np.stack, np.vstack, np.concatenate, np.hstack, np.column_stack):
        try:
            found.append(join([[w, 1.0] for w in x if w > u[0]]).sum())
        except ValueError:
            found.append(-1.0)
    return found


def without_large(d, u):
    for k in d:
        if d[k] > u[0]:
            del d[k]
    return d.get("c", 0)


def without_the_first_large(d, u):
    for k in d:
        if d[k] > u[0]:
            del d[k]
            break
    return d.get("a", 0), d.get("c", 0)


def caught(d, u):
    try:
        for k, v in d.items():
            if v > u[0]:
                d.pop(k)
    except RuntimeError as error:
        print(error)
        return -1.0
    return 1.0


X, SMALL = np.array([1.0, 2.0]), np.array([-3.0, 2.0])
BYTES, FEW = np.array([200], np.uint8), np.array([1], np.uint8)
ARRAYS = [(X, BYTES), (SMALL, FEW), (SMALL, BYTES)]
DICTS = [({"a": 1, "b": 2, "c": 3}, FEW), ({"a": 1, "b": 0, "c": 7}, FEW), ({"a": 1, "b": 0, "c": 7}, BYTES)]
CASES = [(f, args) for f, rows in [(found_in, ARRAYS), (alike, ARRAYS), (chosen_by_key, ARRAYS), (places, ARRAYS),
                                   (none_to_choose, ARRAYS), (none_to_stack, ARRAYS), (without_large, DICTS),
                                   (without_the_first_large, DICTS), (caught, DICTS)] for args in rows]


def outcome(function, args):
    args = [a.copy() for a in args]
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            found = plain(function(*args))
        except Exception as error:
            found = type(error).__name__, str(error)
    return found, printed.getvalue(), plain(args[0])


def plain(value):
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(map(plain, value))
    return value if isinstance(value, (str, type(None))) else np.asarray(value).tolist()


@pytest.mark.xla
@pytest.mark.parametrize("function, args", CASES, ids=lambda v: getattr(v, "__name__", ""))
def test_python_and_compiled_code_agree(function, args):
    assert outcome(recto.jit(function), args) == outcome(function, args)


def raising(x):
    with np.errstate(divide="raise"):
        return np.log(x)


def quiet(x):
    with np.errstate(divide="ignore", invalid="warn"):
        return np.log(x)


def test_errors_that_compiled_code_does_not_raise_are_refused():
    with pytest.raises(recto.CompileError, match="compiled code raises no FloatingPointError"):
        recto.jit(raising)(X)
    np.testing.assert_allclose(recto.jit(quiet)(X), np.log(X))
