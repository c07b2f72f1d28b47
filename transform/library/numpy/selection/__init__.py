"""Selection of elements by a condition, by indices, or by order."""
