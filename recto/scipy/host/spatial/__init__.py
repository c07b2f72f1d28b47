"""scipy.spatial: neighbours, shapes and arcs."""

from . import neighbours, shapes

__all__ = ["neighbours", "shapes"]
