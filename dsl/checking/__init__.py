"""A declared game checked: its names, types, statements, tables and tests; diagnostics and side tables come out."""
