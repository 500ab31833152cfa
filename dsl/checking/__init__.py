"""The checker: names, types, statements, tables and tests of a declared game. It gives diagnostics and side tables."""
