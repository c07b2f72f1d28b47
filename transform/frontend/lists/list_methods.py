"""Methods that the classes which are read in place of Python's list have in common."""

# mypy: disallow-untyped-defs=False, check-untyped-defs=False


class ListMethods:
    def extend(self, values):
        for value in values:
            self.append(value)

    def count(self, value):
        found = 0
        for item in self:
            if item == value:
                found += 1
        return found

    def remove(self, value):
        self.pop(self.index(value))

    def __add__(self, other):
        both = self.copy()
        both.extend(other)
        return both
