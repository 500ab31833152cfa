"""A game checked file by file: only what changed, or what depends on what changed, is checked again."""
