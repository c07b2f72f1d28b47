"""New axes beside a mask or an index array of computed length: x[mask, None]."""

import numpy as np


def columns_of_chosen(q):
    n = np.einsum("ij,ij->i", q, q)
    long = n > 1.5
    r = q.copy()
    r[long, :] *= np.sqrt(2.0 / n[long, None])
    return r, q[long, None].sum(), q[None, long].shape[0], q[:, None].shape


def beside_slices(q):
    m = q[:, 0] > 0.3
    i = np.flatnonzero(m)
    return (
        np.sum(q[m, None, 1:], axis=0),
        np.sum(q[None, i, :, None], axis=1),
        np.sum(q[:, None, q[0] > 0.5], axis=2),
        np.sum(q[m][:, None] * q[m][None], axis=(0, 1)),
        np.sum(q[..., None, q[1] > 0.2], axis=-1),
    )


def examples():
    q = np.array([[0.1, 0.9, 0.4], [0.8, 0.3, 0.7], [0.5, 1.2, 0.6], [0.2, 0.1, 0.9]])
    for f in (columns_of_chosen, beside_slices):
        for x in (q, q[::-1].copy(), 3.0 * q):
            yield f, (x,)
