# gradient of settle (golden_programs.py:180) with respect to x
#   x: float64[3], rate: float64
import numpy as np


def grad_settle(x, rate):
    x_snapshots = np.zeros((1065, 3))                      # x at some rounds, to go on from
    snapshots = 0
    stride = np.int64(1024)
    rounds = 0
    while np.max(np.abs(x)) > 1:                           # golden_programs.py:181
        full = snapshots >= 1024
        for j in range(512 if full else 0):
            x_snapshots[j] = x_snapshots[j * 2]
        snapshots = 512 if full else snapshots
        stride = stride * 2 if full else stride
        x_snapshots[snapshots] = x
        k = 0
        while k < stride and np.max(np.abs(x)) > 1:
            x = x - rate * x ** 3                          # golden_programs.py:182
            k += 1
        snapshots += 1                                     # golden_programs.py:181
        rounds += k
    end = rounds
    top = snapshots - 1
    places = np.arange(1065) * stride

    x_bar = np.ones_like(x)                                # golden_programs.py:183
    while end > 0:                                         # golden_programs.py:181
        begin = places[top]
        x = x_snapshots[top].copy()
        while end - begin > 1024:
            rounds_left = end - begin
            fits = top + 1 < 1064
            middle = begin + (rounds_left // 2 if fits else rounds_left - 1024)
            for _ in range(begin, middle):
                x -= rate * x ** 3                         # golden_programs.py:182
            above = min(1064, top + 1)                     # golden_programs.py:181
            x_snapshots[above] = x
            places[above] = middle
            begin = middle
            top = top + 1 if fits else top
        t = end - begin
        x_saved = np.zeros((1024, 3))                      # x of each round
        for j in range(t):
            x_saved[j] = x                                 # golden_programs.py:182
            x -= rate * x ** 3
        for j in reversed(range(t)):                       # golden_programs.py:181
            x_bar -= x_bar * rate * (3 * x_saved[j] ** 2)  # golden_programs.py:182
        end = begin                                        # golden_programs.py:181
        top = top - 1 if places[top] == begin else top
    return x_bar
