// "Make a test of this": the draft of a test that was played goes to a file that the designer chooses, and is run.
import { useRef, useState } from "preact/hooks";
import type { Wanted } from "./beside";
import type { Game } from "./game";
import type { Match } from "./match";
import type { Say } from "./parts";

const NAME = /^( {2}- name: )(.*)$/m;
const FILE = /^[a-z0-9][a-z0-9_]*$/;

interface MadeTestProps {
  game: Game;
  match: Match;
  text: string;
  say: Say;
  run: (test: Wanted) => void;
}

export function MadeTest({ game, match, text, say, run }: MadeTestProps) {
  const files = game.paths.filter((path) => path.startsWith("tests/"));
  const [name, setName] = useState(() => written(NAME.exec(text)?.[2] ?? ""));
  const [path, setPath] = useState(files[0] ?? "");
  const [fresh, setFresh] = useState("");
  const done = () => {
    match.draft = null;
    game.tell();
  };
  const adding = useRef(false); // a second click would add it once more
  const add = async () => {
    if (adding.current) return;
    adding.current = true;
    const file = path || `tests/${fresh}.yaml`;
    adding.current = await addedTo(game, file, text.replace(NAME, (_, head: string) => head + JSON.stringify(name))).catch(() => false);
    if (!adding.current) return;
    done();
    run({ path: file, name });
  };
  return (
    <form
      class="made-test"
      aria-label={say("madeTest")}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
      onKeyDown={(event) => event.key === "Escape" && done()}
    >
      <h3>{say("madeTest")}</h3>
      <label>
        {say("testName")} <input name="name" value={name} required onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <label>
        {say("testFile")}{" "}
        <select name="file" value={path} onChange={(event) => setPath(event.currentTarget.value)}>
          {files.map((file) => <option key={file} value={file}>{file}</option>)}
          <option value="">{say("newFile")}</option>
        </select>
      </label>
      {!path && (
        <label>
          {say("newFileName")}{" "}
          <input name="fresh" value={fresh} required pattern={FILE.source} onInput={(event) => setFresh(event.currentTarget.value)} />
        </label>
      )}
      <pre tabIndex={0}>{text}</pre>
      <button>{say("addTest")}</button>{" "}
      <button type="button" onClick={done}>
        {say("cancel")}
      </button>
    </form>
  );
}

/** A value as YAML has it, without its quotes. */
function written(text: string): string {
  return text.startsWith('"') ? (JSON.parse(text) as string) : text;
}

/** Puts a test at the end of a file, and saves it. */
async function addedTo(game: Game, path: string, draft: string): Promise<boolean> {
  if (!game.paths.includes(path)) return game.create(path, draft);
  const file = await game.open(path);
  if (!file) return false;
  const text = file.text.toString();
  const at = end_of_tests(text);
  const entry = draft.slice(draft.indexOf("\n") + 1);
  const joint = at > 0 && text[at - 1] !== "\n" ? "\n" : "";
  file.change({ changes: { from: at, insert: joint + entry } });
  game.client.sync();
  await game.show(path);
  return game.save(file);
}

/** Where the list `tests:` ends: before the next key at the margin, or at the end. */
export function end_of_tests(text: string): number {
  const begin = /^tests:/m.exec(text)?.index ?? 0;
  const rest = text.indexOf("\n", begin) + 1;
  const next = /^[A-Za-z_]+:/m.exec(text.slice(rest));
  return rest > 0 && next ? rest + next.index : text.length;
}
