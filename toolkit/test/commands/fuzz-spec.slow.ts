import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { runCommand } from "../../cli/commands/run-command.ts";
import { foreignDocument } from "../fuzz/foreign-document.ts";
import { type ForeignServer, startForeignServer } from "../fuzz/foreign-server.ts";

// Many requests, and a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let folder: string;
let server: ForeignServer;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "counterpart-fuzz-spec-"));
  server = await startForeignServer();
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const env = { TOKEN: "token-1", OTHER_TOKEN: "token-2" };

async function fuzz(...words: string[]) {
  let stdout = "";
  let stderr = "";
  const code = await runCommand(["fuzz", ...words], {
    stdout: { write: (part) => (stdout += part) },
    stderr: { write: (part) => (stderr += part) },
    env,
  });
  return { code, stdout, stderr };
}

/** A file with the document, as YAML in which JSON is valid. */
async function specFile(change: (document: ReturnType<typeof foreignDocument>) => unknown = () => {}) {
  const document = foreignDocument();
  change(document);
  const file = path.join(folder, "library.yaml");
  await writeFile(file, `# A library\n${JSON.stringify(document)}\n`);
  return file;
}

test("0 for a correct server, with the notes about its framework", async () => {
  const { code, stdout } = await fuzz("--url", server.url, "--spec", await specFile(), "--runs", "300");
  expect(stdout).toMatch(
    /^ {2}404 instead of 405 for a method that the path doesn't have: \d+ times, such as/m,
  );
  expect(stdout).toMatch(/nothing found\n$/);
  expect(code).toBe(0);
});

test("1 for a server that doesn't keep to the document, with the command that repeats it", async () => {
  const file = await specFile(({ components }) => {
    components.schemas.Shelf.required.push("colour");
    components.schemas.Shelf.properties.colour = { type: "string" };
  });
  const { code, stdout } = await fuzz("--url", server.url, "--spec", file, "--runs", "100", "--seed", "5");
  expect(stdout).toContain("/colour is missing");
  expect(stdout).toContain(`npx counterpart fuzz ${file} --url ${server.url} --seed 5 --check`);
  expect(code).toBe(1);
});

test("an address with the base path of the document's servers is the server's address", async () => {
  const file = await specFile((document) => {
    document.servers = [{ url: "https://library.example/v1" }];
  });
  const based = await startForeignServer((app) => {
    app.use((request, _, next) => {
      request.url = request.url.replace(/^\/v1(?=\/)/, "");
      next();
    });
  });
  const { code, stdout } = await fuzz("--url", `${based.url}/v1`, "--spec", file, "--json", "--runs", "200");
  await based.close();
  expect(JSON.parse(stdout)).toMatchObject({
    failures: [],
    answers: { "listShelves 200": expect.any(Number) },
  });
  expect(code).toBe(0);
});

test.each([
  { words: ["--spec", "library.yaml"], message: "Name the server that library.yaml describes, as in --url" },
  {
    words: ["--url", "http://localhost:1", "--spec", "library.yaml", "--document", "shop"],
    message: "--document names a document of the project, and library.yaml is another one.",
  },
])("2 for $words", async ({ words, message }) => {
  const { code, stderr } = await fuzz(...words);
  expect(stderr).toContain(message);
  expect(code).toBe(2);
});
