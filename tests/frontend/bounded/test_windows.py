"""Sizes that change while the program runs: loops over slices of computed length stay loops."""
import importlib

import corpus
import numpy as np
import pytest

import recto

MODULES = [name for name in corpus.module_names() if name.startswith("windows_")]
FUNCTIONS = {f"{module}-{name}": found
             for module in MODULES for name, found in corpus.functions(module).items()}
LOOPS = [name for name, found in FUNCTIONS.items()
         if found[0].function in importlib.import_module(f"programs.{name.split('-')[0]}").LOOPS]


def test_there_are_many():
    assert len(FUNCTIONS) >= 180 and len(LOOPS) >= 110


def size_of(case):
    return sum(np.size(x) for x in (*case.args, *case.kwargs.values()))


@pytest.mark.parametrize("name", LOOPS)
def test_loops_stay_loops(name):
    case = max(FUNCTIONS[name], key=size_of).copy()
    _, reading = recto.jit(case.function)._reading(case.args, case.kwargs)
    assert "unrolled" not in str(reading.notes)


def averaged(x):
    out = []
    s = 0.0
    for v in x:
        s = 0.5 * s + v
        out.append(s)
    return out


def squares(x):
    return [v * v for v in x]


def states(x):
    state, found = x[:2], []
    for v in x:
        state = state[::-1] * v
        found.append(state)
    return np.stack(found)


def from_the_last_two(x):
    out = [x[0], x[1]]
    for i in range(2, len(x)):
        out.append(out[-1] - out[i - 2] + x[i])
    return np.array(out)


@pytest.mark.parametrize("function", [averaged, squares, states, from_the_last_two])
def test_programs_do_not_grow_with_the_lists(function):
    lengths = {str(corpus.read(corpus.Case(function, (np.ones(n),))).program).count("\n") for n in (100, 1000, 10_000)}
    assert len(lengths) == 1 and max(lengths) < 35


@pytest.mark.parametrize("function", [averaged, squares])
def test_transformations_of_functions_that_return_long_lists(function):
    x = np.random.default_rng(7).normal(size=(3, 40))
    batched = recto.vmap(function)(x)
    assert isinstance(batched, list) and len(batched) == 40
    np.testing.assert_allclose(np.array(batched), np.array([function(row) for row in x]).T)
    value, tangent = recto.jvp(function, (x[0],), (x[1],))
    np.testing.assert_allclose(np.array(value), function(x[0]))
    jacobian = np.array(recto.jacrev(function)(x[0]))
    np.testing.assert_allclose(jacobian @ x[1], np.array(tangent))
    _, pullback = recto.vjp(function, x[0])
    np.testing.assert_allclose(pullback(list(x[2]))[0], x[2] @ jacobian)


def test_lists_of_arrays_in_a_batch():
    x = np.random.default_rng(8).normal(size=(3, 40))
    batched = recto.vmap(lambda x: [np.stack([v, 2.0 * v]) for v in x], out_axes=-1)(x)
    assert len(batched) == 40 and batched[0].shape == (2, 3)
    np.testing.assert_allclose(np.array(batched[7]), [x[:, 7], 2.0 * x[:, 7]])


def test_a_mask_of_another_length_is_an_index_error():
    def chosen(x, m):
        places = np.nonzero(m)[0]
        return x[places > 1]
    case = corpus.Case(chosen, (np.ones(2), np.array([True, False, True, True])))
    for run in (corpus.run_python, corpus.run_interpreted):
        with pytest.raises(IndexError, match="boolean index did not match indexed array"):
            run(case)


def test_a_place_that_does_not_exist_is_a_value_error():
    def partitioned(x):
        return np.partition(x[x > 1.0], 1)
    case = corpus.Case(partitioned, (np.array([0.0, 3.0]),))
    for run in (corpus.run_python, corpus.run_interpreted):
        with pytest.raises(ValueError, match="out of bounds"):
            run(case)


def test_a_computed_length_that_is_to_fill_an_axis_of_one():
    def column_into_a_line(x):
        out = x[None][:x.sum() % 2]
        out[:] = out.T
        return out + 1

    for dtype in (np.int64, np.uint64):
        x = np.array([3], dtype)
        assert (recto.jit(column_into_a_line)(x) == column_into_a_line(x)).all()
        for function in (column_into_a_line, recto.jit(column_into_a_line)):
            with pytest.raises(ValueError, match="could not .*broadcast|could not be broadcast"):
                function(np.array([4], dtype))
