"""Text becomes code in one module: nothing else makes it, and what it makes is plain ASCII on lines of its own."""

from __future__ import annotations

import ast

import lupa.lua51
import lupa.lua54
import pytest

from compiler.core.identifiers import Names, identifier
from compiler.targets.code_text import javascript_literal, lua_literal, named, python_literal, remark
from tests.hostile.names import TEXTS
from tests.house.sources import ROOT, modules

HOME = "compiler/targets/code_text.py"
ALL = (
    *TEXTS,
    *(chr(code) for code in (*range(0x800), *range(0x2000, 0x2100))),
    *(chr(code) for code in range(0xD7F0, 0xE010)),
)


def test_only_one_module_makes_code_of_text() -> None:
    """Elsewhere the type checkers refuse a text where code is wanted; what silences them is not used."""
    found: list[str] = []
    for module in modules():
        if module.name.startswith("dsl/"):
            continue
        for node in module.nodes:
            if isinstance(node, ast.Call) and module.name != HOME:
                called = ast.unparse(node.func)
                makes = called.rpartition(".")[2] == "CodeText"
                makes |= called == "cast" and "CodeText" in ast.unparse(node.args[0])
                found += [f"{module.name}:{node.lineno}"] if makes else []
        if "CodeText" in module.text:
            found += [
                f"{module.name}:{n}" for n, line in enumerate(module.text.split("\n"), 1) if "type: ignore" in line
            ]
    assert found == []
    assert (ROOT / HOME).read_text(encoding="utf-8").count("CodeText(") > 8


def test_literals_are_the_texts_that_they_are_of() -> None:
    lua = [dialect.LuaRuntime(encoding=None) for dialect in (lupa.lua51, lupa.lua54)]
    for text in ALL:
        for literal in (python_literal, javascript_literal, lua_literal):
            made = literal(text)
            assert made.isascii() and made.isprintable() and made[0] in "\"'" and made[-1] == made[0], ascii(text)
        assert ast.literal_eval(python_literal(text)) == text
        wanted = text.encode("utf-8", "surrogatepass")
        assert [one.eval(lua_literal(text)) for one in lua] == [wanted, wanted]
        assert "<" not in javascript_literal(text) and ">" not in javascript_literal(text)


def test_remarks_end_nothing() -> None:
    assert remark("require play (cards/a b.yaml:7)") == "require play (cards/a b.yaml:7)"
    assert remark('a\nb\u2028<\\"') == "a(U+000A)b(U+2028)(U+003C)(U+005C)(U+0022)"
    for text in ALL:
        made = remark(text)
        assert made.isascii() and made.isprintable() and not set(made) & set("\\\"'<>`*"), ascii(text)


@pytest.mark.parametrize("text", ["", "1a", "a b", "ﬁre", "é", "a\n", "a.b", "a-b", "a;b", "а"])
def test_what_is_no_name_never_becomes_one(text: str) -> None:
    with pytest.raises(ValueError, match="cannot be a name"):
        named(text)


def test_generated_names_are_plain_and_differ() -> None:
    names = Names()
    made = [names.fresh(text) for text in (*TEXTS, "ﬁre", "fire", "ﬁre", "", "", "_", "__proto__")]
    assert len(set(made)) == len(made) and all(identifier(name) and name.startswith("f_") for name in made)
