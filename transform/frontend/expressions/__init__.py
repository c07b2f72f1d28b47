"""Expressions: operators, subscripts, attributes, comprehensions, iterators, formatted text."""
