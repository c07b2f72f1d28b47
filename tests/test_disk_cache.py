"""A second process neither reads source nor compiles; a change of anything the function reads is noticed."""
import os
import subprocess
import sys

import pytest

PROGRAM = """
import sys, numpy as np, recto
import model
sys.modules["__main__"].K = float(sys.argv[1])
f = recto.jit(model.loss)
x = np.arange(4.0)
print(float(f(x, 3)), float(f(x, 2)), x[0])
print("read" if "gast" in sys.modules else "recalled")
"""
MODEL = """
import numpy as np
K = {k}
TABLE = np.full(4, 2.0)

def inner(x):
    return x * {factor} + TABLE

def loss(x, n):
    x[0] = K
    total = np.zeros(n)
    for i in range(n):
        total[i] = np.sum(inner(x)) + i
    return total.sum()
"""


@pytest.fixture
def run(tmp_path):
    (tmp_path / "main.py").write_text(PROGRAM)

    def run(k=1.0, factor=1.0):
        (tmp_path / "model.py").write_text(MODEL.format(k=k, factor=factor))
        environment = {**os.environ, "RECTO_CACHE_DIR": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
        result = subprocess.run(
            [sys.executable, "main.py", "0"], cwd=tmp_path, env=environment, text=True, capture_output=True
        )
        assert result.returncode == 0, result.stderr
        return result.stdout.splitlines()
    return run


def expected(k, factor):
    inner = factor * (k + 1 + 2 + 3) + 8
    return [3 * inner + 3, 2 * inner + 1, k]


def test_second_process_recalls(run):
    first, second, third = run(), run(), run()
    assert first[1] == "read" and second[1] == "recalled" and third[1] == "recalled"
    assert first[0] == second[0] == third[0]
    assert [float(v) for v in first[0].split()] == expected(1.0, 1.0)


def test_a_changed_global_is_noticed(run):
    run()
    values, how = run(k=5.0)
    assert how == "read" and [float(v) for v in values.split()] == expected(5.0, 1.0)
    assert run(k=1.0)[1] == "recalled"


def test_a_changed_helper_is_noticed(run):
    run()
    values, how = run(factor=3.0)
    assert how == "read" and [float(v) for v in values.split()] == expected(1.0, 3.0)


def test_corrupt_entries_are_ignored_and_rewritten(run, tmp_path):
    first = run()
    for path in (tmp_path / "cache").glob("??/*"):
        path.write_bytes(path.read_bytes()[:-7] + b"garbage")
    assert run()[0] == first[0]
    assert run()[1] == "recalled"


SORTS = """
import numpy as np, recto
f = recto.jit(lambda x: np.sort(x)[::-1] + x)
x = np.array([2.0, 3.0, 1.0])
compiled = f.lower(x).compile()
print(np.asarray(compiled(x)), np.asarray(f(x)))
"""


def test_what_has_run_is_stored(tmp_path):
    """XLA does not serialise an executable that sorts once it has run."""
    (tmp_path / "sorts.py").write_text(SORTS)
    environment = {**os.environ, "RECTO_CACHE_DIR": str(tmp_path / "cache")}
    command = [sys.executable, str(tmp_path / "sorts.py")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.stdout.split("\n")[0] == "[5. 5. 2.] [5. 5. 2.]", done.stderr


DERIVATIVES = """
import sys, numpy as np, recto
import model
gradient, jacobian = recto.grad(model.loss), recto.jacfwd(model.inner)
both = recto.jit(lambda x: recto.value_and_grad(model.loss)(x, 2))
x = np.arange(4.0)
print([float(v) for v in gradient(x.copy(), 3)], float(jacobian(x)[1, 1]), float(both(x.copy())[1][2]))
print("read" if "gast" in sys.modules else "recalled")
"""


def test_derivatives_are_recalled_too(run, tmp_path):
    (tmp_path / "main.py").write_text(DERIVATIVES)
    first, second = run(), run()
    assert first == ["[0.0, 3.0, 3.0, 3.0] 1.0 2.0", "read"] and second == [first[0], "recalled"]
    assert run(factor=5.0) == ["[0.0, 15.0, 15.0, 15.0] 5.0 10.0", "read"]
    assert run(factor=5.0)[1] == "recalled"


EDITED = """
import sys, numpy as np, recto
import model
text = open("model.py").read()
open("model.py", "w").write(text.replace("+ TABLE", "- TABLE"))
try:
    recto.jit(model.loss)(np.arange(4.0), 2)
except recto.CompileError as error:
    print(error.hint)
open("model.py", "w").write(text)
"""


def test_text_edited_before_the_first_call_is_not_compiled(run, tmp_path):
    """Source is read at the first call: then it may be another than that of the code."""
    program = (tmp_path / "main.py").read_text()
    (tmp_path / "main.py").write_text(EDITED)
    assert run() == ["reload the module (importlib.reload), or start Python again"]
    (tmp_path / "main.py").write_text(program)
    values, how = run()
    assert how == "read" and [float(v) for v in values.split()] == expected(1.0, 1.0)
