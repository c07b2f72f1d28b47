"""Clustering."""
import numpy as np


def assign(points, centres):
    squares = np.sum((points[:, None, :] - centres[None, :, :]) ** 2, axis=-1)
    return np.argmin(squares, axis=1)


def lloyd_loops(points, centres, iterations):
    centres = centres.copy()
    labels = np.zeros(points.shape[0], dtype=np.int64)
    for _ in range(iterations):
        for i, point in enumerate(points):
            best = np.inf
            for k, centre in enumerate(centres):
                distance = np.sum((point - centre) ** 2)
                if distance < best:
                    best = distance
                    labels[i] = k
        sums = np.zeros_like(centres)
        sizes = np.zeros(len(centres))
        for i in range(points.shape[0]):
            sums[labels[i]] += points[i]
            sizes[labels[i]] += 1
        for k in range(len(centres)):
            if sizes[k] > 0:
                centres[k] = sums[k] / sizes[k]
    return centres, labels


def lloyd_until_stable(points, centres, limit):
    k = centres.shape[0]
    labels = assign(points, centres)
    for iteration in range(limit):
        member = labels[:, None] == np.arange(k)
        sizes = member.sum(axis=0)
        means = member.T.astype(points.dtype) @ points / np.maximum(sizes, 1)[:, None]
        centres = np.where(sizes[:, None] > 0, means, centres)
        new = assign(points, centres)
        if np.array_equal(new, labels):
            return centres, labels, iteration
        labels = new
    return centres, labels, limit


def farthest_first(points, k):
    """Seeds: each as far as can be from those before."""
    chosen = np.zeros(k, dtype=np.int64)
    gap = np.sum((points - points[0]) ** 2, axis=1)
    for j in range(1, k):
        chosen[j] = np.argmax(gap)
        gap = np.minimum(gap, np.sum((points - points[chosen[j]]) ** 2, axis=1))
    return chosen


def online_kmeans(points, centres):
    """Each point pulls its winner by one over the number of wins."""
    centres = centres.copy()
    wins = np.zeros(len(centres), dtype=int)
    for x in points:
        winner = np.argmin(np.abs(centres - x).sum(axis=1))
        wins[winner] += 1
        centres[winner] += (x - centres[winner]) / wins[winner]
    return centres, wins


def inertia(points, centres):
    total = 0.0
    for x in points:
        total += np.min(np.sum((centres - x) ** 2, axis=1))
    return total


def medoid(points):
    gaps = np.sqrt(np.sum((points[:, None] - points) ** 2, axis=2))
    return points[np.argmin(gaps.sum(axis=1))]


def silhouette(points, labels, k):
    n = points.shape[0]
    scores = np.zeros(n)
    for i in range(n):
        gap = np.sqrt(np.sum((points - points[i]) ** 2, axis=1))
        own, nearest = 0.0, np.inf
        for c in range(k):
            size = np.sum(labels == c)
            total = np.sum(np.where(labels == c, gap, 0.0))
            if c == labels[i]:
                own = total / (size - 1) if size > 1 else -1.0
            elif size > 0:
                nearest = min(nearest, total / size)
        scores[i] = 0.0 if own < 0 else (nearest - own) / max(nearest, own)
    return scores


def single_linkage(points, clusters):
    """Merge the two nearest clusters until few enough remain."""
    n = len(points)
    label = np.arange(n)
    gap = np.abs(points[:, None] - points[None, :])
    remaining = n
    while remaining > clusters:
        best, a, b = np.inf, 0, 0
        for i in range(n):
            for j in range(i):
                if label[i] != label[j] and gap[i, j] < best:
                    best, a, b = gap[i, j], label[i], label[j]
        low, high = min(a, b), max(a, b)
        label[label == high] = low
        remaining -= 1
    return label


def examples():
    rng = np.random.default_rng(6)
    near, far = rng.normal(size=(5, 2)), rng.normal(size=(4, 2)) + 6
    points = np.concatenate([near, far])
    centres = points[[0, 5]] + 0.5
    yield assign, (points, centres)
    yield assign, (points.astype(np.float32), centres.astype(np.float32)[:1])
    yield lloyd_loops, (points, centres, 3)
    yield lloyd_loops, (points, np.array([[0.0, 0.0], [6.0, 6.0], [90.0, 90.0]]), 2)
    yield lloyd_loops, (points, centres, 0)
    yield lloyd_until_stable, (points, centres, 10)
    yield lloyd_until_stable, (points, points[[5, 6]], 10)
    yield lloyd_until_stable, (points, np.array([[0.0, 0.0], [6.0, 6.0], [90.0, 90.0]]), 1)
    yield lloyd_until_stable, (points, points[:2], 0)
    yield farthest_first, (points, 3)
    yield farthest_first, (points, 1)
    yield online_kmeans, (points, centres)
    yield online_kmeans, (points.astype(np.float32), centres.astype(np.float32))
    yield inertia, (points, centres)
    yield inertia, (points[:1], points[:1])
    yield medoid, (points,)
    yield medoid, (near[:1],)
    yield silhouette, (points, np.array([0, 0, 0, 0, 0, 1, 1, 1, 1]), 2)
    yield silhouette, (points, np.array([0, 0, 0, 0, 0, 1, 1, 1, 3]), 4)
    yield single_linkage, (points[:, 0], 2)
    yield single_linkage, (np.array([1.0, 9.0, 1.5, 8.0, 4.0]), 3)
    yield single_linkage, (np.array([1.0, 2.0]), 2)
