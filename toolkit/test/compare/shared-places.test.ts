import { describe, expect, test } from "vitest";
import { comparisonText } from "../../cli/compare/comparison-text.ts";
import type { RawDocument } from "../../server/document/document.ts";
import { compareContracts } from "../helpers/compare-raw.ts";

const today = "2026-06-15";
const ref = (name: string) => ({ $ref: `#/components/${name}` });
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const done = { "204": { description: "Done." } };

function depot(paths: object, components: object, root: object = {}): RawDocument {
  const version = components === changed || root === changed ? "2.0.0" : "1.0.0";
  return { openapi: "3.1.0", info: { title: "Depot", version }, paths, components, ...root } as RawDocument;
}

const box = (property: string) => ({
  type: "object",
  required: [property],
  properties: { [property]: { type: "integer" } },
});
const text = (maxLength: number) => ({ type: "string", maxLength });
const released = {
  schemas: { Box: box("sum"), Note: text(9) },
  parameters: { Page: { name: "page", in: "query", schema: text(9) } },
  headers: { Total: { required: true as boolean, schema: { type: "integer" } } },
  requestBodies: { Note: json(text(9)) },
  responses: { Boxes: { description: "", ...json(ref("schemas/Box")) } },
  callbacks: {
    done: {
      "{$request.query.url}": { post: { ...{ requestBody: json(ref("schemas/Box")) }, responses: done } },
    },
  },
};
const changed = {
  ...released,
  schemas: { Box: box("total"), Note: text(5) },
  parameters: { Page: { name: "page", in: "query", schema: text(5) } },
  headers: { Total: { required: false, schema: { type: "integer" } } },
  requestBodies: { Note: json(text(5)) },
};

/** The places of the breaks when two operations share something. */
async function places(operation: object, { method = "post", root = {} } = {}): Promise<string[]> {
  const paths = Object.fromEntries(
    ["/drafts", "/invoices"].map((path) => [
      path,
      { [method]: { operationId: `${method}${path}`, responses: done, ...operation } },
    ]),
  );
  const { breaking } = await compareContracts(
    depot(paths, released, root),
    depot(paths, changed, root),
    today,
  );
  return breaking.map(({ rule, place }) => `${rule}: ${place}`).sort();
}

const ok = (response: object) => ({ responses: { "200": { description: "", ...response } } });

describe("a change of a shared part is reported for each operation", () => {
  test.each<[string, object, string, string[]]>([
    ["schema", ok(json(ref("schemas/Box"))), "200", ["required-properties-removed", "property-removed: sum"]],
    [
      "response",
      { responses: { "200": ref("responses/Boxes") } },
      "200",
      ["required-properties-removed", "property-removed: sum"],
    ],
    [
      "header",
      ok({ headers: { Total: ref("headers/Total") } }),
      "200, header Total",
      ["response-header-became-optional"],
    ],
    [
      "parameter",
      { parameters: [ref("parameters/Page")] },
      "query parameter page",
      ["schema-constraint-changed"],
    ],
    [
      "request body",
      { requestBody: ref("requestBodies/Note") },
      "request body",
      ["schema-constraint-changed"],
    ],
  ])("%s", async (_, operation, within, rules) => {
    const expected = ["/drafts", "/invoices"].flatMap((path) =>
      rules.map((rule) => {
        const [name, property] = rule.split(": ");
        return [`${name}: POST ${path}, ${within}`, ...(property ? [property] : [])].join(", ");
      }),
    );
    expect(await places(operation)).toEqual(expected.sort());
  });

  test("callback", async () => {
    const rules = ["required-properties-removed", "property-removed"];
    const found = await places({ callbacks: { done: ref("callbacks/done") } });
    for (const name of ["post/drafts.done", "post/invoices.done"])
      expect(found.filter((one) => one.includes(`Webhook ${name}, request body`))).toHaveLength(rules.length);
  });

  test("webhook, and each of its methods", async () => {
    const request = { requestBody: json(ref("schemas/Box")), responses: done };
    const found = await places(
      {},
      { root: { webhooks: { a: { post: request, put: request }, b: { post: request } } } },
    );
    expect(found.filter((one) => one.startsWith("property-removed"))).toEqual(
      ["a.post", "a.put", "b"].map((name) => `property-removed: Webhook ${name}, request body, sum`),
    );
  });
});

test("a schema that an answer uses twice is reported at both properties", async () => {
  const bill = { type: "object", properties: { net: ref("schemas/Box"), gross: ref("schemas/Box") } };
  const found = await places(ok(json(bill)), { method: "get" });
  expect(found.filter((one) => one.startsWith("property-removed") && one.includes("/drafts"))).toEqual([
    "property-removed: GET /drafts, 200, gross, sum",
    "property-removed: GET /drafts, 200, net, sum",
  ]);
});

test("beyond 20 places in one answer, the others have one place, which needs its own acceptance", async () => {
  // Without a limit, these 2 ** 16 paths would each be a finding.
  const schemas = (components: typeof released) => ({
    ...components,
    schemas: {
      ...components.schemas,
      ...Object.fromEntries(
        Array.from({ length: 16 }, (_, depth) => {
          const next = ref(`schemas/${depth === 0 ? "Box" : `Level${depth - 1}`}`);
          return [`Level${depth}`, { type: "object", properties: { left: next, right: next } }];
        }),
      ),
    },
  });
  const paths = { "/deep": { get: ok(json(ref("schemas/Level15"))) } };
  const { breaking } = await compareContracts(
    depot(paths, schemas(released)),
    depot(paths, schemas(changed)),
    today,
  );
  const removed = breaking.filter(({ rule }) => rule === "property-removed");
  expect(removed).toHaveLength(21);
  expect(removed.at(-1)?.place).toBe("GET /deep, 200, further places");
});

describe("an accepted break", () => {
  const paths = Object.fromEntries(
    ["/drafts", "/invoices"].map((path) => [path, { get: ok(json(ref("schemas/Box"))) }]),
  );
  const entries = (path: string) =>
    [
      { rule: "required-properties-removed", place: `GET ${path}, 200` },
      { rule: "property-removed", place: `GET ${path}, 200, sum` },
    ].map((one) => ({ ...one, reason: "No client reads it.", until: "2027-12-31" }));
  const compare = (accepted: ReturnType<typeof entries>) =>
    compareContracts(
      depot(paths, released),
      { ...depot(paths, changed), info: { title: "Depot", version: "1.1.0" } },
      today,
      { entries: accepted },
    );

  test("covers only the place that it names", async () => {
    const comparison = await compare(entries("/drafts"));
    expect(comparison).toMatchObject({ passed: false });
    expect(comparison.breaking.map(({ place }) => place)).toEqual([
      "GET /invoices, 200",
      "GET /invoices, 200, sum",
    ]);
    expect(comparisonText(comparison, "v1.yaml")).toContain("An accepted break covers only its own place.");
  });

  test("can be given for each place", async () => {
    const comparison = await compare([...entries("/drafts"), ...entries("/invoices")]);
    expect(comparison).toMatchObject({ passed: true, breaking: [] });
    expect(comparison.accepted).toHaveLength(4);
  });

  test("is missing: the text has each change once, with its places", async () => {
    const lines = comparisonText(await compare([]), "v1.yaml").split("\n");
    expect(lines).toContain("✗ 2 changes break clients:");
    const first = lines.indexOf("  GET /drafts, 200, sum");
    expect(lines[first + 1]).toBe("  GET /invoices, 200, sum");
    expect(lines.filter((line) => line.includes("(property-removed"))).toHaveLength(1);
  });
});

describe("media types are compared by type and significant parameters", () => {
  const answer = (type: string) => ({
    "/notes": {
      get: { responses: { "200": { description: "", content: { [type]: { schema: { type: "string" } } } } } },
    },
  });
  const rules = async (before: string, after: string) => {
    const { breaking, warnings } = await compareContracts(
      depot(answer(before), {}),
      depot(answer(after), {}),
      today,
    );
    return [...breaking, ...warnings].map(({ rule }) => rule);
  };

  test.each([
    ["application/json", "application/json; charset=utf-8"],
    ["application/json;charset=UTF-8", "Application/JSON"],
    ["application/json; charset=iso-8859-1", "application/json"],
    ["text/csv", 'text/csv; charset="utf-8"'],
    ["text/csv; header=present; charset=utf-8", "text/csv; charset=utf-8; header=present"],
    ['application/vnd.box+json; version="1"', "application/vnd.box+json;version=1"],
    ["multipart/mixed; boundary=x", "multipart/mixed"],
  ])("the same: %s and %s", async (before, after) => {
    expect(await rules(before, after)).toEqual([]);
    expect(await rules(after, before)).toEqual([]);
  });

  test.each([
    ["application/vnd.box+json; version=1", "application/vnd.box+json; version=2"],
    ["text/csv", "text/csv; charset=iso-8859-1"],
    ["text/csv; header=present", "text/csv; header=absent"],
  ])("others: %s and %s", async (before, after) => {
    expect(await rules(before, after)).toEqual(["media-type-removed", "media-type-added"]);
  });
});
