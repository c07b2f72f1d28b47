"""Rows of scipy.sparse: matrices as arguments, from outside and made inside."""
import numpy as np
from scipy import sparse
from scipy.sparse import csgraph, linalg

from .call import row

rng = np.random.default_rng(5)
DENSE = np.where(rng.uniform(size=(4, 3)) < 0.6, rng.normal(size=(4, 3)), 0.0)
A, OTHER = sparse.csr_matrix(DENSE), sparse.csr_matrix(np.roll(DENSE, 1))
TWICE = sparse.coo_matrix((np.arange(1.0, 5.0), ([0, 0, 1, 3], [1, 1, 2, 0])), shape=(4, 3))
X, Y, D = rng.normal(size=3), rng.normal(size=4), np.arange(1.0, 5.0)
FORMATS = [A, A.tocsc(), A.tocoo(), A.todia(), A.tobsr((2, 3)), TWICE]


@row(A, X, Y)
def sparse_products(a, x, y):
    return a @ x, a.T @ y, y @ a, a * x, a.dot(np.stack([x, -x], 1)), a.T.dot(y), np.stack([y, y]) @ a


@row(X)
def sparse_from_outside(x):
    return A @ x + OTHER @ np.sin(x)


@row(A, OTHER, X)
def sparse_arithmetic(a, b, x):
    made = [2.0 * a, a / 4, -a, a + b, a - b, a - 3 * a, a.multiply(b), a.multiply(x), a.T @ b, (a.T @ b) ** 2]
    return [m.toarray() for m in made]


@row(sparse.csr_array(A), sparse.csr_array(OTHER))
def sparse_arrays_multiply_by_elements(a, b):
    return (a * b).toarray(), (a ** 2).toarray(), a.sum(axis=0), a.sum(axis=1), a.mean(axis=0)


@row(*FORMATS, X)
def sparse_formats(a, b, c, d, e, f, x):
    return [(m @ x, m.toarray(), m.tocsr().T.toarray(), m.tocsc().sum(), m.diagonal(), m.diagonal(-1))
            for m in (a, b, c, d, e, f)]


@row(A, TWICE)
def sparse_elements(a, b):
    return [m.toarray() for m in (a.power(2), abs(a), np.abs(b), a.expm1(), a.tanh(), b.tocsr().power(2), a[1:3],
                                  a[:, [2, 0, 0]], a[2], b.tocsr()[[3, 1]], sparse.tril(a), sparse.triu(a, 1))]


@row(A)
def sparse_sums(a):
    rows, columns = a.sum(axis=1), np.asarray(np.sum(a, axis=0))
    dense = np.asarray(a.todense() @ X), np.asarray(rows.T * 2.0)
    return a.sum(), a.mean(), rows.A1, columns, dense, a[0, 1], a.trace()


@row(D, X)
def sparse_from_parts(d, x):
    i, j = np.array([0, 1, 2, 2]), np.array([1, 0, 2, 2])
    made = sparse.csr_matrix((d, (i, j)), shape=(3, 3))
    by_rows = sparse.csr_array((d, np.array([0, 2, 1, 2]), np.array([0, 2, 2, 4])), shape=(3, 3))
    return made @ x, by_rows @ x, sparse.coo_matrix((d, (i, j))).toarray(), made.data.shape[0] * made.nnz


@row(D)
def sparse_diagonals(d):
    made = [sparse.spdiags(np.stack([d, -2 * d, d]), [-1, 0, 1], 4, 4), sparse.diags([d[1:], d], [1, 0]),
            sparse.diags(d), sparse.eye(4) * d[0], sparse.diags([1.0, -2.0], [0, 1], shape=(4, 4))]
    return [m @ d for m in made]


@row(A, OTHER)
def sparse_blocks(a, b):
    made = [sparse.kron(sparse.eye(2), a), sparse.kron(a, b, "csr"), sparse.hstack([a, b]), sparse.vstack([a, b]),
            sparse.bmat([[a, None], [b, a]], "csr"), sparse.block_diag([a, b]), sparse.kronsum(a.T @ a, b.T @ b)]
    return [m.toarray() for m in made]


@row(D)
def sparse_by_element(d):
    made, table = sparse.lil_matrix((4, 4)), sparse.dok_matrix((4, 4))
    for i in range(4):
        made[i, i] = d[i]
        if i:
            made[i, i - 1] = table[i - 1, i] = -1.0
    ring = sparse.lil_matrix(sparse.spdiags(np.stack([-d, d]), [-1, 1], 4, 4))
    ring[0, 3] = -d[0]
    ring[1, 0] = d[2]
    ring /= 2.0
    around = sparse.csr_matrix(ring).toarray(), ring[0, 3] + ring[1, 2]
    return made.tocsr() @ d, made.toarray(), table.tocsr() @ d, around


@row(A, X)
def sparse_steps(a, x):
    for _ in range(3):
        x = np.tanh(a.T @ (a @ x))
    return x


STIFF = sparse.csc_matrix(np.diag([4.0, 5.0, 6.0, 5.0]) + np.diag([1.0, -1.0, 0.5], 1) + np.diag([1.0, -1.0, 0.5], -1))


@row(STIFF, Y)
def sparse_systems(a, y):
    solve = linalg.factorized(a)
    return (linalg.spsolve(a, y), linalg.spsolve(a.tocsr().T, np.stack([y, y * y], 1)), linalg.splu(a).solve(y, "T"),
            solve(y), linalg.inv(a).toarray(), linalg.expm_multiply(0.1 * a, y),
            linalg.spsolve(a, y, permc_spec="NATURAL"), linalg.spsolve(a, sparse.diags(y)).toarray(),
            linalg.spsolve(a, sparse.diags(y).tocsc()[:, [1]]))


@row(D, Y)
def sparse_systems_by_steps(d, y):
    return linalg.cg(sparse.diags([np.ones(3), d + 4.0, np.ones(3)], [-1, 0, 1], format="csr"), y, rtol=1e-12)


@row(A)
def sparse_norms(a):
    return linalg.norm(a), linalg.norm(a, 1), linalg.norm(a, np.inf)


@row(DENSE, X, Y)
def sparse_of_dense(a, x, y):
    """Of arrays whose zeros are data."""
    made, other = sparse.csr_matrix(a), sparse.csc_array(a)
    sums = np.asarray(made.sum(axis=0)), other.sum(axis=1), made.sum(), made.count_nonzero()
    return (made @ x, made.T * y, y @ other, (2.0 * made).toarray(), sums, made.diagonal(), made[0, 1],
            made[1:].toarray(), made.tocoo().T.toarray(), made.shape)


@row(DENSE.T @ DENSE * (DENSE.T @ DENSE > 1), gradient=False)
def components_of_graphs(a):
    strong = csgraph.connected_components(sparse.csr_matrix(np.triu(a), dtype=bool), connection="strong")
    return strong, csgraph.connected_components(a), csgraph.connected_components(a, return_labels=False)


@row(rng.normal(size=(6, 6)) + 6 * np.eye(6), rng.normal(size=6), near=1e-8)
def iterations_of_other_matrices(a, b):
    x = sparse.csr_matrix(np.eye(6)) @ b
    return (linalg.gmres(a, b, rtol=1e-12), linalg.gmres(a, x, restart=3, rtol=1e-12), linalg.gmres(a, 0 * b),
            linalg.bicgstab(a, b, rtol=1e-12), linalg.bicgstab(a, b, x0=b, rtol=1e-12))
