import { afterEach, beforeEach, expect, type MockInstance, test, vi } from "vitest";
import { readDocument } from "../../document/document.ts";
import { NotImplemented } from "../../http/errors/not-implemented.ts";
import { sharedPrism } from "../../mock/prism/prism-thread.ts";
import { loadStubAnswers } from "../../process/documents/load-stub-answers.ts";
import type { ServedDocument } from "../../process/documents/served-document.ts";

let load: MockInstance<() => Promise<void>>;
beforeEach(() => {
  load = vi.spyOn(sharedPrism, "load").mockResolvedValue();
});
afterEach(() => load.mockRestore());

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

test("Prism is loaded before the first request where a stub needs it", async () => {
  let isLoaded = false;
  load.mockImplementation(async () => {
    await new Promise(setImmediate);
    isLoaded = true;
  });
  await loadStubAnswers([served(stub, { example: {} }), served(stub, withoutExample)]);
  expect(isLoaded).toBe(true);
});

test("Prism isn't loaded where the document has all that stubs answer, or there are none", async () => {
  await loadStubAnswers([served(stub, { example: {} }), served(() => ({}), withoutExample)]);
  expect(load).not.toHaveBeenCalled();
});

test("a server whose Prism can't be loaded starts all the same", async () => {
  load.mockRejectedValue(new Error("There is no Prism."));
  await expect(loadStubAnswers([served(stub, withoutExample)])).resolves.toBeUndefined();
});
