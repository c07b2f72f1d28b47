"""Neural network layers, losses and a few training steps written out."""
import numpy as np


def mlp(parameters, x):
    """Parameters are a list of (weight, bias)."""
    for weight, bias in parameters[:-1]:
        x = np.tanh(x @ weight + bias)
    weight, bias = parameters[-1]
    return x @ weight + bias


def mlp_named(parameters, x, activation="relu"):
    h = x
    for name in sorted(parameters):
        layer = parameters[name]
        h = h @ layer["w"] + layer.get("b", 0.0)
        if name != "out":
            h = np.maximum(h, 0) if activation == "relu" else h / (1 + np.exp(-h))
    return h


def mse(parameters, x, y):
    return np.mean((mlp(parameters, x) - y) ** 2)


def softmax(x, axis=-1):
    e = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return e / np.sum(e, axis=axis, keepdims=True)


def softmax_cross_entropy(logits, labels):
    shifted = logits - logits.max(axis=1, keepdims=True)
    log_probability = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return -np.mean(log_probability[np.arange(len(labels)), labels])


def attention(q, k, v, causal=False):
    scores = q @ k.T / np.sqrt(q.shape[-1])
    if causal:
        scores = np.where(np.tri(len(q), len(k), dtype=bool), scores, -1e9)
    return softmax(scores) @ v


def multi_head_attention(x, wq, wk, wv, wo, heads):
    n, width = x.shape
    size = width // heads

    def split(w):
        return (x @ w).reshape(n, heads, size).transpose(1, 0, 2)

    q, k, v = split(wq), split(wk), split(wv)
    weights = softmax(q @ k.swapaxes(1, 2) / np.sqrt(size))
    return (weights @ v).transpose(1, 0, 2).reshape(n, width) @ wo


def attention_streaming(q, k, v):
    """One key at a time with a running maximum, as in flash attention."""
    n, width = q.shape
    top = np.full(n, -np.inf)
    total = np.zeros(n)
    out = np.zeros((n, v.shape[1]))
    for key, value in zip(k, v):
        score = q @ key / np.sqrt(width)
        new_top = np.maximum(top, score)
        decay = np.exp(top - new_top)
        weight = np.exp(score - new_top)
        total = total * decay + weight
        out = out * decay[:, None] + weight[:, None] * value
        top = new_top
    return out / total[:, None]


def conv2d_loops(image, kernel):
    kh, kw = kernel.shape
    rows, columns = image.shape[0] - kh + 1, image.shape[1] - kw + 1
    out = np.zeros((rows, columns), dtype=image.dtype)
    for i in range(rows):
        for j in range(columns):
            total = 0.0
            for a in range(kh):
                for b in range(kw):
                    total += image[i + a, j + b] * kernel[a, b]
            out[i, j] = total
    return out


def conv2d_shifted(x, w, bias, stride=1):
    """Channels first; a sum over the taps of the kernel."""
    out_channels, _, kh, kw = w.shape
    rows, columns = (x.shape[1] - kh) // stride + 1, (x.shape[2] - kw) // stride + 1
    out = np.zeros((out_channels, rows, columns)) + bias[:, None, None]
    for a in range(kh):
        for b in range(kw):
            window = x[:, a : a + stride * rows : stride, b : b + stride * columns : stride]
            out += np.einsum("oc,chw->ohw", w[:, :, a, b], window)
    return out


def max_pool(x, size):
    c, h, w = x.shape
    return x.reshape(c, h // size, size, w // size, size).max(axis=(2, 4))


def batch_norm(x, gain, shift, mean, variance, training, momentum=0.9):
    """Statistics of the batch while training, running ones afterwards; both come back."""
    if training:
        mean_now, variance_now = x.mean(axis=0), x.var(axis=0)
        mean = momentum * mean + (1 - momentum) * mean_now
        variance = momentum * variance + (1 - momentum) * variance_now
    else:
        mean_now, variance_now = mean, variance
    return gain * (x - mean_now) / np.sqrt(variance_now + 1e-5) + shift, mean, variance


def layer_norm(x, gain, shift):
    centred = x - x.mean(-1, keepdims=True)
    return gain * centred / np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-6) + shift


def gelu(x):
    return 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)))


def rnn(w, u, b, inputs):
    h = np.zeros(u.shape[0])
    states = np.zeros((len(inputs), u.shape[0]))
    for t, x in enumerate(inputs):
        h = np.tanh(w @ x + u @ h + b)
        states[t] = h
    return states


def lstm(weights, bias, inputs, h, c):
    """Gates in one matrix; (h, c) is the carry."""
    def sigmoid(z):
        return 1 / (1 + np.exp(-z))

    for x in inputs:
        gates = weights @ np.concatenate([x, h]) + bias
        i, f, o, g = np.split(gates, 4)
        c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
        h = sigmoid(o) * np.tanh(c)
    return h, c


def embedding_bag(table, tokens, lengths):
    """Mean of each sentence's first `length` rows."""
    out = np.zeros((len(tokens), table.shape[1]))
    for i, (sentence, length) in enumerate(zip(tokens, lengths)):
        for t in range(length):
            out[i] += table[sentence[t]]
        if length > 0:
            out[i] /= length
    return out


def backprop_step(w1, w2, x, y, rate):
    """One hidden layer, the gradient by hand, the weights updated in place."""
    hidden = np.maximum(x @ w1, 0)
    error = hidden @ w2 - y
    hidden_error = (error @ w2.T) * (hidden > 0)
    w2 -= rate * hidden.T @ error / len(x)
    w1 -= rate * x.T @ hidden_error / len(x)
    return np.mean(error**2)


def train_logistic(x, labels, rate, epochs):
    w = np.zeros(x.shape[1])
    b = 0.0
    for _ in range(epochs):
        p = 1 / (1 + np.exp(-(x @ w + b)))
        w -= rate * x.T @ (p - labels) / len(labels)
        b -= rate * np.mean(p - labels)
    correct = np.mean((x @ w + b > 0) == (labels > 0.5))
    return w, b, correct


def perceptron(x, labels, epochs):
    """Updates on mistakes only, until an epoch has none."""
    w = np.zeros(x.shape[1])
    for epoch in range(epochs):
        mistakes = 0
        for xi, yi in zip(x, labels):
            if yi * (w @ xi) <= 0:
                w += yi * xi
                mistakes += 1
        if mistakes == 0:
            return w, epoch
    return w, epochs


def greedy_decode(logits_table, start, stop, limit):
    token = start
    out = np.full(limit, -1)
    for t in range(limit):
        token = np.argmax(logits_table[token])
        out[t] = token
        if token == stop:
            break
    return out


def positional_encoding(length, width):
    position = np.arange(length)[:, None]
    rate = 1e4 ** (-np.arange(0, width, 2) / width)
    table = np.zeros((length, width))
    table[:, 0::2] = np.sin(position * rate)
    table[:, 1::2] = np.cos(position * rate)
    return table


def dropout_fixed(x, mask, rate, training=True):
    return x * mask / (1 - rate) if training and rate > 0 else x


def residual_stack(blocks, x, scale):
    """A loop over a list of blocks whose widths differ inside."""
    trace = []
    for down, up in blocks:
        x = x + scale * gelu(x @ down) @ up
        trace.append(np.mean(x**2))
    return x, trace


def examples():
    rng = np.random.default_rng(25)

    def normal(*shape):
        return rng.normal(size=shape)

    parameters = [(normal(3, 4), normal(4)), (normal(4, 5), normal(5)), (normal(5, 2), normal(2))]
    yield mlp, (parameters, normal(6, 3))
    yield mlp, (parameters[-1:], normal(1, 5))
    single = [(w.astype(np.float32), b.astype(np.float32)) for w, b in parameters]
    yield mlp, (single, np.ones((2, 3), np.float32))
    named = {"a": {"w": normal(3, 4), "b": normal(4)}, "b": {"w": normal(4, 4)}, "out": {"w": normal(4, 1)}}
    yield mlp_named, (named, normal(2, 3))
    yield mlp_named, (named, normal(2, 3), "swish")
    yield mse, (parameters, normal(4, 3), normal(4, 2))
    yield mse, (parameters[-1:], normal(1, 5), np.zeros(2))
    yield softmax, (normal(3, 4),)
    yield softmax, (normal(3, 4).astype(np.float32),), {"axis": 0}
    yield softmax_cross_entropy, (normal(4, 3), np.array([0, 2, 1, 1]))
    yield softmax_cross_entropy, (normal(1, 2).astype(np.float32), np.array([1]))
    yield attention, (normal(3, 4), normal(5, 4), normal(5, 2))
    yield attention, (normal(4, 2), normal(4, 2), normal(4, 3)), {"causal": True}
    yield attention, (normal(1, 2), normal(1, 2), normal(1, 2), True)
    yield multi_head_attention, (normal(3, 4), normal(4, 4), normal(4, 4), normal(4, 4), normal(4, 4), 2)
    yield multi_head_attention, (normal(2, 3), np.eye(3), np.eye(3), np.eye(3), np.eye(3), 1)
    yield attention_streaming, (normal(3, 4), normal(5, 4), normal(5, 2))
    yield attention_streaming, (normal(2, 1), normal(1, 1), normal(1, 1))
    yield conv2d_loops, (normal(5, 4), normal(3, 2))
    yield conv2d_loops, (np.arange(4.0).reshape(2, 2).astype(np.float32), np.ones((1, 1), np.float32))
    yield conv2d_shifted, (normal(2, 5, 5), normal(3, 2, 3, 3), normal(3))
    yield conv2d_shifted, (normal(1, 6, 5), normal(2, 1, 2, 3), np.zeros(2)), {"stride": 2}
    yield max_pool, (normal(2, 4, 6), 2)
    yield max_pool, (np.arange(9).reshape(1, 3, 3), 3)
    statistics = (np.ones(3), np.zeros(3), np.zeros(3), np.ones(3))
    yield batch_norm, (normal(5, 3), *statistics, True)
    yield batch_norm, (normal(5, 3), *statistics, False, 0.5)
    yield layer_norm, (normal(2, 4), np.ones(4), np.zeros(4))
    yield layer_norm, (normal(2, 2, 3).astype(np.float32), np.float32(2), np.float32(1))
    yield gelu, (normal(4),)
    yield gelu, (0.5,)
    yield rnn, (normal(3, 2), normal(3, 3), normal(3), normal(5, 2))
    yield rnn, (normal(3, 2), normal(3, 3), normal(3), np.zeros((0, 2)))
    yield lstm, (normal(12, 5), normal(12), normal(4, 2), np.zeros(3), np.zeros(3))
    yield lstm, (normal(4, 2), normal(4), normal(1, 1), np.ones(1), np.ones(1))
    yield embedding_bag, (normal(6, 2), np.array([[1, 2, 3], [5, 0, 0]]), np.array([3, 1]))
    yield embedding_bag, (normal(2, 2), np.array([[1, 0]]), np.array([0]))
    yield backprop_step, (normal(3, 4), normal(4, 1), normal(5, 3), normal(5, 1), 0.1)
    yield backprop_step, (normal(1, 1), normal(1, 1), normal(1, 1), normal(1, 1), 0.5)
    x = normal(8, 2)
    yield train_logistic, (x, (x[:, 0] > 0).astype(np.float64), 0.5, 6)
    yield train_logistic, (x, (x[:, 0] > 0).astype(np.float64), 0.5, 0)
    signs = np.where(x[:, 0] + 0.5 * x[:, 1] > 0, 1.0, -1.0)
    yield perceptron, (x, signs, 20)
    yield perceptron, (x, signs, 1)
    yield greedy_decode, (normal(4, 4), 0, 3, 5)
    yield greedy_decode, (np.eye(3)[[1, 2, 0]], 0, 2, 4)
    yield positional_encoding, (5, 4)
    yield positional_encoding, (1, 2)
    yield dropout_fixed, (x, x > 0, 0.5)
    yield dropout_fixed, (x, x > 0, 0.5), {"training": False}
    yield residual_stack, ([(normal(3, 5), normal(5, 3)), (normal(3, 2), normal(2, 3))], normal(2, 3), 0.5)
    yield residual_stack, ([], normal(2, 3), 0.5)
