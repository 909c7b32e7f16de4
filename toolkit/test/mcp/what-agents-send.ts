import type { RawDocument } from "../../server/document/document.ts";

const done = { "200": { description: "What arrived.", content: { "application/json": {} } } };
const query = (name: string, schema: object, more: object = {}) => ({ name, in: "query", schema, ...more });

/** Operations with an argument of each kind that agents get wrong. */
export function ordersDocument(): RawDocument {
  return structuredClone({
    openapi: "3.1.0",
    info: { title: "Orders", version: "1" },
    paths: {
      "/orders": {
        get: {
          operationId: "listOrders",
          parameters: [
            query("filter", { $ref: "#/components/schemas/Filter" }, { style: "deepObject" }),
            query("where", { properties: { customer: { type: "integer" } } }, { style: "deepObject" }),
            query("status", { type: "array", items: { type: "string" } }),
            query("limit", { type: "integer", minimum: 1, maximum: 50 }),
            query("archived", { type: "boolean" }),
            query("since", { type: "string", format: "date" }),
            query("sort", { type: "string", enum: ["asc", "desc"] }),
            query("q", { type: "string" }),
          ],
          responses: done,
        },
        post: {
          operationId: "addOrder",
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  additionalProperties: false,
                  required: ["customer", "lines"],
                  properties: {
                    customer: { type: "integer" },
                    lines: { type: "array", items: { $ref: "#/components/schemas/Line" } },
                    address: { $ref: "#/components/schemas/Address" },
                    note: { type: "string" },
                    discount: { type: ["number", "null"] },
                    payload: { oneOf: [{ type: "string" }, { type: "object" }] },
                    due: { type: "string", format: "date-time" },
                  },
                },
              },
            },
          },
          responses: done,
        },
      },
    },
    components: {
      schemas: {
        Filter: {
          type: "object",
          properties: { customer: { type: "integer" }, paid: { type: "boolean" } },
        },
        Line: {
          type: "object",
          required: ["sku"],
          properties: { sku: { type: "string" }, quantity: { type: "integer" } },
        },
        Address: { type: "object", additionalProperties: false, properties: { city: { type: "string" } } },
      },
    },
  });
}

/** What is sent to the API, or the argument that the refusal names. */
type Wanted = { sent: object } | { refused: string };

interface Sent {
  what: string;
  tool: "listOrders" | "addOrder";
  given: Record<string, unknown>;
  wanted: Wanted;
}

const listed = (what: string, given: object, wanted: Wanted): Sent => ({
  what,
  tool: "listOrders",
  given: given as Record<string, unknown>,
  wanted,
});
const line = { sku: "A-1", quantity: 2 };
const added = (what: string, given: object, wanted: Wanted): Sent => ({
  what,
  tool: "addOrder",
  given: { customer: 7, lines: [line], ...given },
  wanted,
});
const order = { customer: 7, lines: [line] };

/**
 * What public reports of MCP clients and servers show that models send. A value that the schema has is sent as it is. Text is parsed
 * where only an object or a list is possible, since it then has one meaning. All else is refused, so that the model can
 * correct it: guessing would send something else than it meant.
 */
export const sentByAgents: Sent[] = [
  listed("nothing", {}, { sent: {} }),
  listed("an object", { filter: { customer: 7 } }, { sent: { filter: { customer: 7 } } }),
  listed("an object as JSON text", { filter: '{"customer":7}' }, { sent: { filter: { customer: 7 } } }),
  listed(
    "an object as indented JSON text",
    { filter: '{\n  "paid": true\n}' },
    { sent: { filter: { paid: true } } },
  ),
  listed(
    "JSON text for an object without a type",
    { where: '{"customer":7}' },
    { sent: { where: { customer: 7 } } },
  ),
  listed("text for an object without a type", { where: "customer 7" }, { refused: "where" }),
  listed("a list for an object without a type", { where: ["customer"] }, { refused: "where" }),
  listed("a list as JSON text", { status: '["paid","open"]' }, { sent: { status: ["paid", "open"] } }),
  added(
    "a property as JSON text",
    { address: '{"city":"Nantucket"}' },
    { sent: { ...order, address: { city: "Nantucket" } } },
  ),
  added("a list of objects as JSON text", { lines: JSON.stringify([line]) }, { sent: order }),
  added("JSON text within a list", { lines: [JSON.stringify(line)] }, { sent: order }),
  added(
    "JSON text where text is possible",
    { payload: '{"a":1}' },
    { sent: { ...order, payload: '{"a":1}' } },
  ),
  listed("JSON text for text", { q: '{"a":1}' }, { sent: { q: '{"a":1}' } }),
  listed("JSON text twice", { filter: JSON.stringify('{"customer":7}') }, { refused: "filter" }),
  listed("JSON text of the wrong type", { filter: "[7]" }, { refused: "filter" }),
  listed(
    "JSON text with a wrong value within",
    { filter: '{"customer":"7"}' },
    { refused: "filter.customer" },
  ),
  listed("JSON text that is cut off", { filter: '{"customer":7' }, { refused: "filter" }),
  listed("an object as Python writes it", { filter: "{'customer': 7}" }, { refused: "filter" }),
  listed("text for a number", { limit: "10" }, { refused: "limit" }),
  listed("text for a number within an object", { filter: { customer: "7" } }, { refused: "filter.customer" }),
  added("text for a number in the body", { customer: "7" }, { refused: "customer" }),
  listed("a number for text", { q: 7 }, { refused: "q" }),
  listed("a fraction for an integer", { limit: 1.5 }, { refused: "limit" }),
  listed("a number beyond its bounds", { limit: 1000 }, { refused: "limit" }),
  listed("text for a boolean", { archived: "true" }, { refused: "archived" }),
  listed("a number for a boolean", { archived: 1 }, { refused: "archived" }),
  listed("null for an absent parameter", { limit: null, q: "x" }, { sent: { q: "x" } }),
  listed("the text null", { limit: "null" }, { refused: "limit" }),
  added("null where null is possible", { discount: null }, { sent: { ...order, discount: null } }),
  added("null for an absent property, which may mean to remove it", { note: null }, { refused: "note" }),
  added("null for a required argument", { customer: null }, { refused: "customer" }),
  added("nothing for a required argument", { customer: undefined }, { refused: "customer" }),
  listed("an empty text for text", { q: "" }, { sent: { q: "" } }),
  listed("an empty text for a number", { limit: "" }, { refused: "limit" }),
  listed("an empty text for an object", { filter: "" }, { refused: "filter" }),
  listed("an empty list for an object", { filter: [] }, { refused: "filter" }),
  listed("one item for a list", { status: "paid" }, { refused: "status" }),
  listed("a list as text with commas", { status: "paid,open" }, { refused: "status" }),
  listed("an object with indices for a list", { status: { 0: "paid" } }, { refused: "status" }),
  listed("a list for one value", { q: ["whale"] }, { refused: "q" }),
  listed("a value wrapped in an object", { limit: { value: 10 } }, { refused: "limit" }),
  listed("all arguments wrapped in an object", { arguments: { limit: 10 } }, { refused: "arguments" }),
  listed("all arguments as one JSON text", { input: '{"limit":10}' }, { refused: "input" }),
  listed("an argument that doesn't exist", { colour: "red" }, { refused: "colour" }),
  added("a property that doesn't exist", { address: { country: "US" } }, { refused: "address.country" }),
  listed("an argument in the wrong case", { Limit: 10 }, { refused: "Limit" }),
  listed("a value in the wrong case", { sort: "ASC" }, { refused: "sort" }),
  listed("a date in another notation", { since: "05/01/2026" }, { refused: "since" }),
  listed("a date with a time", { since: "2026-01-05T00:00:00Z" }, { refused: "since" }),
  added("a time without a zone", { due: "2026-01-05 10:00" }, { refused: "due" }),
];
