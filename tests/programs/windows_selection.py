"""Boolean selection, and functions whose result is as long as the data say."""
import numpy as np


def positive_statistics(x):
    chosen = x[x > 0]
    return chosen.sum(), chosen.mean(), chosen.max(), chosen.min(), chosen.size


def positive_spread(x):
    chosen = x[x > 0.0]
    return chosen.std(), np.var(chosen), np.linalg.norm(chosen), np.median(chosen), np.prod(chosen)


def positive_part(x):
    return x[x > 0]


def scaled_choice(x, y):
    """Elementwise work between what one mask chose of two arrays."""
    mask = x > y
    return np.sum((x[mask] - y[mask]) * np.sqrt(x[mask] - y[mask]))


def clip_by_mask(x):
    x = x.copy()
    x[x > 1] = 1.0
    x[x < -1] = -1.0
    return x


def add_where(x, y):
    """In place."""
    mask = y > 0
    x[mask] += y[mask]
    x[~mask] *= 2.0


def replace_by_other(x, y):
    out = np.zeros_like(x)
    out[x < y] = y[x < y] - x[x < y]
    return out


def fill_missing(x):
    """NaN is replaced by the mean of the others."""
    x = x.copy()
    missing = np.isnan(x)
    x[missing] = np.mean(x[~missing])
    return x


def drop_missing(x):
    return x[~np.isnan(x)] ** 2


def winsorised_mean(x):
    lo, hi = np.quantile(x, 0.2), np.quantile(x, 0.8)
    return x[(x >= lo) & (x <= hi)].mean()


def sigma_clip(x, k, rounds):
    keep = np.ones(len(x), bool)
    for _ in range(rounds):
        mean, spread = x[keep].mean(), x[keep].std()
        keep = keep & (np.abs(x - mean) <= k * spread)
    return x[keep].mean(), np.count_nonzero(keep)


def group_means(x, labels, groups):
    means = np.zeros(groups)
    for g in range(groups):
        members = x[labels == g]
        if members.size > 0:
            means[g] = members.mean()
    return means


def kmeans_step(points, centres):
    distance = np.sum((points[:, None, :] - centres[None, :, :]) ** 2, axis=2)
    nearest = np.argmin(distance, axis=1)
    new = centres.copy()
    for k in range(len(centres)):
        mine = points[nearest == k]
        if len(mine) > 0:
            new[k] = mine.mean(axis=0)
    return new


def rows_chosen(table, limit):
    """Rows by a mask: their sum, and the rows themselves."""
    rows = table[table[:, 0] > limit]
    return rows.sum(axis=0), rows


def columns_chosen(table):
    return table[:, table.sum(axis=0) > 0]


def compress_rows(table):
    return np.compress(table[:, 0] > 0, table, axis=0)


def extract_even(x):
    return np.extract(x % 2 == 0, x)


def where_positive(x):
    return np.where(x > 0)[0]


def nonzero_pairs(table):
    rows, columns = np.nonzero(table)
    return rows, columns, table[rows, columns]


def places_and_values(x):
    index = np.flatnonzero(x > 0)
    return index, x[index] * index


def scatter_back(x, y):
    index = np.nonzero(x > 0)[0]
    out = np.zeros(len(x))
    out[index] = y[index] + index
    return out


def distinct_values(x):
    return np.unique(x)


def distinct_with_counts(x):
    values, counts = np.unique(x, return_counts=True)
    return values, counts, values[np.argmax(counts)]


def distinct_indices(x):
    values, first, inverse = np.unique(x, return_index=True, return_inverse=True)
    return values, first, inverse


def mode(x):
    values, counts = np.unique(x, return_counts=True)
    return values[counts.argmax()]


def entropy_of(x):
    _, counts = np.unique(x, return_counts=True)
    p = counts / counts.sum()
    return -np.sum(p * np.log(p))


def set_operations(a, b):
    return np.union1d(a, b), np.intersect1d(a, b), np.setdiff1d(a, b)


def equalise(image):
    """Histogram equalisation of an image with levels 0 ... 15."""
    counts = np.bincount(image.ravel(), minlength=16)
    cumulative = np.cumsum(counts)
    least = cumulative[cumulative > 0].min()
    scale = np.round((cumulative - least) / (image.size - least) * 15)
    return scale[image]


def histogram_of_chosen(x):
    counts, edges = np.histogram(x[x > 0], bins=5, range=(0.0, 3.0))
    return counts, edges


def binned_means(x, y, edges):
    place = np.digitize(x, edges)
    means = np.zeros(len(edges) + 1)
    for k in range(len(edges) + 1):
        part = y[place == k]
        if part.size:
            means[k] = part.mean()
    return means


def otsu(image):
    """The threshold that separates two groups best."""
    best, where = -1.0, 0
    for level in range(1, 16):
        low, high = image[image < level], image[image >= level]
        if len(low) == 0 or len(high) == 0:
            continue
        between = len(low) * len(high) * (low.mean() - high.mean()) ** 2
        if between > best:
            best, where = between, level
    return where, best


def isolated_peaks(x):
    """Local maxima, by the places where the slope changes its sign."""
    slope = np.sign(np.diff(x))
    places = np.flatnonzero((slope[:-1] > 0) & (slope[1:] < 0)) + 1
    return places, x[places]


def reflected(places, speeds, size):
    """np.where gives a tuple: inside an index it is one array of two axes."""
    for d in range(2):
        out = np.where(places[:, d] < 0)
        places[out, d] *= -1
        speeds[out, d] = np.zeros((1, len(out[0])))
        out = np.where(places[:, d] > size)
        places[out, d] = size - (places[out, d] - size)
        speeds[out,] *= -1
    return places[np.where(speeds[:, 0] > 0), :].sum(), places, speeds


def zero_crossings(x):
    places = np.where(x[:-1] * x[1:] < 0)[0]
    return places - x[places] / (x[places + 1] - x[places])


def first_above(x, limit):
    places = np.flatnonzero(x > limit)
    return places[0] if len(places) > 0 else -1


def gaps(x):
    """Distances between the places where something happens."""
    places = np.flatnonzero(x)
    return np.diff(places)


def outer_of_chosen(x):
    part = x[x > 0]
    return np.sum(np.outer(part, part)), part @ part


def sorted_choice(x):
    return np.sort(x[x < 1])[::-1]


def lower_triangle_sum(a):
    total = 0.0
    for i in range(len(a)):
        row = a[i, :i]
        total += row[row > 0].sum() if i > 0 else 0.0
    return total


def any_all_chosen(x):
    part = x[x != 0]
    return np.any(part > 1), np.all(part < 5), (part > 0).any(), part.cumsum()


def integer_choice(x):
    return x[x % 3 == 1], np.sum(x[x > 2]), np.max(x[x < 8]), x[x > 100].sum()


LOOPS = (sigma_clip, group_means, kmeans_step, binned_means, otsu)


def examples():
    rng = np.random.default_rng(66)
    real, other, whole = rng.normal(size=10), rng.normal(size=10), rng.integers(0, 9, 12)
    table = rng.normal(size=(6, 4))
    for x in (real, np.array([2.0, 3.0]), real.astype(np.float32)):
        yield positive_statistics, (x,)
        yield positive_spread, (x,)
        yield positive_part, (x,)
        yield places_and_values, (x,)
        yield sorted_choice, (x,)
        yield any_all_chosen, (x,)
    yield positive_statistics, (np.array([-1.0, -2.0]),)
    yield positive_part, (np.array([-1.0, -2.0]),)
    yield positive_part, (np.zeros(0),)
    for f in (scaled_choice, add_where, replace_by_other, scatter_back):
        yield f, (real.copy(), other)
        yield f, (np.ones(3), -np.ones(3))
    yield clip_by_mask, (3 * real,)
    holes = np.where(np.arange(10) % 3 == 1, np.nan, real)
    yield fill_missing, (holes,)
    yield drop_missing, (holes,)
    yield winsorised_mean, (real,)
    yield sigma_clip, (np.append(real, 50.0), 2.0, 10)
    yield sigma_clip, (real, 1.5, 2)
    yield group_means, (real, rng.integers(0, 12, 10), 12)
    yield group_means, (real, np.zeros(10, int), 2)
    yield kmeans_step, (table, table[:2] + 0.1)
    yield kmeans_step, (rng.normal(size=(14, 2)), rng.normal(size=(10, 2)))
    for limit in (0.0, 9.0):
        yield rows_chosen, (table, limit)
    yield columns_chosen, (table,)
    yield compress_rows, (table,)
    yield extract_even, (whole,)
    yield extract_even, (whole.reshape(3, 4),)
    yield where_positive, (real,)
    yield nonzero_pairs, (np.where(table > 0, table, 0.0),)
    yield nonzero_pairs, (np.zeros((2, 3)),)
    for x in (whole, np.array([2.0, 1.0, 2.0, np.nan, np.nan]), np.array([7]), np.ones(4, bool)):
        yield distinct_values, (x,)
        yield distinct_with_counts, (x,)
        yield distinct_indices, (x,)
    yield mode, (whole,)
    yield entropy_of, (whole,)
    yield set_operations, (whole, np.array([3, 4, 5, 20]))
    image = rng.integers(2, 14, (5, 6))
    yield equalise, (image,)
    yield otsu, (image,)
    yield histogram_of_chosen, (real,)
    yield binned_means, (real, other, np.linspace(-1, 1, 10))
    yield binned_means, (real, other, np.array([0.0]))
    yield isolated_peaks, (np.sin(np.arange(12.0) * 1.3),)
    yield zero_crossings, (real,)
    yield zero_crossings, (np.array([1.0, -1.0, 2.0]),)
    yield zero_crossings, (np.ones(12),)
    yield reflected, (rng.normal(size=(6, 2)), rng.normal(size=(6, 2)), 0.5)
    for limit in (0.0, 99.0):
        yield first_above, (real, limit)
    yield gaps, (np.array([0, 1, 0, 0, 1, 1, 0, 1]),)
    yield outer_of_chosen, (real,)
    yield lower_triangle_sum, (rng.normal(size=(4, 4)),)
    yield integer_choice, (whole,)
    yield integer_choice, (np.arange(20, dtype=np.int32),)
