"""Calls through jaxlib's C++ dispatcher: trees of arguments, and the equality of static ones."""
