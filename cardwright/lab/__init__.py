"""The lab: agents, and many matches played by them, counted and compared (``docs/lab.md``)."""
