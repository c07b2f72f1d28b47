"""Which checks there are, how they are turned on, and that without them nothing is there."""
import os
import subprocess
import sys

import numpy as np
import pytest

import recto
from recto.debug import checks

ALL = dict(bounds=True, nan=True, overflow=True, division=True, keys=True)
NONE = dict.fromkeys(ALL, False)


def read(x, i):
    return x[i]


def root(x, i):
    return np.sqrt(x[0] - i)


def doubled(x, i):
    return np.int8(i) * np.int8(2)


def shared(x, i):
    return x[0] / (i - 100)


FAULTS = {"bounds": (read, IndexError), "nan": (root, FloatingPointError), "overflow": (doubled, OverflowError),
          "division": (shared, ZeroDivisionError)}



@pytest.mark.parametrize("kind", FAULTS)
def test_each_kind_alone_finds_its_own_xla(kind):
    function, exception = FAULTS[kind]
    compiled = recto.jit(function)
    with checks(**{**NONE, kind: True}), pytest.raises(exception):
        compiled(np.ones(3), 100)


@pytest.mark.parametrize("kind", FAULTS)
def test_a_kind_that_is_off_finds_nothing_xla(kind):
    function, _ = FAULTS[kind]
    compiled = recto.jit(function)
    plain = compiled(np.ones(3), 100)
    with checks(**{kind: False}):
        assert np.array_equal(compiled(np.ones(3), 100), plain, equal_nan=True)


def test_functions_are_checked_inside_only_xla():
    compiled = recto.jit(read)
    before = compiled(np.arange(3.0), 7)
    with checks(), pytest.raises(IndexError):
        compiled(np.arange(3.0), 7)
    assert before == compiled(np.arange(3.0), 7) == 2.0
    with checks():
        assert compiled(np.arange(3.0), 1) == 1.0
        with checks(bounds=False):
            assert compiled(np.arange(3.0), 7) == 2.0
        with pytest.raises(IndexError):
            compiled(np.arange(3.0), 7)


@pytest.mark.parametrize("transform", [recto.grad, lambda f: recto.vmap(f, in_axes=(0, None))], ids=["grad", "vmap"])
def test_transformations_are_checked_where_they_are_called_xla(transform):
    function = transform(lambda x, i: np.sqrt(x - i))
    x = np.float64(1.0) if transform is recto.grad else np.array([1.0, 9.0])
    function(x, 3.0)
    with checks(), pytest.raises(FloatingPointError):
        function(x, 3.0)


def test_what_is_compiled_without_checks_is_the_same_text():
    compiled = recto.jit(read)
    text = compiled.stablehlo("f64[3]", 1)
    with checks():
        assert "fault" in str(compiled.program("f64[3]", 1))
        assert compiled.stablehlo("f64[3]", 1) != text
    assert compiled.stablehlo("f64[3]", 1) == text
    with checks(**NONE):
        assert compiled.stablehlo("f64[3]", 1) == text


def test_a_program_that_can_not_fail_is_the_same_text():
    compiled = recto.jit(lambda x: np.exp(x) + x[2])
    text = compiled.stablehlo("f64[3]")
    with checks(nan=False):
        assert compiled.stablehlo("f64[3]") == text


def test_the_setting_says_which():
    before = recto.config.checks
    try:
        recto.config.update("checks", "nan,bounds")
        assert recto.config.checks == ("bounds", "nan")
        recto.config.update("checks", True)
        assert recto.config.checks == tuple(ALL)
        recto.config.update("checks", False)
        assert recto.config.checks == ()
        with pytest.raises(ValueError, match="no checks of 'speed': bounds, nan, overflow, division, keys"):
            recto.config.update("checks", "speed")
    finally:
        recto.config.update("checks", ",".join(before))


SCRIPT = """
import numpy as np, recto
@recto.jit
def read(x, i):
    return x[i]
try:
    print(read(np.arange(3.0), 7))
except IndexError as error:
    print(error)
"""


def test_each_setting_has_its_own_entries_in_the_disk_cache_xla(tmp_path):
    path = tmp_path / "script.py"
    path.write_text(SCRIPT)
    said = []
    for value in ("0", "1", "0", "1", "nan"):
        environment = {**os.environ, "RECTO_CHECKS": value, "RECTO_CACHE_DIR": str(tmp_path / "cache")}
        done = subprocess.run([sys.executable, path], env=environment, capture_output=True, text=True, check=True)
        said.append(done.stdout.strip())
    fault = "index 7 is out of bounds for axis 0 with size 3"
    assert said == ["2.0", fault, "2.0", fault, "2.0"]
