"""Lists that are one array."""
