"""What a compiled function changes outside of it is left as Python leaves it, call by call."""
from __future__ import annotations

import collections
import types
from typing import Any

import numpy as np
import pytest
import state_rows
from state_rows import ROWS

import recto

CALLS = 3
SCOPE = ("TOTAL", "ROUNDS", "CACHE", "TRACE", "MODEL", "SEEN", "RECENT", "TALLY")


def twin_module() -> types.ModuleType:
    """The module of rows once more, so that plain Python and compiled code have globals of their own."""
    module = types.ModuleType("state_rows")
    module.__file__ = state_rows.__file__
    with open(state_rows.__file__) as text:
        exec(compile(text.read(), state_rows.__file__, "exec"), vars(module))
    return module


def outcome(function: Any, args: tuple) -> Any:
    try:
        return function(*args)
    except ValueError as error:
        return str(error)


def described(value: Any, seen: dict[int, int] | None = None) -> Any:
    """What a value holds, with the classes of all parts and which of them are the same object."""
    seen = {} if seen is None else seen
    inside = lambda parts: [described(part, seen) for part in parts]
    kinds = list, dict, set, collections.deque, np.ndarray
    if isinstance(value, kinds) or hasattr(value, "__dict__") or hasattr(value, "__slots__"):
        if id(value) in seen:
            return "same", seen[id(value)]
        seen[id(value)] = len(seen)
    if isinstance(value, np.ndarray):
        return "array", value.dtype.name, value.shape, np.round(value.astype(float), 9).tolist()
    if isinstance(value, dict):
        items = [(k, described(v, seen)) for k, v in value.items()]
        return type(value).__name__, getattr(value, "default_factory", None), items
    if isinstance(value, (list, tuple, set, collections.deque)):
        return type(value).__name__, getattr(value, "maxlen", None), inside(value)
    if isinstance(value, (bool, int, str, type(None))):
        return type(value).__name__, value
    if isinstance(value, (float, np.generic)):
        return type(value).__name__, round(float(value), 9)
    if isinstance(value, types.FunctionType):
        return "function"
    names = [*getattr(value, "__dict__", ()), *getattr(type(value), "__slots__", ())]
    return type(value).__name__, [(n, described(getattr(value, n), seen)) for n in names if hasattr(value, n)]


def state_of(module: types.ModuleType, args: tuple) -> Any:
    return described([list(args), [getattr(module, n) for n in SCOPE], module.STEP.state(), module.Monitor.made])


def numbers(value: Any) -> Any:
    """A result, whatever holds it."""
    if isinstance(value, (list, tuple)):
        return [numbers(v) for v in value]
    return value if value is None or isinstance(value, str) else np.round(np.asarray(value, float), 9).tolist()


@pytest.mark.xla
@pytest.mark.parametrize("name", ROWS)
def test_calls_leave_what_python_leaves(name):
    plain, compiled = twin_module(), twin_module()
    args, mine = plain.ROWS[name].arguments(), compiled.ROWS[name].arguments()
    function = recto.jit(compiled.ROWS[name].function)
    for call in range(CALLS):
        wanted, found = outcome(plain.ROWS[name].function, args), outcome(function, mine)
        assert numbers(found) == numbers(wanted), call
        assert state_of(compiled, mine) == state_of(plain, args), call
        args, mine = advanced(args), advanced(mine)


def advanced(args: tuple) -> tuple:
    """The arguments of the next call: other arrays, the same objects."""
    return tuple(a + 1 if isinstance(a, np.ndarray) else a for a in args)


# -- derivatives -----------------------------------------------------------------------------------------------------

class Model:
    """Its loss keeps what it computes."""

    def __init__(self) -> None:
        self.calls, self.w, self.hidden, self.log = 0, np.array([0.5, -1.0, 2.0]), None, {"k": 1.0}
        self.seen: list = []
        self.buffer, self.total = np.zeros(3), np.zeros(3)
        self.last: list = []

    def loss(self, w, x):
        self.calls += 1
        self.hidden = np.tanh(w * x)
        self.buffer[1:] = w[1:] * 2
        self.log["k"] = (w * x).sum()
        self.log["w"] = w
        self.total += x
        self.last = [self.hidden, (w, self.total), self.log]
        self.seen.append(self.hidden.sum())
        return (self.hidden ** 2).sum() * self.calls


def left(model: Model) -> Any:
    return described([model.calls, model.w, model.hidden, model.log, model.seen, model.buffer, model.total,
                      model.last])


@pytest.mark.xla
@pytest.mark.parametrize("transform", [
    lambda f, w, x: recto.grad(f)(w, x), lambda f, w, x: recto.value_and_grad(f)(w, x)[1],
    lambda f, w, x: recto.jit(recto.grad(f))(w, x), lambda f, w, x: recto.vjp(f, w, x)[1](1.0)[0],
    lambda f, w, x: np.array([recto.jvp(lambda w: f(w, x), (w,), (e,))[1] for e in np.eye(3)[:1]] * 3)])
def test_derivatives_leave_what_the_function_leaves(transform):
    plain, model, w, x = Model(), Model(), np.array([0.3, 0.7, -0.4]), np.array([1.0, -2.0, 0.5])
    plain.loss(w, x)
    slope = np.asarray(transform(model.loss, w, x))
    assert left(model) == left(plain)
    steps = [(Model().loss(w + h, x) - Model().loss(w - h, x)) / 2e-6 for h in np.eye(3) * 1e-6]
    np.testing.assert_allclose(slope[0], steps[0], atol=1e-7)


@pytest.mark.xla
def test_a_method_trains_with_the_gradient_of_another():
    class Trained(Model):
        def step(self, x):
            value, slope = recto.value_and_grad(self.loss)(self.w, x)
            self.w = self.w - 0.1 * slope
            return value
    model, x = Trained(), np.array([1.0, -2.0, 0.5])
    step = recto.jit(model.step)
    values = [float(step(x)) / (k + 1) for k in range(4)]
    assert values == sorted(values, reverse=True) and model.calls == 4 and len(model.seen) == 4
    assert type(model.calls) is int and type(model.w) is np.ndarray


@pytest.mark.xla
@pytest.mark.parametrize("compiled", [False, True])
def test_gradients_leave_containers_as_the_function_leaves_them(compiled):
    def loss(params, x, counts):
        counts["calls"] += 1
        params["seen"].append(x.sum())
        params["last"] = x
        counts["inner"]["w"] = params["w"]
        return (params["w"] * x).sum()
    params, counts, x = {"w": np.ones(3), "seen": []}, {"calls": 0, "inner": {}}, np.array([1.0, 2.0, 3.0])
    gradient = recto.grad(loss)
    run = recto.jit(lambda params, x, counts: gradient(params, x, counts=counts)["w"]) if compiled else \
        lambda params, x, counts: gradient(params, x, counts=counts)["w"]
    assert np.asarray(run(params, x, counts)).tolist() == [1.0, 2.0, 3.0]
    assert counts["calls"] == 1 and params["seen"] == [6.0]
    assert params["last"] is x and counts["inner"]["w"] is params["w"]


@pytest.mark.xla
def test_gradients_refuse_new_objects_in_two_places():
    model = Model()
    def loss(w):
        model.seen = model.last = [w * 2.0]
        return w.sum()
    with pytest.raises(recto.CompileError, match="into two others"):
        recto.grad(loss)(np.ones(3))


# -- calls, and what they refuse -------------------------------------------------------------------------------------

@pytest.mark.xla
def test_a_changing_number_compiles_once():
    model = state_rows.Filter()
    step = recto.jit(model.predict)
    for _ in range(6):
        step(np.ones(3))
    assert model.n == 6 and len(step.versions) == 1


@pytest.mark.xla
def test_a_list_that_gets_longer_compiles_once():
    model = state_rows.Filter()
    def step(x):
        model.history.append(x.sum())
        model.history.extend([model.n, x])
        model.n += 1
    function = recto.jit(step)
    for _ in range(4):
        function(np.ones(3))
    assert len(model.history) == 12 and model.history[-2] == 3 and len(function.versions) == 1


def test_the_printed_function_returns_what_is_changed():
    model = state_rows.Filter()
    text = recto.jit(model.predict).source(np.ones(3))
    assert '"predict.__self__.n": n + 1' in text and '"predict.__self__.P[...]": ' in text
    assert model.n == 0


def test_files_refuse_functions_that_change_what_is_outside():
    with pytest.raises(recto.CompileError, match="changes what is outside of it"):
        recto.emit(state_rows.writes_globals, "jit", "x: f64[3]")


@pytest.mark.xla
def test_one_object_passed_twice_is_refused_and_left_alone():
    def swap(xs, ys):
        xs[0] = ys[0] + 1.0
        return xs[0]
    same = [1.0, 2.0]
    function = recto.jit(swap)
    with pytest.raises(recto.CompileError, match="is passed twice"):
        function(same, same)
    assert same == [1.0, 2.0]
    assert float(function(same, [5.0, 6.0])) == 6.0 and same == [6.0, 2.0]


@pytest.mark.xla
def test_what_is_one_object_later_is_read_again():
    def both(pair):
        pair.a.x = pair.a.x + 1.0
        pair.b.x = pair.b.x * 2.0
        return pair.a.x
    pair = state_rows.Pair(state_rows.Filter(), state_rows.Filter(), None)
    pair.a.x, pair.b.x = 1.0, 1.0
    function = recto.jit(both)
    assert float(function(pair)) == 2.0 and (pair.a.x, pair.b.x) == (2.0, 2.0)
    pair.b = pair.a
    assert float(function(pair)) == 6.0 and pair.a.x == 6.0
    pair.b = state_rows.Filter()
    pair.b.x = 5.0
    assert float(function(pair)) == 7.0 and pair.b.x == 10.0


@pytest.mark.xla
def test_objects_may_change_places():
    def count(first, second):
        first.n += 1
        second.n += first.n
    a, b = state_rows.Filter(), state_rows.Filter()
    a.n, b.n = 5, 1
    function = recto.jit(count)
    function(a, b)
    assert (a.n, b.n) == (6, 7)
    function(b, a)
    assert (a.n, b.n) == (14, 8)


def test_rows_are_of_all_kinds():
    assert len(ROWS) >= 40


class Fitted:
    def __init__(self):
        self.weights, self.score = np.zeros(2), None

    def fit(self, x):
        self.weights = self.weights + x
        self.score = x.sum()
        return self

    def both(self, x):
        return [self.fit(x), self.weights], {"model": self}


@pytest.mark.xla
def test_a_method_that_returns_self_returns_the_object_itself():
    first, second = Fitted(), Fitted()
    fit, both = recto.jit(Fitted.fit), recto.jit(Fitted.both)
    x = np.array([1.0, 2.0])
    assert fit(first, x) is first and fit(second, x) is second and list(vars(first)) == ["weights", "score"]
    (model, weights), named = both(first, x)
    assert model is first and named["model"] is first
    np.testing.assert_array_equal(weights, 2 * x)
    np.testing.assert_array_equal(first.weights, 2 * x)
    np.testing.assert_array_equal(second.weights, x)


# -- what is taken away on one path ------------------------------------------------------------------------------------

class Named:
    def __init__(self) -> None:
        self.n, self.name = 1, "it"


def on_one_path(d, obj, x):
    if x > 2:
        d.pop("last")
        del obj.name
    else:
        d["n"] += 1


def behind_a_check(d, obj, x):
    obj.n += 1
    if x < 2:
        raise ValueError("early")
    del d["last"], obj.name
    d["n"] = 7


@pytest.mark.xla
@pytest.mark.parametrize("function", [on_one_path, behind_a_check])
def test_what_is_taken_away_on_one_path_is_gone_there(function):
    made = lambda: ({"n": 0, "last": 2.0, "x": 1.5}, Named())
    compiled = recto.jit(function)
    for x in (1.0, 3.0):
        ours, theirs = made(), made()
        assert outcome(compiled, (*ours, x)) == outcome(function, (*theirs, x))
        assert described(list(ours)) == described(list(theirs))


SHELVES: list = [[1.0]]


def size_of_the_last() -> int:
    return len(SHELVES[-1])


def sum_of_the_last() -> float:
    return sum(SHELVES[-1])


def fills(x: float) -> list:
    """Reads through functions what it has put outside, between changes of it."""
    found: list = [size_of_the_last()]
    SHELVES.append([x, x])
    found += [size_of_the_last(), sum_of_the_last()]
    SHELVES[-1].append(x)
    found += [size_of_the_last(), sum_of_the_last()]
    SHELVES[-1][0] = 5 * x
    found += [size_of_the_last(), sum_of_the_last()]
    del SHELVES[-1][1:]
    return [*found, size_of_the_last(), sum_of_the_last()]


@pytest.mark.xla
def test_functions_see_what_has_become_of_new_parts_of_objects_outside():
    wanted = fills(2.0)
    left = [list(shelf) for shelf in SHELVES]
    SHELVES[:] = [[1.0]]
    assert recto.jit(fills)(2.0) == wanted and SHELVES == left
    SHELVES[:] = [[1.0]]
