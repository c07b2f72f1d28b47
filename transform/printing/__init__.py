"""Programs as Python source."""
from .numpy_style import Signature, numpy_source
from .primitive_style import primitive_source

__all__ = ["Signature", "numpy_source", "primitive_source"]
