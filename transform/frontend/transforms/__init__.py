"""grad, vmap, pmap and their like where compiled code calls them."""
