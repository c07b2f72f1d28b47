"""Primitives that move elements: shapes, slices, gather and scatter, regions of computed extent."""
