"""The public transformations: what `recto` exports."""
