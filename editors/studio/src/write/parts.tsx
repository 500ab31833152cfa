// The lists and lines around the editor.
import type { Refusal, Word } from "../shared/words";
import type { Finding, Game } from "./game";

export type Say = (word: Word | Refusal) => string;

/** A message of a command as it is, or a refusal of the server in the language of the page. */
export function message(told: string | Refusal, say: Say): string {
  return typeof told === "string" ? told : say(told);
}

/** The files of the game, by folder. */
export function Files({ game, say }: { game: Game; say: Say }) {
  const folders = new Map<string, string[]>();
  for (const path of game.paths) {
    const folder = path.includes("/") ? path.slice(0, path.indexOf("/")) : "";
    folders.set(folder, [...(folders.get(folder) ?? []), path]);
  }
  return (
    <nav class="files" aria-label={say("files")}>
      <h2>{say("files")}</h2>
      {[...folders].map(([folder, paths]) =>
        folder ? (
          <details key={folder} open={paths.length < 40}>
            <summary>{folder}</summary>
            <FileList game={game} paths={paths} say={say} />
          </details>
        ) : (
          <FileList key="" game={game} paths={paths} say={say} />
        ),
      )}
    </nav>
  );
}

function FileList({ game, paths, say }: { game: Game; paths: string[]; say: Say }) {
  return (
    <ul>
      {paths.map((path) => {
        const count = game.findings.get(path)?.length ?? 0;
        const dirty = game.opened.some((file) => file.path === path && file.dirty);
        return (
          <li key={path}>
            <button
              aria-current={game.shown?.path === path ? "page" : undefined}
              onClick={() => void game.show(path)}
              title={path}
            >
              <Parted name={path.slice(path.indexOf("/") + 1)} />
              {dirty && <span class="mark" aria-label={say("unsaved")}>●</span>}
              {count > 0 && <span class="count" aria-label={`${say("findings")}: ${count}`}>{count}</span>}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** A name that breaks at its underscores where it does not fit into a line. */
function Parted({ name }: { name: string }) {
  return <>{name.split(/(?<=_)/).flatMap((part, index) => (index ? [<wbr key={index} />, part] : [part]))}</>;
}

/** A choice of a scenario; empty for the usual one. */
export function ScenarioChoice(props: { game: Game; value: string; choose: (name: string) => void; say: Say }) {
  const names = props.game.paths.flatMap((path) => /^scenarios\/(.*)\.yaml$/.exec(path)?.[1] ?? []);
  return (
    <label>
      {props.say("scenario")}{" "}
      <select name="scenario" value={props.value} onChange={(event) => props.choose(event.currentTarget.value)}>
        <option value="">{props.say("usualScenario")}</option>
        {names.map((name) => <option key={name} value={name}>{name}</option>)}
      </select>
    </label>
  );
}

const SORTS: Record<number, Word> = { 1: "error", 2: "warning" };

/** All findings of the game, each a way to its place, with its fix. */
export function Findings({ game, say }: { game: Game; say: Say }) {
  const found = [...game.findings].sort(([one], [other]) => (one < other ? -1 : 1));
  const count = found.reduce((sum, [, items]) => sum + items.length, 0);
  return (
    <section class="findings" aria-label={say("findings")}>
      <h2>
        {say("findings")} <output aria-live="polite">{count}</output>
      </h2>
      {count === 0 && <p>{say("noFindings")}</p>}
      <ul>
        {found.flatMap(([path, items]) =>
          items.slice(0, 200).map((item, number) => (
            <FindingLine key={`${path} ${number}`} game={game} path={path} item={item} say={say} />
          )),
        )}
      </ul>
    </section>
  );
}

function FindingLine({ game, path, item, say }: { game: Game; path: string; item: Finding; say: Say }) {
  const { line, character } = item.range.start;
  const sort = SORTS[item.severity ?? 3] ?? "remark";
  const fix = game.fixOf(path, item);
  const [first, ...help] = item.message.split("\n");
  return (
    <li class={sort}>
      <button class="place" onClick={() => void game.show(path, line + 1, character + 1)}>
        {path}:{line + 1}
      </button>{" "}
      <span class="sort">{say(sort)}</span> {first}
      {help.length > 0 && <span class="help"> {help.join(" ")}</span>}{" "}
      {fix && (
        <button class="fix" onClick={() => void game.apply(fix.edit?.changes)}>
          {say("mend")}: {fix.title}
        </button>
      )}
    </li>
  );
}

/** What must be known before one writes on: the connection, a file that others have changed, a refusal. */
export function Notices({ game, say }: { game: Game; say: Say }) {
  const newer = game.opened.filter((file) => file.newer);
  return (
    <div class="notices" role="status">
      {!game.connected && <p>{game.name ? say("lost") : say("refusedToken")}</p>}
      {game.said && <p>{message(game.said, say)}</p>}
      {newer.map((file) => (
        <p key={file.path}>
          <strong>{file.path}</strong>: {say(file.gone ? "gone" : "newer")}{" "}
          <button onClick={() => game.settle(file, true)}>{say(file.gone ? "closeText" : "takeDisk")}</button>{" "}
          <button onClick={() => game.settle(file, false)}>{say("keepMine")}</button>
        </p>
      ))}
    </div>
  );
}
