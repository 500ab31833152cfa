"""What the language server tells of whole files and games, through its pipes."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pytest_lsp import ClientServerConfig, LanguageClient

from cardwright.authoring.server.marks import TOKENS
from cardwright.authoring.server.words import SAID
from dsl.syntax.parse import grammar_words
from tests.changing_game import write_changing
from tests.server.test_over_the_wire import Editor, opened

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_lsp.fixture(
    scope="module", config=ClientServerConfig(server_command=[sys.executable, "-m", "cardwright.cli.main", "lsp"])
)
async def client(lsp_client: LanguageClient) -> AsyncIterator[None]:
    await lsp_client.initialize_session(lsp.InitializeParams(capabilities=lsp.ClientCapabilities()))
    yield
    await lsp_client.shutdown_session()


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return write_changing(tmp_path)


def whole(editor: Editor) -> lsp.Range:
    return lsp.Range(lsp.Position(0, 0), lsp.Position(editor.text.count("\n"), 0))


async def test_an_open_call_shows_its_operands(client: LanguageClient, game: Path) -> None:
    editor = await opened(client, game / "rules" / "play.rules")
    params = lsp.SignatureHelpParams(editor.document, editor.at("deal 2 cold to u", len("deal 2 cold to ")))
    found = await client.text_document_signature_help_async(params)
    assert found is not None and found.signatures[0].label.startswith("verb deal(amount: a number, ")
    assert found.active_parameter == 2
    params = lsp.SignatureHelpParams(editor.document, editor.at("deal 2 cold to u", len("deal ")))
    found = await client.text_document_signature_help_async(params)
    assert found is not None and found.active_parameter == 0
    params = lsp.SignatureHelpParams(editor.document, editor.at("min(amount, target", len("min(amount, ")))
    found = await client.text_document_signature_help_async(params)
    assert found is not None and found.signatures[0].label == "min(int, int): int" and found.active_parameter == 1


async def test_names_are_coloured_by_what_they_name(client: LanguageClient, game: Path) -> None:
    for file, piece, sort in (("cards/more_0.yaml", "heal 1", "method"), ("cards/more_0.yaml", "passive", "keyword"),
                              ("rules/play.rules", "damage by", "property"),
                              ("tests/more_0.yaml", "card_0", "class"), ("ruleset.yaml", "fire", "enumMember")):  # fmt: skip
        editor = await opened(client, game / file)
        found = await client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(editor.document))
        assert found is not None
        names = {text: TOKENS[sort] for text, sort in _tokens(editor.text, list(found.data))}
        assert names.get(piece.split(" ")[0]) == sort, names


def _tokens(text: str, data: list[int]) -> list[tuple[str, int]]:
    lines, line, start = text.split("\n"), 0, 0
    found: list[tuple[str, int]] = []
    for n in range(0, len(data), 5):
        line, start = line + data[n], data[n + 1] + (0 if data[n] else start)
        found.append((lines[line][start : start + data[n + 2]], data[n + 3]))
    return found


async def test_colours_follow_an_edit(client: LanguageClient, game: Path) -> None:
    editor = await opened(client, game / "cards" / "more_0.yaml")
    params = lsp.SemanticTokensParams(editor.document)
    before = await client.text_document_semantic_tokens_full_async(params)
    editor.change("cards:\n", "\n# more\ncards:\n")
    after = await client.text_document_semantic_tokens_full_async(params)
    assert before is not None and after is not None
    assert _tokens(editor.text.replace("\n# more\n", "", 1), list(before.data)) == _tokens(
        editor.text, list(after.data)
    )


async def test_hints_tell_parameters_and_who_self_is(client: LanguageClient, game: Path) -> None:
    editor = await opened(client, game / "cards" / "more_0.yaml")
    found = await client.text_document_inlay_hint_async(lsp.InlayHintParams(editor.document, whole(editor)))
    at = {(hint.position.line, hint.position.character): hint.label for hint in found or ()}
    text, number = editor.at("after tap self"), editor.at("heal 1 to self", 5)
    assert at[text.line, text.character] == "self: a unit" and at[number.line, number.character] == "amount:"


async def test_blocks_fold(client: LanguageClient, game: Path) -> None:
    editor = await opened(client, game / "rules" / "play.rules")
    found = await client.text_document_folding_range_async(lsp.FoldingRangeParams(editor.document))
    start = editor.at("verb deal").line
    assert (start, start + 3) in [(fold.start_line, fold.end_line) for fold in found or ()]


async def test_symbols_are_found_in_all_files(client: LanguageClient, game: Path) -> None:
    await opened(client, game / "cards" / "more_0.yaml")
    for query, file in (("card_4", "more_1.yaml"), ("promo", "example.rules"), ("card_0 is", "more_0.yaml")):
        found = await client.workspace_symbol_async(lsp.WorkspaceSymbolParams(query))
        places = [item.location for item in found or () if isinstance(item, lsp.SymbolInformation)]
        assert any(place.uri.endswith(file) and game.as_uri() in place.uri for place in places)


async def test_who_does_a_verb_and_who_answers_it(client: LanguageClient, game: Path) -> None:
    editor = await opened(client, game / "rules" / "play.rules")
    params = lsp.CallHierarchyPrepareParams(editor.document, editor.at("verb deal", 6))
    (item,) = await client.text_document_prepare_call_hierarchy_async(params) or ()
    calls = await client.call_hierarchy_incoming_calls_async(lsp.CallHierarchyIncomingCallsParams(item))
    told = {(call.from_.name, (call.from_.detail or "").split(" ")[0]) for call in calls or ()}
    assert ("steady", "answers") in told and any(form == "does" for _, form in told)
    promote = await opened(client, game / "rules" / "example.rules")
    params = lsp.CallHierarchyPrepareParams(promote.document, promote.at("keyword steady", 10))
    assert not await client.text_document_prepare_call_hierarchy_async(params)
    outgoing = await client.call_hierarchy_outgoing_calls_async(
        lsp.CallHierarchyOutgoingCallsParams(await _item_of(client, editor, "flow match", 6))
    )
    assert [call.to.name for call in outgoing or ()] == ["turn"]


async def _item_of(client: LanguageClient, editor: Editor, piece: str, within: int) -> lsp.CallHierarchyItem:
    params = lsp.CallHierarchyPrepareParams(editor.document, editor.at(piece, within))
    (item,) = await client.text_document_prepare_call_hierarchy_async(params) or ()
    return item


async def test_lenses_run_tests_and_count_them(client: LanguageClient, game: Path) -> None:
    tests = await opened(client, game / "tests" / "more_0.yaml")
    found = await client.text_document_code_lens_async(lsp.CodeLensParams(tests.document))
    assert found and found[0].command is not None and found[0].command.title == "run test"
    assert list(found[0].command.arguments or ()) == [str(game), "card_0 is tapped"]
    cards = await opened(client, game / "cards" / "more_0.yaml")
    found = await client.text_document_code_lens_async(lsp.CodeLensParams(cards.document))
    assert found and found[0].command is not None and found[0].command.title == "1 test"


async def test_a_lens_says_whether_rows_are_proven(client: LanguageClient, game: Path) -> None:
    rules = game / "rules" / "play.rules"
    rules.write_text(rules.read_text(encoding="utf-8").replace("verb tap", "@EX-01\nverb tap"), encoding="utf-8")
    proof = "# x\n\nverb tap digest 0\n  line 2: a\n    EX-01: one\n    EX-02: other\n  line 3: b\n    EX-01: two\n"
    (game / "proof.txt").write_text(proof, encoding="utf-8")
    editor = await opened(client, rules)
    found = await client.text_document_code_lens_async(lsp.CodeLensParams(editor.document))
    assert any(lens.command is not None and lens.command.title.endswith("· row proven") for lens in found or ())


async def test_a_range_is_laid_out_alone(client: LanguageClient, game: Path) -> None:
    editor = await opened(client, game / "rules" / "play.rules")
    editor.change("increase target.damage by hurt", "increase  target.damage  by hurt")
    editor.change("decrease target.damage by min", "decrease  target.damage by min")
    options = lsp.FormattingOptions(tab_size=2, insert_spaces=True)
    line = editor.at("increase  target").line
    within = lsp.Range(lsp.Position(line, 0), lsp.Position(line, 5))
    found = await client.text_document_range_formatting_async(
        lsp.DocumentRangeFormattingParams(editor.document, within, options)
    )
    assert [edit.new_text.strip() for edit in found or ()] == ["increase target.damage by hurt"]
    below = lsp.Range(lsp.Position(line + 1, 0), lsp.Position(line + 1, 0))
    assert not await client.text_document_range_formatting_async(
        lsp.DocumentRangeFormattingParams(editor.document, below, options)
    )


async def test_words_of_the_language_say_what_they_mean(client: LanguageClient, game: Path) -> None:
    editor = await opened(client, game / "cards" / "more_0.yaml")
    assert "when the event has happened" in await editor.hover("after tap")
    assert "changes values while it is live" in await editor.hover("passive while")
    assert await editor.hover("provenance: house") == ""
    assert grammar_words() <= SAID.keys()
