import { afterAll, expect, test } from "vitest";
import { exampleRequest } from "../mock/example-request.ts";
import { startService } from "./helpers/service.ts";

const service = await startService();
afterAll(() => service.close());

const examples = service.document.operations.flatMap((operation) => {
  const request = exampleRequest(service.document, operation);
  return request ? [{ id: operation.operationId, ...request }] : [];
});

test.each(examples)(
  "$id answers the document's example as documented",
  async ({ method, path, headers, body }) => {
    const { status } = await service.fetch(service.url + path, {
      method,
      headers,
      ...(body !== undefined && { body }),
    });
    expect(status).toBeLessThan(500);
  },
);

test("404 at an address that isn't in the document", async () => {
  const response = await fetch(`${service.url}/there/is/nothing/here`);
  expect(response.status).toBe(404);
});
