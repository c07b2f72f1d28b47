# loss
#   weights: float64[3], inputs: float64[5, 3], targets: float64[5]
import numpy as np


def sigmoid(x):
    return 0.5 * (np.tanh(x / 2) + 1)


def loss(weights, inputs, targets):
    preds = sigmoid(inputs @ weights)
    label_probs = preds * targets + (1 - preds) * (1 - targets)
    return -np.sum(np.log(label_probs))
