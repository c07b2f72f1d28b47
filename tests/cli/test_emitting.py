"""`recto grad` and its kin: what is printed is right, and is what `recto.emit` gives."""
from __future__ import annotations

import importlib.util

import numpy as np
import pytest

import recto as library

from .running import LOSS, fails, function_in, ran, recto

RNG = np.random.default_rng(0)
W, B, X, Y = RNG.normal(size=4), 0.25, RNG.normal(size=(6, 4)), RNG.normal(size=6)


@pytest.fixture
def model(folder):
    spec = importlib.util.spec_from_file_location("model", folder / "model.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def slope(f, *args, at=0, step=1e-6):
    """Central differences of a function along each number of an argument."""
    x = np.asarray(args[at], float)
    out = np.zeros(x.shape)
    for k in np.ndindex(x.shape):
        moved = [x.copy(), x.copy()]
        moved[0][k] += step
        moved[1][k] -= step
        out[k] = np.subtract(*(f(*args[:at], m, *args[at + 1:]) for m in moved)) / (2 * step)
    return out


def test_grad_prints_the_gradient(folder, model):
    text = ran("grad", "model.py:loss", "--wrt", "w,b", "--args", LOSS, cwd=folder)
    w_bar, b_bar = function_in(text, "grad_loss")(W, B, X, Y)
    np.testing.assert_allclose(w_bar, slope(model.loss, W, B, X, Y), rtol=1e-6)
    np.testing.assert_allclose(b_bar, slope(model.loss, W, B, X, Y, at=1), rtol=1e-6)
    assert "784" not in text and "import recto" not in text and "# model.py:8" in text


def test_the_command_prints_what_the_library_gives(folder, model):
    text = ran("value-and-grad", "model.py:loss", "--wrt", "w", "--args", LOSS, cwd=folder)
    assert text == library.emit(model.loss, "value_and_grad(wrt=w)", LOSS)
    value, _ = function_in(text, "value_and_grad_loss")(W, B, X, Y)
    assert value == pytest.approx(model.loss(W, B, X, Y))


def test_vjp_takes_a_cotangent_and_jvp_a_tangent(folder, model):
    smooth = "u: f64[n], c: f64, steps: int"
    pulled = function_in(ran("vjp", "model.py:smooth", "--wrt", "u", "--args", smooth, cwd=folder), "smooth_vjp")
    pushed = function_in(ran("jvp", "model.py:smooth", "--wrt", "u", "--args", smooth, cwd=folder), "smooth_jvp")
    u, u_dot, out_bar = RNG.normal(size=(3, 7))
    (out, u_bar), (same, out_dot) = pulled(u, 0.1, 5, out_bar), pushed(u, 0.1, 5, u_dot)
    np.testing.assert_allclose(out, model.smooth(u, 0.1, 5))
    np.testing.assert_allclose(out, same)
    assert np.sum(out_bar * out_dot) == pytest.approx(np.sum(u_bar * u_dot))


def test_hessian_and_vmap(folder, model):
    second = function_in(ran("hessian", "model.py:loss", "--args", LOSS, cwd=folder), "hessian_loss")
    np.testing.assert_allclose(second(W, B, X, Y), X.T @ X / 6, rtol=1e-9)
    text = ran("vmap", "model.py:loss", "--in-axes", "x=0,y=0", "--args",
               "w: f64[784], b: f64, x: f64[k, n, 784], y: f64[k, n]", cwd=folder)
    losses = function_in(text, "vmap_loss")(W, B, np.stack([X, 2 * X]), np.stack([Y, Y]))
    np.testing.assert_allclose(losses, [model.loss(W, B, X, Y), model.loss(W, B, 2 * X, Y)])


def test_chains(folder, model):
    text = ran("emit", "model.py:loss", "--transform", "vmap(grad(wrt=w), in_axes=(None, None, 0, 0))", "--args",
               "w: f64[784], b: f64, x: f64[k, n, 784], y: f64[k, n]", cwd=folder)
    assert "vmap(grad(wrt=w), in_axes=(None, None, 0, 0))" in " ".join(text.replace("\n#", "").split())
    each = function_in(text, "vmap_grad_loss")(W, B, np.stack([X, 2 * X]), np.stack([Y, Y]))
    np.testing.assert_allclose(each[1], slope(model.loss, W, B, 2 * X, Y), rtol=1e-5)


def test_jit_prints_the_function_itself(folder, model):
    text = ran("jit", "model.py:smooth", "--args", "u: f64[n], c: f64, steps: 3", "--name", "three", cwd=folder)
    u = RNG.normal(size=9)
    names = text[text.index("def three("):].split(")")[0]
    given = (u, 0.1) if "steps" not in names else (u, 0.1, 3)
    np.testing.assert_allclose(function_in(text, "three")(*given), model.smooth(u, 0.1, 3))


def test_targets_and_styles(folder):
    compiled = ran("grad", "model.py:loss", "--args", LOSS, "--target", "recto", cwd=folder)
    assert "@recto.jit\ndef grad_loss(w, b, x, y):" in compiled
    exact = ("grad", "model.py:loss", "--style", "primitive", "--args")
    text = ran(*exact, "w: f64[4], b: f64, x: f64[6, 4], y: f64[6]", cwd=folder)
    from recto import transform
    assert transform.read_source(text).result_types[0].shape == (4,)
    assert "give a number for n" in fails(2, *exact, LOSS, cwd=folder)


def test_types_come_from_annotations_examples_and_files(folder):
    written = ran("grad", "model.py:annotated", cwd=folder)
    assert "#   x: float64[n, 3], c: float64" in written or "#   x: float64[n, m], c: float64" in written
    example = "loss(np.ones(3), 0.5, np.ones((4, 3)), np.ones(4))"
    called = ran("grad", "model.py:loss", "--example", example, cwd=folder)
    assert called.splitlines()[1].startswith("#   w: float64[n], b: float64, x: float64[m, n], y: float64[m]")
    np.savez(folder / "data.npz", w=np.ones(3), x=np.ones((4, 3)), y=np.ones(4), other=1)
    loaded = ran("grad", "model.py:loss", "--npz", "data.npz", "--args", "b: f64", cwd=folder)
    assert loaded == called


@pytest.mark.parametrize("types", ['x: Float[Array, "n 3"], c: Float64[Array, ""]', "f64[n, 3], f64[]",
                                   "x: np.ndarray[tuple[int, int], np.dtype[np.float64]], c: float"])
def test_types_are_written_in_several_ways(types, folder):
    function = function_in(ran("grad", "model.py:annotated", "--args", types, cwd=folder), "grad_annotated")
    x = RNG.normal(size=(5, 3))
    np.testing.assert_allclose(function(x, 2.0), 2 * np.cos(x))


def test_methods(folder):
    types = "self: Model(w=f64[3]), x: f64[n, 3], y: f64[n]"
    text = ran("grad", "model.py:Model.loss", "--wrt", "x", "--args", types, cwd=folder)
    class Model:
        w = RNG.normal(size=3)
    x, y = RNG.normal(size=(4, 3)), RNG.normal(size=4)
    want = slope(lambda x: np.mean((np.tanh(x @ Model.w) - y) ** 2), x)
    np.testing.assert_allclose(function_in(text, "grad_loss")(Model, x, y), want, rtol=1e-6, atol=1e-9)
    bound = ran("grad", "model.py:Model.loss", "--wrt", "x", "--example",
                "Model(np.ones(3)).loss(np.ones((4, 3)), np.ones(4))", cwd=folder)
    assert "def grad_loss(" in bound


def test_sizes_that_matter_are_numbers_and_the_header_says_why(folder):
    (folder / "sizes.py").write_text("import numpy as np\n\n\n"
                                     "def norm(x):\n    a, b, c = x\n    return a * b + c\n\n\n"
                                     "def mean(x):\n    if len(x) > 50:\n        return np.sum(x)\n    return x[0]\n")
    text = ran("grad", "sizes.py:norm", "--args", "x: f64[3]", cwd=folder)
    assert "#   x: float64[3]" in text and "#   The size 3 is in the text" in text
    said = fails(1, "grad", "sizes.py:norm", "--args", "x: f64[n]", cwd=folder)
    assert "3 names, n values" in said and "line 5, in norm" in said and "give numbers for them" in said
    (folder / "logs.py").write_text("import numpy as np\n\n\ndef f(x):\n    return x[int(np.log2(len(x)))]\n")
    assert "give numbers for the sizes" in fails(2, "grad", "logs.py:f", "--args", "x: f64[n]", cwd=folder)
    assert "for n > 50, as sizes.py:10 asks" in ran("jit", "sizes.py:mean", "--args", "x: f64[n]", cwd=folder)
    assert "#   x: float64[4]" in ran("jit", "sizes.py:mean", "--args", "x: f64[4]", cwd=folder)


def test_json_tells_what_was_made(folder):
    told = recto("grad", "model.py:loss", "--args", LOSS, "--json", cwd=folder).json
    assert told["ok"] and told["function"] == "grad_loss" and "def grad_loss" in told["text"] and not told["written"]
    told = recto("grad", "model.py:loss", "--args", "w: f64[3]", "--json", cwd=folder)
    assert told.code == 2 and told.json["ok"] is False and "b, x, y" in told.json["error"]["message"]


def test_all_marked_functions(folder):
    (folder / "marked.py").write_text(
        "import numpy as np\nimport recto\n\n\n@recto.jit\ndef f(x: 'f64[n]'):\n    return np.sum(x ** 2)\n\n\n"
        "@recto.grad\ndef g(x: 'f64[n]'):\n    return np.sum(x ** 3)\n\n\ndef plain(x):\n    return x\n")
    done = recto("emit", "marked.py", "--all", "-o", "made", cwd=folder)
    assert done.code == 0 and sorted(p.name for p in (folder / "made").iterdir()) == ["f.py", "g.py"], done
    x = RNG.normal(size=3)
    np.testing.assert_allclose(function_in((folder / "made" / "g.py").read_text(), "grad_g")(x), 3 * x ** 2)
    assert recto("emit", "marked.py", "--all", "-o", "made", "--check", cwd=folder).code == 0
    assert "no function of model.py" in fails(2, "emit", "model.py", "--all", cwd=folder)
