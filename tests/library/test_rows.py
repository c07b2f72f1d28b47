"""Every entry of the table means what NumPy means: values, dtypes and shapes."""
import pytest

from .compare import same_as_host
from .rows import ROWS, labels


@pytest.mark.parametrize("function, args, kwargs", ROWS, ids=labels())
def test_same_as_numpy(function, args, kwargs):
    same_as_host(function, *args, **kwargs)
