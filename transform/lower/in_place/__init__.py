"""Programs in the shape that XLA's CPU compiler runs in place."""
