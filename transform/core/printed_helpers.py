"""Helper functions that printed files define where they need them; the front end recognises them by their
text.
"""

from __future__ import annotations

REVERSED_STATES = '''
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
'''
