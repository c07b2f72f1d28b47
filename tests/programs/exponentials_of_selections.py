"""scipy.special's softmax and logsumexp of arrays whose length data decide: what was not selected takes no part."""
import numpy as np
from scipy.special import log_softmax, logsumexp, softmax


def weights(x):
    chosen = x[x > 0]
    return np.sum(softmax(chosen) * chosen), softmax(chosen)[0], np.max(log_softmax(chosen)), logsumexp(chosen)


def along_an_axis(x):
    pairs = np.stack([x[x > 0], x[x > 0] ** 2], axis=1)
    return softmax(pairs, axis=0), softmax(pairs, axis=1), logsumexp(pairs, axis=0), softmax(pairs)


def other_arguments(x):
    chosen, whole = x[x > 0], (x * 2).astype(int)
    return (logsumexp(chosen, b=chosen), logsumexp(chosen, b=2.0), logsumexp(chosen, keepdims=True),
            logsumexp(whole[whole > 0]), softmax(whole[whole > 0]))


def at_the_rim(x):
    chosen = x[x > 0]
    return logsumexp(x[x > 20]), logsumexp(chosen * np.inf), logsumexp(-np.inf * chosen), len(chosen)


def of_nothing(x):
    try:
        return softmax(x[x > 20])[0]
    except ValueError:
        return -1.0


def examples():
    for x in ([1.5, -1.0, 2.0, 0.5], [-1.0, 3.0, 0.25, -2.0]):
        for f in (weights, along_an_axis, other_arguments, at_the_rim, of_nothing):
            yield f, (np.array(x),)
