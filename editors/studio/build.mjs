// Builds the studio's page: `node build.mjs [FOLDER]` writes the bundle, by default where the Python package has it.
// The same sources and the same lock file give the same bytes.
import { build } from "esbuild";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

const HERE = path.dirname(fileURLToPath(import.meta.url));
const OUT = path.resolve(process.argv[2] ?? path.join(HERE, "../../cardwright/studio/bundle"));

// Each is one file, which shares nothing with the others: `play` is loaded by exported sites without the editor.
const ENTRIES = { studio: "src/write/main.tsx", play: "src/play/main.tsx" };

const result = await build({
  absWorkingDir: HERE,
  entryPoints: ENTRIES,
  outdir: OUT,
  bundle: true,
  format: "esm",
  minify: true,
  target: "es2022",
  charset: "ascii",
  legalComments: "none", // the licences stand in a file of their own
  metafile: true,
  write: false,
});

/** The packages whose code is in the bundle, each with its folder. */
function packagesOf(inputs) {
  const found = new Map();
  for (const input of Object.keys(inputs)) {
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

const licences = await Promise.all(packagesOf(result.metafile.inputs).map(licenceOf));
const page = await readFile(path.join(HERE, "src/write/index.html"));
await rm(OUT, { recursive: true, force: true });
await mkdir(OUT, { recursive: true });
for (const file of result.outputFiles) await writeFile(file.path, file.contents);
await writeFile(path.join(OUT, "index.html"), page);
await writeFile(path.join(OUT, "licences.txt"), licences.join(`\n${"-".repeat(80)}\n\n`));
