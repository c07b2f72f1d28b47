"""Outside objects: how to find them again, what they hold, which of them are arrays of other libraries."""
