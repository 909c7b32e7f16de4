import { execFile } from "node:child_process";
import { readdir, readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { bin, modules } from "../helpers/linked-project.ts";
import { writtenFiles } from "../helpers/written-files.ts";
import { kennelDocument } from "../webhooks/kennel-document.ts";
import { signedDocument } from "../webhooks/signed-document.ts";

const config = `import { defineConfig } from "@counterpart/cli/config";

export default defineConfig({ documents: [{ spec: "spec.json" }] });
`;

const usage = `
import { setupServer } from "msw/node";
import { createApi, createApiClient } from "./packages/client/dist/client.js";
import { answerWith, handlers } from "./packages/client/dist/msw.js";
import { verifyWebhook } from "./packages/client/dist/verify-webhook.js";

setupServer(...handlers()).listen();
const api = createApi(createApiClient({ baseUrl: "https://kennel.test" }));
const { status } = await api.bookWalk({ body: {} });
let refused;
try {
  verifyWebhook({ body: "{}", headers: {} }, "whsec_c2VjcmV0");
} catch (error) {
  refused = error.name;
}
console.log(JSON.stringify([status, typeof answerWith, refused]));
`;

const project = writtenFiles({
  "package.json": { name: "@kennel/api", type: "module" },
  "counterpart.config.ts": config,
  "spec.json": signedDocument,
  "usage.mjs": usage,
});
const run = async (...args: string[]) =>
  (await promisify(execFile)(process.execPath, args, { cwd: project })).stdout;
const readManifest = async () =>
  JSON.parse(await readFile(path.join(project, "packages/client/package.json"), "utf8"));

beforeAll(() => symlink(modules, path.join(project, "node_modules")));

test("for a document with signed webhooks: entry points for MSW and webhooks, accepted by publint and attw", async () => {
  await run(bin, "generate");
  const { checks } = JSON.parse(await run(bin, "client", "--json"));
  expect(checks.map(({ result }: { result: string }) => result)).toEqual(["passed", "passed"]);
  const { name, private: isPrivate, exports, dependencies } = await readManifest();
  // The project uses its own scope, so the package may be published.
  expect([name, isPrivate]).toEqual(["@kennel/api-client", undefined]);
  expect(Object.keys(exports)).toEqual([".", "./msw", "./webhooks", "./package.json"]);
  expect(Object.keys(dependencies)).toEqual(["openapi-fetch", "standardwebhooks"]);
  expect(JSON.parse(await run("usage.mjs"))).toEqual([202, "function", "WebhookVerificationError"]);
});

test("it contains the licence of the runtime, which is the toolkit's", async () => {
  const licence = await readFile(new URL("../../../LICENSE", import.meta.url), "utf8");
  const places = ["packages/client/src", "packages/client/dist"];
  for (const place of places) {
    expect(await readFile(path.join(project, place, "client-runtime/LICENSE"), "utf8")).toBe(licence);
  }
  const { files } = JSON.parse(await readFile(path.join(project, "packages/client/package.json"), "utf8"));
  expect(files).toEqual(["dist", "src"]);
});

test("without signed webhooks, no trace of them is left", async () => {
  await writeFile(path.join(project, "spec.json"), JSON.stringify(kennelDocument));
  expect(await run(bin, "generate")).toContain("verify-webhook.ts");
  await expect(readFile(path.join(project, "generated/verify-webhook.ts"))).rejects.toThrow("ENOENT");
  await run(bin, "client");
  expect(await readdir(path.join(project, "packages/client/dist/client-runtime"))).not.toContain("webhooks");
  const { exports, dependencies } = await readManifest();
  expect(Object.keys(exports)).toEqual([".", "./msw", "./package.json"]);
  expect(Object.keys(dependencies)).toEqual(["openapi-fetch"]);
});
