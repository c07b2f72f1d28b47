# train_logistic
#   x: float64[8, 2], labels: float64[8], rate: float64, epochs: int64
import numpy as np


def train_logistic(x, labels, rate, epochs):
    w = np.zeros(2)
    b = 0.0
    for _ in range(epochs):
        p = 1 / (1 + np.exp(-(x @ w + b)))
        b -= rate * np.mean(p - labels)
        w -= rate * x.T @ (p - labels) / 8
    correct = np.mean(((x @ w + b > 0) == (labels > 0.5)).astype(np.float64))
    return w, b, correct
