"""The types of the language, and when a value of one type can be used as another.

Job: name the types; input and output are plain values. Never looks at a tree.
"""

from __future__ import annotations

from collections.abc import Callable

from dsl.articles import article_before
from dsl.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Type:
    """``form`` is one of the words below; ``name`` a kind, enum or verb; ``inner`` an element's type.

    int, bool, text, none, square, point, shape, dice, roll, face, keyword, status, terrain, drawing, duration, unknown;
    enum(name), kind(name), card(name), event(name), zone(name); optional(inner), set(inner), list(inner).
    """

    form: str
    name: str = ""
    inner: Type | None = None

    def __str__(self) -> str:
        """The type in words for authors."""
        match self.form:
            case "int":
                return "a number"
            case "bool":
                return "yes or no"
            case "optional":
                return f"{self.inner} or none"
            case "set":
                return f"a set of {_plural(self.inner)}"
            case "list":
                return f"a list of {_plural(self.inner)}"
            case "kind" | "enum" | "event":
                return f"{article_before(self.name)} {self.name}"
            case "card":
                return f"{article_before(self.name)} {self.name} card"
            case "zone":
                return f"a zone of {self.name}"
            case "none" | "dice":
                return self.form
            case "unknown":
                return "something unknown"
            case _:
                return f"{article_before(self.form)} {self.form}"

    @property
    def element(self) -> Type:
        """The type of the members of a set, list or zone."""
        if self.form == "zone":
            return Type("kind", self.name)
        return self.inner if self.inner is not None else UNKNOWN

    @property
    def is_collection(self) -> bool:
        return self.form in ("set", "list", "zone", "roll")


def _plural(inner: Type | None) -> str:
    if inner is None or inner.form == "unknown":
        return "things"
    return {"int": "numbers", "square": "squares", "point": "points"}.get(inner.form, inner.name or f"{inner.form}s")


INT = Type("int")
BOOL = Type("bool")
TEXT = Type("text")
NONE = Type("none")
SQUARE = Type("square")
POINT = Type("point")
SHAPE = Type("shape")
DICE = Type("dice")
ROLL = Type("roll", inner=Type("face"))
FACE = Type("face")
KEYWORD = Type("keyword")
STATUS = Type("status")
TERRAIN = Type("terrain")
DRAWING = Type("drawing")
DURATION = Type("duration")
UNKNOWN = Type("unknown")
VERB = Type("verb")

PLAIN = {
    t.form: t
    for t in (
        INT,
        BOOL,
        TEXT,
        SQUARE,
        POINT,
        SHAPE,
        DICE,
        ROLL,
        FACE,
        KEYWORD,
        STATUS,
        TERRAIN,
        DRAWING,
        DURATION,
        VERB,
    )
}


def kind_of(name: str) -> Type:
    return Type("kind", name)


def set_of(inner: Type) -> Type:
    return Type("set", inner=inner)


def list_of(inner: Type) -> Type:
    return Type("list", inner=inner)


def optional(inner: Type) -> Type:
    return inner if inner.form in ("optional", "unknown", "none") else Type("optional", inner=inner)


def present(given: Type) -> Type:
    """The type without `none`."""
    return given.inner if given.form == "optional" and given.inner is not None else given


def assignable(given: Type, wanted: Type, ancestors: Callable[[str], tuple[str, ...]]) -> bool:
    """Whether a ``given`` value may be used as ``wanted``; ``ancestors`` returns a kind and those above it."""
    if "unknown" in (given.form, wanted.form) or given == wanted:
        return True
    if wanted.form == "optional":
        return given.form == "none" or assignable(present(given), present(wanted), ancestors)
    if wanted.form == "kind" and given.form == "kind":
        return wanted.name in ancestors(given.name)
    if wanted.form == "card" and given.form == "card":
        return wanted.name in ancestors(given.name)
    if wanted.form in ("set", "list") and given.is_collection:
        same = wanted.form == given.form or wanted.form == "set"
        return same and assignable(given.element, wanted.element, ancestors)
    return False


def joined(a: Type, b: Type, ancestors: Callable[[str], tuple[str, ...]]) -> Type | None:
    """The narrowest type that includes both, or None."""
    if assignable(a, b, ancestors):
        return b if a.form != "unknown" else a
    if assignable(b, a, ancestors):
        return a
    if a.form == "none" or b.form == "none":
        return optional(b if a.form == "none" else a)
    if "optional" in (a.form, b.form):
        inner = joined(present(a), present(b), ancestors)
        return optional(inner) if inner else None
    if a.form == b.form and a.form in ("kind", "card"):
        shared = [k for k in ancestors(a.name) if k in ancestors(b.name)]
        return Type(a.form, shared[0]) if shared else None
    if a.form == b.form == "set":
        element = joined(a.element, b.element, ancestors)
        return set_of(element) if element else None
    return None
