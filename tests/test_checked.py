"""Arguments of the public functions are checked, and plain ones without loading what checks the others."""
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal

import pytest

import recto
from recto._checked import checked, fitting

WRONG = {
    "function": lambda: recto.grad(3),
    "argnums": lambda: recto.grad(abs, argnums="x"),
    "has_aux": lambda: recto.value_and_grad(abs, has_aux=1),
    "static_argnames": lambda: recto.jit(abs, static_argnames=[0]),
    "axis_size": lambda: recto.vmap(abs, axis_size=2.5),
    "primals": lambda: recto.jvp(abs, 1.0, (1.0,)),
    "parts": lambda: recto.custom_jvp(abs).defjvps(abs, 2),
    "policy": lambda: recto.checkpoint(abs, policy="some"),
    "value": lambda: recto.config.update("enable_x64", "yes"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_argument_is_named(name):
    with pytest.raises(TypeError, match=name):
        WRONG[name]()


def test_plain_arguments_need_no_checker():
    code = "import sys, recto; recto.vmap(recto.grad(recto.jit(abs, donate_argnums=(0,)), argnums=(0,)), in_axes=0);" \
        "recto.jvp(abs, (1.0,), (1.0,)); recto.checkpoint(abs, policy='dots'); print('beartype' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True)
    assert done.stdout == "False\n", done.stderr


@pytest.mark.parametrize("hint, good, others", [
    (int | None, [1, None, True], ["1", 1.0]), (Callable | None, [abs, None], [3]), (Any, [3, None], []),
    (Sequence[int], [[], (1, 2)], [(1, "2"), "12", 3]), (Sequence, [["a"], ()], [3]),
    (int | None | Sequence[str], [1, ["a"]], ["a", [1]]),
    (Literal["a", "b"], ["a"], ["c", 1]), (tuple | list, [(), []], [{}]),
    (Iterator[int] | None, [], [iter([1])])])
def test_what_fits_surely(hint, good, others):
    def function(value, *values, option): ...
    function.__annotations__ = {"value": hint, "values": hint, "option": hint}
    fits = fitting(function)
    assert all(fits(v, v, option=v) for v in good)
    for v in others:
        assert not fits(v, option=v)
        assert not good or not (fits(good[0], v, option=good[0]) or fits(good[0], option=v))


def test_what_is_not_known_here_is_asked():
    @checked
    def first(values: dict[str, int], *rest: int) -> int:
        return values["a"]
    assert first({"a": 1}, 2) == 1
    with pytest.raises(TypeError, match="values"):
        first({"a": "1"})
    with pytest.raises(TypeError, match="rest"):
        first({"a": 1}, 2, "3")
