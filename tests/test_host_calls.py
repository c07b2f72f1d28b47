"""Functions that compiled code calls on the host: in Python's order, with Python's values, as often as in Python."""
from __future__ import annotations

import contextlib
import io
import logging
import pdb
import sys
import time
import warnings

import numpy as np
import pytest

import recto

TABLE = {1: 10.0, 2: 20.0, 3: 40.0}
SEEN = []


@recto.host(result=float)
def look_up(k):
    return TABLE[k]


@recto.host(result=lambda x, *rest: x, pure=True)
def sine(x, *rest):
    return np.sin(x)


@recto.host(result={"twice": "f64[2]", "more": (int, "bool")}, pure=True)
def several(x):
    return {"twice": np.array([x, 2 * x]), "more": (3, x > 0)}


@recto.host
def note(*values, **named):
    SEEN.append((values, named))


@recto.host(result=recto.ShapeDtypeStruct((3,), np.int32))
def counted(x):
    note(x.sum())
    return np.arange(3, dtype=np.int32)


def looked_up(x):
    total = 0.0
    for k in range(1, 4):
        total += look_up(k) * x[k - 1]
    return total


def noted(x):
    note("start", x, n=3)
    for k, v in enumerate(x):
        if v > 0.4:
            note(k, v, [v, (k, "a")], where={"big": v > 0.8})
    return x.sum()


def of_containers(x):
    found = several(x[0])
    return found["twice"] * found["more"][0], found["more"][1], counted(x), sine(x, "unused")


def with_callbacks(x):
    y = recto.pure_callback(lambda v: np.cumsum(v), recto.ShapeDtypeStruct(x.shape, x.dtype), x)
    n = recto.io_callback(note_and_count, "i64", y)
    recto.debug.callback(lambda v, *, k: note(v, k=k), y[0], k=2)
    return y, n


def note_and_count(y):
    SEEN.append(y)
    return len(SEEN)


def in_functions(x):
    inner = lambda v: look_up(int(v[0] * 0) + 2) * v
    for _ in range(2):
        x = inner(x)
    return x


X = np.array([0.25, 0.5, 0.9])


@pytest.mark.xla
@pytest.mark.parametrize("function", [looked_up, noted, of_containers, with_callbacks, in_functions])
def test_calls_are_pythons(function):
    SEEN.clear()
    wanted, seen = function(X.copy()), list(SEEN)
    SEEN.clear()
    found = recto.jit(function)(X.copy())
    assert repr(SEEN) == repr(seen)
    same(found, wanted)
    SEEN.clear()


def same(found, wanted):
    if isinstance(wanted, (tuple, list)):
        assert len(found) == len(wanted)
        for a, b in zip(found, wanted):
            same(a, b)
    elif isinstance(wanted, dict):
        same([found[k] for k in wanted], list(wanted.values()))
    else:
        np.testing.assert_allclose(np.asarray(found), np.asarray(wanted), rtol=1e-15)


@pytest.mark.parametrize("function", [looked_up, in_functions])
def test_printed_source_calls_the_function(function):
    namespace = {"look_up": look_up}
    exec(recto.jit(function).source(X), namespace)
    same(namespace[function.__name__](X), function(X))


@pytest.mark.parametrize("given, declared", [
    (np.zeros(2), "f64[3]"), (1.5, int), ((1, 2, 3), (int, int)), (None, float), ([1.0], {"a": float}),
    (np.zeros(3, complex), "f64[3]")])
@pytest.mark.xla
def test_results_are_checked(given, declared):
    wrong = recto.host(lambda x: given, result=declared)
    with pytest.raises(TypeError):
        recto.jit(lambda x: wrong(x))(1.0)


@pytest.mark.parametrize("declared", ["f63[3]", "f64[n]", 3, object()])
def test_declarations_are_checked(declared):
    unknown = recto.host(lambda x: x, result=declared)
    with pytest.raises(recto.CompileError, match="does not declare the result"):
        recto.jit(lambda x: unknown(x)).source(1.0)


@pytest.mark.xla
def test_exceptions_of_the_host_reach_the_caller():
    with pytest.raises(KeyError, match="7"):
        recto.jit(lambda k: look_up(k))(7)


@pytest.mark.xla
def test_arrays_lie_by_rows_beside_factorisations():
    """(LAPACK's matrices lie by columns: XLA would have the host's arrays lie so, too.)"""
    given = []
    keep = recto.host(lambda x: given.append(x.copy()))
    def f(rng, z):
        drawn = rng.uniform(size=(4, 4))
        u, _, _ = np.linalg.svd(drawn)
        q, _ = np.linalg.qr(z)
        keep(q)
        return drawn, u
    ours, theirs = np.random.default_rng(0), np.random.default_rng(0)
    drawn, _ = recto.jit(f)(ours, np.arange(9.0).reshape(3, 3)**1.5)
    np.testing.assert_array_equal(drawn, theirs.uniform(size=(4, 4)))
    np.testing.assert_allclose(given[0].T @ given[0], np.eye(3), atol=1e-12)
    np.testing.assert_allclose(np.abs(given[0]), np.abs(np.linalg.qr(np.arange(9.0).reshape(3, 3)**1.5)[0]), atol=1e-12)


@pytest.mark.xla
def test_a_function_keeps_the_arrays_it_is_given():
    kept = []
    keep = recto.host(kept.append)
    def f(x):
        for _ in range(3):
            keep(x)
            x = x + 1.0
        return x
    recto.jit(f)(np.zeros(2))
    assert [list(v) for v in kept] == [[0, 0], [1, 1], [2, 2]]
    kept[0][0] = 5.0                            # it is the function's own


# -- derivatives and batches -------------------------------------------------------------------------------------------

@recto.custom_jvp
def sine_by_rule(x):
    return sine(x)


@sine_by_rule.defjvp
def sine_rule(primals, tangents):
    return sine_by_rule(primals[0]), np.cos(primals[0]) * tangents[0]


@pytest.mark.xla
def test_derivatives_by_a_rule():
    np.testing.assert_allclose(recto.grad(lambda x: sine_by_rule(x).sum())(X), np.cos(X), rtol=1e-15)
    np.testing.assert_allclose(recto.vmap(recto.grad(sine_by_rule))(X), np.cos(X), rtol=1e-15)


def test_no_derivative_is_taken_for_zero():
    for f in (lambda x: sine(x), lambda x: look_up(1) * recto.io_callback(np.sin, float, x)):
        with pytest.raises(recto.CompileError, match="the derivative of .* is not known"):
            recto.grad(f)(0.5)


def helper(x):
    y = sine(x) + 1.0
    return y * y


def in_rounds(x):
    total = 0.0
    for k in range(3):
        total += helper(k * x)
    return total


def while_small(x):
    while x < 2.0:
        x = x + helper(x)
    return x


def on_a_path(x):
    return helper(x) if x > 0.0 else x


@pytest.mark.parametrize("f", [helper, in_rounds, while_small, on_a_path])
@pytest.mark.parametrize("of", [recto.grad, recto.jacfwd, recto.hessian, recto.value_and_grad])
def test_no_derivative_is_taken_for_zero_in_functions_loops_and_branches(f, of):
    with pytest.raises(recto.CompileError, match="the derivative of sine is not known"):
        of(lambda x: f(x) * x)(0.5)


@pytest.mark.xla
def test_what_does_not_depend_on_the_function_is_differentiated():
    def f(x):
        note(x)
        return x**2 + look_up(2) * recto.stop_gradient(sine(x))
    SEEN.clear()
    assert float(recto.grad(f)(3.0)) == 6.0
    assert SEEN == [((3.0,), {})]


@pytest.mark.xla
def test_linear_functions_do_not_act_again():
    SEEN.clear()
    def f(x):
        note(x)
        return np.sin(x)
    value, linear = recto.linearize(f, 0.5)
    for _ in range(2):
        assert float(linear(1.0)) == pytest.approx(np.cos(0.5))
    assert len(SEEN) == 1
    value, pull = recto.vjp(f, 0.5)
    pull(1.0)
    assert len(SEEN) == 2


@pytest.mark.xla
def test_loops_of_unknown_length_print_once_under_grad(capfd):
    def f(w):
        k = 0
        while w.sum() < 400.0:
            w = w + 0.5 * np.abs(np.sin(w))
            k += 1
            if k % 100 == 0:
                print(k)
        return w.sum()
    f(np.ones(300))
    wanted = capfd.readouterr().out
    recto.grad(f)(np.ones(300))
    assert capfd.readouterr().out == wanted


@pytest.mark.xla
def test_lanes_act_one_after_the_other(capfd):
    def f(x):
        print("lane", x)
        if x > 0.4:
            note(x)
        return look_up(2) * x, np.array([x, 1.0])
    SEEN.clear()
    wanted = [f(x) for x in X]
    out, seen = capfd.readouterr().out, list(SEEN)
    SEEN.clear()
    found = recto.vmap(f)(X)
    assert capfd.readouterr().out == out and repr(SEEN) == repr(seen)
    same(found, [np.stack(column) for column in zip(*wanted)])


@pytest.mark.xla
def test_lanes_stop_where_one_raises(capfd):
    def f(x):
        print("lane", x)
        if x == 0.5:
            raise ValueError(f"half: {x}")
        return x
    with pytest.raises(ValueError, match=r"half: 0\.5"):
        recto.vmap(f)(X)
    assert capfd.readouterr().out == "lane 0.25\nlane 0.5\n"


@pytest.mark.xla
def test_a_pure_function_may_take_the_whole_batch():
    shapes = []
    def total(x, y):
        shapes.append(x.shape)
        return x.sum(axis=-1) + y
    each = recto.host(total, result=float, pure=True)
    whole = recto.host(total, result=float, pure=True, vectorized=True)
    xs = np.arange(6.0).reshape(3, 2)
    for function, wanted in ((each, [(2,)] * 3), (whole, [(3, 2)])):
        shapes.clear()
        same(recto.vmap(lambda x: function(x, 1.0))(xs), xs.sum(axis=1) + 1.0)
        assert shapes == wanted


# -- libraries that are called on the host -----------------------------------------------------------------------------

BUFFER = io.StringIO()
LOG = logging.getLogger("simulation")


def reported(x, n):
    start = time.perf_counter()
    for k in range(n):
        LOG.info("x is %.3f after %d rounds", x[0], k)
        logging.debug("%s", x)
        x = x * 1.5
        print("round", k, x, file=BUFFER, flush=True)
        print("to the other one", file=sys.stderr)
        if x[0] > 0.7:
            warnings.warn(f"x is large: {x[0]:.2f}", RuntimeWarning, stacklevel=2)
    np.set_printoptions(precision=4)
    LOG.warning("done")
    return x, time.perf_counter() - start >= 0.0


@pytest.mark.xla
def test_logs_warnings_files_and_clocks(capfd, caplog):
    caplog.set_level(logging.DEBUG)
    both = []
    for function in (reported, recto.jit(reported)):
        BUFFER.seek(0)
        BUFFER.truncate()
        caplog.clear()
        options = np.get_printoptions()
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            value, passed = function(X, 4)
        both.append((np.asarray(value).tolist(), bool(passed), BUFFER.getvalue(),
                     [r.getMessage() for r in caplog.records], capfd.readouterr().err,
                     [(str(w.message), w.category) for w in warned], np.get_printoptions()["precision"]))
        np.set_printoptions(**options)
    assert both[0] == both[1] and len(both[0][3]) == 9


def with_settings(x):
    before = np.seterr(over="ignore", invalid="ignore")
    between = np.seterr(**before)
    print(before["over"], [between])
    return x + 1.0, before, between


@pytest.mark.xla
def test_settings_for_errors_are_put_back(capfd):
    usual = np.geterr()
    both = [(function(X), capfd.readouterr().out) for function in (with_settings, recto.jit(with_settings))]
    ((x, *found), text), ((y, *expected), shown) = both
    np.testing.assert_array_equal(x, y)
    assert found == expected and text == shown and np.geterr() == usual
    source = str(recto.jit(with_settings).source(X))
    assert "np.seterr(over=\"ignore\", invalid=\"ignore\")" in source and "import numpy as np" in source


class Report:
    def __init__(self):
        self.options = {"precision": 3, "suppress": True}

    @contextlib.contextmanager
    def short(self):
        with np.printoptions(**self.options):
            yield

    def show(self, x):
        with self.short():
            print("x =", x, f"{x!r}")


def with_print_options(x):
    for k in range(2):
        with np.printoptions(precision=k + 1) as options:
            print(x, len(options) > 5)
        print(f"{x} {k}")
    Report().show(x)
    before = np.get_printoptions()
    np.set_printoptions(precision=2)
    print(x)
    np.set_printoptions(**before)
    try:
        with np.printoptions(precision=2):
            if x[0] > -1e9:
                raise ValueError
    except ValueError:
        print(x)
    return np.sum(x**2)


@pytest.mark.xla
def test_print_options_hold_inside_and_are_put_back(capfd):
    compiled = recto.jit(with_print_options)
    for precision in (8, 5):                                  # those of the caller, at each call
        with np.printoptions(precision=precision):
            both = [(float(f(X)), capfd.readouterr().out) for f in (with_print_options, compiled)]
            assert both[0] == both[1] and np.get_printoptions()["precision"] == precision
    np.testing.assert_allclose(recto.grad(with_print_options)(X), 2 * X)
    assert "np.set_printoptions(precision=2)" in str(compiled.source(X))


def test_objects_of_the_host_are_only_passed_on():
    def f(x):
        if logging.getLogger("a"):
            return x
        return -x
    with pytest.raises(recto.CompileError, match="the truth of an object of the host"):
        recto.jit(f).source(1.0)


def drawn(x, n):
    import matplotlib.pyplot as plt
    figure, axes = plt.subplots(1, 2)
    for k in range(n):
        x = x * 1.01
        axes[0].plot(x, np.sin(x), label=f"{k}")
    axes[n - 2].scatter(x, x**2)
    axes[0].legend()
    plt.close(figure)
    return x, figure


@pytest.mark.xla
def test_plots_are_drawn():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    (x, ours), (y, theirs) = recto.jit(drawn)(X, 3), drawn(X, 3)
    np.testing.assert_allclose(x, y, rtol=1e-15)
    for a, b in zip(ours.axes, theirs.axes, strict=True):
        assert len(a.lines) == len(b.lines) and len(a.collections) == len(b.collections)
        for one, other in zip(a.lines, b.lines):
            np.testing.assert_allclose(one.get_xydata(), other.get_xydata(), rtol=1e-15)


@pytest.mark.xla
def test_a_compiled_function_that_calls_itself_through_the_host_is_refused_with_a_reason():
    def again(x):
        compiled(x)

    @recto.jit
    def compiled(x):
        recto.debug.callback(again, x)
        return x
    with pytest.raises(RecursionError, match="called by a function that it calls on the host"):
        compiled(1.0)


# -- the debugger ------------------------------------------------------------------------------------------------------

def stopped(x, n):
    total = 0.0
    for k in range(n):
        total += x[k]
        if total > 0.5:
            recto.debug.breakpoint()
    return total


@pytest.mark.parametrize("made", [recto.jit, lambda f: f], ids=["compiled", "plain"])
def test_the_debugger_stops_with_the_variables(made, monkeypatch, capsys):
    """pdb, whose commands are a script: in plain Python the variables are those of the frame of the function."""
    script = "up\np ('at', k, round(float(total), 2))\nc\n" if made is not recto.jit else \
        "p ('at', k, round(float(total), 2))\nc\n"
    monkeypatch.setattr(sys, "breakpointhook", scripted(script * 2))
    assert float(made(stopped)(np.array([0.25, 0.5, 0.125]), 3)) == 0.875
    found = [line for line in capsys.readouterr().out.splitlines() if "('at'" in line]
    assert [line[line.index("('at'"):] for line in found] == ["('at', 1, 0.75)", "('at', 2, 0.88)"]


def scripted(text):
    """A hook that starts a debugger which reads its commands from a text and stops in the frame of the caller."""
    commands = io.StringIO(text)

    def stop():
        debugger = pdb.Pdb(stdin=commands, stdout=sys.stdout, nosigint=True)
        debugger.set_trace(sys._getframe(1))
    return stop


def test_what_is_declared_as_long_as_an_argument_has_its_computed_length():
    @recto.host(result=lambda x, y: (x, np.zeros((2, *y.shape)), np.int64(0)), pure=True)
    def smooth(x, y):
        return np.convolve(x, [0.25, 0.5, 0.25], mode="same"), np.stack([y, -y]), np.int64(len(x))
    x, y = np.array([1.0, -1.0, 4.0, 2.0]), np.arange(5.0)
    found = recto.jit(lambda x, y: smooth(x[x > 0], y[y > 2]))(x, y)
    for a, b in zip(found, smooth(x[x > 0], y[y > 2]), strict=True):
        np.testing.assert_array_equal(a, b)


def test_what_grows_in_another_way_than_an_argument_is_refused():
    twice = recto.host(lambda x: np.concatenate([x, x]), result=lambda x: np.zeros(2 * x.shape[0]), pure=True)
    with pytest.raises(recto.CompileError, match="the declared result is 2 longer if .* is one longer"):
        recto.jit(lambda x: twice(x[x > 0]))(np.array([1.0, -1.0, 4.0]))
