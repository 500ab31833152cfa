// Answers commands on standard input: [what, form, number, number].

const CODES = { generators: GENERATORS, flat: FLAT, cut: CUT };
const made = (form, every) => new (form === "generators" ? Generators : Machine)(CODES[form], every);

function drive(rt, verb, values) {
  let options = rt.start(verb, values);
  while (options !== null) options = rt.go(rt.rule(options));
  return rt;
}
function timed(work) {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}
const COMMANDS = {
  facts(form, every) {
    const rt = drive(made(form, every), "encounter", { rounds: 8 });
    return [rt.events, rt.requests, rt.hash, rt.depths, rt.journal.length];
  },
  play: (form, every, games) => timed(() => {
    for (let i = 0; i < games; i++) drive(made(form, every), "encounter", { rounds: 8 });
  }),
  resume: (form, depth, times) => timed(() => drive(made(form, 1), "nest", { n: depth, times })),
  clone(form, depth, times) {
    const rt = made(form, 1);
    rt.start("nest", { n: depth, times: 9 });
    return timed(() => { for (let i = 0; i < times; i++) rt.clone(); });
  },
};
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const [what, ...given] = JSON.parse(line);
  console.log(JSON.stringify(COMMANDS[what](...given)));
});
