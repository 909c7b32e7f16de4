import { afterEach, beforeEach, expect, type MockInstance, test, vi } from "vitest";
import * as development from "../../cli/development/development.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { NotImplemented } from "../../server/http/errors/not-implemented.ts";
import { loadStubResponses } from "../../server/process/documents/load-stub-responses.ts";
import type { ServedDocument } from "../../server/process/documents/served-document.ts";
import { sharedPrism } from "../../testing/mock/prism/prism-thread.ts";

let reply: MockInstance<typeof sharedPrism.reply>;
beforeEach(() => {
  reply = vi.spyOn(sharedPrism, "reply").mockResolvedValue({ headers: {}, body: {} });
});
afterEach(() => reply.mockRestore());

const stub = () => {
  throw new NotImplemented();
};

function served(handler: () => unknown, media: object): ServedDocument {
  const responses = { 200: { description: "", content: { "application/json": media } } };
  const document = readDocument({
    openapi: "3.1.0",
    info: { title: "Kiln", version: "1" },
    paths: { "/heat": { get: { operationId: "getHeat", responses } } },
  } as never);
  return { document, handlers: { getHeat: handler } } as unknown as ServedDocument;
}

const withoutExample = { schema: { type: "object" } };

test("Prism has replied once before the first request if a stub needs it", async () => {
  let replies = 0;
  reply.mockImplementation(async () => {
    await new Promise(setImmediate);
    replies++;
    return { headers: {}, body: {} };
  });
  await loadStubResponses([served(stub, { example: {} }), served(stub, withoutExample)], development);
  expect(replies).toBe(1);
});

test("Prism isn't loaded if the document has all stub answers, or there are no stubs", async () => {
  await loadStubResponses([served(stub, { example: {} }), served(() => ({}), withoutExample)], development);
  expect(reply).not.toHaveBeenCalled();
});

test("a server whose Prism can't be loaded starts anyway", async () => {
  reply.mockRejectedValue(new Error("There is no Prism."));
  await expect(loadStubResponses([served(stub, withoutExample)], development)).resolves.toBeUndefined();
});
