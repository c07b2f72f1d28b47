"""Sequences of variable length: networks, attention, filters."""
import numpy as np


def rnn_variable(xs, length, w, u, b):
    """The state behind the first `length` steps."""
    h = np.zeros(len(b))
    for x in xs[:length[0]]:
        h = np.tanh(w @ x + u @ h + b)
    return h


def lstm_variable(xs, length, w, u, b):
    n = u.shape[1]
    h, c = np.zeros(n), np.zeros(n)
    states = np.zeros((len(xs), n))
    for t in range(length[0]):
        gates = w @ xs[t] + u @ h + b
        i, f, o = (1 / (1 + np.exp(-gates[k * n:(k + 1) * n])) for k in range(3))
        c = f * c + i * np.tanh(gates[3 * n:])
        h = o * np.tanh(c)
        states[t] = h
    return states[:length[0]].mean(axis=0), h


def batch_of_lengths(xs, lengths):
    """A mean over each sequence's own length."""
    out = np.zeros((len(xs), xs.shape[2]))
    for k in range(len(xs)):
        out[k] = xs[k, :lengths[k]].mean(axis=0)
    return out


def softmax_prefix(x, k):
    part = x[:k[0]]
    e = np.exp(part - part.max())
    return np.sum(e * part) / e.sum()


def softmax_growing(x):
    """At each step over what has been seen."""
    out = np.zeros_like(x)
    for t in range(len(x)):
        e = np.exp(x[:t + 1] - np.max(x[:t + 1]))
        out[t] = (e / np.sum(e))[-1]
    return out


def logsumexp_growing(x):
    out = np.zeros(len(x))
    for t in range(1, len(x) + 1):
        top = x[:t].max()
        out[t - 1] = top + np.log(np.sum(np.exp(x[:t] - top)))
    return out


def causal_attention(q, k, v):
    steps, width = q.shape
    out = np.zeros_like(v)
    for t in range(steps):
        scores = k[:t + 1] @ q[t] / np.sqrt(width)
        weights = np.exp(scores - scores.max())
        out[t] = weights @ v[:t + 1] / weights.sum()
    return out


def local_attention(q, k, v, reach):
    out = np.zeros_like(v)
    for t in range(len(q)):
        lo = max(0, t - reach)
        scores = k[lo:t + 1] @ q[t]
        weights = np.exp(scores - scores.max())
        weights /= weights.sum()
        out[t] = weights @ v[lo:t + 1]
    return out


def attention_cache(xs, wq, wk, wv):
    """Keys and values are stored as they come."""
    n, d = xs.shape
    keys, values, out = np.zeros((n, d)), np.zeros((n, d)), np.zeros((n, d))
    for t in range(n):
        keys[t], values[t] = xs[t] @ wk, xs[t] @ wv
        scores = keys[:t + 1] @ (xs[t] @ wq)
        p = np.exp(scores - scores.max())
        out[t] = (p / p.sum()) @ values[:t + 1]
    return out


def mean_loss_of_lengths(logits, targets, lengths):
    """Cross entropy, where each row of a batch has its own length."""
    total, count = 0.0, 0
    for b in range(len(lengths)):
        n = lengths[b]
        rows = logits[b, :n]
        top = rows.max(axis=1, keepdims=True)
        logs = rows - top - np.log(np.sum(np.exp(rows - top), axis=1, keepdims=True))
        total -= np.sum(logs * targets[b, :n])
        count += n
    return total / count


def moving_average_prediction(x, window):
    error = 0.0
    for t in range(1, len(x)):
        error += (x[t] - np.mean(x[max(0, t - window):t])) ** 2
    return error / (len(x) - 1)


def autoregression(x, weights):
    """Weights of a filter that begins with fewer terms."""
    n, order = len(x), len(weights)
    out = np.zeros(n)
    for t in range(n):
        k = min(t, order)
        out[t] = x[t] + np.dot(weights[:k], out[t - k:t][::-1])
    return out


def discounted_returns(rewards, gamma):
    n = len(rewards)
    powers = gamma ** np.arange(n)
    out = np.zeros(n)
    for t in range(n):
        out[t] = np.sum(rewards[t:] * powers[:n - t])
    return out


def advantages(rewards, values, done, gamma, lam):
    """Each episode is a slice."""
    ends = np.flatnonzero(done)
    out = np.zeros_like(rewards)
    start = 0
    for k in range(len(ends)):
        end = ends[k] + 1
        last = 0.0
        for t in range(end - 1, start - 1, -1):
            follow = values[t + 1] if t + 1 < end else 0.0
            last = rewards[t] + gamma * follow - values[t] + gamma * lam * last
            out[t] = last
        start = end
    return out


def particle_filter(observed, particles, noise, shifts):
    """Systematic resampling: each particle as often as its weight says, written in blocks."""
    n = particles.shape[0]
    means = np.zeros(len(observed))
    for t in range(len(observed)):
        particles = 0.9 * particles + 0.5 * noise[t]
        weights = np.exp(-0.5 * (observed[t] - particles) ** 2)
        weights = weights / weights.sum()
        means[t] = np.sum(weights * particles)
        edges = np.floor(np.cumsum(weights) * n + shifts[t]).astype(np.int64)
        new = np.zeros(n)
        start = 0
        for i in range(n):
            end = min(edges[i], n) if i < n - 1 else n
            new[start:end] = particles[i]
            start = max(start, end)
        particles = new
    return means, particles


def resample_search(particles, weights, shift):
    n = len(particles)
    places = np.searchsorted(np.cumsum(weights) / np.sum(weights), (np.arange(n) + shift) / n)
    return particles[np.minimum(places, n - 1)]


def effective_window(weights, share):
    """The fewest of the largest weights that hold a share of the sum."""
    ordered = np.sort(weights)[::-1]
    n = 1
    while np.sum(ordered[:n]) < share * np.sum(weights):
        n += 1
    return ordered[:n]


def top_p(logits, share):
    """The probabilities of the most likely ones, renormalised; 0 for the rest."""
    order = np.argsort(-logits)
    p = np.exp(logits - logits.max())
    p = p / p.sum()
    count = np.searchsorted(np.cumsum(p[order]), share) + 1
    kept = order[:count]
    out = np.zeros_like(p)
    out[kept] = p[kept] / p[kept].sum()
    return out


def ragged_sums(flat, lengths):
    """Rows of different lengths in one array."""
    ends = np.cumsum(lengths)
    out = np.zeros(len(lengths))
    for k in range(len(lengths)):
        row = flat[ends[k] - lengths[k]:ends[k]]
        out[k] = np.sum(row ** 2) / max(1, lengths[k])
    return out


def tree_of_means(x):
    """Pairs are averaged until one is left; an odd one stays."""
    work, n = x.copy(), len(x)
    while n > 1:
        half = n // 2
        work[:half] = 0.5 * (work[:2 * half:2] + work[1:2 * half:2])
        if n % 2:
            work[half] = work[n - 1]
        n = half + n % 2
    return work[0]


def early_stop(losses, patience):
    """The history up to where nothing has become better for a while."""
    best, wait = np.inf, 0
    for t in range(len(losses)):
        if losses[t] < best:
            best, wait = losses[t], 0
        else:
            wait += 1
        if wait > patience:
            return losses[:t + 1]
    return losses


LOOPS = (lstm_variable, batch_of_lengths, softmax_growing, logsumexp_growing, causal_attention, local_attention,
         attention_cache, mean_loss_of_lengths, moving_average_prediction, autoregression, discounted_returns,
         advantages, particle_filter, effective_window, ragged_sums, tree_of_means, early_stop)


def examples():
    rng = np.random.default_rng(65)
    normal = lambda *shape: rng.normal(size=shape)
    for steps, length in ((12, 7), (4, 4), (3, 0)):
        xs = normal(steps, 2)
        yield rnn_variable, (xs, np.array([length]), normal(3, 2), normal(3, 3), normal(3))
        if length:
            yield lstm_variable, (xs, np.array([length]), normal(12, 2), normal(12, 3), normal(12))
    for n in (10, 3):
        lengths = rng.integers(1, 5, n)
        yield batch_of_lengths, (normal(n, 5, 2), lengths)
        targets = np.eye(3)[rng.integers(0, 3, (n, 5))]
        yield mean_loss_of_lengths, (normal(n, 5, 3), targets, lengths)
        yield ragged_sums, (normal(lengths.sum()), lengths)
        q, k, v = normal(n, 4), normal(n, 4), normal(n, 4)
        yield causal_attention, (q, k, v)
        yield local_attention, (q, k, v, 2)
        yield attention_cache, (q, normal(4, 4), normal(4, 4), normal(4, 4))
        for f in (softmax_growing, logsumexp_growing, tree_of_means):
            yield f, (normal(n),)
        yield moving_average_prediction, (normal(n), 3)
        yield autoregression, (normal(n), 0.3 * normal(3))
        yield discounted_returns, (normal(n), 0.9)
        done = np.arange(n) % 4 == 2
        yield advantages, (normal(n), normal(n), done, 0.9, 0.8)
        yield particle_filter, (normal(n), normal(n + 1), normal(n, n + 1), rng.random(n))
        yield resample_search, (normal(n), rng.random(n), 0.3)
        yield effective_window, (rng.random(n), 0.6)
        yield top_p, (normal(n), 0.7)
    for k in (1, 3, 10):
        yield softmax_prefix, (normal(10), np.array([k]))
    yield early_stop, (np.array([3.0, 2, 1, 1.5, 1.2, 1.1, 0.5, 4, 5, 6, 7]), 2)
    yield early_stop, (np.arange(10.0)[::-1].copy(), 2)
