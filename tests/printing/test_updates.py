"""What is printed of zeros, tapes, repeated terms and additions to one cotangent."""
import ast

import numpy as np
import pytest

import recto
from recto.transform.printing.cleanup.parallel_assignments import with_parallel_assignments


def together(source, width=80):
    module = ast.Module(with_parallel_assignments(ast.parse(source).body, width, depth=0), [])
    return ast.unparse(ast.fix_missing_locations(module)).replace("(x_bar, y_bar) =", "x_bar, y_bar =")


@pytest.mark.parametrize("before, after", [
    ("x_bar = np.zeros_like(x)\ny_bar = np.zeros(3)", "x_bar, y_bar = (np.zeros_like(x), np.zeros(3))"),
    ("s_bar = 0.0\nt_bar = 0.0\nu_bar = 0.0", "s_bar = t_bar = u_bar = 0.0"),
    ("s_bar = 0.0\nt_bar = 0", "s_bar = 0.0\nt_bar = 0"),
    ("s_bar = 0.0\nx_bar = np.zeros(2)\nt_bar = 0.0", "x_bar = np.zeros(2)\ns_bar = t_bar = 0.0"),
    ("h = h_saved[i]\nz = z_saved[i]", "h, z = (h_saved[i], z_saved[i])"),
    ("h = h_saved[i]\nz = z_saved[i - 1]", "h = h_saved[i]\nz = z_saved[i - 1]"),
    ("i = i_saved[i]\nz = z_saved[i]", "i = i_saved[i]\nz = z_saved[i]"),
    ("x_bar = np.zeros(3)\ny_bar = np.zeros_like(x_bar)", "x_bar = np.zeros(3)\ny_bar = np.zeros_like(x_bar)"),
    ("x = np.zeros(3)\ny = np.zeros(3)", "x = np.zeros(3)\ny = np.zeros(3)"),
])
def test_what_begins_alike_begins_in_one_statement(before, after):
    assert together(before) == after


def test_a_line_holds_as_many_as_its_width_lets():
    source = "\n".join(f"{n}_bar = np.zeros_like({n})" for n in "abcdef")
    lines = together(source, 60).splitlines()
    assert len(lines) == 3 and all(len(line) <= 64 for line in lines)


def beam_stiffness(h, f):
    k = np.array([[12, 6 * h, -12], [6 * h, 4 * h ** 2, -6 * h], [-12, -6 * h, 12]])
    return np.sum(k * f)


def shared_quotient(a, b, x):
    q = a / b
    return np.sum(q * x + q)


def two_places(x, i):
    total = 0.0
    for k in range(3):
        total += (x[2 * k] - x[2 * k + 1]) * np.exp(x[2 * k]) * np.sin(x[2 * k + 1])
    return total


def test_terms_of_numbers_stand_as_the_user_wrote_them():
    source = recto.jit(beam_stiffness).source(2.0, np.ones((3, 3)))
    assert "4 * h ** 2" in source and source.count("6 * h") == 4, source


def test_a_quotient_is_computed_once():
    assert recto.jit(shared_quotient).source(2.0, 3.0, np.ones(3)).count("/") == 1


def test_a_line_adds_to_each_cotangent_once():
    source = recto.grad(two_places).source(np.ones(6), 0)
    added = [line.split("+=")[0] for line in source.splitlines() if "+=" in line and "_bar" in line]
    assert len(added) == len(set(added)), source


@pytest.mark.parametrize("f, args", [(beam_stiffness, (2.0, np.arange(9.0).reshape(3, 3))),
                                     (shared_quotient, (2.0, 3.0, np.arange(3.0))),
                                     (two_places, (np.linspace(0.1, 1, 6), 0))])
def test_printed_gradients_compute_the_same(f, args):
    namespace = {}
    exec(recto.grad(f).source(*args), namespace)
    np.testing.assert_allclose(namespace[f"grad_{f.__name__}"](*args), recto.grad(f)(*args), rtol=1e-12)
