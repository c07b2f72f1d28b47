"""Expressions: operators, subscripts, attributes, methods, containers, comprehensions."""
