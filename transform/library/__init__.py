"""What host functions mean (NumPy's, math's, SciPy's, Python's), in terms of primitives. Importing fills the tables."""
from .. import primitives as _primitives        # fills the table of primitives
from . import (counting, creation, fourier, functional, incomplete, joining, lax_elementwise, lax_indexing, lax_shapes,
               linear_algebra, mathematics, methods, numeric, operators, products, random_bits, random_gamma,
               random_values, reductions, scipy_linear_algebra, selecting, shapes, special, statistics, ufunc_methods,
               ufuncs, windows)
from ._table import (ATTRIBUTES, HOST, HOST_BY_NAME, METHODS, REFUSED, Host, find_host, implements, refuse,
                     check_fit, require_static)

__all__ = ["ATTRIBUTES", "HOST", "HOST_BY_NAME", "METHODS", "REFUSED", "Host", "find_host", "implements", "refuse",
           "check_fit", "require_static"]
