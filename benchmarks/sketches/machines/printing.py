"""Prints the bodies in three forms and three languages; the printer is one, the words are rows of a table."""

from __future__ import annotations

import ast
from typing import Any

import lower

JS = {
    "and": " && ", "or": " || ", "not": "!", "none": "null", "true": "true", "false": "false", "==": "===", "!=": "!==",
    "function": "({0}) => {1}", "pair": "{0}: {1}", "local": "v[{0}]", "if": "if ({0}) {{", "else": "}} else {{",
    "while": "while ({0}) {{", "for": "for ({0} of {1}) {{", "end": "}}",
    "generator": "function* {0}({1}) {{", "wait": "yield* ", "locals": "let {0};", "def": "function {0}({1}) {{",
    "piece": "case {0}:", "go": "pc = {0}; continue;", "switch": "for (let v = f.v, pc = f.pc;;) switch (pc) {{",
    "wait_if": "f.pc = pc = {0}; if ({1}) return;", "leave": "return rt.finish(f);", "stop": "return",
}  # fmt: skip
LUA = {
    "and": " and ", "or": " or ", "not": "not ", "none": "nil", "true": "true", "false": "false", "==": "==",
    "!=": "~=", "function": "function({0}) return {1} end", "pair": "{0} = {1}", "local": "v[{0}]",
    "if": "if {0} then", "else": "else", "while": "while {0} do",
    "for": "for _, x in ipairs({1}) do {0} = x", "end": "end", "generator": "function {0}({1})", "wait": "",
    "locals": "local {0}", "def": "function {0}({1})", "piece": "if pc == {0} then", "piece_end": "end",
    "go": "pc = {0}", "switch": "local v, pc = f.v, f.pc while true do",
    "wait_if": "f.pc = {0} pc = {0} if {1} then return end", "leave": "do return rt.finish(f) end", "stop": "return",
}  # fmt: skip
PYTHON = {
    "and": " and ", "or": " or ", "not": "not ", "none": "None", "true": "True", "false": "False", "==": "==",
    "!=": "!=", "function": "lambda {0}: {1}", "pair": '"{0}": {1}', "local": "v[{0}]", "if": "if {0}:",
    "else": "else:", "while": "while {0}:", "for": "for {0} in {1}:", "end": "",
    "generator": "def {0}({1}):\n if False:\n  yield", "wait": "yield from ", "locals": "", "def": "def {0}({1}):",
    "piece": "if pc == {0}:", "go": "pc = {0}", "switch": "v, pc = f.v, f.pc\n while True:",
    "wait_if": "f.pc = pc = {0}\nif {1}: return", "leave": "return rt.finish(f)", "stop": "return",
}  # fmt: skip
WORDS: dict[str, dict[str, str]] = {"python": PYTHON, "javascript": JS, "lua": LUA}
PARAMS = {"verb": ["ev"], "before": ["me", "trigger"], "after": ["me", "trigger"], "whenever": list[str]()}


class Printer:
    """``framed``: locals are those of a frame, `v`; otherwise they are those of the language."""

    def __init__(self, words: dict[str, str], body: lower.Body, *, framed: bool) -> None:
        self.words, self.body, self.framed, self.bound = words, body, framed, set[str]()
        self.slots = {name: slot for slot, name in enumerate(PARAMS[body.form], 1)}  # places of locals in a frame

    # ---- expressions
    def local(self, name: str) -> str:
        if not self.framed or name in self.bound:
            return f"v_{name}"
        return self.words["local"].format(self.slot(name))

    def slot(self, name: str) -> int:
        return self.slots.setdefault(name, len(self.slots) + 1)

    def name(self, name: str) -> str:
        if name == "game":
            return "rt.game"
        if self.body.form == "verb" and name in self.body.params and name not in self.bound:
            return f"{self.local('ev')}.{name}"
        return self.local(name)

    def expr(self, node: Any) -> str:
        w, e = self.words, self.expr
        match node:
            case ast.Constant(value=None | bool()):
                return w[str(node.value).lower()]
            case ast.Constant(value=value):
                return str(value)
            case ast.Name(id=name):
                return self.name(name)
            case ast.Attribute(value=ast.Name(id="all")):
                return "rt.figures"
            case ast.Attribute(value=ast.Name(id="core"), attr=name):
                return f"core.{name}"
            case ast.Attribute(value=owner, attr=name):
                return f"{e(owner)}.{name}"
            case ast.Call(func=function, args=given):
                return f"{e(function)}({', '.join(e(a) for a in given)})"
            case ast.Lambda(args=args, body=inner):
                self.bound |= {args.args[0].arg}
                made = w["function"].format(f"v_{args.args[0].arg}", e(inner))
                self.bound -= {args.args[0].arg}
                return made
            case ast.BoolOp(op=op, values=values):
                return "(" + w[type(op).__name__.lower()].join(e(v) for v in values) + ")"
            case ast.UnaryOp(operand=inner):
                return f"({w['not']}{e(inner)})"
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                sign = {"Eq": w["=="], "NotEq": w["!="], "Lt": "<", "LtE": "<=", "Gt": ">", "GtE": ">="}
                return f"{e(left)} {sign[type(op).__name__]} {e(right)}"
            case ast.BinOp(left=left, op=op, right=right):
                return f"({e(left)} {({'Add': '+', 'Sub': '-', 'Mod': '%'})[type(op).__name__]} {e(right)})"
            case _:
                raise AssertionError(ast.dump(node))

    def mapping(self, given: list[ast.keyword]) -> str:
        return "{" + ", ".join(self.words["pair"].format(k.arg, self.expr(k.value)) for k in given) + "}"

    # ---- statements of the language
    def block(self, body: list[ast.stmt]) -> list[str]:
        lines = [" " + line for node in body if not isinstance(node, ast.Pass) for line in self.statement(node)]
        return lines or [" pass"] if self.words is PYTHON else lines

    def inside(self, head: str, body: list[ast.stmt], orelse: list[ast.stmt] | None = None) -> list[str]:
        middle = [self.words["else"].format(), *self.block(orelse)] if orelse else []
        return [line for line in (head, *self.block(body), *middle, self.words["end"].format()) if line]

    def statement(self, node: Any) -> list[str]:
        w, e = self.words, self.expr
        called = lower._called(node)
        match node:
            case ast.If(test=test, body=body, orelse=orelse):
                return self.inside(w["if"].format(e(test)), body, orelse)
            case ast.While(test=test, body=body):
                return self.inside(w["while"].format(e(test)), body)
            case ast.For(target=ast.Name(id=name), iter=source, body=body):
                return self.inside(w["for"].format(self.local(name), e(source)), body)
            case ast.Assign(targets=[ast.Attribute(value=owner, attr=name)], value=value):
                if owner.id in ("ev", "trigger"):
                    return [f"{e(owner)}.{name} = {e(value)}"]
                return [f'rt.write({e(owner)}, "{name}", {e(value)})']
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                wait = f"{w['wait']}rt.roll({e(value.args[0])})" if called == "roll" else e(value)
                return [f"{self.local(name)} = {wait}"]
            case ast.Expr(value=ast.Call(func=ast.Attribute(attr=verb), keywords=given)):
                return [f'{w["wait"]}rt.emit("{verb}", {self.mapping(given)})']
            case ast.Expr(value=ast.Attribute(attr=verb)):
                return [f'rt.end_frame("{verb}")']
            case ast.With(items=[ast.withitem(context_expr=head, optional_vars=name)], body=body):
                return self.opened(called, head, name, body)
            case _:
                raise AssertionError(ast.dump(node))

    def opened(self, called: str, head: Any, name: Any, body: list[ast.stmt]) -> list[str]:
        wait, none = self.words["wait"], self.words["none"]
        if called == "step":
            opened = self.words["if"].format(
                f'{"(yield* " if wait == "yield* " else "(" + wait}rt.step("{head.attr}", v_ev))'
            )
            closed = f'{wait}rt.close("{head.attr}", v_ev)'
            return [opened, *self.block([*body] or []), " " + closed, *filter(None, [self.words["end"].format()])]
        if called == "choose":
            found = f"{self.local(name.id)} = {wait}rt.choose({self.expr(head.args[0])})"
            test = f"{self.local(name.id)} {self.words['!=']} {none}"
        else:
            found = f'{self.local("done")} = {wait}rt.emit("{head.func.attr}", {self.mapping(head.keywords)})'
            test = f"{self.local('done')}.done"
        return [found, *self.inside(self.words["if"].format(test), body)]
