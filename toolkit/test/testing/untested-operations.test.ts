import { expect, test } from "vitest";
import { readDocument } from "../../server/document/read-document.ts";
import { exampleRequests, unmatchedPath, untestedOperations } from "../../testing/service/examples.ts";

const responses = { "200": { description: "OK" } };

function documentOf(paths: object) {
  return readDocument({ openapi: "3.1.0", info: { title: "Locks", version: "1" }, paths } as never);
}

test("operations that tests don't call are listed with the reason", () => {
  const impossible = { type: "string", minLength: 3, maxLength: 2 };
  const requestBody = { required: true, content: { "application/json": { schema: impossible } } };
  const document = documentOf({
    "/levels": {
      get: { operationId: "readLevel", responses },
      trace: { operationId: "traceLevel", responses },
    },
    "/gates": { post: { operationId: "openGate", requestBody, responses } },
  });
  expect(exampleRequests(document).map(({ operationId }) => operationId)).toEqual(["readLevel"]);
  expect(untestedOperations(document)).toEqual({
    withoutRequest: [
      { operationId: "openGate", reason: expect.stringContaining("maxLength is less than minLength") },
    ],
    unsendable: [{ operationId: "traceLevel", reason: "fetch doesn't send TRACE" }],
  });
});

test.each([
  [["/levels"], "/no/such/endpoint"],
  [["/{owner}/{kind}/{name}"], "/no/such/endpoint/here"],
  [["/{a}/{b}/{c}", "/{a}/{b}/{c}/{d}", "/no/{b}/{c}/{d}/{e}"], "/no/such/endpoint/here/here/here"],
])("no operation of %s matches %s", (paths, unmatched) => {
  const items = paths.map((path) => {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const parameters = names.map((name) => ({
      name,
      in: "path",
      required: true,
      schema: { type: "string" },
    }));
    return [path, { parameters, delete: { responses } }];
  });
  expect(unmatchedPath(documentOf(Object.fromEntries(items)))).toBe(unmatched);
});
