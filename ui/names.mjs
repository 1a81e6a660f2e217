/**
 * The names that the page gives blocks and cards, by language, for the files that the server makes: `src/render/names`.
 * `node names.mjs` writes them; with --check it compares them.
 */
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { textsIn } from "./textsIn.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const folder = join(here, "../src/render/names");

/** In the place of packages and style sheets, which no name depends on: whatever is asked of it, it answers itself. */
const NOTHING = `
  const it = () => nothing;
  const text = (_, name) => (name === Symbol.toPrimitive ? () => "" : nothing);
  const nothing = new Proxy(function () {}, { get: text, apply: it, construct: it, getPrototypeOf: it });
  module.exports = nothing;
`;
const alone = {
  name: "alone",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[@a-z].*|\.css$/ }, ({ path }) => ({ path, namespace: "nothing" }));
    onLoad({ filter: /.*/, namespace: "nothing" }, () => ({ contents: NOTHING, loader: "js" }));
  },
};

/** The names in a language, as the text of their file. */
async function names(language) {
  const built = await build({
    stdin: {
      contents: `export { names } from "./src/pages/dashboards/names";`,
      resolveDir: here,
      loader: "ts",
    },
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"', BUNDLED_LANGUAGE: JSON.stringify(language) },
    plugins: [textsIn(language), alone],
    logLevel: "error",
  });
  const code = `data:text/javascript;base64,${Buffer.from(built.outputFiles[0].contents).toString("base64")}`;
  const module = await import(code);
  return `${JSON.stringify(await module.names(), null, 1)}\n`;
}

const fileOf = (language) => join(folder, `${language}.json`);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const isCheck = process.argv.includes("--check");
  for (const language of ["en", "de", "es"]) {
    const text = await names(language);
    if (!isCheck) await writeFile(fileOf(language), text);
    else if ((await readFile(fileOf(language), "utf8")) !== text) {
      process.stderr.write(`${fileOf(language)} is not current: run make generate\n`);
      process.exit(1);
    }
  }
  // The page's modules have timers.
  process.exit(0);
}
