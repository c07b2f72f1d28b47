"""scipy.spatial: neighbours, shapes and arcs; scipy.cluster: hierarchies."""

from . import clusters, neighbours, shapes

__all__ = ["clusters", "neighbours", "shapes"]
