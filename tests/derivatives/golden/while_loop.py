# reverse-mode derivative of square_root (golden_programs.py:51) with respect to a
#   a: float64
import numpy as np


def grad_square_root(a):
    x = a
    x_snapshots = np.zeros(1065)        # x at some rounds, to go on from
    snapshots = 0
    stride = np.int64(1024)
    rounds = 0
    while np.abs(x * x - a) > 1e-12:    # golden_programs.py:53
        full = snapshots >= 1024
        for j in range(512 if full else 0):
            x_snapshots[j] = x_snapshots[j * 2]
        snapshots = 512 if full else snapshots
        stride = stride * 2 if full else stride
        x_snapshots[snapshots] = x
        k = 0
        while k < stride and np.abs(x * x - a) > 1e-12:
            x = 0.5 * (x + a / x)       # golden_programs.py:54
            k += 1
        snapshots += 1                  # golden_programs.py:53
        rounds += k
    end = rounds
    top = snapshots - 1
    places = np.arange(1065) * stride

    x_bar = 1.0
    a_bar = 0.0
    while end > 0:
        begin = places[top]
        x = x_snapshots[top]
        while end - begin > 1024:
            rounds_left = end - begin
            fits = top + 1 < 1064
            middle = begin + (rounds_left // 2 if fits else rounds_left - 1024)
            for _ in range(begin, middle):
                x = 0.5 * (x + a / x)   # golden_programs.py:54
            above = min(1064, top + 1)  # golden_programs.py:53
            x_snapshots[above] = x
            places[above] = middle
            begin = middle
            top = top + 1 if fits else top
        t = end - begin
        x_saved = np.zeros(1024)        # x of each round
        for j in range(t):
            x_saved[j] = x              # golden_programs.py:54
            x = 0.5 * (x + a / x)
        for j in reversed(range(t)):    # golden_programs.py:53
            t_bar = x_bar * 0.5         # golden_programs.py:54
            t_bar_1 = t_bar / x_saved[j]
            a_bar += t_bar_1
            x_bar = t_bar - t_bar_1 * (a / x_saved[j])
        end = begin                     # golden_programs.py:53
        top = top - 1 if places[top] == begin else top
    return a_bar + x_bar
