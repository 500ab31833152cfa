"""One module writes files: all others would have to think of full disks, kills and links themselves."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from tests.house.sources import modules

WRITER = "dsl/writing.py"
# What else may touch the disk, and why.
ALLOWED = {
    "dsl/incremental/store.py": "a cache may be lost, and is made anew",
    "dsl/reading/folders.py": "opens files to read them, part by part, so that no link is followed",
    "cardwright/lab/node_engine.py": "keeps what Node plays in a temporary folder, and looks for Node",
    "cardwright/studio/matches.py": "keeps the files of a match in a temporary folder while they are compared",
    "cardwright/cli/revisions.py": "unpacks a state of a game into a temporary folder of its own",
}
METHODS = {"write_text", "write_bytes", "mkdir", "rename", "rmdir", "unlink", "symlink_to", "hardlink_to", "link_to"}
OF_OS = METHODS | {"replace", "renames", "makedirs", "remove", "removedirs", "link", "symlink", "write", "truncate",
                   "chmod", "chown", "open", "mkfifo", "mknod", "utime"}  # fmt: skip
MODULES = {"shutil", "tempfile", "tarfile", "zipfile"}


def test_only_one_module_writes() -> None:
    found = {module.name: list(writes(module.nodes)) for module in modules()}
    others = {where: calls for where, calls in found.items() if calls and where not in (WRITER, *ALLOWED)}
    assert not others, f"write through {WRITER}: {others}"


def test_what_is_allowed_is_needed() -> None:
    found = {module.name: list(writes(module.nodes)) for module in modules()}
    assert found[WRITER]
    assert all(found[where] for where in ALLOWED), "delete what writes nothing"


def test_every_way_of_writing_is_seen() -> None:
    ways = (
        "path.write_text('')", "(a / b).write_bytes(b'')", "path.mkdir(parents=True)", "path.open('w')",
        "open(path, 'a')", "open(path, mode='r+')", "open(path, mode)", "io.open(path, 'x')", "os.open(path, flags)",
        "os.replace(a, b)", "path.replace(other)", "path.touch()", "import shutil", "from tempfile import mkstemp",
        "from os import replace", "path.unlink()", "path.open(mode='wb')",
    )  # fmt: skip
    assert [way for way in ways if not list(writes(ast.walk(ast.parse(way))))] == []
    reads = (
        "open(path)",
        "path.open('rb')",
        "open(path, 'r')",
        "text.replace(a, b)",
        "state.touch(name)",
        "os.getpid()",
    )
    assert [way for way in reads if list(writes(ast.walk(ast.parse(way))))] == []


def writes(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Each thing among the nodes of a module that can write to the disk."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name.partition(".")[0] in MODULES)
        elif isinstance(node, ast.ImportFrom):
            module = (node.module or "").partition(".")[0]
            if module in MODULES or (module == "os" and any(name.name in OF_OS for name in node.names)):
                yield ast.unparse(node)
        elif isinstance(node, ast.Call) and _writes(node):
            yield ast.unparse(node)


def _writes(call: ast.Call) -> bool:
    match call.func:
        case ast.Name(id="open"):
            return not _reads_only(call, 1)
        case ast.Attribute(value=ast.Name(id="os" | "io" as module), attr=name):
            return (
                name in OF_OS if module == "os" else name == "FileIO" or (name == "open" and not _reads_only(call, 1))
            )
        case ast.Attribute(attr="open"):
            return not _reads_only(call, 0)
        case ast.Attribute(attr="replace"):  # of a path: that of a text takes two values
            return len(call.args) == 1 and not call.keywords
        case ast.Attribute(attr="touch"):
            return not call.args
        case ast.Attribute(attr=name):
            return name in METHODS
        case _:
            return False


def _reads_only(call: ast.Call, place: int) -> bool:
    """Whether the mode that an `open` is given says so."""
    named = next((keyword.value for keyword in call.keywords if keyword.arg == "mode"), None)
    mode = named or (call.args[place] if len(call.args) > place else ast.Constant("r"))
    return isinstance(mode, ast.Constant) and isinstance(mode.value, str) and not set(mode.value) & set("wax+")
