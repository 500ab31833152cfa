"""Mutants: small changes of the core tree that tests should detect."""
