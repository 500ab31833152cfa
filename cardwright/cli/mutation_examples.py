"""Which changes the tests of the book's examples notice.

Job: an example is proven by a test that names it and notices any change, but a change is not tried on further tests
once somebody has noticed it. So for each example whose tests stand behind no change yet, find one that they notice.
Input: a run and what was found. Output: other verdicts for these changes. Tries the changes that the fewest tests
execute first: they are most likely what the example is about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from cardwright.cli.mutation_run import NOTICED, MutationRun, Verdict

Found = Mapping[str, tuple[str, Verdict]]


def noticed_by_examples(run: MutationRun, found: Found) -> dict[str, Verdict]:
    """By the key of a change its verdict, with the test of an example as the one that noticed it."""
    behind = Counter(test for _, verdict in found.values() for test in {verdict.by, *verdict.rows.values()})
    made: dict[str, Verdict] = {}
    for example in sorted(run.examples):
        tests = [n for n, record in enumerate(run.records) if record.passed and example in record.test.rows]
        if any(behind[run.records[n].test.name] for n in tests):
            continue
        free = {key: verdict for key, (_, verdict) in found.items() if key not in made and behind[verdict.by] > 1}
        for key, verdict in _noticed(run, free, tests):
            made[key] = verdict
            behind.update({verdict.by: 1, free[key].by: -1})
            break
    return made


def _noticed(run: MutationRun, free: Mapping[str, Verdict], tests: list[int]) -> Iterator[tuple[str, Verdict]]:
    """The changes that these tests notice, of those whose test stands behind another change, too."""
    wanted = [m for m in run.mutants if m.key in free and free[m.key].outcome == NOTICED]
    tried = [(touching, m) for m in wanted if (touching := run.touching(m))]
    for touching, mutant in sorted(tried, key=lambda one: len(one[0])):
        for number in (n for n in tests if n in touching):
            if run.is_noticed(mutant, number):
                yield mutant.key, replace(free[mutant.key], by=run.records[number].test.name)
