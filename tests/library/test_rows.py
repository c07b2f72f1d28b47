"""Every entry of the table means what the host function means: values, dtypes and shapes."""
import pytest

from .compare import by_function, same_as_host
from .rows import ROWS
from .scalars import SCALARS
from .scipy_rows import SCIPY

NUMPY, PYTHON, SCIPY = map(by_function, (ROWS, SCALARS, SCIPY))


@pytest.mark.parametrize("name", NUMPY)
def test_same_as_numpy(name):
    for function, args, kwargs in NUMPY[name]:
        same_as_host(function, *args, **kwargs)


@pytest.mark.parametrize("name", PYTHON)
def test_same_as_python(name):
    for function, args, kwargs in PYTHON[name]:
        same_as_host(function, *args, **kwargs)


@pytest.mark.parametrize("name", SCIPY)
def test_same_as_scipy(name):
    for function, args, kwargs in SCIPY[name]:
        same_as_host(function, *args, **kwargs)
