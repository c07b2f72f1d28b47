"""Batches of the corpus, printed, give under NumPy what the interpreter gives."""
import contextlib
import io

import corpus
import numpy as np
import pytest

import recto
from recto.transform import evaluate, numpy_source, optimise
from recto.transform.passes.vectorize.lanes import expand_lanes
from recto.transform.passes.vectorize.batch import batch

from batching.laws import agree, lane_of, stacked
from batching.test_programs import N, TOGETHER, GaveUp, ends, lanes_for, limited
from .test_numpy_style import run


NOT_NOTED = """converted_for_nobody_in_a_case converted_in_a_loop_for_nobody converted_in_a_loop_that_nan_never_ends
rounded_and_returned_by_one_path converted_and_asked_on_one_path converted_where_it_is_chosen
rounded_in_a_loop_that_may_not_run place_in_a_known_array"""
NOT_ALIKE = {
    "complex_of_parts": "a + 1j * b is NaN in NumPy where b is infinite",
    **dict.fromkeys(NOT_NOTED.split(), "int(x) of NaN raises; astype(int), which a batch has, does not"),
}


def given(x):
    """An argument as a caller has it: a number where the program has a scalar."""
    return x.copy() if x.ndim else x[()]


def agrees(cases):
    """All operands batched: the batch, printed and interpreted."""
    program, lanes = lanes_for(cases)
    mask = [True] * len(program.parameters)
    fine = [lanes[0], *(lane if ends(program, lane_of(mask, [lanes[0], lane], 1)) else lanes[0] for lane in lanes[1:])]
    batched = optimise(expand_lanes(batch(program, mask, N)[0]))
    operands = stacked(mask, fine)
    with limited(TOGETHER):
        wanted = evaluate(batched, *(x.copy() for x in operands))
        try:
            found = run(numpy_source(batched), batched.name, [given(x) for x in operands])
        except (IndexError, AssertionError):
            if raises(cases[0], wanted):        # one of the lanes does
                return
            raise
    for k, (got, want) in enumerate(zip(found, wanted, strict=True)):
        agree(np.asarray(got), want, f"result {k}")


def raises(case, results):
    """Does the code of what a function raises say so in any lane?"""
    reading = corpus.read(case).reading
    return bool(reading.errors) and bool(np.any(results[reading.behind]))


def changed_at_places(x, places):
    cells = [x[0], x[1], x[2]]
    for k in places:
        cells[k] = 2 * cells[k]
    return cells


def test_a_place_out_of_a_list_is_asserted_for_all_lanes():
    x, places = np.arange(6.0).reshape(2, 3), np.array([[0, -1], [2, 1]])
    source = recto.vmap(changed_at_places).source(x, places)
    found = run(source, "vmap_changed_at_places", [x, places])[0]
    np.testing.assert_allclose(found, np.transpose([changed_at_places(*lane) for lane in zip(x, places)]))
    with pytest.raises(AssertionError):
        run(source, "vmap_changed_at_places", [x, places + 1])


def solved(a, b):
    if np.linalg.det(a) == 0:
        return np.zeros(2)
    return np.sum(np.linalg.solve(a, b)) * b


def test_matrices_of_lanes_that_take_another_branch_do_not_raise():
    a, b = np.stack([np.eye(2), np.zeros((2, 2))]), np.ones((2, 2))
    (found,) = run(recto.vmap(solved).source(a, b), "vmap_solved", [a, b])
    np.testing.assert_allclose(found, [[2.0, 2.0], [0.0, 0.0]])


def scaled_where_it_counts(x, t):
    if x[0] > 0.4:
        places = np.nonzero(x > 0.3)[0]
        x[places] = np.sqrt(x[places]) * t
        x[x < 0.2] += t
    return x


def test_masked_writes_at_chosen_places_do_not_raise():
    x, t = np.array([[0.5, 0.1, 0.9], [0.2, 0.7, 0.8], [0.6, 0.35, 0.1]]), np.array([2.0, 3.0, 4.0])
    found = run(recto.vmap(scaled_where_it_counts).source(x, t), "vmap_scaled_where_it_counts", [x.copy(), t])
    np.testing.assert_allclose(found[0], [scaled_where_it_counts(a, b) for a, b in zip(x.copy(), t)])


def chosen_of_fitting_length(x, y, u):
    try:
        if u > 2.0:
            y = y + np.sum(x[x] + np.zeros(x.shape))
    except Exception:
        pass
    return y


def chosen_in_branches_of_branches(x, y, u):
    try:
        if u > 2.0:
            if y[0] > 2.0:
                y = y + np.sum(x[x] + np.zeros(x.shape))
            y = y + np.sum(x[~x[::-1] | x] + np.zeros(x.shape))
    except Exception:
        pass
    return y


def chosen_while_it_goes_on(x, y, u):
    try:
        while u > 2.0:
            y = y + np.sum(x[x] + np.zeros(x.shape))
            u -= 1.0
    except Exception:
        pass
    return y


@pytest.mark.parametrize("f", [chosen_of_fitting_length, chosen_in_branches_of_branches, chosen_while_it_goes_on])
def test_assertions_are_for_lanes_that_come_to_them(f):
    x, y = np.array([[True, True, True], [False, False, True]]), np.arange(6.0).reshape(2, 3)
    u = np.array([4.0, 1.0])
    source, name = recto.vmap(f).source(x, y, u), f"vmap_{f.__name__}"
    assert "assert not np.any" in source
    np.testing.assert_allclose(run(source, name, [x, y, u])[0], [f(*lane) for lane in zip(x, y, u)])
    with pytest.raises(AssertionError):
        run(source, name, [x, y, u[::-1]])


@pytest.mark.parametrize("module", corpus.module_names())
def test_printed_batches_agree(module):
    faults = []
    for name, cases in corpus.sample(module, "printed batch", 8).items():
        try:
            with contextlib.redirect_stdout(io.StringIO()), np.errstate(all="ignore"):
                agrees(cases)
        except (Exception, GaveUp) as error:
            if name in NOT_ALIKE or "a host call that only some members" in str(error):
                continue
            faults.append(f"{name}: {type(error).__name__}: {' '.join(str(error).split())[:300]}")
    assert not faults, "\n".join(faults)
