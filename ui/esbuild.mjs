/**
 * Bundles the page.
 *
 *   node esbuild.mjs [--out DIR] [--metafile FILE] [--check-budgets]
 *
 * DIR (ui/dist) receives the files to serve: index.html, the manual as help.html with help/ (its pictures),
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
import { manualPage, pngSize } from "./manual/manual.mjs";

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
const BUDGETS = { firstLoad: 170 * KB, chart: 215 * KB, css: 15 * KB, font: 45 * KB, admin: 40 * KB };
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

/**
 * Puts everything that the first screen loads in one file. The bundler makes a chunk for every different set of
 * lazy modules that share some code, which splits the first load into dozens of files that compress badly
 * and each cost a request. A lazy module that imports the page's entry shares all of it, so there
 * is only one such set. The entry has already run by then, and a module runs only once.
 *
 * @param lazy paths of the modules that are loaded later
 */
const oneFirstLoad = (lazy) => ({
  name: "one-first-load",
  setup({ onLoad }) {
    onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
      if (!lazy.has(path)) return undefined;
      const entry = JSON.stringify(join(here, ENTRY));
      return {
        contents: `import ${entry};\n${await readFile(path, "utf8")}`,
        loader: extname(path).slice(1),
      };
    });
  },
});

/**
 * Bundles the style sheets below a folder into one of their own, which the page loads when it is needed; the bundler
 * would put them into the sheet of the first load. The names of the classes stay readable: short ones of two
 * bundles would be the same.
 *
 * @returns its file, and the plugin that gives the modules the names of the classes
 */
async function lateStyles(folder) {
  const dir = join(here, folder);
  const sheets = (await readdir(dir, { recursive: true }))
    .filter((name) => name.endsWith(".module.css"))
    .map((name) => join(dir, name))
    .sort();
  const lines = sheets.map((path, at) => `import * as m${at} from ${JSON.stringify(path)};`);
  const names = sheets.map((path, at) => `${JSON.stringify(path)}: { ...m${at} }`);
  const { outputFiles } = await build({
    ...common,
    minify: false,
    minifySyntax: true,
    minifyWhitespace: true,
    metafile: false,
    format: "esm",
    write: false,
    stdin: {
      contents: `${lines.join("\n")}\nexport default { ${names.join(", ")} };`,
      resolveDir: dir,
      sourcefile: `${basename(dir)}.js`,
    },
    entryNames: `${basename(dir)}-[hash]`,
  });
  const [script, sheet] = [".js", ".css"].map((end) => outputFiles.find(({ path }) => path.endsWith(end)));
  const encoded = Buffer.from(script.text).toString("base64");
  const { default: classes } = await import(`data:text/javascript;base64,${encoded}`);
  await mkdir(dirname(sheet.path), { recursive: true });
  await writeFile(sheet.path, sheet.contents);
  const plugin = {
    name: "late-styles",
    setup({ onLoad }) {
      onLoad({ filter: /\.module\.css$/ }, ({ path }) =>
        path in classes ? { contents: JSON.stringify({ ...classes[path] }), loader: "json" } : undefined,
      );
    },
  };
  return { file: relative(here, sheet.path), plugin };
}

await clean();
const ENTRY = "src/main.tsx";
const adminStyles = await lateStyles("src/admin");
const formStyles = await lateStyles("src/kit/forms");
const explainStyles = await lateStyles("src/explain");
const plannerStyles = await lateStyles("src/planner");
const insightsStyles = await lateStyles("src/insights");
const keyboardStyles = await lateStyles("src/keyboard");
const viewsStyles = await lateStyles("src/views");
const annotationStyles = await lateStyles("src/annotations");
const late = [
  adminStyles,
  formStyles,
  explainStyles,
  plannerStyles,
  insightsStyles,
  keyboardStyles,
  viewsStyles,
  annotationStyles,
];
const lateSheets = late.map(({ plugin }) => plugin);
const pageOptions = {
  ...common,
  define: {
    ...common.define,
    BUNDLED_ADMIN_STYLES: JSON.stringify(`./${basename(adminStyles.file)}`),
    BUNDLED_FORM_STYLES: JSON.stringify(`./${basename(formStyles.file)}`),
    BUNDLED_EXPLAIN_STYLES: JSON.stringify(`./${basename(explainStyles.file)}`),
    BUNDLED_INSIGHTS_STYLES: JSON.stringify(`./${basename(insightsStyles.file)}`),
    BUNDLED_KEYBOARD_STYLES: JSON.stringify(`./${basename(keyboardStyles.file)}`),
    BUNDLED_PLANNER_STYLES: JSON.stringify(`./${basename(plannerStyles.file)}`),
    BUNDLED_ANNOTATION_STYLES: JSON.stringify(`./${basename(annotationStyles.file)}`),
    BUNDLED_VIEWS_STYLES: JSON.stringify(`./${basename(viewsStyles.file)}`),
  },
  plugins: lateSheets,
  entryPoints: { page: ENTRY },
  format: "esm",
  splitting: true,
  jsx: "automatic",
};
const draft = await build({ ...pageOptions, write: false });
const lazy = Object.values(draft.metafile.outputs)
  .map(({ entryPoint }) => entryPoint)
  .filter((path) => path !== undefined && path !== ENTRY);
const page = await build({
  ...pageOptions,
  plugins: [...lateSheets, oneFirstLoad(new Set(lazy.map((path) => join(here, path))))],
});
const early = await build({ ...common, entryPoints: { early: "src/theme/early.ts" }, format: "iife" });

const outputs = { ...page.metafile.outputs, ...early.metafile.outputs };
const entry = entryOf(page.metafile);
const earlyEntry = entryOf(early.metafile);
const stylesheet = outputs[entry].cssBundle;
await deleteUnusedStyles();
const firstLoad = closure(entry);
await writeIndex();
await writeManual();
await cp(join(assetsDir, "icons"), join(out, "icons"), { recursive: true });
await cp(join(assetsDir, "fonts"), join(out, "fonts"), { recursive: true });
await compressAll(out);
await mkdir(dirname(metafilePath), { recursive: true });
await writeFile(metafilePath, JSON.stringify({ ...page.metafile, outputs }));
if (options["check-budgets"]) await checkBudgets();

/** Removes only what an earlier run wrote. */
async function clean() {
  const pages = ["index.html", "help.html"].flatMap((page) => [page, `${page}.br`, `${page}.gz`]);
  for (const name of ["assets", "help", "icons", "fonts", ...pages]) {
    await rm(join(out, name), { recursive: true, force: true });
  }
}

function entryOf(metafile) {
  const [path] = Object.entries(metafile.outputs).find(
    ([path, output]) =>
      output.entryPoint &&
      path.endsWith(".js") &&
      /^src\/(main\.tsx|theme\/early\.ts)$/.test(output.entryPoint),
  );
  return path;
}

/** esbuild writes all styles into the entry's stylesheet and leaves a copy next to each lazy chunk. */
async function deleteUnusedStyles() {
  for (const path of Object.keys(outputs)) {
    if (!path.endsWith(".css") || path === stylesheet) continue;
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

async function writeIndex() {
  const url = (path) => `/assets/${basename(path)}`;
  const font = Object.keys(outputs).find((path) => /instrument-sans-latin-wght/.test(path));
  const head = [
    `<script src="${url(earlyEntry)}"></script>`,
    `<link rel="preload" href="${url(font)}" as="font" type="font/woff2" crossorigin />`,
    `<link rel="stylesheet" href="${url(stylesheet)}" />`,
    ...[...firstLoad]
      .filter((path) => path !== entry)
      .map((path) => `<link rel="modulepreload" href="${url(path)}" />`),
    `<script type="module" src="${url(entry)}"></script>`,
  ].join("\n    ");
  const template = await readFile(join(assetsDir, "index.html"), "utf8");
  const marker = "<!-- bond:head -->";
  if (!template.includes(marker)) throw new Error(`assets/index.html has no ${marker}`);
  await writeFile(
    join(out, "index.html"),
    template.replace(marker, () => head),
  );
}

/** The manual, docs/using.md, as a separate page that loads nothing else. */
async function writeManual() {
  const { metafile } = await build({ ...common, entryPoints: { help: "manual/manual.css" } });
  const styles = Object.keys(metafile.outputs).find((path) => path.endsWith(".css"));
  const markdown = await readFile(join(docsDir, "using.md"), "utf8");
  const names = [...markdown.matchAll(/\]\(images\/([^)]+)\)/g)].map(([, name]) => name);
  const pictures = new Map();
  for (const name of names) {
    const data = await readFile(join(docsDir, "images", name));
    await mkdir(join(out, "help"), { recursive: true });
    await writeFile(join(out, "help", name), data);
    pictures.set(`images/${name}`, { src: `/help/${name}`, ...pngSize(data) });
  }
  const head = [
    `<script src="/assets/${basename(earlyEntry)}"></script>`,
    `<link rel="stylesheet" href="/assets/${basename(styles)}" />`,
  ].join("\n    ");
  await writeFile(
    join(out, "help.html"),
    manualPage(markdown, head, (address) => pictures.get(address)),
  );
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

  const scripts = Object.keys(outputs).filter((path) => path.endsWith(".js"));
  // A lazy chunk may import others: all that is not part of the first load counts.
  const chart = new Set(
    scripts
      .filter((path) => !firstLoad.has(path) && holdsCharts(path))
      .flatMap((path) => [...closure(path)])
      .filter((path) => !firstLoad.has(path)),
  );
  const [adminEntry] = scripts.filter((path) => outputs[path].entryPoint === "src/admin/index.tsx");
  const admin = [...closure(adminEntry)].filter((path) => !firstLoad.has(path));
  const fonts = Object.keys(outputs).filter((path) => path.endsWith(".woff2"));
  const rows = [
    ["first-load JS", await sum([...firstLoad, earlyEntry], gzipped), BUDGETS.firstLoad],
    ["chart chunk", await sum(chart, gzipped), BUDGETS.chart],
    ["CSS", await gzipped(stylesheet), BUDGETS.css],
    ["administration", await sum([...admin, adminStyles.file], gzipped), BUDGETS.admin],
    ["fonts", await sum(fonts, async (path) => outputs[path].bytes), BUDGETS.font],
  ];
  let failed = false;
  const kb = (bytes) => `${(bytes / KB).toFixed(1)} KB`.padStart(9);
  const lines = rows.map(([name, size, budget]) => {
    const over = size > budget;
    failed ||= over;
    return `${name.padEnd(14)} ${kb(size)} of ${kb(budget)}  ${over ? "OVER" : "ok"}`;
  });
  const early = [...firstLoad].filter(holdsCharts);
  if (early.length > 0) {
    failed = true;
    lines.push(
      `ECharts is in the first load: ${early.map((path) => relative("dist/assets", path)).join(", ")}`,
    );
  }
  process.stdout.write(`${lines.join("\n")}\n`);
  if (failed) process.exitCode = 1;
}
