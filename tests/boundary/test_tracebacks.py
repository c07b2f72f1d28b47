"""What users see of an error: their own frames, a documented class, the message, the place and the way out."""
import builtins
import copy
import pickle
import traceback
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import recto
from recto import runtime
from recto.transform.core.errors import CompileError, NeedsStatic, RaisesWhenReached
from recto.transform.frontend.state.values import Unsettled
from recto.transform.core.public import PREFIX, PUBLIC, public


def third(x, n):
    return np.zeros(n[0]) + x[7]


def negative(x):
    if x < 0:
        raise ValueError("negative")
    return x


FAILS: dict[str, Callable[[], Any]] = {
    "refused at the first call": lambda: recto.jit(third)(np.ones(3), np.array([3])),
    "refused in a derivative": lambda: recto.grad(lambda x: x[9])(np.ones(3)),
    "refused while it is printed": lambda: recto.jit(third).source("f64[3]", "i64[1]"),
    "raised by the call": lambda: recto.jit(negative)(-1.0),
    "no array": lambda: recto.jit(third)(np.array(["a"]), 1),
    "a wrong option": lambda: recto.grad(third, argnums="x"),
    "inside of vmap": lambda: recto.vmap(negative)(np.ones((2, 2))[0][0]),
    "in another mode": lambda: recto.linearize(lambda x: x.nothing, 1.0),
    "eager NumPy": lambda: recto.numpy.reshape(np.ones(3), (2, 2)),
    "a random draw": lambda: recto.random.normal(recto.random.key(0), (-1,)),
}


def raised(run: Callable) -> BaseException:
    with pytest.raises(Exception) as caught:
        run()
    return caught.value


def files(error: BaseException) -> list[str]:
    return [frame.filename for frame in traceback.extract_tb(error.__traceback__)]


@pytest.mark.parametrize("name", FAILS)
def test_all_frames_are_the_users(name):
    error = raised(FAILS[name])
    assert set(files(error)) == {__file__}
    assert error.__cause__ is None and (error.__context__ is None or error.__suppress_context__)


@pytest.mark.parametrize("name", FAILS)
def test_all_frames_are_shown_if_asked_for(name, monkeypatch):
    monkeypatch.setenv("RECTO_TRACEBACK", "full")
    assert set(files(raised(FAILS[name]))) > {__file__}


@pytest.mark.parametrize("name", FAILS)
def test_classes_are_documented_ones(name):
    cls = type(raised(FAILS[name]))
    assert cls in vars(builtins).values() or getattr(recto, cls.__name__) is cls and cls.__module__ == "recto"


def test_an_error_that_the_user_was_handling_is_still_told():
    try:
        {}["key"]
    except KeyError as before:
        assert raised(FAILS["raised by the call"]).__context__ is before
        assert raised(FAILS["refused at the first call"]).__context__ is before


def from_another(x):
    try:
        raise KeyError("first")
    except KeyError as first:
        raise OSError("second") from first


def test_frames_of_functions_that_recto_calls_are_the_users():
    with recto.disable_jit():
        error = raised(lambda: recto.jit(from_another)(np.ones(2)))
    assert type(error) is OSError and type(error.__cause__) is KeyError
    assert traceback.extract_tb(error.__traceback__)[-1].name == "from_another"


INNER = [NeedsStatic("what", frozenset(), "a hint"), Unsettled("what", "a hint"),
         RaisesWhenReached("index 3 is out of bounds", IndexError), CompileError("TypeError: no such thing"),
         CompileError("UnboundLocalError: no value"), CompileError("shapes differ", kind=ValueError),
         CompileError("no such axis", kind=np.exceptions.AxisError), CompileError("StopIteration: nothing")]


@pytest.mark.parametrize("error", INNER, ids=lambda e: f"{type(e).__name__} {e.message}")
def test_every_error_has_a_public_class_that_is_also_pythons(error):
    shown = public(error)
    assert type(shown) in (CompileError, *PUBLIC.values()) and shown.hint == error.hint
    named = PREFIX.match(error.message)
    kind = error.kind or getattr(builtins, named[1]) if error.kind or named else CompileError
    assert isinstance(shown, next((base for base in kind.__mro__ if base in PUBLIC), CompileError))
    assert public(shown) is shown


def total(n, axes):
    found, k = 0.0, 0
    while found < 9.0:
        found, k = found + np.max(np.sum(np.ones((n, 3)), axis=axes[k])), 1 - k
    return found


def collected(x, n):
    found = []
    for i in range(n):
        if x[i] > 0:
            found.append(len)
    return found


AGAIN = {"learns what is static": (total, 2, np.array([1, 0])),
         "grows a list": (collected, np.ones(3), 3), "names nothing": (third, np.ones(3), np.array([3])),
         "raises": (negative, -1.0)}


@pytest.mark.parametrize("name", AGAIN)
def test_the_same_call_is_refused_in_the_same_words(name):
    function, *args = AGAIN[name]
    compiled = recto.jit(function)
    first, *others = [raised(lambda: compiled(*args)) for _ in range(3)]
    assert all(type(e) is type(first) and str(e) == str(first) for e in others)
    assert len({tuple(files(e)) for e in (first, *others)}) == 1


def test_errors_pickle_and_copy():
    error = raised(FAILS["refused at the first call"])
    for same in (pickle.loads(pickle.dumps(error)), copy.deepcopy(error)):
        assert type(same) is type(error) and str(same) == str(error) and same.spans == error.spans


def test_classes_print_by_the_name_they_are_imported_by():
    assert traceback.format_exception_only(CompileError("this"))[0] == "recto.CompileError: this\n"
    assert all(getattr(recto, cls.__name__) is cls for cls in PUBLIC.values())


@pytest.mark.xla
def test_errors_of_xla_are_pythons_beside_jax_too(monkeypatch):
    """JAX, where it is imported, puts the class of XLA's errors into a module of its own."""
    monkeypatch.setattr(runtime.Failure, "__module__", "jax.errors")
    with pytest.raises(MemoryError, match="out of memory allocating"):
        recto.jit(lambda x: np.zeros(9 * 10**13) + x)(1.0)
