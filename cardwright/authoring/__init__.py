"""Tools for authors and for other programs; of our own code, only the command line imports them."""
