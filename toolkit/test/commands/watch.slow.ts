import { mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { modules } from "../helpers/linked-project.ts";
import { startCommand, type WatchedProcess } from "../helpers/watched-process.ts";

const paper = `type: object
required: [title]
properties: { title: { type: string, examples: [Morning] } }
`;

const spec = `openapi: 3.1.0
info: { title: Kiosk, version: 1.0.0 }
paths:
  /papers:
    get:
      operationId: listPapers
      responses:
        "200":
          description: The papers.
          content: { application/json: { schema: { type: array, items: { $ref: paper.yaml } } } }
`;

const another = `  /sellers:
    get:
      operationId: listSellers
      responses: { "200": { description: The sellers., content: { application/json: { schema: { type: array } } } } }
`;

// The compiler needs seconds for the toolkit's own sources, which a project has as declarations.
const toolkitTypes = `export class NotImplemented extends Error {}
export type Authenticators = object;
export type ServiceDefinition<_Settings, _Services> = object;
`;

const compilerOptions = {
  target: "es2024",
  lib: ["es2024", "dom"],
  module: "nodenext",
  types: [],
  paths: { "@counterpart/server": ["./toolkit-types.d.ts"] },
  strict: true,
  allowImportingTsExtensions: true,
  noEmit: true,
};

let project: string;
let watching: WatchedProcess | undefined;
const at = (file: string) => path.join(project, file);

beforeEach(async () => {
  project = await mkdtemp(path.join(tmpdir(), "counterpart-kiosk-"));
  await symlink(modules, at("node_modules"));
  await mkdir(at("spec"));
  await writeFile(at("package.json"), '{ "name": "kiosk", "type": "module" }');
  await writeFile(at("tsconfig.json"), JSON.stringify({ compilerOptions, include: ["server"] }));
  await writeFile(at("toolkit-types.d.ts"), toolkitTypes);
  await writeFile(at("counterpart.config.ts"), "export default { documents: [{}] };\n");
  await writeFile(at("spec/openapi.yaml"), spec);
  await writeFile(at("spec/paper.yaml"), paper);
});
afterEach(async () => {
  await watching?.interrupt();
  watching = undefined;
  await rm(project, { recursive: true });
});

/** Replaces the file as editors do, so no run reads half of it. */
async function save(name: string, text: string): Promise<void> {
  const draft = at(path.join(path.dirname(name), `.${path.basename(name)}.swp`));
  await writeFile(draft, text);
  await rename(draft, at(name));
}

const waiting = "Waiting for changes.\n";

test("generates, scaffolds and compiles at first, and stops cleanly", async () => {
  watching = startCommand(project, "generate", "--watch");
  const first = await watching.until(waiting);
  expect(first).toContain("added: listPapers (GET /papers)\n");
  expect(first).toContain("written: generated/openapi.json\n");
  expect(first).toContain("written: server/operations/listPapers.ts\n");
  expect(first).toContain("The compiler finds no errors.\n");
  expect(await watching.interrupt()).toBe(0);
});

test("reports a renamed operation's old handler, and compiler errors", async () => {
  watching = startCommand(project, "generate", "--watch");
  await watching.until(waiting);
  await save("spec/openapi.yaml", spec.replace("listPapers", "findPapers"));
  const renamed = await watching.until(waiting);
  expect(renamed).toContain("changed: spec/openapi.yaml\n");
  expect(renamed).toContain("renamed: listPapers is findPapers now (GET /papers)\n");
  expect(renamed).toContain("written: server/operations/findPapers.ts\n");
  expect(renamed).toContain("left over: server/operations/listPapers.ts: listPapers is findPapers now.");
  expect(renamed).toMatch(
    /The compiler finds \d errors:\n {2}server\/operations\/listPapers\.ts:5:\d+ TS2344 /,
  );

  await rm(at("server/operations/listPapers.ts"));
  expect(await watching.until(waiting)).toBe(`The compiler finds no errors.\n${waiting}`);
});

test("keeps the generated files while the document has a mistake, and notices a file that was missing", async () => {
  watching = startCommand(project, "generate", "--watch");
  await watching.until(waiting);
  const before = await readFile(at("generated/openapi.json"), "utf8");

  await save("spec/openapi.yaml", spec.replace("type: array", "type: arr: ay"));
  expect(await watching.until(waiting)).toMatch(
    /error: spec\/openapi\.yaml:10 .*\nNothing was written; generated is as it was\.\n/,
  );
  await save("spec/openapi.yaml", spec.replace("paper.yaml", "more/paper.yaml") + another);
  expect(await watching.until(waiting)).toMatch(
    /error: spec\/openapi\.yaml:10 .*There is no file spec\/more\/paper\.yaml\..*\nNothing was written/s,
  );
  expect(await readFile(at("generated/openapi.json"), "utf8")).toBe(before);

  await mkdir(at("spec/more"));
  await save("spec/more/paper.yaml", paper.replace("Morning", "Evening"));
  expect(await watching.until(waiting)).toContain("written: generated/openapi.json\n");
});

test("reads the configuration again, and watches its overlays", async () => {
  watching = startCommand(project, "generate", "--watch", "--json");
  const run = async () => JSON.parse((await watching?.until("\n")) ?? "");
  expect(await run()).toMatchObject({ operations: 1, errors: [], seconds: { files: expect.any(Number) } });

  const overlay = (title: string) =>
    `overlay: 1.0.0\ninfo: { title: Ours, version: 1.0.0 }\nactions: [{ target: $.info, update: { title: ${title} } }]\n`;
  await mkdir(at("overlays"));
  await save("overlays/ours.yaml", overlay("Booth"));
  const config = 'export default { documents: [{ overlays: ["overlays/ours.yaml"] }] };\n';
  await save("counterpart.config.ts", config);
  expect(await run()).toMatchObject({
    changed: ["counterpart.config.ts"],
    written: expect.arrayContaining(["generated/openapi.json"]),
  });
  await save("overlays/ours.yaml", overlay("Stall"));
  expect(await run()).toMatchObject({
    changed: ["overlays/ours.yaml"],
    written: expect.arrayContaining(["generated/openapi.json"]),
  });
  expect(JSON.parse(await readFile(at("generated/openapi.json"), "utf8")).info.title).toBe("Stall");

  await save("counterpart.config.ts", "export default { documents: [{ specs: 1 }] };\n");
  expect(await run()).toEqual({ error: expect.stringContaining("`specs` isn't a key") });
  await save("counterpart.config.ts", config);
  expect(await run()).toMatchObject({ changed: expect.arrayContaining(["counterpart.config.ts"]) });

  await save("spec/openapi.yaml", spec + another);
  expect(await run()).toMatchObject({
    operations: 2,
    changes: { added: [{ operationId: "listSellers", call: "GET /sellers" }] },
    written: expect.arrayContaining(["server/operations/listSellers.ts"]),
  });
});

test("2 and the mistake if it can't start", async () => {
  await save("counterpart.config.ts", "export default { documents: [] };\n");
  watching = startCommand(project, "generate", "--watch");
  await watching.until("`documents` is empty.");
  expect(await watching.closed).toBe(2);
});

describe("dev", () => {
  const server = `import document from "../generated/openapi.json" with { type: "json" };
import { handlers } from "./handlers.ts";
console.log(\`serving \${document.info.title}: \${Object.keys(handlers)}.\`);
setInterval(() => {}, 1000);
`;

  beforeEach(async () => {
    await rm(at("tsconfig.json"));
    await mkdir(at("server"));
    await save("server/main.ts", server);
  });

  test("starts the server after everything is written, and restarts it after each change", async () => {
    watching = startCommand(project, "dev");
    const first = await watching.until("serving Kiosk: listPapers.\n");
    expect(first).toContain("written: server/handlers.ts\n");
    await save("spec/openapi.yaml", spec + another);
    await watching.until("serving Kiosk: listPapers,listSellers.\n");
    await save("server/main.ts", server.replace("serving", "still serving"));
    await watching.until("still serving Kiosk: listPapers,listSellers.\n");
    expect(await watching.interrupt()).toBe(0);
  });

  test("reports when the server has exited, and restarts it after a fix", async () => {
    await save("server/main.ts", "process.exit(3);\n");
    watching = startCommand(project, "dev");
    await watching.until("The server exited with code 3.");
    await save("server/main.ts", server);
    await watching.until("serving Kiosk: listPapers.\n");
  });
});
