"""Carries that are equal in every turn are found, through branches and inner loops; others are not."""
import pytest

from recto.transform.analysis.equal_carries import congruent_carries
from recto.transform.reader import read

HEAD = "from recto.transform import primitives as prim\n"


def carries(body, values="0, 0, 1"):
    """The equal ones of the first loop of a function with carries n, m, k; p and x do not change."""
    lines = "\n".join("        " + line for line in body.strip().split("\n"))
    program = read(HEAD + f'''
def f(p: "bool[]", x: "i64[]"):
    def body(i: "i64[]", p: "bool[]", x: "i64[]", n: "i64[]", m: "i64[]", k: "i64[]"):
{lines}
    n, m, k = prim.fori_loop(0, x, p, x, {values}, body=body, invariant=2, step=1)
    return n, m, k
''')
    (loop,) = program.body
    return congruent_carries(loop.param("body"), loop.operands[2:], 2, 1)


BRANCHES = """
def then(a: "i64[]", b: "i64[]"):
    c = prim.add(a, 1)
    return c, {}
def orelse(a: "i64[]", b: "i64[]"):
    return a, b
n_1, m_1 = prim.cond(p, n, m, branches=(then, orelse))
k_1 = prim.mul(k, x)
return n_1, m_1, k_1
"""
INNER = """
def inner(j: "i64[]", a: "i64[]", b: "i64[]"):
    c = prim.add(a, j)
    d = prim.add({}, j)
    return c, d
n_1, m_1 = prim.fori_loop(0, x, n, m, body=inner, invariant=0, step=1)
k_1 = prim.mul(k, x)
return n_1, m_1, k_1
"""


@pytest.mark.parametrize("body, values, found", [
    ("n_1 = prim.add(n, 1)\nm_1 = prim.add(m, 1)\nk_1 = prim.mul(k, x)\nreturn n_1, m_1, k_1", "0, 0, 1", {3: 2}),
    ("n_1 = prim.add(n, 1)\nm_1 = prim.add(m, 2)\nk_1 = prim.mul(k, x)\nreturn n_1, m_1, k_1", "0, 0, 1", {}),
    ("n_1 = prim.add(n, 1)\nm_1 = prim.add(m, 1)\nk_1 = prim.mul(k, x)\nreturn n_1, m_1, k_1", "0, 1, 1", {}),
    ("n_1 = prim.add(n, k)\nm_1 = prim.add(m, k)\nk_1 = prim.mul(n, x)\nreturn n_1, m_1, k_1", "0, 0, 0", {3: 2}),
    ("n_1 = prim.add(n, k)\nm_1 = prim.add(m, n)\nk_1 = prim.add(k, m)\nreturn n_1, m_1, k_1", "x, x, x",
     {3: 2, 4: 2}),
    (BRANCHES.format("c"), "0, 0, 1", {3: 2}),
    (BRANCHES.format("b"), "0, 0, 1", {}),
    (INNER.format("b"), "0, 0, 1", {3: 2}),
    (INNER.format("j"), "0, 0, 1", {}),
])
def test_equal_carries(body, values, found):
    assert carries(body, values) == found
