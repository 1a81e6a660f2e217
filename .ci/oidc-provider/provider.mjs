// An OpenID Connect provider for trials and tests: everybody may sign in to it, with any password.
//
//   node .ci/oidc-provider/provider.mjs --bond http://127.0.0.1:8080 [--port 8090] [--cert FILE --key FILE]
//       [--back-channel http://127.0.0.1:8080]
//
// With a certificate for 127.0.0.1 and its key (PEM) it answers https, otherwise http.
// It tells Bond of a sign-out at --back-channel, which is --bond where it is not set.
// It knows Bond as the client "bond" with the secret "a secret for trials". The login is the subject; a login such as
// ann+admins+staff is in the groups admins and staff. Prints its issuer once it listens on 127.0.0.1.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { join } from "node:path";
import { parseArgs } from "node:util";

const text = { type: "string" };
const { values } = parseArgs({
  options: { bond: text, port: { ...text, default: "0" }, "back-channel": text, cert: text, key: text },
});
if (!values.bond) throw new Error("--bond: the address under which browsers reach Bond is missing");
if (!values.cert !== !values.key) throw new Error("--cert and --key go together");

const folder = execFileSync(join(import.meta.dirname, "install"), { encoding: "utf8" }).trim();
const { Provider } = await import(join(folder, "node_modules/oidc-provider/lib/index.js"));

/** The user with this login. */
function account(login) {
  const [name = "", ...groups] = login.split("+");
  const claims = { sub: login, preferred_username: name, given_name: name[0]?.toUpperCase() + name.slice(1), groups };
  return { accountId: login, claims: () => claims };
}

const listener = (request, answer) => handle(request, answer);
const server = values.cert
  ? createTlsServer({ cert: readFileSync(values.cert), key: readFileSync(values.key) }, listener)
  : createServer(listener);
let handle = (_, answer) => answer.end();
server.listen(Number(values.port), "127.0.0.1", () => {
  const issuer = `${values.cert ? "https" : "http"}://127.0.0.1:${server.address().port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: "bond",
        client_secret: "a secret for trials",
        grant_types: ["authorization_code", "refresh_token"],
        redirect_uris: [`${values.bond}/api/auth/oidc/callback`],
        post_logout_redirect_uris: [`${values.bond}/sign-out`],
        backchannel_logout_uri: `${values["back-channel"] ?? values.bond}/api/auth/oidc/back-channel-logout`,
        backchannel_logout_session_required: true,
      },
    ],
    claims: { openid: ["sub"], profile: ["preferred_username", "given_name", "groups"], email: [] },
    features: { backchannelLogout: { enabled: true } },
    cookies: { keys: ["a key for trials"] },
    // Bond is on this machine, which the dispatcher that it would use does not connect to.
    fetch: (url, { dispatcher: _, ...options }) => fetch(url, options),
    issueRefreshToken: () => true,
    findAccount: (_, login) => account(login),
  });
  handle = provider.callback();
  console.log(`The provider is ready: ${issuer}`);
});
