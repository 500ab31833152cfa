"""Targets: the core tree as readable source code over a runtime of the target's own."""
