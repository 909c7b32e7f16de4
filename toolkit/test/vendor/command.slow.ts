import { rmSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { runCounterpart } from "../helpers/run-counterpart.ts";
import { writtenFiles } from "../helpers/written-files.ts";
import { startRemoteServer } from "./remote-server.ts";

const api = (ref: string) => `openapi: 3.1.0
info: { title: Kites, version: 1.0.0 }
paths:
  /kites:
    get:
      operationId: listKites
      responses: { 200: { description: Kites., content: { application/json: { schema: { $ref: "${ref}" } } } } }
`;

test("a document is refused, then saved with its references, and checked without the network", async () => {
  const server = await startRemoteServer({ "/kite.yaml": "type: object\n" });
  const ref = `${server.url}/kite.yaml`;
  const folder = writtenFiles({ "spec/openapi.yaml": api(ref) });
  const run = (...args: string[]) =>
    runCounterpart(folder, args, { env: { NODE_EXTRA_CA_CERTS: server.ca } });
  const refused = await run("inspect", "spec");
  expect([refused.code, refused.stdout]).toEqual([1, expect.stringContaining("`counterpart vendor`")]);
  expect(await run("vendor", "spec")).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("spec/openapi.yaml:7 (#/paths/~1kites/get/"),
  });
  expect(await run("vendor", "spec", "--allow-host", "localhost")).toEqual({
    code: 0,
    stderr: "",
    stdout: `saved: spec/remote/localhost_${server.port}/kite.yaml (${ref})\nrewritten: spec/openapi.yaml\n`,
  });
  expect(await run("vendor", "spec", "--check")).toMatchObject({ code: 0 });
  expect(await run("inspect", "spec")).toMatchObject({ code: 0 });
  expect(server.asked).toEqual(["/kite.yaml"]);
  rmSync(path.join(folder, `spec/remote/localhost_${server.port}/kite.yaml`));
  const { code, stdout } = await run("vendor", "spec", "--check", "--json");
  expect([code, JSON.parse(stdout).findings]).toEqual([
    1,
    [expect.objectContaining({ file: `spec/remote/localhost_${server.port}/kite.yaml` })],
  ]);
});

test("a document that isn't a file of this machine can't be rewritten", async () => {
  const { code, stderr } = await runCounterpart(writtenFiles({}), ["vendor", "-"], { stdin: api("x.yaml") });
  expect([code, stderr]).toEqual([2, expect.stringContaining("isn't a file on this machine")]);
});

test("without a document, the project's is taken", async () => {
  const server = await startRemoteServer({ "/kite.yaml": "type: object\n" });
  const config = 'export default { documents: [{ spec: "spec" }] };\n';
  const folder = writtenFiles({
    "counterpart.config.ts": config,
    "spec/openapi.yaml": api(`${server.url}/kite.yaml`),
  });
  const env = { NODE_EXTRA_CA_CERTS: server.ca };
  expect(await runCounterpart(folder, ["vendor", "--check"], { env })).toMatchObject({ code: 1 });
  const saved = await runCounterpart(folder, ["vendor", "--allow-host", "localhost", "--json"], { env });
  expect(JSON.parse(saved.stdout)).toMatchObject({ rewritten: ["spec/openapi.yaml"], removed: [] });
});
