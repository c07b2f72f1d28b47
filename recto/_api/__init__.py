"""The public transformations: jit, grad, vmap, pmap, custom rules, collectives."""
