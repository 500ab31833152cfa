"""The language server: what an editor asks about rules, cards and tests while they are written."""
