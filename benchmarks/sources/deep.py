"""Twelve residual layers with normalisation, in a Python loop over a list of layers."""
import numpy as np


def normalised(y, gain, shift):
    mean = np.mean(y, axis=-1, keepdims=True)
    variance = np.mean((y - mean) ** 2, axis=-1, keepdims=True)
    return (y - mean) / np.sqrt(variance + 1.2345) * gain + shift


def layer(x, p):
    h = np.maximum(x @ p["W1"] + p["b1"], 0.0)
    return normalised(x + h @ p["W2"] + p["b2"], p["gain"], p["shift"])


def f(layers, x):
    for p in layers:
        x = layer(x, p)
    return np.sum(x * x)
