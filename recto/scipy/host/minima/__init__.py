"""scipy.optimize.minimize: `searches.py` runs SciPy's methods on the host, one evaluation at a time; `minimize.py` is
the loop that compiled code has in its place, `conditions.py` the derivatives of the minimum. `scalar.py`:
minimize_scalar; `linear.py`: nnls and assignments."""

from . import linear as linear
from . import minimize as minimize
from . import scalar as scalar
