// The words of the page itself, in English and Russian; those of a game come from its rules.

const EN = {
  language: "Language", scenario: "Scenario", seed: "Seed", begin: "New match", seat: "Player {0}", spectator: "Spectator",
  referee: "Referee (sees all)", person: "a person", random: "random moves", first: "always the first move",
  greedy: "looks ahead", plays: "Player {0} is played by", view_of: "Show what is known to", board: "Board",
  asked: "What is asked", waiting: "Waiting for {0}.", choose_one: "{0}: choose one.",
  choose_some: "{0}: choose {1} to {2}.", choose_up_to: "{0}: choose up to {1}.", choose_exactly: "{0}: choose {1}.", offer: "{0}: use something, or pass.",
  yes_or_no: "{0}: yes or no?", pass: "Pass", answer: "Confirm", chosen: "chosen", clear: "Clear the choice",
  not_possible: "Not possible, and why", what_follows: "What could follow",
  what_follows_note: "Tried in a copy of the match. Dice and hidden cards may be others.",
  no_preview: "It cannot be tried: what is being done names something hidden.", nothing_seen: "Nothing that can be seen changes.",
  story: "What happened", start: "The match begins.", undo: "Undo", redo: "Redo", slider: "Go to an answer of the match",
  at_answer: "after {0} of {1} answers", speed: "Pace", slow: "slow", quick: "quick", at_once: "at once", play_on: "Let agents play on",
  pause: "Pause", players: "Players", zones: "Hands and piles", hidden: "{0} hidden", empty: "empty", ended: "The match is over.",
  fault: "The rules failed: {0}", stopped: "The match was stopped: an answer took too long.", hidden_one: "something hidden",
  make_test: "Make a test of this", test_of: "Steps in the test", into_file: "Put it into a file", copy: "Copy", copied: "Copied", no_test: "No step of the match can be told as a test yet: a test needs an ability or event that ran from its beginning to its end.",
  test_note: "Put it into a file of the game's tests. The position is made of what stands on the board and lies in zones; what lasts beside that is not in it.",
  yes: "Yes", no: "No", none: "none", number: "number", can_be_chosen: "can be chosen", column: "column", row: "row", empty_square: "empty", vacant_square: "no square yet",
  used: "{0} uses {1}", used_of: "{0} uses {1} of {2}", begins: "{0}", with_values: "{0}: {1}", prevented: "prevented: {0}",
  chose: "{0} chose: {1}", passed: "{0} passed", rolled: "Rolled: {0}", created: "New: {0}, {1}", moved: "{0}: from {1} to {2}",
  moved_to: "{0} is now on {1}", removed: "{0} leaves the match", changed: "{0}: {1} {2} → {3}", status_on: "{0} gains {1}", status_off: "{0} loses {1}",
  revealed: "{0} is shown to {1}", shuffled: "{0} is shuffled", zone_of: "{1} of {0}", nowhere: "beside the board", ability_of: "{0} of {1}", about: "About {0}", close: "Close",
  seen_now: "Statuses: {0}", elevation: "height {0}", wall: "wall", not_here: "This answer is for {0}; look as that player to give it.",
};

type Key = keyof typeof EN;

const RU: Record<Key, string> = {
  language: "Язык", scenario: "Сценарий", seed: "Число для случая", begin: "Новая партия", seat: "Игрок {0}", spectator: "Зритель",
  referee: "Судья (видит всё)", person: "человек", random: "случайные ходы", first: "всегда первый ход",
  greedy: "смотрит вперёд", plays: "За игрока {0} играет", view_of: "Показать то, что знает", board: "Поле",
  asked: "Вопрос", waiting: "Ожидается ответ: {0}.", choose_one: "{0}: выберите одно.",
  choose_some: "{0}: выберите от {1} до {2}.", choose_up_to: "{0}: выберите не больше {1}.", choose_exactly: "{0}: выберите {1}.", offer: "{0}: примените что-нибудь или пропустите.",
  yes_or_no: "{0}: да или нет?", pass: "Пропустить", answer: "Подтвердить", chosen: "выбрано", clear: "Снять выбор",
  not_possible: "Что невозможно и почему", what_follows: "Что может последовать",
  what_follows_note: "Проверено на копии партии. Кости и скрытые карты могут быть другими.",
  no_preview: "Проверить нельзя: в происходящем участвует нечто скрытое.", nothing_seen: "Видимых изменений нет.",
  story: "Что произошло", start: "Партия начинается.", undo: "Отменить", redo: "Вернуть", slider: "Перейти к ответу в партии",
  at_answer: "после ответа {0} из {1}", speed: "Темп", slow: "медленно", quick: "быстро", at_once: "сразу", play_on: "Пусть играют агенты",
  pause: "Пауза", players: "Игроки", zones: "Руки и стопки", hidden: "скрыто: {0}", empty: "пусто", ended: "Партия окончена.",
  fault: "Ошибка в правилах: {0}", stopped: "Партия остановлена: ответ обрабатывался слишком долго.", hidden_one: "нечто скрытое",
  make_test: "Сделать из этого тест", test_of: "Шаги теста", into_file: "Записать в файл", copy: "Скопировать", copied: "Скопировано", no_test: "Пока ни один шаг партии нельзя записать как тест: нужна способность или событие от начала до конца.",
  test_note: "Вставьте текст в файл тестов игры. Позиция состоит из того, что стоит на поле и лежит в зонах; прочее, что длится, в неё не входит.",
  yes: "Да", no: "Нет", none: "ничего", number: "число", can_be_chosen: "можно выбрать", column: "столбец", row: "строка", empty_square: "пусто", vacant_square: "клетки ещё нет",
  used: "{0} применяет: {1}", used_of: "{0} применяет: {1} ({2})", begins: "{0}", with_values: "{0}: {1}", prevented: "предотвращено: {0}",
  chose: "{0} выбирает: {1}", passed: "{0} пропускает", rolled: "Бросок: {0}", created: "Появляется: {0}, {1}", moved: "{0}: из «{1}» в «{2}»",
  moved_to: "{0}: теперь на {1}", removed: "{0} покидает партию", changed: "{0}: {1} {2} → {3}", status_on: "{0} получает: {1}", status_off: "{0} теряет: {1}",
  revealed: "{0}: показано, {1}", shuffled: "Перемешано: {0}", zone_of: "{0}, {1}", nowhere: "вне поля", ability_of: "{0}: {1}", about: "Сведения: {0}", close: "Закрыть",
  seen_now: "Статусы: {0}", elevation: "высота {0}", wall: "стена", not_here: "Отвечает {0}; чтобы ответить, смотрите за этого игрока.",
};

const WORDS: Record<string, Record<Key, string>> = { en: EN, ru: RU };
export const PAGE_LANGUAGES: Record<string, string> = { en: "English", ru: "Русский" };

export type Say = (key: Key, ...values: (string | number)[]) => string;

/** What gives the sentences of the page in a language. */
export function say_in(language: string): Say {
  const words = WORDS[language] ?? EN;
  return (key, ...values) => words[key].replace(/\{(\d)\}/g, (_, place: string) => String(values[Number(place)] ?? ""));
}
