"""The language server: answers an editor about rules, cards and tests."""
