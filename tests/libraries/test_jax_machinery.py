"""What libraries on JAX are made of is read: trees as JAX has them, dtypes, rules, signatures."""
import dataclasses
import functools

import numpy as np
import pytest

import recto

from . import jax_machinery, stand_in

X = np.array([0.5, 2.0, -1.0])


@pytest.fixture(params=["stand-in", "jax"])
def jax(request, monkeypatch):
    """Functions that must not run, in every installation; and JAX itself where it is installed."""
    return stand_in.install_for(jax_machinery, request.param, monkeypatch)


def same(found, expected):
    if isinstance(expected, dict):
        assert found.keys() == expected.keys()
        found, expected = [found[key] for key in expected], [*expected.values()]
    if isinstance(expected, (list, tuple)) and not isinstance(found, (np.ndarray, recto.Array)):
        assert len(found) == len(expected)
        for a, b in zip(found, expected):
            same(a, b)
    elif isinstance(expected, (str, type(None))):
        assert found == expected
    else:
        np.testing.assert_allclose(found, expected, 1e-12)


@pytest.mark.parametrize("name", jax_machinery.NAMES)
def test_results_are_those_that_jax_gives(jax, name):
    found = recto.jit(jax_machinery.FUNCTIONS[name])(X.copy())
    same(found, getattr(jax_machinery, f"{name}_expected")(X))


# -- without JAX ---------------------------------------------------------------------------------------------


class Made:
    def __new__(cls, *args, **kwargs):
        made = super().__new__(cls)
        made.kept = args
        return made

    def __init__(self, x):
        self.x = x


class Another:
    def __new__(cls, x):
        return Made(x * 2)


def test_classes_make_their_objects():
    assert recto.jit(lambda x: Made(x).x + Made(x).kept[0] + Another(x).x)(1.5) == 6.0


class Wrapping(type):
    def __rpow__(cls, value):
        return cls(value)


class Wrapped(metaclass=Wrapping):
    def __init__(self, value):
        self.value = value


def test_classes_have_the_operators_of_their_metaclass():
    assert recto.jit(lambda x: (x ** Wrapped).value * 3)(2.0) == 6.0


@dataclasses.dataclass
class Point:
    x: float
    y: float = 2.0


generated = Point.__init__


class Checked(Point):
    @functools.wraps(generated)
    def __init__(self, *args, **kwargs):
        generated(self, *args, **kwargs)


def test_a_generated_init_is_called_by_its_name():
    assert recto.jit(lambda x: Checked(x).x * Checked(x, y=3.0).y)(2.0) == 6.0


@dataclasses.dataclass
class Own:
    weight: np.ndarray

    def __init__(self, size):
        self.weight = np.ones(size)


def test_dataclasses_with_an_init_of_their_own_go_in_and_out():
    made = recto.jit(lambda own: dataclasses.replace(own) if False else own)(Own(3))
    np.testing.assert_array_equal(made.weight, np.ones(3))
    np.testing.assert_array_equal(recto.grad(lambda own: np.sum(own.weight ** 2))(Own(3)).weight, np.full(3, 2.0))


def replaces_the_exception(x):
    caught = None
    try:
        try:
            raise KeyError("first")
        except KeyError as error:
            caught = error
        finally:
            if caught is not None:
                raise ValueError("second")
    except ValueError:
        return x * 5
    return x


def test_a_finally_block_may_raise():
    assert recto.jit(replaces_the_exception)(2.0) == replaces_the_exception(2.0) == 10.0


def with_a_try(x):
    try:
        assert np.ndim(x) == 0
    except AssertionError:
        raise ValueError("no number") from None
    return x ** 2


def test_a_rule_may_stand_beside_a_try_that_catches_nothing():
    ruled = recto.custom_vjp(with_a_try)
    ruled.defvjp(lambda x: (with_a_try(x), x), lambda x, bar: (7 * bar,))
    assert recto.grad(lambda x: ruled(x))(3.0) == 7.0


@dataclasses.dataclass(frozen=True)
class Named:
    name: str

    def __call__(self, x):
        return x * 2


NAMED = Named("double")


def test_what_is_known_outside_goes_through_a_batch():
    found = recto.jit(lambda xs: recto.vmap(lambda x: (x + 1, NAMED, np.sin, "text"))(xs)[0])(X)
    np.testing.assert_array_equal(found, X + 1)
    assert recto.jit(lambda x: callable(NAMED) and not callable(x))(1.0)


@dataclasses.dataclass
class Empty:
    def double(self, x):
        return x * 2


def test_objects_without_attributes_stay_what_they_are():
    tree = {"x": X, "rule": Empty()}
    found = recto.jit(lambda tree: recto.tree.map(lambda v: v + 1, {"x": tree["x"], "rule": Empty()}))(tree)
    assert isinstance(found["rule"], Empty)
    mapped = recto.jit(lambda x: recto.tree.map(lambda v: v + 1, (x, Empty()))[1].double(x))(X)
    np.testing.assert_array_equal(mapped, 2 * X)
