"""Arguments of the public functions are checked, and the errors say what is wanted."""
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal

import pytest

import recto
from recto import lax, tree
from recto._boundary.argument_checks import check_arguments

WRONG = {
    "function": lambda: recto.grad(3),
    "argnums": lambda: recto.grad(abs, argnums="x"),
    "has_aux": lambda: recto.value_and_grad(abs, has_aux=1),
    "static_argnames": lambda: recto.jit(abs, static_argnames=[0]),
    "axis_size": lambda: recto.vmap(abs, axis_size=2.5),
    "primals": lambda: recto.jvp(abs, 1.0, (1.0,)),
    "parts": lambda: recto.custom_jvp(abs).defjvps(abs, 2),
    "policy": lambda: recto.checkpoint(abs, policy=3),
    "value": lambda: recto.config.update("enable_x64", "yes"),
    "most": lambda: recto.bound(3, "x"),
    "device": lambda: recto.jit(abs, device="cpu"),
    "body_fun": lambda: lax.fori_loop(0, 3, 5, 0.0),
    "cond_fun": lambda: lax.while_loop(True, abs, 0.0),
    "true_fun": lambda: lax.cond(True, 1.0, 2.0),
    "branches": lambda: lax.switch(0, abs, 1.0),
    "reverse": lambda: lax.scan(abs, 0.0, [1.0], reverse="yes"),
    "is_leaf": lambda: tree.leaves([1.0], is_leaf=1),
    "cls": lambda: tree.register_class(3, abs, abs),
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
    call = check_arguments(function)

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
    "function": ("grad: function must be a function, not the int 3", lambda: recto.grad(3)),
    "another argument": ("argnums must be an int, a sequence of int or None, not the str 'x': did you mean "
                         "argnames='x'?", lambda: recto.grad(abs, argnums="x")),
    "a list of texts": ("static_argnums must be an int or a sequence of int, not the list ['x']: did you mean "
                        "static_argnames=['x']?", lambda: recto.jit(abs, static_argnums=["x"])),
    "a policy": ("checkpoint: policy must be a str, a Policy, a function or None, not the int 3",
                 lambda: recto.checkpoint(abs, policy=3)),
    "a keyword": ("grad() got an unexpected keyword argument 'argnum': did you mean argnums?",
                  lambda: recto.grad(abs, argnum=1)),
    "too few": ("missing a required argument: 'tangents': it is called as jvp(function, primals, tangents, has_aux)",
                lambda: recto.jvp(abs, ())),
    "what to print": ("emit: function must be a function, not the int 3", lambda: recto.emit(3)),
    "functions": ("switch: branches must be a sequence of functions, not the list [1]", lambda: lax.switch(0, [1])),
    "a loop": ("fori_loop() missing a required argument: 'init_val': it is called as fori_loop(lower, upper, body_fun, "
               "init_val, unroll)", lambda: lax.fori_loop(0, 3, abs)),
    "twice": ("fori_loop() multiple values for argument 'lower'", lambda: lax.fori_loop(0, 3, abs, 0.0, lower=1)),
    "an object": ("primals must be a tuple or a list, not a Shy", lambda: recto.jvp(abs, Shy(), ())),
}


class Shy:
    def __repr__(self):
        raise AssertionError("nobody asked for the text of this")


@pytest.mark.parametrize("name", SAID)
def test_errors_say_what_is_wanted_what_was_given_and_what_was_meant(name):
    said, run = SAID[name]
    with pytest.raises(TypeError, match=re.escape(said)):
        run()


def test_an_unknown_setting_is_told_from_one_that_is_meant():
    with pytest.raises(AttributeError, match="no setting 'enable_x65': did you mean enable_x64?"):
        recto.config.update("enable_x65", True)


def test_checks_of_functions_that_compiled_code_reads_are_not_read_with_them():
    def triangle(n):
        return lax.fori_loop(0, n, lambda i, total: lax.cond(i > 1, lambda: total + i, lambda: total), 0)
    assert int(recto.jit(triangle)(5)) == triangle(5) == 9


def test_containers_are_looked_into():
    @check_arguments
    def first(values: dict[str, int], *rest: int) -> int:
        return values["a"]
    assert first({"a": 1}, 2) == 1
    with pytest.raises(TypeError, match="values"):
        first({"a": "1"})
    with pytest.raises(TypeError, match="rest"):
        first({"a": 1}, 2, "3")
