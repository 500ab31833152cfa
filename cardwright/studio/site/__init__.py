"""A game as a folder of pages for any web host, or for a browser without one."""
