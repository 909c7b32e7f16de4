import { expect, test } from "vitest";
import { readDocument } from "../../server/document/read-document.ts";
import { compileOperation } from "../../testing/fuzz/operation.ts";
import { buildRequest } from "../../testing/fuzz/request.ts";
import { exampleRequestOf, exampleRequests } from "../../testing/service/examples.ts";

/** Two operations that share a key. */
function tickets(schema: object) {
  const example = Object(schema).enum?.[0] ?? "AB12";
  const parameters = [{ name: "idempotency-key", in: "header", required: true, schema, example }];
  const responses = { "204": { description: "" } };
  const paths = {
    "/a": { post: { parameters, responses } },
    "/b": { post: { operationId: "b", parameters, responses } },
  };
  return readDocument({ openapi: "3.1.0", info: { title: "Tickets", version: "1" }, paths });
}

test.each([
  ["any text", { type: "string" }, /./],
  ["a UUID", { type: "string", format: "uuid" }, /^[\da-f-]{36}$/],
  ["a number", { type: "integer" }, /^\d+$/],
  ["a pattern", { type: "string", pattern: "^[A-Z]{2}\\d{2,9}$" }, /^[A-Z]{2}\d{2,9}$/],
  ["a short text", { type: "string", maxLength: 8 }, /^.{1,8}$/],
])("each example request has its own Idempotency-Key: %s", (_, schema, form) => {
  const document = tickets(schema);
  const requests = [...exampleRequests(document), exampleRequestOf(document, "b")];
  const keys = requests.map(({ headers }) => headers["idempotency-key"] ?? "");
  for (const key of keys) expect(key).toMatch(form);
  expect(new Set([...keys, "AB12"]).size).toBe(4);
});

test("the example is sent if the schema allows no other key", () => {
  const [{ headers } = { headers: {} }] = exampleRequests(tickets({ enum: ["only"] }));
  expect(headers).toMatchObject({ "idempotency-key": "only" });
});

test("each request of the fuzzer has its own valid key, and an invalid one is sent as it is", () => {
  const document = tickets({ type: "string", minLength: 4 });
  const [operation] = document.operations;
  if (!operation) throw new Error("The document has no operation.");
  const compiled = compileOperation(document, operation, {});
  const keyOf = (key: string) =>
    buildRequest(compiled, { parameters: { "header idempotency-key": key } }, []).headers.map(
      ([, value]) => value,
    )[0];
  expect(new Set(["AB12", keyOf("AB12"), keyOf("AB12")]).size).toBe(3);
  expect(keyOf("A")).toBe("A");
});
