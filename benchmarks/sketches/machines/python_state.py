"""What both runtimes in Python share: the state, its journal, the record of an event, the rule that answers choices."""

from __future__ import annotations

READS = {"damage", "in_play"}


class Thing:
    pass


class Core:
    size = staticmethod(len)

    @staticmethod
    def where(items, holds):
        return [i for i in items if holds(i)]

    @staticmethod
    def first(items, n):
        return items[:n]

    @staticmethod
    def between(a, b):
        return list(range(a + 1, b + 1))

    @staticmethod
    def each(v, slot, items):
        v[slot], v[slot + 1] = items, 0

    @staticmethod
    def next(v, slot, name):
        at, items = v[slot + 1], v[slot]
        if at >= len(items):
            return False
        v[name], v[slot + 1] = items[at], at + 1
        return True


class State:
    """``every``: so many choices are answered by a rule of the runtime until one is asked of the driver."""

    def __init__(self, code, every):
        self.code, self.every, self.figures, self.game = code, every, [], self.thing(
            hand=0, deck=30, leadership=6, rounds=0, lost=0, active=None, source=None, asked=0
        )  # fmt: skip
        for i in range(8):
            self.figures.append(self.thing(
                side=i % 2, level=1 + i % 3, hp=4 + i % 3, damage=0, in_play=True, at=2 + 3 * i, home=1 + i, sp=0,
                pace=3, tapped=False, moved=False, seized=False, trail=0, dodge=0, books=0, victim=None, tied=None,
                struck=None,
            ))  # fmt: skip
        for i in range(0, 8, 4):
            self.figures[i].tied = self.figures[i + 2]
        self.stack, self.journal, self.dirty = [], [], set()
        self.events = self.choices = self.requests = self.hash = self.depths = 0
        self.frames, self.value, self.request = [], None, None

    def thing(self, **values):
        made = Thing()
        made.__dict__.update(values)
        return made

    def write(self, owner, field, value):
        self.journal.append((owner, field, getattr(owner, field)))
        setattr(owner, field, value)
        self.dirty.add(field)

    def started(self, verb, values):
        """The record of an event; ``done`` is false when it is not allowed."""
        event = self.thing(**values)
        event.verb, event.done = verb, False
        self.events += 1
        if len(self.stack) >= 60:
            raise RecursionError
        return event

    def close_event(self, event):
        if event in self.stack:
            del self.stack[self.stack.index(event) :]
        self.hash = (self.hash * 31 + len(event.verb) + len(self.journal)) % 1000003

    def found(self, abilities, event):
        return [(a, me) for a in abilities for me in self.figures if a.holds(self, me, event)]

    def due(self):
        """Whether the state check must act now; what was written since the last one is then forgotten."""
        while self.dirty:
            due, self.dirty = self.dirty, set()
            if due & READS and self.code["fallen"].holds(self):
                return True
        return False

    def rule(self, options):
        self.hash = (self.hash * 31 + len(options) + len(self.stack)) % 1000003
        return options[self.choices * 7 % len(options)]

    def asks(self):
        self.choices += 1
        if self.choices % self.every:
            return False
        self.requests += 1
        self.depths += len(self.stack)
        return True

    def ending(self, verb):
        return next((e for e in reversed(self.stack) if e.verb == verb), None)
