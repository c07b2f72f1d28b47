"""The classes of the module queue, in one thread."""
import queue
from queue import PriorityQueue, Queue

import numpy as np


def first_in_first_out(x, t):
    q = queue.Queue()
    q.put(t)
    q.put(t + 1)
    return q.get() + 2 * q.get(), q.empty(), q.qsize()


def least_first(x, t):
    q = PriorityQueue()
    for v in x:
        q.put(-v)
    return q.get(), q.qsize()


def last_in_first_out(x, t):
    q, out = queue.LifoQueue(), []
    for v in x:
        if v > t:
            q.put(v)
    while not q.empty():
        out.append(q.get())
    return out


def full(x, t):
    q = Queue(maxsize=2)
    try:
        for v in x:
            q.put_nowait(v)
    except queue.Full:
        return q.qsize(), -1.0
    return q.qsize(), 1.0


def nothing_there(x, t):
    q = Queue()
    if t > 2:
        q.put(t)
    try:
        return q.get_nowait()
    except queue.Empty:
        return -1.0


def halved_while_large(x, t):
    q, total = PriorityQueue(), 0.0
    for v in x:
        q.put(v * t)
    while not q.empty():
        d = q.get()
        total = total * 2 + d
        if d > 4:
            q.put(d / 2)
    return total


def breadth_first(x, start):
    graph = np.array([[1, 2], [3, 3], [3, 0], [0, 1]])
    seen, q, order = np.zeros(4, bool), Queue(), []
    q.put(start[0])
    seen[start[0]] = True
    while not q.empty():
        u = q.get()
        order.append(u)
        for w in graph[u]:
            if not seen[w]:
                seen[w] = True
                q.put(w)
    return order


def examples():
    x = np.array([1.0, 2.0, 4.0])
    for t in (1.5, 3.0):
        for f in (first_in_first_out, least_first, last_in_first_out, full, nothing_there):
            yield f, (x, t)
    yield halved_while_large, (x, 1.5)
    yield breadth_first, (x, np.array([2]))
