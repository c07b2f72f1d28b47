"""Two names that may be views of one array, or one container: refused where a write to one would have to be seen
through the other. (Of whole arrays data may decide: tests/programs/aliases_by_data.py.)"""
import numpy as np


def view_of_chosen(x: "f64[4]", y: "f64[4]", flag: "bool[]"):
    z = x[1:] if flag else y[:3]
    z[0] = 1.0  # E: this array may share memory with another one that was written
    return x


def read_only_broadcast(x: "f64[3]"):
    wide = np.broadcast_to(x, (2, 3))
    wide[0, 0] = 1.0  # E: assignment destination is read-only
    return wide


def read_only_diagonal(x: "f64[3,3]"):
    np.diagonal(x)[0] = 1.0  # E: assignment destination is read-only
    return x


def read_only_broadcast_in_place(x: "f64[3]"):
    wide = np.broadcast_to(x, (2, 3))
    wide += 1.0  # E: assignment destination is read-only
    return wide


def written_scalar(x: "f64[3]"):
    value = x[0]
    value[...] = 1.0  # E: TypeError: a dynamic scalar f64[] does not support item assignment
    return x


def written_number(x: "f64[3]"):
    np.sum(x)[0] = 1.0  # E: TypeError: a dynamic scalar f64[] does not support item assignment
    return x


def written_tuple(x: "f64[3]"):
    pair = (x, x)
    pair[0] = 2.0 * x  # E: TypeError: a tuple of 2 items does not support item assignment
    return pair


def written_text(x: "f64[3]", name="abc"):
    name[0] = "x"  # E: TypeError: str 'abc' does not support item assignment
    return x


def written_shape(x: "f64[3]"):
    x.shape[0] = 4  # E: TypeError: a tuple of 1 item does not support item assignment
    return x


def list_assignment_out_of_range(x: "f64[3]"):
    parts = [x]
    parts[1] = x  # E: IndexError: list assignment index out of range
    return parts


def out_is_a_number(x: "f64[3]"):
    np.add(x, x, out=1.0)  # E: TypeError: out= must be an array, not float 1.0
    return x


def put_into_a_list(x: "f64[3]"):
    np.put([1.0, 2.0], [0], x[:1])  # E: a list of 2 items can't be changed in place
    return x


def view_of_one_that_is_chosen(x: "f64[3]", flag: "bool[]", other: "bool[]"):
    a, b, c = x * 1.0, x * 2.0, x * 3.0
    y = a if flag else b
    back = a[::-1]
    w = back if other else c
    y[0] = 9.0  # E: this array may share memory with another one that was written
    return w


def view_set_behind_a_failing_loop(s: "f64[]"):
    assert s > -9.0
    for _ in (1, 2):
        c = 0
        while (c := c + 1) < 3:
            pass
        a = np.arange(6.0).reshape(3, 2) % 9
        row = a[-2]
    row += 1.0  # E: this array may share memory with another one that was written
    return a


def row_read_behind_the_write(a: "f64[4,3]"):
    row = a[0]
    for i in range(1, 4):
        a[i] = 2.0 * row
        a[0] = row  # E: this array may share memory with another one that was written
        row = a[i]
    return a


def chosen_dict_written(s: "f64[]"):
    d, e = {"q": s}, {"q": s + 1.0}
    chosen = d if s > 0 else e
    chosen["q"] = 9.0
    return d["q"]  # E: a dict of 1 item may be the same as another one that was written  # H: copy one of them


def dict_returned_by_a_choice(s: "f64[]"):
    d, e = {"q": s}, {"q": s + 1.0}
    chosen = choose(d, e, s)
    chosen["q"] = 9.0
    return d["q"]  # E: a dict of 1 item may be the same as another one that was written


def choose(d, e, s):
    if s > 0:
        return d
    return e


def chosen_list_longer(s: "f64[]"):
    p, q = [s], [s + 1.0]
    chosen = p if s > 0 else q
    chosen.append(s)  # E: this may be an alias of a list of 1 item, whose items change  # H: copy
    return p


def one_list_on_one_path(s: "f64[]"):
    if s > 0:
        p = q = [s, 2.0]
    else:
        p, q = [s, 2.0], [s, 3.0]
    p[0] += 1.0
    return q[0]  # E: a list of 2 items may be the same as another one that was written


class Box:
    def __init__(self, value):
        self.value = value


def set_only_where_it_fails(x: "f64[3]", s: "f64[]"):
    for i in range(3):  # E: variable z is read before it is set
        if x[i] > s:
            if i > 0:
                s = z + 1.0
            z = x[i]
            raise ValueError("left")
    return s


def first_writes(p):
    p[0] = 9.0
    return p[2] % 7


def selection_written_by_what_is_added(b: "f64[3]"):
    b[b < 1.0] -= first_writes(b)  # E: the value of this assignment writes the array that it is added to
    return b


def places_written_by_what_is_added(b: "f64[3]"):
    b[[0, 1]] -= first_writes(b)  # E: the value of this assignment writes the array that it is added to
    return b


def written_through_ravel(x: "f64[2,2]"):
    y = x.T + 1.0                   # lies by columns in NumPy: what ravel gives is a copy
    y.ravel()[0] = 5.0  # E: this array may share memory with another one that was written  # H: copy one of them
    return y


def written_through_reshape(x: "f64[2,3]"):
    y = np.exp(x.T)
    y.reshape(-1)[1] = 5.0          # E: this array may share memory with another one that was written
    return y


def turned_in_a_loop(x: "f64[2,2]"):
    y = np.zeros((2, 2))
    for _ in range(x.shape[0] + 1 if x[0, 0] > 0 else 2):
        y.reshape(-1)[1] += 1
        y = y.T * 2                 # E: this array may share memory with another one that was written
    return y


def turned_on_one_path(x: "f64[2,2]"):
    y = np.zeros((2, 2))
    if x[0, 0] > 0:
        y = -x.T
    y.ravel()[1] = 5.0              # E: this array may share memory with another one that was written
    return y


def columns_chosen(x: "f64[3,3]"):
    a = x[:, [1, 0]]                # it lies by columns: reshape copies
    a.reshape(-1)[0] = 0.0
    return a.sum()  # E: this array may share memory with another one that was written  # H: .copy()


def rows_of_a_transpose_chosen(x: "f64[2,3,4]"):
    a = x.T[[0, 1]]
    a.reshape(-1)[0] = 0.0
    return a.sum()  # E: this array may share memory with another one that was written  # H: .copy()


def line_of_columns_chosen_by_an_array(x: "f64[3,4]"):
    y = x[:, [1, 0]]
    y.reshape(-1)[0] = 5.0  # E: this array may share memory with another one that was written  # H: .copy()
    return y


def line_of_a_sum_of_what_was_turned(x: "f64[2,3,4]"):
    y = x.T.sum(axis=0)
    y.ravel()[0] = 5.0  # E: this array may share memory with another one that was written  # H: .copy()
    return y


def line_of_an_einsum(x: "f64[2,3,4]"):
    y = np.einsum("ijk->kj", x)
    y.ravel()[0] = 5.0  # E: this array may share memory with another one that was written  # H: .copy()
    return y


def columns_of_a_copy(a: "f64[2,3]"):
    turned = a.copy(order="F")
    flat = turned.ravel()
    turned[0, 0] = 1.0
    return flat * 2  # E: this array may share memory with another one that was written  # H: .copy()


def columns_of_zeros(x: "f64[3]"):
    table = np.zeros((2, 3), order="F")
    flat = table.reshape(-1)
    table[0] = x
    return flat * 2  # E: this array may share memory with another one that was written


def columns_asked_for(a: "f64[2,3]"):
    turned = np.asfortranarray(a)
    flat = turned.ravel(order="F")
    turned[0, 0] = 1.0
    return flat * 2  # E: this array may share memory with another one that was written


def transpose_assigned(x: "f64[2,3]"):
    x.T = x.T + 1.0  # E: attribute T of f64[2,3] can't be assigned
    return x
