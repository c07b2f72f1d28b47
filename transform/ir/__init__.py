"""The intermediate representation: the Program, its types, builder, checker, exact printer and interpreter."""
