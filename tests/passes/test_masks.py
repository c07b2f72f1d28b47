"""Masks for regions: the same values, no region left, and each mask made once."""
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import randoms

from recto.transform.passes.simplify.masks import with_masks
from recto.transform.ir.program import check, walk
from recto.transform.reader import read

from .equal import assert_equal
from .random_programs import Grower, arguments

TWICE = read("""
from recto.transform import primitives as prim
def f(x: "f64[3,4]", y: "f64[3,4]", n: "i64[]"):
    part = prim.select_region(x, y, 0, n, axes=(1,))
    other = prim.select_region(y, x, 0, n, axes=(1,))
    both = prim.select_region(part, other, 1, 2, 0, n, axes=(0, 1))
    return part, both
""")


@settings(max_examples=150, deadline=None)
@given(randoms, st.integers(0, 99))
def test_masks_stand_for_regions(random, seed):
    program = Grower(random).program()
    masked = check(with_masks(program))
    assert not any(call.primitive.name == "select_region" for call in walk(masked))
    assert_equal(program, masked, *arguments(seed))


def test_a_mask_is_made_once():
    names = [call.primitive.name for call in with_masks(TWICE).body]
    assert names.count("inside") == 2 and names.count("select") == 3
    x, y = np.arange(12.0).reshape(3, 4), -np.ones((3, 4))
    for n in (-1, 0, 2, 9):
        assert_equal(TWICE, with_masks(TWICE), x, y, np.asarray(n))


def test_a_program_without_regions_stays_what_it_is():
    plain = with_masks(TWICE)
    assert with_masks(plain) is plain
