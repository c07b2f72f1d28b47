"""Heaps of lists that are changed in place: [priority, (key, value)], in Python's order of lists."""
import heapq


def raised_priorities(xs):
    heap = []
    for k, v in enumerate(xs):
        heapq.heappush(heap, [v, (k, v)])
    taken = []
    while heap and len(taken) < 3:
        taken.append(heapq.heappop(heap)[1][0])
        for entry in heap:
            entry[0] += 1
        heapq.heapify(heap)
    return taken


def compared(xs):
    entries = [[v, k] for k, v in enumerate(xs)]
    for entry in entries:
        entry[0] = entry[0] % 2
    first, last = entries[0], entries[-1]
    return first < last, first <= last, first > last, first >= last, min(entries)[1]


def examples():
    for xs in ([3, 1, 2], [2, 2, 2], [5, 4, 3, 2]):
        yield raised_priorities, (xs,)
        yield compared, (xs,)
