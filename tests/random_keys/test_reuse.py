"""Under recto.debug.checks() a key that is used twice is an error."""
import numpy as np
import pytest
import recto
from recto.debug import KeyReuseError, checks
from recto.transform import CompileError

from .test_laws import DRAWS

random = recto.random
KEY = np.array([3, 4], np.uint32)


def a_key_for_each_draw(key, x):
    a, b = random.split(key)
    return random.normal(a) + x * random.uniform(b)


def one_draw_on_each_path(key, x):
    if x > 0:
        return random.normal(key)
    return random.uniform(key)


def split_in_a_loop(key, x):
    total = 0.0
    for i in range(10):
        key, sub = random.split(key)
        total += x * random.normal(sub)
    return total


def folded_in_a_loop(key, x):
    total = 0.0
    for i in range(10):
        total += random.normal(random.fold_in(key, i))
    return total + x * random.normal(random.fold_in(key, 11))


def an_array_of_keys(key, x):
    keys, total = random.split(key, 10), x
    for i in range(10):
        total += random.gamma(keys[i], 2.0)
    return total


def a_function_with_two_keys(key, x):
    def draw(key):
        return random.normal(key)
    a, b = random.split(key)
    return draw(a) + x * draw(b)


def until_accepted(key, x):
    while True:
        key, sub = random.split(key)
        y = random.normal(sub)
        if y > x:
            break
    return y


def differentiated(key, x):
    a, b, c = random.split(key, 3)
    kept = recto.checkpoint(lambda q: q * random.normal(c))
    return recto.grad(lambda q: random.gamma(a, q) + random.beta(b, q, q) + kept(q))(x)


def a_loop_differentiated(key, x):
    return recto.grad(lambda q: split_in_a_loop(key, q))(x)


ONCE = [a_key_for_each_draw, one_draw_on_each_path, split_in_a_loop, folded_in_a_loop, an_array_of_keys,
        a_function_with_two_keys, until_accepted, differentiated, a_loop_differentiated]


def two_draws(key, x):
    return random.normal(key) + x * random.uniform(key)  # again


def split_and_drawn(key, x):
    a, b = random.split(key)
    return random.normal(a) + x * random.uniform(key)  # again


def after_a_branch(key, x):
    y = 0.0
    if x > 0:
        y = random.normal(key)
    return y + random.uniform(key)  # again


def in_every_turn(key, x):
    for i in range(10):
        x += random.normal(key)  # again
    return x


def after_a_loop(key, x):
    first = key
    for i in range(10):
        key, sub = random.split(key)
        x += random.normal(sub)
    return x + random.normal(first)  # again


def through_a_function(key, x):
    def draw(key):
        return random.normal(key)  # again
    return draw(key) + x * draw(key)


def the_same_element(key, x):
    keys = random.split(key, 3)
    return random.normal(keys[1]) + x * random.exponential(keys[1])  # again


def folded_and_drawn(key, x):
    return random.fold_in(key, 1)[0] + x * random.normal(key)  # again


def folded_alike(key, x):
    return random.normal(random.fold_in(key, 1)) + x * random.normal(random.fold_in(key, 1))  # again


def by_rejection(key, x):
    y = random.gamma(key, 2.0)
    return y + random.poisson(key, x)  # again


def in_a_derivative(key, x):
    return recto.grad(lambda q: q * random.normal(key) + q * random.uniform(key))(x)  # again


TWICE = [two_draws, split_and_drawn, after_a_branch, in_every_turn, after_a_loop, through_a_function, the_same_element,
         folded_and_drawn, folded_alike, by_rejection, in_a_derivative]


@pytest.mark.parametrize("function", ONCE, ids=lambda f: f.__name__)
def test_keys_used_once_are_accepted_xla(function):
    with checks(bounds=False, nan=False, overflow=False, division=False):
        checked = recto.jit(function)(KEY, 1.5)
    assert np.array_equal(checked, recto.jit(function)(KEY, 1.5))


@pytest.mark.parametrize("function", TWICE, ids=lambda f: f.__name__)
def test_keys_used_twice_are_found_when_compiling_xla(function):
    with checks(), pytest.raises(CompileError, match="a random key is used twice") as error:
        recto.jit(function)(KEY, 1.5)
    assert error.value.spans[0].excerpt().splitlines()[1].endswith("# again")
    assert np.isfinite(recto.jit(function)(KEY, 1.5))           # without checks it is compiled


@pytest.mark.parametrize("name", DRAWS)
def test_no_function_uses_its_key_twice_xla(name):
    with checks():
        assert np.asarray(recto.jit(DRAWS[name])(KEY)).size


def test_keys_used_twice_are_found_outside_compiled_code_xla():
    with checks():
        a, b = random.split(KEY)
        random.normal(a)
        random.fold_in(b, 1), random.fold_in(b, 2)
        uses = [(lambda: random.uniform(key=a), "normal"), (lambda: random.normal(b), "fold_in"),
                (lambda: random.split(KEY, 3), "split"), (lambda: random.fold_in(a, 3), "normal")]
        for use, before in uses:
            with pytest.raises(KeyReuseError, match=f"has been used by {before}"):
                use()
        random.key_data(a)
    assert random.normal(a) == random.normal(a)                 # checks are off again


def test_each_with_begins_anew_xla():
    for _ in range(2):
        with checks():
            random.normal(KEY)
            with checks(), pytest.raises(KeyReuseError):
                random.normal(KEY)
