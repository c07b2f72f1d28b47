"""Numbers that are written where np.where, np.nonzero and np.flatnonzero say, and index arrays that no longer do."""
import numpy as np


def clipped(x):
    y = x.copy()
    y[np.where(y < 0.1)] = 0.1
    return np.log(y)


def named(x):
    low = np.where(x < 0.2)
    y = 2 * x
    y[low] = 0
    y[low[0]] += 1.5
    return y


def of_nonzero(x):
    y = x.copy()
    y[np.nonzero(y > 0.5)] *= 3.0
    y[np.flatnonzero(y < 0)] -= 2.0
    return y


def of_two_axes(x):
    y = np.outer(x, x)
    y[np.where(y < 0)] = 0.0
    i, j = np.nonzero(y > 0.3)
    y[i, j] += 1.0
    return y


def the_other_way_around(x):
    y = np.outer(x, 2 * x + 1)
    i, j = np.nonzero(y > 0.3)
    y[j, i] = 7.0
    return y


def of_rows(x):
    y = np.outer(x, x)
    y[np.where(x < 0)[0]] = -1.0
    return y


def of_another_array(x):
    y, z = x.copy(), 1 - x
    places = np.where(z > 0.4)
    z[places] = 0
    y[places] = 5.0
    return y + z


def moved(x):
    k = np.where(x[1:] < x[:-1])[0]
    k += 1
    y = x.copy()
    y[k] = 0.0
    return y


def shorter(x):
    k = np.where(x < 0.5)[0]
    y = x.copy()
    y[k[1:]] = 0.0
    y[k[::2]] = 4.0
    return y


def numbers_of_the_data(x):
    y = x.copy()
    y[np.where(x > 0)] = x[0] * 2
    y[np.where(x < 0)] = np.max(x)
    return y


def in_a_loop(x):
    y, low = x.copy(), np.where(x < 0.2)
    for k in range(3):
        y[low] += k + x[k]
        y[np.where(y > 2)] = 2.0
    return y


def in_a_branch(x):
    y = x.copy()
    if x[0] > 0:
        places = np.where(x > 0.3)
    else:
        places = np.where(x < 0.3)
    y[places] = 9.0
    return y


def places_as_lists(x):
    places = np.where(x > 0)[0].tolist()
    pairs = np.stack([x, 2 * x], 1)
    found = []
    for j in np.flatnonzero(x < 0).tolist():
        found.append(j + 1)
    places.append(7)
    return places, len(places), 2 in places, sum(places), x[x > 0].tolist(), found, pairs[x > 0].tolist()


def examples():
    for x in (np.array([0.5, -0.25, 1.5, 0.125, -2.0, 0.75]), np.array([-1.0, 0.375, 0.25, 2.0, -0.5, 0.0625])):
        for f in (clipped, named, of_nonzero, of_two_axes, the_other_way_around, of_rows, of_another_array, moved,
                  shorter, numbers_of_the_data, in_a_loop, in_a_branch):
            yield f, (x,)
    for x in (np.array([1.0, -1.0, 2.0, 4.0]), np.array([-1.0, -2.0, -3.0, 0.0])):
        yield places_as_lists, (x,)
