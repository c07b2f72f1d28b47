# gradient of settle (golden_programs.py:180) with respect to x
#   x: float64[3], rate: float64
import numpy as np


def reversed_states(step, state, rounds):
    """The states before these rounds of state = step(state), the last first.

    Up to 1000 are held at a time; of more rounds every so many are, from
    which the others are computed again.
    """
    stride = max(1, -(-rounds // 1000))
    held = []
    for k in range(rounds):
        if k:
            state = step(*state) if isinstance(state, tuple) else step(state)
        if k % stride == 0:
            held.append(state)
    for k in reversed(range(0, rounds, stride)):
        if stride == 1:
            yield held.pop()
        else:
            yield from reversed_states(step, held.pop(), min(stride, rounds - k))


def grad_settle(x, rate):
    def step(x):                                  # golden_programs.py:181
        return x - rate * x ** 3                  # golden_programs.py:182

    x_0 = x                                       # golden_programs.py:181
    rounds = 0
    while np.max(np.abs(x)) > 1:
        x = step(x)
        rounds += 1

    # return np.sum(x)  golden_programs.py:183
    x_bar = np.ones_like(x)
    for x in reversed_states(step, x_0, rounds):  # golden_programs.py:181
        # x = x - rate * x**3  golden_programs.py:182
        x_bar -= x_bar * rate * (3 * x ** 2)
    return x_bar
