"""Shapes that do not fit, and indices out of bounds."""
import numpy as np


def lengths_differ(x: "f32[3]", y: "f32[4]"):
    return np.sin(x) + y  # E: shapes differ: f32[3] and f32[4]
    #      ^^^^^^^^^^^^^


def lengths_differ_in_a_comparison(x: "f64[3]", y: "f64[4]"):
    return np.where(x > y, x, 0.0)  # E: shapes differ: f64[3] and f64[4]
    #               ^^^^^


def lengths_differ_in_a_ufunc(x: "f64[3,2]", y: "f64[3]"):
    return np.maximum(x, y)  # E: shapes differ: f64[3,2] and f64[3]


def lengths_differ_in_a_loop(x: "f64[3]", y: "f64[4]"):
    total = np.zeros(3)
    for k in range(10):
        total += k * x * y  # E: shapes differ: f64[3] and f64[4]
        #        ^^^^^^^^^
    return total


def π_and_umlauts(größe: "f64[3]", y: "f64[4]"):
    return np.sin(größe) * (größe - y)  # E: shapes differ: f64[3] and f64[4]
    #                       ^^^^^^^^^


def on_two_lines(x: "f64[3]", y: "f64[4]"):
    return np.sum(
        x * 2.0 +  # E: shapes differ: f64[3] and f64[4]
        y)


def inner_dimensions(a: "f64[2,3]", b: "f64[4,5]"):
    return a @ b  # E: matmul
    #      ^^^^^


def inner_dimensions_of_dot(a: "f64[2,3]", b: "f64[2]"):
    return np.dot(a, b)  # E: dot


def matmul_of_scalars(a: "f64[2,3]", b: "f64[]"):
    return a @ b  # E: matmul


def einsum_letters(a: "f64[2,3]", b: "f64[4,5]"):
    return np.einsum("ij,jk->ik", a, b)  # E: einsum


def einsum_ranks(a: "f64[2,3]"):
    return np.einsum("ijk->i", a)  # E: einsum


def concatenate_ranks(a: "f64[2,3]", b: "f64[3]"):
    return np.concatenate([a, b])  # E: concatenate


def concatenate_lengths(a: "f64[2,3]", b: "f64[2,4]"):
    return np.concatenate([a, b], axis=0)  # E: concatenate


def stack_shapes(a: "f64[3]", b: "f64[4]"):
    return np.stack([a, b])  # E: stack


def reshape_size(a: "f64[2,3]"):
    return a.reshape(4, 2)  # E: cannot reshape


def reshape_unknowns(a: "f64[2,3]"):
    return a.reshape(-1, -1)  # E: can only specify one unknown dimension


def axis_too_large(a: "f64[2,3]"):
    return np.sum(a, axis=2)  # E: axis 2 is out of bounds for array of dimension 2


def axis_too_small(a: "f64[2,3]"):
    return a.mean(axis=-3)  # E: axis -3 is out of bounds for array of dimension 2


def axis_of_cumsum(a: "f64[3]"):
    return np.cumsum(a, axis=1)  # E: axis 1 is out of bounds for array of dimension 1


def transposed_twice(a: "f64[2,3]"):
    return a.transpose(0, 0)  # E: repeated axis in transpose


def transpose_count(a: "f64[2,3]"):
    return np.transpose(a, (0, 1, 2))  # E: axes don't match array


def squeezed(a: "f64[2,3]"):
    return np.squeeze(a, axis=0)  # E: cannot select an axis to squeeze out which has size not equal to one


def expanded(a: "f64[3]"):
    return np.expand_dims(a, 4)  # E: axis 4 is out of bounds


def broadcast_down(a: "f64[3]"):
    return np.broadcast_to(a, (4,))  # E: f64[3] can't be broadcast to (4,)


def split_unevenly(a: "f64[7]"):
    return np.split(a, 3)  # E: array split does not result in an equal division


def index_out_of_bounds(a: "f64[3]"):
    return a[3]  # E: index 3 is out of bounds for axis 0 with size 3
    #      ^^^^


def index_out_of_bounds_in_a_write(a: "f64[2,3]"):
    a[1, -4] = 0.0  # E: index -4 is out of bounds for axis 1 with size 3


def too_many_indices(a: "f64[2,3]"):
    return a[0, 1, 2]  # E: too many indices for array: 2 dimensions, 3 indices
    #      ^^^^^^^^^^


def two_ellipses(a: "f64[2,3]"):
    return a[..., 0, ...]  # E: an index can only have a single ellipsis


def float_index(a: "f64[3]", i: "f64[]"):
    return a[i]  # E: only integers, slices, `...`, None and integer or boolean arrays are valid indices


def float_index_static(a: "f64[3]"):
    return a[len(a) / 2]  # E: only integers, slices, `...`, None and integer or boolean arrays are valid indices


def text_index(a: "f64[3]"):
    return a["first"]  # E: only integers, slices, `...`, None and integer or boolean arrays are valid indices


def float_slice(a: "f64[8]"):
    return a[:len(a) / 2]  # E: slice


def mask_of_another_length(a: "f64[3]", mask: "bool[4]"):
    a[mask] = 0.0  # E: boolean index


def index_arrays_differ(a: "f64[5,5]", i: "i64[2]", j: "i64[3]"):
    return a[i, j]  # E: index arrays


def assigned_row_too_long(a: "f64[2,3]", row: "f64[4]"):
    a[0] = row  # E: could not broadcast f64[4] into


def assigned_too_many_axes(a: "f64[3]", b: "f64[2,3]"):
    a[:] = b  # E: could not broadcast f64[2,3] into


def grown_in_place(a: "f64[3]", b: "f64[2,3]"):
    a += b  # E: non-broadcastable output operand: f64[3] can't hold f64[2,3]


def grown_item_in_place(a: "f64[2,3]", b: "f64[4]"):
    a[0] += b  # E: shapes differ: f64[3] and f64[4]


def out_of_another_shape(a: "f64[3]"):
    out = np.zeros(4)
    np.sin(a, out=out)  # E: out= has type f64[4], the result is f64[3]
    return out


def ragged(x: "f64[]"):
    return np.array([[x, x], [x]])  # E: inhomogeneous


def solve_not_square(a: "f64[2,3]", b: "f64[2]"):
    return np.linalg.solve(a, b)  # E: ?


def inverse_of_a_vector(a: "f64[3]"):
    return np.linalg.inv(a)  # E: ?


def cholesky_not_square(a: "f64[2,3]"):
    return np.linalg.cholesky(a)  # E: ?


def trace_of_a_vector(a: "f64[3]"):
    return np.trace(a)  # E: ?


def maximum_of_nothing(a: "f64[0]"):
    return np.max(a)  # E: zero-size array to reduction operation max which has no identity


def iteration_over_a_scalar(x: "f64[]"):
    total = 0.0
    for v in x:  # E: ?
        total += v
    return total


def length_of_a_scalar(x: "f64[]"):
    return len(x)  # E: TypeError


def unpacked_array(x: "f64[3]"):
    a, b = x  # E: too many values to unpack: 2 names, 3 values
    return a + b


def truth_of_an_array(x: "f64[3]"):
    if x > 0.0:  # E: the truth value of an array with more than one element is ambiguous
        return x
    return -x


def truth_in_a_conjunction(x: "f64[3]"):
    return x > 0.0 and x < 1.0  # E: the truth value of an array with more than one element is ambiguous


def truth_of_an_array_in_while(x: "f64[3]"):
    while x < 10.0:  # E: the truth value of an array with more than one element is ambiguous
        x = x * 2.0
    return x


def chained_comparison(x: "f64[3]"):
    return 0.0 < x < 1.0  # E: the truth value of an array with more than one element is ambiguous


def maximum_by_python(x: "f64[3]", y: "f64[3]"):
    return max(x, y)  # E: the truth value of an array with more than one element is ambiguous


def float_of_an_array(x: "f64[3]"):
    return float(x)  # E: only length-1 arrays can be converted to Python scalars


def item_of_an_array(x: "f64[3]"):
    return x.item()  # E: can only convert an array of size 1 to a Python scalar
