import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Entry {
  link?: true;
  version?: string;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: true;
  dev?: true;
  optional?: true;
}

const read = (file: string) => JSON.parse(readFileSync(file, "utf8"));
const packages: Record<string, Entry> = read("package-lock.json").packages;
const installed = Object.entries(packages).filter(([place]) => place.startsWith("node_modules/"));
const fromRegistry = installed.filter(([, { link }]) => !link);
const { allowScripts, engines } = read("package.json");
const runtime: Record<string, string> = read("toolkit/cli/node-runtime/package.json").optionalDependencies;

test("everything that npm installs has an integrity hash, for each platform", () => {
  expect(fromRegistry.length).toBeGreaterThan(300);
  for (const [place, { integrity }] of fromRegistry)
    expect(integrity, place).toMatch(/^sha512-[\w+/]{86}==$/);
});

test("no entry names its host, and packages that aren't from a registry are in this repository", () => {
  for (const [place, { resolved }] of fromRegistry) expect(resolved, place).toBeUndefined();
  const links = installed.filter(([, { link }]) => link);
  expect(links.map(([place, { resolved }]) => [place, resolved])).toEqual([
    ["node_modules/@counterpart/cli", "toolkit/cli"],
    ["node_modules/@counterpart/client", "toolkit/client"],
    ["node_modules/@counterpart/create", "toolkit/create"],
    ["node_modules/@counterpart/server", "toolkit/server"],
    ["node_modules/@counterpart/storefront-example", "examples/storefront"],
    ["node_modules/@counterpart/stripe-stand-in", "mock/stripe"],
    ["node_modules/@counterpart/testing", "toolkit/testing"],
    ["node_modules/dependency-cruiser", "scripts/imports/dependency-cruiser"],
    ["node_modules/node-runtime", "toolkit/cli/node-runtime"],
  ]);
});

test("the program and the packages of this repository have one version", () => {
  const { version } = read("package.json");
  const folders = installed.filter(([, { link }]) => link).map(([, { resolved }]) => String(resolved));
  const ours = folders.filter((folder) => /^(toolkit\/\w+$|examples|mock)/.test(folder));
  expect(ours).toHaveLength(7);
  for (const folder of ours) expect(read(`${folder}/package.json`).version, folder).toBe(version);
});

test("no installed package runs a script, which could download code without a hash", () => {
  const scripts = fromRegistry.filter(([, { hasInstallScript }]) => hasInstallScript);
  for (const [place] of scripts)
    expect(allowScripts, place).toMatchObject({ [place.split("node_modules/").at(-1) ?? ""]: false });
});

test.each(["bench/clients", "bench/peers", "conformance", "conformance/specmatic", "toolkit/test/nodes"])(
  "the packages that only %s needs follow the same rules, with a lock file there",
  (folder) => {
    const entries = Object.entries<Entry>(read(`${folder}/package-lock.json`).packages).slice(1);
    const { dependencies } = read(`${folder}/package.json`);
    expect(entries.length).toBeGreaterThan(Object.keys(dependencies).length);
    for (const [place, { resolved, integrity, hasInstallScript }] of entries) {
      expect(integrity, place).toMatch(/^sha512-[\w+/]{86}==$/);
      expect(resolved, place).toBeUndefined();
      // `npm ci --ignore-scripts` installs these folders.
      if (!/^node_modules\/(@modelcontextprotocol\/inspector|.*esbuild)$/.test(place)) {
        expect(hasInstallScript, place).toBeUndefined();
      }
    }
  },
);

test("the stand-in for Stripe has the shop's versions of shared dependencies", () => {
  const { dependencies, devDependencies } = read("package.json");
  const standIn = read("mock/stripe/package.json");
  expect({ ...dependencies, ...devDependencies }).toMatchObject({
    ...standIn.dependencies,
    ...standIn.devDependencies,
  });
});

test("a new project's tools have the versions that this workspace uses", () => {
  const tools = read("toolkit/cli/template/package.json").devDependencies;
  const ours = Object.keys(tools).map((name) => [name, packages[`node_modules/${name}`]?.version]);
  expect(Object.fromEntries(ours)).toEqual(tools);
});

test("the bundled Node is locked for each platform, can run the program, and isn't installed in production", () => {
  expect(Object.keys(runtime).length).toBeGreaterThan(0);
  for (const [name, version] of Object.entries(runtime)) {
    expect(packages[`node_modules/${name}`], name).toMatchObject({ version, dev: true, optional: true });
    expect(`>=${version.split(".")[0]}`).toBe(engines.node);
  }
});
