"""k-means clustering in plain NumPy; it does not import Recto."""
import numpy as np


def farthest_first(points, k):
    """Seeds for k clusters: the first point, then each time the point that is farthest from all seeds so far.

    Gonzalez, "Clustering to minimize the maximum intercluster distance", 1985.

    Args:
        points: f64[n, d]

    Returns:
        f64[k, d]
    """
    seeds = np.zeros((k, points.shape[1]))
    seeds[0] = points[0]
    gap = np.sum((points - points[0]) ** 2, axis=1)
    for c in range(1, k):
        seeds[c] = points[np.argmax(gap)]
        gap = np.minimum(gap, np.sum((points - seeds[c]) ** 2, axis=1))
    return seeds


def kmeans(points, centres, limit):
    """Lloyd's algorithm: until no point changes its cluster, or `limit` rounds have passed.

    Lloyd, "Least squares quantization in PCM", 1957.

    Args:
        points: f64[n, d]
        centres: f64[k, d], where the clusters begin

    Returns:
        centres f64[k, d]; labels i64[n]; sum of squared distances in each round, f64[limit]; number of rounds
    """
    centres = centres.copy()
    labels = np.full(len(points), -1)
    inertia = np.zeros(limit)
    rounds = limit
    for step in range(limit):
        changed = 0
        sums = np.zeros_like(centres)
        sizes = np.zeros(len(centres))
        for i, point in enumerate(points):
            squares = np.sum((centres - point) ** 2, axis=1)
            nearest = np.argmin(squares)
            if nearest != labels[i]:
                labels[i] = nearest
                changed += 1
            inertia[step] += squares[nearest]
            sums[nearest] += point
            sizes[nearest] += 1
        if changed == 0:
            rounds = step + 1
            break
        for c in range(len(centres)):
            if sizes[c] > 0:
                centres[c] = sums[c] / sizes[c]
    return centres, labels, inertia, rounds


def kmeans_vectorised(points, centres, limit):
    """The same as `kmeans`, the way it is written to be quick in NumPy: no loop over points."""
    centres = centres.copy()
    labels = np.full(len(points), -1)
    inertia = np.zeros(limit)
    rounds = limit
    for step in range(limit):
        squares = np.sum(points**2, axis=1)[:, None] - 2 * points @ centres.T + np.sum(centres**2, axis=1)
        nearest = np.argmin(squares, axis=1)
        inertia[step] = np.sum(np.min(squares, axis=1))
        changed = np.sum(nearest != labels)
        labels = nearest
        if changed == 0:
            rounds = step + 1
            break
        member = (labels[:, None] == np.arange(len(centres))).astype(points.dtype)
        sizes = np.sum(member, axis=0)
        means = member.T @ points / np.maximum(sizes, 1)[:, None]
        centres = np.where(sizes[:, None] > 0, means, centres)
    return centres, labels, inertia, rounds


def purity(labels, truth, clusters, classes):
    """The share of points whose class is the most frequent one of their cluster."""
    counts = np.zeros((clusters, classes))
    for i in range(len(labels)):
        counts[labels[i], truth[i]] += 1
    return np.sum(np.max(counts, axis=1)) / len(labels)
