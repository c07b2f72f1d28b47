"""What slices of computed length are not (yet) for."""
import numpy as np

import recto


def reshaped_to_a_table(x: "f64[6]", n: "i64[1]"):
    return x[:n[0]].reshape(2, -1)  # E: np.reshape to a length that is left open (-1): not supported  # H: x[i:i + 5]


def transformed(x: "f64[6]", n: "i64[1]"):
    return np.fft.fft(x[:n[0]])  # E: np.fft: not supported for a slice of computed length


def unpacked(x: "f64[6]", n: "i64[1]"):
    return (lambda *xs: xs[0])(*x[:n[0]])  # E: the number of items of a starred argument must be known


def places_in_an_array_without_axes(x: "f64[3]"):
    return np.nonzero(x[:1].reshape(()))  # E: Calling nonzero on 0d arrays  # H: np.atleast_1d


def mask_of_another_length(x: "f64[6]", y: "f64[5]"):
    return x[y > 0.0]  # E: boolean index did not match indexed array: size of the axis is 6


def mask_beside_indices(a: "f64[3,4]", rows: "i64[2]", x: "f64[4]"):
    return a[rows, x > 0.0]  # E: several index arrays


def number_mask_and_slice(a: "f64[2,3,4]", x: "f64[4]"):
    return a[0, :, x > 0.0]  # E: an index array and a number with a slice between them  # H: index by the number


def folded_to_another_size(x: "f64[6]", n: "i64[1]"):
    return np.sum(x[:n[0]].reshape(2, -1))  # E: np.reshape to a length that is left open


def counts_of_unknown_size(x: "i64[6]", n: "i64[1]"):
    return np.bincount(x[:n[0]])  # E: np.bincount without minlength


def grows_without_end(x: "f64[1]", n: "i64[1]"):
    y = x[:n[0]]
    while np.sum(y) < 10.0:
        y = np.append(y, 1.0)  # E: y grows: a slice of computed length of f64[1] before the loop  # H: its full size
    return y


def bound_of_a_float(x: "f64[3]"):
    return np.zeros(recto.bound(x[0], 5))  # E: TypeError: recto.bound takes an integer  # H: int(


def along_an_axis_too_many(x: "f64[6]", n: "i64[1]"):
    return x[:n[0]].sum(axis=1)  # E: AxisError: axis 1 is out of bounds for array of dimension 1


def lines_and_tables_joined(a: "f64[3,4]", x: "f64[4]", n: "i64[1]"):
    return np.concatenate([a[:n[0]], x])  # E: ValueError: all the input array dimensions must match exactly


def tables_of_other_widths(a: "f64[3,4]", b: "f64[3,2]", n: "i64[1]"):
    return np.concatenate([a[:n[0]], b])  # E: ValueError: all the input array dimensions except


def as_often_as_counted(x: "f64[6]", n: "i64[6]"):
    return np.repeat(x[:n[0]], n[:n[0]])  # E: the size of the result depends on data: np.repeat


def argument_without_a_rule(x: "f64[6]", n: "i64[1]"):
    return np.sort(x[:n[0]], order="f")  # E: order= of np.sort: not supported for a slice of computed length


def argument_that_does_not_exist(x: "f64[6]", n: "i64[1]"):
    return np.sum(x[:n[0]], across=0)  # E: TypeError: np.sum() got an unexpected keyword argument 'across'


def method_that_writes(x: "f64[6]", n: "i64[1]"):
    x[:n[0]].resize(3)  # E: the method resize: not supported for a slice of computed length
    return x


def tangent_of_a_slice(x: "f64[6]", n: "i64[1]"):
    return recto.jvp(lambda x: x[:n[0]], (x,), (x,))  # E: a function that returns a slice of computed length


def positives(x):
    found = []
    for v in x:
        if v > 0.0:
            found.append(v)
    return found


def batch_of_lists(x: "f64[2,6]"):
    return recto.vmap(positives)(x)  # E: vmap of a function that returns a list whose length is  # H: full size


def batch_of_arrays_from_lists(x: "f64[2,6]"):
    return recto.vmap(lambda x: np.array(positives(x)))(x)  # E: vmap of a function that returns a slice  # H: full size


def squeezed_places(x: "f64[6]"):
    return np.nonzero(x)[0].squeeze()  # E: np.squeeze, whose number of axes depends on the data  # H: leave it out


def squeezed_columns(x: "f64[1,6]"):
    return np.squeeze(x[:, x[0] > 0.0])  # E: np.squeeze, whose number of axes depends on the data  # H: name the axes


def compressed_by_a_number(x: "f64[6]"):
    return np.compress(x[0] > 0, x)  # E: condition must be a 1-d array


def float_into_integers_of_computed_length(x: "f64[3]"):
    places = np.flatnonzero(x)
    np.add(x, 0.5, out=places)  # E: Cannot cast ufunc output from f64[3] to i64[3] with casting rule 'same_kind'
    return places


def line_of_a_slice_is_written(x: "f64[3,4]"):
    y = x[x[:, 0] > 0.0]
    y.reshape(-1)[0] = 7.0  # E: this array may share memory with another one that was written  # H: .copy()
    return y
