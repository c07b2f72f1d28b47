"""The benchmarks compute what they should; nothing is timed here."""
import functools
import importlib
import time

import numpy as np
import pytest

import recto

pytestmark = pytest.mark.xla


@pytest.fixture
def module():
    """A benchmark's module by its name; those of libraries that are not installed can't be imported."""
    return lambda name: importlib.import_module(f"benchmarks.{name}")


def test_compiled_loops_do_what_python_does(module):
    mutation, compiled = module("mutation"), module("mutation_recto")
    for name, (function, arguments, *_) in mutation.WORK.items():
        expected = function(*[a.copy() for a in arguments(9)])
        found = compiled.prepare(name, arguments(9))()
        assert np.array_equal(found, expected), name


def test_texts_are_compiled_to_what_they_say(module):
    fresh, reading = module("fresh"), module("reading")
    for name in reading.WORK.values():
        expected = fresh.function(reading.text_of(name), 0)(*reading.arguments(name))
        found = recto.jit(fresh.function(reading.text_of(name), 0))(*reading.arguments(name))
        assert np.allclose(module("harness").numbers(found), module("harness").numbers(expected), rtol=1e-12), name


class Answers:
    """A side that keeps what it was asked, and takes its time over samples."""
    def __init__(self, seconds=0.0, value=1.0):
        self.seconds, self.asked = seconds, []
        self.answers = {"has": value is not None, "value": [value], "primal": 1.0, "sample": 2.0}

    def ask(self, command, case):
        self.asked.append(command)
        time.sleep(self.seconds if command == "sample" else 0.0)
        return self.answers[command]


def test_samples_are_taken_in_turns_until_the_time_of_a_side_is_spent(module):
    quick, slow = Answers(), Answers(0.02)
    found = module("harness").in_turns({"quick": quick, "slow": slow}, "f", 9, 0.05, 2, ("primal", "sample"))
    assert [times.samples for times in found["quick"]] == [[1.0] * 9, [2.0] * 9]
    assert [times.samples for times in found["slow"]] == [[1.0] * 3, [2.0] * 3]
    assert quick.asked == ["primal", "sample"] * 9
    found = module("harness").in_turns({"slow": Answers(0.02)}, "f", 9, 0.0, 2)
    assert found["slow"][0].samples == [2.0] * 2


def test_sides_that_disagree_are_not_measured(module):
    that_agree, sides = module("harness").that_agree, {"a": Answers(), "b": Answers(), "without": Answers(value=None)}
    assert that_agree(sides, "f") == {"a": sides["a"], "b": sides["b"]}
    with pytest.raises(AssertionError, match="f: the sides disagree"):
        that_agree({**sides, "c": Answers(value=2.0)}, "f")


def test_a_side_that_is_not_installed_is_left_out_and_that_is_said(module, monkeypatch, capsys):
    harness, report = module("harness"), module("report")
    monkeypatch.setattr(harness, "PACKAGES", ("torch", "no_such_package"))
    sides = {"recto": "x", "no_such_package": "y"}
    assert harness.installed(sides) == {"recto": "x"}
    assert capsys.readouterr().err == "left out, not being installed: no_such_package\n"
    monkeypatch.setattr(report, "version", lambda name: None if name == "torch" else "1.0")
    assert report.machine().endswith("autograd 1.0; left out, not being installed: torch")


def test_fresh_functions_differ(module):
    fresh = module("fresh")
    first, second = (fresh.function(fresh.source("mlp")) for _ in range(2))
    assert first.__code__ != second.__code__


def test_calls_of_every_kind_agree_with_numpy(module):
    dispatch = module("dispatch")
    for name, make in dispatch.cases(recto.jit, recto.device_put).items():
        plain = dispatch.cases(lambda f: f, lambda x: x)[name.removesuffix(", and waiting for the result")]
        assert make().value() == plain().value(), name


def directional(function, first, rest, direction, step=1e-7):
    """The derivative of a NumPy function along a direction of its first argument, by central differences."""
    moved = lambda t: [x + t * d for x, d in zip(first, direction)] if isinstance(first, (list, tuple)) else (
        first + t * direction)
    return (function(moved(step), *rest) - function(moved(-step), *rest)) / (2 * step)


@pytest.mark.parametrize("topic", ["gradients", "kernels"])
def test_gradients_are_those_of_the_numpy_functions(module, topic):
    gradients, compiled = module("gradients"), module("gradients_recto")
    for name, work in module(topic).WORK.items():
        (first, *rest), static = gradients.split(work, work.small)
        leaves = first if isinstance(first, (list, tuple)) else [first]
        direction = [np.random.default_rng(k).random(x.shape) - 0.5 for k, x in enumerate(leaves)]
        gradient = recto.grad(functools.partial(work.function, **static))(first, *rest)
        found = gradient if isinstance(gradient, (list, tuple)) else [gradient]
        along = sum(np.sum(np.asarray(g) * d) for g, d in zip(found, direction))
        plain = functools.partial(work.function, **static)
        several = isinstance(first, (list, tuple))
        expected = directional(plain, first, rest, direction if several else direction[0])
        assert np.isclose(along, expected, rtol=1e-5, atol=1e-7), name
        if work.step:
            stepped = compiled.derivative(work, static)[1](first, *rest)
            wanted = [x - 0.1 * np.asarray(g) for x, g in zip(leaves, found)]
            assert all(map(np.allclose, stepped, wanted)), name


def test_compiled_kernels_give_what_the_numpy_functions_give(module):
    kernels, gradients = module("kernels"), module("gradients")
    assert len(kernels.WORK) >= 25
    for name, work in kernels.WORK.items():
        arguments, static = gradients.split(work, work.small)
        found = recto.jit(functools.partial(work.function, **static))(*arguments)
        assert np.isclose(found, work.function(*arguments, **static), rtol=1e-10), name


def test_a_kernel_is_measured_and_shown(module):
    kernels, gradients = module("kernels"), module("gradients")
    title = next(iter(kernels.TITLES))
    assert set(kernels.TITLES) == set(module("kernels_recto").CASES)
    case, plain = module("kernels_recto").CASES[title](), kernels.forward(lambda f: f, kernels.TITLES[title])
    assert kernels.checked(title, plain, case.value()[-1:]) > 0
    found = {name: gradients.Found(gradients.Times(), gradients.Times(), 0.0, 0) for name in ("recto", "jax")}
    for times, taken in zip([*found["recto"][:2], *found["jax"][:2]], (1e-3, 3e-3, 2e-3, 1e-3)):
        times.samples.append(taken)
    row = kernels.Row(title, 1.0, None, found)
    assert kernels.row_of(row)[5:] == ["2.00 ms", "–", "2.00", "3.00 ms", "1.00 ms", "**0.33**", "3.00"]
    assert row.least == row.gradient and len(kernels.row_of(row)) == len(kernels.HEADS)
    numba = row._replace(numba=5e-4)
    assert kernels.row_of(numba)[6] == "**0.50**"
    means = kernels.means([row, numba])
    assert "| numba | 0.50 (1) | 0.50 (1) | – |" in means and "| jax | 2.00 (2) | 2.00 (2) | – |" in means


def test_a_side_that_computes_something_else_is_found_out(module):
    kernels = module("kernels")
    with pytest.raises(AssertionError, match="gemm"):
        kernels.checked("gemm", kernels.forward(lambda f: f, "gemm"), [0.0])


def test_gradients_are_those_of_the_peers(module):
    """Of PyTorch and autograd where they are installed, for what they have."""
    gradients, compiled, agree = module("gradients"), module("gradients_recto"), module("harness").agree
    for side in peers(module):
        other = module(f"gradients_{side}")
        works = {gradients.TITLES[title][0] for title in other.CASES}
        assert {"tanh RNN, matrix of 64 (steps)", "MLP 784-256-256-10, training step (batch)"} < works
        for name in works:
            work = gradients.WORK[name]
            assert agree([gradients.measured(each.prepare, work, work.small).value() for each in (other, compiled)])


def test_every_gradient_has_a_case_at_every_size(module):
    gradients, compiled = module("gradients"), module("gradients_recto")
    assert set(gradients.TITLES) < set(compiled.CASES)
    assert len(gradients.TITLES) == sum(len(work.sizes) for work in gradients.WORK.values())


def test_a_gradient_is_measured_and_shown(module):
    gradients, compiled = module("gradients"), module("gradients_recto")
    title = next(iter(gradients.TITLES))
    case = compiled.CASES[title]()
    found = gradients.Found(gradients.Times(), gradients.Times(), case.compiling(), case.memory())
    assert case.value()[0] == 1000 and case.once() > 0 and found.memory > 0
    found.primal.samples.append(1e-6)
    found.gradient.samples.append(6e-6)
    row = gradients.row_of(title, {"recto": found})
    assert row[2:5] == ["1.00 µs", "6.00 µs", "6.00 **> 5**"] and len(row) == len(gradients.HEADS)
    assert [gradients.seconds(t) for t in (12.34, 0.0456, 7.8e-7)] == ["12.3 s", "45.6 ms", "0.78 µs"]


def test_gradients_of_short_and_long_loops_are_of_one_function(module):
    fresh = module("fresh")
    text = fresh.source("gradient_trips").replace("ROUNDS", "40")
    x, function = np.linspace(0.0, 1.0, 16), fresh.function(text, 0)
    direction = np.random.default_rng(0).random(16)
    expected = directional(fresh.function(text, 0), x, (), direction)
    assert np.isclose(np.sum(np.asarray(recto.grad(function)(x)) * direction), expected, rtol=1e-6)


def lanes_of(work, arguments):
    """The arguments of each lane."""
    axes = work.in_axes if isinstance(work.in_axes, tuple) else (work.in_axes,) * len(arguments)
    size = next(len(a) for a, axis in zip(arguments, axes) if axis == 0)
    return [[a if axis is None else a[k] for a, axis in zip(arguments, axes)] for k in range(size)]


def test_batches_are_loops_over_the_numpy_functions(module):
    batching, compiled = module("batching"), module("batching_recto")
    for name, work in batching.WORK.items():
        arguments = work.arguments(3)
        expected = np.stack([work.function(*lane) for lane in lanes_of(work, arguments)])
        np.testing.assert_allclose(compiled.prepare(work, arguments)(), expected, rtol=1e-12, err_msg=name)
    assert set(batching.TITLES) == set(compiled.CASES)


def test_a_batch_is_measured_and_shown(module):
    batching, compiled = module("batching"), module("batching_recto")
    title = "Newton `while`; 100"
    case = compiled.CASES[title]()
    times = {name: batching.Times() for name in ("recto", "jax")}
    times["recto"].samples.append(case.sample())
    times["jax"].samples.append(times["recto"].best / 2)
    row = batching.row_of(title, times)
    assert row[:2] == ["Newton `while`", "100"] and row[4:] == ["2.00 **> 1.05263**", "2.00"]
    assert len(row) == len(batching.HEADS)


def peers(module):
    """Those that are installed; PyTorch with one thread, which waits for no other while tests run side by side."""
    found = module("harness").installed({"torch": "", "autograd": ""})
    if "torch" in found:
        importlib.import_module("torch").set_num_threads(1)
    return found


def training_steps():
    """Small arguments by step."""
    data = importlib.import_module("benchmarks.training_data")
    network, letters = data.network(4, 16, 12, 8, 10), data.letters(2)
    return {"logistic_step": data.tumours(), "logistic_descent": data.tumours(), "hessian": data.tumours(),
            "swish": data.points(20), "mlp": network, "convnet": data.pictures(4, 8), "newton": data.tumours(),
            "transformer": (letters[0], letters[1][:, :9])}


def compared(module, side, name, given):
    """What a side computes in a step."""
    step, arguments, check = module(f"training_{side}").MAKERS[name](*given)
    return check(step(*arguments))


def test_training_steps_are_those_of_the_peers(module, monkeypatch):
    """Of NumPy's by hand, and of PyTorch and autograd where they are installed; PyTorch without a compiler."""
    monkeypatch.setenv("CXX", "none")
    sides = {name: module(f"training_{name}").SIDE for name in ("numpy", *peers(module))}
    steps, numbers = training_steps(), module("harness").numbers
    assert set(steps) == {work.step for work in module("training_data").WORK.values()}
    assert all(set(side.makers) <= set(steps) for side in sides.values())
    for name, given in steps.items():
        expected = numbers(compared(module, "recto", name, given))
        for peer, side in sides.items():
            if name in side.makers:
                found = numbers(compared(module, peer, name, side.put(given)))
                np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-5, err_msg=f"{peer}: {name}")


def test_training_steps_make_the_loss_smaller(module):
    steps, makers = training_steps(), module("training_recto").MAKERS
    before, after = compared(module, "recto", "transformer", steps["transformer"])
    assert 3.0 < after < before < 6.0
    _, arguments, loss_of = makers["convnet"](*steps["convnet"])
    assert compared(module, "recto", "convnet", steps["convnet"]) < loss_of(arguments[1])
    weights, count = compared(module, "recto", "newton", steps["newton"])
    gradient = recto.grad(module("training_recto").example("newton").loss)(weights, *steps["newton"][1:])
    assert 3 <= count <= 12 and np.max(np.abs(gradient)) < 1e-10


def test_a_batch_stays_with_numpy_where_it_should(module):
    common, side = module("training_cases"), module("training_recto").SIDE
    title = "MLP 64-128-64-10, 32 images"
    for name, kind in ((title, recto.Array), (title + module("training_data").NUMPY, np.ndarray)):
        _, (params, images, targets, rate), _ = common.made(side, name)
        assert type(images) is type(targets) is kind and type(params[0][0]) is recto.Array and rate == 0.1


def test_a_first_step_and_its_phases_are_measured(module):
    common, title = module("training_cases"), "swish, third derivative, 1,200"
    found = common.first("recto", title)
    assert found["value"][0] == 1200 and 0 < found["seconds"] < 60 and found["bytes"] >= 0
    assert set(common.phases("recto", title)) == {"front end", "XLA"}


def test_training_steps_are_shown_the_slower_ones_first(module):
    training, harness = module("training"), module("harness")
    times = {name: harness.Times() for name in ("recto", "jax")}
    for name, samples in (("recto", (2e-3, 2e-3, 3e-3)), ("jax", (1e-3, 1e-3, 6e-3))):
        times[name].samples += samples
    row = training.step_row("a step", times)
    assert row == ["a step", "2.00 ms (2.00–3.00 ms)", "1.00 ms (1.00–6.00 ms)", "0.50", "0.50", *["–"] * 6]
    slow = {**times, "torch": harness.Times([4e-3] * 3), "autograd": harness.Times([6e-3, 6e-3])}
    assert len(row) == len(training.STEP_HEADS) and training.step_row("a step", slow)[5:] == [
        "–", "–", "4.00 ms (4.00–4.00 ms)", "2.00", "6.00 ms (6.00–6.00 ms)", "3.00"]
    assert training.slower_first([["b", "1.00"], row[2:4], ["c", "0.97"]], 1)[0] == row[2:4]
    assert training.step_records("a step", times) == [("a step", "jax", 0.5)]
    start = training.Start(times["recto"], times["jax"], times["recto"], times["jax"], [2_000_000])
    other = training.Start(times["jax"], times["jax"], times["recto"], times["recto"], [5_000_000])
    starts = {"recto": start, "jax": other}
    assert [r.ratio for r in training.start_records("a step", starts)] == [0.5, 1.0, 1.0, 2.0]
    row = training.start_row("a step", starts)
    assert len(row) == len(training.START_HEADS) and row[-2:] == ["2", "5"]


def test_the_top_of_the_page_has_means_and_what_is_slower(module):
    report = module("report")
    record = report.Record
    records = {"A": [record("x", "jax", 0.5), record("y", "jax", 8.0), record("x", "numpy", 3.0)],
               "B": [record("z", "numba", 0.25), record("w", "numba", 0.95)]}
    top = report.top(records)
    assert "| A | jax | 2 | 2.00 | 1 |" in top and "| A | numpy | 1 | 3.00 | 0 |" in top
    assert "| B | numba | 2 | 0.49 | 1 |" in top
    listed = top.partition("## Slower than the peer")[2]
    assert listed.index("| B | z | numba | 0.25 |") < listed.index("| A | x | jax | 0.5 |")
    assert "| y |" not in listed and "| w |" not in listed
    assert "Nothing." in report.top({"A": records["A"][1:]})


def test_a_section_replaces_only_itself(module, monkeypatch, tmp_path):
    report = module("report")
    monkeypatch.setattr(report, "PAGE", tmp_path / "RESULTS.md")
    for title, text, ratio in [("B", "two", 2.0), ("A", "one", 0.5), ("B", "three", 3.0)]:
        report.update(title, report.section(title, text, (0.0,)), ["A", "B"], [report.Record("x", "jax", ratio)])
    page = report.PAGE.read_text()
    sections = report.sections(page)
    assert list(sections) == ["A", "B"] and "one" in sections["A"] and "three" in sections["B"]
    assert "two" not in page and page.count("## Summary") == page.count("## Slower than the peer") == 1
    assert "| A | jax | 1 | 0.50 | 1 |" in page and "| B | jax | 1 | 3.00 | 0 |" in page
    assert report.known_records() == {"A": [("x", "jax", 0.5)], "B": [("x", "jax", 3.0)]}


def test_the_page_has_the_top_of_its_records(module):
    report = module("report")
    known, page = report.known_records(), report.PAGE.read_text()
    assert set(known) <= set(report.sections(page)) <= set(module("__main__").TOPICS.values())
    shown = report.top(known)
    for heading in report.TOP:
        table = shown.partition(f"## {heading}")[2].partition("\n## ")[0].strip()
        assert table in page


def test_whole_programs_do_what_python_does(module):
    programs, compiled, numbers = module("programs"), module("programs_recto"), module("harness").numbers
    assert len(programs.WORK) == 10 and set(compiled.CASES) == set(programs.WORK)
    for name in ("Hamiltonian Monte Carlo", "game of life", "bodies, as objects", "particle filter"):
        work = programs.WORK[name]
        found = compiled.prepare(name, work)(*work.arguments(work.small))
        expected = numbers(work.function(*work.arguments(work.small)))
        assert module("harness").agree([numbers(found), expected], programs.TOLERANCE), name


def test_a_whole_program_is_measured_and_shown(module):
    programs, harness = module("programs"), module("harness")
    times = {name: harness.Times([seconds]) for name, seconds in (("recto", 2e-3), ("numpy", 1e-3), ("numba", 4e-3))}
    row = programs.row_of("game of life", times, {"recto": 0.5, "numba": 1.0, "numpy": 0.1})
    assert row[1:8] == ["128 × 128 cells, 100 generations", "1.00 ms", "2.00 ms", "**0.50**", "4.00 ms", "2.00", "–"]
    assert row[-3:] == ["0.50 s", "1.00 s", "–"] and len(row) == len(programs.HEADS)
    case = programs.measured(lambda name, work: lambda *given: 1.0, "game of life")
    assert case.value() == [1.0] and case.first() >= 0 and case.sample() > 0


def test_first_calls_are_measured_in_a_process_of_their_own(module):
    compiling = module("compiling")
    found = compiling.measure("`np.ndindex`, 30 × 30")
    assert 0 < found["wall"] < 60 and found["agrees"]
    row = compiling.row_of("recursive FFT, 1024", {"wall": 9.0, "cpu": 6.0})
    assert row[:4] == ["recursive FFT, 1024", "36", "9.00", "6.00 **> 5**"] and row[4]
