"""The studio: a page on this machine where games are written, looked at and played."""
