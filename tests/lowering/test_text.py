"""The text itself: names, places, constants, speed."""
from __future__ import annotations

import dataclasses
import time

import numpy as np

from recto.runtime import compile, verify
from recto.transform import primitives as prim
from recto.transform.core.errors import Span
from recto.transform import lowered
from recto.transform.ir.program import walk

from .construct import array, fori, program, read, write
from .harness import run


def placed(p, file="/home/someone/model.py"):
    """The program with a place for each call."""
    at = lambda line: Span(file, line, 4, line, 9, "f")
    return dataclasses.replace(p, body=tuple(dataclasses.replace(c, span=at(k + 1)) for k, c in enumerate(p.body)))


def test_places_are_aliases():
    p = placed(program(lambda x: prim.sin(x) + 1.0, array(4)))
    text = lowered(p).text
    assert 'loc("model.py":1:4)' in text and text.count("model.py") == len(p.body)
    assert "model.py" in str(compile(text).hlo())


def test_places_and_names_of_any_spelling():
    p = placed(program(lambda x: prim.sin(x) + 1.0, array(4)), 'a "quoted" \\ name.py')
    verify(lowered(dataclasses.replace(p, name="<lambda> é")).text)
    helper = program(lambda x: prim.sin(x), array(4), name="<lambda>")
    verify(lowered(program(lambda x: prim.call(x, program=helper)[0], array(4))).text)


def test_a_constant_is_written_once():
    text = lowered(program(lambda x: (x + 1.5) * 1.5 - 1.5, array())).text
    assert text.count("stablehlo.constant") == 1


def test_constants_keep_their_bits():
    values = [np.array([0.0, -0.0, np.nan, np.inf, -np.inf, 5e-324]), np.array([1 + 2j, -0.0j]),
              np.array([True, False]), np.arange(40, dtype=np.int8), np.array([2**63], np.uint64),
              np.full((3, 5), -0.0), np.zeros((0, 3)), np.arange(12.0).reshape(3, 4)[:, ::2]]
    p = program(lambda x: tuple(prim.copy(x.builder.lift(v)) for v in values), array())
    for want, given in zip(values, run(compile(lowered(p).text), [np.float64(0)]), strict=True):
        assert want.dtype == given.dtype and want.tobytes() == given.tobytes()


def test_same_program_same_text():
    body = lambda i, a: [write(a, read(a, i - 1) + read(a, i), i)]
    make = lambda: program(lambda a: fori(1, 40, [a], body), array(40))
    assert lowered(make()).text == lowered(make()).text


def test_text_is_written_fast():
    """The aim is 15 µs a call; the bound leaves room for a busy machine."""
    def long(x, y):
        for _ in range(250):
            x, y = prim.sin(x) * y, prim.maximum(y + 1.0, x)
        return x, y
    p = placed(program(long, array(64), array(64)))
    best = min(_timed(p) for _ in range(3))
    assert best / len(list(walk(p))) < 75e-6


def _timed(p):
    started = time.process_time()
    lowered(p)
    return time.process_time() - started
