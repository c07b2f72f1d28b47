"""Calls by jaxlib's C++ dispatcher: trees of arguments, static ones among them."""
