"""Long statements are broken, and go on meaning what they mean."""

import ast

import pytest

from recto.transform.ir.line_layout import wrap


@pytest.mark.parametrize("head", ["return ", "x_bar += ", "a, b[i] = ", ""])
def test_long_sums_are_broken(head):
    terms = " + ".join(f"np.sum(table[{k}, :] * np.cos(x - {k}.5), axis=0)" for k in range(800))
    lines = wrap(f"    {head}f({terms})")
    assert len(lines) > 300 and max(map(len, lines)) <= 100
    code = "def g():\n" + "\n".join(lines)
    assert ast.dump(ast.parse(code.replace("return ", ""))) == ast.dump(
        ast.parse(f"def g():\n    {head.replace('return ', '')}f({terms})")
    )


def test_a_call_is_no_assignment():
    """Nor are its arguments by name, however many brackets there are. (It took hours once.)"""
    part = "f((x + 1), g(values[i], axis=0)), "
    lines = wrap("    np.where(f(x, alpha_beta, x) + " + part * 40 + 'h("a = b"))')
    assert lines[0].startswith("    np.where(") and max(map(len, lines)) <= 100


def test_a_comparison_is_no_assignment():
    lines = wrap("if x.shape == other.shape and " + " and ".join(f"first[{k}] <= second[{k}]" for k in range(9)) + ":")
    assert lines[0].startswith("if (x.shape == other.shape") and lines[-1].endswith("):")
