import { execFileSync } from "node:child_process";
import { renameSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runCounterpart } from "../helpers/run-counterpart.ts";
import { writtenFiles } from "../helpers/written-files.ts";

const head = "openapi: 3.1.0\ninfo: { title: Kites, version: 1.0.0 }\n";
const kites = (reference: string) => `${head}paths:
  /kites:
    get:
      operationId: listKites
      tags: [sky]
      responses: { 200: { description: Kites., content: { application/json: { schema: { $ref: ${reference} } } } } }
  /strings:
    get:
      operationId: listStrings
      responses: { 204: { description: None. } }
`;
const kite = "type: object\nproperties: { tail: { $ref: ../parts/Tail.json } }\n";
const files = {
  "spec/openapi.yaml": kites("schemas/Kite.yaml"),
  "spec/schemas/Kite.yaml": kite,
  "spec/parts/Tail.json": '{ "type": "string", "format": "tail" }',
};

const inspect = (folder: string, args: string[], stdin?: string) =>
  runCounterpart(folder, ["inspect", ...args, "--json"], stdin === undefined ? {} : { stdin });

/** The file and line of the only finding about a format, which is in the last file. */
function formatPlace(stdout: string): string {
  const { notes } = JSON.parse(stdout);
  const found = notes.filter(({ message }: { message: string }) => message.includes("tail"));
  return found.map(({ file, line }: { file: string; line: number }) => `${file}:${line}`).join();
}

test.each([
  ["a file", ["spec/openapi.yaml"]],
  ["a folder", ["spec"]],
  ["--spec", ["--spec", "spec/openapi.yaml"]],
])("%s, with the files that it refers to", async (_, args) => {
  const { code, stdout } = await inspect(writtenFiles(files), args);
  expect([code, JSON.parse(stdout).operations]).toEqual([0, 2]);
  expect(formatPlace(stdout)).toBe("spec/parts/Tail.json:1");
});

test("standard input, whose references are relative to the working directory", async () => {
  const folder = path.join(writtenFiles(files), "spec");
  const { code, stdout } = await inspect(folder, ["-"], files["spec/openapi.yaml"]);
  expect([code, JSON.parse(stdout).operations]).toEqual([0, 2]);
  expect(formatPlace(stdout)).toBe("parts/Tail.json:1");
  const broken = await inspect(folder, ["-"], kites("schemas/None.yaml"));
  expect(JSON.parse(broken.stdout).notes).toContainEqual(
    expect.objectContaining({ file: "<stdin>", line: 8 }),
  );
  // Indented by tabs, which YAML doesn't allow.
  const asJson = `{\n\t"openapi": "3.1.0",\n\t"info": {},\n\t"paths": {}\n}`;
  expect((await inspect(folder, ["-"], asJson)).code).toBe(0);
});

test("overlays and a part of a document", async () => {
  const overlay = {
    overlay: "1.0.0",
    info: { title: "Less", version: "1.0.0" },
    actions: [{ target: "$.paths['/strings'].get", update: { tags: ["low"] } }],
  };
  const folder = writtenFiles({ ...files, "less.yaml": overlay });
  const { stdout } = await inspect(folder, ["spec", "--overlay", "less.yaml", "--include-tag", "low"]);
  expect(JSON.parse(stdout).operations).toBe(1);
  const paths = await inspect(folder, ["spec", "--include-path", "/k*"]);
  expect(JSON.parse(paths.stdout).operations).toBe(1);
  expect(await inspect(folder, ["--include-path", "/k*"])).toMatchObject({ code: 2 });
});

function git(folder: string, ...args: string[]): void {
  execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...args], {
    cwd: folder,
    stdio: "ignore",
  });
}

test("a place in git, with the files of its commit", async () => {
  const folder = writtenFiles(files);
  git(folder, "init", "-b", "main");
  git(folder, "add", ".");
  git(folder, "commit", "-m", "First");
  git(folder, "tag", "v1");
  rmSync(path.join(folder, "spec/parts/Tail.json"));
  renameSync(path.join(folder, "spec/schemas/Kite.yaml"), path.join(folder, "spec/schemas/Other.yaml"));
  for (const [place, name, cwd] of [
    ["main:spec/openapi.yaml", "main", "."],
    ["v1:spec/openapi.yaml", "v1", "spec"],
    ["HEAD:./openapi.yaml", "HEAD", "spec"],
  ] as const) {
    const { code, stdout } = await inspect(path.join(folder, cwd), [place]);
    expect([code, JSON.parse(stdout).operations]).toEqual([0, 2]);
    expect(formatPlace(stdout)).toBe(`${name}:spec/parts/Tail.json:1`);
  }
  expect((await inspect(folder, ["main:none.yaml"])).stderr).toContain("main has no file none.yaml.");
  expect((await inspect(folder, ["mian:spec/openapi.yaml"])).stderr).toContain('no commit \\"mian\\"');
  expect((await inspect(folder, ["--", "--output=x:a"])).code).toBe(2);
});

test("a place in git can't refer to files outside its document's folder, as on the disk", async () => {
  const folder = writtenFiles({
    "api/openapi.yaml": kites("../shared/Kite.yaml"),
    "shared/Kite.yaml": "{ type: object }",
    "secret.yaml": "{ type: string, title: SECRET }",
  });
  git(folder, "init", "-b", "main");
  git(folder, "add", ".");
  git(folder, "commit", "-m", "First");
  const refused = await inspect(folder, ["main:api/openapi.yaml"]);
  expect(JSON.parse(refused.stdout)).toMatchObject({ operations: 1 });
  expect(refused.stdout).toContain("leads outside the document's folder");
  const allowed = await inspect(folder, ["main:api/openapi.yaml", "--allow-folder", "shared"]);
  expect(JSON.parse(allowed.stdout)).toMatchObject({ operations: 2 });
});

test("a place in git outside a repository", async () => {
  const { code, stderr } = await inspect(writtenFiles({}), ["main:openapi.yaml"]);
  expect([code, stderr]).toEqual([2, expect.stringContaining("isn't in a git repository")]);
});

async function served(answers: Record<string, string>) {
  const asked: string[] = [];
  const server = createServer((req, res) => {
    asked.push(req.url ?? "");
    const answer = answers[req.url ?? ""];
    if (answer === undefined) res.writeHead(404).end();
    else if (answer.startsWith("->")) res.writeHead(302, { Location: answer.slice(2) }).end();
    else res.end(answer);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

test("an address, with the files below its folder, and no others", async () => {
  const { url, asked } = await served({
    "/moved": "->/api/openapi?key=SECRET",
    "/api/openapi?key=SECRET": kites("schemas/Kite.yaml"),
    "/api/schemas/Kite.yaml": kite,
    "/api/parts/Tail.json": '{ "type": "string", "format": "tail" }',
    "/api/up": kites("../above.yaml"),
    "/above.yaml": "{ type: string }",
    "/api/away": kites("schemas/Away.yaml"),
    "/api/schemas/Away.yaml": "->/above.yaml",
    "/api/absolute": kites("http://127.0.0.1:1/Kite.yaml"),
  });
  const folder = writtenFiles({ "above.yaml": "{ type: string, title: SECRET }" });
  const { code, stdout } = await inspect(folder, [`${url}/moved`]);
  expect([code, JSON.parse(stdout).operations]).toEqual([0, 2]);
  expect(formatPlace(stdout)).toBe(`${url}/api/parts/Tail.json:1`);
  expect(stdout).not.toContain("SECRET");
  expect(asked).toHaveLength(4);
  for (const [name, reason] of [
    ["up", "leads outside the document's folder"],
    ["away", "can't be loaded"],
    ["absolute", "is on the network"],
  ]) {
    const refused = await inspect(folder, [`${url}/api/${name}`]);
    expect(JSON.parse(refused.stdout).operations).toBe(1);
    expect(refused.stdout).toContain(reason);
  }
  expect(asked).not.toContain("/above.yaml");
  const missing = await inspect(folder, [`${url}/none?key=SECRET`]);
  expect([missing.code, missing.stderr]).toEqual([
    2,
    expect.stringContaining("/none can't be loaded: the server answers 404"),
  ]);
  expect(missing.stderr).not.toContain("SECRET");
});

test.each([
  ["mock", [], "Name the OpenAPI document, as in `counterpart mock openapi.yaml`."],
  ["docs", [], "Name the OpenAPI document, as in `counterpart docs openapi.yaml`."],
  ["types", [], "Name the OpenAPI document, as in `counterpart types openapi.yaml`."],
  ["check", [], "Name the OpenAPI document, as in `counterpart check openapi.yaml`."],
  ["compare", [], "Name the OpenAPI document, as in `counterpart compare old.yaml openapi.yaml`."],
  ["compare", ["api.yaml"], "Name two documents"],
  ["generate", [], "so it isn't a project's folder: `counterpart new` creates a project."],
  ["scaffold", [], "so it isn't a project's folder"],
  ["dev", [], "so it isn't a project's folder"],
  ["release", [], "so it isn't a project's folder"],
  ["fuzz", [], "Name the OpenAPI document, as in `counterpart fuzz openapi.yaml`."],
  ["fuzz", ["api.yaml"], "Name the server that api.yaml describes, as in --url http://localhost:8080."],
  ["coverage", ["api.yaml"], "needs --traffic"],
  ["inspect", ["api.yaml", "--spec", "api.yaml"], "Name one document"],
  ["types", ["api.yaml", "--document", "v2"], "--document names a document of the project"],
  ["docs", ["api.yaml"], "Name a folder for the files, as in --out site"],
  ["docs", ["openapi.yaml", "--out", "."], "openapi.yaml would be overwritten."],
])("outside a project, `%s %j` explains what it needs", async (command, args, message) => {
  const folder = writtenFiles({ "api.yaml": `${head}paths: {}\n`, "openapi.yaml": `${head}paths: {}\n` });
  const { code, stderr } = await runCounterpart(folder, [command, ...args]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});
