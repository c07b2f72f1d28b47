"""scipy.interpolate: B-splines, polynomials through points, grids, and scattered points."""

from . import bsplines, fitpack, fitting, grids, polynomials, scattered

__all__ = ["bsplines", "fitpack", "fitting", "grids", "polynomials", "scattered"]
