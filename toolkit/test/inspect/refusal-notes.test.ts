import { expect, test } from "vitest";
import { refusalNotes } from "../../cli/inspect/refusal-notes.ts";
import { readDocument } from "../../server/document/read-document.ts";

const json = (schema: object) => ({ content: { "application/json": { schema } } });

function notes(responses: object, operation: object = {}) {
  return refusalNotes(
    readDocument({
      openapi: "3.1.0",
      info: { title: "Harbour", version: "1" },
      paths: {
        "/boats": {
          post: {
            operationId: "addBoat",
            responses: { "204": { description: "" }, ...responses },
            ...operation,
          },
        },
      },
    }),
  );
}

const body = { requestBody: json({ type: "object" }) };

test("nothing, if each refusal has a response", () => {
  expect(notes({ "422": { description: "" }, "503": { description: "" } }, body)).toEqual([]);
  expect(notes({ default: { description: "" } }, body)).toEqual([]);
});

test("statuses without a response, and without a similar one", () => {
  expect(notes({ "409": { description: "" } }, body)).toEqual([
    expect.objectContaining({
      severity: "info",
      message: expect.stringContaining("400 (addBoat), 413 (addBoat), 415 (addBoat), 500 (addBoat)"),
    }),
  ]);
});

test("a required header and a body for which no value can be made, with their place", () => {
  const unmakeable = { type: "string", pattern: "^[A-Z]{3}-\\d{4}$" };
  const refusal = {
    description: "",
    headers: { "X-Case": { required: true, schema: unmakeable } },
    ...json({ type: "object", required: ["id"], properties: { id: unmakeable } }),
  };
  expect(notes({ "500": refusal })).toEqual(
    ["required header X-Case", "its body"].map((part) =>
      expect.objectContaining({
        severity: "warning",
        pointer: "#/paths/~1boats/post/responses/500",
        message: expect.stringContaining(part),
      }),
    ),
  );
});
