"""Lists of objects whose lengths differ: in dicts, in other objects, in tuples; trees and graphs."""

from collections import defaultdict, deque

import numpy as np


class Item:
    def __init__(self, value):
        self.value = value


class Node:
    def __init__(self, value, parent=None):
        self.value, self.parent, self.children = value, parent, []

    def add(self, child):
        child.parent = self
        self.children.append(child)


class Team:
    def __init__(self, name):
        self.name, self.members, self.scores = name, [], []

    @property
    def total(self):
        return sum(m.value for m in self.members)


def grouped(x):
    groups = {}
    for v in x:
        groups.setdefault(int(v), []).append(Item(v))
    return {k: [i.value for i in items] for k, items in groups.items()}


def changed_in_groups(x):
    groups, every = defaultdict(list), []
    for v in x:
        item = Item(v)
        groups[int(abs(v)) % 3].append(item)
        every.append(item)
    for items in groups.values():
        items[0].value *= 10.0
        for item in items:
            item.value += 1.0
    return [i.value for i in every], {k: len(items) for k, items in groups.items()}


def moved_between_groups(x):
    groups = defaultdict(list)
    for v in x:
        groups[bool(v > 0)].append(Item(v))
    if len(groups[True]) > 2:
        item = groups[True].pop()
        item.value = -9.0
        groups[False].append(item)
        groups[True][0] = groups[False][0]
    return [i.value for i in groups[True]], [i.value for i in groups[False]], groups[True][0] is groups[False][0]


def teams(x):
    found = []
    for k, v in enumerate(x):
        if v > 2.5 or k == 0:
            found.append(Team("a team"))
        found[-1].members.append(Item(v))
        found[-1].scores.append(2.0 * v)
    best = max(found, key=lambda team: team.total)
    best.members[0].value = 0.0
    return [t.total for t in found], [len(t.members) for t in found], [sum(t.scores) for t in found]


def a_tree(x):
    root = Node(0.0)
    nodes = [root]
    for v in x:
        if v > 0:
            node = Node(v)
            nodes[int(v) % len(nodes)].add(node)
            nodes.append(node)
    total, stack = 0.0, [(root, 1)]
    while stack:
        node, depth = stack.pop()
        total += depth * node.value
        for child in node.children:
            stack.append((child, depth + 1))
    return total, [n.parent is None for n in nodes], [len(n.children) for n in nodes]


def by_levels(x):
    nodes = [Node(v) for v in x if v > -1.5]
    for k in range(1, len(nodes)):
        nodes[(k - 1) // 2].add(nodes[k])
    found, queue = [], deque()
    if nodes:
        queue.append(nodes[0])
    while queue:
        node = queue.popleft()
        found.append(node.value)
        for child in node.children:
            queue.append(child)
    return found


def a_graph(x):
    nodes = [Node(v) for v in x if v > 0]
    for i, a in enumerate(nodes):
        for b in nodes[i + 1 :]:
            if abs(a.value - b.value) < 1.5:
                a.children.append(b)
                b.children.append(a)
    for node in nodes:
        for other in node.children:
            other.value += 0.125
    return [n.value for n in nodes], [len(n.children) for n in nodes]


def pairs_in_groups(x):
    groups = defaultdict(list)
    for k, v in enumerate(x):
        groups[int(v > 0)].append((float(k), Item(v)))
    return {k: sum(t * i.value for t, i in pairs) for k, pairs in groups.items()}


def the_largest(x):
    items = []
    for v in x:
        if v > 2:
            items.append(Item(v))
    pairs = [(v, k) for k, v in enumerate(x) if v > 2]
    return max(items, key=lambda item: item.value).value, min(pairs), max(pairs, key=lambda pair: pair[1])[0]


def the_largest_or_none(x):
    try:
        return max([v for v in x if v > 2], key=lambda v: -v)
    except ValueError:
        return -1.0


def returned(x):
    groups = {}
    for v in x:
        if v > 0:
            groups.setdefault(int(v), []).append(Item(v))
    return {k: [i.value for i in items] for k, items in groups.items()}, sorted(groups)


class Path:
    def __init__(self, x):
        self.x, self.points = x, [x]


class Forest:
    pass


def longer(start, n):
    new = Path(start.x)
    for _ in range(n):
        new.x += 0.5
        new.points.append(new.x)
    return new


def paths_in_an_attribute(x):
    forest = Forest()
    forest.paths = [Path(0.0)]
    for v in x:
        new = longer(forest.paths[-1], int(abs(v)) + 1)
        if new.x < 4.0 + v:
            forest.paths.append(new)
    return [p.x for p in forest.paths], [len(p.points) for p in forest.paths]


def examples():
    x = np.array([1.5, -2.0, 3.0, 4.0, 0.5, -1.0, 2.0])
    for f in (grouped, changed_in_groups, moved_between_groups, teams, a_tree, by_levels, a_graph, pairs_in_groups,
              the_largest, the_largest_or_none, returned, paths_in_an_attribute):
        yield f, (x,)
        yield f, (np.array([-1.0, 0.75, -3.0]),)
