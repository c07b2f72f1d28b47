"""scipy.optimize.minimize: `searches.py` runs SciPy's methods on the host, one evaluation at a time; `minimize.py` is
the loop that compiled code has in its place, `conditions.py` the derivatives of the minimum. `scalar.py`:
minimize_scalar; `linear.py`: nnls and assignments; `squares.py`: least squares and curves; `systems.py`: systems of
equations; `programs.py`: linear programs; `everywhere.py`: global minima; `older.py`: functions for single methods."""

from . import linear as linear
from . import minimize as minimize
from . import scalar as scalar
from . import squares as squares
from . import systems as systems
from . import everywhere as everywhere
from . import older as older
from . import programs as programs
