"""The text of expressions: values, names, constants, syntax trees."""
