import { exampleRequests, startService, unmatchedPath, untestedOperations } from "@counterpart/testing";
import { afterAll, expect, test } from "vitest";
import { handlers } from "../server/handlers.ts";
import { service } from "../server/service.ts";

const document = new URL("../generated/openapi.json", import.meta.url);
const running = await startService({ document, handlers, service });
afterAll(() => running.close());

test.each(exampleRequests(running.document))(
  "$operationId answers the document's example",
  async ({ method, path, headers, body }) => {
    // This fetch throws when a response isn't as documented.
    const response = await running.fetch(running.url + path, {
      method,
      headers,
      ...(body !== undefined && { body }),
    });
    expect(response.status).toBeLessThan(500);
  },
);

const { withoutRequest, unsendable } = untestedOperations(running.document);

test.each(withoutRequest)("$operationId can be called", ({ reason }) => expect.fail(reason));

test.skip.each(unsendable)("$operationId isn't tested: $reason", () => {});

test("404 for a path that isn't in the document", async () => {
  const response = await fetch(running.url + unmatchedPath(running.document));
  expect(response.status).toBe(404);
});
