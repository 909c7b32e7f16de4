import { afterEach, beforeEach, expect, type MockInstance, onTestFinished, test, vi } from "vitest";
import { readDocument } from "../../document/document.ts";
import { NotImplemented } from "../../http/errors/not-implemented.ts";
import { sharedPrism } from "../../mock/prism/prism-thread.ts";
import { loadPrismForMany, loadStubAnswers } from "../../process/documents/load-stub-answers.ts";
import type { ServedDocument } from "../../process/documents/served-document.ts";

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

test("Prism has replied once before the first request where a stub needs it", async () => {
  let replies = 0;
  reply.mockImplementation(async () => {
    await new Promise(setImmediate);
    replies++;
    return { headers: {}, body: {} };
  });
  await loadStubAnswers([served(stub, { example: {} }), served(stub, withoutExample)]);
  expect(replies).toBe(1);
});

test("Prism isn't loaded where the document has all that stubs answer, or there are none", async () => {
  await loadStubAnswers([served(stub, { example: {} }), served(() => ({}), withoutExample)]);
  expect(reply).not.toHaveBeenCalled();
});

test("a server whose Prism can't be loaded starts all the same", async () => {
  reply.mockRejectedValue(new Error("There is no Prism."));
  await expect(loadStubAnswers([served(stub, withoutExample)])).resolves.toBeUndefined();
});

test("Prism is loaded before the documents are read where many handlers are stubs", async () => {
  const load = vi.spyOn(sharedPrism, "load").mockResolvedValue();
  onTestFinished(() => load.mockRestore());
  const handlers = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`getHeat${n}`, stub]));
  await loadPrismForMany([handlers(49), { getCold: () => ({}) as never }]);
  expect(load).not.toHaveBeenCalled();
  await loadPrismForMany([handlers(25), handlers(25)]);
  expect(load).toHaveBeenCalledOnce();
  load.mockRejectedValue(new Error("There is no Prism."));
  await expect(loadPrismForMany([handlers(50)])).resolves.toBeUndefined();
});
