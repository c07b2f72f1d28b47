"""`recto show --html`: a function beside its stages, as a page with nothing to fetch."""
