import { expect, test } from "vitest";
import { readDocument } from "../../server/document/read-document.ts";
import { createValidators } from "../../server/validation/operation-validator.ts";
import type { PrismThread } from "../../testing/mock/prism/prism-thread.ts";
import { createReplies } from "../../testing/mock/replies/replies.ts";
import { firstAskedOfPrism } from "../../testing/mock/stub-responses.ts";

const schema = { type: "string" };
const link = { schema, example: '<https://kiln.example/?page=2>; rel="next"' };
const content = { "application/json": { schema, example: "hot" } };

function heatDocument(response: object, more: object = {}) {
  return readDocument({
    openapi: "3.1.0",
    info: { title: "Kiln", version: "1" },
    paths: { "/heat": { get: { responses: { "200": { description: "", ...response } }, ...more } } },
  });
}

/** The reply, and whether Prism was called, which says "made up". */
async function replyOf(document: ReturnType<typeof heatDocument>) {
  let isAsked = false;
  const thread: PrismThread = {
    load: async () => {},
    async reply() {
      isAsked = true;
      return { headers: {}, body: "made up" };
    },
    preferences: async () => ({}),
  };
  const replies = createReplies(document, { validators: createValidators(document), thread });
  const [operation] = document.operations;
  const mediaType = operation?.responses["200"]?.content["application/json"] && "application/json";
  const { headers, body } = await replies.reply(operation as never, { status: 200, mediaType });
  return { isAsked, headers, body };
}

test.each<[string, object, object, Record<string, string>]>([
  ["a body", { content }, {}, {}],
  ["nothing", {}, {}, {}],
  ["headers", { content, headers: { Link: link } }, {}, { Link: link.example }],
  ["one of several media types", { content, headers: { "Content-Type": { schema } } }, {}, {}],
  ["a deprecated operation", { content }, { deprecated: true }, { deprecation: "true" }],
])("Prism isn't called if the document has complete examples: %s", async (_, response, more, headers) => {
  const document = heatDocument(response, more);
  const body = "content" in response ? "hot" : undefined;
  expect(await replyOf(document)).toEqual({ isAsked: false, headers, body });
  expect(firstAskedOfPrism(document)).toBeUndefined();
});

const callbacks = { onHot: { "https://kiln.example": { post: { responses: {} } } } };
test.each<[string, object, object]>([
  ["a body without an example", { content: { "application/json": { schema } } }, {}],
  ["a header without an example", { content, headers: { Link: { schema } } }, {}],
  ["callbacks, which Prism would send", { content }, { callbacks }],
])("Prism is called if the document lacks something: %s", async (_, response, more) => {
  const document = heatDocument(response, more);
  expect((await replyOf(document)).isAsked).toBe(true);
  expect(firstAskedOfPrism(document)?.operation).toBe(document.operations[0]);
});
