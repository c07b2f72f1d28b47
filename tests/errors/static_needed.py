"""Dynamic values where the compiler has to know the value."""
import numpy as np


def zeros_from_data(x: "i64[3]"):
    return np.zeros(x[0])  # E: the size in np.zeros is dynamic, and has no known upper bound
    #      ^^^^^^^^^^^^^^


def zeros_from_a_reduction(x: "i64[3]"):
    n = np.max(x)
    return np.zeros((n, 2))  # E: the size in np.zeros is dynamic, and has no known upper bound


def arange_from_data(x: "i64[3]"):
    return np.arange(x[0])  # E: the length of np.arange is dynamic, and has no known upper bound


def linspace_from_data(x: "i64[3]"):
    return np.linspace(0.0, 1.0, x[0])  # E: the length of np.linspace is dynamic, and has no known


def reshape_by_data(x: "f64[6]", n: "i64[2]"):
    return x.reshape(n[0], n[1])  # E: shape of reshape must be known while compiling; here it is a dynamic


def axis_by_data(x: "f64[2,3]", axis: "i64[1]"):
    return np.sum(x, axis=axis[0])  # E: axis of sum must be known while compiling; here it is a dynamic


def axis_of_concatenate(x: "f64[2,3]", axis: "i64[1]"):
    return np.concatenate([x, x], axis[0])  # E: axis of concatenate must be known while compiling; here it


def list_index_by_data(x: "f64[3]", k: "i64[1]"):
    parts = [x, 2.0 * x, 3.0]
    return parts[k[0]]  # E: the index of a heterogeneous Python list or tuple must be known while
    #      ^^^^^^^^^^^


def tuple_index_by_data(x: "f64[3]"):
    return (1.0, x)[np.argmin(x)]  # E: the index of a heterogeneous Python list or tuple must be


def tuple_as_a_key(x: "f64[3]"):
    seen = {}
    for v in x:
        seen[v] = 1.0  # E: the key of a dict must be known while compiling; here it is a dynamic scalar
    return seen[x[0], 1]


def dict_key_by_data(x: "i64[3]"):
    names = {"a": 1.0, "b": 2.0}
    return names[x[0]]  # E: the key of a dict must be known while compiling; here it is a dynamic scalar


def text_cut_by_data(x: "i64[3]"):
    return "abc"[x[0] :]  # E: a slice bound of a Python sequence must be known while compiling; here it is a dynamic


def list_repeated_by_data(x: "i64[3]"):
    return [0.0] * x[0]  # E: a list grows: f64[0] before the loop


def list_of_data_length(x: "i64[3]"):
    return list(range(x[0]))  # E: a list grows: i64[0] before the loop


def comprehension_of_data_length(x: "i64[3]"):
    return [k * 2 for k in range(x[0])]  # E: a list grows: i64[0] before the loop


def comprehension_with_dynamic_condition(x: "f64[3]"):
    return [f"{x} {v}" for v in x if v > 0.0]  # E: a comprehension with a dynamic condition gives a list of unknown
    #                                ^^^^^^^



def slice_by_a_float(x: "f64[9]", n: "f64[1]"):
    return x[:n[0]]  # E: TypeError: slice indices must be integers; here one is a dynamic scalar f64[]



def list_slice_by_data(x: "f64[3]", n: "i64[1]"):
    parts = [x, x, 1.0]
    return parts[:n[0]]  # E: a slice bound of a Python sequence must be known while compiling; here it is a


def starred_of_data_length(x: "i64[3]"):
    return max(*range(x[0]))  # E: the number of items of a starred argument must be known while compiling


def recursion_on_data(x: "i64[1]"):
    def down(n, parts):
        if n <= 0:
            return parts
        return down(n - 1, parts + (n,))  # E: down calls itself without a static end, and as a loop it is refused
    return down(x[0], ())


def recursion_without_end(x: "f64[3]"):
    return forever(x)


def forever(x):
    return forever(x + 1.0)


def eye_from_data(x: "i64[1]"):
    return np.eye(x[0])  # E: the size in np.eye is dynamic, and has no known upper bound


def tile_by_data(x: "f64[3]", n: "i64[1]"):
    return np.tile(x, n[0])  # E: reps of tile must be known while compiling; here it is a dynamic value i64[]


def roll_axis_by_data(x: "f64[3,3]", n: "i64[1]"):
    return np.roll(x, 1, axis=n[0])  # E: axis of roll must be known while compiling; here it is a dynamic


def dtype_by_data(x: "f64[3]"):
    return x.astype(x[0])  # E: dtype of astype must be known while compiling; here it is a dynamic value


def keyword_text_by_data(x: "f64[3]"):
    return np.sort(x, kind=x[0])  # E: kind of sort must be known while compiling; here it is a dynamic value


def attribute_name_by_data(x: "f64[3]"):
    return getattr(x, x[0])  # E: the name of an attribute must be known while compiling; here it is a


def enumerate_start_in_a_list(x: "f64[3]", k: "i64[1]"):
    parts = [x, 1.0]
    for i, part in enumerate(parts, k[0]):
        x = parts[i] + part  # E: the index of a heterogeneous Python list or tuple must be known
    return x


def chosen_text(x: "f64[3]"):
    mode = "fast" if x[0] > 0.0 else "slow"
    return {mode: x}  # E: a dict key must be known while compiling; here it is a text with dynamic values


def chosen_axis(x: "f64[3,3]"):
    axis = 0 if x[0, 0] > 0.0 else 1
    return np.sum(x, axis=axis)  # E: axis of sum must be known while compiling; here it is a dynamic value


def count_of_while(x: "f64[3]"):
    n = 0
    while x[n] > 0.0:
        n += 1
    return np.zeros(n)  # E: the size in np.zeros is dynamic, and has no known upper bound
