// A store that speaks S3, for trials and tests: its key is S3RVER, its secret too unless S3_SECRET names another, its region
// is us-east-1, and it has the bucket "exports".
//
//   node .ci/s3/server.mjs FOLDER [SECONDS]
//
// Keeps the objects in the folder, and prints its port once it listens on 127.0.0.1. Its clock is ahead by so many seconds.

import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";

const KEY = "S3RVER";
const SECRET = process.env.S3_SECRET ?? KEY;
const REGION = "us-east-1";
const MINUTE = 60_000;

const folder = execFileSync(join(import.meta.dirname, "../npm-ci"), ["s3"], { encoding: "utf8" }).trim();
const require = createRequire(join(folder, "package.json"));
const S3rver = require("s3rver");
const aws4 = require("aws4");
const ahead = Number(process.argv[3] ?? 0) * 1000;

/** The code and the text with which S3 refuses a signed address; null if it is right. The store itself looks only at the key. */
function refusal({ method, url, headers }) {
  const query = new URL(url, "http://store").searchParams;
  const [key, day, region, service] = query.get("X-Amz-Credential")?.split("/") ?? [];
  if (key !== KEY) return null;
  const wrong = (what, wanted) => [
    "AuthorizationQueryParametersError",
    `Error parsing the X-Amz-Credential parameter; the ${what} is wrong; expecting '${wanted}'`,
    `<Region>${REGION}</Region>`,
  ];
  if (region !== REGION) return wrong(`region '${region}'`, REGION);
  if (service !== "s3") return wrong(`service '${service}'`, "s3");
  const date = query.get("X-Amz-Date");
  const from = Date.parse(date.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  const now = Date.now() + ahead;
  if (!date.startsWith(day) || now < from - 15 * MINUTE) return ["AccessDenied", "Request is not yet valid"];
  if (now > from + Number(query.get("X-Amz-Expires")) * 1000) return ["AccessDenied", "Request has expired"];
  const unsigned = url.replace(/&X-Amz-Signature=[0-9a-f]*/, "");
  const request = { method, host: headers.host, path: unsigned, headers: { host: headers.host }, service, region, signQuery: true };
  const { path } = aws4.sign(request, { accessKeyId: KEY, secretAccessKey: SECRET });
  const signature = new URL(path, "http://store").searchParams.get("X-Amz-Signature");
  if (signature === query.get("X-Amz-Signature")) return null;
  return ["SignatureDoesNotMatch", "The request signature we calculated does not match the signature you provided."];
}

const server = new S3rver({
  address: "127.0.0.1",
  port: 0,
  silent: true,
  directory: process.argv[2],
  configureBuckets: [{ name: "exports" }],
});
server.middleware.unshift(async (context, next) => {
  const refused = refusal(context.req);
  if (refused) {
    const [code, text, more = ""] = refused;
    context.status = code.startsWith("Authorization") ? 400 : 403;
    context.type = "application/xml";
    context.body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${text}</Message>${more}</Error>`;
    return;
  }
  await next();
  // Its lists have another namespace than S3's own.
  if (typeof context.body === "string")
    context.body = context.body.replace("http://doc.s3.amazonaws.com/2006-03-01/", "http://s3.amazonaws.com/doc/2006-03-01/");
});
const { port } = await server.run();
console.log(`The store is ready: ${port}`);
