"""Lints: what is sound, and still hardly meant."""
