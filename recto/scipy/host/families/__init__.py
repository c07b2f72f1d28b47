"""Distributions by formulas of their own, of the standard variable: loc = 0 and scale = 1.

Johnson, Kotz, Balakrishnan: Continuous univariate distributions (1994); Univariate discrete distributions (2005).
"""

from .bounded import BOUNDED
from .counted import COUNTED
from .half_line import HALF_LINE
from .real_line import REAL_LINE

__all__ = ["BOUNDED", "COUNTED", "HALF_LINE", "REAL_LINE"]
