"""The debugger at the terminal.

Job: read by_word, carry them out on a session, show where it stands. Input: lines that a person types. Output: lines.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import click

from cardwright.authoring.debugger import scopes
from cardwright.authoring.debugger.breakpoints import Watched
from cardwright.authoring.debugger.lines import line_meant, statement_lines
from cardwright.authoring.debugger.session import Session
from cardwright.authoring.debugger.watching import NotUnderstood, Watcher
from cardwright.cli.debug_words import DebugWords
from cardwright.cli.output import ask, say
from compiler.interpreter.values import Entity
from dsl.game.game_files import GameFiles
from dsl.suggest import suggest

_HELP = (
    ("next (n)", "go on to the next statement of this frame"),
    ("step (s)", "go on to the next statement, also of what is called"),
    ("out (o)", "go on until this frame is left"),
    ("continue (c)", "go on to the next breakpoint, or to the end"),
    ("undo (u)", "return to the statement before"),
    ("reverse (r)", "return to the last breakpoint before, or to the first statement"),
    ("break FILE:LINE [if CONDITION]", "stop at a line, if a condition of the language holds"),
    ("break VERB", "stop when an event of this verb begins"),
    ("break refused", "stop when a call is refused"),
    ("watch VALUE.FIELD", "stop when a field changes"),
    ("clear", "remove all breakpoints"),
    ("where (w)", "show the frames that are open"),
    ("names", "show the names of this frame with their values"),
    ("print EXPRESSION (p)", "work out an expression of the language"),
    ("list (l)", "show the lines around"),
    ("events", "show what has happened so far"),
    ("quit (q)", "leave the debugger"),
)
_SHORT = {
    "n": "next", "s": "step", "o": "out", "c": "continue", "u": "undo", "r": "reverse", "w": "where", "p": "print",
    "l": "list", "q": "quit", "h": "help", "?": "help",
}  # fmt: skip
_AROUND, _LAST = 4, 40


class Prompt:
    """One session and the person who looks into it."""

    def __init__(self, session: Session, watcher: Watcher, files: GameFiles, words: DebugWords) -> None:
        self.session, self.watcher, self.words = session, watcher, words
        nodes = (*files.cards, *files.tests, *files.scenarios)
        cards = (getattr(getattr(n, "node", n), "span", None) for n in nodes)
        self.sources = {s.path: s for s in (*files.rules, *(span.source for span in cards if span is not None))}
        self.lines = statement_lines(session.code.bodies.values(), session.code.spans)
        session.holds = self.holds
        self.by_word: dict[str, Callable[[str], None]] = {
            "next": lambda _: self.go(lambda: session.run("over")),
            "step": lambda _: self.go(lambda: session.run("in")),
            "out": lambda _: self.go(lambda: session.run("out")),
            "continue": lambda _: self.go(session.run),
            "undo": lambda _: self.go_back(session.back_one),
            "reverse": lambda _: self.go_back(session.run_back),
            "break": self.set_breakpoint,
            "watch": self.watch,
            "clear": self.clear,
            "where": self.where,
            "names": self.names,
            "print": self.work_out,
            "list": self.show_lines,
            "events": self.show_events,
            "help": self.help,
        }

    def run(self) -> None:
        """Asks for by_word until the person leaves."""
        self.go(self.session.start)
        while True:
            try:
                first, _, rest = self.typed().partition(" ")
            except click.Abort:
                return
            name = _SHORT.get(first, first)
            if name == "quit":
                return
            command = self.by_word.get(name)
            if command is not None:
                command(rest.strip())
            elif first:
                near = suggest(name, self.by_word)
                say(f"there is no command `{first}`" + (f"; {near}" if near else "; type `help`"))

    def typed(self) -> str:
        answer = ask("(debug)").strip()
        if not sys.stdin.isatty():  # input from a pipe is not echoed
            say(answer)
        return answer

    # ---- running
    def go(self, run: Callable[[], None]) -> None:
        self.words.watch()
        self.show_stop(run)

    def go_back(self, run: Callable[[], None]) -> None:
        self.words.forget()
        self.show_stop(run)

    def show_stop(self, run: Callable[[], None]) -> None:
        """Runs the game, and shows what happened and where it stands."""
        run()
        fresh = self.words.fresh()
        for line in fresh[-_LAST:]:
            say(f"  | {line}")
        if self.session.ended:
            say(self.session.ended)
            return
        if reason := self.words.reason(fresh):
            say(f"stopped: {reason}")
        self.show_here()

    def show_here(self) -> None:
        frames = scopes.frames(self.session)
        if frames:
            top = frames[0]
            say(f"{top.path}:{top.line} in {self.words.said(top.name)}")
            say(f"  {top.line:4} > {self.line(top.path, top.line)}")

    def line(self, path: str, line: int) -> str:
        return self.sources[path].line_text(line) if path in self.sources else ""

    def last_line(self, path: str) -> int:
        text = self.sources[path].text if path in self.sources else ""
        return len(text.rstrip("\n").split("\n"))

    # ---- breakpoints
    def set_breakpoint(self, text: str) -> None:
        points = self.session.breakpoints
        place, _, condition = text.partition(" if ")
        file, _, line = place.strip().rpartition(":")
        if text == "refused":
            points.refusals = True
            say("stops when a call is refused")
        elif file and line.isascii() and line.isdigit() and len(line) < 9:
            self.break_at(file, int(line), condition.strip())
        elif text in self.session.code.verbs:
            points.events = points.events | {text}
            say(f"stops when {text} begins")
        else:
            near = suggest(text, self.session.code.verbs)
            say(f"`{text}` is neither FILE:LINE nor a verb" + (f"; {near}" if near else ""))

    def break_at(self, file: str, line: int, condition: str) -> None:
        paths = [path for path in self.lines if path == file or path.endswith(f"/{file}")]
        if len(paths) != 1:
            say(f"several files are named `{file}`: {', '.join(paths)}" if paths else f"no statement is in `{file}`")
            return
        meant = line_meant(self.lines, paths[0], line)
        if meant is None:
            say(f"no statement stands at line {line} of {paths[0]}, or after it")
            return
        self.session.breakpoints.lines[paths[0], meant] = condition
        say(f"stops at {paths[0]}:{meant}" + (f" if {condition}" if condition else ""))

    def watch(self, text: str) -> None:
        owner, _, field = text.rpartition(".")
        value = self.value(owner) if owner else None
        if not isinstance(value, Entity) or not isinstance(value._id, int):  # pyright: ignore[reportPrivateUsage]
            say("`watch` needs a thing of the game and one of its fields, as in `watch target.hp`")
            return
        known = self.session.code.field_names[value._kind]  # pyright: ignore[reportPrivateUsage]
        if field not in (*known, "at"):
            near = suggest(field, known)
            say(f"it has no field `{field}`" + (f"; {near}" if near else ""))
            return
        self.session.breakpoints.fields[Watched(value._id, field)] = ""  # pyright: ignore[reportPrivateUsage]
        self.session.breakpoints.look_again(self.session.entities())
        say(f"stops when {field} of {self.text_of(value)} changes")

    def clear(self, _text: str) -> None:
        points = self.session.breakpoints
        points.lines, points.events, points.refusals, points.fields = {}, frozenset(), False, {}
        say("no breakpoint is left")

    def holds(self, condition: str) -> bool:
        return bool(self.value(condition))

    # ---- looking
    def value(self, text: str) -> Any:
        """The value of an expression; None after a message where there is none."""
        bodies = self.session.bodies()
        if not bodies:
            say("nothing is carried out now")
            return None
        try:
            return self.watcher.value(self.session.game, bodies[0].v, text)
        except NotUnderstood as fault:
            say(str(fault))
            return None

    def work_out(self, text: str) -> None:
        bodies = self.session.bodies()
        try:
            value = self.watcher.value(self.session.game, bodies[0].v if bodies else {}, text)
        except NotUnderstood as fault:
            say(str(fault))
            return
        say(self.text_of(value))
        for name, part in scopes.parts(self.session.game, value) if isinstance(value, Entity) else ():
            say(f"  {name}: {self.text_of(part)}")

    def text_of(self, value: Any) -> str:
        return self.words.said(scopes.text_of(self.session.game, value))

    def names(self, _text: str) -> None:
        for body in self.session.bodies()[:1]:
            for name, value in scopes.locals_of(body):
                say(f"  {name}: {self.text_of(value)}")

    def where(self, _text: str) -> None:
        for frame in scopes.frames(self.session):
            text = self.line(frame.path, frame.line).strip()
            say(f"  {self.words.said(frame.name)}  {frame.path}:{frame.line}  {text}")

    def show_lines(self, _text: str) -> None:
        for top in scopes.frames(self.session)[:1]:
            for number in range(max(top.line - _AROUND, 1), min(top.line + _AROUND, self.last_line(top.path)) + 1):
                say(f"  {number:4} {'>' if number == top.line else ' '} {self.line(top.path, number)}".rstrip())

    def show_events(self, _text: str) -> None:
        for _, line in self.words.kept[-_LAST:]:
            say(f"  | {line}")

    def help(self, _text: str) -> None:
        for name, what in _HELP:
            say(f"  {name:32} {what}")
