"""Zeros in derivative rules are zeros, also where an operand is infinite."""
import numpy as np

from recto.transform import primitives as prim
from recto.transform.primitives.linear_algebra import matrix_rules as _matrices

X = np.array([np.inf, 2.0, 3.0])
U = np.array([4.0, 0.0])
INDEX = np.array([1, 2])
WHERE = {"axes": (0,), "batch": 0, "at": 0}


def test_a_factor_elsewhere_does_not_matter():
    got = prim.scatter_mul.jvp[0](np.ones(3), None, X, np.array([4.0, np.inf]), INDEX[:1].repeat(2), **WHERE)
    np.testing.assert_array_equal(got, [1.0, np.inf, 1.0])


def test_an_infinite_element_has_no_part_in_the_others():
    got = prim.scatter_mul.jvp[1](np.ones(2), None, X, U, INDEX, **WHERE)
    np.testing.assert_array_equal(got, [0.0, 2.0, 3.0])
    got = prim.scatter_max.jvp[1](np.ones(2), np.array([np.inf, 4.0, 3.0]), X, U, INDEX, **WHERE)
    np.testing.assert_array_equal(got, [0.0, 1.0, 0.0])


def test_what_a_mask_leaves_out_is_zero():
    np.testing.assert_array_equal(_matrices.where(np.array([False, True, True]), X), [0.0, 2.0, 3.0])
    np.testing.assert_array_equal(_matrices.reciprocal(np.array([np.inf, 0.0, 2.0])), [0.0, 0.0, 0.5])


def test_the_imaginary_part_of_a_real_array_has_no_cotangent():
    (rule,) = prim.imag.transpose
    np.testing.assert_array_equal(rule(X, X), np.zeros(3))
