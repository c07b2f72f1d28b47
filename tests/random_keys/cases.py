"""Calls whose values are compared with JAX's: (function, seed, arguments after the key, keyword arguments).

Read by make_reference.py and test_reference.py.
"""
import numpy as np

PROBABILITIES = np.array([0.1, 0.2, 0.3, 0.4])
LOGITS = np.array([[0.0, 1.0, -1.0], [2.0, 0.0, 0.5]])
POSITIVE = np.array([0.05, 0.4, 1.0, 2.5, 40.0])
MEAN, COVARIANCE = np.array([1.0, -2.0]), np.array([[2.0, 0.3], [0.3, 0.5]])
MATRIX = np.arange(12.0).reshape(4, 3)

SEEDS = [0, 1, 42, -1, 2 ** 31, 2 ** 32 + 5, 2 ** 63 - 1, -2 ** 63]

EXACT = [
    ("split", 0, (), {}),
    ("split", 42, (5,), {}),
    ("split", 2 ** 40 + 3, ((2, 3),), {}),
    ("fold_in", 0, (0,), {}),
    ("fold_in", 42, (123456789,), {}),
    ("bits", 0, ((3,),), {}),
    ("bits", 1, (), {}),
    ("bits", 7, ((2, 3), "uint64"), {}),
    ("bits", 7, ((2, 3), "uint32"), {}),
    ("bits", 7, ((7,), "uint16"), {}),
    ("bits", 7, ((2, 2, 2), "uint8"), {}),
    ("uniform", 0, ((4,),), {}),
    ("uniform", 42, ((2, 3), "float64"), {}),
    ("uniform", 42, ((2, 3), "float32"), {}),
    ("uniform", 42, ((5,), "float16"), {}),
    ("uniform", 3, ((4,),), {"minval": -1.0, "maxval": 1.0}),
    ("uniform", 5, (), {}),
    ("randint", 0, ((6,), 0, 10), {}),
    ("randint", 1, ((3, 2), -5, 1000000007), {}),
    ("randint", 1, ((5,), 0, 7, "int32"), {}),
    ("randint", 2, ((5,), 0, 256, "uint8"), {}),
    ("randint", 2, ((5,), -100, 100, "int8"), {}),
    ("randint", 2, ((5,), 3, 3), {}),
    ("randint", 3, ((2, 3), np.array([0, 10, 20]), np.array([5, 20, 1000])), {}),
    ("bernoulli", 0, (0.3, (8,)), {}),
    ("bernoulli", 1, (PROBABILITIES,), {}),
    ("bernoulli", 1, (0.25, (8,)), {"mode": "high"}),
    ("rademacher", 0, ((8,),), {}),
    ("permutation", 0, (10,), {}),
    ("permutation", 1, (MATRIX,), {}),
    ("permutation", 1, (MATRIX, 1), {}),
    ("permutation", 2, (MATRIX, 0, True), {}),
    ("choice", 0, (10, (5,)), {}),
    ("choice", 1, (10, (5,), False), {}),
    ("choice", 2, (MATRIX, (2,)), {"axis": 1}),
    ("choice", 3, (4, (6,)), {"p": PROBABILITIES}),
    ("choice", 3, (4, (3,), False), {"p": PROBABILITIES}),
    ("categorical", 0, (LOGITS,), {}),
    ("categorical", 1, (LOGITS,), {"axis": 0, "shape": (4, 3)}),
    ("categorical", 2, (LOGITS,), {"shape": (2, 2), "replace": False}),
]
CLOSE = [
    ("normal", 0, ((4,),), {}),
    ("normal", 42, ((2, 3), "float64"), {}),
    ("normal", 42, ((2, 3), "float32"), {}),
    ("normal", 1, (), {}),
    ("uniform", 3, ((4,),), {"minval": 0.1, "maxval": 0.7}),
    ("truncated_normal", 0, (-1.0, 2.0, (4,)), {}),
    ("exponential", 0, ((4,),), {}),
    ("laplace", 0, ((4,),), {}),
    ("logistic", 0, ((4,),), {}),
    ("cauchy", 0, ((4,),), {}),
    ("gumbel", 0, ((4,),), {}),
    ("gumbel", 0, ((4,),), {"mode": "high"}),
    ("gamma", 0, (POSITIVE,), {}),
    ("gamma", 1, (0.7, (8,)), {}),
    ("gamma", 1, (0.7, (8,), "float32"), {}),
    ("loggamma", 0, (POSITIVE,), {}),
    ("beta", 0, (POSITIVE, 1.5), {}),
    ("dirichlet", 0, (POSITIVE, (3,)), {}),
    ("multivariate_normal", 0, (MEAN, COVARIANCE, (3,)), {}),
    ("orthogonal", 0, (3, (2,)), {}),
    ("orthogonal", 1, (2,), {"m": 4}),
    ("chisquare", 0, (POSITIVE,), {}),
    ("f", 0, (POSITIVE, 7.0), {}),
    ("t", 0, (POSITIVE,), {"shape": (5,)}),
    ("pareto", 0, (POSITIVE,), {}),
    ("lognormal", 0, (0.5, (4,)), {}),
    ("rayleigh", 0, (POSITIVE,), {}),
    ("weibull_min", 0, (2.0, 1.5, (4,)), {}),
    ("maxwell", 0, ((4,),), {}),
    ("double_sided_maxwell", 0, (MEAN, 2.0, (3,)), {}),
    ("generalized_normal", 0, (1.5, (4,)), {}),
    ("ball", 0, (3, 1.5, (4,)), {}),
    ("wald", 0, (POSITIVE,), {}),
    ("triangular", 0, (-1.0, 0.5, 2.0, (4,)), {}),
    ("geometric", 0, (PROBABILITIES,), {}),
    ("geometric", 0, (0.3, (5,)), {"dtype": "int32"}),
]
SINGLE = [      # with 64 bits switched off
    ("bits", 0, ((3,),), {}),
    ("uniform", 0, ((3,),), {}),
    ("randint", 0, ((6,), -5, 10), {}),
    ("poisson", 0, (np.array([0.0, 0.3, 1.0, 4.0, 9.0, 9.99]),), {}),
    ("permutation", 0, (9,), {}),
]
