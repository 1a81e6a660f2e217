// One round through what people do with Bond, with an executable and nothing of its tests:
//
//   node .ci/round.mjs EXECUTABLE [DRIVE]    under Wine with the drive that is the root of this machine, Z:
//
// A data directory whose path has a space and an umlaut; signing in; a file of every kind; settings on the page; mail at a
// real server (.ci/smtp); asking a folder and an address for data; a backup that is restored; TLS whose certificate changes; a
// server that is killed; the demo's link, which signs in once. .ci/test-windows does it with bond.exe under Wine. The last line
// is "round: N passed, N failed".
import { execFile, execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const LOGIN = "ann@example.com";
const PASSWORD = "a long password";
const SCREEN = "api/v1/dashboard/users/logins";
const YEAR = { startDate: "2025-01-01", endDate: "2025-12-31" };
const LOGINS = "member_id,logged_in_at\n";
/** How long a server may take, on a machine that does much else. */
const PATIENCE = 180_000;

const executable = resolve(process.argv[2]);
const drive = process.argv[3];
const work = mkdtempSync(join(tmpdir(), "bond-round-"));
const home = join(work, "Bönd, first round");
const data = join(home, "data");
const started = new Set();
const counts = { passed: 0, failed: 0 };

/** One step: what fails is said, and the others go on. */
async function step(name, work) {
  try {
    await work();
    counts.passed++;
    console.log(`ok    ${name}`);
  } catch (error) {
    counts.failed++;
    console.log(`FAIL  ${name}\n${String(error.stderr || error.stdout || error.stack).replace(/^/gm, "      ")}`);
  }
}

function expect(holds, found) {
  if (!holds) throw new Error(typeof found === "string" ? found : JSON.stringify(found));
}

async function until(what, holds) {
  for (const end = Date.now() + PATIENCE; !(await holds()); ) {
    if (Date.now() > end) throw new Error(`this does not happen: ${what}`);
    await new Promise((wake) => setTimeout(wake, 300));
  }
}

/** A path as the executable's system writes it. */
const named = (path) => (drive ? drive + path.replaceAll("/", "\\") : path);

const environment = { ...process.env, BOND_DATA_DIR: named(data), BOND_TIME_ZONE: "UTC", BOND_WAREHOUSE_MEMORY: "512MB" };
/** Runs a command, while what is here goes on: it may ask this process for data. Returns what it says. */
const bond = (args, { input = "", env = environment } = {}) =>
  new Promise((said, failed) => {
    const child = execFile(executable, args, { env }, (error, stdout, stderr) => {
      if (error) failed(Object.assign(error, { stdout, stderr }));
      else said(stdout);
    });
    child.stdin.end(input);
  });

/** A process that says something; it is killed at the end. */
async function start(program, args, wanted, env = environment) {
  const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  started.add(child);
  const process = { child, said: "", ended: new Promise((end) => child.once("exit", end)) };
  for (const output of [child.stdout, child.stderr]) output.on("data", (chunk) => (process.said += chunk));
  let hasEnded = false;
  process.ended.then(() => (hasEnded = true));
  await until(`${program} says ${wanted}`, () => {
    if (hasEnded) throw new Error(process.said);
    return wanted.test(process.said);
  });
  process.found = wanted.exec(process.said)[1];
  return process;
}

const serve = (settings = {}) =>
  start(executable, ["serve", "--listen", "127.0.0.1:0"], /Bond is ready at (https?:\/\/[\d.:]+)\//, { ...environment, ...settings });

async function stop(process, signal = "SIGTERM") {
  process.child.kill(signal);
  await process.ended;
}

/** Signs in at a server, and returns a function that makes calls. */
async function signIn(url, password = PASSWORD) {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ grant_type: "password", username: LOGIN, password }),
  });
  if (answer.status !== 200) return answer.status;
  const csrf = /XSRF-TOKEN=([^;]+)/.exec(answer.headers.getSetCookie().join("\n"))[1];
  const headers = {
    authorization: `Bearer ${(await answer.json()).token}`,
    "content-type": "application/json",
    cookie: `XSRF-TOKEN=${csrf}`,
    "x-xsrf-token": csrf,
  };
  return async (method, path, body) => {
    const answer = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.status === 200, `${method} ${path}: ${answer.status} ${bytes.toString("utf8").slice(0, 500)}`);
    return bytes;
  };
}

const json = (bytes) => JSON.parse(bytes.toString("utf8"));
const page = async (url) => (await fetch(url)).status;
const figures = async (call) => (await call("POST", `/${SCREEN}/breakdowns`, YEAR)).toString("utf8");

/** A certificate for 127.0.0.1, which signs itself, in place of the one before. */
function certificate(name) {
  const args = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "9"];
  const [key, cert] = ["key.pem", "cert.pem"].map((file) => join(home, file));
  execFileSync("openssl", [...args, "-subj", `/CN=${name}`, "-keyout", key, "-out", cert], { stdio: "ignore" });
}

/** The name in the certificate of a server. */
const nameOf = (url) =>
  new Promise((found, failed) => {
    const asked = request(`${url}/healthz`, { rejectUnauthorized: false, agent: false }, (answer) => {
      found(answer.socket.getPeerCertificate().subject.CN);
      answer.resume();
    });
    asked.once("error", failed).end();
  });

try {
  mkdirSync(home);
  const inbox = join(home, "exports");
  mkdirSync(inbox);
  writeFileSync(join(inbox, "logins-1.csv"), `${LOGINS}M00001,2026-02-01 09:00:00\n`);
  const web = createServer((_, answer) => answer.end(`${LOGINS}M00001,2026-02-02 09:00:00\n`));
  await new Promise((listening) => web.listen(0, "127.0.0.1", listening));
  const settings = join(home, "bond.toml");
  const address = `http://127.0.0.1:${web.address().port}/logins`;
  writeFileSync(
    settings,
    `[pull.folder]\nkind = "folder"\npath = '${named(inbox)}'\n[pull.web]\nkind = "https"\n[pull.web.files]\n"logins.csv" = "${address}"\n`,
  );
  environment.BOND_CONFIG = named(settings);

  await step("data are loaded into a folder with a space and an umlaut", async () => {
    await bond(["import", named(join(ROOT, "data/sample"))]);
    await bond(["user", "add", "--first-name", "Ann", "--role", "ROLE_ADMIN", "--password-stdin", LOGIN], { input: PASSWORD });
    expect(readdirSync(data).includes("warehouse.duckdb"), readdirSync(data));
  });

  let server = await serve();
  let call;
  await step("signing in, with the right password alone", async () => {
    expect((await page(server.found)) === 200, "no page");
    const refused = await signIn(server.found, "another password");
    expect(refused === 400 || refused === 401, `${refused}`);
    call = await signIn(server.found);
    expect(typeof call === "function", call);
  });
  let before;
  await step("figures", async () => {
    before = await figures(call);
    expect(/[1-9]/.test(before), before);
  });
  const kinds = { xlsx: "PK", pdf: "%PDF-", zip: "PK", dossier: "<!" };
  for (const [kind, first] of Object.entries(kinds)) {
    await step(`a file of the kind ${kind}`, async () => {
      const file = await call("POST", `/api/v1/export/${kind}`, { ...YEAR, screen: SCREEN, extent: kind === "dossier" ? "screen" : undefined });
      expect(file.length > 500 && file.toString("latin1").startsWith(first), file.toString("latin1").slice(0, 200));
    });
  }
  await step("settings on the page, and mail at a server", async () => {
    const python = execFileSync(join(ROOT, ".ci/smtp"), { encoding: "utf8" }).trim();
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const mail = await start(python, [join(ROOT, ".ci/smtp.py"), `${port}`, join(work, "mail")], /(ready)/);
    const chosen = { smtp_host: "127.0.0.1", smtp_port: `${port}`, smtp_tls: "none", mail_from: "bond@example.com" };
    await call("PUT", "/api/v1/admin/settings", { settings: { ...chosen, mail_domains: "example.com" }, password: PASSWORD });
    const tried = json(await call("POST", "/api/v1/admin/mail/try", { to: LOGIN }));
    expect(!tried.fault, tried);
    const report = { name: "Logins", screen: SCREEN, filters: JSON.stringify(YEAR), every: "day", recipients: [LOGIN] };
    const saved = json(await call("POST", "/api/v1/reports", report));
    const sent = json(await call("POST", `/api/v1/reports/${saved.id}/send`, {}));
    expect(sent.lastState === "sent", sent);
    const arrived = readdirSync(join(work, "mail/new")).map((file) => readFileSync(join(work, "mail/new", file), "utf8"));
    expect(arrived.length === 2 && arrived.some((text) => text.includes("spreadsheetml")), `${arrived.length} mails`);
    await stop(mail);
  });
  const days = { folder: "2026-02-01", web: "2026-02-02" };
  for (const name of ["folder", "web"]) {
    await step(`asking a system for data: ${name}`, async () => {
      const rows = async () => (await call("POST", `/${SCREEN}/breakdowns`, { startDate: days[name], endDate: days[name] })).toString("utf8");
      const before = await rows();
      await bond(["pull", name]);
      expect((await rows()) !== before, "nothing is loaded");
    });
  }
  let backup;
  await step("a backup by the server that runs, and its check", async () => {
    await bond(["backup"]);
    const [file] = readdirSync(join(data, "backups")).filter((name) => name.endsWith(".tar.zst"));
    backup = join(home, file);
    cpSync(join(data, "backups", file), backup);
    await bond(["verify", named(backup)]);
  });
  await step("bond doctor", async () => {
    const said = await bond(["doctor"]).catch((error) => error.stdout);
    expect(/^ok +server/m.test(said) && /^ok +warehouse/m.test(said), said);
  });
  await step("a server that is killed leaves everything as it was", async () => {
    const now = await figures(call);
    await stop(server, "SIGKILL");
    server = await serve();
    call = await signIn(server.found);
    expect((await figures(call)) === now, "other figures");
  });
  await step("a server stops in order", async () => {
    await stop(server);
    expect(server.child.exitCode === 0 || server.child.signalCode === "SIGTERM", server.said);
  });
  await step("the backup in a new directory has the same figures", async () => {
    const restored = { BOND_DATA_DIR: named(join(home, "restored")) };
    await bond(["restore", named(backup)], { env: { ...environment, ...restored } });
    const server = await serve(restored);
    const call = await signIn(server.found);
    expect((await figures(call)) === before, "other figures");
    await stop(server);
  });
  await step("TLS, and a new certificate without a new start", async () => {
    certificate("first");
    const server = await serve({ BOND_TLS_CERT: named(join(home, "cert.pem")), BOND_TLS_KEY: named(join(home, "key.pem")) });
    expect((await nameOf(server.found)) === "first", await nameOf(server.found));
    certificate("second");
    await until("the second certificate is used", async () => (await nameOf(server.found)) === "second");
    await stop(server);
  });
  await step("a certificate of Bond's own authority", async () => {
    const server = await serve({ BOND_TLS: "self-signed" });
    expect(/authority\.crt \(SHA-256 /.test(server.said) && (await nameOf(server.found)), server.said);
    await stop(server);
  });
  await step("the demo's link signs in once", async () => {
    const own = { BROWSER: "/bin/true", BOND_DATA_DIR: named(join(home, "demo")), BOND_CONFIG: undefined };
    const args = ["demo", "--open", "--members", "200", "--years", "1"];
    const demo = await start(executable, args, /(http:\/\/\S+\/opened#\S+)/, { ...environment, ...own });
    const [url, secret] = demo.found.split("opened#");
    const open = async () => {
      const headers = { "content-type": "application/json" };
      return (await fetch(`${url}api/auth/opened`, { method: "POST", headers, body: JSON.stringify({ secret }) })).status;
    };
    expect((await open()) === 200, demo.said);
    expect((await open()) === 404, "it signs in twice");
    await stop(demo);
  });
  web.close();
} finally {
  for (const child of started) child.kill("SIGKILL");
  rmSync(work, { recursive: true, force: true });
}
console.log(`round: ${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;
