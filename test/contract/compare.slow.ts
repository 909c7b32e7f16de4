import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { type RawDocument, readDocument } from "@counterpart/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Comparison } from "../../toolkit/cli/compare/compare-contracts.ts";
import type { Impact } from "../../toolkit/cli/compare/redocly-diff.ts";
import { readReleased, writeReleased } from "../../toolkit/cli/compare/released.ts";
import { deprecationFaults, shortNotices } from "../../toolkit/cli/compare/sunset.ts";
import { versionFault } from "../../toolkit/cli/compare/version.ts";
import { compareContracts } from "../../toolkit/test/helpers/compare-raw.ts";
import { document } from "../helpers/document.ts";
import { breaking, harmless, inlined, type Mutation, model, partsOf } from "./mutations.ts";

// biome-ignore lint/suspicious/noExplicitAny: documents are taken apart here in every way.
type Any = any;

const raw = document.source as RawDocument;
/** The version after an addition. */
const nextMinor = String(raw.info?.version).replace(/(\d+)\.\d+$/, (_, minor) => `${Number(minor) + 1}.0`);
const today = "2026-06-15";

const pathOf = ({ title }: Mutation) => `/${title.replaceAll(/\W+/g, "-")}`;

/** The document, plus the model operation once per mutation, so that one comparison covers all of them. */
async function compareAll(mutations: Mutation[]): Promise<Comparison> {
  const base = structuredClone(raw);
  base["x-rate-limits"] = {
    ...base["x-rate-limits"],
    wide: { limit: 20, windowSeconds: 60 },
    narrow: { limit: 1, windowSeconds: 6 },
  };
  base.components.securitySchemes.other = { type: "apiKey", in: "header", name: "X-Other" };
  for (const mutation of mutations) {
    const item = structuredClone(inlined(raw.paths[model?.path ?? ""]));
    delete item.parameters;
    partsOf(item).operation.operationId = pathOf(mutation);
    mutation.before?.(partsOf(item));
    base.paths[pathOf(mutation)] = item;
  }
  const revision = structuredClone(base);
  revision.info.version = "1.999.0";
  for (const mutation of mutations) mutation.change(partsOf(revision.paths[pathOf(mutation)]));
  return compareContracts(base, revision, today);
}

function rulesAt({ breaking: findings }: Comparison, mutation: Mutation): string[] {
  return findings
    .filter(({ place }) => place.split(/[ ,]/).includes(pathOf(mutation)))
    .map(({ rule }) => rule);
}

describe("breaks a client", () => {
  let comparison: Comparison;
  beforeAll(async () => {
    comparison = await compareAll(breaking);
  });

  test.each(breaking)("when $title", (mutation) => {
    expect(rulesAt(comparison, mutation)).toEqual(mutation.rules);
  });

  test("and nothing else is reported", () => {
    expect(comparison.passed).toBe(false);
    expect(comparison.breaking).toHaveLength(breaking.flatMap(({ rules }) => rules).length);
  });
});

describe("breaks no client", () => {
  let comparison: Comparison;
  beforeAll(async () => {
    comparison = await compareAll(harmless);
  });

  test.each(harmless)("when $title", (mutation) => {
    expect(rulesAt(comparison, mutation)).toEqual([]);
  });

  test("and all of it together passes, as an addition", () => {
    expect(comparison).toMatchObject({ breaking: [], faults: [], passed: true, bump: "minor" });
  });

  test("but clients are warned of new statuses and of new values in a response", () => {
    expect(comparison.warnings.map(({ rule, place }) => [rule, place])).toEqual([
      ["response-added", "POST /a-status-is-added, 410"],
      ["enum-values-added", expect.stringContaining("a-response-s-enum-gains-a-value, 200, ")],
    ]);
  });
});

/** The document with one change. */
function changed(change: (document: RawDocument) => void, start = raw): RawDocument {
  const copy = structuredClone(start);
  change(copy);
  return copy;
}

const [gone] = readDocument(raw).operations.filter(({ method }) => method === "delete");

describe("changes to the whole document", () => {
  test("a server, a security scheme, a path's parameter, a limit, and the responses where no operation matches", async () => {
    const template = Object.keys(raw.paths).find((path) => path.includes("{")) ?? "";
    const renamed = template.replace(/\{[^}]+\}/, "{another}");
    const revision = changed((document) => {
      document.servers[0].url = "http://localhost:9999";
      for (const scheme of Object.values<{ scheme?: string }>(document.components.securitySchemes)) {
        scheme.scheme = "digest";
      }
      document.paths = Object.fromEntries(
        Object.entries(document.paths).map(([path, item]) => [path === template ? renamed : path, item]),
      );
      document["x-rate-limits"].global.limit = 1;
      delete document["x-unmatched"]["405"];
    });
    const { breaking, passed } = await compareContracts(raw, revision, today);
    expect(passed).toBe(false);
    expect(new Set(breaking.map(({ rule }) => rule))).toEqual(
      new Set([
        "server-removed",
        "security-scheme-changed",
        "path-parameter-renamed",
        "rate-limit-lowered",
        "response-removed",
      ]),
    );
    expect(breaking.find(({ rule }) => rule === "response-removed")?.place).toBe(
      "Where no operation is, 405",
    );
  });

  test("renaming a bearer token's format breaks no client", async () => {
    const [released, renamed] = ["API key", "access token"].map((bearerFormat) =>
      changed((document) => {
        document.components.securitySchemes.named = { type: "http", scheme: "bearer", bearerFormat };
      }),
    );
    if (!released || !renamed) throw new Error("There are two of them.");
    expect(await compareContracts(released, renamed, today)).toMatchObject({ breaking: [], bump: "patch" });
  });

  test("an identical document passes, whatever the order of its paths", async () => {
    expect(await compareContracts(raw, structuredClone(raw), today)).toMatchObject({
      passed: true,
      changes: { major: 0, minor: 0, patch: 0 },
    });
  });

  test("an error code can be added, and counts as an addition", async () => {
    const addCode = (document: RawDocument) => {
      for (const response of Object.values<Any>(document.components.responses)) {
        response.content?.["application/json"].schema.properties.code.enum.push("TEAPOT");
      }
      document.info.version = nextMinor;
    };
    const { passed, breaking, allowed, bump } = await compareContracts(raw, changed(addCode), today);
    expect({ passed, breaking, bump }).toEqual({ passed: true, breaking: [], bump: "minor" });
    expect(allowed.map(({ message }) => message).join()).toContain("TEAPOT");
  });
});

describe("a removed operation", () => {
  const operationOf = (document: RawDocument): Any => document.paths[gone?.path ?? ""][gone?.method ?? ""];
  const without = (start: RawDocument) =>
    changed((document) => {
      delete document.paths[gone?.path ?? ""][gone?.method ?? ""];
      document.info.version = nextMinor;
    }, start);
  const ending = changed((document) => {
    const end = { deprecated: true, "x-deprecated-since": "2026-01-01", "x-sunset": "2026-06-15" };
    Object.assign(operationOf(document), end);
  });

  test("breaks its clients when it was never deprecated", async () => {
    const { breaking } = await compareContracts(raw, without(raw), today);
    expect(breaking).toEqual([
      {
        rule: "operation-removed",
        place: `DELETE ${gone?.path}`,
        message: expect.stringContaining("never deprecated"),
      },
    ]);
  });

  test("breaks them before its removal date, and says how many days are left", async () => {
    const { breaking } = await compareContracts(ending, without(ending), "2026-06-12");
    expect(breaking).toHaveLength(1);
    expect(breaking[0]?.message).toContain("Its end is 2026-06-15, in 3 days.");
  });

  test("counts by the released removal date, not by one added with the removal", async () => {
    const deprecated = changed((document) => {
      operationOf(document).deprecated = true;
    });
    const { breaking } = await compareContracts(deprecated, without(deprecated), "2030-01-01");
    expect(breaking[0]?.message).toContain("no end was released");
  });

  test("passes from its date on, as a minor version", async () => {
    const comparison = await compareContracts(ending, without(ending), today);
    expect(comparison).toMatchObject({ breaking: [], faults: [], passed: true, bump: "minor" });
    expect(comparison.allowed.map(({ message }) => message)).toEqual([
      `${gone?.operationId} was removed. Its end was 2026-06-15.`,
    ]);
  });

  test("hides no other change", async () => {
    const more = changed((document) => {
      delete document.servers;
    }, without(ending));
    const { breaking } = await compareContracts(ending, more, today);
    expect(breaking.map(({ rule }) => rule)).toEqual(["server-removed"]);
  });
});

describe("an end", () => {
  const withEnd = (end: object) =>
    readDocument(
      changed((document) => {
        Object.assign(document.paths[gone?.path ?? ""][gone?.method ?? ""], end);
      }),
    );
  const since = { deprecated: true, "x-deprecated-since": "2026-01-01" };

  test.each<[string, object, RegExp | undefined]>([
    ["90 days after the deprecation is right", { ...since, "x-sunset": "2026-04-01" }, undefined],
    [
      "89 days after it is too early",
      { ...since, "x-sunset": "2026-03-31" },
      /less than 90 days.*2026-04-01 or later/,
    ],
    ["before it is too early", { ...since, "x-sunset": "2025-01-01" }, /less than 90 days/],
    ["requires a deprecation", { "x-sunset": "2026-04-01" }, /isn't deprecated/],
    [
      "requires the date of the deprecation",
      { deprecated: true, "x-sunset": "2026-04-01" },
      /no x-deprecated-since/,
    ],
    ["is a day", { ...since, "x-sunset": "spring" }, /must be dates/],
    ["isn't required", since, undefined],
  ])("%s", (_, end, fault) => {
    const faults = deprecationFaults(readDocument(raw), withEnd(end));
    if (fault) expect(faults.join()).toMatch(fault);
    else expect(faults).toEqual([]);
  });

  test("can be postponed but not brought forward", () => {
    const released = withEnd({ ...since, "x-sunset": "2026-06-01" });
    const now = (sunset: string) => deprecationFaults(released, withEnd({ ...since, "x-sunset": sunset }));
    expect(now("2026-07-01")).toEqual([]);
    expect(now("2026-05-01").join()).toMatch(/2026-06-01 was released/);
  });

  test("is first released 90 days ahead, whatever the deprecation's date", () => {
    const current = withEnd({ ...since, "x-sunset": "2026-04-01" });
    expect(shortNotices(readDocument(raw), current, "2026-01-01")).toEqual([]);
    expect(shortNotices(readDocument(raw), current, "2026-01-02").join()).toMatch(/2026-04-02 or later/);
    expect(shortNotices(current, current, "2026-03-30")).toEqual([]);
  });
});

test.each<[string, string, Impact | undefined, RegExp | undefined]>([
  ["1.2.3", "1.2.3", undefined, undefined],
  ["1.2.3", "1.3.0", undefined, undefined],
  ["1.2.3", "1.2.2", undefined, /released already/],
  ["1.2.3", "1.2.3", "patch", /Set it to 1\.2\.4/],
  ["1.2.3", "1.2.4", "patch", undefined],
  ["1.2.3", "1.2.4", "minor", /Set it to 1\.3\.0/],
  ["1.2.3", "1.10.0", "minor", undefined],
  ["1.10.0", "1.9.0", "minor", /Set it to 1\.11\.0/],
  ["1.2.3", "2.0.0", "major", undefined],
  ["2.1", "2.1.1", "patch", undefined],
  ["soon", "soon", undefined, undefined],
  ["1.2.3", "soon", "patch", /must be three numbers/],
])("from version %s to %s with a change that is %s", (released, current, bump, fault) => {
  const found = versionFault({ released, current }, bump);
  if (fault) expect(found).toMatch(fault);
  else expect(found).toBeUndefined();
});

describe("on the command line", () => {
  let folder: string;
  let file: (name: string) => string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "counterpart-compare-"));
    file = (name) => path.join(folder, name);
    await writeFile(file("now.json"), JSON.stringify(raw));
    const broken = changed((document) => {
      delete document.paths[gone?.path ?? ""][gone?.method ?? ""];
    });
    await writeFile(file("broken.json"), JSON.stringify(broken));
    await writeReleased(raw, file("v1.yaml"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function run(script: string, ...args: string[]): Promise<{ code: number; out: string }> {
    const command = [`scripts/${script}.ts`, "--today", today, ...args];
    return promisify(execFile)(process.execPath, command).then(
      ({ stdout }) => ({ code: 0, out: stdout }),
      ({ code, stdout, stderr }) => ({ code, out: stdout + stderr }),
    );
  }
  const now = () => ["--spec", file("now.json")];
  const broken = () => ["--spec", file("broken.json"), "--released", file("v1.yaml")];

  test("0 when nothing has been released, and for the first release", async () => {
    const [compared, released] = await Promise.all([
      run("compare", ...now(), "--released", file("none.yaml")),
      run("release", ...now(), "--released", file("first.yaml")),
    ]);
    expect(compared).toEqual({ code: 0, out: expect.stringContaining("counterpart release") });
    expect(released).toEqual({ code: 0, out: expect.stringContaining("Commit it.") });
    expect((await readReleased(file("first.yaml")))?.source).toEqual(raw);
    expect(await readFile(file("first.yaml"), "utf8")).toBe(await readFile(file("v1.yaml"), "utf8"));
  });

  test("0 when nothing has changed since the release", async () => {
    const [compared, released] = await Promise.all([
      run("compare", ...now(), "--released", file("v1.yaml")),
      run("release", ...now(), "--released", file("v1.yaml")),
    ]);
    expect(compared).toEqual({ code: 0, out: expect.stringContaining("Nothing has changed.") });
    expect(released).toEqual({ code: 0, out: expect.stringContaining("already been released") });
  });

  test("1 for a breaking change, which can't be released either", async () => {
    const [compared, released] = await Promise.all([
      run("compare", ...broken()),
      run("release", ...broken(), "--json"),
    ]);
    expect(compared.code).toBe(1);
    expect(compared.out).toContain(`DELETE ${gone?.path}`);
    expect(compared.out).toContain("What to do");
    expect(released.code).toBe(1);
    expect(JSON.parse(released.out)).toMatchObject({
      passed: false,
      breaking: [{ rule: "operation-removed" }],
    });
    expect((await readReleased(file("v1.yaml")))?.source).toEqual(raw);
  });

  test("2 for an option that doesn't exist and for an invalid date", async () => {
    expect((await run("compare", "--nonsense")).code).toBe(2);
    expect((await run("release", "--today", "tomorrow")).code).toBe(2);
  });
});
