"""Joins of the abstract values that two paths leave, and what is carried for them."""
