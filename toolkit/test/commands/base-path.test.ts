import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agreedBasePath, projectTarget } from "../../cli/command-line/fuzz/project-target.ts";
import { withDefaults } from "../../cli/config/config-schema.ts";
import { startMock } from "../../testing/mock/start-mock.ts";

const piers = {
  openapi: "3.1.0",
  info: { title: "Piers", version: "1" },
  paths: { "/piers": { get: { operationId: "listPiers", responses: { "204": { description: "None." } } } } },
};

let folder: string;
const at = (file: string) => path.join(folder, file);
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "counterpart-base-path-"));
  await mkdir(at("generated"));
  await writeFile(at("generated/openapi.json"), JSON.stringify(piers));
  await writeFile(
    at("handlers.js"),
    "export const handlers = { listPiers: async () => ({ status: 204 }) };\n",
  );
  const open = "open: async () => ({ services: {}, authenticators: {}, pages: [], close: async () => {} })";
  for (const [name, basePath] of [
    ["plain", ""],
    ["yard", 'basePath: "/yard/",'],
  ]) {
    const text = `export const service = { ${basePath} readSettings: () => ({}), ${open} };\n`;
    await writeFile(at(`${name}.js`), text);
  }
});
afterAll(() => rm(folder, { recursive: true }));

const configFor = (service: string, basePath?: string) =>
  withDefaults(
    {
      generated: at("generated"),
      handlers: at("handlers.js"),
      service: at(`${service}.js`),
      ...(basePath !== undefined && { basePath }),
    },
    true,
  );

test("the fuzzer's own server and the mock have the same base path", async () => {
  const config = configFor("yard", "/yard");
  const { url, close } = await (await projectTarget(config, { isOnly: true })).start();
  await close();
  const document = at("generated/openapi.json");
  const mock = await startMock({ document, port: 0, ...(config.basePath && { basePath: config.basePath }) });
  const { status } = await fetch(`${mock.url}/yard/piers`);
  await mock.close();
  expect([new URL(url).pathname, status]).toEqual(["/yard", 204]);
});

test.each([
  ["yard", undefined, "the basePath /yard", "no basePath"],
  ["yard", "/pier", "the basePath /yard", "the basePath /pier"],
  ["plain", "/pier", "no basePath", "the basePath /pier"],
])(
  "the fuzzer doesn't start the service %s with the configuration's %s",
  async (service, basePath, one, other) => {
    const target = await projectTarget(configFor(service, basePath), { isOnly: true });
    await expect(target.start()).rejects.toThrow(
      `The service in ${at(`${service}.js`)} has ${one}, and counterpart.config.ts has ${other}, which mock and fuzz use.`,
    );
  },
);

test("with several documents, `run` may have been given the base path", () => {
  const config = { service: "server/service.ts", basePath: "/pier" };
  expect(agreedBasePath(config, undefined, { isOnly: false })).toBe("/pier");
  expect(() => agreedBasePath(config, "/yard", { isOnly: false })).toThrow("Give both the same.");
});
