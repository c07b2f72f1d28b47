"""From printed lines to the user's, and back; as a file in the standard format."""
from __future__ import annotations

import json

import numpy as np

import recto

DIGITS = {c: k for k, c in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")}


def loss(x, k):
    total = 0.0
    for i in range(len(x)):
        if x[i] > k:
            total += np.sin(x[i]) * k
    return total


def decoded(mappings):
    """The lines of a source map, by the text of the standard: [(printed, source, line, column)]."""
    state, found = [0, 0, 0], []
    for k, segment in enumerate(mappings.split(";"), 1):
        numbers, value, shift = [], 0, 0
        for c in segment:
            value |= (DIGITS[c] & 31) << shift
            shift += 5
            if not DIGITS[c] & 32:
                numbers.append(-(value >> 1) if value & 1 else value >> 1)
                value = shift = 0
        if numbers:
            state = [a + b for a, b in zip(state, numbers[1:])]
            found.append((k, *state))
    return found


def test_every_line_that_has_a_comment_is_in_the_map():
    source = recto.grad(loss).source("f64[n]", "f64")
    places, rows = source.source_map, source.split("\n")
    first = loss.__code__.co_firstlineno
    for k, row in enumerate(rows, 1):
        if "# test_source_map.py:" in row and not row.startswith("#"):
            assert places.origin(k).line == int(row.rpartition(":")[2])
    (sine,) = [k for k, row in enumerate(rows, 1) if "np.cos(x[i])" in row]
    assert places.origin(sine).line in (first + 3, first + 4) and places.origin(sine).function == "loss"
    assert sine in places.printed(places.origin(sine).line) and places.printed(first + 4, "other.py") == []
    assert places.origin(1) is None and repr(places).splitlines()[0] == "line  comes from"


def test_the_file_says_the_same_in_the_standard_format(tmp_path):
    text = recto.emit(loss, "vjp", "x: f64[n], k: f64")
    found = json.loads(text.source_map.text(str(tmp_path / "loss_vjp.py")))
    assert found["version"] == 3 and found["file"] == "loss_vjp.py"
    assert (tmp_path / found["sources"][0]).resolve().samefile(__file__)
    wanted = [(p.printed, 0, p.line - 1, p.column) for p in text.source_map]
    assert decoded(found["mappings"]) == wanted and len(wanted) > 4
