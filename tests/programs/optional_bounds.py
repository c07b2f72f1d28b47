"""Bounds of slices and index arrays that may be None: None is an end of the sequence."""
import numpy as np


def place(x):
    """The place of the first element above 2, if there is one."""
    for i, v in enumerate(x):
        if v > 2:
            return i
    return None


def head(x):
    return x[:place(x)]


def tail(x):
    return x[place(x):]


def backwards(x):
    return x[place(x)::-1], x[:place(x):-1]


def parts_of_a_list(x):
    values = x.tolist()
    return values[:place(x)], values[place(x):]


def parts_of_a_filtered_list(x):
    values = [v for v in x if v > 0]
    return values[:place(x)], values[place(x):]


def written_to_the_end(x):
    x[place(x):] = 7
    x[:place(x)] += 1


def by_objects(x):
    end = place(x)
    return x[slice(end)], x[slice(end, None)], x[slice(None, end, -1)]


def blocks(x):
    m, k = np.outer(x, x), place(x)
    return m[:k, k:], m[k:, 0]


def summed_head(x):
    end = None
    for i, v in enumerate(x):
        if v > 2:
            end = i
            break
    part = x[:end]
    return part.sum(), len(part)


def best_split(x):
    """The threshold that a tree finds, and the rows below it: all of them are of computed length."""
    x = x[x > 0]
    best = 0.0, None
    for t in x:
        share = np.mean(x <= t) * np.mean(x > t)
        if share > best[0]:
            best = share, t
    if best[0] == 0:
        return None
    return x <= best[1], x < best[1], best[1] >= x


def rows_chosen(x):
    mask = x > 1 if x[0] > 0 else None
    if mask is None:
        return 0.0
    return x[mask].sum(), x[mask, None], x[~mask]


def examples():
    for f in (head, tail, backwards, parts_of_a_list, parts_of_a_filtered_list, written_to_the_end, by_objects,
              blocks, summed_head, best_split, rows_chosen):
        for x in ([1.0, 0.0, 3.0, 4.0], [-1.0, 1.0, 2.0, 0.5], [5.0, 1.0], [1.0]):
            yield f, (np.array(x),)
