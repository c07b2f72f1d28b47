"""`recto show`, `check` and `explain`: what they tell a person, and what a tool."""
from __future__ import annotations

import numpy as np
import pytest

from .running import LOSS, fails, function_in, ran, recto

ANNOTATED = ("show", "model.py:annotated")


def test_the_derivative_stands_beside_the_users_lines(folder):
    rows = ran(*ANNOTATED, cwd=folder).splitlines()
    (row,) = [r for r in rows if "np.cos(x)" in r]
    assert row.split()[0] == "17" and "return c * np.sum(np.sin(x))" in row


def test_stages_as_json_have_the_users_lines(folder):
    stages = recto(*ANNOTATED, "--stage", "source,program,numpy,transformed", "--json", cwd=folder).json
    assert [s["stage"] for s in stages] == ["source", "program", "numpy", "transformed"]
    for stage in stages:
        (line,) = [row["line"] for row in stage["lines"] if "sin(x)" in row["text"] or "np.cos(x)" in row["text"]]
        assert line == 17


@pytest.mark.xla
def test_stablehlo_and_hlo_have_the_users_lines(folder):
    stages = recto(*ANNOTATED, "--stage", "stablehlo,hlo", "--json", cwd=folder).json
    assert {row["line"] for row in stages[0]["lines"] if "stablehlo.cosine" in row["text"]} == {17}
    assert any(row["line"] == 17 for row in stages[1]["lines"]) and "cosine" in str(stages[1])


def test_unknown_stages_are_told_with_those_that_are_near(folder):
    assert "did you mean program?" in fails(2, *ANNOTATED, "--stage", "progam", cwd=folder)


def test_check_tells_types_and_runs_nothing(folder):
    assert ran("check", "model.py:annotated", cwd=folder) == "annotated(x: f64[n,3], c: f64[]) -> f64[]\n"
    (folder / "loud.py").write_text("def f(x: 'f64[3]'):\n    print('ran')\n    return x.sum()\n")
    done = recto("check", "loud.py:f", cwd=folder)
    assert done.code == 0 and "ran" not in done.out + done.err


def test_check_tells_what_is_wrong_and_where(folder):
    (folder / "wrong.py").write_text("import numpy as np\n\n\ndef right(x: 'f64[3]'):\n    return x + 1\n\n\n"
                                     "def wrong(x: 'f64[3]', y: 'f64[4]'):\n    return x + y\n\n\n"
                                     "def bare(x):\n    return x\n")
    done = recto("check", "wrong.py", cwd=folder)
    assert done.code == 1 and "right(x: f64[3]) -> f64[3]" in done.out and "bare: skipped" in done.out
    assert "wrong: shapes differ: f64[3] and f64[4]" in done.err and "line 9, in wrong" in done.err
    told = recto("check", "wrong.py", "--json", cwd=folder)
    assert told.code == 1 and told.json["ok"] is False
    rows = {row["function"]: row for row in told.json["functions"]}
    assert rows["wrong"]["line"] == 9 and rows["right"]["results"] == ["f64[3]"]
    assert rows["bare"]["status"] == "skipped"
    assert recto("check", "wrong.py:right", "--quiet", cwd=folder) == (0, "", "")


@pytest.mark.xla
def test_explain_tells_what_is_kept(folder):
    out = ran("explain", "model.py:smooth", "--args", "u: f64[9], c: f64, steps: int", "--transform", "vjp(wrt=c)",
              cwd=folder)
    assert "model.py:21: snapshots of u" in out and "memory:" in out and "operations" in out


@pytest.mark.xla
def test_devices_and_cache(folder):
    assert recto("devices", "--json", cwd=folder).json[0]["platform"] == "cpu"
    assert ran("devices", cwd=folder).startswith("cpu:0")
    cache = {"RECTO_CACHE_DIR": str(folder / "cache")}
    info = recto("cache", "info", "--json", cwd=folder, **cache).json
    assert info["entries"] == 0
    assert recto("cache", "clear", cwd=folder, **cache).err == "removed 0 entries, 0 bytes\n"


@pytest.mark.xla
def test_bench_times_all_three(folder):
    rows = recto("bench", "model.py:loss", "--args", LOSS, "--size", "n=20", "--json", cwd=folder).json
    assert set(rows) == {"numpy", "compiled", "gradient"} and all(row["seconds"] > 0 for row in rows.values())
    assert "--size n=1000" in fails(2, "bench", "model.py:loss", "--args", LOSS, cwd=folder)


def test_completion(folder):
    environment = {"_RECTO_COMPLETE": "bash_complete", "COMP_WORDS": "recto grad model.py:Mod", "COMP_CWORD": "2"}
    words = recto(cwd=folder, **environment).out.split()
    assert [w.split(",", 1)[1] for w in words] == ["model.py:Model.__init__", "model.py:Model.predict",
                                                   "model.py:Model.loss"]
    assert "_RECTO_COMPLETE=bash_complete" in ran("completion", "bash", cwd=folder)


def test_help_and_version(folder):
    assert ran("--version", cwd=folder).startswith("recto 0.")
    top = ran("--help", cwd=folder)
    for command in ("grad", "value-and-grad", "vjp", "jvp", "hessian", "vmap", "jit", "emit", "show", "check",
                    "explain", "devices", "cache", "doctor", "bench", "completion"):
        assert f"  {command} " in top
        assert "Usage: recto" in ran(command, "--help", cwd=folder)


def test_check_ends_with_one_line_for_the_file(folder):
    (folder / "three.py").write_text("def right(x: 'f64[3]'):\n    return x + 1\n\n\n"
                                     "def wrong(x: 'f64[3]', y: 'f64[4]'):\n    return x + y\n\n\n"
                                     "def bare(x):\n    return x\n")
    assert recto("check", "three.py", cwd=folder).out.splitlines()[-1] == "3 functions: 1 right, 1 wrong, 1 skipped"


RULED = '''import numpy as np
import recto


@recto.custom_vjp
def energy(x: "f64[n]", k: "f64"):
    return k * np.sum(x ** 2)


def energy_vjp(x, k, out_bar):
    return k * np.sum(x ** 2), {factor} * k * x * out_bar, out_bar * np.sum(x ** 2)


energy.defvjp_file(energy_vjp)
'''


@pytest.mark.xla
def test_check_compares_a_rule_with_the_derivative(folder):
    (folder / "ruled.py").write_text(RULED.format(factor=2))
    assert ran("check", "ruled.py:energy", cwd=folder).endswith("-> f64[], and its rule is the derivative\n")
    (folder / "ruled2.py").write_text(RULED.format(factor=3))
    done = recto("check", "ruled2.py:energy", cwd=folder)
    assert done.code == 1 and "energy_vjp is not its derivative: x_bar[0] is " in done.err


def test_hints_have_types_for_which_the_function_can_be_read(folder):
    (folder / "hinted.py").write_text(
        "import numpy as np\n\n\ndef logistic(w, X, y):\n    return np.mean(np.log1p(np.exp(-y * (X @ w))))\n\n\n"
        "def smooth(u, c, steps):\n    for _ in range(steps):\n        u = u + c * np.roll(u, 1)\n    return u.sum()\n")
    for name in ("logistic", "smooth"):
        hint = fails(2, "grad", f"hinted.py:{name}", cwd=folder).split('--args "')[1].split('"')[0]
        assert f"def grad_{name}(" in ran("grad", f"hinted.py:{name}", "--args", hint, cwd=folder)


def test_sizes_may_have_conditions(folder):
    (folder / "conv.py").write_text(
        "import numpy as np\n\n\ndef conv(x, k):\n    out = np.zeros(len(x) - len(k) + 1)\n"
        "    for i in range(len(k)):\n        out = out + k[i] * x[i:i + len(out)]\n    return np.sum(out ** 2)\n")
    types = "x: f64[n], k: f64[m]"
    assert "#   for n >= m\n" in ran("grad", "conv.py:conv", "--args", types, cwd=folder)  # found by itself
    text = ran("grad", "conv.py:conv", "--args", f"{types} where n >= m", cwd=folder)
    assert "#   for n >= m\n" in text
    x, k = np.arange(7.0), np.array([1.0, -2.0, 0.5])
    found, step = function_in(text, "grad_conv")(x, k), 1e-6
    conv = function_in((folder / "conv.py").read_text(), "conv")
    wanted = [(conv(x + e, k) - conv(x - e, k)) / (2 * step) for e in step * np.eye(7)]
    np.testing.assert_allclose(found, wanted, rtol=1e-6, atol=1e-6)
    assert "is no size" in fails(2, "grad", "conv.py:conv", "--args", f"{types} where q > 1", cwd=folder)
    assert "no condition on sizes" in fails(2, "grad", "conv.py:conv", "--args", f"{types} where f()", cwd=folder)


def test_a_module_may_be_named_with_dots(folder):
    (folder / "package").mkdir()
    (folder / "package" / "__init__.py").write_text("")
    (folder / "package" / "inner.py").write_text("def f(x: 'f64'):\n    return x ** 2\n")
    assert "def grad_f(x):" in ran("grad", "package.inner:f", cwd=folder)
    assert ran("check", "model:annotated", cwd=folder).startswith("annotated(")
    assert "there is no file package.other" in fails(2, "grad", "package.other:f", cwd=folder)


@pytest.mark.xla
def test_bench_says_on_what_it_runs(folder):
    (folder / "loops.py").write_text("def halve(x: 'f64'):\n    while x > 1:\n        x = x / 2\n    return x\n")
    random = ran("bench", "loops.py:halve", cwd=folder)
    assert random.startswith("on random numbers between 0 and 1 for x: a loop at loops.py:2 runs as often as")
    assert ran("bench", "loops.py:halve", "--example", "halve(1e300)", cwd=folder).startswith("on your data\n")
    rows = recto("bench", "loops.py:halve", "--example", "halve(1e300)", "--json", cwd=folder).json
    assert rows["numpy"]["seconds"] > 2e-5


@pytest.mark.xla
def test_doctor_says_what_works(folder):
    rows = {row["what"]: row for row in recto("doctor", "--json", cwd=folder).json}
    assert all(rows[name]["state"] == "ok" for name in ("recto", "numpy", "jaxlib", "source", "compiler", "devices"))
    assert "ok   compiler" in ran("doctor", cwd=folder)


@pytest.mark.xla
def test_explain_looks_at_the_gradient_of_data(folder):
    out = ran("explain", "model.py:annotated", "--example", "annotated(np.ones((2, 3)), 2.0)", cwd=folder)
    assert "gradient by x: its norm is" in out and "agrees with a complex step" in out


def test_a_map_is_written_beside_the_file(folder):
    ran("grad", "model.py:annotated", "-o", "slope.py", "--map", cwd=folder)
    assert '"sources": [\n  "model.py"\n ]' in (folder / "slope.py.map").read_text()
    assert "--map needs -o FILE" in fails(2, "grad", "model.py:annotated", "--map", cwd=folder)


def test_functions_that_are_called_are_shown_too(folder):
    (folder / "two.py").write_text("import numpy as np\n\n\ndef inner(x):\n    y = np.sin(x)\n    return y * y\n\n\n"
                                   "def unused(x):\n    return x\n\n\ndef outer(x: 'f64[3]'):\n"
                                   "    return np.sum(inner(x))\n")
    (stage,) = recto("show", "two.py:outer", "--stage", "source", "--json", cwd=folder).json
    assert [row["line"] for row in stage["lines"]] == [13, 14, None, 4, 5, 6]
    assert "y = np.sin(x)" in stage["lines"][4]["text"]
    (row,) = [r for r in ran("show", "two.py:outer", cwd=folder).splitlines() if "sin" in r and "np.cos" not in r]
    assert row.split()[0] == "5"
