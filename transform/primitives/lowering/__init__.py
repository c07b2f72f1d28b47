"""How families of primitives are written as StableHLO, and the functions that several of them share."""
