"""A player may use an ability without end: nothing is paid for it, and nothing limits it.

An `offer` without `once` offers it again and again, and who always takes it never comes to an end: the match stops
with a fault after 200 offers. Say what it costs (`costs …`), how often it can be used (`once per turn`), or when
(`requires …`), or offer its class `once`. The rule counts activations of `every player` that always do something,
such as a call that is never refused, or a field that is set; that there is nothing to choose beside it does not stop
them.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule

FOUND = Finder("endless-activation")


def whole(context: LintContext) -> Iterator[Diagnostic]:
    files = context.summary.files
    offered = set(context.summary.names_in("open_offers"))
    stopped = {
        verb for name in context.summary.names_in("stopping") for verb in context.vocab.verbs_named(name) or [name]
    }
    for path, file in files.items() if "" not in stopped else ():
        for start, end, owner, name, verbs in file.free_uses:
            if name in offered and (not verbs or not stopped.issuperset(verbs.split())):
                told = "this may be used without end: nothing is paid for it, and nothing limits it"
                help = "say what it costs, or limit it: `once per …`; or let it be offered `once`"
                yield FOUND(context.summary.place(path, start, end, owner), told, help=help)


RULE = Rule(
    "endless-activation",
    "interaction",
    "something that a player may do without end",
    __doc__,
    bad={
        "rules": """\
every player:
  activate "Work" as action: increase self.gold by 1
""",
    },
    good={
        "rules": """\
every player:
  activate "Work" as action once per turn: increase self.gold by 1
""",
    },
    whole=whole,
)
