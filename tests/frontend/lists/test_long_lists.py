"""Long lists of floats are passed as arrays first; what such an array can't stand for is read with the list's items."""
import copy
import importlib
import math

import corpus
import numpy as np
import pytest

import recto
from recto.transform.ir.program import walk

LONG = np.random.default_rng(0).random(100).tolist()


def looked_at(x):
    return sorted(x)[:3], isinstance(x, list), type(x[0]) is float, x + [1.0], len(x), x[1:4], x[::-1][:2], x[-1]


def summed(x):
    return sum(x), max(x), x.index(x[5]), x[5] in x, x == x, x * 2, x.count(x[0]), np.array(x).sum()


def copied(x):
    return [v * 2 for v in x], [round(v, 2) for v in x[:5]], x.copy(), tuple(x)


def sorted_in_place(x):
    x[3] = 7.0
    x.sort()
    return x


def lengthened(x):
    x.append(2.0)
    return x


def shortened(x):
    del x[0]
    x.insert(0, 5.0)
    x.pop()
    return x, x.pop(0)


def cleared(x):
    x.clear()
    return x


def by_data(x):
    return x[int(x[0] * 10)], x[len(x) - 1]


def of_other_lists(x):
    parts = {"head": x[:2], "tail": x[2:]}
    parts["tail"].append(len(parts["head"]))
    return parts


ROWS = [looked_at, summed, copied, sorted_in_place, lengthened, shortened, cleared, by_data, of_other_lists]


@pytest.mark.parametrize("function", ROWS)
def test_long_lists_are_lists(function):
    mine, yours = copy.copy(LONG), copy.copy(LONG)
    want, found = function(yours), recto.jit(function)(mine)
    corpus.same(found, want, "result")
    assert mine == yours and list(map(type, mine)) == list(map(type, yours))


def test_a_long_list_is_one_parameter_where_it_can_be():
    squares = lambda x: sum(v * v for v in x)
    assert len(recto.jit(squares).program(LONG).parameters) == 1
    assert len(recto.jit(squares).program(LONG[:10]).parameters) == 10


def with_gaps(x):
    x[3], x[70] = None, [x[70]]
    return np.ones((2, 3)).sum(axis=int(x[0])), x


def test_items_that_an_array_can_not_stand_for_are_read_one_by_one():
    f = recto.jit(with_gaps)
    for given in (LONG, [3 * v for v in LONG]):
        corpus.same(f(given[:]), with_gaps(given[:]), "result")
    assert not f.versions[0].variants[0].learnt.listed


def test_lists_requested_to_be_static_stay_static():
    f = recto.jit(lambda x, n: np.zeros(int(x[0] * 10) + n).size, static_argnums=(0, 1))
    assert f(tuple(LONG), 2) == 8


# -- loops over lists that data leave early ----------------------------------------------------------------------------


def near_obstacles(n, xs, ys):
    """The search that grid planners begin with."""
    found = [[False for _ in range(n)] for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for x, y in zip(xs, ys):
                if math.hypot(x - i, y - j) <= 1.5:
                    found[i][j] = True
                    break
    return found


def depth_of(program):
    return max([1 + depth_of(p) for call in program.body for p in call.programs()], default=0)


@pytest.mark.parametrize("number", [float, int, lambda v: v if v % 3 else float(v)], ids=["floats", "ints", "both"])
def test_loops_over_lists_that_are_left_early_stay_loops(number):
    xs, ys = [number(7 * k % 11) for k in range(150)], [number(5 * k % 13) for k in range(150)]
    compiled = recto.jit(near_obstacles, static_argnames="n")
    found = compiled(9, xs, ys)
    assert [[bool(v) for v in row] for row in found] == near_obstacles(9, xs, ys)
    program = compiled.lower(9, xs, ys).reading.program
    assert len(list(walk(program))) < 1000 and depth_of(program) < 10     # (numbers of both kinds are put together)


def looked_up(image):
    table = [0] + [10.0 * k for k in range(1, 99)]
    out = np.zeros(len(image))
    for i in range(len(image)):
        out[i] = table[image[i]]
    return out


def test_many_numbers_some_of_which_are_ints_are_floats():
    image = np.array([2, 0, 97, 2])
    assert np.array_equal(recto.jit(looked_up)(image), looked_up(image))


def decided_and_searched(xs, ys, limit):
    """The numbers of the lists decide a size, so they are known while compiling."""
    width = round(max(xs) - min(xs))
    found = np.zeros(width)
    for k in range(width):
        for x, y in zip(xs, ys):
            if abs(x - k) + abs(y) < limit:
                found[k] = x + y
                break
    return found


def test_lists_that_decide_sizes_are_gathered_where_loops_begin():
    xs, ys = [float(7 * k % 31) for k in range(200)], [k % 13 if k % 2 else 0.5 for k in range(200)]
    compiled = recto.jit(decided_and_searched)
    for limit in (2.0, 5.0):
        assert np.array_equal(compiled(xs, ys, limit), decided_and_searched(xs, ys, limit))
    program = compiled.lower(xs, ys, 2.0).reading.program
    assert len(list(walk(program))) < 600 and depth_of(program) < 10


def changed_while_searched(xs, limit):
    width, total = round(max(xs)), 0.0
    out = np.zeros(width)
    for x in xs:
        total += x
        if total > limit:
            xs[5] = total
            break
    return out, xs[5], total


def test_lists_that_are_changed_in_the_loop_are_not_gathered():
    xs = [float(7 * k % 31) for k in range(60)]
    mine = xs.copy()
    found, wanted = recto.jit(changed_while_searched)(mine, 100.0), changed_while_searched(xs, 100.0)
    assert [np.asarray(v).tolist() for v in found] == [np.asarray(v).tolist() for v in wanted]
    assert mine == xs


class Step:
    """Steps are unlike: what they do is read one by one."""

    def __init__(self, k):
        self.k, self.then = k, (lambda x: x + 1.0) if k % 2 else (lambda x: x * 2.0)
        self.held = {"a": k} if k % 3 else [k]


def first_far(steps, x):
    found = 0
    for step in steps:
        x = step.then(x)
        if x > 50.0:
            found = x * step.k
            break
        if x < -50.0:
            continue
        x += 0.25
    else:
        found = -1.0
    return found, x


@pytest.mark.parametrize("x", [0.001, 49.5, -60.0, -1e6])
def test_unrolled_loops_that_are_left_early_nest_a_few_deep(x):
    steps = [Step(k) for k in range(40)]
    compiled = recto.jit(first_far)
    assert [float(v) for v in compiled(steps, x)] == pytest.approx(first_far(steps, x))
    assert depth_of(compiled.lower(steps, x).reading.program) < 20


def test_what_nests_too_deeply_is_refused(tmp_path, monkeypatch):
    lines = ["def chosen(x):", "    if x < 0.0:", "        y = 1.0"]
    for k in range(250):
        lines += [f"    elif x < {k}.5:", f"        y = x * {k}"]
    (tmp_path / "deep_choice.py").write_text("\n".join([*lines, "    else:", "        y = 2.0", "    return y", ""]))
    monkeypatch.syspath_prepend(tmp_path)
    function = importlib.import_module("deep_choice").chosen
    with pytest.raises(recto.CompileError, match="nest 251 deep") as caught:
        recto.jit(function)(1.0)
    assert "elif x < 249.5" in str(caught.value)
