import { expect, test } from "vitest";
import type { Schema } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { buildFaults } from "../../server/validation/build-faults.ts";

const body = (name: string) => ({
  content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } },
});
const responses = { "200": { description: "" } };

/** What can't be built when these schemas are as they are given. */
function faultsWith(schemas: Record<string, Schema>) {
  const document = readDocument({
    openapi: "3.1.0",
    info: { title: "Kennel", version: "1" },
    paths: {
      "/orders": {
        post: {
          operationId: "placeOrder",
          requestBody: body("Order"),
          responses,
          callbacks: {
            onPaid: { "{$request.body#/url}": { post: { requestBody: body("Payment"), responses } } },
          },
        },
      },
    },
    webhooks: { "new/dog": { post: { requestBody: body("Dog"), responses } } },
    components: { schemas: { Order: {}, Payment: {}, Dog: {} } },
  });
  // Reading would repair the faults.
  Object.assign(document.root, { components: { schemas: { Order: {}, Payment: {}, Dog: {}, ...schemas } } });
  return buildFaults(document).map(({ pointer, note }) => `${pointer}: ${note.message}`);
}

test.each([
  ["Order", "#/paths/~1orders/post: This operation can't be served"],
  ["Dog", "#/webhooks/new~1dog/post: This webhook can't be sent"],
  ["Payment", "#/paths/~1orders/post: Its callback placeOrder.onPaid can't be sent"],
])("tells where %s is needed, when it can't be compiled", (name, told) => {
  expect(faultsWith({ [name]: { type: "a type that there isn't" } })).toEqual([
    expect.stringContaining(told),
  ]);
});

test("tells nothing where everything can be compiled", () => {
  expect(faultsWith({})).toEqual([]);
});
