"""Lists represented by one array."""
