"""Joins of the abstract values that two paths leave, and the values carried for them."""
