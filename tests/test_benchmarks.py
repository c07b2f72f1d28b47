"""The benchmarks compute what they should; nothing is timed here."""
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


def test_a_section_replaces_only_itself(module, monkeypatch, tmp_path):
    report = module("report")
    monkeypatch.setattr(report, "PAGE", tmp_path / "results.md")
    for title, text in [("B", "two"), ("A", "one"), ("B", "three")]:
        report.update(title, report.section(title, text, (0.0,)), ["A", "B"])
    sections = report.sections(report.PAGE.read_text())
    assert list(sections) == ["A", "B"] and "one" in sections["A"] and "three" in sections["B"]
    assert "two" not in report.PAGE.read_text()
