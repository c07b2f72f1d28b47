"""Programs as Python source."""
from .primitive_style import primitive_source

__all__ = ["primitive_source"]
