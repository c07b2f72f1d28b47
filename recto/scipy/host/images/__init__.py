"""scipy.ndimage: images between their pixels, moved, turned and enlarged; morphology of truth values."""

from . import morphology, splines, transforms

__all__ = ["morphology", "splines", "transforms"]
