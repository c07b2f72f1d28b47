"""A sample of the freshness matrix (freshness.py runs the whole of it)."""
import freshness

SAMPLE = 67         # every 67th case: another holder each time, in changing roles


def test_nothing_is_stale():
    count, wrong = freshness.matrix(every=SAMPLE)
    assert wrong == {} and count > 80


def test_the_matrix_is_large():
    cases = freshness.cases()
    assert sum(2 * len(freshness.changes(case)) + 1 for case in cases) > 5000
    sample = cases[::SAMPLE]
    assert len({c.holder for c in sample}) == len(sample) and len({c.role for c in sample}) > 20
