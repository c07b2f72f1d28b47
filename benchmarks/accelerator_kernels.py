"""The programs of `accelerator`: ordinary NumPy functions, in the dtype of their arguments.

`convolution` alone calls `recto.lax`, as NumPy has no convolution of images; `shifted` is the same in NumPy.
"""

from __future__ import annotations

import numpy as np

from recto import lax

from .batching_kernels import limited, newton as root, recurrence
from .gradient_kernels import convolution as shifted, cross_entropy, jacobi_2d, newton

__all__ = ["limited", "root", "recurrence", "shifted", "jacobi_2d", "newton"]


# -- networks ------------------------------------------------------------------------------------------------

def mlp(parameters, images, labels):
    *inner, weights, bias = parameters
    x = images
    for w, b in zip(inner[::2], inner[1::2]):
        x = np.maximum(x @ w + b, 0.0)
    return cross_entropy(x @ weights + bias, labels)


def sample_loss(parameters, image, label):
    """The loss of one image."""
    first, first_bias, second, second_bias = parameters
    logits = np.tanh(image @ first + first_bias) @ second + second_bias
    shifted = logits - np.max(logits)
    return np.log(np.sum(np.exp(shifted))) - np.sum(label * shifted)


def convolved(x, filters):
    return lax.conv_general_dilated(x, filters, (1, 1), "VALID", dimension_numbers=("NHWC", "HWIO", "NHWC"))


def convolution(parameters, images, labels):
    first, second, weights, bias = parameters
    x = np.maximum(convolved(images, first), 0.0)
    x = np.maximum(convolved(x, second), 0.0)
    return cross_entropy(np.mean(x, axis=(1, 2)) @ weights + bias, labels)


def standardized(x):
    centred = x - np.mean(x, axis=-1, keepdims=True)
    return centred / np.sqrt(np.mean(centred * centred, axis=-1, keepdims=True) + 1e-5)


def softmax(x):
    powers = np.exp(x - np.max(x, axis=-1, keepdims=True))
    return powers / np.sum(powers, axis=-1, keepdims=True)


def gelu(x):
    return 0.5 * x * (1.0 + np.tanh(0.7978845608028654 * (x + 0.044715 * x ** 3)))


def split_heads(x, heads):
    batch, length, width = x.shape
    return x.reshape(batch, length, heads, width // heads).transpose(0, 2, 1, 3)


def attention(x, qkv, heads):
    batch, length, width = x.shape
    q, k, v = np.split(x @ qkv, 3, axis=-1)
    q, k, v = split_heads(q, heads), split_heads(k, heads), split_heads(v, heads)
    scores = (q @ k.transpose(0, 1, 3, 2)) * (width // heads) ** -0.5
    scores = np.where(np.tri(length, dtype=bool), scores, -1e9)
    return (softmax(scores) @ v).transpose(0, 2, 1, 3).reshape(batch, length, width)


def transformer(parameters, x, targets, heads):
    qkv, out, up, down, first, second = parameters
    x = x + attention(standardized(x) * first, qkv, heads) @ out
    x = x + gelu((standardized(x) * second) @ up) @ down
    return np.mean((x - targets) ** 2)


def sigmoid(x):
    return 1.0 / (1.0 + np.exp(-x))


def lstm(parameters, inputs, targets):
    into, over, bias = parameters
    given = inputs @ into + bias
    states = np.zeros_like(targets)
    h, c = np.zeros_like(targets[0]), np.zeros_like(targets[0])
    for t in range(inputs.shape[0]):
        i, f, g, o = np.split(given[t] + h @ over, 4, axis=1)
        c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
        h = sigmoid(o) * np.tanh(c)
        states[t] = h
    return np.mean((states - targets) ** 2)


def normalized_loss(logits, labels):
    """Layer normalisation, and the cross entropy of its rows."""
    return cross_entropy(standardized(logits), labels)


# -- simulations ---------------------------------------------------------------------------------------------

def pulls(x, masses):
    """The accelerations of all bodies by all others."""
    d = x[None, :, :] - x[:, None, :]
    squares = np.sum(d * d, axis=-1) + 0.01
    return np.sum(d * (masses * squares ** -1.5)[:, :, None], axis=1)


def n_body(x, v, masses, steps):
    x, v = x.copy(), v.copy()
    for _ in range(steps):
        v += 0.01 * pulls(x, masses)
        x += 0.01 * v
    return x, v


def n_body_loss(x, v, masses, steps):
    x, v = n_body(x, v, masses, steps)
    return np.sum(x * x) + np.sum(v * v)


def pulls_by_body(x, masses):
    """`pulls`, one body after the other."""
    found = np.zeros_like(x)
    for i in range(x.shape[0]):
        d = x - x[i]
        squares = np.sum(d * d, axis=1) + 0.01
        found[i] = np.sum(d * (masses * squares ** -1.5)[:, None], axis=0)
    return found


def heat(grid, steps):
    a, b = grid.copy(), grid.copy()
    for _ in range(steps):
        b[1:-1, 1:-1] = 0.2 * (a[1:-1, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:] + a[2:, 1:-1] + a[:-2, 1:-1])
        a[1:-1, 1:-1] = 0.2 * (b[1:-1, 1:-1] + b[1:-1, :-2] + b[1:-1, 2:] + b[2:, 1:-1] + b[:-2, 1:-1])
    return a


# -- linear algebra ------------------------------------------------------------------------------------------

def products(x, matrix, steps):
    for _ in range(steps):
        x = np.tanh(matrix @ x)
    return x


def conjugate_gradients(right, matrix):
    x, residual, direction = np.zeros_like(right), right.copy(), right.copy()
    square = residual @ residual
    wanted = 1e-16 * square
    while square > wanted:
        moved = matrix @ direction
        size = square / (direction @ moved)
        x += size * direction
        residual -= size * moved
        before, square = square, residual @ residual
        direction = residual + (square / before) * direction
    return x


def solved_loss(right, matrix):
    x = conjugate_gradients(right, matrix)
    return np.sum(x * x)


def tridiagonal(right, lower, diagonal, upper):
    """Thomas's algorithm; a system in each column."""
    n = right.shape[0]
    c, d = np.zeros_like(upper), np.zeros_like(right)
    c[0] = upper[0] / diagonal[0]
    d[0] = right[0] / diagonal[0]
    for i in range(1, n):
        pivot = diagonal[i] - lower[i] * c[i - 1]
        c[i] = upper[i] / pivot
        d[i] = (right[i] - lower[i] * d[i - 1]) / pivot
    for i in range(n - 2, -1, -1):
        d[i] = d[i] - c[i] * d[i + 1]
    return d


def tridiagonal_loss(right, lower, diagonal, upper):
    x = tridiagonal(right, lower, diagonal, upper)
    return np.sum(x * x)
