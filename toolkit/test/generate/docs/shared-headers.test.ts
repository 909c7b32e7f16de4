import { expect, test } from "vitest";
import { describeHeadersOnce } from "../../../cli/generate/docs/shared-headers.ts";
import type { RawDocument } from "../../../server/document/document.ts";

const requestId = { description: "The request,\nas the log | has it.", schema: { type: "string" } };
const tag = { description: "Identifies the content.", schema: { type: "string" } };
const ref = (name: string) => ({ $ref: `#/components/headers/${name}` });

const response = (more: object = {}) => ({ description: "", headers: { "X-Id": ref("Id"), ...more } });
const tagged = () => response({ ETag: ref("Tag") });

function pets(): RawDocument {
  return structuredClone({
    openapi: "3.1.0",
    info: { title: "Pets", version: "1" },
    paths: {
      "/pets": {
        get: {
          operationId: "listPets",
          responses: { "200": tagged(), "404": { $ref: "#/components/responses/No" } },
        },
        put: {
          operationId: "replacePets",
          responses: { "200": tagged(), "404": { $ref: "#/components/responses/No" } },
        },
      },
      "/pets/{id}": {
        get: {
          operationId: "getPet",
          responses: { "200": tagged(), "301": response({ Location: tag }) },
        },
      },
    },
    components: {
      headers: { Id: requestId, Tag: tag },
      responses: { No: response() },
    },
  });
}

test("a header of all responses is described only in the section, and a header of several points to it", () => {
  const raw = pets();
  const section = describeHeadersOnce(raw);
  expect(section).toContain("| `X-Id` | The request, as the log \\| has it. |");
  expect(section).toContain("| `ETag` | Identifies the content. |");
  expect(section).not.toContain("Location");
  const { "/pets": all, "/pets/{id}": one } = raw.paths;
  expect(all.get.responses["200"].headers).toEqual({
    ETag: { ...tag, description: "See [Response headers](#/section/response-headers)." },
  });
  expect(one.get.responses["301"].headers).toEqual({ Location: tag });
  expect(raw.components.responses.No.headers).toEqual({});
});

test("a header with another meaning in one response stays there", () => {
  const raw = pets();
  const other = { ...requestId, description: "The request that was repeated." };
  raw.paths["/pets/{id}"].get.responses["301"].headers["X-Id"] = other;
  describeHeadersOnce(raw);
  expect(raw.paths["/pets/{id}"].get.responses["301"].headers["X-Id"]).toEqual(other);
  expect(raw.components.responses.No.headers["X-Id"].description).toContain("#/section/response-headers");
});

test("without shared headers there is no section, and the document stays unchanged", () => {
  const raw = pets();
  delete raw.paths["/pets"];
  const before = structuredClone(raw);
  expect(describeHeadersOnce(raw)).toBeUndefined();
  expect(raw).toEqual(before);
});
