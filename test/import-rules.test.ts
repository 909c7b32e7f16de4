import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { unnamedImports } from "../scripts/imports/closed-packages.ts";
import { withDrawing } from "../scripts/imports/drawing.ts";
import { findViolations } from "../scripts/imports/find-violations.ts";
import { packages, restrictions } from "../scripts/imports/layers.ts";
import { readSources, unusedExports } from "../scripts/imports/unused-exports.ts";

/** Imports that a restriction refuses, with part of its reason. */
const refused: [file: string, specifier: string, reason: string][] = [
  ["toolkit/server/http/a.ts", "../../../server/shop.ts", "know the shop"],
  ["toolkit/cli/generate/a.ts", "../../../generated/client.ts", "know the shop"],
  ["toolkit/test/a.ts", "@counterpart/stripe-stand-in", "know the shop"],
  ["toolkit/testing/fuzz/a.ts", "../../test/helpers/small-app.ts", "imports no tests"],
  ["toolkit/server/http/b.ts", "@counterpart/testing", "only the client's package"],
  ["toolkit/server/http/c.ts", "../../testing/mock/start-mock.ts", "only the client's package"],
  ["toolkit/server/request/c.ts", "../../client/media-type.ts", "by its name"],
  ["toolkit/testing/fuzz/b.ts", "@counterpart/cli", "only the client's and the server's packages"],
  ["toolkit/testing/fuzz/c.ts", "../../server/http/app.ts", "by their names"],
  ["toolkit/testing/fuzz/e.ts", "@redis/client", "is an optional package"],
  ["toolkit/cli/generate/b.ts", "../../server/http/app.ts", "by their names"],
  ["toolkit/server/request/a.ts", "express", "in their adapters only"],
  ["toolkit/server/http/d.ts", "express", "in their adapters only"],
  ["toolkit/server/adapters/node/a.ts", "express", "in their adapters only"],
  ["toolkit/testing/mock/a.ts", "express", "in their adapters only"],
  ["toolkit/server/http/e.ts", "http", "Bun, Deno and workerd share"],
  ["toolkit/server/validation/a.ts", "fs", "Bun, Deno and workerd share"],
  ["toolkit/server/adapters/fetch/a.ts", "fs/promises", "Bun, Deno and workerd share"],
  ["toolkit/client/styles/a.ts", "../../server/document/document.ts", "without our other code"],
  ["toolkit/client/styles/b.ts", "url", "none of Node's modules"],
  ["toolkit/cli/client-msw/a.ts", "@counterpart/server/errors", "without our other code"],
  ["server/pages/a.ts", "../../toolkit/server/http/app.ts", "by their names"],
  ["server/pages/b.ts", "../../test/helpers/world.ts", "imports no tests"],
  ["server/pages/c.ts", "@counterpart/testing", "imports no tests"],
  ["server/pages/d.ts", "@counterpart/testing/fuzz", "imports no tests"],
  ["server/domain/a.ts", "@counterpart/server", "no database, no network, no files"],
  ["server/domain/b.ts", "kysely", "no database, no network, no files"],
  ["server/domain/c.ts", "node:sqlite", "no database, no network, no files"],
  ["server/views/a.ts", "kysely", "rows and products"],
  ["server/dashboard/a.ts", "kysely", "no SQL, no provider"],
  ["server/domain/f.ts", "fs/promises", "no database, no network, no files"],
  ["server/domain/g.ts", "https", "no database, no network, no files"],
  ["server/operations/a.ts", "kysely", "no SQL, no provider"],
  ["server/operations/b.ts", "../database/engines/engine.ts", "no SQL, no provider"],
  ["server/operations/c.ts", "../payments/provider/stripe.ts", "no SQL, no provider"],
  ["server/dashboard/g.ts", "../payments/provider/stripe.ts", "no SQL, no provider"],
  ["server/dashboard/b.ts", "../database/database.ts", "queries, not the database"],
  ["server/dashboard/c.ts", "../database/engines/engine.ts", "no SQL, no provider"],
  ["server/dashboard/pages/d.ts", "stripe", "no SQL, no provider"],
  ["examples/storefront/a.ts", "../../server/shop.ts", "only through its client"],
  ["examples/storefront/b.ts", "@counterpart/server", "only through its client"],
  ["examples/existing-app/a.ts", "../../server/shop.ts", "as its users do"],
  ["mock/stripe/a.ts", "../../server/shop.ts", "on our other code"],
  ["mock/stripe/b.ts", "@counterpart/server", "on our other code"],
];

const allowed: [file: string, specifier: string][] = [
  ["toolkit/server/request/b.ts", "@counterpart/client/messages"],
  ["toolkit/client/calls/c.ts", "openapi-fetch"],
  ["toolkit/server/validation/b.ts", "../request/coerce.ts"],
  ["toolkit/server/adapters/express/a.ts", "express"],
  ["toolkit/server/adapters/node/b.ts", "node:http"],
  ["toolkit/server/http/f.ts", "node:stream/promises"],
  ["toolkit/testing/fuzz/d.ts", "@counterpart/server/document"],
  ["toolkit/cli/compare/a.ts", "@counterpart/testing/exchanges"],
  ["toolkit/test/b.ts", "../server/http/app.ts"],
  ["server/domain/d.ts", "@counterpart/server/errors"],
  ["server/domain/e.ts", "./d.ts"],
  ["server/pages/e.ts", "@counterpart/server"],
  ["server/pages/f.ts", "../domain/d.ts"],
  ["server/dashboard/e.ts", "../people/invitations.ts"],
  ["server/dashboard/f.ts", "../database/queries/stores.ts"],
  ["server/shop.ts", "./cli/run.ts"],
  ["examples/existing-app/b.ts", "@counterpart/server/express"],
  ["mock/stripe/c.ts", "stripe"],
  ["examples/storefront/c.ts", "../../generated/client.ts"],
];

/** Each folder or file of a layer with what is listed after it: the next one, and the package's composition. */
const upward = packages.flatMap(({ folder, layers }) => {
  const members = layers.flat();
  return members.flatMap((member, at): [from: string, to: string][] =>
    [members[at + 1], "main.ts"].flatMap((to) =>
      to === undefined ? [] : [[fileIn(folder, member, "upward"), fileIn(folder, to, "target")]],
    ),
  );
});

function fileIn(folder: string, member: string, name: string): string {
  return member.endsWith(".ts") ? `${folder}/${member}` : `${folder}/${member}/${name}.ts`;
}

let folder = "";
let violations: string[] = [];
const of = (file: string) => violations.filter((one) => one.startsWith(`${file} `)).join("\n");

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "counterpart-imports-"));
  const written = new Map<string, string[]>();
  const add = (file: string, ...lines: string[]) =>
    written.set(file, [...(written.get(file) ?? []), ...lines]);
  for (const [file, specifier] of [...refused, ...allowed]) {
    add(file, `import "${specifier}";`);
    if (specifier.startsWith(".")) add(path.join(path.dirname(file), specifier));
  }
  for (const [from, to] of upward) {
    add(from, `import type { One } from "${specifierOf(from, to)}";`);
    add(to);
  }
  add("server/domain/lazy.ts", 'const late = await import("../views/target.ts");');
  add("server/cli/a.ts", 'import type { B } from "./b.ts";');
  add("server/cli/b.ts", 'import type { A } from "./a.ts";');
  add("server/cli/c.ts", 'import "./a.ts";');
  add("server/cli/b.ts", 'import "./c.ts";');
  add("server/attic/a.ts", 'import "node:fs";');
  for (const [file, lines] of written) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), `${lines.join("\n")}\nexport type One = 1;\n`);
  }
  violations = await findViolations(folder);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function specifierOf(from: string, to: string): string {
  const relative = path.relative(path.dirname(from), to);
  return relative.startsWith(".") ? relative : `./${relative}`;
}

describe("imports are refused", () => {
  test.each(refused)("%s: %s", (file, specifier, reason) => {
    expect(of(file)).toContain(
      `→ ${specifier.startsWith(".") ? path.join(path.dirname(file), specifier) : specifier}`,
    );
    expect(of(file)).toContain(reason);
  });

  test.each(upward)("upwards, types included: %s → %s", (from, to) => {
    expect(of(from)).toContain(`→ ${to}: `);
  });

  test("upwards, if they are dynamic", () => {
    expect(of("server/domain/lazy.ts")).toContain("→ server/views/target.ts: ");
  });

  test("in a circle, types included", () => {
    expect(of("server/cli/a.ts")).toContain("in a circle");
  });

  test("in a circle once, by the shortest circle", () => {
    expect(
      violations.filter((one) => one.includes("server/cli/b.ts") && one.includes("in a circle")),
    ).toHaveLength(1);
  });

  test("in a folder that no layer lists", () => {
    expect(violations.join("\n")).toContain("server/attic: ");
  });

  test("by every existing restriction", () => {
    for (const { reason } of restrictions) expect(violations.join("\n")).toContain(reason);
  });
});

test.each(allowed)("allowed: %s, %s", (file) => {
  expect(of(file)).toBe("");
});

test("a package has at most 14 folders on 6 layers, its composition included", () => {
  for (const { folder, layers } of packages) {
    expect(layers.flat().filter((member) => !member.endsWith(".ts")).length, folder).toBeLessThanOrEqual(14);
    expect(layers.length + 1, folder).toBeLessThanOrEqual(6);
  }
});

test("CONTRIBUTING has the drawing of these layers, and other layers give another drawing", async () => {
  const text = await readFile("CONTRIBUTING.md", "utf8");
  expect(withDrawing(text, packages)).toBe(text);
  const [first] = packages;
  if (!first) throw new Error("There is no package.");
  expect(withDrawing(text, [{ ...first, layers: first.layers.slice(1) }])).not.toBe(text);
});

describe("packages are closed", () => {
  // In two parts, since the check reads this file too.
  const server = ["@counterpart", "server"].join("/");
  const manifest = (exports: object): [string, string] => [
    "toolkit/server/package.json",
    JSON.stringify({ name: server, exports }),
  ];
  const closed = manifest({ ".": "./index.ts", "./errors": "./http/errors/api-error.ts" });

  test.each([
    "toolkit/cli",
    "toolkit/test",
    "server",
    "test",
    "bench",
    "conformance",
    "examples/existing-app",
  ])("to %s, which may import the entries that the exports name", (place) => {
    const importsOf = (specifier: string) =>
      unnamedImports(new Map([closed, [`${place}/a.ts`, `import { A } from "${specifier}";\n`]]));
    expect(importsOf(`${server}/http/app`)).toEqual([
      `${place}/a.ts: ${server} has no entry http/app in its exports.`,
    ]);
    expect([...importsOf(server), ...importsOf(`${server}/errors`)]).toEqual([]);
  });

  test.each([
    ["a lazy import", "a.ts", `await import("${server}/http/app");`],
    ["require", "a.cjs", `require("${server}/http/app");`],
    ["a configuration", "vitest.config.ts", `setupFiles: ["${server}/http/app"],`],
    ["a document", "README.md", `Import it from \`${server}/http/app\`.`],
  ])("by %s too", (_, file, text) => {
    expect(unnamedImports(new Map([closed, [file, text]]))).toEqual([
      `${file}: ${server} has no entry http/app in its exports.`,
    ]);
  });

  test("by relative paths, except to tests, measurements and builds", () => {
    const text = 'import "../toolkit/server/http/app.ts";';
    const files = [
      "server/a.ts",
      "examples/a.ts",
      "site/a.ts",
      "test/a.ts",
      "bench/a.ts",
      "conformance/a.ts",
    ];
    expect(unnamedImports(new Map([closed, ...files.map((file): [string, string] => [file, text])]))).toEqual(
      ["server/a.ts", "examples/a.ts", "site/a.ts"].map(
        (file) => `${file} → toolkit/server/http/app.ts: Import our packages by their names.`,
      ),
    );
  });

  test("without wildcards", () => {
    expect(unnamedImports(new Map([manifest({ ".": "./index.ts", "./*": "./*.ts" })]))).toEqual([
      "toolkit/server/package.json: ./* publishes every file. Name the entries.",
    ]);
  });

  test("in the repository", () => {
    expect(unnamedImports(readSources())).toEqual([]);
  });
});

test("an export that nothing names is refused, and a type only if its own file doesn't use it either", () => {
  const sources = new Map([
    [
      "server/a.ts",
      "export const used = 1;\nexport const alone = used;\nexport function other() { return alone; }\n",
    ],
    [
      "server/b.ts",
      "export interface Parts {}\nexport interface Unused {}\nexport const b = (_: Parts) => used;\n",
    ],
    ["test/b.test.ts", "b();\n"],
    ["toolkit/server/d.ts", "export const inner = 1;\n"],
    ["toolkit/server/entry.ts", 'export { inner } from "./d.ts";\n'],
  ]);
  expect(unusedExports(sources)).toEqual([
    "server/a.ts: no other file names alone, which is exported.",
    "server/a.ts: no other file names other, which is exported.",
    "server/b.ts: no other file names Unused, which is exported.",
    "toolkit/server/d.ts: no other file names inner, which is exported.",
  ]);
});

test("the repository has no unused exports", () => {
  expect(unusedExports(readSources())).toEqual([]);
});
