"""Python's search for cycles, out of the way of running games.

Job: tell the collector that a compiled program stays for good, and that a game makes many small values and hardly a
cycle. For programs that play many games; a library never calls it by itself. Measured: a tenth more games a second.
"""

import gc

_ALLOCATIONS = 100_000  # between two searches of the youngest values; Python's own default is 700


def spare_the_program() -> None:
    """After compiling, before playing."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_ALLOCATIONS)
