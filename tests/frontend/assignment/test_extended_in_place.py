"""`items += more` extends the list that other names have as well, whatever computes how many items come."""
from __future__ import annotations

import operator

import numpy as np
import pytest

import recto

X = np.array([3.0, -1.0, 2.0, -4.0])
MORE = {  # values of lengths that are known, and that data decide
    "known": "[1.0, v]", "filtered": "[w for w in x if w > 0]", "own": "q[:1]", "slice": "q[:int(v > 0)]",
    "array": "x[x > 0].tolist()", "sorted": "sorted(w for w in x if w < 0)", "repeated": "[5.0] * int(v > 0)",
    "listed": "list(filter(lambda w: w > 0, x))", "tuple": "tuple([w for w in x if w > 0])",
    "range": "range(int(abs(v)))", "generator": "(w for w in x if w > 0)",
}
FORMS = {
    "variable": "q = [w for w in x if w < 5]\nm = q\nq += {}\nreturn m, q",
    "known_length": "q = [1.0]\nm = q\nq += {}\nreturn m, q",
    "helper": "q = [w for w in x if w < 5]\nhelped(q, {})\nreturn q",
    "attribute": "o = Holder()\nm = q = o.items\no.items += {}\no.items += {}\nreturn m, o.items",
    "item": 'q = [w for w in x if w < 5]\nd = {{"a": q}}\nd["a"] += {}\nreturn q, d',
    "operator": "q = [w for w in x if w < 5]\nm = q\nm = operator.iadd(m, {})\nreturn m, q",
    "argument": "q += {}\nreturn len(q)",
    "outside": "global OUTSIDE\nq = OUTSIDE\nOUTSIDE += {}\nreturn q",
}
OUTSIDE: list = []


class Holder:
    def __init__(self):
        self.items = []


def helped(items, more):
    items += more


@pytest.fixture(scope="module")
def functions(tmp_path_factory):
    lines = []
    for form, body in FORMS.items():
        for more, value in MORE.items():
            indented = ["    " + line for line in body.replace("{}", value).splitlines()]
            lines += [f"def {form}_{more}(x, v, q):", *indented]
    path = tmp_path_factory.mktemp("extended") / "extended.py"
    path.write_text("\n".join(lines).replace("{{", "{").replace("}}", "}"))
    space = {"np": np, "operator": operator, "Holder": Holder, "helped": helped, "OUTSIDE": []}
    exec(compile(path.read_text(), str(path), "exec"), space)
    return space


def run(function, space, v):
    space["OUTSIDE"] = kept = [7.0]
    q = [5.0]
    return plain(function(X.copy(), v, q)), plain(q), plain(kept), space["OUTSIDE"] is kept


def plain(value):
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    return float(value)


@pytest.mark.xla
@pytest.mark.parametrize("more", MORE)
@pytest.mark.parametrize("form", FORMS)
def test_other_names_have_the_new_items(functions, form, more):
    function = functions[f"{form}_{more}"]
    compiled = recto.jit(function)
    for v in (2.0, -3.0):
        assert run(compiled, functions, v) == run(function, functions, v)
