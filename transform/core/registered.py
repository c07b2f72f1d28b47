"""What users tell of their classes: filled by the facade, read by the front end."""

STRUCTURE: dict[type, frozenset[str]] = {}          # of classes that are trees: the attributes that are no children
