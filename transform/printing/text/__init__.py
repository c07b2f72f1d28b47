"""Expressions: values, names, constants, and Python trees as text."""
