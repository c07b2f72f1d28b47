"""The benchmarks compute what they should; nothing is timed here."""
import functools
import importlib
import sys

import numpy as np
import pytest

import recto
from test_architecture import ROOT

pytestmark = pytest.mark.xla


@pytest.fixture
def module(monkeypatch):
    """Import from the folder, which stands behind everything else on the path."""
    monkeypatch.setattr(sys, "path", [*sys.path, str(ROOT)])
    return lambda name: importlib.import_module(f"benchmarks.{name}")


def test_compiled_loops_do_what_python_does(module):
    mutation, compiled = module("mutation"), module("mutation_recto")
    for name, (function, arguments, *_) in mutation.WORK.items():
        expected = function(*[a.copy() for a in arguments(9)])
        found = compiled.prepare(name, arguments(9))()
        assert np.array_equal(found, expected), name


def test_texts_are_compiled_to_what_they_say(module):
    fresh, reading = module("fresh"), module("reading")
    for name in reading.WORK.values():
        expected = fresh.function(reading.text_of(name), 0)(*reading.arguments(name))
        found = recto.jit(fresh.function(reading.text_of(name), 0))(*reading.arguments(name))
        assert np.allclose(module("harness").numbers(found), module("harness").numbers(expected), rtol=1e-12), name


def test_fresh_functions_differ(module):
    fresh = module("fresh")
    first, second = (fresh.function(fresh.source("mlp")) for _ in range(2))
    assert first.__code__ != second.__code__


def test_calls_of_every_kind_agree_with_numpy(module):
    dispatch = module("dispatch")
    for name, make in dispatch.cases(recto.jit, recto.device_put).items():
        plain = dispatch.cases(lambda f: f, lambda x: x)[name.removesuffix(", and waiting for the result")]
        assert make().value() == plain().value(), name


def directional(function, first, rest, direction, step=1e-7):
    """The derivative of a NumPy function along a direction of its first argument, by central differences."""
    moved = lambda t: [x + t * d for x, d in zip(first, direction)] if isinstance(first, (list, tuple)) else (
        first + t * direction)
    return (function(moved(step), *rest) - function(moved(-step), *rest)) / (2 * step)


def test_gradients_are_those_of_the_numpy_functions(module):
    gradients, compiled = module("gradients"), module("gradients_recto")
    for name, work in gradients.WORK.items():
        (first, *rest), static = gradients.split(work, work.small)
        leaves = first if isinstance(first, (list, tuple)) else [first]
        direction = [np.random.default_rng(k).random(x.shape) - 0.5 for k, x in enumerate(leaves)]
        gradient = recto.grad(functools.partial(work.function, **static))(first, *rest)
        found = gradient if isinstance(gradient, (list, tuple)) else [gradient]
        along = sum(np.sum(np.asarray(g) * d) for g, d in zip(found, direction))
        plain = functools.partial(work.function, **static)
        several = isinstance(first, (list, tuple))
        expected = directional(plain, first, rest, direction if several else direction[0])
        assert np.isclose(along, expected, rtol=1e-5, atol=1e-7), name
        if work.step:
            stepped = compiled.derivative(work, static)[1](first, *rest)
            wanted = [x - 0.1 * np.asarray(g) for x, g in zip(leaves, found)]
            assert all(map(np.allclose, stepped, wanted)), name


def test_every_gradient_has_a_case_at_every_size(module):
    gradients, compiled = module("gradients"), module("gradients_recto")
    assert set(gradients.TITLES) < set(compiled.CASES)
    assert len(gradients.TITLES) == sum(len(work.sizes) for work in gradients.WORK.values())


def test_a_gradient_is_measured_and_shown(module):
    gradients, compiled = module("gradients"), module("gradients_recto")
    title = next(iter(gradients.TITLES))
    case = compiled.CASES[title]()
    found = gradients.Found(gradients.Times(), gradients.Times(), case.compiling(), case.memory())
    assert case.value()[0] == 1000 and case.once() > 0 and found.memory > 0
    found.primal.samples.append(1e-6)
    found.gradient.samples.append(6e-6)
    row = gradients.row_of(title, {"recto": found})
    assert row[2:5] == ["1.00 µs", "6.00 µs", "6.00 **> 5**"] and len(row) == len(gradients.HEADS)
    assert [gradients.seconds(t) for t in (12.34, 0.0456, 7.8e-7)] == ["12.3 s", "45.6 ms", "0.78 µs"]


def test_gradients_of_short_and_long_loops_are_of_one_function(module):
    fresh = module("fresh")
    text = fresh.source("gradient_trips").replace("ROUNDS", "40")
    x, function = np.linspace(0.0, 1.0, 16), fresh.function(text, 0)
    direction = np.random.default_rng(0).random(16)
    expected = directional(fresh.function(text, 0), x, (), direction)
    assert np.isclose(np.sum(np.asarray(recto.grad(function)(x)) * direction), expected, rtol=1e-6)


def lanes_of(work, arguments):
    """The arguments of each lane."""
    axes = work.in_axes if isinstance(work.in_axes, tuple) else (work.in_axes,) * len(arguments)
    size = next(len(a) for a, axis in zip(arguments, axes) if axis == 0)
    return [[a if axis is None else a[k] for a, axis in zip(arguments, axes)] for k in range(size)]


def test_batches_are_loops_over_the_numpy_functions(module):
    batching, compiled = module("batching"), module("batching_recto")
    for name, work in batching.WORK.items():
        arguments = work.arguments(3)
        expected = np.stack([work.function(*lane) for lane in lanes_of(work, arguments)])
        np.testing.assert_allclose(compiled.prepare(work, arguments)(), expected, rtol=1e-12, err_msg=name)
    assert set(batching.TITLES) == set(compiled.CASES)


def test_a_batch_is_measured_and_shown(module):
    batching, compiled = module("batching"), module("batching_recto")
    title = "Newton `while`; 100"
    case = compiled.CASES[title]()
    times = {name: batching.Times() for name in ("recto", "jax")}
    times["recto"].samples.append(case.sample())
    times["jax"].samples.append(times["recto"].best / 2)
    row = batching.row_of(title, times)
    assert row[:2] == ["Newton `while`", "100"] and row[4:] == ["2.00 **> 1.05263**", "2.00"]
    assert len(row) == len(batching.HEADS)


def test_a_section_replaces_only_itself(module, monkeypatch, tmp_path):
    report = module("report")
    monkeypatch.setattr(report, "PAGE", tmp_path / "results.md")
    for title, text in [("B", "two"), ("A", "one"), ("B", "three")]:
        report.update(title, report.section(title, text, (0.0,)), ["A", "B"])
    sections = report.sections(report.PAGE.read_text())
    assert list(sections) == ["A", "B"] and "one" in sections["A"] and "three" in sections["B"]
    assert "two" not in report.PAGE.read_text()
