// Builds the studio's page: `node build.mjs [FOLDER]` writes the bundle, by default where the Python package has it.
// The same sources and the same lock file give the same bytes.
import { build } from "esbuild";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

const HERE = path.dirname(fileURLToPath(import.meta.url));
const OUT = path.resolve(process.argv[2] ?? path.join(HERE, "../../cardwright/studio/bundle"));

// Each is one file, which shares nothing with the others: `site` is the script of exported sites, which have no editor,
// and no modules, because browsers load none from a folder; `framed` is that of the match in the studio.
const ENTRIES = [
  { entryPoints: { studio: "src/write/main.tsx" }, format: "esm" },
  { entryPoints: { site: "src/play/site.tsx", pages: "src/play/pages.css" }, format: "iife" },
  { entryPoints: { framed: "src/play/framed.tsx" }, format: "iife" },
];

const built = (entry) => build({
  ...entry,
  absWorkingDir: HERE,
  outdir: OUT,
  bundle: true,
  minify: true,
  target: "es2022",
  charset: "ascii",
  legalComments: "none", // the licences stand in a file of their own
  metafile: true,
  write: false,
});
const results = await Promise.all(ENTRIES.map(built));

/** The packages whose code is in the bundle, each with its folder. */
function packagesOf(results) {
  const found = new Map();
  for (const input of results.flatMap(({ metafile }) => Object.keys(metafile.inputs))) {
    const match = /^(.*node_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(input);
    if (match) found.set(match[2], path.join(HERE, match[1]));
  }
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1));
}

async function licenceOf([name, folder]) {
  const told = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"));
  const file = (await readdir(folder)).find((each) => /^licen[cs]e/i.test(each));
  if (!file) throw new Error(`${name} has no file with its licence`);
  const text = (await readFile(path.join(folder, file), "utf8")).replaceAll("\r", "").trim();
  return `${name} ${told.version} (${told.license})\n\n${text}\n`;
}

const licences = async (of) => (await Promise.all(packagesOf(of).map(licenceOf))).join(`\n${"-".repeat(80)}\n\n`);
const page = await readFile(path.join(HERE, "src/write/index.html"));
await rm(OUT, { recursive: true, force: true });
await mkdir(OUT, { recursive: true });
for (const file of results.flatMap(({ outputFiles }) => outputFiles)) await writeFile(file.path, file.contents);
await writeFile(path.join(OUT, "index.html"), page);
await writeFile(path.join(OUT, "licences.txt"), await licences(results));
await writeFile(path.join(OUT, "site_licences.txt"), await licences(results.slice(1, 2)));
