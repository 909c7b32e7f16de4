import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { bin, modules } from "../helpers/linked-project.ts";
import { writtenFiles } from "../helpers/written-files.ts";

const read = (name: string) => readFileSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)), "utf8");
const page = read("../docs/next-version.md");

const spec = (version: string, name: string) => `openapi: 3.1.0
info: { title: Boats, version: ${version}.0.0 }
servers: [{ url: https://boats.example/v${version} }]
paths:
  /boats:
    get:
      operationId: listBoats
      responses:
        200: { description: Ids., content: { application/json: { schema: { type: array, items: { type: string } }, example: [b1] } } }
  /boats/{id}:
    get:
      operationId: getBoat
      parameters: [{ name: id, in: path, required: true, schema: { type: string }, example: b1 }]
      responses:
        200:
          description: A boat.
          content:
            application/json:
              schema:
                type: object
                required: [id, ${name}]
                properties: { id: { type: string, example: b1 }, ${name}: { type: string, example: Tern } }
                additionalProperties: false
`;

const handler = (id: string, body: string) => `import type { Input, Output, Services } from "../operation.ts";

export async function ${id}(_input: Input<"${id}">, _services: Services): Promise<Output<"${id}">> {
  return { status: 200, body: ${body} };
}
`;

const folder = writtenFiles({
  "package.json": '{ "name": "boats", "type": "module" }',
  "redocly.yaml": "extends: [spec]\ntelemetry: off\n",
  "counterpart.config.ts": 'export default { documents: [{ spec: "spec/openapi.yaml" }] };\n',
  "vitest.config.ts": read("cli/template/vitest.config.ts"),
  "tsconfig.json": read("cli/template/tsconfig.json"),
  "spec/openapi.yaml": spec("1", "name"),
  "server/operations/listBoats.ts": handler("listBoats", '["b1"]'),
  "server/operations/getBoat.ts": handler("getBoat", '{ id: "b1", name: "Tern" }'),
  "bin/npx": `#!/bin/sh\nshift\nexec "${process.execPath}" "${bin}" "$@"\n`,
});
const at = (name: string) => path.join(folder, name);

async function run(command: string) {
  const env = {
    ...process.env,
    NODE_ENV: "",
    FORCE_COLOR: "",
    NO_COLOR: "1",
    PATH: `${at("bin")}${path.delimiter}${process.env.PATH}`,
  };
  return promisify(execFile)("sh", ["-c", command], { cwd: folder, env }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stdout, stderr }) => ({ code, output: stdout + stderr }),
  );
}
const succeed = async (command: string) => {
  const { code, output } = await run(command);
  expect(code, output).toBe(0);
  return output;
};
const write = (name: string, text: string) => {
  mkdirSync(path.dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
};
const node = (file: string) => `"${process.execPath}" "${path.join(modules, file)}"`;

beforeAll(async () => {
  chmodSync(at("bin/npx"), 0o755);
  symlinkSync(modules, at("node_modules"));
  await succeed("npx counterpart generate && npx counterpart scaffold && npx counterpart release");
});

test("the steps of the page serve two versions with shared handlers, each held to its contract", async () => {
  const v1 = readFileSync(at("spec/released/v1.yaml"), "utf8");
  const steps = [...page.matchAll(/^```(sh|ts)\n(?:\/\/ (\S+)\n)?(.*?)^```$/gms)];
  expect(steps.length).toBeGreaterThan(8);
  for (const [, language, file, text = ""] of steps) {
    if (language === "ts") write(file ?? "", text);
    else if (!text.includes("compare")) await succeed(text);
    if (text.startsWith("cp ")) {
      write("spec/openapi.yaml", spec("2", "title"));
      write("server/operations/getBoat.ts", handler("getBoat", '{ id: "b1", title: "Tern" }'));
      const { code, output } = await run("npx counterpart compare");
      expect([code, output]).toEqual([1, expect.stringContaining("counterpart release --help")]);
    }
  }
  await succeed(node("typescript/bin/tsc"));
  const output = await succeed(`${node("vitest/vitest.mjs")} run`);
  expect(output).toMatch(/Tests +4 passed/);
  const compared = await succeed("npx counterpart compare");
  expect(compared).toContain("spec/released/v1.yaml, version 1.0.0");
  expect(compared).toContain("spec/released/v2.yaml, version 2.0.0");
  expect(readFileSync(at("spec/released/v1.yaml"), "utf8")).toBe(v1);
  const [changes] = JSON.parse(readFileSync(at("spec/released/v2.changes.json"), "utf8"));
  expect(changes).toMatchObject({ version: "2.0.0", since: "1.0.0" });
  expect(changes.breaking).toContain(
    "GET /v2/boats/{id}, 200, name: Property `name` was removed. Don't rely on it.",
  );
  expect(changes.breaking[0]).toMatch(/Send requests to the new paths\.$/);

  // A handler that no longer fits version 1 is refused: its type, its response, and its document.
  write("server/v1/operations/getBoat.ts", 'export { getBoat } from "../../operations/getBoat.ts";\n');
  expect((await run(node("typescript/bin/tsc"))).output).toContain("server/v1/");
  expect((await run(`${node("vitest/vitest.mjs")} run`)).output).toMatch(/1 failed \| 3 passed/);
  write("spec/v1.yaml", v1.replaceAll("name", "title"));
  expect(await run("npx counterpart compare")).toMatchObject({ code: 1 });
}, 300_000);
