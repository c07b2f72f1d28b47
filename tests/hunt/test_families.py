"""Families of random programs: each has its statements, and a sample of each keeps the laws."""
import functools
import re

import numpy as np
import pytest
from hunt.comparing import difference
from hunt.execution import SNAPSHOTS, in_python, load, unload
from hunt.families import FAMILIES
from hunt.generator import Generated, program
from hunt.laws import hold

SHOWN = {"objects": (r"\.bump\(", r"for \w+ in .*:\n +\w+\.|MODEL|CROWD", r"\[.*Base\("),
         "exceptions": (r"except \w+", r"raise \w+", "finally:", r"except \("),
         "generators": ("yield ", r"(list|sum|next|for .* in)\b.*(stream|walk|items_of)"),
         "random numbers": (r"np\.random\.\w+\(", r"\b(u|w|RNG|STATE|DICE)\.\w+\(", r"random\(\) <|normal\(\) >")}


@functools.cache
def sample(family):
    return [program(21, number, number % 5 == 4, family) for number in range(12)]


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_has_its_statements(family):
    text = "\n".join(found.source for found in sample(family))
    assert all(re.search(pattern, text) for pattern in SHOWN[family])


@pytest.mark.parametrize("family", FAMILIES)
def test_a_sample_of_each_family_keeps_the_laws(family):
    found = [verdict for generated in sample(family)
             for verdict in hold(generated, ["gradient"] if generated.smooth else ["interpreted"])]
    assert not [verdict for verdict in found if verdict.verdict == "mismatch"]
    assert sum(verdict.verdict == "agrees" for verdict in found) >= 4


CHANGING = '''import random
import numpy as np
RNG = np.random.default_rng(3)
COUNT = 0
SEEN = []

def f(x):
    global COUNT
    COUNT += 1
    SEEN.append(x[0])
    return x + RNG.normal() + np.random.rand() + random.random()
'''


def test_each_call_begins_with_the_same_state_outside():
    module = load("changing", CHANGING)
    first, second = (in_python(module, "(np.ones(2),)") for _ in range(2))
    assert first.outside["COUNT"] == 1 and first.outside["SEEN"] == [1.0] and not difference(first, second)
    other = second._replace(outside={**second.outside, "RNG": np.random.default_rng(4)})
    assert "stream" in difference(first, other)
    seen = module.SEEN
    SNAPSHOTS["changing"].restore()
    assert module.SEEN is seen == [] and module.COUNT == 0
    unload("changing")


@pytest.mark.parametrize("line, detail", [
    ("random.seed(2)", "stream"), ("COUNT = 7", "value"), ("SEEN.append(1.0)", "structure")])
def test_a_change_outside_that_is_missing_is_found(line, detail):
    wanted, found = (load(name, CHANGING.replace("    return", f"    {text}\n    return"))
                     for name, text in (("wanted", line), ("found", "pass")))
    assert difference(in_python(found, "(np.ones(2),)"), in_python(wanted, "(np.ones(2),)")).startswith(detail)
    unload("wanted"), unload("found")


def test_random_numbers_are_no_rounding():
    """What a generator of the arguments draws is the same each time."""
    source = "import numpy as np\n\ndef f(x, rng):\n    return x + rng.normal()\n"
    [found] = hold(Generated("drawing", source, ("(np.ones(2), np.random.default_rng(3))",)), ["interpreted"])
    assert found.verdict == "agrees"
