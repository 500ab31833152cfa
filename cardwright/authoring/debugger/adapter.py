"""The Debug Adapter Protocol: a debugged game for VS Code and other editors.

Job: answer an editor's requests about one session. Input: messages of the protocol, and a function that opens what is
to be debugged. Output: answers and events. The game runs in the thread that calls `serve`; another one reads, so that a
running game can be asked to stop. Must never read a file or print.
"""

# Values of messages and of a running game are of any type.
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any

from cardwright.authoring.debugger import scopes
from cardwright.authoring.debugger.breakpoints import Reason, Watched
from cardwright.authoring.debugger.lines import line_meant, statement_lines
from cardwright.authoring.debugger.session import Session
from cardwright.authoring.debugger.watching import NotUnderstood, Watcher
from cardwright.authoring.debugger.wire import Unreadable, Wire
from compiler.interpreter.values import Entity
from compiler.interpreter.values import Event as Happened

Arguments = dict[str, Any]
Launch = Callable[[Arguments], tuple[Session, Watcher]]

_THREAD = 1
_MOST_PARTS = 500  # parts of a value that are shown
_ABLE = {
    "supportsConfigurationDoneRequest": True, "supportsStepBack": True, "supportsFunctionBreakpoints": True,
    "supportsConditionalBreakpoints": True, "supportsDataBreakpoints": True, "supportsEvaluateForHovers": True,
    "supportsTerminateRequest": True, "supportsSetVariable": False,
    "exceptionBreakpointFilters": [
        {"filter": "refusal", "label": "A call that is refused", "default": False},
    ],
}  # fmt: skip
_REASONS = {
    "entry": "entry", "step": "step", "returned": "step", "breakpoint": "breakpoint", "event": "function breakpoint",
    "change": "data breakpoint", "refusal": "exception", "fault": "exception", "pause": "pause",
}  # fmt: skip


class Refused(Exception):
    """A request cannot be answered; the message is shown to the person."""


class Adapter:
    """One editor, and what it debugs. ``values`` are what the editor can look into, by number, while a game stands."""

    def __init__(self, wire: Wire, launch: Launch) -> None:
        self.wire, self.launch = wire, launch
        self.session: Session | None = None
        self.watcher: Watcher | None = None
        self.lines: dict[str, list[int]] = {}
        self.waiting: SimpleQueue[dict[str, Any] | None] = SimpleQueue()
        self.wants_stop = Event()
        self.has_left = False
        self.stops_at_entry = False
        self.told = 0  # so many lines of the trace have been shown
        self.values: list[Callable[[], list[tuple[str, Any]]]] = []
        self.owners: list[Any] = []
        self.shown_frames: list[scopes.Shown] = []
        self.after: Callable[[], None] | None = None  # what is done when the answer has been sent

    # ---- messages
    def serve(self) -> None:
        """Answers until the editor leaves."""
        Thread(target=self._read_all, daemon=True).start()
        while not self.has_left:
            message = self.waiting.get()
            if message is None:
                return
            if message.get("type") == "request":
                self._answer(message)

    def _read_all(self) -> None:
        try:
            while (message := self.wire.read()) is not None:
                if message.get("command") in ("pause", "disconnect", "terminate"):
                    self.wants_stop.set()
                self.waiting.put(message)
                if message.get("command") == "disconnect":
                    return  # nobody reads any more when the process ends
        except (Unreadable, OSError, ValueError) as fault:
            self.event("output", category="stderr", output=f"{fault}\n")
        self.wants_stop.set()
        self.waiting.put(None)

    def _answer(self, message: dict[str, Any]) -> None:
        command, given = message.get("command"), message.get("arguments")
        told: dict[str, Any] = {"type": "response", "request_seq": message.get("seq", 0), "command": command}
        method = getattr(self, f"on_{command}", None) if isinstance(command, str) and command.isalpha() else None
        try:
            if method is None:
                raise Refused(f"the request `{command}` is not known here")
            body = method(given if isinstance(given, dict) else {})
            self.wire.send({**told, "success": True, "body": body or {}})
        except (Refused, NotUnderstood) as fault:
            self.after = None
            error = {"id": 1, "format": str(fault).replace("{", "(").replace("}", ")"), "showUser": True}
            self.wire.send({**told, "success": False, "message": str(fault), "body": {"error": error}})
        after, self.after = self.after, None
        if after is not None:
            after()

    def event(self, name: str, /, **body: Any) -> None:
        self.wire.send({"type": "event", "event": name, "body": body})

    @property
    def game(self) -> Session:
        if self.session is None:
            raise Refused("nothing is debugged yet")
        return self.session

    # ---- beginning and end
    def on_initialize(self, given: Arguments) -> dict[str, Any]:
        self.after = lambda: None
        return _ABLE

    def on_launch(self, given: Arguments) -> None:
        self.session, self.watcher = self.launch(given)
        self.session.holds = self.holds
        self.session.is_asked_to_stop = self._is_asked
        self.session.code.watch = lambda: self.has_left
        self.lines = statement_lines(self.session.code.bodies.values(), self.session.code.spans)
        self.stops_at_entry = given.get("stopOnEntry") is True
        self.after = lambda: self.event("initialized")

    def _is_asked(self) -> bool:
        return self.wants_stop.is_set()

    def on_configurationDone(self, given: Arguments) -> None:
        self._go_then(self.game.start if self.stops_at_entry else self.game.run)

    def on_disconnect(self, given: Arguments) -> None:
        self.has_left = True

    def on_terminate(self, given: Arguments) -> None:
        self.after = lambda: self.event("terminated")

    # ---- breakpoints
    def on_setBreakpoints(self, given: Arguments) -> dict[str, Any]:
        points, path = self.game.breakpoints, str(_mapping(given.get("source")).get("path", ""))
        path = path if path in self.lines else str(Path(path).resolve()) if path else path
        points.lines = {place: text for place, text in points.lines.items() if place[0] != path}
        told: list[dict[str, Any]] = []
        for wanted in _mappings(given.get("breakpoints")):
            line = line_meant(self.lines, path, _number(wanted.get("line")))
            if line is None:
                told.append({"verified": False, "message": "no statement stands on this line, or after it"})
                continue
            points.lines[path, line] = _text(wanted.get("condition"))
            told.append({"verified": True, "line": line})
        return {"breakpoints": told}

    def on_setFunctionBreakpoints(self, given: Arguments) -> dict[str, Any]:
        verbs, told, found = self.game.code.verbs, list[dict[str, Any]](), set[str]()
        only_if = self._forget_only_if(str)
        for wanted in _mappings(given.get("breakpoints")):
            name = str(wanted.get("name", ""))
            if name in verbs:
                found.add(name)
                only_if[name] = _text(wanted.get("condition"))
                told.append({"verified": True})
            else:
                told.append({"verified": False, "message": f"no verb is named `{name}`"})
        self.game.breakpoints.events = frozenset(found)
        return {"breakpoints": told}

    def _forget_only_if(self, sort: type) -> dict[str | Watched, str]:
        """The conditions, without those of verbs, or of fields."""
        points = self.game.breakpoints
        points.only_if = {what: text for what, text in points.only_if.items() if not isinstance(what, sort)}
        return points.only_if

    def on_setExceptionBreakpoints(self, given: Arguments) -> None:
        filters = given.get("filters")
        self.game.breakpoints.refusals = isinstance(filters, list) and "refusal" in filters

    def on_dataBreakpointInfo(self, given: Arguments) -> dict[str, Any]:
        name, number = str(given.get("name", "")), _number(given.get("variablesReference"))
        owner = self.owners[number - 1] if 0 < number <= len(self.owners) else None
        if isinstance(owner, Entity) and isinstance(owner._id, int) and name in self._fields(owner):
            text = f"{name} of {scopes.text_of(self.game.game, owner)}"
            return {"dataId": f"{owner._id}.{name}", "description": text, "accessTypes": ["write"]}
        return {"dataId": None, "description": "only a field of something in the game can be watched"}

    def _fields(self, owner: Entity) -> tuple[str, ...]:
        return (*self.game.code.field_names[owner._kind], "at")

    def on_setDataBreakpoints(self, given: Arguments) -> dict[str, Any]:
        points, told = self.game.breakpoints, list[dict[str, Any]]()
        points.fields, only_if = {}, self._forget_only_if(Watched)
        for wanted in _mappings(given.get("breakpoints")):
            number, _, field = str(wanted.get("dataId", "")).partition(".")
            is_one = number.isascii() and number.isdigit() and len(number) < 16 and field.isidentifier()
            if is_one:
                watched = Watched(int(number), field)
                points.fields[watched], only_if[watched] = "", _text(wanted.get("condition"))
            told.append({"verified": is_one})
        points.look_again(self.game.entities())
        return {"breakpoints": told}

    def holds(self, condition: str) -> bool:
        """Whether a condition holds where the game stands; one that cannot be worked out stops the game, too."""
        assert self.watcher is not None
        bodies = self.game.bodies()
        try:
            return bool(self.watcher.value(self.game.game, bodies[0].v, condition))
        except NotUnderstood as fault:
            self.event("output", category="stderr", output=f"the condition `{condition}`: {fault}\n")
            return True

    # ---- running
    def on_continue(self, given: Arguments) -> dict[str, Any]:
        self._go_then(self.game.run)
        return {"allThreadsContinued": True}

    def on_next(self, given: Arguments) -> None:
        self._go_then(partial(self.game.run, "over"))

    def on_stepIn(self, given: Arguments) -> None:
        self._go_then(partial(self.game.run, "in"))

    def on_stepOut(self, given: Arguments) -> None:
        self._go_then(partial(self.game.run, "out"))

    def on_stepBack(self, given: Arguments) -> None:
        self._go_then(partial(self.game.back_one, "over"))

    def on_reverseContinue(self, given: Arguments) -> None:
        self._go_then(self.game.run_back)

    def on_pause(self, given: Arguments) -> None:
        """The thread that reads has asked the game to stop; if it stands already, nothing is left to do."""
        self.wants_stop.clear()

    def _go_then(self, run: Callable[[], None]) -> None:
        """Runs when the answer has been sent."""
        self.after = lambda: self._go(run)

    def _go(self, run: Callable[[], None]) -> None:
        """Runs to the next stop, and tells it."""
        self.values.clear()
        self.owners.clear()
        self.shown_frames = []
        session = self.game
        run()
        self.wants_stop.clear()
        self._tell_events(session)
        if session.ended:
            self.event("output", category="console", output=f"{session.ended}\n")
            self.event("terminated")
            return
        reason = session.reason or Reason("step", "")
        self.event(
            "stopped", reason=_REASONS[reason.kind], text=reason.text, description=reason.text or "stopped",
            threadId=_THREAD, allThreadsStopped=True,
        )  # fmt: skip

    def _tell_events(self, session: Session) -> None:
        lines = session.trace.lines
        self.told = min(self.told, len(lines))
        if lines[self.told :]:
            self.event("output", category="stdout", output="\n".join(lines[self.told :]) + "\n")
        self.told = len(lines)

    # ---- looking
    def on_threads(self, given: Arguments) -> dict[str, Any]:
        return {"threads": [{"id": _THREAD, "name": self.game.code.program.game}]}

    def on_stackTrace(self, given: Arguments) -> dict[str, Any]:
        self.shown_frames = self.shown_frames or scopes.frames(self.game)
        start, many = _number(given.get("startFrame")), _number(given.get("levels")) or len(self.shown_frames)
        shown = [
            {
                "id": number, "name": frame.name, "line": frame.line, "column": frame.column,
                "source": {"name": Path(frame.path).name, "path": frame.path},
            }
            for number, frame in enumerate(self.shown_frames, 1)
        ][start : start + many]  # fmt: skip
        return {"stackFrames": shown, "totalFrames": len(self.shown_frames)}

    def _frame(self, number: int) -> scopes.Shown:
        self.shown_frames = self.shown_frames or scopes.frames(self.game)
        if not 0 < number <= len(self.shown_frames):
            raise Refused("this frame is no longer there")
        return self.shown_frames[number - 1]

    def on_scopes(self, given: Arguments) -> dict[str, Any]:
        body = self._frame(_number(given.get("frameId"))).body
        return {
            "scopes": [
                {
                    "name": "Names of the text", "presentationHint": "locals", "expensive": False,
                    "variablesReference": self._kept(None, lambda: scopes.locals_of(body)),
                },
                {
                    "name": "The whole game", "expensive": True,
                    "variablesReference": self._kept(None, lambda: scopes.whole_game(self.game.game)),
                },
            ]
        }  # fmt: skip

    def _kept(self, owner: Any, parts: Callable[[], list[tuple[str, Any]]]) -> int:
        self.values.append(parts)
        self.owners.append(owner)
        return len(self.values)

    def on_variables(self, given: Arguments) -> dict[str, Any]:
        number = _number(given.get("variablesReference"))
        if not 0 < number <= len(self.values):
            raise Refused("this value is no longer there")
        found = self.values[number - 1]()
        start, many = _number(given.get("start")), _number(given.get("count")) or _MOST_PARTS
        return {"variables": [{"name": n, **self._shown(v)} for n, v in found[start : start + min(many, _MOST_PARTS)]]}

    def _shown(self, value: Any) -> dict[str, Any]:
        game = self.game.game
        more = self._kept(value, lambda: list(scopes.parts(game, value))) if scopes.has_parts(value) else 0
        sort = value._kind if isinstance(value, Entity) else value._verb if isinstance(value, Happened) else ""
        return {"value": scopes.text_of(game, value), "type": sort, "variablesReference": more}

    def on_evaluate(self, given: Arguments) -> dict[str, Any]:
        body = self._frame(_number(given.get("frameId")) or 1).body
        assert self.watcher is not None
        shown = self._shown(self.watcher.value(self.game.game, body.v, str(given.get("expression", ""))))
        return {"result": shown["value"], **shown}


def _mapping(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _mappings(value: Any) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _number(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31 else 0
