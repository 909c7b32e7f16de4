import { methods, type RawDocument, resolve } from "@counterpart/server/document";
import { document } from "../helpers/document.ts";

// biome-ignore lint/suspicious/noExplicitAny: documents are taken apart here in every way.
type Any = any;

const { operations } = document;
const raw = document.source as RawDocument;

/** The content at a place in the document, with references resolved. */
export function inlined(node: Any): Any {
  const target = resolve(document, node);
  if (Array.isArray(target)) return target.map(inlined);
  if (target === null || typeof target !== "object") return target;
  return Object.fromEntries(Object.entries(target).map(([key, value]) => [key, inlined(value)]));
}

/** An operation that takes a text, a number and other parts of a request, and returns an object. */
export const model = operations.find(({ path, requestBody }) => {
  // The parts of the first operation at its path are taken.
  if (operations.find((one) => one.path === path)?.requestBody !== requestBody) return false;
  const [content] = Object.values(requestBody?.content ?? {});
  const types = Object.values<Any>(inlined(content?.schema ?? {}).properties ?? {}).map(({ type }) => type);
  return types.includes("string") && types.includes("integer");
});

export interface Sample {
  item: Any;
  operation: Any;
  /** The request body's schema. */
  request: Any;
  text: Any;
  number: Any;
  /** The object with the data in the 200 response. */
  answer: Any;
  /** The 200 response itself. */
  response: Any;
}

/** The parts of a path item that mutations change. */
export function partsOf(item: Any): Sample {
  const operation = methods.map((method) => item[method]).find(Boolean);
  const request = operation.requestBody?.content["application/json"].schema;
  const response = operation.responses["200"];
  const byType = (type: string) =>
    Object.values<Any>(request?.properties ?? {}).find((one) => one.type === type);
  let answer = response.content["application/json"].schema;
  while (Object.keys(answer?.properties ?? {}).length === 1) [answer] = Object.values<Any>(answer.properties);
  return { item, operation, request, text: byType("string"), number: byType("integer"), answer, response };
}

const query = (change: object = {}) => ({
  name: "page",
  in: "query",
  schema: { type: "string", enum: ["a", "b"] },
  ...change,
});

export interface Mutation {
  title: string;
  /** A part of the released document to change. */
  before?: (sample: Sample) => void;
  change: (sample: Sample) => void;
  /** The rules that report it. Empty for harmless changes. */
  rules: string[];
}

export const breaking: Mutation[] = [
  {
    title: "a required request property is added",
    change: ({ request }) => {
      request.properties.note = { type: "string" };
      request.required.push("note");
    },
    rules: ["required-properties-added"],
  },
  {
    title: "an optional request property becomes required",
    before: ({ request }) => {
      request.properties.note = { type: "string" };
    },
    change: ({ request }) => request.required.push("note"),
    rules: ["required-properties-added"],
  },
  {
    title: "a request property is removed from a closed body",
    before: ({ request }) => {
      request.properties.note = { type: "string" };
    },
    change: ({ request }) => {
      delete request.properties.note;
    },
    rules: ["property-removed"],
  },
  {
    title: "a request's enum is narrowed",
    before: ({ text }) => {
      text.enum = ["a", "b"];
    },
    change: ({ text }) => {
      text.enum = ["a"];
    },
    rules: ["enum-values-removed"],
  },
  {
    title: "a request's text must be shorter",
    change: ({ text }) => {
      text.maxLength = 3;
    },
    rules: ["schema-constraint-changed"],
  },
  {
    title: "a request's text must match a pattern",
    change: ({ text }) => {
      text.pattern = "^a";
    },
    rules: ["schema-constraint-changed"],
  },
  {
    title: "a request's number must be larger",
    change: ({ number }) => {
      number.minimum = 2;
    },
    rules: ["schema-constraint-changed"],
  },
  {
    title: "a request's type changes",
    change: ({ number }) => {
      number.type = "string";
    },
    rules: ["schema-type-changed"],
  },
  {
    title: "a body is closed",
    before: ({ request }) => {
      delete request.additionalProperties;
    },
    change: ({ request }) => {
      request.additionalProperties = false;
    },
    rules: ["schema-constraint-changed"],
  },
  {
    title: "a required parameter is added",
    change: ({ operation }) => {
      operation.parameters = [...(operation.parameters ?? []), query({ required: true })];
    },
    rules: ["parameter-became-required"],
  },
  {
    title: "a parameter is removed",
    before: ({ operation }) => {
      operation.parameters = [query()];
    },
    change: ({ operation }) => {
      operation.parameters = [];
    },
    rules: ["parameter-removed"],
  },
  {
    title: "a parameter's enum is narrowed",
    before: ({ operation }) => {
      operation.parameters = [query()];
    },
    change: ({ operation }) => {
      operation.parameters[0].schema.enum = ["a"];
    },
    rules: ["enum-values-removed"],
  },
  {
    title: "a request's media type is removed",
    before: ({ operation }) => {
      operation.requestBody.content["text/csv"] = {};
    },
    change: ({ operation }) => {
      delete operation.requestBody.content["text/csv"];
    },
    rules: ["media-type-removed"],
  },
  {
    title: "a response property is removed",
    before: ({ answer }) => {
      answer.properties.note = { type: "string" };
    },
    change: ({ answer }) => {
      delete answer.properties.note;
    },
    rules: ["property-removed"],
  },
  {
    title: "a response property becomes optional",
    change: ({ answer }) => {
      answer.required = answer.required.slice(1);
    },
    rules: ["required-properties-removed"],
  },
  {
    title: "a response property becomes nullable",
    before: ({ answer }) => {
      answer.properties.note = { type: "string" };
    },
    change: ({ answer }) => {
      answer.properties.note.type = ["string", "null"];
    },
    rules: ["schema-type-changed"],
  },
  {
    title: "a response property's type changes",
    before: ({ answer }) => {
      answer.properties.note = { type: "string" };
    },
    change: ({ answer }) => {
      answer.properties.note.type = "integer";
    },
    rules: ["schema-type-changed"],
  },
  {
    title: "a status is removed",
    change: ({ operation }) => {
      delete operation.responses["404"];
    },
    rules: ["response-removed"],
  },
  {
    title: "a response's media type is removed",
    before: ({ response }) => {
      response.content["text/csv"] = {};
    },
    change: ({ response }) => {
      delete response.content["text/csv"];
    },
    rules: ["media-type-removed"],
  },
  {
    title: "a header is removed",
    change: ({ response }) => {
      delete response.headers["X-Request-Id"];
    },
    rules: ["response-header-removed"],
  },
  {
    title: "an operation is renamed",
    change: ({ operation }) => {
      operation.operationId = "somethingElse";
    },
    rules: ["operation-id-changed"],
  },
  // The following ones pass Redocly's rules.
  {
    title: "a required body is added",
    before: ({ operation }) => {
      delete operation.requestBody;
    },
    change: ({ operation }) => {
      operation.requestBody = { required: true, content: { "application/json": {} } };
    },
    rules: ["required-request-body-added"],
  },
  {
    title: "a request's default changes",
    before: ({ number }) => {
      number.default = 1;
    },
    change: ({ number }) => {
      number.default = 2;
    },
    rules: ["default-changed"],
  },
  {
    title: "a request's property becomes readOnly",
    change: ({ text }) => {
      text.readOnly = true;
    },
    rules: ["became-read-only"],
  },
  {
    title: "a response property becomes writeOnly",
    before: ({ answer }) => {
      answer.properties.note = { type: "string" };
    },
    change: ({ answer }) => {
      answer.properties.note.writeOnly = true;
    },
    rules: ["became-write-only"],
  },
  {
    title: "a header becomes optional",
    change: ({ response }) => {
      response.headers["X-Request-Id"].required = false;
    },
    rules: ["response-header-became-optional"],
  },
  {
    title: "a response's schema is removed",
    change: ({ response }) => {
      delete response.content["application/json"].schema;
    },
    rules: ["response-schema-removed"],
  },
  {
    title: "a request gets a schema",
    before: ({ operation }) => {
      operation.requestBody.content["text/csv"] = {};
    },
    change: ({ operation }) => {
      operation.requestBody.content["text/csv"].schema = { type: "string" };
    },
    rules: ["request-schema-added"],
  },
  {
    title: "an open operation is closed by leaving out its own security",
    before: ({ operation }) => {
      operation.security = [];
    },
    change: ({ operation }) => {
      delete operation.security;
    },
    rules: ["security-requirement-changed"],
  },
  {
    title: "another key is required",
    change: ({ operation }) => {
      operation.security = [{ other: [] }];
    },
    rules: ["security-requirement-changed"],
  },
  {
    title: "the rate limit is that of a narrower scope",
    before: ({ operation }) => {
      operation["x-rate-limit-scope"] = "wide";
    },
    change: ({ operation }) => {
      operation["x-rate-limit-scope"] = "narrow";
    },
    rules: ["rate-limit-lowered"],
  },
  {
    title: "unknown query parameters are refused instead of ignored",
    before: ({ operation }) => {
      operation["x-unknown-query"] = "ignore";
    },
    change: ({ operation }) => {
      operation["x-unknown-query"] = "refuse";
    },
    rules: ["unknown-query-refused"],
  },
  {
    title: "properties that match a pattern are removed",
    before: ({ request }) => {
      request.patternProperties = { "^x-": { type: "string" } };
    },
    change: ({ request }) => {
      delete request.patternProperties;
    },
    rules: ["pattern-properties-removed"],
  },
  {
    title: "alternatives have another discriminator",
    before: ({ answer }) => {
      answer.discriminator = { propertyName: "a" };
    },
    change: ({ answer }) => {
      answer.discriminator.propertyName = "b";
    },
    rules: ["discriminator-changed"],
  },
];

export const harmless: Mutation[] = [
  {
    title: "words change",
    change: ({ operation, text }) => {
      operation.description = "Otherwise.";
      text.description = "Otherwise.";
    },
    rules: [],
  },
  {
    title: "an example changes",
    change: ({ text }) => {
      text.examples = ["another"];
    },
    rules: [],
  },
  {
    title: "an optional request property is added",
    change: ({ request }) => {
      request.properties.note = { type: "string" };
    },
    rules: [],
  },
  {
    title: "an optional parameter is added",
    change: ({ operation }) => {
      operation.parameters = [...(operation.parameters ?? []), query()];
    },
    rules: [],
  },
  {
    title: "a response property is added",
    change: ({ answer }) => {
      answer.properties.note = { type: "string" };
    },
    rules: [],
  },
  {
    title: "an optional response property becomes required",
    before: ({ answer }) => {
      answer.required = answer.required.slice(1);
    },
    change: ({ answer }) => {
      answer.required = Object.keys(answer.properties);
    },
    rules: [],
  },
  {
    title: "a status is added",
    change: ({ operation }) => {
      operation.responses["410"] = { description: "Gone." };
    },
    rules: [],
  },
  {
    title: "a header is added",
    change: ({ response }) => {
      response.headers["X-More"] = { schema: { type: "string" } };
    },
    rules: [],
  },
  {
    title: "a request accepts more types",
    change: ({ number, text }) => {
      number.minimum = -5;
      number.maximum = 99_999;
      delete text.maxLength;
    },
    rules: [],
  },
  {
    title: "a response's enum gains a value",
    before: ({ answer }) => {
      answer.properties.kind = { type: "string", enum: ["a"] };
    },
    change: ({ answer }) => answer.properties.kind.enum.push("b"),
    rules: [],
  },
  {
    title: "a response's enum is narrowed",
    before: ({ answer }) => {
      answer.properties.kind = { type: "string", enum: ["a", "b"] };
    },
    change: ({ answer }) => answer.properties.kind.enum.pop(),
    rules: [],
  },
  {
    title: "a request's enum gains a value",
    before: ({ text }) => {
      text.enum = ["a"];
    },
    change: ({ text }) => text.enum.push("b"),
    rules: [],
  },
  {
    title: "a request's property becomes optional",
    change: ({ request }) => request.required.pop(),
    rules: [],
  },
  {
    title: "it is deprecated",
    change: ({ operation }) => {
      Object.assign(operation, {
        deprecated: true,
        "x-deprecated-since": "2026-06-01",
        "x-sunset": "2026-12-01",
      });
    },
    rules: [],
  },
  {
    title: "tags change",
    change: ({ operation }) => {
      operation.tags = ["Another"];
    },
    rules: [],
  },
  {
    title: "the security of all operations is repeated on one",
    change: ({ operation }) => {
      operation.security = structuredClone(raw.security);
    },
    rules: [],
  },
  {
    title: "a second key is accepted too",
    change: ({ operation }) => {
      operation.security = [...structuredClone(raw.security), { other: [] }];
    },
    rules: [],
  },
  {
    title: "everything is in another order",
    change: ({ request, answer }) => {
      request.required.reverse();
      answer.required.reverse();
      request.properties = Object.fromEntries(Object.entries(request.properties).reverse());
    },
    rules: [],
  },
  {
    title: "the rate limit is that of a wider scope",
    before: ({ operation }) => {
      operation["x-rate-limit-scope"] = "narrow";
    },
    change: ({ operation }) => {
      operation["x-rate-limit-scope"] = "wide";
    },
    rules: [],
  },
  {
    title: "unknown query parameters are ignored instead of refused",
    before: ({ operation }) => {
      operation["x-unknown-query"] = "refuse";
    },
    change: ({ operation }) => {
      operation["x-unknown-query"] = "ignore";
    },
    rules: [],
  },
];
