"""The measures of compare.py on functions whose lines, names and tapes are known."""
import numpy as np

from . import likelihoods, networks
from .compare import line_count, parts_of, tape_bytes, temporaries, with_callees

SOURCE = '''# gradient of f
import numpy as np


def reversed_states(step, state, rounds):
    yield state


def f(x):
    """Two lines
    of a docstring."""
    # a comment
    y = np.array([x,
                  x])

    if x > 0:
        t = (y
             * 2)
    elif x < 0:
        t = y
    else:
        t = 0 * y  # no line of its own
    return t
'''


def program(x):
    y = x + 1
    return y


def keeps_a_list(x):
    x_saved = []
    for _ in range(4):
        x_saved.append(x + 1)
    return x_saved.pop()


def keeps_the_same_array(x):
    y = x + 1
    y_saved = [(y, y, x), y]
    len(y_saved)
    return y


def test_lines_are_those_with_code_outside_the_helper():
    assert line_count(parts_of(SOURCE)) == 11


def test_names_of_the_program_are_no_temporaries():
    assert temporaries(parts_of(SOURCE), program) == 1         # t


def test_functions_that_are_called_count():
    found = [node.name for node in with_callees(networks.grad_lstm_loss)]
    assert found == ["grad_lstm_loss", "sigmoid"]
    assert [node.name for node in with_callees(likelihoods.grad_hmm)] == ["grad_hmm", "logsumexp"]


def test_tapes_count_each_array_once_and_no_argument():
    assert tape_bytes(keeps_a_list, (np.zeros(5),)) == 4 * 40
    assert tape_bytes(keeps_the_same_array, (np.zeros(5),)) == 40
