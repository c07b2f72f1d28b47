"""Programs of other people, unmodified, against plain Python: `make foreign FOLDER=…` (CONTRIBUTING.md)."""
