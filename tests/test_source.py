"""`.source()`: arguments and results grouped and named as the user has them, exceptions raised; it runs under NumPy."""
import builtins
import collections
import copy
import dataclasses
import inspect
import linecache
import re

import numpy as np
import pytest

import recto
from recto.runtime import pytree


@dataclasses.dataclass
class Spring:
    stiffness: float
    rest: float


Point = collections.namedtuple("Point", "x y")


class Empty(ValueError):
    pass


def layers(params, x, scale):
    for W, b in params[:-1]:
        x = np.tanh(x @ W + b)
    W, b = params[-1]
    return np.sum((x @ W + b) ** 2) * scale


def state(p, x):
    return np.sum((p["w"] * x + p["shift"]) ** 2)


def spring(s, x):
    return {"force": -s.stiffness * (x - s.rest), "at": (x, [s.rest, None, "m"])}


def with_constants(x):
    return x, (np.float32(0.5), float("nan"), np.int64(3)), x + 1


def moved(p, by):
    return Point(p.x + by, p.y * 2)


def fills(a, x):
    a[0] = np.sum(x)
    return a[1] + x


def only_fills(a, x):
    a[:] = x * 2


def checked(x, n):
    assert n > 0, "n must be positive"
    for i in range(len(x)):
        if x[i] < 0:
            raise ValueError(f"x[{i}] is {x[i]:.2f}")
    if np.sum(x) > 100:
        raise Empty("too much")
    return np.sqrt(x) * n


PARAMS = [(np.arange(6.0).reshape(2, 3), np.ones(3)), (np.arange(3.0).reshape(3, 1), np.zeros(1))]
X = np.array([[0.1, 0.2], [0.3, -0.4]])
V = np.array([1.0, 2.0])


def printed(function, *args, of=None):
    """The printed function, and its source."""
    source, space = (of or recto.jit(function)).source(*args), {}
    exec(source, space)
    name = getattr(of, "__name__", function.__name__)
    return space[name], source


def agree(got, want):
    a, b = (pytree.leaves(t) for t in (got, want))
    assert len(a) == len(b)
    for x, y in zip(a, b):
        np.testing.assert_allclose(x, y, rtol=1e-12) if not isinstance(y, str) else None


@pytest.mark.parametrize("function, args", [(layers, (PARAMS, X, 2)), (state, ({"w": V, "shift": 1.0}, V)),
                                            (moved, (Point(1.0, V), 3.0)), (with_constants, (V,))])
def test_containers_go_in_and_come_out(function, args):
    run, _ = printed(function, *args)
    agree(run(*args), function(*args))


def test_results_keep_their_structure():
    run, _ = printed(spring, Spring(2.0, 1.0), V)
    got = run(Spring(2.0, 1.0), V)
    assert list(got) == ["force", "at"] and got["at"][1][1:] == [None, "m"] and type(got["at"]) is tuple
    agree(got["force"], -2.0 * (V - 1.0))


@pytest.mark.parametrize("function, argnums, args", [
    (layers, 0, (PARAMS, X, 2.0)), (layers, (0, 1), (PARAMS, X, 2.0)), (state, 0, ({"w": V, "shift": 1.0}, V))])
def test_a_gradient_has_the_structure_of_its_argument(function, argnums, args):
    gradient = recto.grad(function, argnums)
    run, _ = printed(function, *args, of=gradient)
    agree(run(*args), gradient(*args))


def energy(a, k):
    b = a.copy()
    for i in range(1, len(b)):
        b[i] = np.tanh(k * b[i] * b[i - 1])
    return np.sum(b ** 2)


def sigmoid(x):
    return 0.5 * (np.tanh(x / 2) + 1)


def logistic(weights, inputs, targets):
    preds = sigmoid(inputs @ weights)
    label_probs = preds * targets + (1 - preds) * (1 - targets)
    return -np.sum(np.log(label_probs))


def until(a, limit):
    total = 0.0
    for i in range(len(a)):
        total += a[i] * a[i]
        if total > limit:
            return total * i
    return -total


@pytest.mark.parametrize("function, args", [
    (energy, (np.array([0.3, -0.2, 0.9]), 0.8)), (logistic, (V, X, np.array([1.0, 0.0]))), (until, (V, 2.0)),
    (layers, (PARAMS, X, 2.0)), (state, ({"w": V, "shift": 1.0}, V))])
@pytest.mark.parametrize("transformed", [recto.grad, recto.value_and_grad, recto.jit])
def test_what_is_printed_runs_and_is_read_again(function, args, transformed):
    compiled = transformed(function)
    source, space = compiled.source(*args), {}
    linecache.cache["printed"] = len(source), None, source.splitlines(True), "printed"
    exec(compile(source, "printed", "exec"), space)
    name = [line for line in source.splitlines() if line.startswith("def ")][-1].split("(")[0].removeprefix("def ")
    want = compiled(*args)
    agree(space[name](*copy.deepcopy(args)), want)
    agree(recto.jit(space[name])(*args), want)


def writes_its_argument(x, t):
    inner = x[1:]
    inner += t * x[:-1]
    return np.sum(x ** 2)


@pytest.mark.parametrize("transformed, argnums", [(recto.grad, 0), (recto.grad, (0, 1)), (recto.value_and_grad, 0),
                                                  (recto.value_and_grad, (0, 1))])
def test_gradients_of_what_writes_its_arguments_are_named(transformed, argnums):
    """The contents of arguments come behind the gradient, not into it: value_and_grad had a TypeError."""
    compiled, given = transformed(writes_its_argument, argnums=argnums), V.copy()
    source, space = compiled.source(V.copy(), 0.8), {}
    exec(source, space)
    gradient = "x_bar" if argnums == 0 else "(x_bar, t_bar)"
    assert re.search(rf"    return \(?.*{re.escape(gradient)}\)?, x(_1)?$", source)
    want = compiled(given, 0.8)
    agree(space[compiled.source(V.copy(), 0.8).split("def ")[-1].split("(")[0]](V.copy(), 0.8), (want, given))


def test_leaves_have_the_names_of_the_users_unpacking():
    source = recto.grad(layers).source(PARAMS, X, 2.0)
    assert "    (W_0, b_0), (W_1, b_1) = params\n" in source
    assert source.endswith("    return [(W_0_bar, b_0_bar), (W_1_bar, b_1_bar)]")
    source = recto.grad(state).source({"w": V, "shift": 1.0}, V)
    assert '    w = p["w"]\n    shift = p["shift"]\n' in source
    assert 'return {"w": w_bar, "shift": ' in source


def test_the_header_tells_what_it_is():
    line = layers.__code__.co_firstlineno
    first, second, *_ = recto.grad(layers, argnums=(0, 1)).source(PARAMS, X, 2.0).splitlines()
    assert first == f"# gradient of layers (test_source.py:{line}) with respect to params, x"
    assert second.startswith("#   params: [(float64[2, 3], float64[3]), (float64[3, 1], float64[1])], x: float64[2, 2]")


def test_static_arguments_are_told():
    source = recto.jit(lambda x, n: np.zeros(n) + x).source(1.0, 3)
    assert "#   x: float64, n = 3\n" in source and "def" in source and "(x):" in source


@pytest.mark.parametrize("function", [fills, only_fills])
def test_what_is_written_is_returned_after_the_result(function):
    a, x = np.zeros(2), V.copy()
    run, _ = printed(function, a, x)
    mutated = a.copy()
    result = function(mutated, x)
    agree(run(a, x), mutated if result is None else (result, mutated))
    np.testing.assert_array_equal(a, 0)


@pytest.mark.parametrize("x, n", [([1.0, 2.0], 2), ([1.0, -2.5], 2), ([1.0, 2.0], -1), ([60.0, 60.0], 1)])
def test_exceptions_are_raised_where_the_user_raises_them(x, n):
    run, source = printed(checked, V, 2)
    outcomes = []
    for f in (run, checked):
        try:
            outcomes.append(f(np.array(x), n).tolist())
        except Exception as error:
            known = getattr(builtins, type(error).__name__, None) is type(error)
            outcomes.append((type(error).__name__, known, str(error).splitlines()[0]))
    assert outcomes[0] == outcomes[1]
    assert 'raise ValueError(f"x[{i}] is {x[i]:.2f}")' in source and "class Empty(ValueError):" in source


def test_arguments_are_left_alone():
    args = copy.deepcopy((PARAMS, X, 2.0))
    run, _ = printed(layers, *args, of=recto.grad(layers))
    run(*args)
    agree(args, (PARAMS, X, 2.0))


@pytest.mark.parametrize("given, said, cure", [
    ("f64[n]", "sizes must be numbers here: 'f64[n]'", "f64[3]"),
    ("f64[n, 4]", "sizes must be numbers here", "f64[3,4]"), ("i32[2*n]", "sizes must be numbers here", "i32[3]"),
    ("f64[3", "the bracket of the sizes is not closed", "f64[3]"), ("bool[?]", "sizes must be numbers", "bool[3]")])
def test_sizes_with_names_are_refused_with_a_hint_that_works(given, said, cure):
    f = recto.jit(lambda x, how="sum": x.sum() if how == "sum" else x.max())
    for look in (f.program, f.stablehlo, recto.vmap(f).lower):
        with pytest.raises(recto.CompileError, match=re.escape(said)) as caught:
            look(given)
        assert caught.value.hint == f'as in "{cure}"; .source and recto.emit print for all sizes'
        look(cure)


@pytest.mark.parametrize("given", ["f64[3", "bool[?]", "f64[n", "f64[n,]]"])
def test_type_strings_that_are_none_are_refused(given):
    with pytest.raises(recto.CompileError, match="sizes must be numbers|the bracket"):
        recto.jit(lambda x: x).source(given)


def trimmed(x):
    if len(x) > 100:
        x = x[10:-10]
    return np.sum(x ** 2)


def triple(v):
    a, b, c = v
    return a * b * c


def smooth(p, x):
    return np.mean(np.tanh(x @ p["w"] + p["shift"]) ** 2)


@pytest.mark.parametrize("n, d", [(1, 1), (2, 3), (5, 2)])
@pytest.mark.parametrize("transformed", [recto.jit, recto.grad, recto.value_and_grad])
def test_sizes_with_names_give_one_text_for_all(transformed, n, d):
    made, space = transformed(smooth), {}
    source = made.source({"w": "f64[d]", "shift": 1.0}, "f64[n, d]")
    assert 'p: {"w": float64[d], "shift": float64}, x: float64[n, d]' in source
    exec(source, space)
    args = {"w": np.linspace(0, 1, d), "shift": 0.5}, np.arange(float(n * d)).reshape(n, d) / 7
    agree(space[made.__name__](*copy.deepcopy(args)), made(*args))


def test_sizes_with_names_beside_numbers_and_arrays():
    source = recto.grad(lambda w, x: np.sum((x @ w) ** 2)).source(np.ones(3), "f64[n, 3]")
    assert "w: float64[3], x: float64[n, 3]" in source
    source = recto.vmap(trimmed).source("f64[batch, 200]")
    assert "x: float64[batch, 200]" in source and "x[:, 10:190]" in source


def test_conditions_on_sizes_stand_in_the_header():
    line = trimmed.__code__.co_firstlineno + 1
    assert f"#   for n > 100, as test_source.py:{line} asks\n" in recto.grad(trimmed).source("f64[n]")


def test_code_that_depends_on_a_size_is_refused_as_by_emit():
    with pytest.raises(recto.CompileError, match="too many values to unpack: 3 names, n values") as found:
        recto.grad(triple).source("f64[n]")
    with pytest.raises(recto.CompileError) as emitted:
        recto.emit(triple, "grad", "v: f64[n]")
    assert (found.value.message, found.value.hint, found.value.span) == \
        (emitted.value.message, emitted.value.hint, emitted.value.span)
    with pytest.raises(recto.CompileError, match="the primitive style has every size in it"):
        recto.grad(trimmed).source("f64[n]", style="primitive")


def test_a_long_comprehension_over_a_range_stays_a_loop():
    def f(x):
        return np.array([x[i] * 2 for i in range(1000)])
    source = recto.jit(f).source("f64[1000]")
    assert "for i in range(1000):" in source and len(source.splitlines()) < 12



class Node:
    def __init__(self):
        self.count, self.next = 0, None


LAST: dict = {}
OTHER = Node()


def shares_a_row(g):
    g[1] = g[0]
    return 1.0


def lends_a_row(g, x):
    g.append(g[0])
    LAST["row"] = g[1]
    return x * 2


def keeps_arrays(rows, x, k):
    rows.append(x)
    rows.append(x[1:, 0])
    rows.append(x[::-1])
    rows.append(x[k])
    return np.sum(x)


def links(a, b, x):
    a.next = b
    b.next = OTHER
    a.count = a.count + x
    LAST["node"] = a
    return x


A, B = Node(), Node()
MATRIX = np.arange(6.0).reshape(3, 2)


@pytest.mark.parametrize("function, args, given, changes", [
    (shares_a_row, ([[1.0], [3.0]],), ("g",), {"g[:]": [[1.0], [1.0]]}),
    (lends_a_row, ([[1.0], [3.0]], 2.0), ("g", "x"), {"g[:]": [[1.0], [3.0], [1.0]], "LAST['row']": [3.0]}),
    (keeps_arrays, ([0.5], MATRIX, -1), ("rows", "x", "k"),
     {"rows[:]": [0.5, MATRIX, MATRIX[1:, 0], MATRIX[::-1], MATRIX[-1]]}),
    (links, (A, B, 1.5), ("a", "b", "x", "OTHER"),
     {"a.next": B, "a.count": 1.5, "b.next": OTHER, "LAST['node']": A}),
])
def test_objects_of_the_callers_are_stored_by_their_names(function, args, given, changes):
    """Such results were printed as none: `return ()`."""
    run, source = printed(function, *args)
    wanted = [n for n in inspect.signature(run).parameters if n in given]
    assert set(wanted) == set(given), source
    names = {**dict(zip(inspect.signature(function).parameters, args)), "OTHER": OTHER, "count": 0}
    result, found = run(**{n: names[n] for n in inspect.signature(run).parameters})
    agree(result, function(*copy.deepcopy(args)))
    assert found.keys() == changes.keys()
    for place, value in changes.items():
        if isinstance(value, Node):
            assert found[place] is value
        else:
            agree(found[place], value)


def test_a_stored_row_is_the_callers_own():
    rows = [[1.0], [3.0]]
    run, _ = printed(shares_a_row, rows)
    _, changes = run(rows)
    assert changes["g[:]"][0] is changes["g[:]"][1] is rows[0]
