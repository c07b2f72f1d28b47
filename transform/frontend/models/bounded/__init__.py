"""Models of lists and tuples of computed length that consist of several lists."""
