"""Transformations (grad, vmap, pmap …) called inside compiled code."""
