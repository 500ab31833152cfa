"""Diagnostics: what Cardwright tells authors about their texts.

Job: collect what is wrong with a text, as values with a place. Never prints and never exits. A message is one
lower-case sentence about this text; ``help`` says what to do about it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field, replace
from enum import Enum
from typing import TypeVar

from dsl.codes import CODES
from dsl.dataclass import dataclass
from dsl.source import Source, Span
from dsl.suggest import suggested

T = TypeVar("T")


class InternalError(Exception):
    """A fault of Cardwright itself, never of an author's text."""


class Severity(Enum):
    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Label:
    """Another place that explains the first one (``first defined here``)."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """A replacement of the text at ``span``; ``safe`` if the author certainly means it."""

    span: Span
    replacement: str
    safe: bool = True


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding: a code of ``dsl.codes``, the narrowest place, a sentence, and a remedy.

    ``owner`` is the card or test that contains the place, if there is one. ``level`` overrides the severity of the
    code: the severity of a lint comes from its rule and from the configuration.
    """

    code: str
    span: Span
    message: str
    help: str = ""
    labels: tuple[Label, ...] = ()
    fix: Fix | None = None
    owner: str = ""
    level: str = ""

    @property
    def severity(self) -> Severity:
        return Severity(self.level or CODES[self.code].severity)

    def sort_key(self) -> tuple[str, int, int, str, str]:
        return (self.span.source.path, self.span.start, self.span.end, self.code, self.message)


def wrong_count(name: str, wanted: int, given: int) -> str:
    """The message about a wrong number of values for a name."""
    values, are = ("value" if wanted == 1 else "values"), ("is" if given == 1 else "are")
    return f"`{name}` takes {wanted} {values}, and {given} {are} given"


def _spelling_fix(span: Span, help: str) -> Fix | None:
    """The fix of a misspelt name, if a similar name is known. It is a guess, so it is never safe."""
    near = suggested(help)
    return Fix(span, near, safe=False) if near and span.text.replace(".", "_").isidentifier() else None


@dataclass(slots=True)
class Sink:
    """Collects the diagnostics of one run. Equal ones (same code, place and message) are kept once.

    ``broken`` holds the names of definitions that cannot be read. An unknown name among them, also with values in
    brackets behind it, only follows from that fault, so it is counted in ``suppressed`` and not reported. After a
    syntax error, ``never-live`` and ``never-emitted`` are not reported either: the text that could not be parsed may be
    what makes them untrue.
    """

    items: list[Diagnostic] = field(default_factory=list[Diagnostic])
    owner: str = ""
    broken: set[str] = field(default_factory=set[str])
    unread: bool = False
    suppressed: int = 0
    _seen: set[tuple[str, int, int, str, str]] = field(default_factory=set[tuple[str, int, int, str, str]])

    def add(
        self,
        code: str,
        span: Span,
        message: str,
        *,
        help: str = "",
        labels: Iterable[Label] = (),
        fix: Fix | None = None,
    ) -> None:
        fix = fix or _spelling_fix(span, help)
        self.put(Diagnostic(code, span, message, help, tuple(labels), fix, self.owner))

    def put(self, diagnostic: Diagnostic) -> None:
        if diagnostic.code not in CODES:
            raise InternalError(f"no such diagnostic code: {diagnostic.code}")
        if not diagnostic.owner and self.owner:
            diagnostic = replace(diagnostic, owner=self.owner)
        if diagnostic.code.startswith("unknown-") and diagnostic.span.text.partition("(")[0] in self.broken:
            self.suppressed += 1
            return
        self.unread = self.unread or diagnostic.code == "syntax"
        if self.unread and diagnostic.code in ("never-live", "never-emitted"):
            return
        key = diagnostic.sort_key()
        if key not in self._seen:
            self._seen.add(key)
            self.items.append(diagnostic)

    def sorted(self) -> list[Diagnostic]:
        return sorted(self.items, key=Diagnostic.sort_key)

    @property
    def errors(self) -> int:
        """The number of errors, with the suppressed ones."""
        return self.suppressed + sum(1 for item in self.items if item.severity is Severity.ERROR)


def made_once(source: Source, what: str, sink: Sink, make: Callable[[Sink], T]) -> T:
    """What ``make`` reads from a text, made at the first call. Its findings go to the sink at every call."""
    if what not in source.made:
        own = Sink()
        source.made[what] = (make(own), own.items)
    value, items = source.made[what]
    for item in items:
        sink.put(item)
    return value  # type: ignore[no-any-return]
