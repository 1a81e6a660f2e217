/**
 * Bundles the page.
 *
 *   node esbuild.mjs [--out DIR] [--metafile FILE] [--check-budgets]
 *
 * DIR (ui/dist) receives the files to serve: index.html and one such file for each other language, the manual as help.html with help/ (its pictures),
 * assets/ with hashed names, icons/ and fonts/, each text file also as .br and .gz.
 * The metafile is written next to DIR, so it is not served.
 * Needs no network. With --check-budgets it exits with status 1 if the page is larger than its budgets.
 */
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "esbuild";
import { manualPage, pngSize, sectionIds } from "./manual/manual.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const { values: options } = parseArgs({
  options: {
    out: { type: "string", default: join(here, "dist") },
    metafile: { type: "string" },
    "check-budgets": { type: "boolean", default: false },
  },
});
const out = resolve(options.out);
const metafilePath = resolve(options.metafile ?? join(dirname(out), "page-metafile.json"));
const assetsDir = resolve(here, "../assets");
const docsDir = resolve(here, "../docs");

const KB = 1024;
/** The largest sizes in bytes, after gzip except for fonts. */
const BUDGETS = { firstLoad: 220 * KB, chart: 225 * KB, css: 30 * KB, font: 45 * KB, admin: 40 * KB };
const CHART_LIBRARY = /node_modules\/(echarts|zrender)\//;

const compressGzip = (data) => promisify(gzip)(data, { level: 9 });
const compressBrotli = (data) =>
  promisify(brotliCompress)(data, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
    },
  });

const common = {
  absWorkingDir: here,
  bundle: true,
  minify: true,
  metafile: true,
  target: "es2022",
  outdir: join(out, "assets"),
  publicPath: "/assets",
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  define: { "process.env.NODE_ENV": '"production"' },
  loader: { ".woff2": "file" },
  legalComments: "linked",
  // Chromium compiles everything in the background while it loads, not each function when it is first called.
  banner: { js: "//# allFunctionsCalledOnLoad" },
  logLevel: "warning",
  // Composed classes are in the weaker layer `kit`, so the order that esbuild misses here is defined.
  logOverride: { "undefined-composes-from": "silent" },
};

/** Finds `#texts/NAME` among the texts of a language. One that is missing there does not resolve. */
const textsIn = (language) => ({
  name: "texts",
  setup({ onResolve }) {
    onResolve({ filter: /^#texts\// }, ({ path }) => ({
      path: join(here, "src/texts", language, `${path.slice("#texts/".length)}.ts`),
    }));
  },
});

/**
 * Puts everything that the first screen loads in one file. The bundler makes a chunk for every
 * different set of lazy modules that share some code, which splits the first load into dozens of files that compress
 * badly and each cost a request. A lazy module that imports the page's entry shares all of it, so there
 * is only one such set. The entry has already run by then, and a module runs only once.
 *
 * @param lazy paths of the modules that are loaded later
 */
const oneFirstLoad = (lazy) => ({
  name: "one-first-load",
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/.*\.tsx?$/ }, async ({ path }) => {
      if (!lazy.has(path)) return;
      const contents = `import ${JSON.stringify(join(here, ENTRY))};\n${await readFile(path, "utf8")}`;
      return { contents, loader: extname(path).slice(1) };
    });
  },
});

await clean();
const ENTRY = "src/app/main.tsx";
const pageOptions = {
  ...common,
  entryPoints: { page: ENTRY },
  format: "esm",
  splitting: true,
  jsx: "automatic",
};
/** The page in one language. */
async function pageIn(language) {
  const options = {
    ...pageOptions,
    define: { ...common.define, BUNDLED_LANGUAGE: JSON.stringify(language) },
  };
  const texts = textsIn(language);
  const draft = await build({ ...options, plugins: [texts], write: false });
  const lazy = Object.values(draft.metafile.outputs)
    .map(({ entryPoint }) => entryPoint)
    .filter((path) => path !== undefined && path !== ENTRY);
  const lazyPaths = new Set(lazy.map((path) => join(here, path)));
  const { metafile } = await build({ ...options, plugins: [texts, oneFirstLoad(lazyPaths)] });
  return { language, metafile, entry: entryOf(metafile) };
}

/** A page for each folder of texts. */
const folders = await readdir(join(here, "src/texts"), { withFileTypes: true });
const pages = await Promise.all(folders.filter((item) => item.isDirectory()).map(({ name }) => pageIn(name)));
const english = pages.find(({ language }) => language === "en");
const early = await build({ ...common, entryPoints: { early: "src/kit/theme/early.ts" }, format: "iife" });

const outputs = Object.assign({}, ...pages.map(({ metafile }) => metafile.outputs), early.metafile.outputs);
const earlyEntry = entryOf(early.metafile);
const stylesheets = new Set(pages.map(({ entry }) => outputs[entry].cssBundle));
await deleteUnusedStyles();
for (const page of pages) await writeIndex(page);
await writeManual();
await cp(join(assetsDir, "icons"), join(out, "icons"), { recursive: true });
await cp(join(assetsDir, "fonts"), join(out, "fonts"), { recursive: true });
await compressAll(out);
await mkdir(dirname(metafilePath), { recursive: true });
await writeFile(metafilePath, JSON.stringify({ ...english.metafile, outputs }));
if (options["check-budgets"]) await checkBudgets();

/** Removes only what an earlier run wrote. */
async function clean() {
  const found = await readdir(out).catch(() => []);
  const pages = found.filter((name) => /^(index|help)(\.\w\w)?\.html(\.br|\.gz)?$/.test(name));
  for (const name of ["assets", "help", "icons", "fonts", ...pages]) {
    await rm(join(out, name), { recursive: true, force: true });
  }
}

function entryOf(metafile) {
  const [path] = Object.entries(metafile.outputs).find(
    ([path, output]) =>
      output.entryPoint &&
      path.endsWith(".js") &&
      /^src\/(app\/main\.tsx|kit\/theme\/early\.ts)$/.test(output.entryPoint),
  );
  return path;
}

/** esbuild writes all styles into the entry's stylesheet and leaves a copy next to each lazy chunk. */
async function deleteUnusedStyles() {
  for (const path of Object.keys(outputs)) {
    if (!path.endsWith(".css") || stylesheets.has(path)) continue;
    await rm(join(here, path));
    delete outputs[path];
  }
}

/** An output and everything it imports statically. */
function closure(start) {
  const seen = new Set();
  const queue = [start];
  for (const path of queue) {
    if (seen.has(path)) continue;
    seen.add(path);
    for (const { path: next, kind } of outputs[path]?.imports ?? []) {
      if (kind === "import-statement") queue.push(next);
    }
  }
  return seen;
}

async function writeIndex({ language, entry }) {
  const firstLoad = closure(entry);
  const url = (path) => `/assets/${basename(path)}`;
  const font = Object.keys(outputs).find((path) => /instrument-sans-latin-wght/.test(path));
  const head = [
    `<script src="${url(earlyEntry)}"></script>`,
    `<link rel="preload" href="${url(font)}" as="font" type="font/woff2" crossorigin />`,
    `<link rel="stylesheet" href="${url(outputs[entry].cssBundle)}" />`,
    ...[...firstLoad]
      .filter((path) => path !== entry)
      .map((path) => `<link rel="modulepreload" href="${url(path)}" />`),
    `<script type="module" src="${url(entry)}"></script>`,
  ].join("\n    ");
  const template = await readFile(join(assetsDir, "index.html"), "utf8");
  const noScript = await readFile(join(here, "src/texts", language, "no-script.txt"), "utf8");
  const marker = "<!-- bond:head -->";
  if (!template.includes(marker)) throw new Error(`assets/index.html has no ${marker}`);
  const page = template
    .replace(marker, () => head)
    .replace('lang="en"', `lang="${language}"`)
    .replace("<!-- bond:no-script -->", noScript.trim());
  await writeFile(join(out, `index${suffixOf(language)}.html`), page);
}

/** What the names of files in a language end with. */
function suffixOf(language) {
  return language === "en" ? "" : `.${language}`;
}

/** The manual, docs/using.md and its translations, as separate pages that load nothing else. */
async function writeManual() {
  const { metafile } = await build({
    ...common,
    entryPoints: { help: "manual/manual.css", search: "manual/manual.ts" },
    format: "iife",
  });
  const [styles, search] = [".css", ".js"].map((ending) =>
    Object.keys(metafile.outputs).find((path) => path.endsWith(ending)),
  );
  const ids = sectionIds(await readFile(join(docsDir, "using.md"), "utf8"));
  const pictures = new Map();
  const head = [
    `<script src="/assets/${basename(earlyEntry)}"></script>`,
    `<link rel="stylesheet" href="/assets/${basename(styles)}" />`,
    `<script src="/assets/${basename(search)}" defer></script>`,
  ].join("\n    ");
  await mkdir(join(out, "help"), { recursive: true });
  for (const { language } of pages) {
    const suffix = suffixOf(language);
    const markdown = await readFile(join(docsDir, `using${suffix}.md`), "utf8");
    const texts = JSON.parse(await readFile(join(here, "src/texts", language, "manual.json"), "utf8"));
    for (const [, name] of markdown.matchAll(/\]\(images\/([^)]+)\)/g)) {
      const data = await readFile(join(docsDir, "images", name));
      await writeFile(join(out, "help", name), data);
      pictures.set(`images/${name}`, { src: `/help/${name}`, ...pngSize(data) });
    }
    await writeFile(
      join(out, `help${suffix}.html`),
      manualPage(markdown, { head, language, texts, ids }, (address) => pictures.get(address)),
    );
  }
}

async function compressAll(dir) {
  for (const item of await readdir(dir, { withFileTypes: true })) {
    const path = join(dir, item.name);
    if (item.isDirectory()) await compressAll(path);
    else if ([".js", ".css", ".html", ".svg", ".txt"].includes(extname(path))) {
      const data = await readFile(path);
      await writeFile(`${path}.br`, await compressBrotli(data));
      await writeFile(`${path}.gz`, await compressGzip(data));
    }
  }
}

async function checkBudgets() {
  const gzipped = async (path) => (await compressGzip(await readFile(join(here, path)))).length;
  const sum = async (paths, size) => (await Promise.all([...paths].map(size))).reduce((a, b) => a + b, 0);
  const holdsCharts = (path) => Object.keys(outputs[path].inputs).some((input) => CHART_LIBRARY.test(input));

  let failed = false;
  const lines = [];
  const kb = (bytes) => `${(bytes / KB).toFixed(1)} KB`.padStart(9);
  const check = (name, size, budget) => {
    const over = size > budget;
    failed ||= over;
    lines.push(`${name.padEnd(18)} ${kb(size)} of ${kb(budget)}  ${over ? "OVER" : "ok"}`);
  };
  for (const { language, metafile, entry } of pages) {
    const named = (what) => `${what} (${language})`;
    const firstLoad = closure(entry);
    const later = (path) => !firstLoad.has(path);
    const scripts = Object.keys(metafile.outputs).filter((path) => path.endsWith(".js"));
    // A lazy chunk may import others: all that is not part of the first load counts.
    const drawing = scripts.filter((path) => later(path) && holdsCharts(path));
    const chart = new Set(drawing.flatMap((path) => [...closure(path)]).filter(later));
    const [adminEntry] = scripts.filter((path) => outputs[path].entryPoint === "src/pages/admin/index.tsx");
    const admin = [...closure(adminEntry)].filter(later);
    check(named("first-load JS"), await sum([...firstLoad, earlyEntry], gzipped), BUDGETS.firstLoad);
    check(named("chart chunk"), await sum(chart, gzipped), BUDGETS.chart);
    check(named("administration"), await sum(admin, gzipped), BUDGETS.admin);
    const early = [...firstLoad].filter(holdsCharts);
    if (early.length > 0) {
      failed = true;
      lines.push(
        `ECharts is in the first load: ${early.map((path) => relative("dist/assets", path)).join(", ")}`,
      );
    }
  }
  for (const stylesheet of stylesheets) check("CSS", await gzipped(stylesheet), BUDGETS.css);
  const fonts = Object.keys(outputs).filter((path) => path.endsWith(".woff2"));
  check("fonts", await sum(fonts, async (path) => outputs[path].bytes), BUDGETS.font);
  process.stdout.write(`${lines.join("\n")}\n`);
  if (failed) process.exitCode = 1;
}
