"""StableHLO text: operations, regions, functions, programs for several devices."""
