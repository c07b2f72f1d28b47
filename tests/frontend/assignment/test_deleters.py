"""`del obj.name` for what a property or another descriptor of the class gives."""

import recto


class Cleared:
    def __get__(self, obj, cls):
        return obj.held

    def __set__(self, obj, value):
        obj.held = value

    def __delete__(self, obj):
        obj.held = -1.0


class Body:
    rest = Cleared()

    def __init__(self, mass):
        self.mass = self.held = mass

    @property
    def weight(self):
        return self.mass * 9.81

    @weight.deleter
    def weight(self):
        self.mass = 0.0

    @property
    def fixed(self):
        return 1.0


def on_one_path(body, p):
    if p > 0:
        del body.weight
    return body.weight


def without_deleter(body):
    try:
        del body.fixed
    except AttributeError:
        return 7.0
    return 8.0


def by_descriptor(body):
    del body.rest
    return body.rest


def test_deleters_are_called():
    for p in (1.0, -1.0):
        mine, theirs = Body(2.0), Body(2.0)
        assert float(recto.jit(on_one_path)(theirs, p)) == on_one_path(mine, p)
        assert vars(theirs) == vars(mine)
    body = Body(2.0)
    assert recto.jit(by_descriptor)(body) == -1.0 and body.held == -1.0


def test_property_without_deleter_raises_as_in_python():
    assert recto.jit(without_deleter)(Body(2.0)) == without_deleter(Body(2.0)) == 7.0
