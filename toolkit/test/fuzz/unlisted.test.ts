import { expect, test } from "vitest";
import { readDocument } from "../../server/document/read-document.ts";
import { unlistedAdvice, unlistedAnswers } from "../../testing/fuzz/unlisted.ts";

const key = { name: "Idempotency-Key", in: "header", schema: { type: "string" } };
const created = { "201": { description: "" } };

test("409 is the framework's own answer if an operation takes an Idempotency-Key", () => {
  const document = readDocument({
    openapi: "3.1.0",
    info: { title: "Harbour", version: "1" },
    paths: {
      "/berths": { post: { operationId: "addBerth", parameters: [key], responses: created } },
      "/boats": { post: { operationId: "addBoat", responses: created } },
      "/crews": {
        post: {
          operationId: "addCrew",
          parameters: [key],
          responses: { ...created, "4XX": { description: "" } },
        },
      },
    },
  });
  const unlisted = unlistedAnswers(document, { "addBerth 409": 1, "addBoat 409": 1, "addCrew 409": 1 });
  expect(unlisted).toEqual({ "409": ["addBerth"] });
  expect(unlistedAdvice(unlisted)).toContain('    "409":\n      description:');
});
