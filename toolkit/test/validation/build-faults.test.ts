import { expect, test } from "vitest";
import type { Schema } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { buildFaults } from "../../server/validation/build-faults.ts";

const body = (name: string) => ({
  content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } },
});
const responses = { "200": { description: "" } };

/** The parts that can't be built if these schemas are used as given. */
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
  // Reading would repair the mistakes.
  Object.assign(document.root, { components: { schemas: { Order: {}, Payment: {}, Dog: {}, ...schemas } } });
  return buildFaults(document).map(({ pointer, note }) => `${pointer}: ${note.message}`);
}

test.each([
  ["Order", "#/paths/~1orders/post: This operation can't be served"],
  ["Dog", "#/webhooks/new~1dog/post: This webhook can't be sent"],
  ["Payment", "#/paths/~1orders/post: Its callback placeOrder.onPaid can't be sent"],
])("reports where %s is needed, if it can't be compiled", (name, expected) => {
  expect(faultsWith({ [name]: { type: "nonexistent" } })).toEqual([expect.stringContaining(expected)]);
});

test("reports nothing if everything can be compiled", () => {
  expect(faultsWith({})).toEqual([]);
});
