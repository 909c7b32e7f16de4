import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "../../cli/commands/run-command.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "counterpart-inspect-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function inspect(name: string, text: string, ...options: string[]) {
  const file = path.join(folder, name);
  await writeFile(file, text);
  let stdout = "";
  let stderr = "";
  const code = await runCommand(["inspect", file, ...options], {
    stdout: { write: (part) => (stdout += part) },
    stderr: { write: (part) => (stderr += part) },
    env: {},
  });
  return { code, stdout, stderr, file: path.relative("", file) };
}

const served = `openapi: 3.1.0
info: { title: Harbour, version: 1.2.0 }
paths:
  /boats:
    get:
      operationId: listBoats
      security: [{ key: [] }]
      parameters:
        - { name: a, in: query, schema: { type: string, pattern: "(?i)^a" } }
        - { name: b, in: query, schema: { type: string, pattern: "(?i)^b" } }
      responses: { "200": { description: The boats. } }
    post:
      operationId: addBoat
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Bota" } } } }
      responses: { "201": { description: Added. } }
components:
  schemas: { Boat: { type: object } }
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
`;

test("0 and a report about a document that can be served in part", async () => {
  const { code, stdout, stderr, file } = await inspect("served.yaml", served);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^Harbour 1\.2\.0\n/);
  expect(stdout).toMatch(/ {2}OpenAPI +3\.1\.0\n {2}operations +1, and 1 left out\n {2}schemas +1\n/);
  expect(stdout).toContain("key (apiKey)");
  expect(stdout).toContain(
    `✓ ${path.join(folder, "served.yaml")} can be served, except for what is left out.`,
  );
  expect(stdout).toContain(
    `  ${file}:12 (#/paths/~1boats/post)\n    This operation can't be served: it needs #/components/schemas/Bota`,
  );
  expect(stdout).toContain(
    `  ${file}:9 (#/paths/~1boats/get/parameters/0/schema/pattern), and 1 more place\n    JavaScript can't read this pattern`,
  );
});

test("--json lists all findings", async () => {
  const { code, stdout, file } = await inspect("served.yaml", served, "--json");
  expect(code).toBe(0);
  const { notes, ...result } = JSON.parse(stdout);
  expect(result).toEqual({ accepted: true, version: "3.1.0", operations: 1, seconds: expect.any(Number) });
  const patterns = notes.filter(({ severity }: { severity: string }) => severity === "warning");
  expect(patterns).toEqual(
    [0, 1].map((index) => ({
      severity: "warning",
      pointer: `#/paths/~1boats/get/parameters/${index}/schema/pattern`,
      file,
      line: 9 + index,
      message: expect.stringContaining("isn't checked"),
    })),
  );
});

test("0 for a document with only webhooks, which has no operations to serve", async () => {
  const { code, stdout } = await inspect(
    "webhooks.yaml",
    `openapi: 3.1.0
info: { title: Harbour, version: 1.2.0 }
webhooks:
  boatLeft: { post: { responses: { "200": { description: Seen. } } } }
`,
  );
  expect(code).toBe(0);
  expect(stdout).toContain("webhooks.yaml is valid, but it has no operations to serve.");
});

test("1 if no operation can be served", async () => {
  const { code, stdout, file } = await inspect("dangling.yaml", served.replace(/get:.*?post:/s, "post:"));
  expect(code).toBe(1);
  expect(stdout).toContain(`✗ ${path.join(folder, "dangling.yaml")} can't be served.`);
  expect(stdout).toContain(`${file}:5 (#/paths/~1boats/post)`);
});

test("1 for a file that isn't an OpenAPI document, also in JSON", async () => {
  const { code, stdout } = await inspect("words.yaml", "hello: world\n");
  expect(code).toBe(1);
  expect(stdout).toContain("isn't an OpenAPI document");
  const asJson = JSON.parse((await inspect("words.yaml", "hello: world\n", "--json")).stdout);
  expect(asJson).toMatchObject({
    accepted: false,
    version: null,
    operations: 0,
    notes: [{ pointer: "#", line: 1 }],
  });
});

test("2 without a document, and no output", async () => {
  const files = await readdir(folder);
  let stderr = "";
  const terminal = {
    stdout: { write: () => {} },
    stderr: { write: (text: string) => (stderr += text) },
    env: {},
  };
  expect(await runCommand(["inspect", path.join(folder, "gone.yaml")], terminal)).toBe(2);
  expect(stderr).toMatch(/gone\.yaml doesn't exist\.\n$/);
  expect(await runCommand(["inspect"], terminal)).toBe(2);
  expect(await readdir(folder)).toEqual(files);
});

test("what of x-mcp can't be applied is reported with its place", async () => {
  const text = `openapi: 3.1.0
info: { title: Harbour, version: 1.2.0 }
paths:
  /boats:
    get:
      operationId: listBoats
      x-mcp:
        fixed: { colour: red }
        hidden: true
      responses: { "204": { description: None. } }
`;
  const { code, stdout, file } = await inspect("tools.yaml", text);
  expect(code).toBe(0);
  expect(stdout).toContain(`${file}:8`);
  expect(stdout).toContain("The tool listBoats has no argument colour");
  expect(stdout).toContain(`${file}:9`);
  expect(stdout).toContain('`x-mcp` has no "hidden"');
});

const never = "{ type: string, minLength: 2, maxLength: 1 }";

test("operations that can't work are counted, and 1 if none works", async () => {
  const broken = `/nets: { post: { requestBody: { required: true, content: { application/json: { schema: ${never} } } }, responses: { "204": { description: Added. } } } }`;
  const head = "openapi: 3.1.0\ninfo: { title: Harbour, version: 1.2.0 }\npaths:\n";
  const works = '  /boats: { get: { responses: { "204": { description: None. } } } }\n';
  const { code, stdout } = await inspect("partly.yaml", `${head}${works}  ${broken}\n`);
  expect(code).toBe(0);
  expect(stdout).toContain("operations  2, 1 of them can't work\n");
  expect(stdout).toContain("can be served, except for 1 operation that can't work.");
  expect((await inspect("broken.yaml", `${head}  ${broken}\n`)).code).toBe(1);
});
