"""What host functions mean (NumPy's, math's, SciPy's, Python's), in terms of primitives. Importing fills the tables."""
from .. import primitives as _primitives        # fills the table of primitives
from .core.table import (ATTRIBUTES, HOST, HOST_BY_NAME, METHODS, REFUSED, Host, find_host, implements,
                         refuse, check_fit, require_static)
from .lax import (elementwise as lax_elementwise, indexing as lax_indexing, shapes as lax_shapes,
                  convolution as windows)
from .numpy import (counting, creation, fourier, functional, joining, linear_algebra,
                    math_module as mathematics, methods, elementwise as numeric, operators, products,
                    reductions, selecting, shapes, statistics, ufunc_methods, ufuncs)
from .random import bits as random_bits, gamma as random_gamma, distributions as random_values
from .scipy import incomplete_gamma_beta as incomplete, linear_algebra as scipy_linear_algebra, special

__all__ = ["ATTRIBUTES", "HOST", "HOST_BY_NAME", "METHODS", "REFUSED", "Host", "find_host", "implements", "refuse",
           "check_fit", "require_static"]
