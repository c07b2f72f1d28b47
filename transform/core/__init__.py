"""What every floor stands on: errors, dtypes, Python's trees, and where a function's source is."""
