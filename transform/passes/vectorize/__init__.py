"""vmap: batches, batched branches and loops, collectives."""
