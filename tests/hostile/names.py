"""Texts and words that people who mean harm would write wherever a game can be written.

`CANARY` is the name of a file: a text that runs as code of some language makes it, in the folder that the process runs
in. Nothing that is exported or loaded may do so.
"""

from __future__ import annotations

import keyword

CANARY = "canary_was_here"

_PYTHON = f"open({CANARY!r}, 'w').close()"
_LUA = f"io.open({CANARY!r}, 'w'):close()"
_NODE = f"process.getBuiltinModule('node:fs').writeFileSync({CANARY!r}, '')"
_RUN = (_PYTHON, _LUA, _NODE)

# What ends a comment, a text or a line in some language; each is put before code of every language.
_CLOSERS = (
    "\n", "\r", "\r\n", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029", "'", '"', "'''\n", '"""\n', "`", "]]", "]==]",
    "*/", "-->", "</script><script>", "\\", "\\\n", "#}", "%>", "?>", "\\'", '\\"', "');", '");', '"]);', "}}",
)  # fmt: skip

TEXTS: tuple[str, ...] = (
    *(f"{closer}\n{_RUN[number % 3]}" for number, closer in enumerate(_CLOSERS)),
    *(f"x{closer} {_RUN[number // 3 % 3]} {closer}" for number, closer in enumerate(_CLOSERS)),
    *(f"x{end}{code}{end}" for end in ("\n", "\r", "\u2028", "'", '"') for code in _RUN),
    *(f"${{{_NODE}}}", f"{{{_PYTHON}}}", f"%({_PYTHON})s", f"`{_NODE}`", f"$({CANARY})", "$arguments", "$body", "$name"),
    *("{}", "{0}", "{0.__class__}", "%s", "%(x)s", "%n", "$literal", "$$", "\\", "ends with \\", "'", '"', "'\"", "\\u0041"),
    *("\\N{BULLET}", "\\x41", "\\065", "\\z", "\x00", "a\x00b", "\x07", "\x08", "\x1b[31mred", "\x7f", "\x9b31m", "\t"),
    *("--[[", "--]]", "[[", "]]", "[=[", "/*", "//", "#", "# -*- coding: utf-7 -*-", "+AGE-", "<!--", "-->", "</script>"),
    *("\u202ereversed", "\u2066isolated\u2069", "\u200bzero", "\ufeffmark", "\u00adsoft", "\U000e0041tag", "e\u0301", "é"),
    *("ﬁre", "ſelf", "ｄｅｆ", "Ⅷ", "ß", "İ", "ı", "🂡", "👩‍👩‍👧", "\U0001f1fa\U0001f1f8", "中", "漢字", "עברית", "\uffff", "\U0010ffff"),
    *("\ud800", "a\udfff", "\udc80x"),
    *("=1+1", "+1+1", "-1+1", "@SUM(A1)", "=cmd|'/c calc'!A0", '=HYPERLINK("http://x","y")', "\t=1+1", "＝1", "-", "+", "@"),
    *("../x", "../../etc/passwd", "/etc/passwd", "C:\\x", "con", "nul", "a:b", "-rf", "--help", ".", "..", "~", "a/b", "a\\b"),
    *("__proto__", "constructor", "hasOwnProperty", "toString", "valueOf", "prototype", "__class__", "__init__", "__index"),
    *("__metatable", "_ENV", "_G", "None", "True", "nil", "undefined", "NaN", "null", "self", "end", "done", "at", "_kind"),
    *("::error::forged", "##[error]forged", "# heading", "[link](http://x)", "| a | b |", "x" * 5000, " ", "  padded  "),
)  # fmt: skip

_JAVASCRIPT = (
    "abstract arguments await boolean break byte case catch char class const continue debugger default delete do double"
    " else enum eval export extends final finally float for function goto if implements import in instanceof int interface"
    " let long native new package private protected public return short static super switch synchronized throw throws"
    " transient try typeof var void volatile while with yield constructor prototype undefined length name caller callee"
    " apply call bind then catch get set of async from as target meta globalthis window self document process module"
    " exports require keys values entries next push pop shift map filter find includes sort slice splice concat join"
)
_LUA_WORDS = (
    "and break do else elseif end false for function goto if in local nil not or repeat return then true until while"
    " arg coroutine debug io math os package string table assert error getmetatable ipairs load next pairs pcall print"
    " rawequal rawget rawset select setmetatable tonumber tostring type unpack xpcall insert remove concat"
)
_PYTHON_WORDS = (
    "abs all any ascii bin bool bytes callable chr classmethod compile complex copy count delattr dict dir divmod"
    " enumerate eval exec exit filter float format frozenset getattr globals hasattr hash help hex id input int isinstance"
    " iter len list locals map max min mro next object oct open ord pow print property range repr reversed round set"
    " setattr slice sorted staticmethod str sum super tuple type vars zip index real imag numerator items keys"
)
_RUNTIME = (
    "rt core data rules tests f ev env it this self then trigger target done held found event kind kinds card cards zone"
    " zones alive statuses keywords status keyword bearer owner controller at x y facing size width depth elevation in_play"
    " square squares board game player players id name value total label labels number verb parent outcome reason use"
    " replaced prevented step steps frame stack bounds spans place rows row path line column has is can value symbols face"
    " dice die roll text prompt options least most who such_that request answer code classes prototypes functions"
    " program stats verbs checks lives abilities rosters scenarios lasting deals seats whose lists format hash version"
    " start policy enums terrain traits events names data_rows paths owners v f_x v_self chosen mode rounds found rt"
)

# Every word that is a name in the language, and means something to a runtime or to a host's language.
WORDS: tuple[str, ...] = tuple(
    dict.fromkeys(
        word.lower()
        for words in (*keyword.kwlist, *keyword.softkwlist, _JAVASCRIPT, _LUA_WORDS, _PYTHON_WORDS, _RUNTIME)
        for word in words.split()
    )
)

# Words that look like names, and are none.
NO_NAMES: tuple[str, ...] = (
    "_", "__", "_x", "x_", "_kind", "_kinds", "_id", "_card", "_zone", "_alive", "_outcome", "_verb", "_done", "_is", "_class",
    "__proto__", "__class__", "__dict__", "__slots__", "__index", "__metatable", "__name__", "_env", "_g", "found_",
    "chosen_1_", "mode_1_", "each_1_", "ﬁre", "ſelf", "ｄｅｆ", "é", "x\u0301", "X", "hasOwnProperty", "1x", "x-y", "x.y", "x\n",
)  # fmt: skip
