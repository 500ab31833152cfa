"""A flat body, in Python: one case for each operation of `lower.OPS`."""

from __future__ import annotations

from python_state import Core


def rows(rt, f):
    """A stretch of a flat body: to where it must wait, or to its end."""
    code, v, pc = f.code, f.v, f.pc
    while True:
        row = code[pc]
        op = row[0]
        pc += 1
        if op == 2:
            row[2](rt, v)
        elif op == 3:
            if not row[2](rt, v):
                pc = row[3]
        elif op == 0:
            v[row[2]] = row[3](rt, v)
        elif op == 6:
            if not Core.next(v, row[2], row[3]):
                pc = row[4]
        elif op == 4:
            pc = row[2]
        elif op == 7:
            f.pc = pc
            if rt.emit(row[2], row[3](rt, v)):
                return
        elif op == 16:
            rt.frames.pop()
            return
        elif op == 13 or op == 14:
            f.pc = pc
            if rt.step(row[2], v[1]) if op == 13 else rt.close(row[2], v[1]):
                return
        elif op == 9 or op == 11:
            f.pc = pc
            if rt.choose(row[2](rt, v)) if op == 9 else rt.roll(row[2](rt, v)):
                return
        elif op == 10:
            v[row[2]] = rt.value
            if rt.value is None:
                pc = row[3]
        elif op == 5:
            Core.each(v, row[2], row[3](rt, v))
        elif op == 12:
            v[row[2]] = rt.value
        elif op == 1:
            setattr(row[2](rt, v), row[3], row[4](rt, v))
        elif op == 8:
            if not rt.value.done:
                pc = row[2]
        else:
            f.pc = pc
            if rt.end_frame(row[2]):
                return
