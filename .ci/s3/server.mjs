// A store that speaks S3, for trials and tests: its keys are S3RVER and S3RVER, and it has the bucket "exports".
//
//   node .ci/s3/server.mjs FOLDER
//
// Keeps the objects in the folder, and prints its port once it listens on 127.0.0.1.

import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";

const folder = execFileSync(join(import.meta.dirname, "../npm-ci"), ["s3"], { encoding: "utf8" }).trim();
const S3rver = createRequire(join(folder, "package.json"))("s3rver");
const server = new S3rver({
  address: "127.0.0.1",
  port: 0,
  silent: true,
  directory: process.argv[2],
  configureBuckets: [{ name: "exports" }],
});
// Its lists have another namespace than S3's own.
server.middleware.unshift(async (context, next) => {
  await next();
  if (typeof context.body === "string")
    context.body = context.body.replace("http://doc.s3.amazonaws.com/2006-03-01/", "http://s3.amazonaws.com/doc/2006-03-01/");
});
const { port } = await server.run();
console.log(`The store is ready: ${port}`);
