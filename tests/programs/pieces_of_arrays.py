"""np.split and np.array_split where the number of pieces, or their lengths, are computed; segments by reduceat."""
import numpy as np


def runs(x):
    return np.split(x, np.flatnonzero(np.diff(x)) + 1)


def sums_of_runs(x):
    return [run.sum() for run in runs(x)], [len(run) for run in runs(x) if run[0] > 1]


def sums_of_runs_at_once(x):
    starts = np.flatnonzero(np.append(True, np.diff(x) != 0))
    if len(x) == 0:
        return np.zeros(0), np.zeros(0)
    return np.add.reduceat(x, starts), np.maximum.reduceat(x * x, starts)


def in_a_loop(x):
    best, total = 0, 0.0
    for k, run in enumerate(runs(x)):
        best = max(best, len(run))
        total += (k + 1) * np.sum(run * run)
    return best, total


def some_of_the_pieces(x):
    pieces = runs(x)
    return len(pieces), pieces[0], pieces[-1].sum(), [p.sum() for p in pieces[1:]], [len(p) for p in pieces[::-2]]


def beyond_the_last(x):
    return runs(x)[2]


def backwards(x):
    return [run.sum() for run in reversed(runs(x))], isinstance(runs(x), list), max(len(run) for run in runs(x))


def of_a_selection(x):
    y = x[x > 0]
    return [run.sum() for run in runs(y)], [len(half) for half in np.array_split(y, 3)]


def written_in_pieces(x):
    y = x.copy()
    for run in runs(y):
        run[0] = -1.0
    return y


def written_in_parts_of_a_part(x):
    y = x.copy()
    first, second = np.array_split(y[x.argmax():], 2)
    first += 10.0
    second *= 2.0
    return y


def at_known_places(x):
    y = x[x > 0]
    return [p.sum() for p in np.split(y, [1, 3])], [p.sum() for p in np.hsplit(y, [-1])], np.split(y, np.array([2]))[1]


def evenly(x):
    return [p.sum() for p in np.split(x[x > 0], 2)]


def rows_and_columns(x):
    table = np.outer(x, x + 1)
    places = np.flatnonzero(np.diff(x)) + 1
    chosen = table[x > 0]
    return ([p.sum() for p in np.split(table, places)], [p.sum() for p in np.split(table, places, axis=1)],
            [p.sum() for p in np.vsplit(chosen, [1])], [p.sum() for p in np.hsplit(chosen, [1])])


def places_out_of_order(x):
    return [len(p) for p in np.split(x, 2 * np.flatnonzero(x > 1) - 3)], [p.sum() for p in np.split(x, places_below(x))]


def places_below(x):
    return np.flatnonzero(x > 1)[::-1] - 2


def examples():
    for x in ([3.0, 3.0, -1.0, 2.0, 2.0, 2.0, 5.0], [1.0, 1.0, 1.0], [2.5], [-1.0, 2.0, -1.0, 4.0]):
        for f in (sums_of_runs, sums_of_runs_at_once, in_a_loop, some_of_the_pieces, beyond_the_last, backwards,
                  of_a_selection, written_in_pieces, written_in_parts_of_a_part, at_known_places, evenly,
                  rows_and_columns, places_out_of_order):
            yield f, (np.array(x),)
    for x in ([-1.0, -1.0, -2.0], []):
        for f in (in_a_loop, backwards, of_a_selection, written_in_pieces, sums_of_runs_at_once, evenly,
                  rows_and_columns, places_out_of_order):
            yield f, (np.array(x),)
