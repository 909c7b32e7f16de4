import { expect, test } from "vitest";
import { readDocument } from "../../server/document/read-document.ts";
import { createValidators } from "../../server/validation/operation-validator.ts";
import { replyFitter } from "../../testing/mock/replies/fit-reply.ts";
import { compiledCode } from "../helpers/compiled-code.ts";

const json = "application/json";
const schema = {
  type: "object",
  required: ["code"],
  properties: { code: { type: "string", format: "dock" }, "a/b": { type: "integer" } },
  additionalProperties: false,
};
const raw = {
  openapi: "3.1.0",
  info: { title: "Harbour", version: "1" },
  paths: { "/dock": { get: { responses: { "200": { description: "", content: { [json]: { schema } } } } } } },
};

function harbour() {
  const document = readDocument(raw);
  const validators = createValidators(document, { formats: { dock: /^[A-Z]$/ } });
  const [operation] = document.operations;
  if (!operation) throw new Error("There is no operation.");
  const fitted = replyFitter(document, validators);
  const fittedBody = (body: unknown) =>
    fitted(operation, { status: 200, headers: {}, mediaType: json, body }).body;
  return { fittedBody, validator: validators(operation) };
}

test("a reply is validated like the server's own responses", () => {
  const { fittedBody, validator } = harbour();
  validator.validateResponse(200, json, { code: "A" });
  const code = compiledCode();
  expect(fittedBody({ code: "B", "a/b": 1 })).toEqual({ code: "B", "a/b": 1 });
  expect(code).toEqual([]);
});

test("a reply only loses parts that the server's validator refuses, including the service's formats", () => {
  const { fittedBody } = harbour();
  expect(fittedBody({ code: "A", "a/b": "x", extra: 1 })).toEqual({ code: "A" });
  expect(fittedBody({ code: "dock", "a/b": 2 })).not.toEqual({ code: "dock", "a/b": 2 });
});
