"""Shapes that do not fit, and indices out of bounds."""
import math

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
    return a @ b  # E: shapes differ: f64[2,3] and f64[4,5]
    #      ^^^^^


def inner_dimensions_of_dot(a: "f64[2,3]", b: "f64[2]"):
    return np.dot(a, b)  # E: shapes differ: f64[2,3] and f64[2]


def matmul_of_scalars(a: "f64[2,3]", b: "f64[]"):
    return a @ b  # E: matmul of a scalar: f64[2,3] and f64[]


def einsum_letters(a: "f64[2,3]", b: "f64[4,5]"):
    return np.einsum("ij,jk->ik", a, b)  # E: einsum label 'j' has sizes 3 and 4: f64[4,5]


def einsum_ranks(a: "f64[2,3]"):
    return np.einsum("ijk->i", a)  # E: einsum subscripts 'ijk' do not fit f64[2,3]


def concatenate_ranks(a: "f64[2,3]", b: "f64[3]"):
    return np.concatenate([a, b])  # E: shapes differ off axis 0: f64[2,3] and f64[3]


def concatenate_lengths(a: "f64[2,3]", b: "f64[2,4]"):
    return np.concatenate([a, b], axis=0)  # E: shapes differ off axis 0: f64[2,3] and f64[2,4]


def stack_shapes(a: "f64[3]", b: "f64[4]"):
    return np.stack([a, b])  # E: shapes differ: f64[3] and f64[4]


def reshape_size(a: "f64[2,3]"):
    return a.reshape(4, 2)  # E: cannot reshape f64[2,3] into shape (4, 2)


def reshape_unknowns(a: "f64[2,3]"):
    return a.reshape(-1, -1)  # E: can only specify one unknown dimension


def axis_too_large(a: "f64[2,3]"):
    return np.sum(a, axis=2)  # E: axis 2 is out of range for f64[2,3]


def axis_too_small(a: "f64[2,3]"):
    return a.mean(axis=-3)  # E: axis -3 is out of range for f64[2,3]


def axis_of_cumsum(a: "f64[3]"):
    return np.cumsum(a, axis=1)  # E: axis 1 is out of range for f64[3]


def transposed_twice(a: "f64[2,3]"):
    return a.transpose(0, 0)  # E: axes (0, 0) don't match f64[2,3]


def transpose_count(a: "f64[2,3]"):
    return np.transpose(a, (0, 1, 2))  # E: axis 2 is out of range for f64[2,3]


def squeezed(a: "f64[2,3]"):
    return np.squeeze(a, axis=0)  # E: cannot squeeze axis 0 of f64[2,3]: its size is not 1


def expanded(a: "f64[3]"):
    return np.expand_dims(a, 4)  # E: axis 4 is out of range for an array of 2 dimensions


def broadcast_down(a: "f64[3]"):
    return np.broadcast_to(a, (4,))  # E: f64[3] can't be broadcast to shape (4,)


def common_shape_of_data(a: "i64[2]"):
    return np.broadcast_shapes((a[0], 1), (3,))  # E: args of broadcast_shapes must be known while compiling


def split_unevenly(a: "f64[7]"):
    return np.split(a, 3)  # E: a split of 7 elements into 3 does not result in an equal division


def index_out_of_bounds(a: "f64[3]"):
    return a[3]  # E: index 3 is out of bounds for axis 0 with size 3
    #      ^^^^


def index_out_of_bounds_in_a_write(a: "f64[2,3]"):
    a[1, -4] = 0.0  # E: index -4 is out of bounds for axis 1 with size 3


def too_many_indices(a: "f64[2,3]"):
    return a[0, 1, 2]  # E: too many indices for array: array is 2-dimensional, but 3 were indexed
    #      ^^^^^^^^^^


def two_ellipses(a: "f64[2,3]"):
    return a[..., 0, ...]  # E: an index can only have a single ellipsis ('...')


def float_index(a: "f64[3]", i: "f64[]"):
    return a[i]  # E: only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or


def float_index_static(a: "f64[3]"):
    return a[len(a) / 2]  # E: only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and


def text_index(a: "f64[3]"):
    return a["first"]  # E: only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer


def float_slice(a: "f64[8]"):
    return a[:len(a) / 2]  # E: slice indices must be integers or None or have an __index__ method


def mask_of_another_length(a: "f64[3]", mask: "bool[4]"):
    a[mask] = 0.0  # E: boolean index did not match indexed array along axis 0; size of axis is 3 but size of


def index_arrays_differ(a: "f64[5,5]", i: "i64[2]", j: "i64[3]"):
    return a[i, j]  # E: shape mismatch: indexing arrays could not be broadcast together with shapes (2,) (3,)


def assigned_row_too_long(a: "f64[2,3]", row: "f64[4]"):
    a[0] = row  # E: could not broadcast input array from shape (4,) into shape (3,)


def assigned_too_many_axes(a: "f64[3]", b: "f64[2,3]"):
    a[:] = b  # E: could not broadcast input array from shape (2, 3) into shape (3,)


def grown_in_place(a: "f64[3]", b: "f64[2,3]"):
    a += b  # E: non-broadcastable output operand: f64[3] can't hold f64[2,3]


def grown_item_in_place(a: "f64[2,3]", b: "f64[4]"):
    a[0] += b  # E: shapes differ: f64[3] and f64[4]


def out_of_another_shape(a: "f64[3]"):
    out = np.zeros(4)
    np.sin(a, out=out)  # E: out= has type f64[4], the result is f64[3]
    return out


def ragged(x: "f64[]"):
    return np.array([[x, x], [x]])  # E: the elements of a list differ in shape: f64[2] and f64[1]


def solve_not_square(a: "f64[2,3]", b: "f64[2]"):
    return np.linalg.solve(a, b)  # E: f64[2,3] given: the last two dimensions must be square


def inverse_of_a_vector(a: "f64[3]"):
    return np.linalg.inv(a)  # E: f64[3] given: the array must be at least two-dimensional


def cholesky_not_square(a: "f64[2,3]"):
    return np.linalg.cholesky(a)  # E: f64[2,3] given: the last two dimensions must be square


def trace_of_a_vector(a: "f64[3]"):
    return np.trace(a)  # E: diagonal needs two dimensions or more, not f64[3]


def maximum_of_nothing(a: "f64[0]"):
    return np.max(a)  # E: zero-size array to reduction operation maximum which has no identity


def iteration_over_a_scalar(x: "f64[]"):
    total = 0.0
    for v in x:  # E: TypeError: a dynamic scalar f64[] can't be iterated over
        total += v
    return total


def length_of_a_scalar(x: "f64[]"):
    return len(x)  # E: TypeError: a dynamic scalar f64[] has no len()


def unpacked_array(x: "f64[3]"):
    a, b = x  # E: ValueError: too many values to unpack: 2 names, 3 values
    return a + b


def truth_of_an_array(x: "f64[3]"):
    if x > 0.0:  # E: the truth value of bool[3] is ambiguous: it has 3 elements
        return x
    return -x


def truth_in_a_conjunction(x: "f64[3]"):
    return x > 0.0 and x < 1.0  # E: the truth value of bool[3] is ambiguous: it has 3 elements


def truth_of_an_array_in_while(x: "f64[3]"):
    while x < 10.0:  # E: the truth value of bool[3] is ambiguous: it has 3 elements
        x = x * 2.0
    return x


def chained_comparison(x: "f64[3]"):
    return 0.0 < x < 1.0  # E: the truth value of bool[3] is ambiguous: it has 3 elements


def maximum_by_python(x: "f64[3]", y: "f64[3]"):
    return max(x, y)  # E: the truth value of bool[3] is ambiguous: it has 3 elements


def float_of_an_array(x: "f64[3]"):
    return float(x)  # E: float of f64[3]: only one element can become a Python number


def float_of_one_element(x: "f64[1]"):
    return float(x)  # E: float of f64[1]: only 0-dimensional arrays can be converted to Python scalars  # H: x.item()


def sign_of_one_element(x: "f64[1]"):
    return math.copysign(1.0, x)  # E: float of f64[1]: only 0-dimensional arrays can be converted to Python scalars


def floor_of_integers(x: "i64[3]"):
    return math.floor(x)  # E: float of i64[3]: only one element can become a Python number


def exact_sum_of_rows(x: "f64[1,1]"):
    return math.fsum(x)  # E: fsum of f64[1,1]: only 0-dimensional arrays can be converted to Python  # H: np.sum


def item_of_an_array(x: "f64[3]"):
    return x.item()  # E: item() of f64[3]: can only convert an array of size 1 to a Python scalar


def larger_than_any_memory(x: "f64[3]"):
    return np.bincount(np.array([2 ** 62]))  # E: ValueError: array is too big


def larger_than_any_memory_on_one_path(x: "f64[3]", n: "i64[]"):
    if x[0] > 0:
        return np.zeros(3)
    return np.ones((2 ** 61, 8))[:3, 0]  # E: ValueError: array is too big


def repeated_less_than_never(x: "f64[3]"):
    return np.repeat(x, -1)  # E: negative dimensions are not allowed


def selection_repeated_less_than_never(x: "f64[3]"):
    return np.repeat(x[x > 0], -2)  # E: negative dimensions are not allowed


def axis_that_is_no_number(x: "f64[3]"):
    return np.diff(x[x > 0], n=[1, 2])  # E: TypeError: n of np.diff is an integer, not a list of 2 items


def stacked_along_no_axis(x: "f64[3]"):
    return np.stack(x[x > 0], axis=1)  # E: AxisError: axis 1 is out of bounds for array of dimension 1


def bins_of_computed_length(x: "f64[3]"):
    return np.histogram(x, x[x > 0])  # E: np.histogram with bins of computed length


def number_turned_by_computed_shifts(x: "f64[3]"):
    return np.roll(1, np.flatnonzero(x > 0))  # E: this use of np.roll: not supported for a slice of computed length


def axes_of_computed_length(x: "f64[3]"):
    return np.transpose(x[x > 0], axes=np.flatnonzero(x > 0))  # E: these axes of np.transpose


def known_points_in_a_matrix(x: "f64[3]", m: "f64[3,3]"):
    return np.interp(x, m, x[x > 0])  # E: object of too small or too large depth for desired array


def copied_into_a_list(x: "f64[3]"):
    np.copyto([1.0, 2.0], x[x > 0])  # E: TypeError: np.copyto writes into an array, not a list of 2 items


def range_of_complex_numbers(x: "f64[3]"):
    return np.arange(1j) + x  # E: np.arange of complex numbers is not supported  # H: real numbers
