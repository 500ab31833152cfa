// The tab in which the game is played as its files stand now.
import { useEffect, useState } from "preact/hooks";
import type { Game } from "./game";
import type { Match, Said } from "./match";
import { message, type Say } from "./parts";
import type { Wanted } from "./beside";
import { Figures } from "./figures";
import { MadeTest } from "./made_test";

interface PlayProps {
  game: Game;
  match: Match;
  wanted: Wanted | null;
  language: string;
  shown: boolean;
  say: Say;
  run: (test: Wanted) => void;
  debug: () => void;
}

/** It stays in the page while another tab is shown: a frame that is taken away forgets its match. */
export function PlayPane({ game, match, wanted, language, shown, say, run, debug }: PlayProps) {
  useEffect(() => match.turn(language), [language]);
  return (
    <div class="play-pane" hidden={!shown}>
      <p class="actions">
        <button disabled={match.busy} onClick={() => void match.play("")}>
          {say("playScenarios")}
        </button>{" "}
        <button disabled={match.busy || !wanted} onClick={() => wanted && void match.play(wanted.name)}>
          {say("playTest")}
          {wanted && `: ${wanted.name}`}
        </button>{" "}
        {match.address && <button onClick={debug}>{say("debugMatch")}</button>}{" "}
        {match.address && <KeepMatch match={match} say={say} />}{" "}
        <label class="file">
          {say("openMatch")}{" "}
          <input type="file" accept=".json,application/json" disabled={match.busy} onChange={(event) => void take(event, match)} />
        </label>
      </p>
      <div role="status" class="said">
        {match.busy && <p>{say("building")}</p>}
        {match.said.word && <SaidOfMatch game={game} said={match.said} say={say} />}
        {match.offered && <button onClick={() => match.again()}>{say("beginAgain")}</button>}
      </div>
      {match.address && <Figures key={match.address} match={match} say={say} />}
      {match.draft !== null && <MadeTest key={match.draft} game={game} match={match} text={match.draft} say={say} run={run} />}
      {!match.address && <p class="help">{say("playHelp")}</p>}
      {match.address && (
        <iframe class="match" title={say("match")} sandbox="allow-scripts allow-forms" src={match.address} key={match.address}
          ref={(frame) => {
            match.frame = frame;
          }} />
      )}
    </div>
  );
}

async function take(event: { currentTarget: HTMLInputElement }, match: Match): Promise<void> {
  const field = event.currentTarget;
  const file = field.files?.[0];
  if (file) await match.play("", await file.text());
  field.value = ""; // the same file can be chosen once more
}

function SaidOfMatch({ game, said, say }: { game: Game; said: Said; say: Say }) {
  return (
    <>
      <p>
        {said.word && say(said.word)} {said.word === "matchAnswers" && `${said.count[0]} / ${said.count[1]}`}
      </p>
      {said.changes.length > 0 && (
        <ul class="changes" aria-label={say("changes")}>
          {said.changes.map((line, number) => <li key={number}>{line}</li>)}
        </ul>
      )}
      {said.lines.length > 0 && <ul>{said.lines.map((line, number) => <li key={number}>{message(line, say)}</li>)}</ul>}
      {said.faults.length > 0 && (
        <ul>
          {said.faults.map(({ path, line, message }, number) => (
            <li key={number}>
              <button class="place" onClick={() => void game.show(path, line)}>
                {path}:{line}
              </button>{" "}
              {message}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Gives the match as a file, which all engines and commands load. */
function KeepMatch({ match, say }: { match: Match; say: Say }) {
  const [address, setAddress] = useState("");
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  const keep = async () => {
    const { save } = await match.told();
    setAddress(URL.createObjectURL(new Blob([JSON.stringify(save)], { type: "application/json" })));
  };
  return (
    <>
      <button onClick={() => void keep()}>{say("keepMatch")}</button>{" "}
      {address && (
        <a href={address} download={`${match.game.name}.save.json`}>
          {say("matchFile")}
        </a>
      )}
    </>
  );
}
