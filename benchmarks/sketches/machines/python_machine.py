"""The loop over frames, in Python. A frame is data: the code of its step, where it is, its locals."""

from __future__ import annotations

from python_state import Core, State


class Frame:
    __slots__ = ("code", "event", "pc", "step", "v")

    def __init__(self, step, code, v, event):
        self.step, self.code, self.pc, self.v, self.event = step, code, 0, v, event


class Machine(State):
    """``emit``, `choose` and the like give whether the frame must wait; then `value` has what came of it."""

    def start(self, verb, values):
        self.emit(verb, values)
        return self.go(None)

    def go(self, answer):
        """Runs to the next request; gives its options, or none at the end."""
        self.value, self.request = answer, None
        frames = self.frames
        while frames and self.request is None:
            frame = frames[-1]
            frame.step(self, frame)
        return self.request

    def clone(self):
        made = []
        for f in self.frames:
            frame = Frame(f.step, f.code, f.v[:], f.event)
            frame.pc = f.pc
            made.append(frame)
        return made

    def finish(self, frame):
        self.frames.pop()

    def push(self, code, first, second):
        v = [None] * code.width
        v[1], v[2] = first, second
        self.frames.append(Frame(code.step, code.rows, v, None))

    def emit(self, verb, values):
        code = self.code[verb]
        self.value = event = self.started(verb, values)
        if not code.holds(self, event):
            return False
        self.stack.append(event)
        event.done = True
        self.frames.append(Frame(happen, code, [], event))
        return True

    def fire(self, abilities, event):
        found = self.found(abilities, event)
        if not found:
            return False
        self.frames.append(Frame(fire, None, found, event))
        return True

    def check(self):
        if not self.due():
            return False
        self.frames.append(Frame(check, None, [], None))
        self.push(self.code["fallen"], None, None)
        return True

    def step(self, name, event):
        return name in self.code["before"] and self.fire(self.code["before"][name], event)

    def close(self, name, event):
        return bool(self.dirty) and self.check()

    def choose(self, options):
        if len(options) < 2:
            self.value = options[0] if options else None
            return False
        if self.asks():
            self.request = options
            return True
        self.value = self.rule(options)
        return False

    def roll(self, n):
        return self.choose(Core.between(0, 2 * n))

    def end_frame(self, verb):
        event = self.ending(verb)
        if event is None:
            return False
        frames = self.frames
        while frames[-1].step is not happen or frames[-1].event is not event:
            gone = frames.pop()
            if gone.step is happen:
                self.close_event(gone.event)
        if frames[-1].pc > 1:
            frames[-1].pc = 3
        return True


def happen(rt, f):
    event, code = f.event, f.code
    if f.pc == 0:
        f.pc = 1
        rt.push(code, event, None)
        return
    if f.pc == 1:
        f.pc = 2
        if rt.dirty and rt.check():
            return
    if f.pc == 2:
        f.pc = 3
        if code.after and rt.fire(code.after, event):
            return
    if f.pc == 3:
        f.pc = 4
        rt.close_event(event)
        if rt.dirty and rt.check():
            return
    rt.frames.pop()
    rt.value = event


def fire(rt, f):
    while f.pc < len(f.v):
        ability, me = f.v[f.pc]
        f.pc += 1
        if ability.holds(rt, me, f.event):
            rt.push(ability, me, f.event)
            return
    rt.frames.pop()


def check(rt, f):
    if rt.due():
        rt.push(rt.code["fallen"], None, None)
    else:
        rt.frames.pop()
