"""The configuration of lints: ``cardwright.toml``.

Job: find the file, read its table ``lint``, and load the project's own rules if the user allows it. Such rules are
Python code, and the author of the content may have written them. Input: a folder. Output: `LintConfig`. An invalid file
raises `ConfigError`; nothing in it is ignored.

    [lint]
    select = ["correctness", "unused-let"]   # groups, codes or "all"
    ignore = ["untested-card"]
    rules = ["lints/no_draws.py"]            # each with a `RULE`
    [lint.levels]
    unused-let = "error"
    [lint.per-path]                          # from the folder of this file
    "content/old/**" = ["untested-card"]
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable
from dataclasses import field, replace
from fnmatch import fnmatch
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from dsl.codes import CODES
from dsl.dataclass import dataclass
from dsl.diagnostics import Diagnostic, Severity
from dsl.game.game_files import SETTINGS
from dsl.game.named_files import read_named
from dsl.lint.groups import GROUPS, WAITING, WHOLE
from dsl.reading.folders import LINK, Folder, NotAFileError
from dsl.suggest import suggest
from dsl.visible import HIDDEN_IN_LINE, character_name

if TYPE_CHECKING:
    from dsl.lint.base import Rule

_MOST = 1024 * 1024  # bytes in a file
_KEYS = ("select", "ignore", "rules", "levels", "per-path")


class ConfigError(Exception):
    """An error in a configuration; the text is one sentence."""


@dataclass(frozen=True, slots=True)
class LintConfig:
    """Patterns are relative to ``folder``. If ``select`` is empty, every rule with ``on`` runs.

    ``given`` are the rules that there are, or None if those are the rules of Cardwright, which are imported when they
    are needed. ``file`` is the configuration file, or None if there is none.
    """

    folder: Path | None = None
    given: tuple[Rule, ...] | None = None
    select: frozenset[str] = frozenset()
    ignore: frozenset[str] = frozenset()
    levels: dict[str, str] = field(default_factory=dict[str, str])
    per_path: tuple[tuple[str, frozenset[str]], ...] = ()
    file: Path | None = None

    @property
    def rules(self) -> tuple[Rule, ...]:
        """All rules that there are."""
        if self.given is not None:
            return self.given
        from dsl.lint.rules import RULES

        return RULES

    def settings(self) -> list[Any]:
        """All that decides which findings there are, as JSON data."""
        paths = [(path, sorted(codes)) for path, codes in self.per_path]
        given = None if self.given is None else [(rule.code, self.level(rule)) for rule in self.running()]
        return [str(self.folder), paths, sorted(self.select), sorted(self.ignore), sorted(self.levels.items()), given]

    def running(self) -> tuple[Rule, ...]:
        """The rules that run, in order."""
        return tuple(rule for rule in self.rules if self._selects(rule) and not self._names(rule, self.ignore))

    def _selects(self, rule: Rule) -> bool:
        if not self.select:
            return rule.on
        return rule.code in self.select or (rule.on and bool(self.select & {rule.group, "all"}))

    def _names(self, rule: Rule, words: frozenset[str]) -> bool:
        return bool(words & {rule.code, rule.group, "all"})

    def level(self, rule: Rule) -> str:
        return self.levels.get(rule.code, rule.severity)

    def waits(self, found: Diagnostic, version: str) -> bool:
        """Whether a finding waits, because a game of this version is still being built; not if it is asked for."""
        group = next((rule.group for rule in self.rules if rule.code == found.code), "")
        return not self.select and group in WAITING and _rank(version) < _rank(WHOLE)

    def is_ignored(self, found: Diagnostic, path: Path) -> bool:
        """Whether a finding is ignored because of its path."""
        if self.folder is None or not path.is_relative_to(self.folder):
            return False
        inside = path.relative_to(self.folder).as_posix()
        return any(found.code in codes and fnmatch(inside, pattern) for pattern, codes in self.per_path)

    def with_words(self, select: Iterable[str], ignore: Iterable[str]) -> LintConfig:
        """The configuration with the options of a command line."""
        chosen, left = frozenset(select), frozenset(ignore)
        if chosen | left:
            check_words(chosen | left, self.rules, "this command line")
        return replace(self, select=chosen or self.select, ignore=self.ignore | left)


@dataclass(frozen=True, slots=True)
class CommandSettings:
    """Settings that only the user of the command can make, never content.

    ``file`` is used instead of any file that would be found, with patterns relative to the working folder.
    ``allow_rules``: rules in Python may run.
    """

    file: Path | None = None
    allow_rules: bool = False


def _rank(version: str) -> list[tuple[int, str]]:
    """What puts versions in order, however many digits they have."""
    return [(len(digits), digits) for digits in (part.lstrip("0") for part in version.split("."))]


def read_config(folder: Path, settings: CommandSettings | None = None) -> LintConfig:
    """The configuration for a folder: the nearest file in it or above it, else the default."""
    said = settings or CommandSettings()
    if said.file is not None:
        text = read_named(said.file, _MOST)
        return _config(said.file, _parsed(said.file, text), Path.cwd(), allow_rules=said.allow_rules)
    places = (folder.absolute(), *folder.absolute().parents)
    file = next((place / SETTINGS for place in places if os.path.lexists(place / SETTINGS)), None)
    if file is None:
        return LintConfig()
    try:
        text = Folder(file.parent).read(SETTINGS, _MOST)
    except NotAFileError as fault:
        what = "a link, which is not followed" if fault.form == LINK else "no file"
        raise ConfigError(f"`{file}` is {what}") from fault
    here = Path.cwd()
    shown = file.relative_to(here) if file.is_relative_to(here) else file
    return _config(shown, _parsed(shown, text), file.parent, allow_rules=said.allow_rules)


def _parsed(file: Path, text: bytes) -> dict[str, Any]:
    if len(text) > _MOST:
        raise ConfigError(f"`{file}` has more than 1 MiB, which is the most that is read")
    try:
        return tomllib.loads(text.decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise ConfigError(f"`{file}` cannot be read: {str(fault).lower()}") from fault
    except ValueError as fault:  # Python reads no number with thousands of digits
        raise ConfigError(f"`{file}` cannot be read: a number in it is too long") from fault


def _visible(data: Any, file: Path) -> None:
    """Refuses a text with an invisible character."""
    if isinstance(data, str) and (found := HIDDEN_IN_LINE.search(data)):
        raise ConfigError(f"a text in `{file}` holds the character {character_name(found.group())}")
    if isinstance(data, dict):
        _visible([*cast("dict[str, Any]", data), *cast("dict[str, Any]", data).values()], file)
    for item in cast("list[Any]", data) if isinstance(data, list) else ():
        _visible(item, file)


def _config(file: Path, data: dict[str, Any], home: Path, *, allow_rules: bool) -> LintConfig:
    _visible(data, file)
    _known(data, ("lint",), file)
    table = _table(data, "lint", file)
    _known(table, _KEYS, file)
    brought, own = _brought(table, file, allow_rules=allow_rules), LintConfig().rules
    doubled = next((rule for rule in brought if rule.code in {*CODES, *(r.code for r in own)}), None)
    if doubled is not None:
        raise ConfigError(f"the rule `{doubled.code}` of `{file}` has the name of another one")
    levels = {code: str(level) for code, level in _table(table, "levels", file).items()}
    paths = _table(table, "per-path", file)
    select, ignore = frozenset(_words(table, "select", file)), frozenset(_words(table, "ignore", file))
    per_path = tuple((path, frozenset(_words(paths, path, file))) for path in paths)
    named = select | ignore | levels.keys() | {code for _, codes in per_path for code in codes}
    check_words(named, (*own, *brought), f"`{file}`")
    unknown = next((level for level in levels.values() if level not in {s.value for s in Severity}), None)
    if unknown is not None:
        raise ConfigError(f"`{unknown}` in `{file}` is no level; there are error and warning")
    return LintConfig(home, (*own, *brought) if brought else None, select, ignore, levels, per_path, file)


def _brought(table: dict[str, Any], file: Path, *, allow_rules: bool) -> tuple[Rule, ...]:
    """The Python rules that a file names, by paths relative to its folder; an error if they are not allowed."""
    names = _words(table, "rules", file)
    if names and not allow_rules:
        raise ConfigError(
            f"`{file}` names rules in Python, which can do anything on this machine: "
            "read them, and let them run with `--allow-rules`"
        )
    return tuple(_load(file.parent / name) for name in names)


def _table(data: dict[str, Any], key: str, file: Path) -> dict[str, Any]:
    found: object = data.get(key, {})
    if not isinstance(found, dict):
        raise ConfigError(f"`{key}` in `{file}` is no table")
    return cast("dict[str, Any]", found)


def check_words(words: Iterable[str], rules: tuple[Rule, ...], where: str) -> None:
    """Refuses a code or group that no rule has: a misspelt one would have no effect."""
    known = {"all", *GROUPS, *(rule.code for rule in rules), *CODES}
    for word in sorted(words):
        if word not in known:
            near = suggest(word, known)
            message = f"{where} names `{word}`, and there is no such rule or group"
            raise ConfigError(message + (f"; {near}" * bool(near)))


def _known(table: dict[str, Any], keys: tuple[str, ...], file: Path) -> None:
    for key in table:
        if key not in keys:
            near = suggest(key, keys)
            raise ConfigError(f"nothing reads `{key}` in `{file}`" + (f"; {near}" * bool(near)))


def _words(table: dict[str, Any], key: str, file: Path) -> list[str]:
    found: object = table.get(key, [])
    words = cast("list[object]", found) if isinstance(found, list) else [None]
    if not all(isinstance(word, str) for word in words):
        raise ConfigError(f"`{key}` in `{file}` is no list of texts")
    return [str(word) for word in words]


def _load(path: Path) -> Rule:
    """The rule that a Python file defines."""
    spec = spec_from_file_location(f"lint_{path.stem}", path)
    if not path.is_file() or spec is None or spec.loader is None:
        raise ConfigError(f"there is no file of a rule `{path}`")
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as fault:  # any error of a project's own file is reported as an error of that file
        raise ConfigError(f"the rule `{path}` cannot be loaded: {fault}") from fault
    from dsl.lint.base import Rule

    rule = getattr(module, "RULE", None)
    if not isinstance(rule, Rule):
        raise ConfigError(f"`{path}` defines no `RULE`")
    return rule
