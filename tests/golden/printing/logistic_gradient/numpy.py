# grad_loss
#   weights: float64[3], inputs: float64[5, 3], targets: float64[5]
import numpy as np


def sigmoid(x):
    return 0.5 * (np.tanh(x / 2) + 1)


def sigmoid_vjp(x, out_bar):
    return 0.25 * out_bar * (1 - np.tanh(x / 2) ** 2)


def grad_loss(weights, inputs, targets):
    z = inputs @ weights
    preds = sigmoid(z)
    label_probs = preds * targets + (1 - preds) * (1 - targets)

    label_probs_bar = -1 / label_probs
    preds_bar = label_probs_bar * (targets - (1 - targets))
    z_bar = sigmoid_vjp(z, preds_bar)
    return inputs.T @ z_bar
