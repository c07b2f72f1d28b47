"""Texts of arrays, and how NumPy prints arrays (`np.set_printoptions`, `np.printoptions`).

text = f"{x}"                     The host makes a text where it is used, with the options that hold then.
np.set_printoptions(precision=2)  A text that was made with other options is refused there.
print(text)
"""

from __future__ import annotations

from ..core.errors import CompileError
from .interpreter import Interpreter
from .state.values import DynamicText

HINT = "make it and print it between the same two calls of np.set_printoptions, or in one np.printoptions"


def note_array_text(interp: Interpreter, part: tuple) -> tuple:
    """A part of a text that shows an array, with the options that hold here."""
    interp.array_texts.made[id(part)] = part, interp.array_texts.options
    return part


def options_changed(interp: Interpreter) -> None:
    """np.set_printoptions is called here."""
    interp.array_texts.options += 1


def check_options(interp: Interpreter, text: DynamicText) -> None:
    """Refuse a text of an array that is used where other options hold."""
    known = interp.array_texts
    for part in text.parts:
        _, options = known.made.get(id(part), (None, known.options))
        if options != known.options:
            raise CompileError(
                "a text of an array is used under other print options than it was made under", HINT
            )


def note_raised(interp: Interpreter, arguments: tuple) -> None:
    """The host makes the text of an exception at the end of the call."""
    texts = [a for a in arguments if isinstance(a, DynamicText)]
    known = interp.array_texts
    if any(id(part) in known.made for text in texts for part in text.parts):
        known.raised.append((known.options, interp.span))


def check_raised(interp: Interpreter) -> None:
    """Refuse exceptions with texts of arrays behind which options change."""
    for options, span in interp.array_texts.raised:
        if options != interp.array_texts.options:
            error = CompileError(
                "the text of an exception shows an array, and print options change after it", HINT
            )
            error.at(span)
            raise error
