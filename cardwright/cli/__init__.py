"""The ``cardwright`` command: the only package that prints, exits or reads arguments."""
