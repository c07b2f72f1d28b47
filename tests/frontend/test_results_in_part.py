"""Results of which a part is there on some paths only: keys of dicts, attributes of objects."""
import pytest

import recto


def ohm(voltage, current, resistance):
    if voltage == 0:
        return {"voltage": current * resistance}
    if current == 0:
        return {"current": voltage / resistance}
    return {"resistance": voltage / current}


@pytest.mark.parametrize("given", [(0.0, 2.0, 3.0), (6.0, 0.0, 3.0), (6.0, 2.0, 0.0)])
def test_a_returned_dict_has_the_keys_of_its_path(given):
    assert recto.jit(ohm)(*given) == ohm(*given)


def test_the_printed_source_returns_the_keys_of_its_path():
    space = {}
    exec(recto.jit(ohm).source(1.0, 2.0, 3.0), space)
    for given in ((0.0, 2.0, 3.0), (6.0, 0.0, 3.0), (6.0, 2.0, 0.0)):
        assert space["ohm"](*given) == ohm(*given)


def test_keys_come_in_the_order_of_their_path():
    def named(x):
        if x > 0:
            return {"a": x, "b": 1.0}
        return {"c": 2.0, "b": x, "d": 3.0}
    for x in (1.0, -1.0):
        assert list(recto.jit(named)(x).items()) == list(named(x).items())


def test_what_is_not_there_is_found_on_disk_too(tmp_path, monkeypatch):
    monkeypatch.setenv("RECTO_CACHE", str(tmp_path))
    for _ in range(2):
        assert recto.jit(ohm)(6.0, 0.0, 3.0) == {"current": 2.0}
