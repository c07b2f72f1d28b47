"""Elements chosen by a condition, an index or their order."""
