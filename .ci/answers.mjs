// Compares the answers of one build with those of another: for a change that must not change a figure.
//
//   node .ci/answers.mjs record --bond PATH --out DIR [--like OLD] [--programs DIR] [--sets sample,hidden] [--filters N]
//   node .ci/answers.mjs compare OLD NEW
//
// `record` creates three programs with that executable: the demo of 50,000 members, data/sample, and data/sample with
// small groups hidden. It makes every call of figures in the OpenAPI document with the same seeded filters, and takes
// every screen along as files. With --like it makes the calls of an earlier recording, if the document has changed.
// With --programs the programs are kept in that folder, or taken from it where an earlier recording left them, and receipts
// are recorded too: one key signs them. So two systems answer from the same data directories.
// --sets and --filters make a shorter recording: of some programs, with fewer filters.
// `compare` lists the answers that differ. Fields that only NEW has are listed and allowed; any other difference makes
// the exit code 1.
//
// The demo ends yesterday and most periods depend on the day. Of recordings made on two days, only the sample's
// answers for explicit dates are compared, and the number of the others is printed.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, createReadStream, createWriteStream, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { finished } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createGunzip, createGzip, inflateRawSync } from "node:zlib";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const LOGIN = "answers@example.com";
const PASSWORD = "a long password";
const FILTERS = 40;
const AT_ONCE = 4;

const fileOf = (set) => `${set}.jsonl.gz`;

const sample = (bond) => bond(["import", join(ROOT, "data/sample")]);

const DATA_SETS = {
  demo: { make: (bond) => bond(["demo", "--members", "50000", "--seed", "1", "--no-serve"]), settings: {} },
  sample: { make: sample, settings: {} },
  hidden: { make: sample, settings: { BOND_MINIMUM_MEMBERS: "5" } },
};

/** Calls that answer figures of a program. What people save, and signed answers, are another each time. */
const FIGURES =
  /^\/api\/v1\/(bond|content|dashboard|emails|explain|insights|offer|planner|program|trends|website)\b(?!.*\/(plans|notes)\b)/;

/** Signed answers, which are comparable where one key signs them. */
const RECEIPTS = /^\/api\/v1\/receipts\//;

/** Files of a screen, each with its own fields of the body. */
const FILES = { zip: {}, xlsx: {}, dossier: { extent: "screen" } };

/** How many filters files and receipts are made with. */
const FILTERS_OF_FILES = 4;

/** Calls whose answer depends on the current day, whatever the filter. */
const DEPENDS_ON_TODAY = ["/api/v1/program", "/api/v1/emails/dashboard/schedules"];

// ---- record

async function record(path, out, { like, programs, sets }) {
  const executable = resolve(path);
  mkdirSync(out, { recursive: true });
  const work = mkdtempSync(join(tmpdir(), "bond-answers-"));
  try {
    const recorded = { version: execFileSync(executable, ["--version"], { encoding: "utf8" }).trim(), today: "", counts: {} };
    for (const [name, { make, settings: own }] of Object.entries(DATA_SETS)) {
      if (sets && !sets.split(",").includes(name)) continue;
      const dir = join(work, name);
      const settings = { ...process.env, BOND_DATA_DIR: dir, BOND_TIME_ZONE: "UTC", BOND_LOG_LEVEL: "warn", BOND_QUERY_SECONDS: "60", ...own };
      const bond = (args, input = "") =>
        execFileSync(executable, args, { encoding: "utf8", input, env: settings, stdio: ["pipe", "pipe", "pipe"] });
      const kept = programs && join(programs, name);
      if (kept && existsSync(kept)) {
        cpSync(kept, dir, { recursive: true });
      } else {
        make(bond);
        bond(["user", "add", "--first-name", "Ann", "--role", "USERS", "--password-stdin", LOGIN], PASSWORD);
        // With its key, which the first receipt makes.
        if (kept) {
          bond(["receipt-key"]);
          cpSync(dir, kept, { recursive: true });
        }
      }
      const server = await serve(executable, settings);
      try {
        const started = Date.now();
        const session = await signIn(server.url);
        const { today, count } = await recordCalls(name, session, join(out, fileOf(name)), like, programs !== undefined);
        if (recorded.today && recorded.today !== today) throw new Error("the day changed meanwhile: record again");
        recorded.today = today;
        recorded.counts[name] = count;
        console.log(`${name}: ${count} answers of ${today} in ${((Date.now() - started) / 1000).toFixed(0)} s`);
      } finally {
        await server.stop();
      }
    }
    writeFileSync(join(out, "recording.json"), `${JSON.stringify(recorded, null, 2)}\n`);
  } finally {
    rmSync(work, { recursive: true });
  }
}

/** Serves on a free port. */
async function serve(executable, env) {
  const server = spawn(executable, ["serve", "--listen", "127.0.0.1:0"], { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const exited = new Promise((_, reject) => {
    server.once("error", reject);
    server.once("exit", (code) => reject(new Error(`bond serve exited with ${code}:\n${output}`)));
  });
  const address = new Promise((found) => {
    const read = (chunk) => {
      output += chunk;
      const match = /Bond is ready at (http:\/\/[\d.:]+)\//.exec(output);
      if (match) found(match[1]);
    };
    server.stdout.on("data", read);
    server.stderr.on("data", read);
  });
  return {
    url: await Promise.race([address, exited]),
    async stop() {
      const stopped = exited.catch(() => undefined);
      server.kill("SIGTERM");
      await stopped;
    },
  };
}

/** Signs in. Returns a function that makes a call and returns its status and text. */
async function signIn(url) {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ grant_type: "password", username: LOGIN, password: PASSWORD }),
  });
  if (answer.status !== 200) throw new Error(`signing in failed with ${answer.status}: ${await answer.text()}`);
  const csrf = /XSRF-TOKEN=([^;]+)/.exec(answer.headers.getSetCookie().join("\n"))[1];
  const { token } = await answer.json();
  const common = { authorization: `Bearer ${token}`, "accept-encoding": "identity" };
  const posting = { ...common, "content-type": "application/json", cookie: `XSRF-TOKEN=${csrf}`, "x-xsrf-token": csrf };
  return async (method, path, body) => {
    const post = method === "POST";
    const ask = () => fetch(url + path, { method, headers: post ? posting : common, body: post ? body : undefined });
    let answer = await ask();
    // "Too busy" says nothing about the figures.
    for (let more = 20; more > 0 && [408, 503].includes(answer.status); more--) {
      await answer.arrayBuffer();
      await new Promise((wake) => setTimeout(wake, 1000));
      answer = await ask();
    }
    const isFile = path.startsWith("/api/v1/export/") && answer.status === 200;
    if (RECEIPTS.test(path)) {
      const receipt = (await answer.text()).replace(/"(issuedAt|signature)":"[^"]*"/g, '"$1":""');
      return { status: answer.status, text: receipt };
    }
    return { status: answer.status, text: isFile ? textOf(Buffer.from(await answer.arrayBuffer())) : await answer.text() };
  };
}

/** The text of a file, with that of all files in it, without the time when it was made and without signatures. */
function textOf(file) {
  const isArchive = file.readUInt32LE(0) === 0x04034b50;
  const text = isArchive ? JSON.stringify(filesIn(file)) : file.toString("utf8");
  return text
    .replace(/\d{4}-\d\d-\d\d(T| )\d\d:\d\d(:\d\d)?(\.\d+)?/g, "(time)")
    .replace(/[A-Za-z0-9_+/-]{40,}={0,2}/g, "(signature)");
}

/** The texts of the files in a zip archive, by their names. */
function filesIn(archive) {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const files = {};
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20)];
    const [name, extra, comment] = [28, 30, 32].map((field) => archive.readUInt16LE(at + field));
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = archive.subarray(start, start + size);
    files[archive.toString("utf8", at + 46, at + 46 + name)] = (method === 0 ? bytes : inflateRawSync(bytes)).toString("utf8");
    at += 46 + name + extra + comment;
  }
  return files;
}

async function recordCalls(name, call, file, like, withReceipts) {
  const json = async (method, path, body) => JSON.parse((await call(method, path, body)).text);
  const program = await json("GET", "/api/v1/program");
  const requests = like ? await requestsOf(join(like, fileOf(name))) : await requestsFor(name, program, json, withReceipts);

  const gzip = createGzip({ level: 4 });
  const written = finished(gzip.pipe(createWriteStream(file)));
  for (let at = 0; at < requests.length; at += 200) {
    const lines = await inOrder(requests.slice(at, at + 200), async ({ method, path, body }) => {
      const { status, text } = await call(method, path, body);
      return `${JSON.stringify({ set: name, method, path, body, status, answer: text })}\n`;
    });
    gzip.write(lines.join(""));
  }
  gzip.end();
  await written;
  const { today } = await json("GET", "/api/v1/program");
  if (today !== program.today) throw new Error("the day changed meanwhile: record again");
  return { today, count: requests.length };
}

async function requestsOf(file) {
  const requests = [];
  for await (const { method, path, body } of linesOf(file)) requests.push({ method, path, body });
  return requests;
}

/** The calls of the document with the filters that suit the program. */
async function requestsFor(name, program, json, withReceipts) {
  const ever = JSON.stringify({ startDate: "2000-01-01", endDate: "2040-12-31", recordCount: 0 });
  const ids = async (method, path, list = (answer) => answer) =>
    [...new Set(list(await json(method, `/api/v1/${path}`, ever)).map((row) => row.id))].sort((a, b) => a - b);
  const groups = await json("GET", "/api/v1/dashboard/users/userGroups");
  const ofType = (type) => groups.filter((group) => group.type === type).map((group) => group.id);
  const chosen = {
    userGroupTiers: ofType("TIER"),
    userGroupLobs: ofType("LOB"),
    userGroupAudiences: ofType("AUDIENCE"),
    campaigns: await ids("POST", "emails/dashboard/getCampaigns"),
    campaignsTypes: await ids("GET", "emails/dashboard/getCampaignsTypes"),
    offers: await ids("POST", "offer/dashboard/getOffers"),
    offersCategories: await ids("GET", "offer/dashboard/getOffersCategories"),
  };
  const polls = await ids("POST", "content/dashboard/polls/breakdown/info", (answer) => answer.pollList);
  for (const [list, found] of Object.entries({ ...chosen, polls })) {
    if (found.length === 0) throw new Error(`${name} has no values for ${list}`);
  }

  const requests = [];
  const valid = filters(program, chosen).slice(0, Number(options.filters ?? FILTERS));
  const bodies = [...valid, ...INVALID];
  const document = await json("GET", "/api/openapi.json");
  const all = calls(document, polls, FIGURES);
  for (const { method, path } of all) {
    for (const body of method === "GET" ? [null] : bodies) requests.push({ method, path, body });
  }
  for (const { path } of withReceipts ? calls(document, polls, RECEIPTS) : []) {
    for (const body of valid.slice(0, FILTERS_OF_FILES)) requests.push({ method: "POST", path, body });
  }
  // By body, so that the server's cached rows of a window are used before they are evicted.
  requests.sort((a, b) => bodies.indexOf(a.body) - bodies.indexOf(b.body));
  const screens = new Set(all.filter(({ method }) => method === "POST").map(({ path }) => path.slice(1).replace(/\/breakdowns$/, "")));
  for (const body of valid.slice(0, FILTERS_OF_FILES)) {
    for (const screen of screens) {
      for (const [format, own] of Object.entries(FILES)) {
        const of = JSON.stringify({ ...JSON.parse(body), screen, ...own });
        requests.push({ method: "POST", path: `/api/v1/export/${format}`, body: of });
      }
    }
  }
  return requests;
}

/** Runs up to AT_ONCE calls of `work` concurrently. The results are in the order of the items. */
async function inOrder(items, work) {
  const results = new Array(items.length);
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const at = next++;
      results[at] = await work(items[at]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

/** Every call of figures in the document, with every type and poll. */
function calls(document, polls, wanted) {
  const deref = (value) =>
    value?.$ref ? deref(value.$ref.slice(2).split("/").reduce((at, key) => at[key], document)) : value;
  const found = [];
  for (const [path, item] of Object.entries(document.paths)) {
    if (!wanted.test(path)) continue;
    for (const method of ["get", "post"].filter((method) => item[method])) {
      const parameters = [...(item.parameters ?? []), ...(item[method].parameters ?? [])].map(deref);
      let paths = [path];
      for (const [braces, name] of path.matchAll(/\{(\w+)\}/g)) {
        const schema = deref(parameters.find((parameter) => parameter.name === name)?.schema);
        const values = name === "id" ? [...polls, 0, 987654] : [...(schema?.enum ?? []), "NO_SUCH_TYPE"];
        if (values.length < 2) throw new Error(`${path} does not say which values ${name} has`);
        paths = paths.flatMap((path) => values.map((value) => path.replace(braces, value)));
      }
      found.push(...paths.map((path) => ({ method: method.toUpperCase(), path })));
    }
  }
  return found;
}

const INVALID = [
  "",
  "{",
  "[]",
  '{"period":"NEVER"}',
  '{"startDate":"2025-02-30","endDate":"2025-13-01"}',
  '{"startDate":"2025-02-02","endDate":"2025-02-01"}',
  '{"viewByH1":"TIER","viewByH2":"TIER"}',
  '{"userGroupTiers":["Gold"]}',
  '{"recordCount":-1}',
];

/** Windows that are easy to get wrong; the others are random. */
const windows = (today) => [
  {},
  { period: "LAST_7DAYS" },
  { period: "LAST_30DAYS" },
  { period: "LAST_90DAYS" },
  { period: "LAST_12MONTHS" },
  { period: "PREVIOUS_YEAR" },
  { period: "THIS_YEAR" },
  { startDate: "2025-01-01", endDate: "2025-12-31" },
  { startDate: "2024-02-29", endDate: "2024-02-29" },
  { startDate: "2024-02-29", endDate: "2025-02-28" },
  { startDate: "2025-02-01", endDate: "2025-02-28" },
  { startDate: "2019-03-10", endDate: "2020-01-05" },
  { startDate: "2018-01-01", endDate: "2026-06-30" },
  { startDate: "2025-04-01", endDate: "2026-03-31" },
  { startDate: "2025-12-31", endDate: "2026-01-01" },
  { endDate: `${today.slice(0, 4)}-01-20` },
  { startDate: "2025-06-02" },
];

function filters(program, chosen) {
  const random = mulberry32(20260101);
  const fixed = windows(program.today);
  const below = (limit) => Math.floor(random() * limit);
  const one = (values) => values[below(values.length)];
  const day = (text, days) => new Date(Date.parse(text) + days * 86_400_000).toISOString().slice(0, 10);
  const span = (Date.parse(program.through) - Date.parse(program.firstDay)) / 86_400_000 + 1;
  const drawnWindow = () => {
    const start = below(span + 90) - 60;
    const length = one([1, 3, 7, 14, 28, 31, 60, 92, 180, 365, 400, 730]);
    return {
      startDate: day(program.firstDay, start),
      endDate: day(program.firstDay, start + length - 1),
      period: one([undefined, "SELECTED_DATE"]),
    };
  };
  const subset = (ids) => {
    const share = one([0.1, 0.5, 0.5, 0.9]);
    const some = ids.filter(() => random() < share);
    // Rarely none or an unknown id: with no group most figures are 0 and hide errors.
    if (some.length === 0 && random() < 0.9) some.push(one(ids));
    return random() < 0.1 ? [...some, 987654] : some;
  };
  // The name of the field that chooses all of a list.
  const all = (list) => `${list.replace("userGroup", "userGroups")}All`;
  const choice = (list) => {
    const way = random();
    if (way < 0.4) return {};
    if (way < 0.5) return { [all(list)]: true, [list]: subset(chosen[list]) };
    if (way < 0.6) return { [list]: subset(chosen[list]) };
    return { [all(list)]: false, [list]: subset(chosen[list]) };
  };
  return Array.from({ length: FILTERS }, (_, at) => {
    const h1 = one([undefined, "TIER", "LOB", "AUDIENCE"]);
    // Without a first grouping a block uses its default; two equal ones are among the invalid bodies.
    const h2 = h1 && one([undefined, "NONE", ...["TIER", "LOB", "AUDIENCE"].filter((grouping) => grouping !== h1)]);
    const block = {
      timeScale: one([undefined, "BY_MONTHS", "BY_QUARTERS", "BY_YEARS"]),
      viewBy: one([undefined, "TOTALS", "TIER", "LOB", "AUDIENCE"]),
      viewByH1: h1,
      viewByH2: h2,
      recordCount: one([undefined, undefined, 0, 1, 6, 50]),
    };
    // The first filters choose no groups, so that differences of windows alone show.
    const groups = at < 4 ? [] : Object.keys(chosen).map(choice);
    return JSON.stringify(Object.assign({}, fixed[at] ?? drawnWindow(), block, ...groups));
  });
}

/** A small generator of random numbers from 0 to 1: the same seed gives the same numbers. */
function mulberry32(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

// ---- compare

async function compare(oldDir, newDir) {
  const [before, after] = [oldDir, newDir].map((dir) => JSON.parse(readFileSync(join(dir, "recording.json"), "utf8")));
  const sameDay = before.today === after.today;
  if (!sameDay) {
    console.log(`Recorded on ${before.today} and ${after.today}: only the sample's answers for explicit dates are compared.`);
  }
  const found = { equal: 0, added: new Map(), different: new Map(), differing: 0, notCompared: 0, newCalls: new Set() };
  for (const name of Object.keys(before.counts)) await compareSet(name, oldDir, newDir, sameDay, found);

  console.log(`${found.equal} answers are identical, ${found.differing} differ.`);
  if (found.notCompared) console.log(`${found.notCompared} answers of another day were not compared.`);
  for (const path of found.newCalls) console.log(`only in the new: ${path}`);
  report("Fields that only the new answers have", found.added);
  report("DIFFERENT", found.different);
  if (found.equal === 0) throw new Error("no answer is the same: are these two recordings?");
  return found.different.size === 0 ? 0 : 1;
}

async function compareSet(name, oldDir, newDir, sameDay, found) {
  const remaining = new Map();
  const file = fileOf(name);
  const key = ({ method, path, body }) => `${method} ${path} ${body}`;
  for await (const line of linesOf(join(oldDir, file))) remaining.set(key(line), line);
  if (remaining.size === 0) throw new Error(`${join(oldDir, file)} is empty`);
  for await (const line of linesOf(join(newDir, file))) {
    const before = remaining.get(key(line));
    remaining.delete(key(line));
    if (!sameDay && !isIndependentOfToday(line)) {
      found.notCompared++;
    } else if (!before) {
      found.newCalls.add(`${name} ${line.method} ${line.path}`);
    } else if (before.status === line.status && before.answer === line.answer) {
      found.equal++;
    } else {
      found.differing++;
      differences(before, line, found);
    }
  }
  for (const line of remaining.values()) {
    if (sameDay || isIndependentOfToday(line)) note(found.different, "(the call is missing)", line, "an answer", "none");
  }
}

/** Whether the answer is the same on every day. */
function isIndependentOfToday({ set, path, body }) {
  if (set === "demo" || DEPENDS_ON_TODAY.includes(path) || path.startsWith("/api/v1/export/")) return false;
  if (body === null || INVALID.includes(body)) return true;
  const { period, startDate, endDate } = JSON.parse(body);
  return (period ?? "SELECTED_DATE") === "SELECTED_DATE" && startDate !== undefined && endDate !== undefined;
}

async function* linesOf(file) {
  const lines = createInterface({ input: createReadStream(file).pipe(createGunzip()), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) yield JSON.parse(line);
}

function differences(before, after, found) {
  if (before.status !== after.status) return note(found.different, "(status)", after, before.status, after.status);
  let values;
  try {
    values = [parsed(before.answer), parsed(after.answer)];
  } catch {
    return note(found.different, "(text)", after, before.answer, after.answer);
  }
  let seen = 0;
  const walk = (path, a, b) => {
    if (isObject(a) && isObject(b)) {
      const inNew = Object.keys(b).filter((name) => Object.hasOwn(a, name));
      for (const name of Object.keys(b)) {
        if (!Object.hasOwn(a, name)) {
          seen++;
          note(found.added, `${path}.${name}`, after, undefined, b[name]);
        }
      }
      const inOld = Object.keys(a).filter((name) => Object.hasOwn(b, name));
      if (inOld.join("\n") !== inNew.join("\n")) {
        seen++;
        note(found.different, `${path} (order of the fields)`, after, inOld, inNew);
      }
      for (const name of Object.keys(a)) {
        if (Object.hasOwn(b, name)) walk(`${path}.${name}`, a[name], b[name]);
        else {
          seen++;
          note(found.different, `${path}.${name} (is missing)`, after, a[name], undefined);
        }
      }
    } else if (Array.isArray(a) && Array.isArray(b)) {
      if (a.length !== b.length) {
        seen++;
        note(found.different, `${path} (length)`, after, a.length, b.length);
      }
      for (let at = 0; at < Math.min(a.length, b.length); at++) walk(`${path}[*]`, a[at], b[at]);
    } else if (JSON.stringify(a) !== JSON.stringify(b)) {
      seen++;
      note(found.different, path, after, a, b);
    }
  };
  walk("$", ...values);
  // White space, or characters escaped in another way.
  if (seen === 0) note(found.different, "(formatting)", after, before.answer, after.answer);
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Numbers become strings, so that 1 and 1.0 differ. */
function parsed(text) {
  return JSON.parse(
    text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) => (token[0] === '"' ? token : `"number ${token}"`)),
  );
}

function note(list, pattern, { set, method, path, body }, before, after) {
  const entry = list.get(pattern) ?? { count: 0, example: { set, method, path, body, before, after }, calls: new Set() };
  entry.count++;
  entry.calls.add(path);
  list.set(pattern, entry);
}

function report(title, list) {
  if (list.size === 0) return;
  const short = (value) => (JSON.stringify(value) ?? "nothing").slice(0, 300);
  console.log(`\n${title}:`);
  for (const [pattern, { count, calls, example }] of [...list].sort(([, a], [, b]) => b.count - a.count)) {
    console.log(`  ${pattern}: ${count} times in ${calls.size} calls`);
    console.log(`      such as ${example.set} ${example.method} ${example.path} ${example.body}`);
    console.log(`      ${short(example.before)} -> ${short(example.after)}`);
  }
}

// ---- command line

const [command, ...args] = process.argv.slice(2);
const { values: options, positionals: dirs } = parseArgs({
  args,
  allowPositionals: true,
  options: Object.fromEntries(["bond", "out", "like", "programs", "sets", "filters"].map((name) => [name, { type: "string" }])),
});
if (command === "record" && options.bond && options.out && dirs.length === 0) {
  await record(options.bond, options.out, { ...options, programs: options.programs && resolve(options.programs) });
} else if (command === "compare" && dirs.length === 2) {
  process.exitCode = await compare(dirs[0], dirs[1]);
} else {
  console.error("usage: answers.mjs record --bond PATH --out DIR [--like OLD] [--programs DIR] [--sets NAMES] [--filters N] | answers.mjs compare OLD NEW");
  process.exitCode = 2;
}
