"""Distrax: densities, samples, entropies, divergences and bijectors, and their gradients."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import distrax
import jax
import jax.numpy as jnp
import numpy as np

from .rows import Row, draw

KEY = jax.random.PRNGKey(0)
F = np.float32
M, S = draw(3), np.exp(draw(3, seed=1))
P = np.asarray(jax.nn.softmax(draw(4, seed=2)))
L = draw(4, seed=3)
X = draw(3, seed=4)
U = np.array([0.2, 0.5, 0.7], F)
POSITIVE = np.exp(draw(3, seed=5))
COV = np.array([[2.0, 0.3, 0.1], [0.3, 1.0, 0.2], [0.1, 0.2, 1.5]], F)
TRI = np.linalg.cholesky(COV)

# name -> (makes the distribution of its parameter, the parameter, a value)
MADE: dict[str, tuple[Callable, Any, Any]] = {
    "Normal": (lambda m: distrax.Normal(m, S), M, X),
    "LogStddevNormal": (lambda m: distrax.LogStddevNormal(m, X), M, X),
    "Laplace": (lambda m: distrax.Laplace(m, S), M, X),
    "Logistic": (lambda m: distrax.Logistic(m, S), M, X),
    "Gumbel": (lambda m: distrax.Gumbel(m, S), M, X),
    "Uniform": (lambda m: distrax.Uniform(m - 5, m + 5), M, X),
    "Beta": (lambda a: distrax.Beta(a, S), POSITIVE, U),
    "Gamma": (lambda a: distrax.Gamma(a, S), POSITIVE, U),
    "Dirichlet": (lambda a: distrax.Dirichlet(a), POSITIVE, U / np.sum(U)),
    "VonMises": (lambda m: distrax.VonMises(m, S), M, U),
    "Bernoulli": (lambda m: distrax.Bernoulli(logits=m), M, np.array([0, 1, 1], np.int32)),
    "Bernoulli_probs": (lambda p: distrax.Bernoulli(probs=p), U, np.array([0, 1, 1], np.int32)),
    "Categorical": (lambda m: distrax.Categorical(logits=m), L, np.int32(2)),
    "Categorical_probs": (lambda p: distrax.Categorical(probs=p), P, np.int32(2)),
    "OneHotCategorical": (lambda m: distrax.OneHotCategorical(logits=m), L, np.array([0, 0, 1, 0], np.int32)),
    "Softmax": (lambda m: distrax.Softmax(m, 0.5), L, np.int32(2)),
    "Greedy": (lambda m: distrax.Greedy(m), L, np.int32(2)),
    "EpsilonGreedy": (lambda m: distrax.EpsilonGreedy(m, 0.1), L, np.int32(2)),
    "CategoricalUniform": (
        lambda m: distrax.CategoricalUniform(low=jnp.float32(0.0), high=jnp.float32(2.0), logits=m),
        L,
        F(0.7),
    ),
    "Multinomial": (lambda p: distrax.Multinomial(probs=p, total_count=3), P, np.array([1, 0, 2, 0], F)),
    "Deterministic": (lambda m: distrax.Deterministic(m), M, M),
    "MultivariateNormalDiag": (lambda m: distrax.MultivariateNormalDiag(m, S), M, X),
    "MultivariateNormalTri": (lambda m: distrax.MultivariateNormalTri(m, TRI), M, X),
    "MultivariateNormalFullCovariance": (lambda m: distrax.MultivariateNormalFullCovariance(m, COV), M, X),
    "MultivariateNormalDiagPlusLowRank": (
        lambda m: distrax.MultivariateNormalDiagPlusLowRank(m, S, draw(3, 1, seed=6)),
        M,
        X,
    ),
    "Independent": (lambda m: distrax.Independent(distrax.Normal(m, S), 1), M, X),
    "Transformed": (lambda m: distrax.Transformed(distrax.Normal(m, S), distrax.Tanh()), M, np.tanh(X)),
    "MixtureOfTwo": (lambda m: distrax.MixtureOfTwo(0.3, distrax.Normal(m, S), distrax.Normal(m + 1, S)), M, X),
    "MixtureSameFamily": (
        lambda m: distrax.MixtureSameFamily(distrax.Categorical(logits=L[:3]), distrax.Normal(m, S)),
        M,
        X[0],
    ),
    "Clipped": (lambda m: distrax.Clipped(distrax.Normal(m, S), jnp.float32(-1.0), jnp.float32(1.0)), M, U),
    "ClippedNormal": (lambda m: distrax.ClippedNormal(m, S, jnp.float32(-1.0), jnp.float32(1.0)), M, U),
    "ClippedLogistic": (lambda m: distrax.ClippedLogistic(m, S, jnp.float32(-1.0), jnp.float32(1.0)), M, U),
    "Quantized": (lambda m: distrax.Quantized(distrax.Normal(m, S), -3.0, 3.0), M, np.array([0, 1, -1], F)),
    "Joint": (lambda m: distrax.Joint({"a": distrax.Normal(m, S)}), M, {"a": X}),
}
BIJECTORS: dict[str, tuple[Callable, Any]] = {
    "Tanh": (distrax.Tanh, X),
    "Sigmoid": (distrax.Sigmoid, X),
    "GumbelCDF": (distrax.GumbelCDF, X),
    "ScalarAffine": (lambda: distrax.ScalarAffine(M, S), X),
    "Shift": (lambda: distrax.Shift(M), X),
    "DiagLinear": (lambda: distrax.DiagLinear(S), X),
    "TriangularLinear": (lambda: distrax.TriangularLinear(TRI), X),
    "UnconstrainedAffine": (lambda: distrax.UnconstrainedAffine(COV, M), X),
    "DiagPlusLowRankLinear": (lambda: distrax.DiagPlusLowRankLinear(S, draw(3, 1), draw(3, 1, seed=1)), X),
    "LowerUpperTriangularAffine": (lambda: distrax.LowerUpperTriangularAffine(COV, M), X),
    "Lambda": (
        lambda: distrax.Lambda(
            jnp.exp, jnp.log, lambda x: x, lambda y: -jnp.log(y), event_ndims_in=0, is_constant_jacobian=False
        ),
        X,
    ),
    "Lambda_inferred": (lambda: distrax.Lambda(jnp.tanh), X),
    "Chain": (lambda: distrax.Chain([distrax.Tanh(), distrax.ScalarAffine(M, S)]), X),
    "Block": (lambda: distrax.Block(distrax.Tanh(), 1), X),
    "Inverse": (lambda: distrax.Inverse(distrax.Tanh()), X * 0.1),
    "MaskedCoupling": (
        lambda: distrax.MaskedCoupling(
            np.array([True, False, True]), lambda x: x, lambda p: distrax.ScalarAffine(p, jnp.exp(p * 0.1))
        ),
        X,
    ),
    "SplitCoupling": (
        lambda: distrax.SplitCoupling(1, 1, lambda x: jnp.concatenate([x, x]), lambda p: distrax.Shift(p)),
        X,
    ),
    "RationalQuadraticSpline": (lambda: distrax.RationalQuadraticSpline(draw(3, 10), -3.0, 3.0), X),
}
NO_GRAD = ("Greedy", "EpsilonGreedy", "Deterministic", "Quantized")
NO_ENTROPY = (
    "Transformed",
    "MixtureOfTwo",
    "MixtureSameFamily",
    "Clipped",
    "ClippedNormal",
    "ClippedLogistic",
    "Quantized",
    "Joint",
    "CategoricalUniform",
    "Deterministic",
)


def rows_of_distributions() -> Iterator[Row]:
    for name, (make, p, x) in MADE.items():
        yield Row(f"{name}.log_prob", lambda p, make=make, x=x: make(p).log_prob(x), (p,), name not in NO_GRAD)
        yield Row(f"{name}.sample", lambda k, p, make=make: make(p).sample(seed=k, sample_shape=(2,)), (KEY, p))
        yield Row(
            f"{name}.sample_and_log_prob", lambda k, p, make=make: make(p).sample_and_log_prob(seed=k), (KEY, p)
        )
        if name not in NO_ENTROPY:
            yield Row(
                f"{name}.entropy", lambda p, make=make: make(p).entropy(), (p,), name not in (*NO_GRAD, "Multinomial")
            )
    for name in (
        "Normal",
        "Laplace",
        "Gumbel",
        "Categorical",
        "Bernoulli",
        "MultivariateNormalDiag",
        "Softmax",
        "Gamma",
        "Beta",
        "Dirichlet",
        "Uniform",
        "Independent",
        "OneHotCategorical",
        "MultivariateNormalTri",
    ):
        make, p, _ = MADE[name]
        yield Row(f"{name}.kl_divergence", lambda p, q, make=make: make(p).kl_divergence(make(q)), (p, p + F(0.1)))
    for name in ("Normal", "Laplace", "Logistic", "Gumbel", "Uniform"):
        make, p, x = MADE[name]
        for method in ("cdf", "log_cdf"):
            yield Row(f"{name}.{method}", lambda p, make=make, x=x, method=method: getattr(make(p), method)(x), (p,))
        for method in ("mean", "variance", "stddev"):
            yield Row(f"{name}.{method}", lambda p, make=make, method=method: getattr(make(p), method)(), (p,))
    yield Row("Normal.batch_shape", lambda m: m * distrax.Normal(m, S).batch_shape[0], (M,))
    yield Row("Normal.event_shape", lambda m: m * len(distrax.Normal(m, S).event_shape), (M,))
    yield Row("Normal.__getitem__", lambda m: distrax.Normal(m, S)[1].log_prob(0.5), (M,))
    yield Row("Normal_argument", lambda d, x: d.log_prob(x), (distrax.Normal(M, S), X))
    yield Row("Categorical_argument", lambda d, x: d.log_prob(x), (distrax.Categorical(logits=L), np.int32(1)))
    yield Row(
        "importance_sampling_ratios",
        lambda m: distrax.importance_sampling_ratios(
            distrax.Categorical(logits=m), distrax.Categorical(logits=m * 2), np.int32(1)
        ),
        (L,),
    )
    yield Row("multiply_no_nan", lambda x: distrax.multiply_no_nan(x, x * 0), (X,), True)
    yield Row(
        "straight_through_wrapper",
        lambda k, m: distrax.straight_through_wrapper(distrax.OneHotCategorical)(logits=m).sample(seed=k),
        (KEY, L),
    )


def rows_of_bijectors() -> Iterator[Row]:
    for name, (make, x) in BIJECTORS.items():
        yield Row(f"bijector.{name}.forward", lambda x, make=make: make().forward(x), (x,), True)
        yield Row(
            f"bijector.{name}.forward_and_log_det", lambda x, make=make: make().forward_and_log_det(x), (x,), True
        )
        if name != "Lambda_inferred":
            yield Row(
                f"bijector.{name}.inverse_and_log_det",
                lambda x, make=make: make().inverse_and_log_det(make().forward(x)),
                (x,),
                False,
                2e-4,
            )


ROWS = [*rows_of_distributions(), *rows_of_bijectors()]
