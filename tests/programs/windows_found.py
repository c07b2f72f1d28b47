"""What random programs of slices have found: each was wrong before."""
import numpy as np


def mask_meets_indices(x, y):
    x[np.flatnonzero(y > 0)] -= y[y > 0]


def mask_meets_prefix(x, y):
    n = np.count_nonzero(y > 0)
    return x[:n] + y[y > 0]


def sum_of_spread_slices(x, k):
    y = x[:k[0]]
    return (y[None, :] + y[:, None]).sum(axis=0)


def part_of_a_result(x, k):
    doubled = x[:k[0]] * 2.0
    rest = doubled[1:]
    return rest.sum(), np.sum(1.0 / (1.0 + rest[:-1]))


def growth_in_a_loop_in_a_loop(x, k):
    v = x[:k[0]]
    for _ in range(2):
        for i in range(12):
            v = np.append(v, x[i % 5])
    return v


def another_array_on_one_path(x, k):
    v, w = x[:k[0]], np.arange(30.0)[:5 * k[0]]
    for i in range(10):
        v = np.append(v, 1.0)
        if i == k[0]:
            v = w
    return v


def rows_exchanged(a, k):
    a[[0, 2], k[0]:] = a[[2, 0], k[0]:]


def returned_from_a_loop(x, k):
    v, s = x[:k[0]], 0.0
    for i in range(12):
        v = v * 0.5
        s += v.sum()
        if s > 1.0:
            return s, v
    return s, v


def window_over_the_ends(x, k):
    return np.sum(x[k[0]:k[0] + 3] ** 2)


def windows_before_the_front(x, k):
    s = 0.0
    for i in range(k[0]):
        s = 0.5 * s + np.sum(x[i - 1:i])
    return s


def moving_sums(x):
    sums = np.zeros_like(x)
    for i in range(len(x)):
        sums[i] = np.sum(x[i:i + 3])
    return sums


def window_written(x, k):
    x[k[0]:k[0] + 3] += 1.0
    x[k[0] - 2:k[0]] *= 2.0
    return x


def batch(X, k):
    rows = X[k[0] * 4:(k[0] + 1) * 4]
    return np.mean(np.tanh(rows @ np.ones((3, 2))) ** 2), rows


def window_with_weights(x, k):
    return x[k[0]:k[0] + 3] @ np.array([1.0, 2.0, 3.0])


def window_as_a_matrix(x, k):
    return x[k[0]:k[0] + 4].reshape(2, 2).T * 2.0


def slice_by_numbers_read_twice(x, k):
    return np.fft.rfft(x[k[1]:k[1] + 4])


def method_takes_another_order(x, k):
    s = x[k[0]:k[1]]
    return s.compress(s > 1.0), s.compress(s > 1.0, axis=0)


def arguments_by_position(x, k):
    s = x[k[0]:k[1]]
    return np.var(s, None, None, None, 1), np.average(s, None, s ** 2 + 1.0), np.add.reduce(s[None] > 1.0, 1, float)


def flat_without_an_axis(a, k):
    b = a[k[0]:k[1], :k[1]]
    return np.sort(b, axis=None), np.append(b, b), np.append(7.0, b[0]), np.cumsum(b), np.concatenate([b, b], None)


def first_place_of_all(a, k):
    b = a[k[0]:k[1], :k[1]]
    return np.argmax(b), np.argmin(b)


def freedom_of_few(x, k):
    s = x[k[0]:k[1]]
    return s.var(ddof=1), np.std(s, ddof=2)


def side_by_side(a, k):
    b = a[k[0]:k[1]]
    return np.hstack([b, b]), np.column_stack([b, b[:, 0]]), np.concatenate([b, b[:, :2]], axis=1)


def on_top_of_each_other(a, k):
    b = a[:, k[0]:k[1]]
    return np.vstack([b, b[0]]), np.concatenate([b, b * 2.0])


def joined_with_numbers(x, k):
    s = x[k[0]:k[1]]
    return np.hstack([s, 0.0]), np.append(s, 0.0) - 2.0 * np.append(0.0, s)


def permutation_of_an_end(x, k):
    s = x[k[0]:k[1]]
    return s[np.argsort(s)], np.roll(s, 1)


def row_of_rows(a, k):
    b = a[:k[1]]
    b[1, :] = 2.0
    b[0, 1:] *= b[1, 1:]
    return a


def columns_of_columns(a, k):
    b = a[:, k[0]:k[1]]
    b[:, 0] = 1.0
    b[1:, -1] += b[1:, 0]
    b[:, np.argmax(b[0])] *= 3.0
    return a


def rows_in_a_loop(a, k):
    b = a[:k[1]]
    for i in range(2):
        b[i] = a[0] * i
        b[:, i] += 1.0
        b[i, i:] *= 2.0
    return a


def rows_and_columns_by_masks(a, k):
    b = a[a[:, 0] > 0.0]
    b[:, b[0] > 0.0] = k[0]
    return b


def sets_of_a_slice(x, k):
    s = x[k[0]:k[1]]
    return np.setdiff1d(x, s), np.setdiff1d(s, x[:4]), np.isin(s, s[1:])


def nothing_to_bin(x, k):
    s = x[k[0]:k[1]]
    return np.histogram(s, 4)[0], np.histogram(s, bins=3, range=(0.5, 1.0))[0]


def values_outside_the_bins(x):
    return np.histogram(x, [0.5, 1.0, 1.5])[0]


def counts_of_nothing(x, k):
    return np.bincount(x[k[0]:k[1]].astype(int) ** 2, minlength=9)


def maximum_from_a_start(x, k):
    s = x[k[0]:k[1]]
    return np.max(s, initial=0.25), np.linalg.norm(s, np.inf)


def maximum_of_what_was_written(x, k):
    y, z = np.zeros(len(x)), -np.abs(x)
    y[:k[0]] = z[:k[0]]
    return np.max(y), np.min(-y)


def sorted_in_part(x, k):
    s = x[k[0]:k[1]]
    s.partition(1)
    return np.sum(x), s[0]


def extremes_of_python(x, k):
    s = x[k[0]:k[1]]
    return max(s), min(s)


def weights_of_nothing(x, k):
    s = x[k[0]:k[1]]
    return np.average(s, weights=s ** 2)


def weights_along_rows(a, k):
    b = a[k[0]:k[1]]
    return np.average(b, axis=1, weights=np.abs(a[0])), np.average(b, axis=0, weights=np.abs(a[k[0]:k[1], 0]))


def diagonal_meets_a_square(x, a, k):
    s = x[k[0]:k[1]]
    n = len(s)
    return np.sum(np.diag(s) * a[:n, :n])


def square_moved_along_both_axes(a, k):
    n = k[1] - k[0]
    b = a[k[0]:k[1], k[0]:k[1]] * 2.0
    return np.where(np.eye(5)[:n, :n] > 0.0, b, 0.0) @ a[:n, 0]


def ends_counted_from_behind(x):
    s = 0.0
    for i in range(12):
        s = 0.5 * s + np.sum(x[:-i] ** 2)
        x[:-i - 2] *= 0.5
    return s


def ends_that_are_cut(x):
    s = 0.0
    for i in range(9):
        s += np.sum(x[2:np.maximum(i - 4, 2)]) * i
    return s


def medians_of_lines(a, k):
    b = a[k[0]:k[1], :k[1]]
    return np.median(b), np.median(b, axis=0), np.quantile(b, [0.25, 0.5], axis=1)


def without_nan(x, k):
    s = np.where(x > 0.5, x, np.nan)[k[0]:k[1]]
    return np.nanmax(s), np.nanmin(s), np.nanmean(s), np.nanmedian(s), np.nanstd(s), np.nanprod(s)


def where_it_counts(a, k):
    b = a[k[0]:k[1], :k[1]]
    return np.sum(b, where=b > 0.0), np.max(b, initial=0.0, where=b < 1.0), np.mean(b, where=b > -5.0), b[b > 0.0]


def filled_gaps(x, k):
    good = x > k[0] / 4.0
    t = np.arange(len(x))
    return np.interp(t, t[good], x[good])


def polynomial_of_a_slice(x, k):
    s = x[k[0]:k[1]]
    return np.polyval([1.0, -2.0, 0.5], s), np.polyval(s, 0.75)


def area_below(x, k):
    s = x[k[0]:k[1]]
    return np.trapezoid(s, dx=0.5), np.trapezoid(s ** 2, np.cumsum(s)), np.diff(s, prepend=0.0, append=s[:1])


def added_at_places(x, y):
    places = np.flatnonzero(y > 0.0) // 2
    np.add.at(x, places, y[y > 0.0])
    return np.take(x, places), np.take(x[:4], [0, 2])


def compared_as_wholes(a, k):
    b = a[k[0]:k[1], :k[1]]
    return np.allclose(b, b + 1e-12), np.array_equal(b, b * 1.0), np.array_equal(b, b[1:]), np.size(b, 0), np.ndim(b)


def axes_exchanged(a, k):
    b = a[k[0]:k[1], :2]
    return np.swapaxes(b, 0, 1), np.moveaxis(b, 0, 1) * 2.0, np.atleast_2d(b[:, 0]), np.shape(b)


def lists_beside_a_slice(x, k):
    s = x[k[0]:k[0] + k[1]]
    return np.maximum(s, [0.1, 0.5, 0.9]), np.where(s > 0.5, s, [1.0, 2.0, 3.0]), np.average(s, weights=[1.0, 2.0, 3.0])


def places_in_constants(x):
    return x[np.flatnonzero(np.arange(9) > 4)], x[np.unique(np.array([2, 1, 2]))], len(np.setxor1d([1, 2], [2, 3]))


OF_A_LINE = (method_takes_another_order, arguments_by_position, joined_with_numbers, sets_of_a_slice,
             without_nan, filled_gaps, polynomial_of_a_slice, area_below)
OF_LINES_WITH_NOTHING = (freedom_of_few, permutation_of_an_end, nothing_to_bin, counts_of_nothing, extremes_of_python,
                         maximum_from_a_start, maximum_of_what_was_written, weights_of_nothing)
OF_A_TABLE = (flat_without_an_axis, first_place_of_all, side_by_side, on_top_of_each_other, row_of_rows,
              columns_of_columns, rows_in_a_loop, rows_and_columns_by_masks, weights_along_rows,
              square_moved_along_both_axes, medians_of_lines, where_it_counts, compared_as_wholes, axes_exchanged)
LOOPS = (growth_in_a_loop_in_a_loop, another_array_on_one_path, returned_from_a_loop, rows_in_a_loop,
         ends_counted_from_behind, ends_that_are_cut, extremes_of_python)


# Masks: NumPy takes one of length 0 for an axis of any length, and np.compress one of any length.

def empty_mask_of_computed_length(x, n):
    y, z = x[x > 0.5], x[x > 0.5]
    y[x[:n] > 1] = 3.0
    z[x[:n] > 1] += 3.0
    return y, z, z[x[:n] > 1]


def empty_mask(x):
    y = x.copy()
    y[x[:0] > 1] = 3.0
    return y, y[x[:0] > 1], y[np.zeros(0, bool)], np.outer(x, x)[1, x[:0] > 1]


def empty_mask_of_rows(a, n):
    places = np.argwhere(a)
    places[np.argwhere(a < n) > 0] = 9
    b = a[a[:, 0] < 4]
    b[a[:n][a[:n, 0] < 4] > 0] = 9
    return places, b


def empty_masks_of_rows(a):
    a[a[:, :0] > 1] = 7
    return a[a[:0] > 1], a[a[:, :0] > 1], a


def compressed_by_a_mask_of_another_length(x, mask):
    y = x[x > 0.5]
    return np.compress(mask, y), np.compress(mask[mask], y), np.extract(mask, y), np.compress(mask, x)


def places_in_an_array_without_axes(x):
    return np.argwhere(x), np.flatnonzero(x), np.atleast_1d(x).nonzero()


def compressed_again_and_again(x):
    positive = x >= 0
    for _ in range(2):
        x = np.compress(positive, x)
    return x


def triangle_and_a_part(x):
    p = x[0]
    return np.tril(x) + x[p:]


def lesser_of_a_part(x, k):
    s = x[k[0]:]
    return min(2.0, 0.0 if x[0] > 1 else 1.0) * np.sum(s) + max(s[0], 0.0)


def examples():
    rng = np.random.default_rng(68)
    x, y = np.abs(rng.normal(size=9)), rng.normal(size=9)
    for f in (mask_meets_indices, mask_meets_prefix):
        yield f, (x.copy(), y)
    for f in (sum_of_spread_slices, part_of_a_result, growth_in_a_loop_in_a_loop, another_array_on_one_path,
              returned_from_a_loop):
        for k in (2, 3):
            yield f, (x, np.array([k]))
    for k in (-11, -9, -8, -4, -3, -2, -1, 0, 2, 5, 6, 7, 8, 9, 12):
        yield window_over_the_ends, (x, np.array([k]))
        yield window_written, (x.copy(), np.array([k]))
    for k in (0, 3, 9):
        yield windows_before_the_front, (x, np.array([k]))
    yield moving_sums, (x,)
    for k in (0, 1, 2):
        yield batch, (rng.normal(size=(10, 3)), np.array([k]))
    for k in (-9, -5, 0, 3):
        yield window_with_weights, (x, np.array([k]))
        yield window_as_a_matrix, (x, np.array([k]))
        yield slice_by_numbers_read_twice, (x, np.array([0, k]))
    yield rows_exchanged, (rng.normal(size=(3, 5)), np.array([2]))
    yield from found_by_comparison(x, y, rng)


def bounds_without_axes(x, k):
    middle = slice(k, 2 * k)
    return np.sum(x[:k]) - np.max(x[k:]), np.sum(x[middle] * x[:k])


def found_by_comparison(x, y, rng):
    for k in (1, 3, 4):
        yield bounds_without_axes, (x.copy(), np.array(k))
    for f in OF_A_LINE:
        for k in ((1, 6), (3, 5)):
            yield f, (x.copy(), np.array(k))
    for f in OF_LINES_WITH_NOTHING:
        for k in ((2, 7), (4, 5), (9, 9)):
            yield f, (x.copy(), np.array(k))
    for k in ((1, 4), (0, 2)):
        for f in OF_A_TABLE:
            yield f, (rng.normal(size=(5, 5)), np.array(k))
        yield sorted_in_part, (x.copy(), np.array(k))
        yield diagonal_meets_a_square, (x[:5].copy(), rng.normal(size=(5, 5)), np.array(k))
    for f in (ends_counted_from_behind, ends_that_are_cut, values_outside_the_bins, places_in_constants):
        yield f, (x.copy(),)
    yield added_at_places, (x.copy(), y)
    yield lists_beside_a_slice, (x.copy(), np.array([4, 3]))
    for n in (0, 2):
        yield empty_mask_of_computed_length, (np.arange(3.0), n)
    yield empty_mask, (np.arange(3.0),)
    for n in (-1, 0):
        yield empty_mask_of_rows, (np.arange(6).reshape(3, 2), n)
    yield empty_masks_of_rows, (np.arange(6).reshape(3, 2),)
    for mask in ([True, False, False], [False, True, False, False], [False] * 5, [True, True]):
        yield compressed_by_a_mask_of_another_length, (np.arange(3.0), np.array(mask))
    for number in (True, 0):
        yield places_in_an_array_without_axes, (np.array(number),)
    yield compressed_again_and_again, (np.array([1, 1, -np.inf, -2.25]),)
    yield triangle_and_a_part, (np.array([0, 1, 1], np.uint32),)
    yield lesser_of_a_part, (np.array([1.5, 2.0, -1.0]), np.array([1]))
