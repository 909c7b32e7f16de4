import { expect, test } from "vitest";
import { updatedManifest } from "../../cli/new/project-manifest.ts";

const before = { jiti: "2.0.0", typescript: "5.9.3", vitest: "5.1.1" };
const after = { typescript: "7.0.2", vitest: "5.2.0", yaml: "2.0.0" };
const sources = {
  "@counterpart/client": "file:vendor/client.tgz",
  "@counterpart/server": "file:vendor/server.tgz",
  "@counterpart/testing": "file:vendor/testing.tgz",
  "@counterpart/cli": "file:vendor/cli.tgz",
};

const project = {
  name: "office",
  version: "0.1.0",
  scripts: { test: "vitest run" },
  dependencies: { "@counterpart/server": "file:vendor/old-server.tgz", pg: "8.0.0" },
  devDependencies: {
    "@counterpart/cli": "file:vendor/old-cli.tgz",
    "@counterpart/testing": "file:vendor/old-testing.tgz",
    "node-runtime": "file:vendor/node-runtime",
    jiti: "2.0.0",
    typescript: "5.9.3",
    vitest: "5.1.1",
    zx: "8.0.0",
  },
};

test("the toolkit's packages and tools get the versions of the update; former tools are removed, everything else stays", () => {
  expect(updatedManifest(project, { before, after, sources })).toEqual({
    manifest: {
      ...project,
      dependencies: {
        "@counterpart/client": "file:vendor/client.tgz",
        "@counterpart/server": "file:vendor/server.tgz",
        pg: "8.0.0",
      },
      devDependencies: {
        "@counterpart/cli": "file:vendor/cli.tgz",
        "@counterpart/testing": "file:vendor/testing.tgz",
        "node-runtime": "file:vendor/node-runtime",
        typescript: "7.0.2",
        vitest: "5.2.0",
        yaml: "2.0.0",
        zx: "8.0.0",
      },
    },
    kept: [],
  });
});

test("a tool whose version the project has chosen keeps it, and is listed", () => {
  const own = {
    ...project,
    dependencies: { ...project.dependencies, yaml: "2.1.0" },
    devDependencies: { ...project.devDependencies, vitest: "5.3.0", jiti: "2.1.0" },
  };
  const { manifest, kept } = updatedManifest(own, { before, after, sources });
  expect(manifest.devDependencies).toMatchObject({ typescript: "7.0.2", vitest: "5.3.0", jiti: "2.1.0" });
  expect(manifest.dependencies).toMatchObject({ yaml: "2.1.0" });
  expect(kept).toEqual(["vitest 5.3.0", "yaml 2.1.0"]);
});
