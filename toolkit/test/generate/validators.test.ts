import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { withDefaults } from "../../cli/config/config-schema.ts";
import { generateFiles } from "../../cli/generate/generate-files.ts";

const documentOf = (maximum: number) => ({
  openapi: "3.1.1",
  info: { title: "Pets", version: "1" },
  paths: {
    "/pets": {
      get: {
        operationId: "listPets",
        parameters: [{ name: "limit", in: "query", schema: { type: "integer", maximum } }],
        responses: { 204: { description: "None." } },
      },
    },
  },
});

test("validators are written when asked for, and kept up to date from then on", async () => {
  const folder = path.relative(".", await mkdtemp(path.join(tmpdir(), "counterpart-validators-")));
  try {
    const [spec, generated] = [path.join(folder, "openapi.json"), path.join(folder, "generated")];
    const config = withDefaults({ spec, generated, operations: path.join(folder, "operations") }, true);
    const file = path.join(generated, "validators.js");
    await writeFile(spec, JSON.stringify(documentOf(5)));
    expect((await generateFiles(config)).changed).not.toContain(file);
    expect((await generateFiles(config, { validators: true })).changed).toEqual([
      file,
      path.join(generated, "validators.d.ts"),
    ]);
    expect((await generateFiles(config)).changed).toEqual([]);
    await writeFile(spec, JSON.stringify(documentOf(6)));
    expect((await generateFiles(config, { dryRun: true })).changed).toContain(file);
    expect((await generateFiles(config)).changed).toContain(file);
    expect(await readFile(file, "utf8")).toContain("<= 6");
  } finally {
    await rm(folder, { recursive: true });
  }
});
