"""Programs that a hunt by random programs found refused: arrays that are returned on the only path that goes on."""
import numpy as np


def checked(v, k):
    if k > 2:
        raise ValueError("too large")
    return v


def asserted(v, k):
    assert k < 3
    return v


def argument_of_a_check_is_written(x, k):
    y = checked(x, k)
    y[0] = 5.0
    return y


def argument_of_a_check_is_changed(x, k):
    y = asserted(x, k)
    x[0] += 1.0
    y *= 2.0
    return x, y


def view_of_an_argument_is_written(x, k):
    checked(x[1:], k)[:] = 7.0
    return x


def checked_in_a_loop(v, k):
    for i in range(k):
        if v[i] > 4.0:
            raise ValueError(i)
    return v


def argument_of_a_loop_is_changed(x, k):
    y = checked_in_a_loop(x, k)
    y += 1.0
    return x, y


def set_on_one_path(x, k):
    if k < 2:
        y = x
    x[0] = 3.0
    if k < 2:
        y[1] = 4.0
        return y
    return x


def none_on_one_path(x, k):
    y = x if k < 2 else None
    x[0] = 3.0
    if y is not None:
        y[1] = 4.0
    return x


class Held:
    def __init__(self, data, k):
        self.data, self.k = data, k

    @property
    def valid(self):
        if self.k > 2:
            raise ValueError(self.k)
        return self.data


def written_through_a_property(x, k):
    Held(x, k).valid[0] = 7.0
    return x


def returned_early(v, k):
    if k < 2:
        if v[0] > 1.0:
            return v
        v[1] = 8.0
    w = v + 1.0
    v[0] = 9.0
    return w


def returned_early_and_written(x, k):
    y = returned_early(x, k) * 1.0
    x[2] = 6.0
    return y, x


def returned_early_or_behind_a_write(x, k):
    z = asserted(x, k)
    if x[0] > 1.0:
        return z
    x[0] = 1.0
    return z


def examples():
    for f in (argument_of_a_check_is_written, argument_of_a_check_is_changed, view_of_an_argument_is_written,
              argument_of_a_loop_is_changed, set_on_one_path, none_on_one_path, written_through_a_property,
              returned_early_and_written, returned_early_or_behind_a_write):
        for k in (1, 3):
            for x in ([1.0, 2.0, 3.0], [2.0, 5.0, 3.0]):
                yield f, (np.array(x), k)
