"""How long it takes from a key to the findings, and to the face of the card, in the page of the studio.

    python benchmarks/bench_studio.py [GAME FILE TEXT]…

Each key is typed when what the one before it brought is shown. The time begins with the event of the key in the page,
and ends when the findings of the new text are drawn, and when the new picture of the card is loaded. The text of FILE
behind TEXT is changed: a digit is typed and taken away.
"""

from __future__ import annotations

import json
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.chromium import Browser, chromium  # noqa: E402
from tests.studio.running import studio  # noqa: E402

KEYS = 40
CASES = [
    ("dungeon_command", "cards/common_orders.yaml", "activate: shift 2"),
    ("middara", "cards/weapons.yaml", "name: {en: Longsword"),
]
NOTED = """{
  window.noted = {begun: 0, findings: [], faces: []};
  addEventListener('beforeinput', () => { noted.begun = performance.now(); }, true);
  const note = (list) => { if (noted.begun) { list.push(performance.now() - noted.begun); } };
  const watcher = new MutationObserver(() => note(noted.findings));
  watcher.observe(document.documentElement, {attributeFilter: ['data-findings']});
  document.addEventListener('load', (event) => event.target.tagName === 'IMG' && note(noted.faces), true);
}"""


def measured(page: Browser, name: str, path: str, text: str) -> None:
    page.click(f'nav button[title="{path}"]')
    page.until(f"document.querySelector('.path').innerText === {json.dumps(path)}")
    page.run(
        "{const view = document.querySelector('.cm-content').cmTile.root.view;"
        f"const at = view.state.doc.toString().indexOf({json.dumps(text)}) + {len(text)};"
        "view.dispatch({selection: {anchor: at}, scrollIntoView: true}); view.focus();}"
    )
    page.until("document.querySelector('aside img')?.naturalWidth > 10")
    page.run(NOTED)
    findings: list[float] = []
    faces: list[float] = []
    for number in range(KEYS):
        page.run("noted.findings.length = noted.faces.length = 0")
        if number % 2:
            page.key("Backspace")
        else:
            page.type("1")
        page.until("noted.findings.length && noted.faces.length")
        findings.append(page.run("noted.findings[0]"))
        faces.append(page.run("noted.faces[0]"))
    for what, times in (("findings", findings), ("face", faces)):
        slow = sorted(times)[round(len(times) * 0.95) - 1]
        print(f"{name:16} key to {what:8} median {statistics.median(times):6.0f} ms, 95 of 100 {slow:6.0f} ms")


def main() -> None:
    given = [(sys.argv[at], sys.argv[at + 1], sys.argv[at + 2]) for at in range(1, len(sys.argv) - 2, 3)]
    for name, path, text in given or CASES:
        with tempfile.TemporaryDirectory() as folder:
            game = Path(folder) / name
            shutil.copytree(ROOT / "content" / name, game)
            with studio(game) as running, chromium() as page:
                page.prefer(prefers_color_scheme="light")
                page.open(running.address, width=1400)
                page.shows(path.rpartition("/")[2])
                measured(page, name, path, text)


if __name__ == "__main__":
    main()
