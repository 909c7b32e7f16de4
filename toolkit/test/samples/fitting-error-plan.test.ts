import { expect, test } from "vitest";
import type { Schema } from "../../server/document/document.ts";
import { bodyByPlan } from "../../server/document/error-plan.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { closeSchema } from "../../server/document/schemas/closed-schema.ts";
import { compileSchema } from "../../server/validation/schemas/compile-schema.ts";
import { fittingErrorPlans } from "../../testing/samples/fitting-error-plan.ts";

const message = "Invalid request: query.at must be an integer, and so must everything that comes after it.";
const facts = { status: 415, code: "UNSUPPORTED_MEDIA_TYPE", message, requestId: "req_1" };
const code = { type: "string", pattern: "^E[0-9]{4}$" };
const document = readDocument({ openapi: "3.1.0", info: { title: "Buoys", version: "1" }, paths: {} });

function bodyOf(schema: Schema, more: object = {}): unknown {
  const content = { "application/problem+json": { schema, ...more } };
  const plan = fittingErrorPlans(document)({ description: "No.", headers: {}, content });
  const body = bodyByPlan(plan, facts);
  expect(compileSchema(closeSchema(document, schema, "response"))(body)).toEqual([]);
  return body;
}

const problem = (properties: Record<string, Schema>, required = Object.keys(properties)): Schema => ({
  type: "object",
  required,
  properties,
  additionalProperties: false,
});

test("a fitting member describes the error", () => {
  expect(bodyOf(problem({ message: { type: "string" }, status: { type: "integer" } }))).toEqual({
    message,
    status: 415,
  });
});

test.each<[string, Schema]>([
  ["a string with a pattern", { code }],
  ["a short string", { title: { type: "string", maxLength: 10 } }],
  ["a number above every status", { code: { type: "integer", minimum: 1000 } }],
  ["a list of several items", { codes: { type: "array", minItems: 2, items: code } }],
  [
    "an object with a required member",
    { errors: { type: "object", minProperties: 1, additionalProperties: code } },
  ],
])("%s is sampled, and the message kept", (_, property) => {
  const body = bodyOf(problem({ message: { type: "string" }, ...(property as Record<string, Schema>) }));
  expect(body).toMatchObject({ message });
});

test.each<[string, Schema, object]>([
  ["alone", problem({ message: { type: "string", maxLength: 20 } }), { message: message.slice(0, 20) }],
  [
    "beside a code",
    problem({ error: { type: "string", maxLength: 20 }, code: { type: "string" } }),
    { error: message.slice(0, 20), code: facts.code },
  ],
])("a message that can't be long is truncated: %s", (_, schema, expected) => {
  expect(bodyOf(schema)).toEqual(expected);
});

test.each<[string, Schema, unknown]>([
  [
    "an unusual name",
    problem({ status: { type: "integer" }, problem: { type: "string" } }),
    { status: 415, problem: message },
  ],
  [
    "an optional member",
    problem({ ok: { const: false }, info: { type: "string" } }, ["ok"]),
    { ok: false, info: message },
  ],
  [
    "a member with an example",
    problem({ issue: { type: "string", examples: ["Wet paint."] } }),
    { issue: message },
  ],
  ["only an `error`", problem({ error: { type: "string" } }), { error: message }],
  [
    "only a title",
    problem({ title: { type: "string" }, status: { type: "integer" } }),
    { title: message, status: 415 },
  ],
  [
    "a nested object",
    problem({ fault: problem({ id: { type: "string" }, why: { type: "string" } }) }, []),
    { fault: { id: message, why: message } },
  ],
  [
    "a list of strings",
    problem({ problems: { type: "array", items: { type: "string" } } }, []),
    { problems: [message] },
  ],
  ["the whole body", { type: "string", examples: ["Wet paint."] }, message],
])("the message is in a free string: %s", (_, schema, expected) => {
  expect(bodyOf(schema)).toEqual(expected);
});

test("a code, an address and a member of a list of values don't contain the message", () => {
  const schema = problem({
    code: { type: "string" },
    help: { type: "string", format: "uri" },
    kind: { enum: ["USER", "SERVER"] },
  });
  expect(JSON.stringify(bodyOf(schema))).not.toContain(message);
});

test("an example of the document is the first choice", () => {
  const schema = problem({ code, hint: { type: "string", minLength: 200 } }, ["code"]);
  expect(bodyOf(schema, { example: { code: "E0001" } })).toEqual({ code: "E0001" });
});

test("if the guess fits no alternative, the body is a sample", () => {
  const fields = problem({ fields: { type: "array", minItems: 1, items: code } });
  expect(
    bodyOf({
      oneOf: [problem({ issue: { enum: ["BAD"] }, at: { type: "string", format: "uuid" } }), fields],
    }),
  ).toBeDefined();
});
