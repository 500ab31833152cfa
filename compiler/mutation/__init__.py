"""Small changes of the core tree that tests should notice."""
