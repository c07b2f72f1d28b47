"""Functions of the corpus as numbers (losses), for arguments whose sizes have names."""
from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from programs import (branches, broadcasting, containers, dynamic_programming, early_return, fft, filters, finance,
                      geometry, indexing, interpolation, kmeans, layers, linalg, linear_algebra_loops, loops,
                      matrix_functions, mutation, nbody, recurrences, reductions, shapes, signal, sorting, statistics,
                      stencils, views_and_aliases, while_loops, windows_factorisations, windows_learning,
                      windows_products, windows_sequences, windows_triangular)

# -- loops ---------------------------------------------------------------------------------------------------------


def product_by_loops(a, b):
    return np.sum(linear_algebra_loops.matmul_loops(a, b) ** 2)


def tridiagonal_solution(lower, diagonal, upper, right):
    return np.sum(linear_algebra_loops.thomas(lower, diagonal + 3, upper, right) ** 2)


def cholesky_factor(a):
    return np.sum(np.sin(linear_algebra_loops.cholesky_loops(a @ a.T + 4 * np.eye(len(a)))))


def cholesky_of_columns(a):
    return np.sum(np.sin(windows_triangular.cholesky_by_columns(a @ a.T + 4 * np.eye(len(a)))))


def triangular_solution(lower, b):
    return np.sum(windows_triangular.forward_by_rows(lower + 2 * np.eye(len(b)), b) ** 2)


def determinant(a):
    return windows_factorisations.determinant(a + 3 * np.eye(len(a)))


def prefix_sums(x):
    y = x.copy()
    mutation.prefix_sums(y)
    return y @ y


def convolution(x):
    return np.sum(signal.convolve_loops(x, np.array([0.5, 1.0, -0.25])) ** 2)


def two_dimensional_convolution(image, kernel):
    return np.sum(layers.conv2d_loops(image, kernel) ** 2)


def time_warping(x, y):
    return dynamic_programming.dynamic_time_warping(x, y, 20)


def pair_forces(position, mass):
    return np.sum(nbody.accelerations_pairs(position, mass, 0.1) ** 2)


# -- slices --------------------------------------------------------------------------------------------------------

def heat(u):
    return np.sum(stencils.heat_2d(u, 0.2, 3) ** 2)


def wave(u):
    return np.sum(stencils.wave_1d(u, 0.5, 4)[0] ** 2)


def interleaved(a, b):
    return np.sum(np.cumsum(shapes.interleave(a, b)[0]) ** 2)


def sliding_windows(x):
    return np.sum(np.tanh(shapes.windows_by_stacking(x, 3)) ** 2)


def normalised_rows(a):
    return np.sum(np.sin(views_and_aliases.normalise_rows(a.copy())))


def discounted(rewards, gamma):
    return np.sum(windows_learning.discounted_returns(rewards, gamma) ** 2)


def causal_attention(q, k, v):
    return np.sum(windows_learning.causal_attention(q, k, v) ** 2)


def means_of_prefixes(x):
    return np.sum(windows_sequences.prefix_means(x) ** 2)


# -- reductions ----------------------------------------------------------------------------------------------------

def norms(a):
    rows, largest, same, frobenius = reductions.norms(a)
    return np.sum(rows * same) + largest * frobenius


def standardised(x):
    return np.sum(np.tanh(statistics.standardise(x, 0)) * np.arange(len(x))[:, None])


def distances(x, y):
    return np.sum(np.exp(-broadcasting.distance_matrix(x, y)))


def centred(a):
    return np.sum(broadcasting.centre_columns_and_rows(a) ** 3)


def table(a, b):
    return np.sum(broadcasting.outer_table(a, b) ** 2)


def attention(q, k, v):
    return np.sum(layers.attention(q, k, v) ** 2)


def normalised(x, gain, shift):
    return np.sum(layers.layer_norm(x, gain, shift) ** 2)


def recurrent(w, u, b, inputs):
    return np.sum(layers.rnn(w, u, b, inputs) ** 2)


def weighted(x, w):
    means, mean = reductions.weighted_average(x, w)
    return means @ means + mean


def cross_entropies(p, q):
    return np.sum(broadcasting.cross_entropy_matrix(p, q))


def holt(y, alpha, beta):
    return np.sum(filters.holt_linear(y, alpha, beta, 3)[-1] ** 2)


def gelu(x):
    return np.mean(layers.gelu(x) ** 2)


def rank_one_updates(c, a):
    c = c.copy()
    windows_products.syrk(0.5, 1.5, c, a)
    return np.sum(c ** 2)


def process(x, y, at, noise):
    mean, variance = linalg.gaussian_process(x, y, at, noise)
    return np.sum(mean ** 2) + np.sum(variance)


def exponential(a):
    return np.sum(matrix_functions.expm(a / (2 * len(a))) ** 2)


# -- data --------------------------------------------------------------------------------------------------------

def sorted_by_insertion(x):
    return sorting.insertion_sort(x) @ np.arange(len(x))


def winsorised(x):
    return statistics.winsorised_mean(x, 0.0) * 2


def gathered(values, index):
    return np.sum(indexing.gather_rows(values, index)[0] ** 2)


def scattered(values, index):
    return np.sum(indexing.scatter_add_at(index, values, 4) ** 2)


def halved(x):
    return np.sum(while_loops.halving_until(x, 0.3)[0] ** 2)


def merged(a, b):
    return np.sum(np.cumsum(while_loops.merge_sorted(np.sort(a), np.sort(b))) ** 2)


def water(height):
    return while_loops.trapped_water(height) ** 2


def stacked(x):
    return np.sum(np.sin(containers.append_then_stack(x)[0]))


def spectrum(x):
    return np.sum(fft.power_spectrum(x)[1] ** 2)


def phases(x):
    return np.sum(fft.low_pass(x, 0.25) ** 2)


def trimmed(x):
    if len(x) > 4:
        x = x[1:-1]
    return np.sum(x ** 3) / len(x)


def correlated(x, w):
    """Only where x is at least as long as w."""
    out = np.zeros(len(x) - len(w) + 1)
    for i in range(len(out)):
        for k in range(len(w)):
            out[i] += x[i + k] * w[k]
    return np.sum(np.tanh(out))


def autoregressive(x, phi, sigma):
    """The sums over rounds are empty where phi is longer than x."""
    total = 0.0
    for t in range(len(phi), len(x)):
        mean = 0.0
        for k in range(len(phi)):
            mean += phi[k] * x[t - k - 1]
        total += -0.5 * ((x[t] - mean) / sigma) ** 2
    return total


def spread(x, y):
    return statistics.online_covariance(x, y)


# -- the table -----------------------------------------------------------------------------------------------------

class Row(NamedTuple):
    """A function for arguments of these types. `asks`: what the header has to say of the sizes; `below`: the number
    that integers are less than; `sizes`: other values than usual; `chains`: are all transformations tried?"""
    function: Callable
    types: str
    asks: tuple[str, ...] = ()
    below: int = 2
    sizes: tuple[tuple[int, ...], ...] = ()
    chains: bool = False

    @property
    def names(self) -> list[str]:
        return list(dict.fromkeys(re.findall(r"[a-z]+", " ".join(re.findall(r"\[(.*?)\]", self.types)))))

    @property
    def assigned(self) -> list[dict[str, int]]:
        """Five assignments of sizes: small, equal, in each order, large."""
        usual = [(1, 1, 1, 1), (2, 3, 1, 2), (3, 2, 5, 4), (4, 4, 4, 4), (13, 7, 9, 6)]
        return [dict(zip(self.names, values)) for values in self.sizes or usual]

    def values(self, sizes: Mapping[str, int]) -> dict[str, Any]:
        """Arguments of these sizes."""
        rng = np.random.default_rng(sum(sizes.values()))
        found = {}
        for name, dtype, dims in re.findall(r"(\w+): (\w+)(?:\[(.*?)\])?", self.types):
            shape = tuple(eval(d, {}, dict(sizes)) for d in dims.split(",") if d)
            found[name] = rng.integers(0, self.below, shape) if dtype == "i64" else \
                rng.uniform(0.2, 1.2, shape) if dims else 0.8
        return found


ROWS = [
    Row(loops.over_rows_and_items, "a: f64[n, d]"),
    Row(product_by_loops, "a: f64[n, k], b: f64[k, d]", chains=True),
    Row(tridiagonal_solution, "lower: f64[n], diagonal: f64[n], upper: f64[n], right: f64[n]", chains=True),
    Row(cholesky_factor, "a: f64[n, n]"),
    Row(cholesky_of_columns, "a: f64[n, n]"),
    Row(triangular_solution, "lower: f64[n, n], b: f64[n]", chains=True),
    Row(determinant, "a: f64[n, n]"),
    Row(prefix_sums, "x: f64[n]"),
    Row(convolution, "x: f64[n]"),
    Row(two_dimensional_convolution, "image: f64[n + k, m + k], kernel: f64[k, k]"),
    Row(time_warping, "x: f64[n], y: f64[m]", ("sizes of 23 and more",), sizes=((23, 23), (24, 30), (31, 23))),
    Row(pair_forces, "position: f64[n, d], mass: f64[n]"),
    Row(heat, "u: f64[n, m]"),
    Row(wave, "u: f64[n]", chains=True),
    Row(interleaved, "a: f64[n], b: f64[n]"),
    Row(sliding_windows, "x: f64[n]"),
    Row(normalised_rows, "a: f64[n, d]"),
    Row(discounted, "rewards: f64[n], gamma: f64"),
    Row(causal_attention, "q: f64[n, d], k: f64[n, d], v: f64[n, e]"),
    Row(means_of_prefixes, "x: f64[n]", ("sizes of 23 and more",), sizes=((23,), (24,), (25,), (33,), (64,))),
    Row(reductions.log_sum_exp, "x: f64[n]", chains=True),
    Row(weighted, "x: f64[n, d], w: f64[n]"),
    Row(norms, "a: f64[n, d]"),
    Row(standardised, "x: f64[n, d]"),
    Row(spread, "x: f64[n], y: f64[n]"),
    Row(statistics.gini, "x: f64[n]", chains=True),
    Row(distances, "x: f64[n, d], y: f64[m, d]"),
    Row(centred, "a: f64[n, m]", chains=True),
    Row(table, "a: f64[n], b: f64[m]"),
    Row(cross_entropies, "p: f64[n, d], q: f64[m, d]"),
    Row(layers.softmax_cross_entropy, "logits: f64[n, k + 1], labels: i64[n]"),
    Row(attention, "q: f64[n, d], k: f64[m, d], v: f64[m, e]", chains=True),
    Row(normalised, "x: f64[n, d], gain: f64[d], shift: f64[d]"),
    Row(recurrent, "w: f64[h, d], u: f64[h, h], b: f64[h], inputs: f64[n, d]", chains=True),
    Row(gelu, "x: f64[n, d]"),
    Row(rank_one_updates, "c: f64[n, n], a: f64[n, m]"),
    Row(process, "x: f64[n], y: f64[n], at: f64[m], noise: f64"),
    Row(exponential, "a: f64[n, n]"),
    Row(sorted_by_insertion, "x: f64[n]"),
    Row(winsorised, "x: f64[n]"),
    Row(gathered, "values: f64[n + 1, d], index: i64[m]", ("m >= 2",)),
    Row(scattered, "values: f64[n], index: i64[n]"),
    Row(halved, "x: f64[n]"),
    Row(merged, "a: f64[n], b: f64[m]"),
    Row(water, "height: f64[n]", ("0 < n - 1",)),
    Row(stacked, "x: f64[n]"),
    Row(spectrum, "x: f64[n]", ("n >= 1",)),
    Row(phases, "x: f64[n]"),
    Row(trimmed, "x: f64[n]", ("n > 4",), sizes=((4,), (5,), (6,), (13,), (40,))),
    Row(branches.huber, "residuals: f64[n], width: f64"),
    Row(recurrences.horner, "coefficients: f64[n], x: f64", chains=True),
    Row(interpolation.lagrange, "xs: f64[n], ys: f64[n], x: f64"),
    Row(interpolation.neville, "xs: f64[n], ys: f64[n], x: f64"),
    Row(kmeans.inertia, "points: f64[n, d], centres: f64[k, d]"),
    Row(finance.garch_likelihood, "returns: f64[n], omega: f64, alpha: f64, beta: f64"),
    Row(geometry.shoelace, "polygon: f64[n, 2]"),
    Row(early_return.first_peak, "x: f64[n], height: f64", ("n >= 3",)),
    Row(correlated, "x: f64[n], w: f64[m]", ("n >= m",), sizes=((1, 1), (3, 2), (4, 4), (13, 7), (40, 3)), chains=True),
    Row(autoregressive, "x: f64[n], phi: f64[p], sigma: f64", ("n >= p",),
        sizes=((1, 1), (3, 2), (4, 4), (13, 7), (40, 3))),
    Row(holt, "y: f64[n], alpha: f64, beta: f64", sizes=((2,), (3,), (5,), (13,), (40,))),
]
