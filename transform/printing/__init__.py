"""Programs as Python source."""
from .numpy_style import numpy_source
from .primitive_style import primitive_source
from .signature import Fields, Known, Signature

__all__ = ["Fields", "Known", "Signature", "numpy_source", "primitive_source"]
