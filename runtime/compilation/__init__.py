"""From StableHLO text to executables, which are kept on disk between processes."""
