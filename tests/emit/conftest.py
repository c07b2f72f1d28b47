"""Tests of one function follow each other, so that its files are emitted once."""


def pytest_collection_modifyitems(items):
    own = [item for item in items if "tests/emit/test_files.py" in item.nodeid or "emit/test_files.py" in item.nodeid]
    others = [item for item in items if item not in own]
    key = lambda item: str(sorted(getattr(getattr(item, "callspec", None), "params", {}).items()))
    items[:] = [*others, *sorted(own, key=key)]
