"""`recto show`, `check` and `explain`: what they tell a person, and what a tool."""
from __future__ import annotations

import pytest

from .running import LOSS, fails, ran, recto

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
    assert "model.py:21: snapshots of u" in out and "memory:" in out and "flops" in out


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
                    "explain", "devices", "cache", "bench", "completion"):
        assert f"  {command} " in top
        assert "Usage: recto" in ran(command, "--help", cwd=folder)
