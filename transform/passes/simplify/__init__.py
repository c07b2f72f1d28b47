"""Equal programs, shorter: rules, value numbering, dead code, branches and loops."""
