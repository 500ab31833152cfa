"""Lints: text without errors that is probably not what the author meant."""
