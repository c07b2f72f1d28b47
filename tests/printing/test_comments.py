"""Comments of printed source: the user's statements above what computes their cotangents, places, or nothing."""
import numpy as np
import pytest

import recto


def loss(W, xs):
    h = np.zeros(3)
    for t in range(len(xs)):
        z = W @ h + xs[t]
        h = np.tanh(z)          # the state
    return np.sum(h ** 2)


TYPES = "f64[3,3]", "f64[5,3]"


def comments(source):
    return [line.split("#", 1)[1].strip() for line in source.split("\n") if "#" in line]


def test_the_users_statements_stand_above_their_cotangents_once():
    lines = [line.strip() for line in recto.grad(loss).source(*TYPES).split("\n")]
    for statement, number, bar in (("return np.sum(h ** 2)", 13, "h_bar"), ("h = np.tanh(z)", 12, "_bar"),
                                   ("z = W @ h + xs[t]", 11, "_bar")):
        remark = f"# {statement}  test_comments.py:{number}"
        assert lines.count(remark) == 1
        assert bar in lines[lines.index(remark) + 1]


def test_places_alone():
    source = recto.grad(loss).source(*TYPES, comments="lines")
    assert "# h = np.tanh" not in source and "test_comments.py:12" in source


def test_no_comments():
    source = recto.grad(loss).source(*TYPES, comments="none")
    assert "test_comments.py" not in source.split("import numpy")[1]


def test_comments_change_nothing_else():
    code = lambda kind: [c for line in recto.grad(loss).source(*TYPES, comments=kind).split("\n")[2:]
                         if (c := line.split("#")[0].rstrip())]
    assert code("statements") == code("lines") == code("none")


def test_for_all_sizes():
    source = recto.grad(loss).source("f64[3,3]", "f64[t,3]")
    assert "# h = np.tanh(z)  test_comments.py:12" in source
    assert "# h = np.tanh" not in recto.grad(loss).source("f64[3,3]", "f64[t,3]", comments="lines")


def test_the_function_itself_has_places():
    assert "test_comments.py:12" in comments(recto.jit(loss).source(*TYPES))


def test_other_kinds_are_refused():
    with pytest.raises(ValueError, match="comments is one of 'statements', 'lines', 'none', not 'all'"):
        recto.grad(loss).source(*TYPES, comments="all")
