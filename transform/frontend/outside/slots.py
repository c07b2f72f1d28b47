"""Slots: roots of access paths at the positions of objects among a call's arguments.

A path that begins at a slot leads to the object that the present call passes there, so a program that was
read for one object runs for another made of the same parts.
"""

from __future__ import annotations

import threading
from typing import Any


class Slot(threading.local):
    """The place of an object among the arguments: the number or name of an argument, then keys.

    `value` is the object that the call under way in this thread has there.
    """

    def __init__(self, place: tuple[Any, ...]):
        self.place = place
        self.value: Any = None
