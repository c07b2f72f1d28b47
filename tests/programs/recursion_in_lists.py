"""Recursion that data end, over lists of integers among the arguments: heaps, binary search, quickselect."""


def sift(a, index, n):
    largest, left, right = index, 2 * index + 1, 2 * index + 2
    if left < n and a[left] > a[largest]:
        largest = left
    if right < n and a[right] > a[largest]:
        largest = right
    if largest != index:
        a[largest], a[index] = a[index], a[largest]
        sift(a, largest, n)


def sift_once(a):
    a = a[:]
    sift(a, 0, len(a))
    return a


def heap_sort(a):
    a, n = a[:], len(a)
    for i in range(n // 2 - 1, -1, -1):
        sift(a, i, n)
    for i in range(n - 1, 0, -1):
        a[0], a[i] = a[i], a[0]
        sift(a, 0, i)
    return a


def search(xs, item, left, right):
    if right < left:
        return -1
    mid = left + (right - left) // 2
    if xs[mid] == item:
        return mid
    if xs[mid] > item:
        return search(xs, item, left, mid - 1)
    return search(xs, item, mid + 1, right)


def doubled_bound(xs, item):
    bound = 1
    while bound < len(xs) and xs[bound] < item:
        bound *= 2
    return search(xs, item, bound // 2, min(bound, len(xs) - 1))


def examples():
    for a in ([1, 4, 3, 5, 2], [3, 3, 1]):
        yield sift_once, (a.copy(),)
        yield heap_sort, (a.copy(),)
    for item in (0, 7, 8):
        yield search, ([0, 5, 7, 10, 15], item, 0, 4)
        yield doubled_bound, ([0, 5, 7, 10, 15], item)
