"""recto.jit as its users meet it: static and dynamic arguments, guards, methods, mutation, errors, inspection."""
import contextlib
import dataclasses
import enum
import functools
import io
import os
import subprocess
import sys

import numpy as np
import pytest

import recto
from recto.transform import pipeline
from recto.transform.lower import Analysis

SCALE = 2.0
TABLE = np.arange(3.0)
SETTINGS = {"shift": 1.0, "names": ["a", "b"]}


def reads_globals(x):
    return x * SCALE + TABLE


def helper(x):
    return x + 1


def calls_helper(x):
    return helper(x) * 2


def test_globals_are_guarded_and_outside_arrays_are_read_at_every_call(monkeypatch):
    f = recto.jit(reads_globals)
    np.testing.assert_array_equal(f(np.ones(3)), [2.0, 3.0, 4.0])
    monkeypatch.setitem(globals(), "SCALE", 3.0)
    np.testing.assert_array_equal(f(np.ones(3)), [3.0, 4.0, 5.0])
    TABLE[0] = 10.0
    try:
        np.testing.assert_array_equal(f(np.ones(3)), [13.0, 4.0, 5.0])
    finally:
        TABLE[0] = 0.0


def test_rebinding_a_helper_is_seen(monkeypatch):
    f = recto.jit(calls_helper)
    assert float(f(1.0)) == 4.0
    monkeypatch.setitem(globals(), "helper", lambda x: x - 1)
    assert float(f(1.0)) == 0.0


def test_defaults_are_guarded(monkeypatch):
    def scaled(x, factor=2.0, *, offset=1.0):
        return factor * x + offset
    compiled = recto.jit(lambda x: scaled(x))
    assert float(compiled(3.0)) == 7.0
    monkeypatch.setattr(scaled, "__defaults__", (5.0,))
    assert float(compiled(3.0)) == 16.0
    monkeypatch.setattr(scaled, "__kwdefaults__", {"offset": 0.0})
    assert float(compiled(3.0)) == 15.0


def test_a_closure_cell_is_guarded():
    k = 2.0

    def scale(x):
        return x * k
    f = recto.jit(scale)
    assert float(f(3.0)) == 6.0
    k = 5.0
    assert float(f(3.0)) == 15.0


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


WEIGHTS = {Colour.RED: 2.0, (Colour.BLUE, 1): 3.0}


def test_keys_of_outside_dicts_may_be_objects():
    f = recto.jit(lambda x: x * WEIGHTS[Colour.RED] + WEIGHTS[Colour.BLUE, 1])
    assert float(f(1.0)) == 5.0
    WEIGHTS[Colour.RED] = 4.0
    try:
        assert float(f(1.0)) == 7.0
    finally:
        WEIGHTS[Colour.RED] = 2.0


def test_changed_container_outside_is_seen():
    f = recto.jit(lambda x: x + SETTINGS["shift"])
    assert float(f(1.0)) == 2.0
    SETTINGS["shift"] = 4.0
    try:
        assert float(f(1.0)) == 5.0
    finally:
        SETTINGS["shift"] = 1.0


def test_an_integer_becomes_static_where_it_must():
    f = recto.jit(lambda n, x: np.zeros(n) + x)
    assert f(3, 1.0).shape == (3,)
    assert f(5, 1.0).shape == (5,)
    assert "argument 0 is static" in f.explain(3, 1.0)


def test_a_shape_tuple_becomes_static():
    f = recto.jit(lambda shape: np.ones(shape))
    assert f((2, 3)).shape == (2, 3)


def test_strings_none_and_functions_are_static():
    def apply(function, x, mode, extra=None):
        y = function(x)
        return y + 1 if mode == "plus" else y if extra is None else y * extra
    f = recto.jit(apply)
    assert float(f(abs, -2.0, "plus")) == 3.0
    assert float(f(np.square, -2.0, "other")) == 4.0
    assert float(f(np.square, -2.0, "other", 3.0)) == 12.0


def test_static_argnames_and_argnums():
    f = recto.jit(lambda x, n: [x] * n, static_argnames="n")
    g = recto.jit(lambda x, n: [x] * n, static_argnums=1)
    assert len(f(1.0, 3)) == len(g(1.0, 3)) == 3
    assert len(f(1.0, n=2)) == 2


def test_python_numbers_stay_weak():
    f = recto.jit(lambda x, k: x * k)
    assert f(np.float32(2), 3.0).dtype == np.float32
    assert f(np.ones(2, np.float32), 3).dtype == np.float32
    assert f(f(2.0, 3.0), np.ones(2, np.float32)).dtype == np.float32


def test_mutated_arguments_are_written_back():
    @recto.jit
    def bump(x, at):
        x[at] += 1.0

    ours, array = np.zeros(3), recto.device_put(np.zeros(3))
    assert bump(ours, 1) is None and bump(array, 1) is None
    np.testing.assert_array_equal(ours, [0, 1, 0])
    np.testing.assert_array_equal(array, [0, 1, 0])


def test_written_back_into_a_view():
    @recto.jit
    def bump(x):
        x += 1.0

    whole = np.zeros((3, 3))
    bump(whole[:, 1])
    np.testing.assert_array_equal(whole, [[0, 1, 0]] * 3)


def test_donated_buffers_are_consumed():
    f = recto.jit(lambda a, v: a + v, donate_argnums=0)
    a = recto.device_put(np.ones(64))
    np.testing.assert_array_equal(f(a, 1.0), np.full(64, 2.0))
    assert a.is_deleted()


class Model:
    gain = 2.0

    def __init__(self, weights):
        self.weights = weights

    @recto.jit
    def __call__(self, x):
        return self.weights @ x * self.gain

    @classmethod
    @recto.jit
    def scaled(cls, x):
        return x * cls.gain

    @recto.jit
    @staticmethod
    def plain(x):
        return x + 1


def test_methods():
    model = Model(np.eye(2))
    np.testing.assert_array_equal(model(np.ones(2)), [2.0, 2.0])
    model.weights = 3 * np.eye(2)
    np.testing.assert_array_equal(model(np.ones(2)), [6.0, 6.0])
    model.gain = 1.0
    np.testing.assert_array_equal(model(np.ones(2)), [3.0, 3.0])
    assert float(Model.scaled(2.0)) == 4.0
    assert float(Model.plain(2.0)) == 3.0


@dataclasses.dataclass
class State:
    position: np.ndarray
    name: str
    count: int = 0


def test_dataclasses_are_trees():
    @recto.jit
    def step(state, dt):
        return dataclasses.replace(state, position=state.position + dt, count=state.count + 1)
    state = step(State(np.zeros(2), "s"), 0.5)
    assert isinstance(state, State) and state.name == "s" and int(state.count) == 1
    np.testing.assert_array_equal(state.position, [0.5, 0.5])
    np.testing.assert_array_equal(step(state, 0.5).position, [1.0, 1.0])


def test_containers_with_static_parts():
    @recto.jit
    def pick(table, names):
        return {name: table[name] * 2 for name in names}
    result = pick({"a": np.ones(2), "b": 1.0, "kind": "x"}, ["b", "a"])
    assert list(result) == ["b", "a"] and float(result["b"]) == 2.0


def test_jit_inside_jit():
    inner = recto.jit(lambda x: np.sin(x))

    @recto.jit
    def outer(x):
        local = recto.jit(lambda y: y * 2)
        return local(inner(x))
    assert float(outer(1.0)) == pytest.approx(2 * np.sin(1.0), rel=1e-15)


def test_exceptions_carry_message_values_and_place():
    @recto.jit
    def check(x):
        if x[0] < 0:
            raise ValueError(f"negative: {x[0]}")
        return np.sqrt(x)
    np.testing.assert_array_equal(check(np.array([4.0])), [2.0])
    with pytest.raises(ValueError, match="negative: -1.0") as caught:
        check(np.array([-1.0]))
    assert "raise ValueError" in caught.value.__notes__[0]


def test_mutation_before_a_raise_is_seen():
    @recto.jit
    def write_then_fail(x):
        x[0] = 5.0
        assert x[1] > 0, "second"
        x[1] = 7.0
    x = np.array([0.0, -1.0])
    with pytest.raises(AssertionError, match="second"):
        write_then_fail(x)
    np.testing.assert_array_equal(x, [5.0, -1.0])


def test_prints_are_ordered_and_conditional():
    @recto.jit
    def talk(x):
        print("sum", x.sum())
        for i in range(len(x)):
            if x[i] > 0:
                print(f"{i}: {x[i]:.1f}", end=";")
        print()
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        talk(np.array([1.0, -2.0, 3.0]))
    assert out.getvalue() == "sum 2.0\n0: 1.0;2: 3.0;\n"


def test_disable_jit_runs_plain_python():
    @recto.jit
    def kind(x):
        return type(x) is np.ndarray
    with recto.disable_jit():
        assert kind(np.ones(2)) is True


def test_ahead_of_time():
    f = recto.jit(lambda x, y: x @ y)
    lowered = f.lower("f64[2,3]", "f64[3]")
    assert "stablehlo.dot_general" in lowered.text()
    compiled = lowered.compile()
    np.testing.assert_array_equal(compiled(np.ones((2, 3)), np.ones(3)), [3.0, 3.0])
    assert compiled.memory_analysis()["argument"] == 72
    with pytest.raises(TypeError):
        compiled(np.ones((3, 2)), np.ones(3))
    assert "HloModule" in f.hlo("f64[2,3]", "f64[3]")


def test_source_runs_under_numpy():
    f = recto.jit(reads_globals_free)
    space = {}
    exec(f.source("f64[4]"), space)
    x = np.array([1.0, -2.0, 3.0, -4.0])
    assert space["reads_globals_free"](x) == reads_globals_free(x)


def reads_globals_free(x):
    total = 0.0
    for value in x:
        if value > 0:
            total += value * 2
    return total


def test_dump(tmp_path, monkeypatch):
    """Every stage of the recipe has its file, in order."""
    monkeypatch.setenv("RECTO_DUMP", str(tmp_path))
    monkeypatch.setenv("RECTO_CACHE", "0")
    recto.jit(helper)(np.ones(3))
    folder = tmp_path / "helper"
    files = sorted(p.name for p in folder.iterdir())
    steps = {"2": pipeline.STANDARD, "3": pipeline.lowering(Analysis(True)),
             "4": pipeline.printing(None, [True], slices=True)}
    for number, stages in steps.items():
        dumped = [f[3:-3] for f in files if f[0] == number and f[1] != "-"]
        assert dumped == [getattr(stage, "func", stage).__name__ for stage in stages]
    assert {"0-source.py", "1-program.py", "2-optimised.py", "3-stablehlo.mlir", "4-numpy.py", "repro.py"} <= {*files}
    assert "return x + 1" in (folder / "0-source.py").read_text()
    result = subprocess.run([sys.executable, folder / "repro.py"], capture_output=True, text=True, check=True)
    lines = result.stdout.splitlines()
    assert lines[0] == lines[1] and lines[0].startswith("[2.")


def test_what_sorts_is_compiled_again_without_a_cache(monkeypatch):
    """XLA can't serialise it once it has run."""
    monkeypatch.setenv("RECTO_CACHE", "0")
    for _ in range(2):
        assert recto.jit(lambda x: np.sort(x) * 3.5)(np.array([3.0, 1.0, 2.0])).tolist() == [3.5, 7.0, 10.5]


def test_inline_leaves_no_call():
    kept, inlined = recto.jit(lambda x: helper_of(x)), recto.jit(lambda x: inline_helper(x))
    assert "def helper_of" in kept.source("f64[3]")
    assert "def inline_helper" not in inlined.source("f64[3]")


def helper_of(x):
    y = np.sin(x)
    return y * y + y


@functools.partial(recto.jit, inline=True)
def inline_helper(x):
    y = np.sin(x)
    return y * y + y


def test_device_option():
    device = recto.devices()[0]
    assert recto.jit(helper, device=device)(1.0).device == device


def test_partial_and_lambda():
    assert float(recto.jit(functools.partial(lambda a, b: a - b, 10.0))(3.0)) == 7.0
    f, g = recto.jit(lambda x: x + 1), recto.jit(lambda x: x - 1)
    assert float(f(1.0)) == 2.0 and float(g(1.0)) == 0.0


@pytest.mark.parametrize("bad", [3, "f", 2.5])
def test_jit_refuses_what_is_no_function(bad):
    with pytest.raises(TypeError):
        recto.jit(bad)


def test_32_bit_mode():
    recto.config.update("enable_x64", False)
    try:
        f = recto.jit(lambda x, n: (x / 2, np.arange(3), np.zeros(2), n + 1, np.stack([1.0, 2.0])))
        assert [r.dtype.name for r in f(np.ones(3), 2)] == ["float32", "int32", "float32", "int32", "float32"]
    finally:
        recto.config.update("enable_x64", True)


DEVICES = """
import numpy as np, recto
first, second = recto.devices()[:2]
f = recto.jit(np.negative, device=second)
for x in (np.ones(3), recto.device_put(np.ones(3), first), recto.device_put(np.ones(3), second), 2.0):
    assert f(x).device == second, (x, f(x).device)
"""


def test_device_option_with_several_devices():
    environment = {**os.environ, "RECTO_NUM_CPU_DEVICES": "2"}
    subprocess.run([sys.executable, "-c", DEVICES], check=True, env=environment)


CAPTURED = np.ones(2)


def reads_captured(x):
    return x + CAPTURED.sum()


def writes_and_reads(x):
    x[0] = 5.0
    return x.sum() + CAPTURED.sum()


def test_an_outside_array_of_another_shape(monkeypatch):
    f = recto.jit(reads_captured)
    assert float(f(0.0)) == 2.0
    monkeypatch.setitem(globals(), "CAPTURED", np.ones(5))
    assert float(f(0.0)) == 5.0
    assert float(recto.jit(reads_captured)(0.0)) == 5.0


def test_a_written_argument_that_is_also_read_from_outside_is_refused():
    with pytest.raises(recto.CompileError, match="shares memory"):
        recto.jit(writes_and_reads)(CAPTURED)
    assert CAPTURED[0] == 1.0


def test_static_arguments_that_are_equal_and_not_the_same():
    """1, 1.0 and True, alone and in containers; 0.0 and -0.0; in any order, also by name."""
    def told(x, mark):
        first = mark[0] if isinstance(mark, tuple) else mark
        return x * np.copysign(1.0, first), isinstance(first, bool), isinstance(first, float)

    marks = [1, True, 1.0, 0.0, -0.0, 0, False, (1,), (True,), (1.0,), (-0.0,), (0.0,), (0,)]
    for order in (marks, marks[::-1], marks[3:] + marks[:3]):
        by_place, by_name = recto.jit(told, static_argnums=1), recto.jit(told, static_argnames="mark")
        for mark in (*order, *order):
            for found in (by_place(2.0, mark), by_name(2.0, mark=mark)):
                expected = told(2.0, mark)
                assert tuple(found[1:]) == expected[1:], mark
                assert np.copysign(1, found[0]) == np.copysign(1, expected[0]), mark


SIGN = 0.0


def signed(x):
    return np.copysign(x, SIGN)


def test_a_global_zero_that_changes_its_sign(monkeypatch):
    compiled = recto.jit(signed)
    assert compiled(2.0) == 2.0
    monkeypatch.setitem(globals(), "SIGN", -0.0)
    assert compiled(2.0) == -2.0


def halves(x, k):
    return x[:k] + x[k:2 * k]


def summed_rows(values, starts):
    total = np.zeros(len(starts) - 1)
    for i in range(len(starts) - 1):
        row = slice(starts[i], starts[i + 1])
        total[i] = values[row] @ values[row]
    return total


def test_calls_that_surely_raise_nothing_have_nothing_to_finish():
    """The lengths of both operands turn out to be the same when the program is simplified."""
    values, starts = np.arange(6.0), np.array([0, 2, 2, 6])
    compiled = recto.jit(summed_rows)
    np.testing.assert_array_equal(compiled(values, starts), summed_rows(values, starts))
    lowered = compiled.lower(values, starts)
    assert len(lowered.program.results) == 1 and not lowered.reading.errors
    np.testing.assert_array_equal(lowered.compile()(values, starts), summed_rows(values, starts))
    with pytest.raises(ValueError, match="broadcast"):
        recto.jit(halves)(np.arange(5.0), np.array(3))


DECORATORS = ["grad", "value_and_grad", "jacfwd", "jacrev", "jacobian", "hessian", "jit", "vmap", "pmap", "checkpoint",
              "custom_jvp", "custom_vjp"]


@pytest.mark.parametrize("name", DECORATORS)
def test_none_is_no_function(name):
    """Only where nothing is given is a decorator wanted."""
    transformation = getattr(recto, name)
    for given, named in (((None,), {}), ((), {"function": None})):
        with pytest.raises(TypeError, match="needs a function, not None"):
            transformation(*given, **named)
    assert callable(transformation(np.sin)) and (name.startswith("custom") or callable(transformation()(np.sin)))


def test_grids_are_made_for_sizes_that_are_arguments():
    grids = recto.jit(lambda n: (np.mgrid[0:n, 0:n], np.ogrid[0:n]))
    for n in (3, 4):
        assert all(map(np.array_equal, grids(n), (np.mgrid[0:n, 0:n], np.ogrid[0:n])))


def test_lambdas_that_give_a_constant_are_found():
    """From Python 3.12 on their code has no positions inside its line."""
    functions, other = [lambda x: 3.0, lambda x: -1, lambda x, y=2: (1, "a"), lambda *x: None], lambda x: 4.0
    assert [recto.jit(f)(1.0) for f in (*functions[:3], other)] == [3.0, -1, (1, "a"), 4.0]
    assert recto.jit(functions[3])(1.0) is None


def test_arrays_of_the_host_go_where_the_others_lie():
    device = recto.devices()[2]
    x, add = recto.device_put(np.ones(3), device), recto.jit(lambda a, b: a + b)
    for _ in range(3):
        assert add(x, recto.numpy.ones(3)).device == add(recto.numpy.arange(3.0) * 2, x).device == device
    with pytest.raises(ValueError, match="arguments are on different devices: cpu:1, cpu:2"):
        add(x, recto.device_put(np.ones(3), recto.devices()[1]))
