// Tests what `make dist` wrote, in the folder given: the archive, the Debian package and their sums. The package is
// installed in a clean root of the oldest Debian that has the executable's libraries, serves data/sample there, and is
// removed again; then it runs as a service there, under systemd, and in a container. TEST_DEBIAN=trixie tries another Debian. Started by
// .ci/test-package. The last line is "package: N passed, N failed".
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
/** Debian's releases, oldest first, with the newest symbols of their libraries. */
const RELEASES = [
  { suite: "bullseye", GLIBC: "2.31", GLIBCXX: "3.4.28" },
  { suite: "bookworm", GLIBC: "2.36", GLIBCXX: "3.4.30" },
  { suite: "trixie", GLIBC: "2.41", GLIBCXX: "3.4.33" },
];
const LOGIN = "ann@example.com";
const PASSWORD = "a long password";
const CONFIG = "/etc/bond/bond.toml";
const EDITED = "# edited by the administrator\n";

/** What .ci/test-service has to find. */
const SERVICE = {
  "enabled and running after the installation": "disabled, inactive",
  "running without an account": "inactive",
  "ready once there is an account": "200",
  "system calls filtered": "2",
  capabilities: "0000000000000000",
  user: "bond",
  "restarts after being killed": "1, 200",
  "running after an upgrade": "active, 200",
  "exit code when stopped": "0, success",
  "restarts with a wrong setting": "0, exit code 2",
  "running after the removal": "inactive, data kept",
};

const dist = resolve(process.argv[2]);
const work = mkdtempSync(join(tmpdir(), "bond-package-"));
const root = join(work, "root");
const counts = { passed: 0, failed: 0 };
const run = (program, args, options = {}) =>
  execFileSync(program, args, { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 28, stdio: ["pipe", "pipe", "pipe"], ...options });

/** One check: `test` throws if it fails. Returns whether it passed. */
async function check(name, test) {
  try {
    await test();
    counts.passed++;
    console.log(`ok    ${name}`);
    return true;
  } catch (error) {
    counts.failed++;
    console.log(`FAIL  ${name}\n${String(error.stderr || error.stdout || error.message).replace(/^/gm, "      ")}`);
    return false;
  }
}

function expect(found, wanted, what) {
  const isAsWanted = wanted instanceof RegExp ? wanted.test(found) : found === wanted;
  if (!isAsWanted) throw new Error(`${what}: expected ${wanted}, found ${JSON.stringify(found)}`);
}

const only = (ending) => {
  const found = readdirSync(dist).filter((name) => name.endsWith(ending));
  if (found.length !== 1) throw new Error(`${dist} has ${found.length} files *${ending}: run make dist`);
  return join(dist, found[0]);
};

try {
  const [archive, deb] = [only(".tar.gz"), only(".deb")];
  const unpacked = join(work, archive.split("/").pop().replace(".tar.gz", ""));
  await check("the sums are right", () => run("sha256sum", ["--check", "--strict", "SHA256SUMS"], { cwd: dist }));
  await check("the archive unpacks, and its sums are right", () => {
    run("tar", ["-xzf", archive, "-C", work]);
    run("sha256sum", ["--check", "--strict", "SHA256SUMS"], { cwd: unpacked });
    const listed = readFileSync(join(unpacked, "SHA256SUMS"), "utf8").trim().split("\n").length;
    const files = readdirSync(unpacked, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(listed, files.length - 1, "files in SHA256SUMS");
  });
  await check("the executable has the version of the archive and takes its bond.toml", () => {
    const bond = join(unpacked, "bond");
    expect(`${run(bond, ["--version"]).trim().replace(/ \(.*/, "").replace(" ", "-")}-linux-x86_64`, unpacked.split("/").pop(), "version");
    expect(run(bond, ["config", "--config", join(unpacked, "bond.toml")]), /^data_dir = \/var\/lib\/bond$/m, "settings");
  });
  await check("licences and SBOM name every crate", () => everyCrate(unpacked));
  await check("licences and SBOM name every package of the page", () => everyPackage(unpacked));
  await check("every link of a manual leads to a file of the archive", () => manuals(unpacked));
  await check("the unit is valid and hardened", () => unit(unpacked));
  await inDebian(deb, unpacked);
} finally {
  rmSync(work, { recursive: true });
}
console.log(`package: ${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;

function everyCrate(unpacked) {
  const settings = ["--edges", "normal", "--prefix", "none", "--target", "x86_64-unknown-linux-gnu", "--format", "{p}"];
  const tree = run("cargo", ["tree", "--locked", "--offline", ...settings]);
  const crates = new Set(tree.split("\n").map((line) => /^(\S+) v(\S+)/.exec(line)).filter(Boolean).map(([, ...is]) => is.join(" ")));
  crates.delete([...crates].find((crate) => crate.startsWith("bond ")));
  const licences = readFileSync(join(unpacked, "LICENSES.txt"), "utf8");
  const listed = new Set(components(join(unpacked, "sbom-executable.cdx.json")));
  expect(crates.size > 100, true, "crates in the tree");
  expect([...crates].filter((crate) => !new RegExp(`^  ${crate.replaceAll(/[.+]/g, "\\$&")}( |$)`, "m").test(licences)).join(), "", "not in LICENSES.txt");
  expect([...crates].filter((crate) => !listed.has(crate)).join(), "", "not in the SBOM");
}

function everyPackage(unpacked) {
  run("node", ["ui/esbuild.mjs", "--out", join(work, "page"), "--metafile", join(work, "page.json")]);
  const { outputs } = JSON.parse(readFileSync(join(work, "page.json"), "utf8"));
  const packages = new Set();
  for (const input of Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs))) {
    const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input) ?? [];
    if (!folder) continue;
    const { name, version } = JSON.parse(readFileSync(join(ROOT, "ui", folder, "package.json"), "utf8"));
    packages.add(`${name} ${version}`);
  }
  const licences = readFileSync(join(unpacked, "LICENSES.txt"), "utf8");
  const listed = new Set(components(join(unpacked, "sbom-page.cdx.json")));
  expect(packages.size > 20, true, "packages in the page");
  expect([...packages].filter((is) => !licences.includes(` - ${is.replace(" ", "@")}\n`)).join(), "", "not in LICENSES.txt");
  expect([...packages].filter((is) => !listed.has(is)).join(), "", "not in the SBOM");
}

/** "name version" of each component. */
function components(file) {
  const all = ({ components = [] }) => components.flatMap((one) => [one, ...all(one)]);
  return all(JSON.parse(readFileSync(file, "utf8"))).map(({ group, name, version }) => `${group ? `${group}/` : ""}${name} ${version}`);
}

function manuals(unpacked) {
  const files = readdirSync(unpacked, { recursive: true }).filter((name) => name.endsWith(".md"));
  const dead = files.flatMap((name) => {
    const links = [...readFileSync(join(unpacked, name), "utf8").matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, link]) => link);
    const own = links.filter((link) => !/^[a-z]+:/.test(link));
    return own.filter((link) => !existsSync(join(unpacked, dirname(name), link))).map((link) => `${name} -> ${link}`);
  });
  expect(files.includes("docs/operations.md"), true, "docs/operations.md");
  expect(dead.join("\n"), "", "links");
}

function unit(unpacked) {
  if (spawnSync("systemd-analyze", ["--version"]).status !== 0) {
    console.log("SKIPPED: there is no systemd-analyze");
    return;
  }
  const text = readFileSync(join(unpacked, "bond.service"), "utf8");
  const file = join(work, "bond.service");
  writeFileSync(file, text.replace("ExecStart=bond", `ExecStart=${join(unpacked, "bond")}`));
  expect(run("systemd-analyze", ["verify", "--man=no", file], { stdio: ["ignore", "pipe", "pipe"] }), "", "systemd-analyze verify");
  // The exposure level, 0 to 10, times ten.
  run("systemd-analyze", ["security", "--offline=true", "--threshold=20", file]);
}

/** The newest symbol versions that the executable needs, such as { GLIBC: "2.31" }. */
function needed(executable) {
  const newest = {};
  for (const [, library, version] of run("objdump", ["-T", executable]).matchAll(/\((GLIBC|GLIBCXX)_([\d.]+)\)/g)) {
    if (!newest[library] || isNewer(version, newest[library])) newest[library] = version;
  }
  return newest;
}

function isNewer(version, than) {
  const [one, other] = [version, than].map((text) => text.split(".").map(Number));
  const at = [0, 1, 2].find((index) => (one[index] ?? 0) !== (other[index] ?? 0));
  return at !== undefined && (one[at] ?? 0) > (other[at] ?? 0);
}

async function inDebian(deb, unpacked) {
  const newest = needed(join(unpacked, "bond"));
  const oldest = RELEASES.find((release) => Object.keys(newest).every((library) => !isNewer(newest[library], release[library])));
  const text = Object.entries(newest).map(([library, version]) => `${library} ${version}`).join(", ");
  console.log(`The executable needs ${text}: Debian ${oldest?.suite ?? "of none of the known releases"} or later.`);
  const suite = process.env.TEST_DEBIAN || oldest?.suite;
  if (!suite) return check("a known Debian has its libraries", () => expect(text, "less", "libraries"));
  const depends = run("dpkg-deb", ["--field", deb, "Depends"]).split(/[,|]/).map((one) => one.trim().split(/[ (]/)[0]);
  const archive = run(".ci/debian-root", [suite, ...depends], { stdio: ["ignore", "pipe", "inherit"] }).trim();
  if (!archive) return console.log("SKIPPED: installing the package (see above)");

  mkdirSync(root);
  run("tar", ["-xf", archive, "-C", root]);
  // This process has its own mounts (.ci/test-package), so they end with it.
  run("mount", ["-t", "proc", "proc", join(root, "proc")]);
  cpSync(deb, join(root, "tmp/bond.deb"));
  cpSync(join(ROOT, "data/sample"), join(root, "tmp/sample"), { recursive: true });
  cpSync(unpacked, join(root, "tmp/unpacked"), { recursive: true });
  try {
    await installed();
  } finally {
    run("umount", [join(root, "proc")]);
  }
  await asService(suite, depends, deb);
  await inContainer(archive, unpacked);
}

/** The service under a real systemd, with all that the unit forbids it. */
async function asService(suite, depends, deb) {
  if (spawnSync("systemd-nspawn", ["--version"]).status !== 0) {
    spawnSync(join(ROOT, ".ci/apt"), ["systemd-container"], { stdio: "ignore" });
  }
  if (spawnSync("systemd-nspawn", ["--version"]).status !== 0) return console.log("SKIPPED: the service (no systemd-nspawn)");
  const packages = [...depends, "systemd", "systemd-sysv"];
  const archive = run(".ci/debian-root", [suite, ...packages], { stdio: ["ignore", "pipe", "inherit"] }).trim();
  if (!archive) return console.log("SKIPPED: the service (see above)");
  const machine = join(work, "machine");
  mkdirSync(machine);
  run("tar", ["-xf", archive, "-C", machine]);
  cpSync(deb, join(machine, "root/bond.deb"));
  cpSync(join(ROOT, "data/sample"), join(machine, "srv/sample"), { recursive: true });
  cpSync(join(ROOT, ".ci/test-service"), join(machine, "root/test-service"));
  const unit = "[Service]\nExecStart=/root/test-service\n[Install]\nWantedBy=multi-user.target\n";
  writeFileSync(join(machine, "etc/systemd/system/test-service.service"), unit);
  run("systemctl", ["--root", machine, "enable", "test-service"]);
  const settings = ["--directory", machine, "--boot", "--register=no", "--keep-unit", "--private-network", "--console=pipe"];
  const ended = spawnSync("systemd-nspawn", settings, { encoding: "utf8", timeout: 300_000, killSignal: "SIGKILL" });
  const read = (name) => (existsSync(join(machine, name)) ? readFileSync(join(machine, name), "utf8") : "");
  const found = Object.fromEntries(read("root/found").trim().split("\n").map((line) => line.split(/: (.*)/)));
  if (found.booted !== "yes") return console.log(`SKIPPED: the service (systemd does not start here): ${ended.stderr}`);
  let passed = true;
  for (const [name, wanted] of Object.entries(SERVICE)) {
    passed = (await check(`service, ${name}: ${wanted}`, () => expect(found[name], wanted, name))) && passed;
  }
  if (!passed) console.log(read("root/errors") + read("root/journal"));
}

/** The image of the Dockerfile, on the same Debian, and its server as compose.yaml starts it. */
async function inContainer(base, unpacked) {
  if (spawnSync("buildah", ["--version"]).status !== 0) spawnSync(join(ROOT, ".ci/apt"), ["buildah"], { stdio: "ignore" });
  if (spawnSync("buildah", ["--version"]).status !== 0) return console.log("SKIPPED: the container (no buildah)");
  // Its own place, so that no image of this machine is seen or changed. Without a daemon, and without new namespaces.
  const place = ["--storage-driver", "vfs", "--root", join(work, "images"), "--runroot", join(work, "images-run")];
  const buildah = (args, options) => run("buildah", [...place, ...args], options).trim();
  const data = join(work, "volume");
  mkdirSync(data, { mode: 0o700 });
  run("chown", ["10001:10001", data]);
  await check("the Dockerfile makes an image with the authorities of certificates", () => {
    const root = buildah(["from", "scratch"]);
    buildah(["add", root, base, "/"]);
    buildah(["commit", root, "base"]);
    const settings = ["--isolation", "chroot", "--network", "host", "--format", "docker", "--build-arg", "BASE=localhost/base"];
    buildah(["bud", ...settings, "--tag", "bond", unpacked]);
    buildah(["from", "--pull-never", "--name", "bond", "localhost/bond"]);
    expect(buildah(["run", "--isolation", "chroot", "bond", "--", "ls", "/etc/ssl/certs/ca-certificates.crt"]), /crt$/, "authorities");
  });
  const inside = ["run", "--isolation", "chroot", "--volume", `${data}:/var/lib/bond`];
  await check("in a container, an account is added and the server is ready", async () => {
    const account = ["user", "add", "--role", "ROLE_ADMIN", "--first-name", "Ann", "--password-stdin", LOGIN];
    buildah([...inside, "bond", "--", "bond", ...account], { input: PASSWORD });
    // The network of this machine is the container's: any free port in place of 8080.
    const server = spawn("buildah", [...place, ...inside, "--env", "BOND_LISTEN=127.0.0.1:0", "bond", "--", "bond", "serve"]);
    const { url, ended } = listening(server);
    try {
      expect((await fetch(`${await url}/readyz`)).status, 200, "/readyz");
    } finally {
      server.kill("SIGTERM");
      await ended;
    }
    expect(statSync(join(data, "bond.sqlite")).uid, 10001, "the owner of the data");
  });
  if (spawnSync("docker-compose", ["--version"]).status !== 0) spawnSync(join(ROOT, ".ci/apt"), ["docker-compose"], { stdio: "ignore" });
  if (spawnSync("docker-compose", ["--version"]).status !== 0) return console.log("SKIPPED: compose.yaml (no docker-compose)");
  await check("compose.yaml is valid, and publishes the port on this machine alone", () => {
    expect(run("docker-compose", ["config"], { cwd: unpacked }), /^ +- 127\.0\.0\.1:8080:8080/m, "ports");
  });
}

/** Runs a command in the Debian root. Returns what it printed. */
function inside(command, options = {}) {
  const env = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", DEBIAN_FRONTEND: "noninteractive", LC_ALL: "C.UTF-8" };
  const ended = spawnSync("chroot", [root, ...command], { encoding: "utf8", env, ...options });
  if (ended.status !== 0) throw new Error(`${command.join(" ")} exited with ${ended.status}:\n${ended.stdout}${ended.stderr}`);
  return ended.stdout + ended.stderr;
}

/** Runs a command of Bond as docs/operations.md says. */
function asBond(command, options) {
  return inside(["runuser", "-u", "bond", "--", "bond", ...command, "--config", CONFIG], options);
}

/** Such as "bond:bond 700". */
function owner(path) {
  return inside(["stat", "--format", "%U:%G %a", path]).trim();
}

function exists(path) {
  return existsSync(join(root, path));
}

async function installed() {
  await check("the unpacked executable runs", () => expect(inside(["/tmp/unpacked/bond", "--version"]), /^bond \d/, "version"));
  const isInstalled = await check("the package installs, with its user and an empty data directory", () => {
    expect(inside(["dpkg", "--install", "/tmp/bond.deb"]), /Add an account/, "what it says");
    expect(owner("/usr/bin/bond"), "root:root 755", "/usr/bin/bond");
    expect(owner("/var/lib/bond"), "bond:bond 700", "/var/lib/bond");
    expect(owner(CONFIG), "root:bond 640", CONFIG);
    expect(inside(["getent", "passwd", "bond"]), /:\/var\/lib\/bond:\/usr\/sbin\/nologin$/m, "the user");
    expect(readdirSync(join(root, "var/lib/bond")).length, 0, "files in /var/lib/bond");
    expect(inside(["dpkg-query", "--show", "--showformat", "${Conffiles}", "bond"]), / \/etc\/bond\/bond.toml /, "conffiles");
  });
  if (!isInstalled) return;
  await check("it enables and starts nothing", () => {
    expect(exists("lib/systemd/system/bond.service") || exists("usr/lib/systemd/system/bond.service"), true, "the unit");
    expect(exists("etc/systemd/system/multi-user.target.wants/bond.service"), false, "enabled");
  });
  await check("an account can be added and a feed loaded", () => {
    asBond(["user", "add", "--first-name", "Ann", "--role", "USERS", "--password-stdin", LOGIN], { input: PASSWORD });
    asBond(["import", "/tmp/sample"]);
    expect(owner("/var/lib/bond/bond.sqlite"), "bond:bond 600", "the accounts");
  });
  await check("it serves a figure to someone signed in, and stops cleanly", served);
  await check("an upgrade keeps the edited settings", () => {
    writeFileSync(join(root, CONFIG), EDITED + readFileSync(join(root, CONFIG), "utf8"));
    inside(["dpkg", "--install", "/tmp/bond.deb"]);
    expect(readFileSync(join(root, CONFIG), "utf8").startsWith(EDITED), true, "bond.toml is still edited");
    expect(owner(CONFIG), "root:bond 640", CONFIG);
  });
  await check("removing keeps data and settings", () => {
    inside(["dpkg", "--remove", "bond"]);
    expect(exists("usr/bin/bond"), false, "/usr/bin/bond");
    expect(exists(CONFIG), true, CONFIG);
    expect(statSync(join(root, "var/lib/bond/bond.sqlite")).size > 0, true, "the accounts");
  });
  await check("purging keeps the data, and says so", () => {
    expect(inside(["dpkg", "--purge", "bond"]), /\/var\/lib\/bond and the user bond are kept/, "what it says");
    expect(exists(CONFIG), false, CONFIG);
    expect(statSync(join(root, "var/lib/bond/bond.sqlite")).size > 0, true, "the accounts");
    expect(owner("/var/lib/bond"), "bond:bond 700", "/var/lib/bond");
  });
  await check("installed anew, it serves the kept data", async () => {
    inside(["dpkg", "--install", "/tmp/bond.deb"]);
    await served();
  });
}

/** The address of a server that was started, as soon as it is ready, and its exit code, as soon as it has one. */
function listening(server) {
  let output = "";
  const ended = new Promise((tell) => server.once("exit", tell));
  const url = new Promise((tell, fail) => {
    for (const stream of [server.stdout, server.stderr]) {
      stream.on("data", (chunk) => {
        output += chunk;
        const match = /Bond is ready at (http:\/\/[\d.:]+)\//.exec(output);
        if (match) tell(match[1]);
      });
    }
    ended.then((code) => fail(new Error(`bond serve exited with ${code}:\n${output}`)));
  });
  return { url, ended };
}

/** Serves as the unit does, signs in and reads a figure of data/sample. */
async function served() {
  const env = { BOND_CONFIG: CONFIG, BOND_LISTEN: "127.0.0.1:0", PATH: "/usr/sbin:/usr/bin" };
  const server = spawn("chroot", ["--userspec=bond:bond", root, "/usr/bin/bond", "serve"], { env, stdio: ["ignore", "pipe", "pipe"] });
  const listens = listening(server);
  try {
    const url = await listens.url;
    expect((await fetch(`${url}/readyz`)).status, 200, "/readyz");
    expect(await (await fetch(url)).text(), /<script type="module"/, "the page");
    const signedIn = await fetch(`${url}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ grant_type: "password", username: LOGIN, password: PASSWORD }),
    });
    const { token } = await signedIn.json();
    const answer = await fetch(`${url}/api/v1/dashboard/users/userDashboardInfo`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ startDate: "2000-01-01", endDate: "2040-12-31" }),
    });
    expect(answer.status, 200, "the figures");
    const rows = readdirSync(join(ROOT, "data/sample")).filter((name) => name.startsWith("logins"));
    const lines = rows.map((name) => readFileSync(join(ROOT, "data/sample", name), "utf8").trim().split("\n").length - 1);
    expect((await answer.json()).logins?.totalLogins, lines.reduce((sum, count) => sum + count), "logins");
  } finally {
    server.kill("SIGTERM");
  }
  expect(await listens.ended, 0, "the exit code");
}
