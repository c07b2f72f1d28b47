"""The meaning of host functions (NumPy's, math's, SciPy's, Python's) in terms of primitives. Importing this
package fills the tables.
"""

from .. import primitives as _primitives  # fills the table of primitives
from .core.reading import READ, Read, fill, find_read, find_read_if, read_as, unsupported
from .core.synonyms import (
    conversion,
    imported,
    meaning,
    original,
    protocol,
    speaks_jax,
    synonyms,
    unknown_name,
)
from .core.table import (
    ATTRIBUTES,
    HOST,
    HOST_BY_NAME,
    METHODS,
    REFUSED,
    Host,
    check_fit,
    find_host,
    implements,
    refuse,
    require_static,
)
from .lax import convolution, elementwise, indexing, shapes
from .numpy import (
    creation,
    elementwise as numeric,
    fourier,
    functional,
    joining,
    linear_algebra,
    math_module,
    methods,
    operators,
    padding,
    reductions,
    shapes as reshaping,
    ufuncs,
)
from .numpy.samples import counting, quantiles, statistics
from .numpy.products import convolution as vector_convolution, einsum, matmul
from .numpy.selection import at_indices, bits as packed_bits, by_condition, searching, sorting
from .numpy.ufunc_methods import at_indices as ufunc_at, reduction as ufunc_reduction
from .plain import (
    composite,
    index_tricks,
    iteration,
    other_modes,
    polynomials,
    sets,
    striding,
    structured_functions,
    vectorizing,
)
from .plain.series import arithmetic, calculus, classes, evaluation, fitting
from .random import bits, distributions, gamma
from .scipy import gamma_beta, incomplete_gamma_beta, linear_algebra as scipy_linear_algebra
from .scipy import sparse, special, special_matrices

__all__ = [
    "ATTRIBUTES",
    "HOST",
    "HOST_BY_NAME",
    "METHODS",
    "READ",
    "REFUSED",
    "Host",
    "Read",
    "fill",
    "find_host",
    "find_read",
    "find_read_if",
    "implements",
    "meaning",
    "read_as",
    "refuse",
    "check_fit",
    "require_static",
    "conversion",
    "imported",
    "original",
    "protocol",
    "speaks_jax",
    "synonyms",
    "unknown_name",
    "unsupported",
]
