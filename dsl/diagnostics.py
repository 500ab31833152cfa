"""Diagnostics: the only error type that users meet.

Job: collect what is wrong with a text, as values with a place. Never prints and never exits.
A message is one lower-case sentence about this text; what to do about it goes into ``help``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import Enum

from dsl.codes import CODES
from dsl.source import Span
from dsl.suggest import suggested


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
    """A replacement of the text at ``span``; ``safe`` when the meaning is certain."""

    span: Span
    replacement: str
    safe: bool = True


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One fault: a code of ``dsl.codes``, the narrowest place, a sentence, and what helps.

    ``owner`` names the card or test the place belongs to, where there is one. ``level`` stands for the severity of
    the code's row: lints have theirs from their rule and the configuration.
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


def miscounted(name: str, wanted: int, given: int) -> str:
    """The sentence for a name that was given too many or too few values."""
    values, are = ("value" if wanted == 1 else "values"), ("is" if given == 1 else "are")
    return f"`{name}` takes {wanted} {values}, and {given} {are} given"


def _slip(span: Span, help: str) -> Fix | None:
    """The fix of a misspelt name, where a near one is known: a guess, so never a safe one."""
    near = suggested(help)
    return Fix(span, near, safe=False) if near and span.text.replace(".", "_").isidentifier() else None


@dataclass(slots=True)
class Sink:
    """Collects the diagnostics of one run; equal ones (same code, place and message) count once.

    ``broken`` are names of definitions that could not be read: that they are unknown follows, and is not told. Nor is,
    after a text that could not be read, that nothing anywhere does this or that.
    """

    items: list[Diagnostic] = field(default_factory=list[Diagnostic])
    owner: str = ""
    broken: set[str] = field(default_factory=set[str])
    unread: bool = False
    hushed: int = 0
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
        fix = fix or _slip(span, help)
        self.put(Diagnostic(code, span, message, help, tuple(labels), fix, self.owner))

    def put(self, diagnostic: Diagnostic) -> None:
        if diagnostic.code not in CODES:
            raise InternalError(f"no such diagnostic code: {diagnostic.code}")
        if not diagnostic.owner and self.owner:
            diagnostic = replace(diagnostic, owner=self.owner)
        if diagnostic.code.startswith("unknown-") and diagnostic.span.text in self.broken:
            self.hushed += 1
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
        """How many errors there are, with those that only follow from another and are not told."""
        return self.hushed + sum(1 for item in self.items if item.severity is Severity.ERROR)
