"""Arguments of the public functions are checked, and the errors say what is wanted."""
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal

import pytest

import recto
from recto._boundary.argument_checks import checked

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


@pytest.mark.parametrize("hint, good, others", [
    (int | None, [1, None, True], ["1", 1.0]), (Callable | None, [abs, None], [3]), (Any, [3, None], []),
    (Sequence[int], [[], (1, 2)], [(1, "2"), "12", 3]), (Sequence, [["a"], ()], [3]),
    (int | None | Sequence[str], [1, ["a"]], ["a", [1]]),
    (Literal["a", "b"], ["a"], ["c", 1]), (tuple | list, [(), []], [{}]),
    (Iterator[int] | None, [None, iter([1])], [3]),
    (dict[str, int], [{}, {"a": 1}], [{"a": "1"}, {1: 1}])])
def test_what_fits_surely(hint, good, others):
    def function(value, *values, option): ...
    function.__annotations__ = {"value": hint, "values": hint, "option": hint}
    call = checked(function)

    def fits(*args, **kwargs):
        try:
            return call(*args, **kwargs) is None
        except TypeError:
            return False
    assert all(fits(v, v, option=v) for v in good)
    for v in others:
        assert not fits(v, option=v)
        assert not good or not (fits(good[0], v, option=good[0]) or fits(good[0], option=v))


SAID = {
    "function": ("grad: function has to be a function, not the int 3", lambda: recto.grad(3)),
    "another argument": ("argnums has to be an int, a sequence of int or None, not the str 'x': did you mean "
                         "argnames='x'?", lambda: recto.grad(abs, argnums="x")),
    "a list of texts": ("static_argnums has to be an int or a sequence of int, not the list ['x']: did you mean "
                        "static_argnames=['x']?", lambda: recto.jit(abs, static_argnums=["x"])),
    "a policy": ("policy has to be 'nothing' or 'dots' or 'everything', not the function <lambda>",
                 lambda: recto.checkpoint(abs, policy=lambda *_: True)),
    "a keyword": ("grad() got an unexpected keyword argument 'argnum': did you mean argnums?",
                  lambda: recto.grad(abs, argnum=1)),
    "too few": ("missing a required argument: 'tangents': it is called as jvp(function, primals, tangents, has_aux)",
                lambda: recto.jvp(abs, ())),
    "an object": ("primals has to be a tuple or a list, not a Shy", lambda: recto.jvp(abs, Shy(), ())),
}


class Shy:
    def __repr__(self):
        raise AssertionError("nobody asked for the text of this")


@pytest.mark.parametrize("name", SAID)
def test_errors_say_what_is_wanted_what_was_given_and_what_was_meant(name):
    said, run = SAID[name]
    with pytest.raises(TypeError, match=re.escape(said)):
        run()


def test_containers_are_looked_into():
    @checked
    def first(values: dict[str, int], *rest: int) -> int:
        return values["a"]
    assert first({"a": 1}, 2) == 1
    with pytest.raises(TypeError, match="values"):
        first({"a": "1"})
    with pytest.raises(TypeError, match="rest"):
        first({"a": 1}, 2, "3")
