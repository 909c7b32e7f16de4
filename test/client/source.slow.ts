import { execFile } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { runCommand } from "@counterpart/cli";
import { afterAll, expect, test } from "vitest";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { startWorld } from "../helpers/world.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));

const world = await startWorld();
afterAll(() => world.close());

/** The strictest settings of a frontend, without the types of Node. */
const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  erasableSyntaxOnly: true,
  target: "es2022",
  module: "esnext",
  moduleResolution: "bundler",
  allowImportingTsExtensions: true,
  noEmit: true,
  lib: ["es2022", "dom"],
  types: [],
};

const call = `
import { createApiClient } from "./generated/client.ts";

const { url, key } = JSON.parse(SHOP);
const answer = await createApiClient({ baseUrl: url, auth: { apiKey: key } }).POST("/v1/cart");
console.log(answer.status === 200 ? answer.data.data.lines.length : answer.error.code);
`;

test("the sources of the client compile for a browser and call the server with only openapi-fetch installed", async () => {
  const project = await temporaryFolder();
  const generated = path.join(project, "generated");
  const bundle = path.join(root, "generated/openapi.json");
  expect(await runCommand(["client", bundle, "--source", "--out", generated])).toBe(0);
  await mkdir(path.join(project, "node_modules"));
  await symlink(
    path.join(root, "node_modules/openapi-fetch"),
    path.join(project, "node_modules/openapi-fetch"),
  );
  const { key } = await world.merchant();
  const shop = JSON.stringify(JSON.stringify({ url: world.url, key }));
  await writeFile(path.join(project, "call.ts"), call.replace("SHOP", shop));
  await writeFile(path.join(project, "package.json"), '{"type":"module"}');
  const files = ["call.ts", "generated/operations.ts"];
  await writeFile(path.join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));

  const compiled = run(path.join(root, "node_modules/.bin/tsc"), [], { cwd: project });
  await expect(compiled.catch(({ stdout }) => stdout)).resolves.toMatchObject({ stdout: "" });
  const { stdout } = await run(process.execPath, ["call.ts"], { cwd: project });
  expect(stdout).toBe("0\n");
});
