"""Exported functions with names for sizes: one file for all of them."""
import json
import os
import pathlib
import pickle
import subprocess
import sys

import numpy as np
import pytest

import recto
from recto.transform.emit.templates import unified_text
from recto.transform.ir.text_templates import value_of_sizes

ROOT = str(pathlib.Path(__file__).parent.parent.parent)
RNG = np.random.default_rng(0)


def spread(x):
    return np.mean((x - np.mean(x)) ** 2)


def layer(params, x):
    return np.tanh(x @ params["w"] + params["b"])


def loss(params, x):
    return np.mean(layer(params, x) ** 2)


def smooth(x):
    y = np.zeros_like(x)
    y[1:-1] = (x[:-2] + x[1:-1] + x[2:]) / 3
    return y


def cumulative(x):
    total, out = 0.0, np.zeros_like(x)
    for i in range(len(x)):
        total += x[i]
        out[i] = total / (i + 1)
    return out


def pairs(x, y):
    return np.sqrt(np.sum((x[:, None, :] - y[None, :, :]) ** 2, axis=-1))


def standard(x):
    return (x - x.mean(axis=0)) / np.std(x, axis=0, ddof=1)


def written(x, k):
    x *= k
    return x.sum()


WEIGHTS = {"w": "f64[d,h]", "b": "f64[h]"}
# function, types, shapes that are called
ROWS = {
    "gradient of a mean": (recto.grad(spread), ("f64[n]",), [((5,),), ((6,),), ((1000,),)]),
    "float32": (spread, ("f32[n]",), [((7,),), ((513,),)]),
    "stencil": (smooth, ("f64[n]",), [((33,),), ((400,),)]),
    "loop": (cumulative, ("f64[n]",), [((11,),), ((50,),)]),
    "gradient of a loop": (recto.grad(lambda x: cumulative(x) @ x), ("f64[n]",), [((29,),), ((64,),)]),
    "pairs": (pairs, ("f64[n,d]", "f64[m,d]"), [((13, 5), (7, 5)), ((40, 64), (31, 64))]),
    "sizes and numbers": (standard, ("f64[n,3]",), [((5, 3),), ((200, 3),)]),
    "batch": (recto.vmap(spread), ("f64[n,m]",), [((5, 9),), ((50, 40),)]),
    "arithmetic of sizes": (lambda x, y: x[1:] * y, ("f64[n+1]", "f64[n]"), [((31,), (30,)), ((6,), (5,))]),
}


def close(found, expected):
    leaves = [recto.tree.leaves(t) for t in (found, expected)]
    for a, b in zip(*leaves, strict=True):
        assert a.dtype == b.dtype
        np.testing.assert_allclose(a, b, rtol=1e-5 if a.dtype == np.float32 else 1e-11, atol=1e-12)


@pytest.mark.parametrize("name", ROWS)
def test_one_program_for_all_sizes(name):
    function, types, calls = ROWS[name]
    made = recto.export(function, *types)
    again = pickle.loads(pickle.dumps(made))
    for shapes in calls:
        args = [RNG.normal(size=s).astype(t[:3].replace("f", "float")) for s, t in zip(shapes, types)]
        expected = recto.jit(function)(*args)
        close(made(*args), expected)
        close(again(*args), expected)


def test_trees_names_and_numbers():
    made = recto.export(recto.grad(loss), WEIGHTS, "f32[batch,d]")
    assert made.sizes == ("d", "h", "batch")
    assert str(made) == "<exported grad_loss(params: {'b': f64[h], 'w': f64[d,h]}, x: f32[batch,d])>"
    params = {"w": RNG.normal(size=(30, 40)), "b": np.zeros(40)}
    x = RNG.normal(size=(25, 30)).astype("f4")
    close(made(params, x), recto.grad(loss)(params, x))
    close(made(params=params, x=x), recto.grad(loss)(params, x))
    one = made.at(d=30, h=40, batch=25)
    assert one.artifact.startswith(b"ML\xefR") and "tensor<30x40xf64>" in one.stablehlo()
    assert made.at(batch=25, d=30, h=40) is one


def test_arguments_are_written():
    made = recto.export(written, "f64[n]", 2.0)
    x = np.arange(50.0)
    assert float(made(x, 2.0)) == 2450.0 and x[-1] == 98.0


def test_a_process_without_source(tmp_path):
    recto.export(recto.grad(loss), WEIGHTS, "f64[batch,d]").save(tmp_path / "f.recto")
    script = """if True:
        import sys, numpy as np, recto
        f = recto.load("f.recto")
        out = f({"w": np.ones((30, 40)), "b": np.zeros(40)}, np.ones((25, 30)))
        assert "recto.transform.frontend.interpreter" not in sys.modules and type(f) is recto.ExportedSizes
        print(out["w"].shape, out["b"].shape)"""
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=200,
                          env={**os.environ, "PYTHONPATH": ROOT})
    assert done.stdout == "(30, 40) (40,)\n", done.stderr


def test_wrong_sizes_are_refused():
    made = recto.export(pairs, "f64[n,d]", "f64[m,d]")
    with pytest.raises(TypeError, match=r"argument y was exported as f64\[8,50\]; it is f64\[8,51\]"):
        made(np.ones((7, 50)), np.ones((8, 51)))
    with pytest.raises(TypeError, match="do not say"):
        made(np.ones(7), np.ones((8, 5)))
    with pytest.raises(TypeError, match="has the sizes n, d, m"):
        made.at(n=3)
    with pytest.raises(ValueError, match="from .* on"):
        made.at(n=0, d=50, m=50)


def parity(x):
    return x[::2] if len(x) % 2 else x


def table(x):
    return x * np.random.RandomState(0).rand(len(x))


@pytest.mark.parametrize("function, types, message", [
    (parity, ("f64[n]",), "n: the program depends"),
    (lambda x, y: x + y, ("f64[n]", "f64[m]"), "differ"), (lambda x: x, ("f64[2*n]",), "no argument has an axis")])
def test_what_depends_on_sizes_is_refused(function, types, message):
    with pytest.raises(recto.CompileError, match=message):
        recto.export(function, *types)


def test_conditions_are_checked():
    made = recto.export(lambda x: x * 2 if len(x) > 60 else x * 3, "f64[n]")
    assert made.template.conditions == ("n > 60",)
    np.testing.assert_array_equal(made(np.ones(61)), np.full(61, 2.0))
    with pytest.raises(ValueError, match="was exported for n > 60, not n = 60"):
        made(np.ones(60))


def test_files_run_no_code():
    """Expressions of sizes are arithmetic: anything else in a file is refused."""
    made = recto.export(spread, "f64[n]")
    for text in ("__import__('os').getpid()", "n.real", "[n][0]", "(lambda: n)()", "exec('1')", "m"):
        hole = made.template.holes[0]._replace(expression=text)
        broken = made.template._replace(holes=(hole, *made.template.holes[1:]))
        with pytest.raises(ValueError, match="is no arithmetic of n"):
            broken.text({"n": 100})
    assert json.loads(made.payload())[0]


@pytest.mark.parametrize("text, value", [("n - 1", 8), ("-n // 2", -5), ("1 / n", 1 / 9), ("n ** -0.5", 9 ** -0.5),
                                         ("min(n, m) * 2", 8), ("n > 3 and m != 4", False), ("not n < m", True)])
def test_arithmetic_of_sizes(text, value):
    assert value_of_sizes(text, {"n": 9, "m": 4}) == value


def test_random_texts_are_unified():
    """Numbers in any place of a text, as random expressions of the sizes."""
    rows = {"⟨n⟩": (101, 102, 108, 115), "⟨m⟩": (103, 106, 112, 105)}
    forms = [lambda n, m: n, lambda n, m: 2 * m + 1, lambda n, m: n * m, lambda n, m: n // 2, lambda n, m: m + n,
             lambda n, m: 7, lambda n, m: min(n, m), lambda n, m: (n - 1) * m]
    for seed in range(50):
        rng = np.random.default_rng(seed)
        chosen = [forms[k] for k in rng.integers(len(forms), size=6)]

        def text(n, m):
            a, b, c, d, e, f = [form(n, m) for form in chosen]
            bits = int(np.float64(1 / n).view("u8"))
            return (f'"op"(%{6}) <{{a = {a} : i64, b = [{b}, -3]}}> tensor<{c}x3x{d}xf64> dense<{e}> '
                    f'dense<0x{bits:016X}> loc("f{3}.py":{f}:12)')
        found = unified_text([text(n, m) for n, m in zip(*rows.values())], rows)
        for n, m in ((7, 5), (1000, 999), (64, 640)):
            assert found.text({"n": n, "m": m}) == text(n, m)
