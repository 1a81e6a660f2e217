// Serves Bond during development (`make dev`): rebuilds and restarts the server when its files change, bundles the
// page when the page's files change. Reload the browser to see a change.
//
// A small proxy in front of the server serves the page from ui/dist with the headers of the server's own page, so
// Bond needs no development mode. Both listen on the loopback address only.
import { spawn } from "node:child_process";
import { readFile, watch } from "node:fs/promises";
import { createServer, request } from "node:http";
import { dirname, extname, join, normalize, sep } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const DIST = join(ROOT, "ui/dist");
const PORT = Number(process.env.DEV_PORT ?? 8090);
const [executable, dataDir] = process.argv.slice(2);
const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
};

const say = (text) => console.log(`dev: ${text}`);

/** Runs a command to completion. Returns whether it succeeded. */
const run = (command, args) =>
  new Promise((ended) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: "inherit" });
    child.once("error", () => ended(false));
    child.once("exit", (code) => ended(code === 0));
  });

/** Does the work now and after every change, and once more if a file changes meanwhile. */
async function onChange(paths, work) {
  let wanted = true;
  let wake = () => {};
  const changed = () => {
    wanted = true;
    wake();
  };
  for (const path of paths) {
    (async () => {
      for await (const _ of watch(join(ROOT, path), { recursive: true })) changed();
    })();
  }
  for (;;) {
    if (!wanted) await new Promise((resolve) => (wake = resolve));
    // Editors write a file in several steps.
    await new Promise((resolve) => setTimeout(resolve, 150));
    wanted = false;
    await work();
  }
}

let server;
let address;
let pageHeaders = {};

async function stopServer() {
  if (!server) return;
  const ended = server.exitCode === null ? new Promise((resolve) => server.once("exit", resolve)) : undefined;
  server.kill("SIGTERM");
  await ended;
  server = undefined;
  address = undefined;
}

async function startServer() {
  server = spawn(executable, ["demo", "--data-dir", dataDir, "--listen", "127.0.0.1:0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  address = await new Promise((found) => {
    let output = "";
    server.once("exit", () => found(undefined));
    server.stdout.on("data", (chunk) => {
      output += chunk;
      process.stdout.write(chunk);
      const match = /http:\/\/127\.0\.0\.1:(\d+)/.exec(output);
      if (match) found({ host: "127.0.0.1", port: Number(match[1]) });
    });
  });
  if (!address) return say("the server did not start; the next change starts it again");
  const answer = await fetch(`http://${address.host}:${address.port}/`);
  pageHeaders = Object.fromEntries(
    [...answer.headers].filter(([name]) => /^(content-security-policy|x-|referrer-|permissions-|cross-)/.test(name)),
  );
  say(`http://127.0.0.1:${PORT}/ shows the page of ui/dist with the server at ${address.port}`);
}

/** What the name of the page ends with in the language of a request, as far as the page has it: a cookie or the browser's. */
function suffixOf({ headers }) {
  const chosen = /bond_language=(\w+)/.exec(headers.cookie ?? "")?.[1] ?? headers["accept-language"] ?? "";
  const language = /^(de|es)\b/.exec(chosen)?.[1];
  return language ? `.${language}` : "";
}

const proxy = createServer(async (incoming, outgoing) => {
  try {
    const path = decodeURIComponent(new URL(incoming.url, "http://localhost").pathname);
    if (/^\/(api|healthz|readyz|logo\.png)(\/|$)/.test(path)) return forward(incoming, outgoing);
    const file = normalize(join(DIST, path));
    // The address of an explanation ends with a figure, whose name has a dot.
    const isFile = extname(file) && !path.startsWith("/explain/") && file.startsWith(DIST + sep);
    const wanted = isFile ? file : join(DIST, `index${suffixOf(incoming)}.html`);
    const content = await readFile(wanted);
    outgoing.writeHead(200, {
      ...pageHeaders,
      "content-type": TYPES[extname(wanted)] ?? "application/octet-stream",
      "cache-control": "no-store",
    });
    outgoing.end(content);
  } catch {
    outgoing.writeHead(404).end("not found\n");
  }
});

/** Forwards a request unchanged, so that the server sees the browser's own Host and Origin. */
function forward(incoming, outgoing) {
  const unavailable = () => {
    if (!outgoing.headersSent) outgoing.writeHead(503, { "retry-after": "1" });
    outgoing.end("The server is being built.\n");
  };
  if (!address) return unavailable();
  const { method, url, headers } = incoming;
  const forwarded = request({ ...address, method, path: url, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode, answer.headers);
    answer.pipe(outgoing);
  });
  forwarded.once("error", unavailable);
  incoming.pipe(forwarded);
}

proxy.listen(PORT, "127.0.0.1");
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, async () => {
    await stopServer();
    process.exit(0);
  });
}
onChange(["ui/src", "ui/esbuild.mjs", "assets"], async () => {
  if (await run("node", ["ui/esbuild.mjs"])) say("the page is bundled");
});
onChange(["src", "data", "build.rs", "Cargo.toml"], async () => {
  if (!(await run(".ci/cargo", ["build", "--release", "--locked", "--bin", "bond"]))) return;
  await stopServer();
  await startServer();
});
