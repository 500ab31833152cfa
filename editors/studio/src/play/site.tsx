// The page `play.html` of an exported site: a classic script, because modules are not loaded from a folder. The script
// before this one has put the exported rules into `cardwright_rules`; what people read stands in the page as data.
import type { Exported, Facts } from "./engine";
import { mount, wanted_language } from "./main";

const place = document.getElementById("play");
const data = document.getElementById("facts");
const { cardwright_rules: exported } = globalThis as unknown as { cardwright_rules: Exported };
if (place !== null && data !== null) mount(place, exported, JSON.parse(data.textContent) as Facts, wanted_language());
