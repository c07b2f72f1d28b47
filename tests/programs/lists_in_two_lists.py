"""Lists that are items of a list, and of another one that is made of it anew: paths that are shortened, tours."""

import math

import numpy as np


def length(path):
    total = 0.0
    for i in range(len(path) - 1):
        total += math.sqrt((path[i + 1][0] - path[i][0]) ** 2 + (path[i + 1][1] - path[i][1]) ** 2)
    return total


def point_at(path, distance):
    walked, k, last = 0.0, 0, 1.0
    for i in range(len(path) - 1):
        last = math.sqrt((path[i + 1][0] - path[i][0]) ** 2 + (path[i + 1][1] - path[i][1]) ** 2)
        walked += last
        if walked >= distance:
            k = i - 1
            break
    share = (walked - distance) / last
    x = path[k][0] + (path[k + 1][0] - path[k][0]) * share
    y = path[k][1] + (path[k + 1][1] - path[k][1]) * share
    return [x, y, k]


def shortened(path, picks):
    total = length(path)
    for i in range(len(picks)):
        ends = [picks[i, 0] * total, picks[i, 1] * total]
        ends.sort()
        first, second = point_at(path, ends[0]), point_at(path, ends[1])
        if first[2] <= 0 or second[2] <= 0 or second[2] == first[2]:
            continue
        if second[2] + 1 > len(path):
            continue
        new = []
        new.extend(path[: first[2] + 1])
        new.append([first[0], first[1]])
        new.append([second[0], second[1]])
        new.extend(path[second[2] + 1 :])
        path = new
        total = length(path)
    return path


def repeated(path, picks):
    k = int(picks[0, 0] * 5)
    new = []
    for i in range(k):
        new.append(path[i])
        new.append(path[0])
    new.append([picks[0, 1], picks[1, 1]])
    return new, len(new)


def without_one(path, picks):
    best = path
    for k in range(int(picks[0, 1] * 4)):
        rest = best[:k] + best[k + 1 :]
        if length(rest) > picks[1, 0] * length(best):
            best = rest
    return best


def examples():
    rng = np.random.default_rng(2)
    path = [[6.0, 10.0], [8.9, 9.9], [10.9, 9.1], [12.1, 6.3], [11.6, 3.4], [11.2, 0.9], [8.5, 2.3], [5.5, 2.5]]
    for f in (shortened, repeated, without_one):
        for _ in range(2):
            yield f, (path, rng.random((6, 2)))
