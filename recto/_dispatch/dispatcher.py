"""Choose the version and the variant for each call of a compiled function; retry after a call has learnt something."""

from __future__ import annotations

import dataclasses
import functools
import threading
import weakref
from collections.abc import Callable
from typing import Any

from recto import runtime, transform
from recto.runtime import Unfinished
from recto.transform import AnotherSize, CompileError, NeedsSlots
from recto.transform.core.hosted.handles import rewind, saying_after

from .._boundary.tracebacks import public_error, tidy
from .._convention.listed import long_lists
from .._convention.methods import Method, P, R
from .._convention.static_leaves import EVERYTHING
from .._convention.tree_classes import instances
from .config import config
from .held_objects import Held, Holder
from .key_orders import key_orders, order_beside_sorted
from .options import Options, all_static, parameters_of
from .recompilation import History
from .static_inference import Learnt, holds_foreign, holds_static, refuse_unhashable, static_arguments
from .tree_registration import register_all
from .unhashable import shown_of_call
from .variant import Variant
from .versions import MOST_RETRIES, MOST_VARIANTS, MOST_VERSIONS, RETRIED, Restart, Version, changed_numbers

runtime.raise_by(public_error, tidy)


LIVING: weakref.WeakSet[Dispatcher] = weakref.WeakSet()  # all of this process


class Dispatcher(Method[P, R]):
    """Calls the executables of a function, and has it compiled for new signatures."""

    def __init__(self, function: Callable, options: Options):
        functools.update_wrapper(self, function, updated=())
        self.__wrapped__ = function
        transform.sources.note_text_of(function)
        self.__name__ = getattr(function, "__name__", type(function).__name__)
        self.options = options
        self.notes: list[str] = []
        self.lock = threading.RLock()
        self.versions: list[Version] = []  # the one used last first
        self.quick: tuple | None = None  # see take_shortcut
        self.history = History()
        self.exact_sizes: set[str] = set()  # keys of sizes for which there is no program for several of them
        # numbers of objects that are passed at every call
        self.varying: frozenset[transform.Path] = frozenset()
        self.checks: tuple[str, ...] = ()  # the faults that its programs are checked for
        self.twins: dict[tuple[str, ...], Dispatcher] = {}  # by other checks
        parameters = parameters_of(function)
        self.parameter_names = [
            p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
        ]
        self.takes_any = any(p.kind is p.VAR_KEYWORD for p in parameters)  # other keywords (`**options`)
        self.options = dataclasses.replace(options, static_argnums=all_static(self, options))
        self.requested = frozenset(self.options.static_argnums) | frozenset(options.static_argnames)
        self.holder = Holder(self.requested)
        LIVING.add(self)

    def order_of(self, args: tuple, kwargs: dict) -> dict[str, str]:
        """The argument that tells the order of the keys of dicts among the arguments, where they are not sorted."""
        return order_beside_sorted(key_orders(args, kwargs, self.takes_any))

    @property
    def __recto_function__(self) -> Callable:
        return self.__wrapped__

    @property
    def __recto_inline__(self) -> bool:
        return self.options.inline

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        try:
            quick = self.quick
            if quick is not None and not config.indirect and (quick[0] is None or quick[0]()):
                try:
                    out = quick[1](*args, **kwargs)
                    if quick[2].ordered or quick[2].fields_alone:  # which another thread has found out since
                        out = self._call(args, kwargs, self.holder.take(args, kwargs))
                except RETRIED as error:
                    held = self.holder.take(args, kwargs)
                    out = (
                        self._retry(quick[2], args, kwargs, error)
                        if held is None
                        else self._call(args, kwargs, held)
                    )
            else:
                out = self._call(args, kwargs, self.holder.take(args, kwargs))
            return out(args, kwargs) if type(out) is Unfinished else out
        except AnotherSize as error:
            return self._resized(args, kwargs, error)
        except NeedsSlots as error:
            places = error.places
        except Exception as error:  # as in `boundary`, which would cost a call more
            try:
                if self.holder.refused:
                    error = self.holder.final(error)
                raise shown_of_call(error, args, kwargs, self.requested)
            except Exception as final:
                tidy(final)
                raise
        self.holder.hold_whole(places)
        return self(*args, **kwargs)  # (behind the `except`, which holds what the compiler has seen)

    def clear_cache(self) -> None:
        """Forget the compiled programs: the next call reads the function again."""
        with self.lock:
            self.versions, self.quick = [], None
            twins, self.twins = self.twins, {}
        for twin in twins.values():
            twin.clear_cache()

    def _resized(self, args: tuple, kwargs: dict, error: AnotherSize) -> Any:
        """The call by a program for arrays of another size: with the random numbers that were drawn before, and without
        what was printed before."""
        rewind(error.streams)
        with self.lock:
            variants = self.versions[0].variants
            found = next((v for v in variants if error.key in v.learnt.sizes), variants[0])
            found.resized(error.key, error.size, error.beside)
        with saying_after(error.said):
            return self(*args, **kwargs)

    def _call(self, args: tuple, kwargs: dict, held: Held | None) -> Any:
        """The whole way, with objects in their slots."""
        if config.disable_jit and not getattr(self.__wrapped__, "__recto_always__", False):
            return self.__wrapped__(*args, **kwargs)
        if transform.settings.checks != self.checks:
            return self.under(transform.settings.checks)(*args, **kwargs)
        if held is None:
            return self._chosen(args, kwargs)
        with held:
            out = self._chosen(held.args, held.kwargs, held.slots)
            return out(args, kwargs) if type(out) is Unfinished else out

    def _chosen(self, args: tuple, kwargs: dict, slots: frozenset = frozenset()) -> Any:
        """Call by the version whose guards hold, or begin one."""
        variant = self.version(args, kwargs, slots).variants[0]
        try:
            return variant(args, kwargs)
        except RETRIED as error:
            return self._retry(variant, args, kwargs, error)

    def version(self, args: tuple, kwargs: dict, slots: frozenset = frozenset()) -> Version:
        """The version whose guards hold; a new one has a variant for these arguments."""
        with self.lock:
            for version in self.versions:
                if version.slots == slots and version.guards.hold():
                    break
            else:
                self.varying |= changed_numbers(self.versions)
                version = Version(slots)
                self.fitting(version, args, kwargs)
            if not self.versions or self.versions[0] is not version:
                self.versions = [version, *(v for v in self.versions if v is not version)][:MOST_VERSIONS]
                self.take_shortcut()
            return version

    def fitting(self, version: Version, args: tuple, kwargs: dict) -> Variant:
        """The variant for such arguments: of those that fit, one that has learnt most about them."""
        with self.lock:
            found = [v for v in version.variants if v.fits(args, kwargs)]
            if not found:
                objects = static_arguments(args, kwargs) - self.requested
                lists = self.long_lists(args, kwargs)
                known = Learnt(objects, listed=lists, guessed=lists, slots=bool(version.slots))
                found = [Variant(self, version, known)]
            best = max(found, key=lambda v: v.learnt.specific(args, kwargs))
            best.tells_apart(args, kwargs)
            version.variants = [best, *(v for v in version.variants if v is not best)][:MOST_VARIANTS]
            self.take_shortcut()
            return best

    def long_lists(self, args: tuple, kwargs: dict) -> frozenset:
        """The places of long lists of numbers, which are passed as arrays first."""
        options = self.options
        if options.parallel is not None or options.shardings or options.donate_argnums:
            return frozenset()
        return frozenset(place for place in long_lists(args, kwargs) if place[0] not in self.requested)

    def under(self, checks: tuple[str, ...]) -> "Dispatcher":
        """The function compiled with other checks."""
        if checks not in self.twins:
            twin = self.twins[checks] = Dispatcher(self.__wrapped__, self.options)
            twin.checks = checks
        return self.twins[checks]

    def take_shortcut(self) -> None:
        """Note what a call by the variant used last takes, its guards and C++, unless arguments are prepared first."""
        self.quick = None
        if self.versions and self.versions[0].variants:
            guards, variant = self.versions[0].guards, self.versions[0].variants[0]
            if not (variant.prepares or variant.ordered or variant.fields_alone or self.holder.apart):
                self.quick = (guards.hold if guards.values else None), variant.dispatch, variant

    def _retry(self, variant: Variant, args: tuple, kwargs: dict, error: Exception) -> Any:
        """Call again as long as errors teach something: which arguments are static, which classes are trees."""
        in_doubt = (
            True  # another thread may have registered a class just after this one failed for want of that
        )
        for _ in range(MOST_RETRIES):
            found = self._following(variant, args, kwargs, error)
            if (
                found is None
                and in_doubt
                and type(error) is TypeError
                and any(instances([*args, *kwargs.values()]))
            ):
                found, in_doubt = variant, False
            if found is None:
                found_error = runtime.original_exception(error)
                if found_error is not error:
                    raise found_error from None
                refuse_unhashable(variant.static, args, kwargs, self.parameter_names)
                raise error
            alike = isinstance(error, Restart) and found.version is variant.version
            variant = found
            variant.passed_over = error.passed_over if alike else None
            try:
                return variant(args, kwargs)
            except RETRIED as again:
                error = again
            finally:
                variant.passed_over = None
        raise CompileError(
            f"what {self.__name__} reads from outside is different each time that it is read",
            "pass the changing values as arguments",
        )

    def _following(self, variant: Variant, args: tuple, kwargs: dict, error: Exception) -> Variant | None:
        """The variant to call after one has failed; None if that was not for want of knowledge."""
        if not isinstance(error, Restart):
            new = register_all([*args, *kwargs.values()])
            if holds_static(variant.frozen, args, kwargs):
                variant.extend(frozen=variant.frozen | {EVERYTHING})
            elif not variant.learnt.converts and holds_foreign(variant.static, args, kwargs):
                variant.extend(converts=True)
            fits = variant in variant.version.variants and variant.fits(args, kwargs)
            if fits and not new:
                return variant if variant.tells_apart(args, kwargs) else None
        return self.fitting(self.version(args, kwargs, variant.version.slots), args, kwargs)
