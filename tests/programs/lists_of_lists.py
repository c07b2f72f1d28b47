"""Lists of lists whose lengths data decide: groups, runs, clusters, adjacency lists."""
from collections import Counter, defaultdict, deque

import numpy as np


def runs(x, k):
    found = []
    run = [x[0]]
    for v in x[1:]:
        if v > run[-1]:
            run.append(v)
        else:
            found.append(run)
            run = [v]
    found.append(run)
    return found, [sum(r) for r in found], max(found, key=len), max(len(r) for r in found)


def last_run_grows(x, k):
    found = [[x[0]]]
    for v in x[1:]:
        if v > found[-1][-1]:
            found[-1].append(v * v)
        else:
            found.append([v])
    return sum(sum(r) * len(r) for r in found), found


def split_at_negatives(x, k):
    parts, part = [], []
    for v in x:
        if v < 0:
            parts.append(part)
            part = []
        else:
            part.append(v)
    parts.append(part)
    parts.sort(key=len)
    return parts


def by_key(x, k):
    groups = {}
    for i, v in zip(k, x):
        groups.setdefault(i % 3, []).append(v)
    return groups, {key: sum(values) / len(values) for key, values in groups.items()}


def by_key_or_new(x, k):
    groups = {}
    for i, v in zip(k, x):
        if i % 3 in groups:
            groups[i % 3].append(v)
        else:
            groups[i % 3] = [v]
    return sorted(groups), max(len(values) for values in groups.values()), [np.mean(v) for v in groups.values()]


def by_default(x, k):
    groups = defaultdict(list)
    for i in range(len(x)):
        groups[k[i] % 3].append(x[i])
    total = 0.0
    for key in groups:
        total += (key + 1) * np.mean(groups[key]) ** 2
    return total, dict(groups)


def pairs_by_key(x, k):
    groups = defaultdict(list)
    for i, v in enumerate(x):
        groups[k[i] % 3].append((i, v))
    best = {key: max(values, key=lambda pair: pair[1]) for key, values in groups.items()}
    return best, {key: sum(v * i for i, v in values) for key, values in groups.items()}


def sorted_in_place(x, k):
    groups = {}
    for i, v in zip(k, x):
        groups.setdefault(i % 3, []).append(v)
    for key in groups:
        groups[key].sort()
    return {key: values[0] for key, values in groups.items()}


def window_of_each_key(x, k):
    groups = {}
    for i, v in zip(k, x):
        if i % 3 not in groups:
            groups[i % 3] = []
        groups[i % 3] += [v]
        if len(groups[i % 3]) > 2:
            groups[i % 3].pop(0)
    return groups


class Statistics:
    def __init__(self):
        self.values, self.calls = defaultdict(list), 0

    def add(self, key, value):
        self.values[key].append(value)
        self.calls += 1

    def mean(self, key):
        return sum(self.values[key]) / len(self.values[key]) if self.values[key] else 0.0


def in_an_object(x, k):
    statistics = Statistics()
    for i, v in zip(k, x):
        statistics.add(i % 3, v)
    return statistics.mean(1), statistics.calls


def neighbours(x, k):
    graph = [[] for _ in range(40)]
    for i in range(len(x)):
        for j in range(len(x)):
            if i != j and abs(x[i] - x[j]) < 1.6:
                graph[i].append(j)
    seen, queue, order = np.zeros(len(x), bool), deque([0]), []
    while queue:
        u = queue.popleft()
        if seen[u]:
            continue
        seen[u] = True
        order.append(u)
        for w in graph[u]:
            if not seen[w]:
                queue.append(w)
    return order, [len(row) for row in graph[:7]]


def weighted_neighbours(x, k):
    graph = [[] for _ in range(40)]
    for i in range(len(x) - 1):
        graph[k[i]].append((k[i + 1], x[i]))
    total = 0.0
    for u, edges in enumerate(graph):
        for w, length in edges:
            total += (u + 2 * w) * length
    return total, graph[:3]


def clusters(x, k):
    found = []
    for v in x:
        for cluster in found:
            if abs(cluster[0] - v) < 1.6:
                cluster.append(v)
                break
        else:
            found.append([v])
    return [np.mean(c) for c in found], len(found)


def filled_after_it_is_put_in(x, k):
    found = []
    for v in x:
        larger = []
        found.append(larger)
        for w in x:
            if w > v:
                larger.append(w)
    return found, [len(row) for row in found]


def buckets(x, k):
    rows = [[] for _ in range(5)]
    for v in x:
        rows[int((v + 3) / 8 * 5)].append(v)
    found = []
    for row in rows:
        row.sort()
        found.extend(row)
    return found


def stack(x, k):
    rows = [[0.0]]
    for v in x:
        if v > 0:
            rows.append([v])
        else:
            rows[-1].append(v)
    last = rows.pop()
    return last, len(rows), rows[0]


def grouped_dicts(x, k):
    sums = {}
    for i, v in zip(k, x):
        sums[i % 3] = sums.get(i % 3, 0.0) + v
    more = {7: 1.0}
    more.update(sums)
    other = sums.copy()
    other[0] = 9.0
    return dict(sums), {**sums, 9: 1.0}, {9: 1.0, **sums}, more, sums | {7: 1.0}, {7: 1.0} | sums, other


def taken_out(x, k):
    sums = {}
    for i, v in zip(k, x):
        sums[i % 3] = sums.get(i % 3, 0.0) + v
    return sums.pop(0, -1.0), sums.pop(8, None), sums.popitem(), sums


def counted(x, k):
    counts = Counter(i % 3 for i in k)
    return dict(counts), {key: counts[key] for key in counts}, sum(counts[key] * key for key in counts)


def changed_in_a_loop(x, k):
    sums = {}
    for i, v in zip(k, x):
        sums[i % 3] = v
    for key in sums:
        sums[key] = sums[key] * 2
    return sums


def longer_in_a_loop(x, k):
    sums = {}
    for i, v in zip(k, x):
        sums[i] = v
    for key in sums:
        sums[key + 1] = 2.0
    return sums


def longer_in_the_last_iteration(x, k):
    sums, rounds = {}, 0
    for i, v in zip(k, x):
        sums[i % 3] = v
    for key in sums:
        rounds += 1
        if rounds == len(sums):
            sums[key + 30] = 2.0
    return sums


def examples():
    xs = [np.array([1.0, -2.0, 3.0, 4.0, -1.0, 2.0, 3.1]), np.array([0.5, 2.5, -1.5, -0.25, 3.0, 3.5, -2.0])]
    ks = [np.array([0, 1, 2, 0, 4, 5, 7]), np.array([2, 1, 1, 0, 2, 0, 0])]
    functions = [f for f in globals().values() if getattr(f, "__module__", None) == __name__
                 and getattr(f, "__code__", None) and f.__code__.co_varnames[:2] == ("x", "k")]
    for f in functions:
        for x, k in zip(xs, ks):
            yield f, (x, k)
