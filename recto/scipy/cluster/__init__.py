"""Clusters."""

from . import vq

__all__ = ["vq"]
