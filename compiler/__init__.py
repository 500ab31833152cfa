"""The core tree and everything after it: lowering, verification, callables, interpreter."""
