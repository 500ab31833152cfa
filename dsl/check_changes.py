"""Changes: dice, places that can be set, entities, zones, statuses.

Job: check what statements change and what they move. Input: a node and its scope. Output: side tables.
"""

from __future__ import annotations

from dsl import ast
from dsl.check_patterns import PatternChecker
from dsl.diagnostics import Label, miscounted
from dsl.resolve import Ref, Scope, field_type
from dsl.suggest import listed, suggest
from dsl.types import (
    DICE,
    FACE,
    INT,
    ROLL,
    SQUARE,
    STATUS,
    UNKNOWN,
    Type,
    kind_of,
    present,
)

PLAYER = kind_of("player")


class ChangeChecker(PatternChecker):
    """Checks changes of the state."""

    def bind(self, name: ast.Ident, given: Type, scope: Scope) -> None:
        """Puts a new local in sight; the statement checker provides it."""
        raise NotImplementedError

    # ---- dice
    def _dice(self, node: ast.Expr, scope: Scope) -> None:
        given = self.check(node, scope, DICE)
        if given not in (DICE, UNKNOWN):
            self.wrong(node, "dice", given)
        for part in node.walk():
            ref = self.facts.refs.get(part)
            if ref is not None and ref.name in self.vocab.dice and self.vocab.dice[ref.name].faces is None:
                self.sink.add(
                    "unknown-faces",
                    part.span,
                    f"the faces of `{ref.name}` are not known",
                    labels=[Label(self.vocab.dice[ref.name].span, "declared unknown here")],
                )

    def _reroll(self, dice: ast.Expr, place: ast.Path, scope: Scope) -> None:
        if self._place_type(place, scope) not in (ROLL, UNKNOWN):
            self.sink.add("not-a-place", place.span, f"`{place.span.text}` is no roll")
        given = self.check(dice, scope)
        element = given.element if given.is_collection else present(given)
        if element not in (FACE, UNKNOWN):
            self.wrong(dice, "faces of a roll", given)

    # ---- places that can be set
    def _place_type(self, place: ast.Path, scope: Scope) -> Type:
        given = self.check(place, scope)
        if not place.fields:
            if isinstance(place.head, ast.Ident):
                return self._local_place(place.head, scope)
            self.sink.add("not-a-place", place.span, "only a field or a value can be set")
            return UNKNOWN
        owner = self._owner_type(place)
        last = place.fields[-1]
        if owner.form == "kind":
            self._check_field(owner, last)
            return field_type(self.vocab, owner, last.text) or UNKNOWN
        if owner.form == "card":
            self.sink.add("printed-field", last.span, f"`{last.text}` is printed on the card and cannot be changed")
        return given

    def _local_place(self, head: ast.Ident, scope: Scope) -> Type:
        ref = self.facts.refs.get(head)
        found = scope.find(head.text)
        if ref is None:
            return UNKNOWN
        if ref.form == "field":
            subject = scope.nearest_subject()
            owner = subject[1] if subject else UNKNOWN
            self._check_field(owner, head)
            return field_type(self.vocab, owner, head.text) or UNKNOWN
        if ref.form in ("local", "event", "trigger") and found is not None and head.text not in ("self", "this", "it"):
            return found[1]
        self.sink.add("not-a-place", head.span, f"`{head.text}` cannot be set")
        return UNKNOWN

    def _owner_type(self, place: ast.Path) -> Type:
        before = place.fields[-2] if len(place.fields) > 1 else place.head
        return present(self.facts.types.get(before, UNKNOWN))

    def _check_field(self, owner: Type, name: ast.Ident) -> None:
        if owner.form != "kind":
            return
        declared = self.vocab.field_of(owner.name, name.text)
        stat = self.vocab.stat_of(owner.name, name.text)
        if declared is None and (stat is not None or name.text in ("card", "in_play", "at")):
            how = "place … at …" if name.text == "at" else "a modifier"
            self.sink.add("not-a-place", name.span, f"`{name.text}` cannot be set", help=f"use {how}")
        elif declared is not None and declared.printed:
            self.sink.add(
                "printed-field",
                name.span,
                f"`{name.text}` is printed on the card and cannot be changed",
                labels=[Label(declared.span, "declared printed here")],
                help="change it with a modifier, or declare a field of state beside it",
            )
        elif declared is not None and declared.zone:
            self.sink.add("not-a-place", name.span, f"`{name.text}` is a zone", help="use `put … into …`")

    def _change(self, node: ast.ChangeStmt, place: ast.Path, amount: ast.Expr, scope: Scope) -> None:
        wanted = self._place_type(place, scope)
        if wanted not in (INT, UNKNOWN) and not (wanted.is_collection and wanted.form != "zone"):
            word = "increase" if node.sign > 0 else "decrease"
            self.wrong(place, "a number", wanted, f"`{word}` changes numbers and sets")
            return
        given = self.check(amount, scope, wanted)
        if wanted.is_collection:
            element = given.element if given.is_collection else given
            if not self.fits(element, wanted.element):
                self.wrong(amount, str(wanted.element), given)
        elif not self.fits(given, INT):
            self.wrong(amount, "a number", given)

    # ---- entities and zones
    def _entity(self, node: ast.Expr, scope: Scope) -> Type:
        given = self.check(node, scope)
        if given.form == "optional":
            self._maybe_none(node.span)
        elif given.form not in ("kind", "unknown"):
            self.wrong(node, "an entity", given)
        return given

    def _zone(self, node: ast.Expr, scope: Scope) -> Type:
        given = self.check(node, scope)
        if given.form not in ("zone", "unknown"):
            self.wrong(node, "a zone", given)
        return given

    def _movement(
        self,
        node: ast.PutStmt | ast.TakeStmt | ast.PlaceStmt | ast.LiftStmt | ast.RemoveStmt,
        scope: Scope,
    ) -> None:
        given = self._entity(node.entity, scope)
        trait = self.vocab.traits.get(given.name) if given.form == "kind" else None
        if trait is not None and trait.form == "keyword":
            help = "what gives it ends, and the keyword with it; a status can be dropped"
            told = f"`{trait.name}` is a keyword, which lies nowhere"
            self.sink.add("wrong-operand", node.entity.span, told, help=help)
        if isinstance(node, ast.PutStmt):
            zone = self._zone(node.zone, scope)
            if zone.form == "zone" and given.form == "kind" and not self.fits(given, kind_of(zone.name)):
                self.wrong(node.entity, str(kind_of(zone.name)), given)
        elif isinstance(node, ast.PlaceStmt):
            self.need(node.square, scope, SQUARE)
        on_board = isinstance(node, ast.PlaceStmt | ast.LiftStmt) and given.form == "kind"
        if on_board and not self.vocab.is_figure(given.name):
            self.wrong(node.entity, "a figure", given, "declare `figure: true` on its kind")

    def _create(self, node: ast.CreateStmt, scope: Scope) -> None:
        kind = self.vocab.kinds.get(node.kind.text)
        if kind is None:
            self.sink.add(
                "unknown-type",
                node.kind.span,
                f"no kind is named `{node.kind.text}`",
                help=suggest(node.kind.text, self.vocab.kinds),
            )
            self.bind(node.name, UNKNOWN, scope)
            return
        self.facts.refs[node.kind] = Ref("kind", kind.name)
        if node.card is not None:
            self.need(node.card, scope, Type("card", kind.name))
        given = {v.field.text for v in node.values}
        for value in node.values:
            declared = self.vocab.field_of(kind.name, value.field.text)
            if declared is None:
                self._unknown_field(value.field, kind_of(kind.name), node.kind.span)
                self.check(value.value, scope)
            else:
                self.need(value.value, scope, declared.type)
                self.whole_keywords(value.value, declared.type)
        missing = [
            declared
            for name, declared in self.vocab.fields_of(kind.name).items()
            if name not in given and not declared.has_default and not (declared.printed and node.card is not None)
        ]
        if missing:
            names = ", ".join(f"`{declared.name}`" for declared in missing)
            self.sink.add(
                "missing-operand",
                node.kind.span,
                f"a new {kind.name} needs {names}",
                labels=[Label(declared.span, "declared here") for declared in missing],
                help=f"add `with {', '.join(f'{declared.name} = …' for declared in missing)}`",
            )
        self.bind(node.name, kind_of(kind.name), scope)

    def whole_keywords(self, node: ast.Expr, wanted: Type) -> None:
        """Of keywords that a new thing has, none may want values: a bare name gives none."""
        if (wanted.element if wanted.is_collection else wanted).form != "keyword":
            return
        for name in (part for part in node.walk() if isinstance(part, ast.Ident)):
            trait = self.vocab.traits.get(name.text)
            if trait is not None and trait.params and (ref := self.facts.refs.get(name)) and ref.form == "trait":
                params = ", ".join(param.name for param in trait.params)
                self.sink.add(
                    "missing-operand",
                    name.span,
                    f"`{trait.name}` says nothing of its `{params}` here",
                    help=f"print it on a card, as `{trait.name}({params})`, or let something gain it",
                    labels=[Label(trait.span, "declared here")],
                )

    def _add(self, node: ast.AddStmt, scope: Scope) -> None:
        target = self.check(node.target, scope)
        owner = target.element if target.is_collection else target
        if owner.form == "optional":
            self._maybe_none(node.target.span)
        self.reference(node.reference, owner, scope, "status")
        if node.duration is not None:
            self.duration(node.duration, scope)

    def reference(self, node: ast.Reference, owner: Type, scope: Scope, form: str) -> None:
        """A keyword or status with its values, as given to something of type ``owner``."""
        trait = self.vocab.traits.get(node.name.text)
        if trait is None:
            found = scope.find(node.name.text)
            if found is not None and found[1].form == form and not node.arguments:
                self.facts.refs[node.name] = found[0]
                if form == "keyword":
                    told = f"`{node.name.text}` stands for a keyword that is not known before play"
                    self.sink.add("wrong-operand", node.name.span, told, help="name the keyword that is gained")
                return
            known = [t.name for t in self.vocab.traits.values() if t.form == form]
            self.sink.add(
                "unknown-name",
                node.name.span,
                f"no {form} is named `{node.name.text}`",
                help=suggest(node.name.text, known) or listed("known:", known)
                or f"declare it, for example `{form} {node.name.text} of …`",
            )
            return
        self.facts.refs[node.name] = Ref("trait", trait.name, value=trait.name)
        if trait.form != form:
            self.sink.add(
                "wrong-operand",
                node.name.span,
                f"`{trait.name}` is a {trait.form}",
                help="statuses are added and dropped; keywords are printed, or gained by a modifier",
            )
        if not self.fits(owner, kind_of(trait.kind)) and not self.fits(kind_of(trait.kind), owner):
            self.sink.add(
                "wrong-operand",
                node.span,
                f"{owner} cannot have `{trait.name}`",
                labels=[Label(trait.span, f"it is declared of {trait.kind}")],
            )
        needed = [p for p in trait.params if p.default is None]
        if not len(needed) <= len(node.arguments) <= len(trait.params):
            self.sink.add(
                "missing-operand" if len(node.arguments) < len(needed) else "extra-operand",
                node.span,
                miscounted(trait.name, len(trait.params), len(node.arguments)),
                labels=[Label(trait.span, "declared here")],
            )
        for value, param in zip(node.arguments, trait.params, strict=False):
            self.need(value, scope, param.type)

    def _drop(self, node: ast.DropStmt, scope: Scope) -> None:
        given = self.check(node.status, scope)
        if node.target is not None:
            self._entity(node.target, scope)
            if given not in (STATUS, UNKNOWN):
                self.wrong(node.status, "a status", given)
            return
        element = given.element if given.is_collection else given
        is_instance = element.form == "kind" and element.name in self.vocab.traits
        if not is_instance and given != UNKNOWN:
            self.wrong(node.status, "a status that something has", given, "write `drop STATUS from …`")
