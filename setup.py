"""The package is described in setup.cfg; here is what differs where git makes files of symbolic links."""

import pathlib

from setuptools import setup

LINKED = pathlib.Path(__file__).parent.joinpath("recto", "transform").is_dir()
BESIDE = {"recto": "recto", "recto.transform": "transform", "recto.runtime": "runtime"}

setup(**({} if LINKED else {"package_dir": BESIDE}))
