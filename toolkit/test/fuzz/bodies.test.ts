import fc from "fast-check";
import { expect, test } from "vitest";
import { readDocument, type Schema } from "../../document/document.ts";
import { unreadableBodies } from "../../fuzz/checks/requests.ts";
import { compileOperation } from "../../fuzz/operation.ts";
import { compileBody } from "../../fuzz/parts/compile-body.ts";

const document = readDocument({
  openapi: "3.1.0",
  info: { title: "Darkroom", version: "1" },
  paths: {
    "/prints": {
      post: {
        operationId: "orderPrint",
        requestBody: { content: { "application/json": { schema: { type: "object" } } } },
        responses: {},
      },
    },
  },
});

test.each<[string, Schema, string[]]>([
  ["text/plain", { type: "string", maxLength: 8 }, ["type", "maxLength"]],
  ["application/json", { type: "boolean" }, ["type"]],
  ["image/jpeg", { type: "string", format: "byte", maxLength: 8 }, []],
  ["application/octet-stream", { type: "string", format: "binary", maxLength: 8 }, []],
])("of a body of %s as %j is broken what a server checks", (mediaType, schema, keywords) => {
  const { negatives } = compileBody(document, mediaType, { schema }, {});
  expect(negatives.map(({ keyword }) => keyword)).toEqual(keywords);
});

test("a body is sent that is only a byte-order mark", async () => {
  const [operation] = document.operations;
  if (!operation) throw new Error("The document has no operation.");
  const checks = unreadableBodies(compileOperation(document, operation, {}));
  const mark = checks.find(({ name }) => name === "orderPrint: body is only a byte-order mark");
  const sent: unknown[] = [];
  const session = {
    sendParts: async (
      _: unknown,
      __: unknown,
      { change }: { change: (request: object) => { body: Buffer } },
    ) => {
      sent.push(change({ headers: [] }).body);
      return { status: 400 };
    },
  };
  await mark?.run(fc.sample(mark.arbitrary, 1)[0], session as never);
  expect(sent).toEqual([Buffer.from([0xef, 0xbb, 0xbf])]);
});
