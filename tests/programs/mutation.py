"""Functions that change their arguments."""
import numpy as np


def scale_in_place(x, factor):
    x *= factor


def reverse_in_place(x):
    for i in range(len(x) // 2):
        x[i], x[-1 - i] = x[-1 - i], x[i]


def prefix_sums(x):
    for i in range(1, x.size):
        x[i] += x[i - 1]


def rotate_in_place(x, by):
    """Three reversals."""
    def flip(low, high):
        while low < high:
            x[low], x[high] = x[high], x[low]
            low += 1
            high -= 1

    n = len(x)
    by %= n
    flip(0, n - 1)
    flip(0, by - 1)
    flip(by, n - 1)


def transpose_square(a):
    for i in range(a.shape[0]):
        for j in range(i):
            a[i, j], a[j, i] = a[j, i], a[i, j]


def axpy(alpha, x, y):
    y += alpha * x


def axpy_twice(x, y):
    """The callee mutates; the caller returns nothing either."""
    axpy(2.0, x, y)
    axpy(-1.0, y, x)


def out_arguments(x, y):
    np.add(x, y, out=x)
    np.multiply(x, 2, out=y)
    np.sqrt(np.abs(y), out=y)
    return x.sum()


def smooth_into(source, target):
    target[0], target[-1] = source[0], source[-1]
    target[1:-1] = (source[:-2] + source[1:-1] + source[2:]) / 3


def ping_pong(a, b, rounds):
    for _ in range(rounds):
        smooth_into(a, b)
        smooth_into(b, a)


def clip_in_branch(x, limit):
    """Writes only where the data ask for it; tells how many."""
    changed = 0
    for i in range(x.shape[0]):
        if x[i] > limit:
            x[i] = limit
            changed += 1
        elif x[i] < -limit:
            x[i] = -limit
            changed += 1
    return changed


def whole_branch(x, y, flag):
    """Each branch mutates another argument."""
    if flag:
        x[:] = y
    else:
        y[:] = x
        y += 1


def partition(x, low, high):
    """Lomuto; returns where the pivot went."""
    pivot = x[high]
    place = low
    for i in range(low, high):
        if x[i] < pivot:
            x[i], x[place] = x[place], x[i]
            place += 1
    x[place], x[high] = x[high], x[place]
    return place


def augmented_slices(a):
    a[::2] += 1
    a[1:, -1] *= 2
    a[:, 0] -= a[:, 1]
    a[0] **= 2
    a[-1] //= 3


def zero_small(a, threshold):
    a[np.abs(a) < threshold] = 0
    return np.count_nonzero(a)


def two_counters(values, counts, sums, width):
    for v in values:
        b = int(v // width)
        counts[b] += 1
        sums[b] += v


def update_parameters(parameters, gradients, rate):
    """Arrays inside a dict, changed in place."""
    for name in parameters:
        parameters[name] -= rate * gradients[name]


def momentum_step(layers, velocities, gradients, rate, decay):
    for (w, b), (vw, vb), (gw, gb) in zip(layers, velocities, gradients):
        vw *= decay
        vw += gw
        vb *= decay
        vb += gb
        w -= rate * vw
        b -= rate * vb


def sort_columns(a):
    """Calls a helper on views of its argument."""
    def insertion(v):
        for i in range(1, len(v)):
            key = v[i]
            j = i - 1
            while j >= 0 and v[j] > key:
                v[j + 1] = v[j]
                j -= 1
            v[j + 1] = key

    for j in range(a.shape[1]):
        insertion(a[:, j])


def fill_spiral(a):
    rows, columns = a.shape
    a.fill(-1)
    i, j, di, dj = 0, 0, 0, 1
    for k in range(rows * columns):
        a[i, j] = k
        if not (0 <= i + di < rows and 0 <= j + dj < columns and a[i + di, j + dj] == -1):
            di, dj = dj, -di
        i += di
        j += dj


def sort_method(x):
    x.sort()
    x[0] = x[-1]


def local_only(x):
    """Changes nothing that the caller can see."""
    x = x + 0
    x[0] = 99
    y = np.array(x)
    y += 1
    return y


def mutate_and_return(x):
    x[0] += 1
    y = x
    y[1] = 3
    return y


def carry_in_while(stack, limit):
    top = 1
    while 0 < top < limit:
        value = stack[top - 1]
        top -= 1
        if value > 1:
            stack[top] = value // 2
            stack[top + 1] = value - value // 2
            top += 2
    return top


def integer_store_truncates(x, y):
    """A float written into an int array loses its fraction."""
    for i in range(len(x)):
        x[i] = y[i] * 1.5
    x[0] = 2.9


def examples():
    rng = np.random.default_rng(15)
    yield scale_in_place, (np.arange(4.0), 2.5)
    yield scale_in_place, (np.arange(4), 3)
    yield scale_in_place, (np.zeros((0, 2)), 3)
    for n in (5, 4, 1):
        yield reverse_in_place, (np.arange(n),)
    yield prefix_sums, (rng.normal(size=6),)
    yield prefix_sums, (np.array([3]),)
    yield rotate_in_place, (np.arange(7), 3)
    yield rotate_in_place, (np.arange(5.0), 10)
    yield rotate_in_place, (np.arange(5.0), -1)
    yield transpose_square, (rng.normal(size=(3, 3)),)
    yield transpose_square, (np.ones((1, 1)),)
    yield axpy, (3.0, rng.normal(size=3), rng.normal(size=3))
    yield axpy, (2, np.float32(1.5), np.ones((2, 2), np.float32))
    yield axpy_twice, (rng.normal(size=3), rng.normal(size=3))
    yield axpy_twice, (np.ones((2, 2)), np.zeros((2, 2)))
    yield out_arguments, (rng.normal(size=4), rng.normal(size=4))
    yield out_arguments, (np.ones(2, np.float32), np.ones(2, np.float32))
    yield smooth_into, (rng.normal(size=6), np.zeros(6))
    yield smooth_into, (np.arange(2.0), np.zeros(2))
    yield ping_pong, (rng.normal(size=6), np.zeros(6), 3)
    yield ping_pong, (rng.normal(size=4), np.ones(4), 0)
    yield clip_in_branch, (np.array([0.5, -3.0, 2.0]), 1.0)
    yield clip_in_branch, (np.array([1, 0]), 5)
    yield whole_branch, (np.zeros(2), np.ones(2), True)
    yield whole_branch, (np.zeros(2), np.ones(2), False)
    yield partition, (np.array([5, 2, 8, 1, 4]), 0, 4)
    yield partition, (np.array([5.0, 2.0, 8.0, 1.0, 4.0]), 1, 3)
    yield augmented_slices, (np.arange(12.0).reshape(4, 3),)
    yield augmented_slices, (np.arange(6).reshape(2, 3),)
    yield zero_small, (np.array([0.1, -2.0, 0.5]), 0.3)
    yield zero_small, (np.array([[1, -2], [3, 0]]), 2)
    yield two_counters, (rng.uniform(0, 4, 9), np.zeros(4, np.int64), np.zeros(4), 1.0)
    yield two_counters, (np.zeros(0), np.zeros(1, np.int64), np.zeros(1), 1.0)
    named = {"w": rng.normal(size=(2, 2)), "b": np.zeros(2)}
    yield update_parameters, (named, {"w": np.ones((2, 2)), "b": np.ones(2)}, 0.1)
    yield update_parameters, ({"only": np.ones(1)}, {"only": np.array([2.0])}, 1)
    layers = [(rng.normal(size=(2, 3)), np.zeros(3)), (rng.normal(size=(3, 1)), np.zeros(1))]
    still = [(np.zeros((2, 3)), np.zeros(3)), (np.zeros((3, 1)), np.zeros(1))]
    pushes = [(np.ones((2, 3)), np.ones(3)), (np.ones((3, 1)), np.ones(1))]
    yield momentum_step, (layers, still, pushes, 0.1, 0.9)
    yield momentum_step, (layers[:1], pushes[:1], [(np.zeros((2, 3)), np.zeros(3))], 0.5, 0.5)
    yield sort_columns, (rng.integers(0, 9, (5, 3)),)
    yield sort_columns, (rng.normal(size=(1, 2)),)
    yield fill_spiral, (np.zeros((3, 4), np.int64),)
    yield fill_spiral, (np.zeros((1, 1)),)
    yield sort_method, (rng.normal(size=5),)
    yield sort_method, (np.array([2, 1]),)
    yield local_only, (np.arange(3.0),)
    yield local_only, (np.arange(2),)
    yield mutate_and_return, (np.zeros(3),)
    yield mutate_and_return, (np.arange(2, dtype=np.int16),)
    yield carry_in_while, (np.array([9, 0, 0, 0, 0, 0]), 5)
    yield carry_in_while, (np.array([1, 0]), 5)
    yield integer_store_truncates, (np.zeros(3, np.int64), np.array([1, 3, -5]))
    yield integer_store_truncates, (np.zeros(2, np.int32), np.array([7, 2]))
