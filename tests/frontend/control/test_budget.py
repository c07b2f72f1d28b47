"""The budget of unrolling is for the program, not for the readings that led to it."""
from recto.transform.frontend.control.budget import READINGS, WORK, Budget


def test_each_reading_has_the_whole_budget_but_all_together_a_few_times_that():
    budget = Budget()
    for _ in range(READINGS):
        budget.begin_reading()
        assert budget.left == WORK
        budget.left = 0
    budget.begin_reading()
    assert budget.left == 0


def test_readings_that_unroll_little_cost_little():
    budget = Budget()
    for _ in range(100):
        budget.begin_reading()
        budget.left -= 100
    budget.begin_reading()
    assert budget.left == WORK
