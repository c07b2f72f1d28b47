"""As many values as a mask of data chooses: x[mask] = values."""
import numpy as np


def chosen_get_values(x, v):
    x[x > 0] = v
    return x


def chosen_of_a_matrix(x, m, v):
    x[m == 1.0] = v
    return x


def chosen_rows(x, m, v):
    y = x * 2.0
    y[m > 0] = v * v
    return y


def chosen_columns(x, m, v):
    x[:, m > 0] = v
    return x


def chosen_are_added_to(x, m, v):
    x[m > 0] += v
    return (x ** 2).sum()


def chosen_or_what_is_wrong(x, v):
    try:
        x[x > 0] = v
    except ValueError as error:
        return x, str(error)
    return x, "as many"


def examples():
    x, v = np.array([1.0, -1.0, 2.0, -2.0]), np.array([5.0, 6.0])
    yield chosen_get_values, (x, v)
    yield chosen_get_values, (np.abs(x), v)
    yield chosen_get_values, (-np.abs(x), v)
    yield chosen_get_values, (-np.abs(x), np.zeros(0))
    yield chosen_get_values, (np.array([1, -1, 3, -2]), np.array([7, 8]))
    m = np.array([[1.0, 0.0, 0.0], [1.0, 0.0, 1.0]])
    yield chosen_of_a_matrix, (np.zeros((2, 3)), m, np.array([7.0, 8.0, 9.0]))
    yield chosen_of_a_matrix, (np.zeros((2, 3, 2)), m, np.arange(6.0).reshape(3, 2))
    yield chosen_of_a_matrix, (np.zeros((2, 3, 2)), m, np.arange(4.0).reshape(2, 2))
    y = np.arange(8.0).reshape(4, 2)
    yield chosen_rows, (y, x, np.array([[1.0, 2.0], [3.0, 4.0]]))
    yield chosen_rows, (y, x, np.ones((3, 2)))
    yield chosen_columns, (y.T.copy(), x, np.array([[1.0, 2.0], [3.0, 4.0]]))
    yield chosen_columns, (y.T.copy(), x, np.ones((2, 3)))
    yield chosen_are_added_to, (x, x.copy(), v)
    yield chosen_or_what_is_wrong, (x, v)
    yield chosen_or_what_is_wrong, (x, np.array([5.0, 6.0, 7.0]))
