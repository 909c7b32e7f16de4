import { expect, test } from "vitest";
import { updatedManifest } from "../../update/updated-manifest.ts";

const toolkit = (version: string, peerDependencies: Record<string, string>) => ({
  name: "@counterpart/toolkit",
  version,
  peerDependencies,
});
const before = toolkit("1.0.0", { jiti: "^2.0.0", typescript: "^5.9.3", vitest: "^5.1.1" });
const after = toolkit("1.1.0", { typescript: "^5.9.3 || ^7.0.2", vitest: "^5.2.0", yaml: "^2.0.0" });
const source = "file:vendor/new.tgz";

const project = {
  name: "office",
  version: "0.1.0",
  scripts: { test: "vitest run" },
  dependencies: { "@counterpart/toolkit": "file:vendor/old.tgz", pg: "8.0.0" },
  devDependencies: {
    "node-runtime": "file:vendor/node-runtime",
    jiti: "2.0.0",
    typescript: "5.9.3",
    vitest: "5.1.1",
    zx: "8.0.0",
  },
};

test("the toolkit and its tools get the newest versions that it works with; what is no tool any more goes, everything else stays", () => {
  expect(updatedManifest(project, { before, after, source })).toEqual({
    manifest: {
      ...project,
      dependencies: { "@counterpart/toolkit": source, pg: "8.0.0" },
      devDependencies: {
        "node-runtime": "file:vendor/node-runtime",
        "type-emitter": "file:vendor/type-emitter",
        typescript: "7.0.2",
        vitest: "5.2.0",
        yaml: "2.0.0",
        zx: "8.0.0",
      },
    },
    kept: [],
  });
});

test("a tool whose version the project has chosen keeps it, and is named", () => {
  const own = {
    ...project,
    dependencies: { ...project.dependencies, yaml: "2.1.0" },
    devDependencies: { ...project.devDependencies, vitest: "5.3.0", jiti: "2.1.0" },
  };
  const { manifest, kept } = updatedManifest(own, { before, after, source });
  expect(manifest.devDependencies).toMatchObject({ typescript: "7.0.2", vitest: "5.3.0", jiti: "2.1.0" });
  expect(manifest.dependencies).toMatchObject({ yaml: "2.1.0" });
  expect(kept).toEqual(["vitest 5.3.0", "yaml 2.1.0"]);
});
