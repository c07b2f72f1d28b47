"""A sample of the freshness matrix (freshness.py runs the whole of it)."""
import freshness

EVERY, STORED = 11, 25          # every 11th case in one process; every 25th of these between processes


def test_nothing_is_stale():
    count, wrong = freshness.matrix(EVERY, stored=STORED)
    assert wrong == {} and count > 270


def test_the_sample_has_every_holder_and_role():
    cases = freshness.cases()
    assert sum(2 * len(freshness.changes(case)) + 1 for case in cases) > 5000
    sample = cases[::EVERY]
    assert {c.holder for c in sample} == {c.holder for c in cases}
    assert {c.role for c in sample} == {c.role for c in cases}
    between = sample[::STORED]
    assert len({c.holder for c in between}) == len({c.role for c in between}) == len(between)
