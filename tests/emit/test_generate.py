"""Generated functions are ordinary Python: their source is found, debuggers step through them, notebooks show them."""
from __future__ import annotations

import inspect
import io
import pdb
import re
import traceback

import numpy as np
import pytest

import recto


def wave(x, c):
    y = np.sin(c * x)
    return np.sum(y * y)


X = np.array([0.5, 1.0, 2.0])
ARGS = "x: f64[n], c: f64"


def test_the_source_is_found_and_is_what_emit_prints():
    slope = recto.generate(wave, "grad", ARGS)
    source = inspect.getsource(slope)
    assert source.rstrip() in recto.emit(wave, "grad", ARGS) and source.startswith("def grad_wave(x, c):")
    np.testing.assert_allclose(slope(X, 2.0), 2 * np.sin(2 * X) * np.cos(2 * X) * 2)


def test_functions_of_one_name_keep_their_own_source():
    first, second = (recto.generate(wave, "grad", ARGS if k else "x: f64[n], c: 3.0") for k in (0, 1))
    again = recto.generate(wave, "grad", ARGS)
    assert inspect.getsource(again) == inspect.getsource(second)
    assert again.__code__.co_filename == second.__code__.co_filename
    assert first.__code__.co_filename.startswith("<recto grad_wave")


def test_recto_reads_a_generated_function():
    slope = recto.generate(wave, "grad", ARGS)
    second = recto.generate(lambda x, c: np.sum(slope(x, c)), "grad", ARGS)
    np.testing.assert_allclose(second(X, 2.0), 8 * np.cos(4 * X))


def test_pdb_steps_through_it():
    slope, out = recto.generate(wave, "grad", ARGS), io.StringIO()
    debugger = pdb.Pdb(stdin=io.StringIO("step\nstep\nstep\nwhere\np x\ncontinue\n"), stdout=out)
    debugger.use_rawinput = False
    debugger.runcall(slope, X, 2.0)
    shown = out.getvalue()
    assert "<recto grad_wave" in shown and "-> " in shown and "array([0.5, 1. , 2. ])" in shown
    body = [line.strip() for line in inspect.getsource(slope).split("\n")[1:] if line.strip()]
    assert any(line.split("  # ")[0] in shown for line in body)


def test_tracebacks_quote_it():
    slope = recto.generate(wave, "grad", ARGS)
    with pytest.raises(TypeError) as caught:
        slope(X, "2")
    assert re.search(r'File "<recto grad_wave.*\n +\S', "".join(traceback.format_exception(caught.value)))


def test_notebooks_show_both_with_linked_lines():
    for source in (recto.emit(wave, "grad", ARGS), recto.grad(wave).source("f64[3]", "f64[]")):
        page = source._repr_html_()
        line = inspect.getsourcelines(wave)[1] + 1
        assert page.count(f'data-l="{line}"') >= 2 and f':has([data-l="{line}"]:hover)' in page
        assert "<script" not in page and 'data-stage="source"' in page
        assert source._repr_html_() == page


def test_values_may_be_given_instead_of_types():
    text = recto.emit(wave, recto.grad, (X, 2.0))
    assert text == recto.emit(wave, "grad", {"x": "f64[3]", "c": 2.0})
    assert "x: float64[n]" in text and "c: float64" in text


@pytest.mark.parametrize("wrong, said", [({"target": "cuda"}, "target is numpy or recto"),
                                         ({"style": "prose"}, "style is numpy or primitive")])
def test_unknown_targets_and_styles(wrong, said):
    with pytest.raises(ValueError, match=said):
        recto.emit(wave, "grad", ARGS, **wrong)


def test_transformed_functions_are_emitted_as_they_are():
    assert "def grad_wave(x, c):" in recto.emit(recto.grad(wave), None, ARGS)
    chain = "vmap(in_axes=(0, None))"
    assert "def vmap_grad_wave(x, c):" in recto.emit(recto.grad(wave), chain, "x: f64[m, n], c: f64")


def test_bfloat16_is_not_numpys():
    with pytest.raises(recto.CompileError, match="bfloat16 is no dtype of NumPy"):
        recto.emit(lambda x: np.sum(x, dtype=np.float32).astype(x.dtype), "jit", "x: bf16[n]")


KERNEL = np.array([0.25, 0.5, 0.25])
MANY = np.linspace(0, 1, 100)
GAIN = 3.0


def filtered(x):
    return GAIN * np.sum(np.convolve(x, KERNEL)) + MANY[0]


def test_small_arrays_from_outside_are_constants_of_the_file_and_large_ones_arguments():
    text = recto.emit(filtered, "jit", "x: f64[n]")
    assert "\n\nKERNEL = np.array([0.25, 0.5, 0.25])\n\n\ndef filtered(MANY, x):" in text
    space: dict = {}
    exec(text, space)
    np.testing.assert_allclose(space["filtered"](MANY, X), filtered(X))


def renamed_inside(x):
    y = x @ KERNEL
    return y


def test_constants_are_not_hidden_by_names_of_the_function():
    text = recto.emit(renamed_inside, "grad", "x: f64[3]")
    space: dict = {}
    exec(text, space)
    given = (KERNEL, X) if "grad_renamed_inside(KERNEL, x)" in text else (X,)
    np.testing.assert_allclose(space["grad_renamed_inside"](*given), KERNEL)


@pytest.mark.parametrize("name", ["x(): pass\nimport os\ndef y", "a b", "", "class", "f(x)", "a\n"])
def test_the_name_must_be_a_name(name):
    for make in (recto.emit, recto.generate):
        with pytest.raises(recto.CompileError, match="can't be the name of a function"):
            make(wave, "grad", ARGS, name=name)


def test_the_name_of_a_file_does_not_end_a_comment(tmp_path):
    path = tmp_path / "a\nraise SystemExit('ran').py"
    path.write_text("def f(x):\n    y = x * 2\n    return y.sum() * x[0]\n")
    space: dict = {}
    exec(compile(path.read_text(), str(path), "exec"), space)
    text = recto.emit(space["f"], "grad", "x: f64[3]")
    assert "a\\nraise" in text
    exec(text, {})
