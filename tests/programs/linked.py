"""Objects that hold each other, or None: linked lists, trees, graphs; and lists of computed length that hold None."""

import heapq

import numpy as np


class Node:
    def __init__(self, value, next=None):
        self.value = value
        self.next = next


class Stack:
    def __init__(self):
        self.top, self.size = None, 0

    def push(self, value):
        self.top = Node(value, self.top)
        self.size += 1

    def pop(self):
        if self.top is None:
            raise IndexError("empty stack")
        value = self.top.value
        self.top = self.top.next
        self.size -= 1
        return value


class Tree:
    def __init__(self, key):
        self.key, self.left, self.right, self.count = key, None, None, 1

    def insert(self, key):
        node = self
        while True:
            if key == node.key:
                node.count += 1
                return
            if key < node.key:
                if node.left is None:
                    node.left = Tree(key)
                    return
                node = node.left
            else:
                if node.right is None:
                    node.right = Tree(key)
                    return
                node = node.right

    def __contains__(self, key):
        node = self
        while node is not None:
            if key == node.key:
                return True
            node = node.left if key < node.key else node.right
        return False


class Task:
    def __init__(self, cost):
        self.cost, self.best, self.parent, self.label = cost, None, None, "new"


class Link:
    """Of a list that is linked both ways."""

    def __init__(self, value):
        self.value, self.before, self.behind = value, None, None


def reversed_in_place(x):
    head = None
    for v in x:
        if v > 0:
            head = Node(v, head)
    before = None
    while head is not None:
        head.next, before, head = before, head, head.next
    found = []
    while before:
        found.append(before.value)
        before = before.next
    return found


def weighted(x):
    head = None
    for v in x:
        if v > 0:
            n = Node(v)
            n.next = head
            head = n
    total, k = 0.0, 1
    while head is not None:
        total += k * head.value
        k += 1
        head = head.next
    return total


def a_stack(x):
    stack, popped = Stack(), []
    for v in x:
        if v >= 0:
            stack.push(v)
        elif stack.size > 0:
            popped.append(stack.pop() + v)
    return popped, stack.size


def popped_too_often(x):
    stack = Stack()
    stack.push(x[0])
    if x[1] > 0:
        stack.pop()
    return stack.pop()


def in_order(x):
    root = Tree(x[0])
    for v in x[1:]:
        root.insert(v)
    found, stack, node = [], [], root
    while stack or node is not None:
        while node is not None:
            stack.append(node)
            node = node.left
        node = stack.pop()
        found.append((node.key, node.count))
        node = node.right
    return found, x[2] in root, 99.0 in root


def depth(x):
    root, deepest = Tree(x[0]), 0
    for v in x[1:]:
        root.insert(v)
    level = [root]
    while level:
        deepest += 1
        below = []
        for node in level:
            if node.left is not None:
                below.append(node.left)
            if node.right:
                below.append(node.right)
        level = below
    return deepest


def a_tree_returned(x):
    root = Tree(x[0])
    for v in x[1:]:
        root.insert(v)
    return shown(root)


def shown(node):
    return node.key, node.left is None, node.right is None


def appended_behind(x):
    first = last = None
    for v in x:
        if v > 0:
            link = Link(v)
            if last is None:
                first = link
            else:
                last.behind, link.before = link, last
            last = link
    total = 0.0
    node = last
    while node is not None:
        total = 0.5 * total + node.value
        node = node.before
    return total, first is None, first is last


def unlinked(x):
    head = None
    for v in x:
        head = Node(v, head)
    while head is not None and head.value < 0:
        head = head.next
    node = head
    while node is not None and node.next is not None:
        if node.next.value < 0:
            node.next = node.next.next
        else:
            node = node.next
    found, node = [], head
    while node is not None:
        found.append(node.value)
        node = node.next
    return found


def root_of(node):
    while node.next is not node:
        node = node.next
    return node


def united(x):
    nodes = []
    for v in x:
        node = Node(v)
        node.next = node
        nodes.append(node)
    for k in range(len(nodes)):
        for other in nodes[:k]:
            if abs(nodes[k].value - other.value) < 1.1:
                a, b = root_of(nodes[k]), root_of(other)
                if a is not b:
                    a.next = b
    return [root_of(node).value for node in nodes], sum(node.next is node for node in nodes)


def a_circle(x):
    nodes = [Node(v) for v in x]
    for node in nodes:
        if node.value > 0:
            node.next = nodes[0]
    nodes[0].value = 77.0
    return [None if node.next is None else node.next.value for node in nodes]


def inserted_behind(x):
    first = Node(0.0)
    for v in x:
        if v > 0:
            node = Node(v)
            node.next = first.next
            first.next = node
    total = 0.0
    while first is not None:
        total = 0.5 * total + first.value
        first = first.next
    return total


def attributes_of_numbers_or_none(x):
    tasks = []
    for v in x:
        if v > -1.5:
            tasks.append(Task(v))
    for k, task in enumerate(tasks):
        for other in tasks[:k]:
            if task.best is None or abs(other.cost - task.cost) < task.best:
                task.best = abs(other.cost - task.cost)
                task.parent = other
    return [t.best for t in tasks], [t.parent is None for t in tasks], sum(t.best for t in tasks if t.best is not None)


def missing_attribute(x):
    tasks = []
    for v in x:
        if v > 0:
            tasks.append(Task(v))
    tasks[0].parent = tasks[-1]
    return tasks[0].parent.cost + tasks[1].parent.cost


def values_or_none(x):
    found = []
    for v in x:
        if v > 0:
            found.append(np.sqrt(v))
        elif v < -1:
            found.append(None)
    found.reverse()
    last = found.pop()
    return found, last, found.count(None), None in found, sum(v for v in found if v is not None)


def replaced_by_none(x):
    found = []
    for v in x:
        if v > 0:
            found.append(v)
    for k in range(len(found)):
        if found[k] > 1.6:
            found[k] = None
    found = found + [None, x[0]]
    return found, [0.0 if v is None else v for v in found[1:]], found[0] == x[0]


def the_first_of_each(x):
    slots = [None] * 2
    for v in x:
        k = int(v > 0)
        if slots[k] is None:
            slots[k] = Task(v)
        else:
            slots[k].cost += v
    return [None if task is None else task.cost for task in slots]


def the_last_of_each(x):
    slots = [None, None]
    for v in x:
        slots[0 if v > 0 else 1] = np.array([v, 1.0])
    return slots


def a_heap_of_pairs(x):
    heap = []
    for k, v in enumerate(x):
        if v > -1.5:
            heapq.heappush(heap, (k, None if v < 0 else v))
    return heapq.heappop(heap), len(heap)


def twice(x):
    found = [v for v in x if v > 0]
    found += found
    found.extend(found)
    return found


def under_keys(keys, x):
    found = {}
    for k, v in zip(keys, x):
        found[k] = None if v < 0 else v
    return found, [k for k, v in found.items() if v is None]


def pairs_with_none(x):
    pairs, last = [], None
    for v in x:
        if v > 0:
            pairs.append((v, last))
            last = v
    return pairs, sum(a * b for a, b in pairs if b is not None)


class Branch:
    def __init__(self, label, parent=None):
        self.label, self.parent, self.left, self.right = label, parent, None, None


class SearchTree:
    def __init__(self):
        self.root = None

    def put(self, label):
        self.root = self._put(self.root, label)

    def _put(self, node, label, parent=None):
        if node is None:
            node = Branch(label, parent)
        elif label < node.label:
            node.left = self._put(node.left, label, node)
        elif label > node.label:
            node.right = self._put(node.right, label, node)
        return node


def with_parents_of_known_labels(x):
    tree = SearchTree()
    for label in (8, 10, 3):
        tree.put(label)
    left, right = tree.root.left, tree.root.right
    return left.label * x[0], right.parent is tree.root, left.parent.label, right.right is None


def with_parents(x):
    tree = SearchTree()
    for v in x:
        tree.put(v)
    node, steps = tree.root, 0
    while node.left is not None:
        node = node.left
    while node is not None:
        node, steps = node.parent, steps + 1
    return steps


def examples():
    x = np.array([1.5, -2.0, 3.0, 4.0, 0.5, -1.0, 2.0])
    for f in (reversed_in_place, weighted, a_stack, in_order, depth, a_tree_returned, appended_behind, unlinked,
              inserted_behind, united, a_circle, attributes_of_numbers_or_none, missing_attribute, values_or_none,
              replaced_by_none, pairs_with_none, popped_too_often, the_first_of_each, the_last_of_each,
              a_heap_of_pairs, twice, with_parents_of_known_labels, with_parents):
        yield f, (x,)
        yield f, (np.array([-1.0, 0.75, -3.0]),)
    yield under_keys, (np.array([2, 1, 2, 3, 1, 0, 2]), x)
    yield under_keys, (np.array([2, 2]), -x[:2])
