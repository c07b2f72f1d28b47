"""Lists of numbers are arrays inside: their items keep Python's aliases, and the caller's lists are changed."""
import copy
from types import SimpleNamespace

import corpus
import numpy as np
import pytest

import recto
from programs import lists_of_tuples, lists_replaced
from recto import transform


def product(a, b):
    new = [[0.0 for _ in b[0]] for _ in a]
    for i in range(len(a)):
        for j in range(len(b[0])):
            for k in range(len(b)):
                new[i][j] += a[i][k] * b[k][j]
    return new


def squares(n):
    return [[float(i * j % 5) for j in range(n)] for i in range(n)]


def test_a_triple_loop_over_lists_is_one_over_arrays():
    lines = {str(recto.jit(product).program(squares(n), squares(n))).count("\n") for n in (33, 36)}
    assert len(lines) == 1 and max(lines) < 45
    found = np.array(recto.jit(product)(squares(33), squares(33)))
    np.testing.assert_allclose(found, np.array(squares(33)) @ np.array(squares(33)))


def total(xs, n):
    s = 0.0
    for i in range(n):
        s += xs[i]
    return s


def test_an_index_stays_dynamic():
    f = recto.jit(total)
    assert [float(f([1.0, 2.0, 4.0], n)) for n in range(4)] == [0.0, 1.0, 3.0, 7.0]
    assert "argument 1 is static" not in str(f.notes) and f.explain([1.0, 2.0, 4.0], 3).count("i64[]") >= 1


def test_an_index_out_of_range_raises():
    with pytest.raises(IndexError, match="list index out of range"):
        recto.jit(total)([1.0, 2.0], 3)


def test_so_does_one_of_a_list_of_ints_that_gets_floats():
    def largest(x, order):
        best = [0] * 3
        for k in order:
            best[k] = max(best[k], x[k])
        return best

    f = recto.jit(largest)
    assert np.array(f(np.array([0.5, 1.5, 2.0]), np.array([0, -1]))).tolist() == [0.5, 0.0, 2.0]
    with pytest.raises(IndexError, match="^list index out of range"):
        f(np.array([0.5, 1.5, 2.0]), np.array([-4, 0]))


def test_lists_of_other_kinds_take_their_own_way():
    """What is no table of numbers of one class is passed item by item."""
    f = recto.jit(lambda xs, n: xs[n] * 2)
    assert [float(f([1.0, 2.0], 1)), int(f([1, 2], 1)), float(f([1, 2.5], 1)), float(f([1.0, np.float64(3.0)], 1))] == \
        [4.0, 4, 5.0, 6.0]
    with pytest.raises(OverflowError):
        f([2**70, 3], 1)


# -- the caller's lists ------------------------------------------------------------------------------------------------

def numbers_written(xs, i):
    xs[i] = 10.0
    xs[0] += 1.0


def rows_written(grid, i):
    row = grid[i]
    row[0] = 10.0
    grid[i][1] += row[0]


def edited(xs, i):
    xs.insert(i, 7.0)
    xs.append(3.0)
    del xs[0]


def bubbles(xs, i):
    for i in range(len(xs)):
        for j in range(len(xs) - 1):
            if xs[j] > xs[j + 1]:
                xs[j], xs[j + 1] = xs[j + 1], xs[j]


@pytest.mark.parametrize("function, given", [
    (numbers_written, [1.0, 2.0, 3.0]), (rows_written, [[1.0, 2.0], [3.0, 4.0]]), (edited, [1.0, 2.0, 3.0]),
    (bubbles, [float(k * 7 % 40) for k in range(40)])])
def test_the_callers_list_is_changed(function, given):
    mine, theirs = copy.deepcopy(given), copy.deepcopy(given)
    inner = list(theirs)
    function(mine, 1)
    recto.jit(function)(theirs, 1)
    assert theirs == mine
    assert all(a is b for a, b in zip(theirs, inner)) or not isinstance(given[0], list)


def test_one_list_at_two_places_of_an_argument():
    """It is not passed as an array."""
    row = [1.0, 2.0]
    f = recto.jit(lambda grid, i: grid[i][0])
    assert float(f([row, row], 1)) == 1.0


# -- what is no array --------------------------------------------------------------------------------------------------

def rows_shared(k):
    grid = [[0] * 3] * 3
    grid[int(k[0])][0] = 5
    return grid


def row_put_in_twice(k):
    row, grid = [1, 2], []
    for _ in range(4):
        grid.append(row)
    grid[int(k[0])][0] = 9
    return grid


def row_of_the_same_list(k):
    grid = [[1, 2], [3, 4], [5, 6]]
    grid[int(k[0])] = grid[2]
    grid[2][0] = 50
    return grid


def row_that_is_replaced(k):
    grid = [[1, 2], [3, 4], [5, 6]]
    row = grid[int(k[0])]
    grid[int(k[0])] = [9, 9]
    row[0] = 100
    return grid, row


def row_that_is_one(k):
    grid = [[1, 2], [3, 4], [5, 6]]
    row = grid[int(k[0])]
    return row is grid[1], grid[0] is row


def two_types(k):
    return [1, 2.5, 3][int(k[0])]


def two_lengths(k):
    return [[1, 2], [3]][int(k[0])][0]


def test_what_may_be_another_list_is_refused_or_right():
    """Refused with an index from an array; right where the index is a number."""
    with pytest.raises(transform.CompileError, match="may be the same as another one that was written"):
        recto.jit(row_of_the_same_list)(np.array([1]))
    known = lambda i: row_of_the_same_list([i])
    assert plain(recto.jit(known, static_argnums=0)(1)) == plain(known(1))


def test_a_row_that_is_replaced_stays_the_list_that_it_is():
    for k in (0, 1, 2, -1, -3):
        assert plain(recto.jit(row_that_is_replaced)(np.array([k]))) == plain(row_that_is_replaced([k]))
    with pytest.raises(IndexError):
        recto.jit(row_that_is_replaced)(np.array([3]))


@pytest.mark.parametrize("function", [rows_shared, row_put_in_twice, row_that_is_one, two_types, two_lengths])
def test_what_rows_of_an_array_can_not_be_is_chosen_item_by_item(function):
    for k in (0, 1, -1):
        assert plain(recto.jit(function)(np.array([k]))) == plain(function([k]))


def test_many_items_are_not_chosen_one_by_one():
    with pytest.raises(transform.CompileError, match=r"must be known while compiling[\s\S]*np.array"):
        recto.jit(lambda k: [(i, range(i)) for i in range(99)][int(k[0])][0])(np.array([1]))
    assert recto.jit(lambda k: [(i, 0.5 * i) for i in range(99)][int(k[0])][1])(np.array([7])) == 3.5


def made_by_another(x):
    found = [(0.0, 9)]
    for i, v in enumerate(x):
        if v > 1:
            found.append((v, i))
    return found


@pytest.mark.parametrize("use, message", [
    (lambda x: np.array([(v, "a") for v in x if v > 1]), "can't be passed to a NumPy function"),
    (lambda x: made_by_another(x) == made_by_another(x), "== of a list of tuples"),
    (lambda x: made_by_another(x) * 2, "[*] of a list of tuples"),
], ids=["numpy", "equal", "times"])
def test_what_lists_of_unlike_tuples_can_not_do_is_refused(use, message):
    with pytest.raises(transform.CompileError, match=message):
        recto.jit(use)(np.array([2.0, 0.5, 3.0]))


def test_lists_of_unlike_tuples_that_another_function_makes_are_sorted_by_keys():
    for key in (lambda p: p[1], lambda p: -p[0]):
        def sort(x):
            return sorted(made_by_another(x), key=key)
        for x in ([2.0, 0.5, 3.0], [0.5, 0.25, 0.75], [4.0, 4.0, 1.5]):
            assert plain(recto.jit(sort)(np.array(x))) == plain(sort(np.array(x)))


def test_gradients_and_batches_where_lists_hold_unlike_tuples():
    f, k = lists_of_tuples.smoothly, np.array([1, 2, 0])
    xs, step = np.array([[2.0, 0.5, 1.5, 3.0], [0.75, 4.0, -1.0, 0.25]]), 1e-6 * np.eye(4)
    slopes = [[(f(x + h, k) - f(x - h, k)) / 2e-6 for h in step] for x in xs]
    np.testing.assert_allclose(recto.vmap(recto.grad(f), in_axes=(0, None))(xs, k), slopes, rtol=1e-6, atol=1e-7)


def test_a_stored_list_of_tuples_holds_numbers_as_python_makes_them():
    box = SimpleNamespace(found=[])

    def put(x):
        box.found = made_by_another(x)
    recto.jit(put)(np.array([2.0, 0.5, 3.0]))
    assert box.found == [(0.0, 9), (2.0, 0), (3.0, 2)]
    assert [type(v) for v in box.found[1]] == [np.float64, int] and type(box.found) is list


def test_which_of_two_lists_it_is_is_not_known():
    """Not if a condition decides; it is known of an item that an index chooses."""
    def either(x):
        a, b = [1.0], [2.0]
        chosen = a if x[0] > 0 else b
        return chosen is a
    with pytest.raises(transform.CompileError, match="are one object depends on data"):
        recto.jit(either)(np.ones(1))


def test_objects_without_eq_are_equal_to_themselves_alone():
    class Point:
        def __init__(self, x):
            self.x = x

    def compared(x):
        a, b = Point(x), Point(x)
        return a == b, a != b, a == a, b in [a, b], [a, b].index(b)
    assert recto.jit(compared)(np.ones(1)) == compared(np.ones(1))


def plain(value):
    return [plain(v) for v in value] if isinstance(value, (list, tuple)) else np.asarray(value).tolist()


# -- transformations ---------------------------------------------------------------------------------------------------

def weighted(xs, k):
    s = 0.0
    for i in range(3):
        s += xs[k[i]] ** 2 * (i + 1)
    return s


def test_the_gradient_of_a_list_is_a_list():
    k = np.array([2, 0, 2])
    found = recto.grad(weighted)([1.0, 2.0, 3.0], k)
    assert isinstance(found, list)
    np.testing.assert_allclose(found, [4.0, 0.0, 24.0])


def test_the_gradient_of_a_table_is_a_table():
    loss = lambda grid, i: sum([row[i] ** 3 for row in grid])
    found = recto.grad(loss)([[1.0, 2.0], [3.0, 4.0]], 1)
    assert isinstance(found, list) and isinstance(found[0], list)
    np.testing.assert_allclose(found, [[0.0, 12.0], [0.0, 48.0]])


def test_items_of_a_list_are_leaves_in_a_batch():
    xs = [np.array([1.0, 2.0]), np.array([3.0, 4.0]), np.array([5.0, 6.0])]
    found = recto.vmap(weighted, in_axes=(0, None))(xs, np.array([2, 0, 2]))
    np.testing.assert_allclose(found, [weighted([x[b] for x in xs], [2, 0, 2]) for b in range(2)])


def test_a_batch_of_indices():
    table = lambda k: [[0.5, 1.5], [2.5, 3.5]][k][1 - k] * 2
    np.testing.assert_allclose(recto.vmap(table)(np.array([1, 0, 1])), [5.0, 3.0, 5.0])


def test_a_list_inside_compiled_code_is_mapped_by_its_items():
    def outer(k):
        xs = [v * 2.0 for v in np.arange(40.0)]
        return recto.vmap(lambda v, w: v * w)(np.array(xs), np.ones(40))[k[0]], sum(recto.tree.leaves(xs)) + xs[k[0]]
    case = corpus.Case(outer, (np.array([3]),))
    value, leaves = recto.jit(case.function)(np.array([3]))
    assert float(value) == 6.0 and float(leaves) == 2 * 780.0 + 6.0


def spread(at, days, count):
    """Lists that are arrays, and one that grows with the rounds of a loop: the number of rounds is made static."""
    states, seen = [0] * count, []
    states[0] = 1
    for _ in range(days):
        crowded = [0] * count
        for k in range(count):
            if states[k] == 1:
                crowded[at[k]] += 1
        for k in range(count):
            if states[k] == 0 and crowded[at[k] - 1] > 0:
                states[k] = 1
        seen.append(sum(states))
    return seen


@pytest.mark.xla
def test_the_rounds_of_a_loop_that_lengthens_a_list_are_static_beside_lists_that_are_arrays():
    at = (7 * np.arange(40)) % 40
    assert [int(n) for n in recto.jit(spread)(at, 6, 40)] == spread(at, 6, 40)


# -- lists that are replaced by longer or shorter ones -----------------------------------------------------------------

def first_number(function):
    def number(x, k):
        found = function(x, k)
        return np.sum(found[0] if isinstance(found, tuple) else found)
    return number


@pytest.mark.xla
@pytest.mark.parametrize("function", lists_replaced.SMOOTH, ids=lambda f: f.__name__)
def test_batches_of_gradients_where_lists_are_replaced(function):
    """Lanes take different paths."""
    f, k, step = first_number(function), np.array([1, 2, 0]), 1e-6 * np.eye(4)
    xs = np.array([[2.0, 0.5, 1.5, 3.0], [0.75, 4.0, -1.0, 0.25]])
    slopes = [[(f(x + h, k) - f(x - h, k)) / 2e-6 for h in step] for x in xs]
    np.testing.assert_allclose(recto.vmap(recto.grad(f), in_axes=(0, None))(xs, k), slopes, atol=1e-7)


def test_a_computed_position_moves_rows_in_place():
    """The list keeps its room, and no row is joined to others."""
    source = recto.jit(lists_replaced.taken_out).source("f64[4]", "i64[2]")
    assert "[i:2] = " in source and "concatenate" not in source, source


class Parser:
    def __init__(self):
        self.parts = []


def split(parser, x):
    part = []
    for v in x:
        if v > 1:
            parser.parts.append(part)
            part = []
        else:
            part.append(v)
    return len(part)


def singles(parser, x):
    for v in x:
        if v > 1:
            parser.parts.append([v])


def longer(parser, x):
    for v in x:
        row = [v]
        parser.parts.append(row)
        while row[-1] < 4:
            row.append(row[-1] + 1)


@pytest.mark.parametrize("function", [split, singles, longer])
def test_a_list_of_the_callers_gets_lists_whose_lengths_data_decide(function):
    for x in ([1.0, 2.0, 0.5, 3.0, 1.5], [0.5, 0.25, 7.0, 0.75]):
        parsers = [Parser(), Parser()]
        wanted = function(parsers[0], np.array(x))
        assert plain(recto.jit(function)(parsers[1], np.array(x))) == wanted
        assert plain(parsers[1].parts) == plain(parsers[0].parts)


def lengthened(xs, x):
    while len(xs) < int(x[0]):
        xs.append(x[1])
    return len(xs)


def test_numbers_of_numpy_come_among_those_of_an_argument():
    """(Reading this again and again did not end.)"""
    given, wanted = [1.0, 2.0, 5.0], [1.0, 2.0, 5.0]
    x = np.array([6.0, 1.5])
    assert recto.jit(lengthened)(given, x) == lengthened(wanted, x)
    assert plain(given) == plain(wanted)


def live_neighbours(z):
    rows, columns = len(z), len(z[0])
    n = [[0] * rows for _ in range(columns)]
    for i in range(1, rows - 1):
        for j in range(1, columns - 1):
            n[i][j] = z[i-1][j-1] + z[i][j-1] + z[i+1][j-1] + z[i-1][j] + z[i+1][j] \
                + z[i-1][j+1] + z[i][j+1] + z[i+1][j+1]
    return n


def generation_on_lists(z):
    rows, columns = len(z), len(z[0])
    n = live_neighbours(z)
    for i in range(1, rows - 1):
        for j in range(1, columns - 1):
            if z[i][j] == 1 and (n[i][j] < 2 or n[i][j] > 3):
                z[i][j] = 0
            elif z[i][j] == 0 and n[i][j] == 3:
                z[i][j] = 1
    return z


@pytest.mark.xla
def test_a_generation_of_cells_in_lists_is_that_of_python():
    """The lists that a function returned are made in loops that have ended when the next loop asks what they hold."""
    for seed in range(3):
        cells = np.random.default_rng(seed).integers(0, 2, (6, 6)).tolist()
        wanted = copy.deepcopy(cells)
        found = recto.jit(generation_on_lists)(cells)
        assert found == generation_on_lists(wanted) and cells == wanted


def quicksort(xs):
    def sort(a):
        if len(a) <= 1:
            return a
        p = a[len(a) // 2]
        return sort([x for x in a if x < p]) + [x for x in a if x == p] + sort([x for x in a if x > p])

    return sort(list(xs))


def test_lists_that_share_each_others_items_are_no_endless_search():
    with pytest.raises(recto.CompileError, match="sort calls itself"):
        recto.jit(quicksort)(np.array([3, 6, 2, 8, 1, 9, 4]))
