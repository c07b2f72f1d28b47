"""Each row gives what JAX gives; those that are listed in refused.txt are refused, and never silently wrong."""

import pytest

import recto

NEEDED = "jax optax chex rlax jraph distrax equinox jaxopt optimistix diffrax blackjax"
for needed in NEEDED.split():
    pytest.importorskip(needed)

from . import libraries, optax_step  # noqa: E402 (the libraries are there)
from .__main__ import PAGE, SOURCE  # noqa: E402
from .rows import check  # noqa: E402

KNOWN = libraries.refused()
ROWS = [
    pytest.param(library, row, id=f"{library}-{row.name}")
    for library in libraries.MODULES
    for row in libraries.rows(library)
]
pytestmark = pytest.mark.xla


@pytest.fixture(autouse=True)
def narrow():
    """32 bits are the default, as in JAX."""
    recto.config.update("enable_x64", False)
    yield
    recto.config.update("enable_x64", True)


@pytest.mark.parametrize("library, row", ROWS)
def test_results_are_those_of_jax(library, row):
    if (library, row.name) not in KNOWN:
        check(row)
        return
    with pytest.raises((recto.CompileError, recto.InternalError)):
        check(row)


def test_what_is_listed_as_refused_is_there():
    assert KNOWN.keys() <= {(library, row.name) for library in libraries.MODULES for row in libraries.rows(library)}


def test_the_page_shows_the_source_of_a_step():
    recto.config.update("enable_x64", True)
    assert SOURCE + "```text\n" + optax_step.source().strip() in PAGE.read_text()
