import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RawDocument } from "../server/document/document.ts";
import { readDocument } from "../server/document/read-document.ts";
import { checkingFetch } from "../testing/checks/checking-fetch.ts";
import type { Exchange } from "../testing/checks/exchange.ts";
import { contractItems, contractObserver } from "../testing/coverage/contract-coverage.ts";
import { coveragePage } from "../testing/coverage/report/coverage-page.ts";
import { coverageReport } from "../testing/coverage/report/coverage-report.ts";
import { coverageTable } from "../testing/coverage/report/coverage-table.ts";
import { countCoverage, noTraffic, readTraffic, writeTraffic } from "../testing/coverage/traffic.ts";
import { readWaivers, type Waiver } from "../testing/coverage/waivers.ts";
import { deriveRequests } from "./helpers/derive-requests.ts";
import { type SmallApp, startApp } from "./helpers/small-app.ts";

const refusal = (...codes: string[]) => ({
  description: "Refused.",
  headers: { "X-Request-Id": { required: true, "x-set-by": "server", schema: { type: "string" } } },
  content: {
    "application/json": {
      schema: {
        allOf: [{ $ref: "#/components/schemas/Error" }, { properties: { code: { enum: codes } } }],
      },
    },
  },
});

/** A document with one operation with many request rules, and one without any. */
const raw: RawDocument = {
  openapi: "3.1.0",
  info: { title: "Seeds & <Bulbs>", version: "1.2.0" },
  "x-error-schema": { $ref: "#/components/schemas/Error" },
  "x-unmatched": { "404": refusal("NOT_FOUND") },
  paths: {
    "/beds/{bed}": {
      parameters: [
        { name: "bed", in: "path", required: true, schema: { type: "string", minLength: 1 }, example: "b1" },
      ],
      put: {
        operationId: "plant",
        parameters: [
          { name: "depth", in: "query", required: true, schema: { type: "integer", minimum: 1 }, example: 3 },
          {
            name: "by",
            in: "query",
            schema: { type: "array", maxItems: 2, items: { enum: ["hand", "machine"] } },
          },
        ],
        requestBody: {
          required: true,
          content: {
            "application/json": { schema: { $ref: "#/components/schemas/Seed" }, example: { name: "Fern" } },
          },
        },
        responses: {
          "200": {
            description: "Planted.",
            headers: { "X-Rows": { schema: { type: "integer" } } },
            content: {
              "application/json": { schema: { type: "object" } },
              "text/plain": { schema: { type: "string" } },
            },
          },
          "400": refusal("VALIDATION_ERROR", "INVALID_REQUEST"),
          "5XX": refusal("INTERNAL_ERROR"),
        },
      },
    },
    "/gate": { get: { operationId: "open", responses: { "204": { description: "Open." } } } },
  },
  components: {
    schemas: {
      Error: {
        type: "object",
        required: ["error", "code"],
        properties: {
          error: { type: "string" },
          code: { enum: ["VALIDATION_ERROR", "INVALID_REQUEST", "NOT_FOUND", "INTERNAL_ERROR"] },
        },
      },
      Seed: {
        type: "object",
        additionalProperties: false,
        required: ["name"],
        properties: {
          name: { type: "string", minLength: 2, maxLength: 10, pattern: "^[A-Z]" },
          kind: { type: ["string", "null"], enum: ["annual", "perennial", null], examples: ["annual"] },
          weight: { exclusiveMinimum: 0, multipleOf: 0.5, type: "number", examples: [1.5] },
          sown: { type: "string", format: "date", examples: ["2026-03-01"] },
          mixedWith: {
            type: "array",
            minItems: 1,
            uniqueItems: true,
            items: { $ref: "#/components/schemas/Seed" },
            examples: [[{ name: "Moss" }]],
          },
          labels: {
            type: "object",
            maxProperties: 4,
            propertyNames: { minLength: 1, maxLength: 5, pattern: "^[^:]*$" },
            additionalProperties: { type: "string", maxLength: 3 },
            examples: [{ a: "b" }],
          },
          care: {
            oneOf: [
              { type: "object", required: ["water"], properties: { water: { type: "boolean" } } },
              { type: "string", const: "none" },
            ],
            examples: [{ water: true }, "none"],
          },
        },
      },
    },
  },
};

const document = readDocument(raw);
const [plant, open] = document.operations;
const observe = contractObserver(document);
const ids = contractItems(document).map(({ id }) => id);

function planting(change: Partial<Exchange> & { json?: unknown }): Exchange {
  const { json = { name: "Fern" }, ...rest } = change;
  return {
    ...(plant && { operation: plant }),
    method: "PUT",
    path: "/beds/b1",
    query: "?depth=3",
    requestBody: json === undefined ? undefined : JSON.stringify(json),
    requestHeaders: { "content-type": "application/json" },
    status: 400,
    mediaType: "application/json",
    body: { error: "No.", code: "VALIDATION_ERROR" },
    headers: { "x-request-id": "1" },
    ...rest,
  };
}

/** The keyword items that a refused request covers. */
const violated = (change: Parameters<typeof planting>[0]) =>
  observe(planting(change)).seen.flatMap((id) =>
    id.endsWith(" violated") ? [id.replace(/^plant (.*) violated$/, "$1")] : [],
  );

/** Takes a crate. */
function crates(schema: object, schemas: Record<string, object>) {
  const content = { "application/json": { schema } };
  return readDocument({
    openapi: "3.1.0",
    info: { title: "Crates", version: "1" },
    paths: {
      "/crates": {
        post: {
          operationId: "putCrate",
          requestBody: { content },
          responses: { 204: { description: "" }, 400: { description: "" } },
        },
      },
    },
    components: { schemas },
  } as never);
}

/** Each crate contains two others, up to a depth. */
function nestedCrates(depth: number) {
  const inner = (n: number) => (n < depth ? { $ref: `#/components/schemas/Crate${n}` } : {});
  const schemas = Array.from({ length: depth }, (_, n) => [
    `Crate${n}`,
    { properties: { label: { type: "string" }, left: inner(n + 1), right: inner(n + 1) } },
  ]);
  return crates(inner(0), Object.fromEntries(schemas));
}

describe("the items of the document", () => {
  test("every status with its media types, every header, every code, and HEAD where there is GET", () => {
    expect(ids.filter((id) => !/ (satisfied|violated)$/.test(id))).toEqual([
      "plant 200 application/json",
      "plant 200 text/plain",
      "plant 200 header X-Rows",
      "plant 400 application/json",
      "plant 400 header X-Request-Id",
      "plant 400 code VALIDATION_ERROR",
      "plant 400 code INVALID_REQUEST",
      "plant 5XX application/json",
      "plant 5XX header X-Request-Id",
      "plant 5XX code INTERNAL_ERROR",
      "open 204",
      "open HEAD",
      "x-unmatched 404 application/json",
      "x-unmatched 404 header X-Request-Id",
      "x-unmatched 404 code NOT_FOUND",
    ]);
  });

  test("every keyword of parameters, satisfied, and violated if a request can violate it", () => {
    expect(ids.filter((id) => /^plant (path|query)/.test(id))).toEqual([
      "plant path.bed required satisfied",
      "plant path.bed type satisfied",
      "plant path.bed minLength satisfied",
      "plant query.depth required satisfied",
      "plant query.depth required violated",
      "plant query.depth type satisfied",
      "plant query.depth type violated",
      "plant query.depth minimum satisfied",
      "plant query.depth minimum violated",
      "plant query.by type satisfied",
      "plant query.by maxItems satisfied",
      "plant query.by maxItems violated",
      'plant query.by[] enum "hand" satisfied',
      'plant query.by[] enum "machine" satisfied',
      "plant query.by[] enum violated",
    ]);
  });

  test("every keyword of the body: each type, each enum value, each alternative, also within lists", () => {
    const rules = new Set(ids.flatMap((id) => id.match(/^plant (body.*) (satisfied|violated)$/)?.[1] ?? []));
    expect([...rules]).toEqual([
      "body required",
      "body type",
      "body.name required",
      "body additionalProperties",
      "body.name type",
      "body.name minLength",
      "body.name maxLength",
      "body.name pattern",
      "body.kind type string",
      "body.kind type null",
      "body.kind type",
      'body.kind enum "annual"',
      'body.kind enum "perennial"',
      "body.kind enum null",
      "body.kind enum",
      "body.weight type",
      "body.weight exclusiveMinimum",
      "body.weight multipleOf",
      "body.sown type",
      "body.sown format",
      "body.mixedWith type",
      "body.mixedWith minItems",
      "body.mixedWith uniqueItems",
      "body.labels type",
      "body.labels maxProperties",
      "body.labels propertyNames",
      "body.labels.* type",
      "body.labels.* maxLength",
      "body.care oneOf 1",
      "body.care oneOf 2",
      "body.care oneOf",
      "body.care(oneOf 1) type",
      "body.care(oneOf 1).water required",
      "body.care(oneOf 1).water type",
      "body.care(oneOf 2) type",
      "body.care(oneOf 2) const",
    ]);
  });

  test("at most a thousand keywords, if schemas refer to each other in many ways", () => {
    const places = contractItems(nestedCrates(12)).flatMap(({ rule }) => rule?.place ?? []);
    expect(places).toContain("body.left.right.left.label");
    expect(places.length).toBeGreaterThan(1000);
    // Each can be satisfied and violated.
    expect(places.length).toBeLessThan(2 * 1000);
  });

  test("all keywords of one schema, regardless of their number", () => {
    const many = Array.from({ length: 1500 }, (_, n) => [`p${n}`, { type: "string" }]);
    const items = contractItems(crates({ properties: Object.fromEntries(many) }, {}));
    expect(items.filter(({ rule }) => rule)).toHaveLength(2 * 1500);
  });

  test("no keywords of an operation without any", () => {
    expect(ids.filter((id) => id.startsWith("open"))).toEqual(["open 204", "open HEAD"]);
  });
});

describe("an exchange covers", () => {
  test("its response: the status with the media type, the headers, the code", () => {
    const seen = (change: Partial<Exchange>) =>
      observe(planting(change)).seen.filter((id) => !/ (satisfied|violated)$/.test(id));
    expect(seen({})).toEqual([
      "plant 400 application/json",
      "plant 400 header X-Request-Id",
      "plant 400 code VALIDATION_ERROR",
    ]);
    expect(seen({ status: 200, mediaType: "text/plain", headers: { "x-rows": "3" }, body: "Done." })).toEqual(
      ["plant 200 text/plain", "plant 200 header X-Rows"],
    );
    expect(seen({ status: 503, headers: {} })).toContain("plant 5XX application/json");
  });

  test("for HEAD: that it was answered, and nothing of GET", () => {
    const { seen } = observe(
      planting({ method: "HEAD", path: "/gate", ...(open && { operation: open }), status: 204 }),
    );
    expect(seen).toEqual(["open HEAD"]);
  });

  test("without an operation: the items of x-unmatched", () => {
    const { operation: _, ...nowhere } = planting({ status: 404, body: { error: "No.", code: "NOT_FOUND" } });
    expect(observe(nowhere).seen).toEqual([
      "x-unmatched 404 application/json",
      "x-unmatched 404 header X-Request-Id",
      "x-unmatched 404 code NOT_FOUND",
    ]);
  });

  test("a keyword as satisfied if the request was accepted, and not if it was refused", () => {
    const satisfied = (status: number) =>
      observe(planting({ status, query: "?depth=3&by=hand" })).seen.filter((id) => id.endsWith(" satisfied"));
    expect(satisfied(200)).toEqual([
      "plant path.bed required satisfied",
      "plant path.bed type satisfied",
      "plant path.bed minLength satisfied",
      "plant query.depth required satisfied",
      "plant query.depth type satisfied",
      "plant query.depth minimum satisfied",
      "plant query.by type satisfied",
      "plant query.by maxItems satisfied",
      'plant query.by[] enum "hand" satisfied',
      "plant body required satisfied",
      "plant body type satisfied",
      "plant body.name required satisfied",
      "plant body additionalProperties satisfied",
      "plant body.name type satisfied",
      "plant body.name minLength satisfied",
      "plant body.name maxLength satisfied",
      "plant body.name pattern satisfied",
    ]);
    expect(satisfied(400)).toEqual([]);
    expect(satisfied(500)).toEqual([]);
  });

  test.each<[string, Parameters<typeof planting>[0], string[]]>([
    ["too short", { json: { name: "F" } }, ["body.name minLength"]],
    ["too long", { json: { name: "Fernfernfern" } }, ["body.name maxLength"]],
    ["not as the pattern", { json: { name: "fern" } }, ["body.name pattern"]],
    ["left out", { json: {} }, ["body.name required"]],
    ["one item too many", { json: { name: "Fern", colour: 1 } }, ["body additionalProperties"]],
    ["no object", { json: [] }, ["body type"]],
    ["no body", { requestBody: undefined, requestHeaders: {} }, ["body required"]],
    [
      "a value that isn't in the enum, of an allowed type",
      { json: { name: "Fern", kind: "weed" } },
      ["body.kind enum"],
    ],
    ["a value of a wrong type", { json: { name: "Fern", kind: 3 } }, ["body.kind type", "body.kind enum"]],
    ["an invalid date", { json: { name: "Fern", sown: "2026-02-30" } }, ["body.sown format"]],
    ["within a list", { json: { name: "Fern", mixedWith: [{ name: "Moss" }, { name: "moss" }] } }, []],
    [
      "duplicates",
      { json: { name: "Fern", mixedWith: [{ name: "Moss" }, { name: "Moss" }] } },
      ["body.mixedWith uniqueItems"],
    ],
    [
      "no alternative",
      { json: { name: "Fern", care: "some" } },
      ["body.care oneOf", "body.care(oneOf 1) type", "body.care(oneOf 2) const"],
    ],
    ["a missing parameter", { query: "" }, ["query.depth required"]],
    ["a parameter that isn't a number", { query: "?depth=deep" }, ["query.depth type"]],
    ["a parameter below its bound", { query: "?depth=0" }, ["query.depth minimum"]],
    ["one item of a list", { query: "?depth=1&by=hand&by=foot" }, ["query.by[] enum"]],
  ])("a keyword as violated: %s", (_, change, rules) => {
    expect(violated(change)).toEqual(rules);
  });

  test.each<[string, Parameters<typeof planting>[0]]>([
    ["two parts are wrong", { json: { name: "F", kind: "weed" } }],
    ["the query has an undocumented parameter", { json: { name: "F" }, query: "?depth=3&colour=blue" }],
    ["the body isn't JSON", { requestBody: "{", query: "?depth=3" }],
    ["the server failed", { json: { name: "F" }, status: 500 }],
    ["it was refused for another reason", { json: { name: "F" }, status: 401 }],
  ])("nothing as violated when %s", (_, change) => {
    expect(violated(change)).toEqual([]);
  });

  test("requests that the server should have refused", () => {
    expect(observe(planting({ status: 200, json: { name: "F" } })).acceptedViolations).toEqual([
      "plant body.name minLength violated",
    ]);
    expect(
      observe(planting({ status: 200, json: { name: "Fern", care: "none" } })).acceptedViolations,
    ).toEqual([]);
  });
});

describe("requests derived from the document", () => {
  let app: SmallApp;
  beforeAll(async () => {
    const planted = { status: 200, contentType: "application/json", body: {} };
    app = await startApp({ raw, handlers: { plant: async () => planted } });
  });
  afterAll(() => app.close());

  test("show every keyword, satisfied and violated, and a conforming server answers each correctly", async () => {
    if (!plant) throw new Error("There is no operation.");
    const traffic = noTraffic();
    const { fetch } = checkingFetch(document, (exchange) => countCoverage(observe(exchange), traffic));
    for (const { method, path, headers, body, isValid, item } of deriveRequests(document, plant, {})) {
      const { status } = await fetch(app.url + path, {
        method,
        headers,
        ...(body !== undefined && { body }),
      });
      expect([item, status]).toEqual([item, isValid ? 200 : 400]);
    }
    const keywords = ids.filter((id) => / (satisfied|violated)$/.test(id));
    expect(keywords.filter((id) => !traffic.seen[id])).toEqual([]);
    expect(traffic.acceptedViolations).toEqual({});
  });
});

describe("the report", () => {
  const today = "2026-01-15";
  const everything = Object.fromEntries(ids.map((id) => [id, 2]));
  const without = (...some: string[]) =>
    Object.fromEntries(Object.entries(everything).filter(([id]) => !some.some((one) => id.startsWith(one))));
  const report = (seen: Record<string, number>, waivers: Waiver[] = [], acceptedViolations = {}) =>
    coverageReport(document, { traffic: { exchanges: 9, seen, acceptedViolations }, waivers, today });
  const waiver = { item: "open HEAD", reason: "Later.", until: today };

  test("passes when everything is covered", () => {
    const { passed, total, missing } = report(everything);
    expect({ passed, missing, total }).toEqual({
      passed: true,
      missing: [],
      total: { seen: ids.length, total: ids.length },
    });
    expect(coverageTable(report(everything))).toContain(`${ids.length} of ${ids.length}, 100 %.`);
  });

  test("is also written for a run in which tests failed, never passes then, and its page says so", () => {
    const traffic = { exchanges: 9, seen: everything, acceptedViolations: {} };
    const failed = coverageReport(document, { traffic, waivers: [], today, testsFailed: true });
    expect(failed).toMatchObject({ passed: false, missing: [], total: { seen: ids.length } });
    expect(coveragePage(failed)).toContain("Tests of this run failed");
    expect(coverageTable(failed)).toContain("Tests of this run failed");
  });

  test("fails for an uncovered item, and names it", () => {
    const one = report(without("plant body.sown format violated"));
    expect(one.passed).toBe(false);
    expect(one.missing).toEqual(["plant body.sown format violated"]);
    expect(coverageTable(one)).toContain(", 98 %.");
    expect(coverageTable(one)).toContain("Not covered in plant:\n  plant body.sown format violated");
  });

  test("only has figures if the coverage isn't required", () => {
    const table = coverageTable(report(without("plant 400 ")), { isRequired: false });
    expect(table).toMatch(/^Contract coverage: \d+ of \d+, \d+ %\./);
    expect(table).not.toMatch(/✗|Not covered/);
  });

  test("names an uncovered answer without its headers and codes", () => {
    const table = coverageTable(report(without("plant 400 ")));
    expect(table).toContain("plant 400 application/json");
    expect(table).not.toContain("plant 400 header");
  });

  test("doesn't count items that aren't in the document", () => {
    expect(report({ ...everything, "plant 418 text/plain": 1 }).total.total).toBe(ids.length);
  });

  test("fails for a request that shouldn't have been accepted", () => {
    const { passed, faults } = report(everything, [], { "plant body.name pattern violated": 3 });
    expect([passed, faults]).toEqual([
      false,
      [
        "The server should have refused a request but accepted it, 3 times: plant body.name pattern violated.",
      ],
    ]);
  });

  test("accepts a waived item until its last day, and doesn't count it as covered", () => {
    const { passed, waived, total } = report(without("open HEAD"), [waiver]);
    expect({ passed, waived, seen: total.seen }).toEqual({ passed: true, waived: 1, seen: ids.length - 1 });
  });

  test.each<[string, Record<string, number>, Waiver, RegExp]>([
    ["has expired", without("open HEAD"), { ...waiver, until: "2026-01-14" }, /expired on 2026-01-14/],
    ["is obsolete", everything, waiver, /is obsolete/],
    ["matches no item", everything, { ...waiver, item: "open 999" }, /matches no item/],
  ])("fails for a waiver that %s", (_, seen, one, fault) => {
    const { passed, faults } = report(seen, [one]);
    expect(passed).toBe(false);
    expect(faults.join()).toMatch(fault);
  });

  test("of a service that has only stubs passes, and says so instead of praising it", () => {
    const traffic = { exchanges: 0, seen: {}, acceptedViolations: {} };
    const stubs = new Set(document.operations.map(({ operationId }) => operationId));
    const unimplemented = coverageReport(document, { traffic, waivers: [], today, stubs });
    expect(coverageTable(unimplemented)).toMatch(/^No operation is implemented yet\.\n/);
    const page = coveragePage(unimplemented);
    expect(page).toContain("No operation is implemented yet");
    expect(page).not.toMatch(/Everything has been covered|class="good"/);
    stubs.delete("open");
    const partly = coverageReport(document, { traffic, waivers: [], today, stubs });
    expect(coveragePage(partly)).not.toContain("No operation is implemented yet");
  });

  test("as a page has no scripts or external resources, and escapes names", () => {
    const page = coveragePage(report(without("open HEAD")));
    expect(page).not.toMatch(/<script|<link|<img|https?:\/\//);
    expect(page).toContain("Seeds &amp; &lt;Bulbs&gt; 1.2.0");
    expect(page).toContain("1 not covered");
  });
});

describe("on disk", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "counterpart-coverage-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test("the counts of several processes are added up, per document", async () => {
    const traffic = path.join(folder, "traffic");
    const other = readDocument({ ...raw, info: { title: "Seeds", version: "2.0.0" } });
    for (const seen of [["a", "b"], ["b"]]) {
      countCoverage({ document, seen, acceptedViolations: ["c"] });
      countCoverage({ document: other, seen: ["a"], acceptedViolations: [] });
      await writeTraffic(traffic);
    }
    await writeTraffic(traffic);
    expect(await readTraffic(traffic, readDocument(structuredClone(raw)))).toEqual({
      exchanges: 2,
      seen: { a: 1, b: 2 },
      acceptedViolations: { c: 2 },
    });
    expect(await readTraffic(traffic, other)).toEqual({
      exchanges: 2,
      seen: { a: 2 },
      acceptedViolations: {},
    });
  });

  test.each<[string, unknown, RegExp]>([
    ["no list", {}, /not a list/],
    ["no item", [{ reason: "Later.", until: "2026-01-15" }], /entry 1: `item`/],
    ["no reason", [{ item: "a", reason: " ", until: "2026-01-15" }], /`reason` must be/],
    ["an invalid date", [{ item: "a", reason: "b", until: "2026-02-30" }], /`until` must be the last day/],
    ["something else", [{ item: "a", reason: "b", until: "2026-01-15", owner: "me" }], /no `owner`/],
  ])("a list of waivers is refused with %s", async (_, content, fault) => {
    const file = path.join(folder, "waivers.json");
    await writeFile(file, JSON.stringify(content));
    await expect(readWaivers(file)).rejects.toThrow(fault);
  });

  test("are empty without a file", async () => {
    expect(await readWaivers(path.join(tmpdir(), "counterpart-no-such-folder", "waivers.json"))).toEqual([]);
  });
});
