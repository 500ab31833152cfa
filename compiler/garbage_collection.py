"""Python's search for cycles, out of the way of trees and of running games.

Job: tell the collector that trees, facts and a compiled program have no cycles and stay for good, and that a game makes
many small values and hardly a cycle. Measured: a sixth less time for a build, a tenth more games a second.
"""

import gc
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache

_ALLOCATIONS = 100_000  # allocations before a collection of the youngest objects; Python's default is 700


def spare_the_program() -> None:
    """After compiling, before playing. For programs that play many games; a library never calls it by itself.

    Only the first program of a process is kept for good: what is let go of later ones can be collected. Who has set
    more allocations keeps them.
    """
    keep_for_good()
    gc.set_threshold(max(_ALLOCATIONS, gc.get_threshold()[0]))


@cache
def keep_for_good() -> None:
    """Everything that there is, once in a process. To ask Python whether it was done, it would count all of it."""
    gc.freeze()


@contextmanager
def program_spared() -> Generator[None]:
    """Compiles in a block: `without_garbage_collection`, then `spare_the_program` before anything is collected."""
    gc.disable()
    try:
        yield
    finally:
        spare_the_program()
        gc.enable()


@contextmanager
def without_garbage_collection() -> Generator[None]:
    """Turns the collector off while trees and facts are made: looking for cycles among them is slow."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
