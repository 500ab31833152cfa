"""The compiler: the core tree, and the stages after it (lowering, callables, interpreter, targets)."""
