import { afterAll, expect, test } from "vitest";
import type { RawDocument } from "../../server/document/document.ts";
import { startLibrary } from "./start-library.ts";

const nouns = ["invoice", "customer", "refund", "shipment", "warehouse", "supplier"];
const verbs = { list: "get", create: "post", delete: "delete", update: "put" };

/** 1,200 operations. */
function largeDocument(): RawDocument {
  const paths: RawDocument["paths"] = {};
  for (let n = 0; n < 50; n++) {
    for (const noun of nouns) {
      const name = noun.replace(/^./, (letter) => letter.toUpperCase());
      paths[`/area${n}/${noun}s`] = Object.fromEntries(
        Object.entries(verbs).map(([verb, method]) => [
          method,
          {
            operationId: `${verb}${name}${n}`,
            tags: [`${name}s of area ${n}`],
            summary: `${verb} ${noun}s of area ${n}.`,
            description: "A long description. ".repeat(20),
            parameters: [{ name: "reason", in: "query", schema: { type: "string" } }],
            ...(verb === "delete" && { "x-mcp": { confirm: true } }),
            responses: { "200": { description: "Done.", content: { "application/json": {} } } },
          },
        ]),
      );
    }
  }
  return { openapi: "3.1.0", info: { title: "Large", version: "1" }, paths };
}

const library = await startLibrary({
  raw: largeDocument(),
  handlers: {
    createInvoice7: ({ query }) => ({ status: 200, body: { reason: query.reason } }),
    deleteInvoice7: () => ({ status: 200, body: [] }),
  },
});
afterAll(() => library.close());
const client = await library.connect();
const call = (name: string, given: Record<string, unknown>) => client.callTool({ name, arguments: given });

test("a large document has three tools, in at most 1,000 tokens of four characters", async () => {
  expect(library.document.operations).toHaveLength(1200);
  const result = await client.listTools();
  expect(result.tools.map(({ name }) => name)).toEqual([
    "search_operations",
    "describe_operation",
    "call_operation",
  ]);
  expect(JSON.stringify(result).length).toBeLessThanOrEqual(4000);
});

test("operations are found by words, best first", async () => {
  const { structuredContent } = await call("search_operations", { query: "create an invoice in area 7" });
  expect(structuredContent).toMatchObject({
    operations: expect.arrayContaining([
      {
        operation: "createInvoice7",
        summary: "create invoices of area 7.",
        group: "Invoices of area 7",
        changes: true,
      },
    ]),
  });
});

test("a misspelt word finds operations too", async () => {
  const { structuredContent } = await call("search_operations", { query: "shipmnet" });
  expect(JSON.stringify(structuredContent)).toContain("Shipment");
});

test("words after 200 characters aren't searched for", async () => {
  const { structuredContent } = await call("search_operations", { query: `${" ".repeat(200)}shipment` });
  const all = await call("search_operations", {});
  expect(structuredContent).toEqual(all.structuredContent);
});

test("a search may be within a group, without words", async () => {
  const { structuredContent } = await call("search_operations", { group: "refunds of area 3" });
  expect(structuredContent).toMatchObject({
    operations: [
      { operation: "listRefund3", changes: false },
      { operation: "createRefund3" },
      { operation: "deleteRefund3" },
      { operation: "updateRefund3" },
    ].toSorted((a, b) => order(a.operation) - order(b.operation)),
  });
});

const order = (id: string) => library.document.operations.findIndex(({ operationId }) => operationId === id);

test("a description has the tool's definition", async () => {
  const { structuredContent } = await call("describe_operation", { operation: "createInvoice7" });
  expect(structuredContent).toMatchObject({
    name: "createInvoice7",
    inputSchema: { properties: { reason: { type: "string" } } },
    annotations: { readOnlyHint: false },
  });
});

test("a call has the operation's arguments", async () => {
  const result = await call("call_operation", { operation: "createInvoice7", arguments: { reason: "x" } });
  expect(result.structuredContent).toEqual({ reason: "x" });
});

test("a call's arguments may be JSON text", async () => {
  const result = await call("call_operation", { operation: "createInvoice7", arguments: '{"reason":"x"}' });
  expect(result.structuredContent).toEqual({ reason: "x" });
});

test.each([
  ["call_operation", { operation: "createInvoice7", arguments: "reason: x" }, "arguments must be object"],
  ["call_operation", { operation: "createInvoice7", arguments: ["x"] }, "arguments must be object"],
  ["call_operation", { operation: "createInvoice7", reason: "x" }, "reason is not a known property"],
  ["call_operation", { arguments: {} }, "operation is missing"],
  ["call_operation", { operation: "createInvoice7", arguments: { reason: 7 } }, "reason must be string"],
  ["describe_operation", { name: "createInvoice7" }, "operation is missing"],
  ["search_operations", { query: ["invoice"] }, "query must be string"],
])("%s refuses %j by name", async (name, given, text) => {
  const { isError, content } = await call(name, given);
  expect(isError).toBe(true);
  expect((content as { text: string }[])[0]?.text).toContain(`The argument ${text}.`);
});

test("a call that needs a person's agreement is refused without it", async () => {
  const refused = await call("call_operation", { operation: "deleteInvoice7", arguments: {} });
  expect(refused.isError).toBe(true);
  const result = await call("call_operation", {
    operation: "deleteInvoice7",
    arguments: { confirmed: true },
  });
  expect(result.isError).toBeUndefined();
});

test.each(["describe_operation", "call_operation"])("%s refuses an unknown operation", async (name) => {
  expect(await call(name, { operation: "constructor" })).toMatchObject({
    isError: true,
    content: [{ text: "There is no operation constructor. Find one with search_operations." }],
  });
});
