"""Every entry of the table means what the host function means: values, dtypes and shapes."""
import pytest

from .compare import same_as_host
from .rows import ROWS
from .scalars import SCALARS
from .scipy_rows import SCIPY


def labels(rows):
    return [f"{k}-{f if isinstance(f, str) else getattr(f, '__name__', f)}" for k, (f, _, _) in enumerate(rows)]


@pytest.mark.parametrize("function, args, kwargs", ROWS, ids=labels(ROWS))
def test_same_as_numpy(function, args, kwargs):
    same_as_host(function, *args, **kwargs)


@pytest.mark.parametrize("function, args, kwargs", SCALARS, ids=labels(SCALARS))
def test_same_as_python(function, args, kwargs):
    same_as_host(function, *args, **kwargs)


@pytest.mark.parametrize("function, args, kwargs", SCIPY, ids=labels(SCIPY))
def test_same_as_scipy(function, args, kwargs):
    same_as_host(function, *args, **kwargs)
