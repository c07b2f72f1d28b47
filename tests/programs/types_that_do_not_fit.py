"""What NumPy refuses for the shapes and types of its arguments, caught by handlers: known while compiling."""
import numpy as np


def shapes(x):
    try:
        return np.sum(x + np.zeros(2))
    except ValueError:
        return -1.0


def told(x):
    found = []
    for function in (lambda: x + np.zeros(2), lambda: x.reshape(2, 2), lambda: x @ np.ones((2, 2)),
                     lambda: np.concatenate([x, np.ones((2, 2))]), lambda: np.broadcast_to(x, (2, 2)),
                     lambda: np.linalg.solve(np.ones((2, 3)), x), lambda: np.stack([x, x[1:]]), lambda: x < x[1:]):
        try:
            found.append(np.sum(function()))
        except Exception as error:
            found.append(str(error))
    return found


def truth(x):
    try:
        if x > 0:
            return 1.0
    except ValueError as error:
        print(error)
    return 2.0


def attribute(x):
    try:
        return x.foo
    except AttributeError as error:
        return str(error)


def attribute_of_a_number(x):
    try:
        return x[0].foo
    except AttributeError as error:
        return str(error)


def stored(x):
    y, fits = x.copy(), True
    try:
        y[:] = np.zeros(2)
    except ValueError as error:
        fits = str(error)
    return y, fits


def behind_a_branch(x):
    ok = True
    if x[0] > 1:
        try:
            x = x * np.zeros(2)
        except Exception:
            ok = False
    return x, ok


def in_a_loop(x):
    failed, total = 0, 0.0
    for k in range(4):
        try:
            total += np.sum(x[k] * x + np.zeros(2 + k % 2))
        except ValueError:
            failed += 1
        except IndexError:
            failed += 10
    return failed, total


def not_caught_here(x):
    try:
        try:
            return x + np.zeros(2)
        except KeyError:
            return x
    except (ValueError, TypeError):
        return -x


def examples():
    for x in ([3.0, 1.0, -2.0], [0.5, 1.0, 2.0]):
        for f in (shapes, told, truth, attribute, attribute_of_a_number, stored, behind_a_branch, in_a_loop,
                  not_caught_here):
            yield f, (np.array(x),)
