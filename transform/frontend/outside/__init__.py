"""Outside objects: paths to them, snapshots of them, and arrays of other libraries."""
