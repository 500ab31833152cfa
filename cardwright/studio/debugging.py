"""The debugger, for the page.

Job: begin `cardwright debug` in a process of its own, pass on what the page asks of it, and what it tells. Input:
requests of the Debug Adapter Protocol, with paths in the game. Output: their answers, and events. The page asks only
what is in the table; the game is always that of the studio.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from cardwright.authoring.debugger.wire import MOST
from cardwright.studio.commands import PROGRAM
from cardwright.studio.game_files import is_content
from cardwright.studio.refusing import NotRun, no_file_of_a_game

SECONDS = 60.0  # that an answer may take; a game that runs tells its stop as an event
COMMANDS = frozenset({
    "setBreakpoints", "configurationDone", "continue", "next", "stepIn", "stepOut", "stepBack", "reverseContinue",
    "pause", "stackTrace", "scopes", "variables", "evaluate",
})  # fmt: skip
Message = dict[str, Any]
ENDED: Message = {}  # in place of an answer that does not come any more


class Debugging:
    """What a page debugs: at most one process. ``tell`` is given the events, each with its name."""

    def __init__(self, folder: Path, tell: Callable[[str, Message], None]) -> None:
        self.folder, self.tell = folder, tell
        self.process: asyncio.subprocess.Process | None = None
        self.reading: asyncio.Task[None] | None = None
        self.waiting: dict[int, asyncio.Future[Message]] = {}
        self.sent = 0

    async def begin(self, subject: str, save: Any = None) -> Message:
        """Loads a scenario or a test; it runs when the page says `configurationDone`.

        A match with a ``save`` stands where it is; its subject is the test that it plays, or empty.
        """
        self.end()
        pipe = asyncio.subprocess.PIPE
        self.process = await asyncio.create_subprocess_exec(
            *PROGRAM, "debug", "--dap", cwd=self.folder, stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.DEVNULL
        )
        self.reading = asyncio.create_task(self.read(self.process))
        await self.ask("initialize", {})
        standing = {} if save is None else {"save": save, "stopOnEntry": True}
        return await self.ask("launch", {"game": str(self.folder), "subject": subject, **standing})

    async def asked(self, command: str, given: Message) -> Message:
        """The answer to what the page asks."""
        if command not in COMMANDS:
            raise NotRun("the debugger has no such request", "такого запроса у отладчика нет")
        if command == "setBreakpoints":
            given = {"source": {"path": self.outside(given.get("path"))}, "breakpoints": given.get("breakpoints")}
        told = await self.ask(command, given)
        for frame in told.get("stackFrames", ()):
            frame["path"] = self.inside(frame.pop("source")["path"])
        return told

    async def ask(self, command: str, arguments: Message) -> Message:
        """The body of an answer; NotRun with what the debugger says where it refuses."""
        process = self.process
        if process is None or process.stdin is None:
            raise NotRun("nothing is debugged", "ничего не отлаживается")
        self.sent += 1
        number, answer = self.sent, asyncio.get_running_loop().create_future()
        self.waiting[number] = answer
        message = {"seq": number, "type": "request", "command": command, "arguments": arguments}
        body = json.dumps(message).encode("ascii")
        try:
            process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
            told = await asyncio.wait_for(answer, SECONDS)
        except (TimeoutError, ConnectionError) as late:
            raise NotRun("the debugger does not answer", "отладчик не отвечает") from late
        finally:
            self.waiting.pop(number, None)
        if told is ENDED:
            raise NotRun("nothing is debugged any more", "уже ничего не отлаживается")
        if not told.get("success"):
            raise NotRun(str(told.get("message", "")))
        return cast("Message", told.get("body", {}))

    async def read(self, process: asyncio.subprocess.Process) -> None:
        """Passes on answers and events until the process ends."""
        assert process.stdout is not None
        try:
            while True:
                head = await process.stdout.readuntil(b"\r\n\r\n")
                length = int(head.partition(b":")[2])
                if length > MOST:
                    break
                self.heard(json.loads(await process.stdout.readexactly(length)))
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError, ConnectionError):
            pass  # it has ended, or says what is no message
        finally:
            if process is self.process:
                self.end()
                self.tell("terminated", {})

    def heard(self, message: Message) -> None:
        if message.get("type") == "event":
            self.tell(str(message.get("event")), cast("Message", message.get("body", {})))
            return
        answer = self.waiting.get(message.get("request_seq", 0))
        if answer is not None and not answer.done():
            answer.set_result(message)

    def end(self) -> None:
        """Ends what is debugged."""
        process, self.process = self.process, None
        for answer in self.waiting.values():
            if not answer.done():
                answer.set_result(ENDED)
        if process is not None and process.returncode is None:
            process.kill()

    # ---- paths
    def outside(self, inside: Any) -> str:
        if not isinstance(inside, str) or not is_content(inside):
            raise no_file_of_a_game()
        return str(self.folder / inside)

    def inside(self, path: str) -> str:
        """A path in the game; empty for another one."""
        found = Path(path)
        return found.relative_to(self.folder).as_posix() if found.is_relative_to(self.folder) else ""
