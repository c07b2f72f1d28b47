"""Lists of lists of numbers in the caller's objects are arrays that are passed at every call: loops over them stay
loops, and behind the call the same lists hold the new numbers."""
import collections

import numpy as np
import pytest

import recto
from recto.transform.ir.program import walk

pytestmark = pytest.mark.xla


class Board:
    def __init__(self, kind=float, height=8, width=7):
        self.height, self.width, self.time = height, width, 0.0
        self.cells = [[kind(i * width + j) for j in range(width)] for i in range(height)]
        self.other = [[kind(1)] * width for _ in range(height)]
        self.seen = [[False] * width for _ in range(height)]
        self.voxels = [[[kind(i + j + k) for k in range(4)] for j in range(5)] for i in range(6)]
        self.pairs = [[(kind(i), kind(j)) for j in range(width)] for i in range(height)]
        self.second = self.top = None


class Aliased(Board):
    """A row is reached by two ways, and so is a table."""

    def __init__(self, kind=float):
        super().__init__(kind)
        self.second, self.top = self.cells[1], self.other


def added(b, x):
    for i in range(b.height):
        for j in range(b.width):
            b.cells[i][j] += x
    return b.cells[3][2]


def smoothed(b, x):
    for _ in range(3):
        for i in range(1, b.height - 1):
            for j in range(1, b.width - 1):
                b.cells[i][j] = (b.cells[i - 1][j] + b.cells[i + 1][j] + b.cells[i][j - 1]) * x % 97
    return b.cells[1][1]


def by_two_ways(b, x):
    row = b.cells[1] if b.second is None else b.second
    for i in range(b.height):
        for j in range(b.width):
            b.cells[i][j] += x
            row[j] += 1
    return row[1]


def two_tables(b, x):
    for i in range(b.height):
        for j in range(b.width):
            b.other[i][j] += b.cells[i][j] * x
            if b.top is not None:
                b.top[i][j] -= 1
    return b.other[2][2]


def a_new_row(b, x):
    for i in range(b.height):
        for j in range(b.width):
            b.cells[i][j] += x
    b.cells[2] = [x * 1.0 for _ in range(b.width)]


def exchanged(b, x):
    for i in range(b.height):
        for j in range(b.width):
            b.other[i][j] = b.cells[i][j] * x
    b.cells, b.other = b.other, b.cells
    return b.cells[1][1]


def marked(b, x):
    count = 0
    for i in range(b.height):
        for j in range(b.width):
            if b.cells[i][j] > x and not b.seen[i][j]:
                b.seen[i][j] = True
                count += 1
    return count


def three_axes(b, x):
    for i in range(6):
        for j in range(5):
            for k in range(4):
                b.voxels[i][j][k] *= x
    return b.voxels[1][2][3]


def pairs_turned(b, x):
    total = 0
    for i in range(b.height):
        for j in range(b.width):
            first, last = b.pairs[i][j]
            total += first * last * x
            b.pairs[i][j] = (last, first)
    return total


def row_by_row(b, x):
    for i in range(b.height):
        row = b.cells[i]
        for j in range(b.width):
            row[j] = row[j] * x + b.other[i][j]
    return row


def iterated(b, x):
    total = 0
    for row in b.cells:
        for j in range(len(row)):
            row[j] += x
            total += row[j]
    return total


def rows_copied(b, x):
    new = [row[:] for row in b.cells]
    for i in range(1, b.height - 1):
        for j in range(1, b.width - 1):
            new[i][j] = (b.cells[i - 1][j] + b.cells[i + 1][j]) * x
    b.cells = new


def rows_shared(b, x):
    new = list(b.cells)
    for i in range(1, b.height - 1):
        for j in range(1, b.width - 1):
            new[i][j] = (b.cells[i - 1][j] + b.cells[i + 1][j]) * x
    b.other = new


def under_a_condition(b, x):
    if x > 1.5:
        for i in range(b.height):
            for j in range(b.width):
                b.cells[i][j] -= x
    return b.cells[0][0]


def row_lengthened(b, x):
    for i in range(b.height):
        for j in range(b.width):
            b.cells[i][j] += x
    b.cells[1].append(x)
    return len(b.cells[1])


def raising(b, x):
    for i in range(b.height):
        for j in range(b.width):
            b.cells[i][j] += x
            if b.cells[i][j] > 30:
                raise ValueError("too much")


def known_and_computed(b, x):
    """An item that decides a size is known while compiling; then the table is read item by item."""
    total = np.zeros(int(b.cells[0][3]))
    for i in range(b.height):
        for j in range(3):
            total[j] += b.cells[i][j] * x
    return total.sum()


FUNCTIONS = [added, smoothed, by_two_ways, two_tables, a_new_row, exchanged, marked, three_axes,
             pairs_turned, row_by_row, iterated, rows_copied, rows_shared, under_a_condition, row_lengthened, raising,
             known_and_computed]


def described(board):
    """What a board holds, with the types of its numbers, and which of its lists are one list."""
    known = {}

    def part(value):
        if isinstance(value, list):
            seen, number = id(value) in known, known.setdefault(id(value), len(known))
            return number, None if seen else [part(v) for v in value]
        if isinstance(value, tuple):
            return tuple(map(part, value))
        return type(value), round(value, 9) if isinstance(value, float) else value

    return [part(v) for v in vars(board).values()]


def outcome(function, board, x):
    lists = {id(row): k for k, row in enumerate([*board.cells, *board.other, board.cells, board.other])}
    try:
        found = function(board, x)
        found = np.round(np.asarray(found, float), 9).tolist() if found is not None else None
    except ValueError as error:
        found = str(error)
    kept = [lists.get(id(row)) for row in [*board.cells, *board.other, board.cells, board.other]]
    return found, described(board), kept


@pytest.mark.parametrize("made", [Board, lambda: Board(int), Aliased], ids=["floats", "ints", "aliased"])
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_tables_hold_what_they_hold_in_python(function, made):
    compiled, theirs, mine = recto.jit(function), made(), made()
    numbers = [2.0, 2.0, 3.0] if isinstance(theirs.cells[0][0], float) else [2, 2, 3]
    for x in numbers:
        assert outcome(compiled, mine, x) == outcome(function, theirs, x)


def test_a_row_that_is_shared_at_a_later_call_is_noticed():
    compiled, theirs, mine = recto.jit(by_two_ways), Board(), Board()
    for call in range(4):
        for board in (theirs, mine):
            if call == 2:
                board.second = board.cells[5]
            if call == 3:
                board.other[0] = board.cells[4] = board.cells[5]
        assert outcome(compiled, mine, 2.0) == outcome(by_two_ways, theirs, 2.0), call


def test_a_row_among_the_arguments_is_noticed():
    def both(b, row, x):
        for i in range(b.height):
            for j in range(b.width):
                b.cells[i][j] += x * row[j]
        return b.cells[1][1]

    board, compiled = Board(), recto.jit(both)
    assert compiled(board, [1.0] * 7, 2.0) == 10.0
    with pytest.raises(recto.CompileError, match="passed twice, or is also read from outside"):
        compiled(board, board.cells[2], 2.0)


def size_of_program(function, board):
    return len(list(walk(recto.jit(function).lower(board, 2.0).reading.program)))


@pytest.mark.parametrize("function", [added, smoothed, marked, row_by_row], ids=lambda f: f.__name__)
def test_programs_are_as_long_for_large_tables(function):
    small, large = (size_of_program(function, Board(float, n, n + 1)) for n in (7, 40))
    assert large == small


def total(b, x):
    found = 0.0
    for i in range(b.height):
        for j in range(b.width):
            found += b.cells[i][j] * x
    return found


def number_chosen(b, x):
    found = 0.0
    for j in range(b.width):
        found += b.cells[2][j] * x
    return found


@pytest.mark.parametrize("function", [total, number_chosen], ids=lambda f: f.__name__)
def test_tables_that_are_only_read_are_passed_once_they_have_changed(function):
    compiled, board = recto.jit(function), Board()
    for call in range(8):
        board.cells[call % 8][call % 7] += 1.5
        board.time += 1.0   # it is not looked at
        assert compiled(board, 2.0) == pytest.approx(function(board, 2.0))
    assert len(compiled.versions) == 2


def test_gradients_through_tables():
    def energy(x, b):
        for _ in range(2):
            for i in range(b.height):
                for j in range(b.width):
                    b.cells[i][j] = b.cells[i][j] * x + b.other[i][j]
        return total(b, x)

    difference = (energy(0.5 + 1e-6, Board()) - energy(0.5 - 1e-6, Board())) / 2e-6
    assert float(recto.grad(energy)(0.5, Board())) == pytest.approx(difference, rel=1e-6)


TABLE = [[float(i * j % 5) for j in range(9)] for i in range(8)]


def test_tables_of_the_module():
    def relaxed(x):
        for i in range(1, 7):
            for j in range(1, 8):
                TABLE[i][j] = 0.5 * (TABLE[i - 1][j] + TABLE[i][j + 1]) + x
        return TABLE[3][3]

    before, rows = [row[:] for row in TABLE], list(TABLE)
    wanted = [relaxed(0.25), relaxed(0.5)], [row[:] for row in TABLE]
    for row, old in zip(TABLE, before):
        row[:] = old
    compiled = recto.jit(relaxed)
    assert [float(compiled(0.25)), float(compiled(0.5))] == pytest.approx(wanted[0])
    assert np.allclose(TABLE, wanted[1]) and all(a is b for a, b in zip(rows, TABLE))


# -- rows that are put elsewhere are the caller's own ------------------------------------------------------------------


def all_changed(b, x):
    for i in range(b.height):
        for j in range(b.width):
            b.cells[i][j] += x


def row_kept(b, x):
    all_changed(b, x)
    b.second = b.cells[1]


def row_kept_before(b, x):
    b.second = b.cells[0]
    all_changed(b, x)


def row_in_a_list(b, x):
    all_changed(b, x)
    b.other.append(b.cells[2])


def rows_in_a_tuple(b, x):
    all_changed(b, x)
    b.second = (b.cells[1], b.cells[4])


def slice_of_rows(b, x):
    all_changed(b, x)
    b.top = b.cells[1:3]


def list_of_rows(b, x):
    all_changed(b, x)
    b.top = list(b.cells)


def row_that_data_choose(b, x):
    all_changed(b, x)
    b.second = b.cells[int(x)]


def read_beside(b, x):
    """One table is read while a row of it, which another table has too, changes."""
    b.other[1] = b.cells[1]
    for i in range(b.height):
        for j in range(b.width):
            b.other[i][j] = b.cells[i][j] * x + 1.0


def written_and_exchanged(b, x):
    b.cells[int(x) % b.height][2] += 1.0
    b.cells[0], b.cells[1] = b.cells[1], b.cells[0]


@pytest.mark.parametrize("function", [row_kept, row_kept_before, row_in_a_list, rows_in_a_tuple, slice_of_rows,
                                      list_of_rows, row_that_data_choose, read_beside,
                                      written_and_exchanged], ids=lambda f: f.__name__)
def test_rows_that_are_put_elsewhere_are_the_callers(function):
    compiled, theirs, mine = recto.jit(function), Board(), Board()
    for x in (1.5, 2.5):
        assert outcome(compiled, mine, x) == outcome(function, theirs, x)


def rows_chosen(b, x):
    all_changed(b, x)
    b.top = [row for row in b.cells if row[0] > x]


def test_rows_that_data_choose_to_be_stored_are_refused():
    with pytest.raises(recto.CompileError, match="stored on two paths: a list(.|\n)*store copies"):
        recto.jit(rows_chosen)(Board(), 1.5)


def replaced_under_a_condition(b, x):
    if x > 2:
        b.cells[1] = [x] * b.width
    return b.cells[1][0]


def replaced_beside_another_way(b, x):
    row = b.second
    if x > 2:
        b.cells[1] = [x] * b.width
    return row[0] + b.cells[1][0]


def test_rows_that_are_replaced_under_a_condition():
    for x in (1.5, 2.5):
        theirs, mine = Board(), Board()
        assert float(recto.jit(replaced_under_a_condition)(mine, x)) == replaced_under_a_condition(theirs, x)
        assert mine.cells == theirs.cells
    aliased = Board()
    aliased.second = aliased.cells[1]
    with pytest.raises(recto.CompileError, match="stored on two paths"):
        recto.jit(replaced_beside_another_way)(aliased, 1.5)


class Holder:
    def __init__(self):
        self.row = None


def row_of_an_argument(holder, rows, x):
    holder.row = rows[int(x)]
    for i in range(len(rows)):
        for j in range(len(rows[0])):
            rows[i][j] += x


def test_rows_of_arguments_that_are_put_elsewhere_are_the_callers():
    holder, rows = Holder(), [[float(7 * i + j) for j in range(7)] for i in range(6)]
    wanted = [[v + 1.5 for v in row] for row in rows]
    recto.jit(row_of_an_argument)(holder, rows, 1.5)
    assert holder.row is rows[1] and rows == wanted


def test_printed_source_and_explanations_name_the_table():
    compiled, board = recto.jit(added), Board()
    source, told = compiled.source(board, 2.0), str(compiled.explain(board, 2.0))
    assert '"b.cells[:]"' in source and "for j in range(7):" in source and "del " not in source
    assert "changed outside: Board.cells[:]" in told and "captured from outside: Board.cells" in told


def listed(board, x):
    board.time += x
    board.items.append(x)
    board.items.popleft()
    board.seen_before.add(3)
    return board.time


def test_changes_of_other_containers_are_named():
    board = Board()
    board.items, board.seen_before = collections.deque([1.0, 2.0]), {1}
    told = str(recto.jit(listed).explain(board, 2.0))
    assert "Board.items[:]" in told and "Board.seen_before.add" in told and "del " not in told
