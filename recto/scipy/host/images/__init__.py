"""scipy.ndimage: images between their pixels, moved, turned and enlarged; morphology; measurements of parts."""

from . import grey, measurements, morphology, splines, transforms

__all__ = ["grey", "measurements", "morphology", "splines", "transforms"]
