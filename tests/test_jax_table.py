"""The table JAX → Recto: what it calls present is there, what it calls absent has a reason, and shares only rise."""
import sys

import pytest

import recto
from test_architecture import ROOT

sys.path.insert(0, str(ROOT / "docs"))
import jax_table

ROWS = jax_table.rows()
LEAST = {"`jax`": 95, "`jax.numpy`": 98, "`jax.lax`": 95, "`jax.nn`": 96, "`jax.random`": 97, "`jax.scipy`": 98,
         "`jax.tree`, `jax.tree_util`": 97, "other modules": 65}
pytestmark = pytest.mark.xla


def test_names_are_listed_once():
    assert len({row[:2] for row in ROWS}) == len(ROWS) > 1000


def test_same_names_are_recto_s():
    for row in ROWS:
        if row.status == "same":
            assert jax_table.resolved(row.meaning) is not None and row.meaning.startswith("recto"), row


def test_other_names_lead_somewhere():
    for row in ROWS:
        if row.status == "other":
            dotted = row.meaning.partition("(")[0]
            assert jax_table.resolved(dotted) is not None, row


def test_absent_names_have_a_reason_of_their_own():
    """None is written down as absent, renamed or not counted that is there."""
    written = {*jax_table.ABSENT, *jax_table.LEFT_OUT, *jax_table.OTHER}
    assert written <= {f"{row.module}.{row.name}" for row in ROWS}
    assert not jax_table.ABSENT.keys() & {f"{row.module}.{row.name}" for row in ROWS if row.status == "same"}


def test_counts_of_the_page_are_those_of_the_rows():
    text = (ROOT / "docs" / "jax-names.md").read_text()
    for status, title in (("same", "same name"), ("other", "other name"), ("absent", "absent")):
        column = jax_table.SUMMARY_HEAD.index(title)
        table = [line.strip("| ").split(" | ") for line in text.splitlines() if line.endswith(" % |")]
        assert sum(int(line[column]) for line in table) == sum(row.status == status for row in ROWS)


def test_a_function_that_compiled_code_does_not_know_is_not_called_present():
    assert recto.numpy.busday_count and jax_table.refusal(recto.numpy.busday_count)
    assert jax_table.refusal(recto.numpy.sin) is None


@pytest.mark.parametrize("group", LEAST)
def test_the_share_does_not_fall(group):
    assert jax_table.share(jax_table.grouped()[group]) >= LEAST[group]
