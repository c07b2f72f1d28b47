"""From StableHLO text to executables, and their files on disk."""
