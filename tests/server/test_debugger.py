"""The debugger over the Debug Adapter Protocol, as an editor uses it."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

import pytest

from cardwright.cli.main import main

PATIENCE = 60  # seconds that a whole test may take


class Editor:
    """The client's side: requests that are answered, and the events that came on the way."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "cardwright.cli.main", "debug", "--dap"]
        self.process = Popen(command, stdin=PIPE, stdout=PIPE)
        self.events: list[dict[str, Any]] = []
        self.seq = 0

    def send(self, command: str, **arguments: Any) -> int:
        self.seq += 1
        self.send_text(json.dumps({"seq": self.seq, "type": "request", "command": command, "arguments": arguments}))
        return self.seq

    def send_text(self, text: str) -> None:
        assert self.process.stdin is not None
        body = text.encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        self.process.stdin.flush()

    def receive(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        head = self.process.stdout.readline()
        assert head.startswith(b"Content-Length: "), head
        assert self.process.stdout.readline() == b"\r\n"
        message: dict[str, Any] = json.loads(self.process.stdout.read(int(head.split()[1])))
        return message

    def answer(self, command: str, **arguments: Any) -> dict[str, Any]:
        """The whole answer to a request; events before it are kept."""
        number = self.send(command, **arguments)
        while True:
            message = self.receive()
            if message["type"] == "response":
                assert message["request_seq"] == number
                return message
            self.events.append(message)

    def ask(self, command: str, **arguments: Any) -> Any:
        """The body of the answer to a request that succeeds."""
        answer = self.answer(command, **arguments)
        assert answer["success"], answer["message"]
        return answer["body"]

    def until(self, name: str) -> dict[str, Any]:
        """The next event of a name, of those that came and those to come; those before it are forgotten."""
        while True:
            event = self.events.pop(0) if self.events else self.receive()
            assert event["type"] == "event", event
            if event["event"] == name:
                body: dict[str, Any] = event["body"]
                return body

    # ---- what an editor does all the time
    def launch(self, folder: Path, **arguments: Any) -> None:
        able = self.ask("initialize", adapterID="cardwright")
        assert able["supportsStepBack"] and able["supportsDataBreakpoints"]
        self.ask("launch", game=str(folder), **arguments)
        self.until("initialized")

    def begin(self) -> dict[str, Any]:
        self.ask("configurationDone")
        return self.until("stopped")

    def go(self, command: str) -> dict[str, Any]:
        """A step, up to where it stops."""
        self.ask(command, threadId=1)
        return self.until("stopped")

    def here(self) -> tuple[str, int]:
        """The name of the innermost frame and its line."""
        top = self.ask("stackTrace", threadId=1)["stackFrames"][0]
        return top["name"], top["line"]

    def names(self) -> dict[str, dict[str, Any]]:
        """The names of the innermost frame."""
        top = self.ask("stackTrace", threadId=1)["stackFrames"][0]
        first, *_ = self.ask("scopes", frameId=top["id"])["scopes"]
        return self.inside(first)

    def inside(self, value: dict[str, Any]) -> dict[str, dict[str, Any]]:
        found = self.ask("variables", variablesReference=value["variablesReference"])["variables"]
        return {row["name"]: row for row in found}

    def watch(self, expression: str) -> str:
        return str(self.ask("evaluate", expression=expression, frameId=1)["result"])

    def break_at(self, path: Path, *lines: int, condition: str = "") -> list[dict[str, Any]]:
        points = [{"line": line, "condition": condition} for line in lines]
        body = self.ask("setBreakpoints", source={"path": str(path)}, breakpoints=points)
        found: list[dict[str, Any]] = body["breakpoints"]
        return found


@pytest.fixture
def editor() -> Iterator[Editor]:
    made = Editor()
    yield made
    made.process.kill()
    made.process.communicate()


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return new_game(tmp_path_factory.mktemp("games"))


def new_game(below: Path) -> Path:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(below)
        assert main(["new", "fields"]) == 0
    return below / "content" / "fields"


def line_of(path: Path, text: str) -> int:
    """The number of the first line with a text."""
    lines = path.read_text(encoding="utf-8").split("\n")
    return next(number for number, line in enumerate(lines, 1) if text in line)


RULES, CARDS = "rules/match.rules", "cards/actions.yaml"
FEAST = "a feast in the pile makes later cards worth more"


def test_it_stops_at_a_line_of_rules_and_of_a_card(editor: Editor, game: Path) -> None:
    editor.launch(game, subject=FEAST)
    put = line_of(game / RULES, "put played into")
    assert editor.break_at(game / RULES, put - 2) == [{"verified": True, "line": put}]  # a `require` is no statement
    trigger = line_of(game / CARDS, "gain 1 by self")
    assert editor.break_at(game / CARDS, trigger) == [{"verified": True, "line": trigger}]
    assert editor.begin()["reason"] == "breakpoint"
    assert editor.here() == ("play", put)
    assert editor.go("continue")["reason"] == "breakpoint"
    assert editor.here() == ("play", put)
    editor.go("continue")
    name, line = editor.here()
    assert line == trigger and name.startswith("feast")
    editor.ask("continue", threadId=1)
    editor.until("terminated")


def test_steps_go_in_over_and_out(editor: Editor, game: Path) -> None:
    editor.launch(game, subject=FEAST, stopOnEntry=True)
    assert editor.begin()["reason"] == "entry"
    put, gain = line_of(game / RULES, "put played into"), line_of(game / RULES, "gain played.worth")
    editor.break_at(game / RULES, put)
    editor.go("continue")
    editor.go("next")
    assert editor.here() == ("play", gain)
    editor.go("stepIn")
    assert editor.here() == ("gain", line_of(game / RULES, "increase who.score"))
    editor.go("stepOut")
    assert editor.here()[0] != "gain"


def test_only_names_of_the_text_are_shown(editor: Editor, game: Path) -> None:
    """A call that an ability may answer keeps its values under names of the compiler until the next statement."""
    editor.launch(game, subject="first", seed=5)
    editor.ask("setFunctionBreakpoints", breakpoints=[{"name": "play"}])
    editor.begin()
    editor.go("stepOut")
    assert editor.here()[0] == "turn"
    assert editor.names().keys() == {"who", "picked"}
    assert "names here: `picked`, `who`)" in editor.answer("evaluate", expression="x", frameId=1)["message"]


def test_it_goes_back_in_time_and_forth_again(editor: Editor, game: Path) -> None:
    editor.launch(game, subject="first", seed=5, stopOnEntry=True)
    editor.begin()
    editor.ask("setFunctionBreakpoints", breakpoints=[{"name": "gain"}])
    first = editor.go("continue")
    assert first["reason"] == "function breakpoint" and first["text"].startswith("gain ")
    score = editor.watch("who.score")
    second = editor.go("continue")
    assert second["text"] != first["text"] or editor.watch("who.score") != score
    assert editor.go("reverseContinue")["text"] == first["text"]
    assert editor.watch("who.score") == score
    editor.go("stepBack")
    assert editor.here()[0] == "play"
    assert editor.go("continue")["text"] == first["text"]
    assert editor.go("continue")["text"] == second["text"]


def test_it_stops_where_a_field_changes(editor: Editor, game: Path) -> None:
    editor.launch(game, subject=FEAST)
    put = line_of(game / RULES, "put played into")
    editor.break_at(game / RULES, put)
    editor.begin()
    reference = editor.ask("evaluate", expression="who", frameId=1)["variablesReference"]
    data = editor.ask("dataBreakpointInfo", name="score", variablesReference=reference)["dataId"]
    assert editor.ask("setDataBreakpoints", breakpoints=[{"dataId": data}])["breakpoints"] == [{"verified": True}]
    editor.break_at(game / RULES)
    stop = editor.go("continue")
    assert stop["reason"] == "data breakpoint"
    assert stop["text"].startswith("score of ") and stop["text"].endswith(": 0 → 1")


def test_verbs_and_fields_stop_it_where_their_condition_holds(editor: Editor, game: Path) -> None:
    """The crop is the second card that is played, and brings the score from 1 to 5."""
    editor.launch(game, subject=FEAST, stopOnEntry=True)
    editor.ask("setFunctionBreakpoints", breakpoints=[{"name": "play", "condition": "played.worth > 1"}])
    editor.begin()
    assert editor.go("continue")["reason"] == "function breakpoint"
    assert editor.watch("played.worth > 1") == "true" and editor.watch("who.score") == "1"
    reference = editor.ask("evaluate", expression="who", frameId=1)["variablesReference"]
    data = editor.ask("dataBreakpointInfo", name="score", variablesReference=reference)["dataId"]
    editor.ask("setFunctionBreakpoints", breakpoints=[])
    editor.ask("setDataBreakpoints", breakpoints=[{"dataId": data, "condition": "all player is none"}])
    editor.ask("continue", threadId=1)
    assert "the condition `all player is none`" in editor.until("output")["output"]
    assert editor.until("stopped")["text"].endswith(": 1 → 4")
    editor.ask("setDataBreakpoints", breakpoints=[{"dataId": data, "condition": "1 == 2"}])
    editor.ask("continue", threadId=1)
    editor.until("terminated")


def test_it_stops_where_a_call_is_refused(editor: Editor, game: Path) -> None:
    editor.launch(game, subject="a card is played once")
    editor.ask("setExceptionBreakpoints", filters=["refusal"])
    tests = game / "tests/actions.yaml"
    tests_text = tests.read_text(encoding="utf-8")
    assert "illegal" in tests_text
    editor.ask("configurationDone")
    # Nothing is carried out after the refused call, so the test ends; the story tells it.
    told = editor.until("output")["output"]
    assert "illegal play" in told and "it is not in your hand" in told


def test_names_values_and_expressions_of_the_language(editor: Editor, game: Path) -> None:
    editor.launch(game, subject=FEAST)
    editor.break_at(game / CARDS, line_of(game / CARDS, "gain 1 by self"))
    editor.begin()
    names = editor.names()
    assert {"self", "this", "played", "who"} <= names.keys()
    assert names["self"]["value"].startswith("p1 (")
    fields = editor.inside(names["self"])
    assert fields["score"]["value"] == "4"
    assert editor.watch("self.score + 1") == "5"
    assert editor.watch("played is this") == "false"
    assert editor.watch("self.pile") == "p1 (player#2).pile: 2"
    wrong = editor.answer("evaluate", expression="self.scoer", frameId=1)
    assert not wrong["success"] and "`scoer`" in wrong["message"] and "score" in wrong["message"]


@pytest.mark.parametrize(("condition", "worth"), [("played.worth > 2", "3"), ("played.worth < 2", "1")])
def test_a_condition_of_the_language_decides(editor: Editor, game: Path, condition: str, worth: str) -> None:
    editor.launch(game, subject=FEAST)
    editor.break_at(game / RULES, line_of(game / RULES, "put played into"), condition=condition)
    editor.begin()
    assert editor.watch("played.worth") == worth


def test_a_fault_stops_at_the_statement_that_meets_it(editor: Editor, tmp_path: Path) -> None:
    folder = new_game(tmp_path)
    rules = folder / RULES
    text = rules.read_text(encoding="utf-8")
    increase = "  increase who.score by amount\n"
    rules.write_text(
        text.replace(increase, f"{increase}  set who.score to round_down(6 / (amount - 3))\n"), encoding="utf-8"
    )
    editor.launch(folder, subject=FEAST)
    stop = editor.begin()
    assert stop["reason"] == "exception"
    assert editor.here() == ("gain", line_of(rules, "round_down"))
    assert editor.watch("amount") == "3"
    editor.go("stepBack")
    assert editor.here() == ("gain", line_of(rules, "increase who.score"))
    editor.go("continue")
    editor.ask("continue", threadId=1)
    editor.until("terminated")


def test_what_cannot_be_launched_is_refused_in_words(editor: Editor) -> None:
    refused: list[tuple[dict[str, Any], str]] = [
        ({}, "needs `game`"), ({"game": "no_such_game"}, "there is no game in `no_such_game`"),
        ({"game": "content/dungeon_command", "subject": "duell"}, "there is no scenario or test `duell`"),
        ({"game": "content/dungeon_command", "seed": "1"}, "`seed` a number"),
    ]  # fmt: skip
    editor.ask("initialize")
    for arguments, words in refused:
        answer = editor.answer("launch", **arguments)
        assert not answer["success"] and words in answer["message"], answer


@pytest.mark.parametrize("body", ["{", "[]", '"x"', "[" * 100_000])
def test_what_is_no_message_ends_the_talk_in_words(editor: Editor, body: str) -> None:
    editor.ask("initialize")
    editor.send_text(body)
    assert editor.until("output")["output"].startswith("a message is no JSON")
    assert editor.process.wait(PATIENCE) == 0


def test_before_a_launch_nothing_is_debugged(editor: Editor) -> None:
    commands = ("evaluate", "next", "stepIn", "stepOut", "stepBack", "continue", "reverseContinue", "configurationDone",
                "threads")  # fmt: skip
    editor.ask("initialize")
    for command in commands:
        assert editor.answer(command, expression="1", threadId=1)["message"] == "nothing is debugged yet", command
        assert not editor.answer("launch", game="nowhere")["success"]
        assert editor.answer(command, expression="1", threadId=1)["message"] == "nothing is debugged yet", command
    editor.ask("disconnect")
    assert editor.process.wait(PATIENCE) == 0


def test_requests_that_make_no_sense_are_refused(editor: Editor, game: Path) -> None:
    editor.ask("initialize")
    assert not editor.answer("stackTrace")["success"]  # nothing is launched
    assert not editor.answer("__class__")["success"]
    editor.ask("launch", game=str(game), subject=FEAST, stopOnEntry=True)
    editor.begin()
    assert not editor.answer("variables", variablesReference=10**9)["success"]
    assert not editor.answer("evaluate", expression="1 +", frameId=1)["success"]
    assert not editor.answer("evaluate", expression="1", frameId=77)["success"]
    assert editor.ask("setBreakpoints", source={"path": 5}, breakpoints=["x"]) == {"breakpoints": []}
    editor.ask("disconnect")
    assert editor.process.wait(PATIENCE) == 0


def test_a_running_match_is_paused_on_request(editor: Editor) -> None:
    editor.launch(Path("content/warhammer"), stopOnEntry=True)
    editor.begin()
    editor.send("continue", threadId=1)
    editor.send("pause", threadId=1)
    assert editor.receive()["command"] == "continue"
    assert editor.until("stopped")["reason"] == "pause"
