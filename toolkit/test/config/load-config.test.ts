import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfigValue } from "../../cli/config/config-schema.ts";
import { defineConfig } from "../../cli/config/define-config.ts";
import { ConfigFileError, loadDocuments } from "../../cli/config/load-config.ts";

const modules = fileURLToPath(new URL("../../../node_modules", import.meta.url));
let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "counterpart-config-"));
  await symlink(modules, path.join(root, "node_modules"));
  await writeFile(path.join(root, "package.json"), '{ "type": "module" }');
});
afterAll(() => rm(root, { recursive: true }));

async function projectWith(text: string): Promise<string> {
  const folder = await mkdtemp(path.join(root, "project-"));
  await writeFile(path.join(folder, "counterpart.config.ts"), text);
  return folder;
}

test("omitted settings have a default", async () => {
  const folder = await projectWith(`import { defineConfig } from "@counterpart/cli/config";
    const spec: string = "api/pier.yaml";
    export default defineConfig({ documents: [{ spec }] });`);
  expect(await loadDocuments(folder)).toEqual([
    {
      name: "pier",
      spec: "api/pier.yaml",
      allowFolders: ["spec"],
      generated: "generated",
      operations: "server/operations",
      handlers: "server/handlers.ts",
      service: "server/service.ts",
      released: "spec/released/v1.yaml",
      clientPackage: "packages/client",
      coverageWaivers: "test/coverage-waivers.json",
      coverageRequired: false,
    },
  ]);
});

test("the defaults of all documents but the first are in folders with their name", () => {
  const { documents } = readConfigValue({
    documents: [
      {},
      { spec: "spec/v2/openapi.yaml" },
      { name: "inside", spec: "spec/v3.yaml", generated: "made" },
    ],
  });
  expect(documents?.map(({ name }) => name)).toEqual(["spec", "v2", "inside"]);
  expect(documents?.[1]).toEqual({
    name: "v2",
    spec: "spec/v2/openapi.yaml",
    allowFolders: ["spec"],
    generated: "generated/v2",
    operations: "server/v2/operations",
    handlers: "server/v2/handlers.ts",
    service: "server/v2/service.ts",
    released: "spec/released/v2.yaml",
    clientPackage: "packages/client-v2",
    coverageWaivers: "test/coverage-waivers-v2.json",
    coverageRequired: false,
  });
  expect(documents?.[2]).toMatchObject({ generated: "made", operations: "server/inside/operations" });
});

describe("refuses", () => {
  test("a folder without a configuration, with advice", async () => {
    const failed = loadDocuments(path.join(root, "elsewhere"));
    await expect(failed).rejects.toThrow(ConfigFileError);
    await expect(failed).rejects.toThrow(
      /^There is no counterpart\.config\.ts in .*elsewhere, .*counterpart new/,
    );
  });

  test("a configuration that can't be loaded, with the reason", async () => {
    await expect(loadDocuments(await projectWith("export default {;"))).rejects.toThrow(
      /^counterpart\.config\.ts can't be loaded: /,
    );
    await expect(loadDocuments(await projectWith('import "./none.ts";'))).rejects.toThrow(
      /^counterpart\.config\.ts can't be loaded: .*none\.ts/,
    );
  });

  test("a configuration with mistakes, one line each, with the file's name", async () => {
    const folder = await projectWith("export default { documents: [{ spec: 3, handler: 'x' }] };");
    const failed = loadDocuments(folder);
    await expect(failed).rejects.toThrow(ConfigFileError);
    await expect(failed).rejects.toThrow(
      /^counterpart\.config\.ts: `documents\[0\]\.spec` must be a string\.\ncounterpart\.config\.ts: `handler` isn't a key/,
    );
  });

  const one = defineConfig({ documents: [{}] }).documents[0];
  const other = { name: "other" };
  test.each([
    ["no default export", undefined, /it has no default export/],
    ["something else", "spec", /^the configuration must be an object\.$/],
    [
      "an unknown key",
      { documents: [one], document: one },
      /^`document` isn't a key of the configuration, which has documents\.$/,
    ],
    ["no list", { documents: one }, /^`documents` must be a list\.$/],
    ["an empty list", { documents: [] }, /`documents` is empty/],
    [
      "overlays that aren't a list of files",
      { documents: [{ overlays: ["spec/fix.overlay.yaml", 1] }] },
      /^`documents\[0\]\.overlays\[1\]` must be a string\.$/,
    ],
    [
      "an unknown key of a slice",
      { documents: [{ include: { tag: ["a"] } }] },
      /^`tag` isn't a key of `documents\[0\]\.include`, which has tags, paths\.$/,
    ],
    [
      "two documents with one name",
      { documents: [one, other, {}] },
      /^`documents\[0\]` and `documents\[2\]` have the same name, "spec"\. Give one of them another `name`\.$/,
    ],
    [
      "two documents that share generated files",
      { documents: [one, { ...other, generated: "./generated/" }] },
      /^`documents\[0\]` and `documents\[1\]` have the same `generated`, \.\/generated\/\. Each document needs its own\.$/,
    ],
    [
      "a name that can't be a folder name",
      { documents: [{ name: "../up" }] },
      /^`documents\[0\]\.name` must consist of letters, digits, hyphens, points and underscores\.$/,
    ],
    [
      "an empty path",
      { documents: [{ generated: "" }] },
      /^`documents\[0\]\.generated` must not be empty\.$/,
    ],
  ])("%s", (_, value, sentence) => {
    expect(readConfigValue(value).mistakes?.join("\n")).toMatch(sentence);
  });
});
