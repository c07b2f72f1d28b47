"""Arrays that are items of lists of computed length: what is written to one is seen under all its names, or refused."""

from __future__ import annotations

import numpy as np
import pytest
import recto


def filled(x, make=lambda v: np.array([v, 0.0])):
    rows = []
    for v in x:
        if v > 0:
            rows.append(make(v))
    return rows


def one_array_many_times(x):
    z = np.zeros(2)
    rows = filled(x, lambda v: z)
    rows[0][0] = 5
    return rows[1][0], rows[-1][0], z[0]


def one_array_in_two_places(x):
    rows = filled(x)
    rows[2] = rows[0]
    rows[0][1] = 7
    return rows[0], rows[2]


def exchanged(x):
    rows = filled(x)
    rows[0], rows[1] = rows[1], rows[0]
    rows[0][1] = 7
    return rows[0], rows[1]


def list_twice(x):
    rows = filled(x)
    both = rows + rows
    both[0][1] = 3
    return both[len(rows)][1], rows[0][1]


def copied(x):
    rows = filled(x)
    others = rows.copy()
    others[0][1] = 3
    return rows[0][1], others[0][1]


def kept_and_written(x):
    rows = filled(x)
    row = rows[0]
    rows.append(np.ones(2))
    row[1] = 5
    return rows[0][1], row[1]


def popped_and_put_back(x):
    rows = filled(x)
    row = rows.pop()
    row[1] = 5
    rows.append(row)
    row[0] = 9
    return rows[-1], row


def chosen_and_written(x):
    rows = filled(x)
    best = rows[0]
    for row in rows:
        if row[0] > best[0]:
            best = row
    best[0] = -1
    return best, [float(row[0]) for row in rows]


def sorted_and_written(x):
    rows = filled(x)
    order = sorted(rows, key=lambda row: -row[0])
    order[0][1] = 8
    return [row[1] for row in rows], order[0]


def views_of_another(x):
    base = np.zeros((3, 2))
    rows = filled(x, lambda v: base[int(v) % 3])
    rows[0][0] = 5
    return base, [row[0] for row in rows]


def written_behind(x):
    rows = []
    for v in x:
        z = np.array([v, 0.0])
        if v > 0:
            rows.append(z)
        z[1] = 4
    return rows


def replaced(x):
    rows = filled(x)
    old = rows[0]
    rows[0] = np.ones(2)
    rows[0][1] = 3
    return old, rows[0]


def second_of_each(rows):
    rows[0][1] = 3
    return [row[1] for row in rows]


def extended_twice(x):
    rows = filled(x)
    both = []
    both.extend(rows)
    both.extend(rows)
    return second_of_each(both)


def repeated(x):
    return second_of_each(filled(x) * 2)


def extended_by_a_slice(x):
    rows = filled(x)
    rows.extend(rows[:2])
    return second_of_each(rows)


def put_in_a_slice(x):
    rows = filled(x)
    rows[1:2] = [rows[0], rows[0]]
    return second_of_each(rows)


def chosen_many_times(x):
    rows = filled(x)
    return second_of_each([rows[int(abs(v)) % 3] for v in x if v > 2])


def unpacked_twice(x):
    rows = filled(x)
    return second_of_each([*rows, *rows])


def sorted_twice(x):
    rows = filled(x)
    return second_of_each(sorted(rows + rows, key=lambda row: row[0]))


def each_twice(x):
    return second_of_each([row for row in filled(x) for _ in range(2)])


def under_many_keys(x):
    rows, table = filled(x), {}
    for i, v in enumerate(x):
        table[2 * i + int(v)] = rows[0]
    table[3][1] = 9
    return [row[1] for row in table.values()]


def that_the_function_keeps(x):
    shared = np.zeros(2)

    def row(v):
        return shared

    return second_of_each(filled(x, row))


def of_an_earlier_round(x):
    rows, last = [], None
    for v in x:
        if v > 3 or last is None:
            last = np.zeros(2)
        rows.append(last)
        rows[-1][0] += v
    return [row[0] for row in rows]


def values_in_a_list(x):
    table = {}
    for v in x:
        table[int(v) % 3] = np.array([v, 0.0])
    rows = list(table.values())
    rows[0][1] = 7
    return table[0][1], rows[0][1]


def written_behind_a_choice(x):
    rows = [[1], [2, 3]]
    row = rows[int(x[0] > 3.5)]
    rows[0][0] = 7
    return row[:1], rows[0]


def written_between_rounds(x):
    rows, total = [[1], [2, 3]], 0
    for v in x:
        row = rows[int(v > 3.5)]
        rows[0][0] += 7
        total += sum(row)
    return (total,), rows[0]


FUNCTIONS = [
    one_array_many_times,
    one_array_in_two_places,
    exchanged,
    list_twice,
    copied,
    kept_and_written,
    popped_and_put_back,
    chosen_and_written,
    sorted_and_written,
    views_of_another,
    written_behind,
    replaced,
    extended_twice,
    repeated,
    extended_by_a_slice,
    put_in_a_slice,
    chosen_many_times,
    unpacked_twice,
    sorted_twice,
    each_twice,
    under_many_keys,
    that_the_function_keeps,
    of_an_earlier_round,
    values_in_a_list,
    written_behind_a_choice,
    written_between_rounds,
]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_what_two_names_show_is_seen_under_both_or_refused(function):
    x = np.array([3.0, 1.0, 4.0, -5.0, 9.0])
    want = function(x)
    try:
        got = recto.jit(function)(x)
    except recto.CompileError as error:
        assert "may share memory" in str(error)
    else:
        for a, b in zip(got, want, strict=True):
            np.testing.assert_array_equal(np.asarray(a), np.asarray(b))
