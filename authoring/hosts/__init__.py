"""Ready-made files for programs that show or play cards: a module a program, all of them in `authoring.hosts.table`."""

from importlib.resources import files


def hand_written(name: str) -> str:
    """The text of a hand-written file that is exported as it is."""
    return files("authoring.hosts").joinpath("files", name).read_text(encoding="utf-8")
