"""Incremental checks: only files that changed, or that depend on a change, are checked again."""
