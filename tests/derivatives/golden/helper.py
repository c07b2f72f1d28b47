# gradient of logistic (golden_programs.py:28) with respect to weights
#   weights: float64[3], inputs: float64[5, 3], targets: float64[5]
import numpy as np


def sigmoid(x):
    tanh = np.tanh(x / 2)  # golden_programs.py:25
    return 0.5 * (tanh + 1), tanh


def sigmoid_vjp(tanh, out_bar):
    return out_bar * 0.5 * (1 - tanh ** 2) / 2


def grad_logistic(weights, inputs, targets):
    preds, tanh = sigmoid(inputs @ weights)  # golden_programs.py:29
    t = 1 - targets                          # golden_programs.py:30
    label_probs = preds * targets + (1 - preds) * t
    t_1 = 1 / label_probs                    # golden_programs.py:31

    # label_probs = preds * targets + (1 - preds) * (1 - targets)  golden_programs.py:30
    preds_bar = t_1 * t - t_1 * targets
    return sigmoid_vjp(tanh, preds_bar) @ inputs
