# logistic_along
#   weights: float64[3], weights_dot: float64[3], inputs: float64[5, 3], targets: float64[5]
import numpy as np


def sigmoid_jvp(x, x_dot):
    tanh = np.tanh(x / 2)  # golden_programs.py:25
    return 0.5 * (tanh + 1), 0.5 * (x_dot / 2 * (1 - tanh ** 2))


def logistic_jvp(weights, inputs, targets, weights_dot):
    preds, preds_dot = sigmoid_jvp(inputs @ weights, inputs @ weights_dot)  # golden_programs.py:29
    t = 1 - targets                                 # golden_programs.py:30
    label_probs = preds * targets + (1 - preds) * t
    label_probs_dot = preds_dot * targets - preds_dot * t
    t_dot = -np.sum(label_probs_dot / label_probs)  # golden_programs.py:31
    return -np.sum(np.log(label_probs)), t_dot


def logistic_along(weights, weights_dot, inputs, targets):
    return logistic_jvp(weights, inputs, targets, weights_dot)  # golden_programs.py:136
