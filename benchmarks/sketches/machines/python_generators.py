"""Events as generators, in Python: what the interpreter does today."""

from __future__ import annotations

from python_state import Core, State


class Ended(Exception):
    def __init__(self, event):
        self.event = event


class Generators(State):
    def emit(self, verb, values):
        code = self.code[verb]
        event = self.started(verb, values)
        if code.holds(self, event):
            yield from self.happen(code, event)
        return event

    def happen(self, code, event):
        self.stack.append(event)
        event.done = True
        try:
            try:
                yield from code.body(self, event)
            except Ended as end:
                if end.event is not event:
                    raise
            if self.dirty:
                yield from self.check()
            if code.after:
                yield from self.fire(code.after, event)
        except Ended as end:
            if end.event is not event:
                raise
        finally:
            self.close_event(event)
        if self.dirty:
            yield from self.check()

    def fire(self, abilities, event):
        for ability, me in self.found(abilities, event):
            if ability.holds(self, me, event):
                yield from ability.body(self, me, event)

    def check(self):
        while self.due():
            yield from self.code["fallen"].body(self)

    def step(self, name, event):
        if name in self.code["before"]:
            yield from self.fire(self.code["before"][name], event)
        return True

    def close(self, name, event):
        if self.dirty:
            yield from self.check()

    def choose(self, options):
        if len(options) < 2:
            return options[0] if options else None
        return self.rule(options) if not self.asks() else (yield from self.ask(options))

    def ask(self, options):
        return (yield options)

    def roll(self, n):
        return (yield from self.choose(Core.between(0, 2 * n)))

    def end_frame(self, verb):
        event = self.ending(verb)
        if event is not None:
            raise Ended(event)

    def start(self, verb, values):
        """Runs to the first request; gives its options, or none at the end."""
        self.run = self.emit(verb, values)
        return self.go(None)

    def go(self, answer):
        try:
            return self.run.send(answer)
        except StopIteration:
            return None
