"""The fuzzer in a process of its own, which is small: each input is tried in a fork, and forks of the tests are dear.

Reads lines of a seed and how many inputs of it are tried; answers each with the failures and the counts.
"""

from __future__ import annotations

import gc
import json
import sys

from tests.fuzz.__main__ import Fuzzer, warm_up


def main() -> None:
    warm_up()
    gc.freeze()  # the collector looks at none of it in the forks
    gc.set_threshold(100_000)
    for line in sys.stdin:
        seed, inputs = json.loads(line)
        fuzzer = Fuzzer(seed, None, large=0, javascript=False)
        for number in range(inputs):
            fuzzer.one(number)
        print(json.dumps([fuzzer.failures, fuzzer.counts]), flush=True)


if __name__ == "__main__":
    main()
