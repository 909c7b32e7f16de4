import { expect, test } from "vitest";
import { proveOperations } from "../../cli/inspect/prove/prove-operations.ts";
import { readDocument } from "../../server/document/read-document.ts";

const never = { type: "string", minLength: 2, maxLength: 1 };
/** Satisfiable for all that its keywords show, but no value is found. */
const unlikely = { type: "string", pattern: "^a$", not: { const: "a" } };
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const done = { 204: { description: "Done." } };

const operations: Record<string, object> = {
  working: {
    parameters: [{ name: "at", in: "query", required: true, schema: { type: "string", format: "date" } }],
    requestBody: {
      required: true,
      ...json({ type: "object", required: ["a"], properties: { a: { type: "integer" } } }),
    },
    responses: { 200: { description: "OK.", ...json({ type: "array", minItems: 1, items: { enum: [4] } }) } },
  },
  xml: {
    requestBody: { content: { "application/xml": { schema: { type: "object" } } } },
    responses: { 200: { description: "OK.", content: { "image/png": {} } } },
  },
  parameter: { parameters: [{ name: "at", in: "query", required: true, schema: never }], responses: done },
  body: { requestBody: { required: true, ...json(never) }, responses: done },
  response: {
    responses: {
      200: { description: "OK.", ...json({ type: "object", required: ["a"], properties: { a: never } }) },
    },
  },
  unlikelyBody: { requestBody: { required: true, ...json(unlikely) }, responses: done },
  unlikelyResponse: { responses: { 200: { description: "OK.", ...json(unlikely) } } },
  optional: {
    parameters: [{ name: "at", in: "query", schema: never }],
    requestBody: json(never),
    responses: done,
  },
};

const endless = `
  import { parentPort, workerData } from "node:worker_threads";
  parentPort.postMessage({ tried: workerData.from, findings: [], spentMs: 0 });
  for (;;);
`;

test("each operation is tried, and reported if it can't work or isn't proven to", async () => {
  const document = readDocument({
    openapi: "3.1.0",
    info: { title: "Quay", version: "1" },
    paths: Object.fromEntries(
      Object.entries(operations).map(([name, post]) => [
        `/${name}`,
        { post: { operationId: name, ...post } },
      ]),
    ),
  } as never);
  const findings = await proveOperations(document);
  expect(findings.map(({ severity, pointer, message }) => [severity, pointer?.slice(10), message])).toEqual([
    [
      "error",
      "parameter/post",
      "This operation can't work: no request fits it. No value fits the parameter at: `minLength` 2 is above `maxLength` 1.",
    ],
    [
      "error",
      "body/post/requestBody",
      "This operation can't work: no request fits it. No value fits the body: `minLength` 2 is above `maxLength` 1.",
    ],
    [
      "error",
      "response/post/responses/200",
      "This operation can't work: no response with 200 fits it. No value fits the body: it requires `a`, and no value fits that property.",
    ],
    [
      "info",
      "unlikelyBody/post",
      "It isn't proven that this operation works: no valid request was found. Write examples of its required parts.",
    ],
    [
      "info",
      "unlikelyResponse/post",
      expect.stringContaining("no response with 200 was found that fits it. Write an example of one."),
    ],
  ]);
});

test("a thread that doesn't return is ended, and the next operation gets another one", async () => {
  const file = new URL(`data:text/javascript,${encodeURIComponent(endless)}`);
  const paths = { "/a": { get: { responses: done } }, "/b": { get: { responses: done } } };
  const info = { title: "Quay", version: "1" };
  const findings = await proveOperations(readDocument({ openapi: "3.1.0", info, paths } as never), {
    operationMs: 200,
    file,
  });
  expect(findings.map(({ pointer, message }) => [pointer, message])).toEqual([
    ["#/paths/~1a/get", "It isn't proven that this operation works: it took too long."],
    ["#/paths/~1b/get", "It isn't proven that this operation works: it took too long."],
  ]);
});
