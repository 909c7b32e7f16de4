import {
  documentedResponses,
  fallbackOperationId,
  type RawDocument,
  readDocument,
  resolve,
  standardCodes,
} from "@counterpart/testing";
import { describe, expect, test } from "vitest";
import { shopCodes } from "../../server/domain/error-codes.ts";
import { notesDocument } from "../../toolkit/test/helpers/notes-document.ts";
import { document } from "../helpers/document.ts";

describe("reading a document", () => {
  test("an operation's parameter replaces the path's parameter of the same name and place", () => {
    const raw = notesDocument();
    const path = raw.paths["/notes/{note-id}"];
    path.get.parameters = [{ name: "note-id", in: "path", required: true, schema: { type: "string" } }];
    const [read, burn] = ["readNote", "burnNote"].map((id) =>
      readDocument(raw).operations.find(({ operationId }) => operationId === id),
    );
    expect(read?.parameters).toMatchObject([{ name: "note-id", schema: { type: "string" } }]);
    expect(burn?.parameters).toMatchObject([{ name: "note-id", schema: { type: "integer" } }]);
  });

  test("the operation's security overrides the document's, even if it requires none", () => {
    const { operations } = readDocument(notesDocument());
    const securityOf = (id: string) => operations.find(({ operationId }) => operationId === id)?.security;
    expect(securityOf("listNotes")).toEqual([{ token: [] }]);
    expect(securityOf("readPicture")).toEqual([]);
  });

  test("an operation without an operationId gets a name from method and path", () => {
    expect(fallbackOperationId("get", "/pets/{petId}/toys")).toBe("getPetsPetIdToys");
    expect(fallbackOperationId("post", "/v1/thing-s.json")).toBe("postV1ThingSJson");
  });

  test("a header with a const is the same on every response", () => {
    expect(readDocument(notesDocument()).constantHeaders).toEqual({ "X-API-Version": "n7" });
  });

  test("references may point to references, and may have encoded names", () => {
    const raw = {
      openapi: "3.1.0",
      paths: {},
      components: {
        schemas: { "a/b c": { type: "string" }, other: { $ref: "#/components/schemas/a~1b%20c" } },
      },
    };
    expect(resolve(readDocument(raw), { $ref: "#/components/schemas/other" })).toEqual({ type: "string" });
  });

  test("an empty document is read", () => {
    expect(readDocument({ openapi: "3.1.0", paths: {} }).operations).toEqual([]);
  });
});

const catalogue = { ...standardCodes, ...shopCodes };

describe("the shop's document", () => {
  test("lists all error codes of the table", () => {
    const { ErrorCode } = (document.source as RawDocument).components.schemas;
    expect([...ErrorCode.enum].sort()).toEqual(Object.keys(catalogue).sort());
  });

  test("lists every code with the table's status", () => {
    const answers = document.operations.flatMap(({ operationId }) =>
      documentedResponses(document, operationId),
    );
    for (const answer of answers) {
      const [status = "", code] = answer.split(" ");
      if (code === undefined) continue;
      const known = catalogue[code as keyof typeof catalogue];
      const others = { INVALID_REQUEST: [400, 405, 413, 415], CONFLICT: [409, 412] }[code];
      const expected = others ?? [known];
      expect(expected, answer).toContain(Number(status));
    }
  });

  test("uses every code in at least one operation", () => {
    const answers = document.operations.flatMap(({ operationId }) =>
      documentedResponses(document, operationId),
    );
    const used = new Set(answers.map((answer) => answer.split(" ")[1]));
    for (const code of Object.keys(catalogue)) expect(used).toContain(code);
  });

  test("has a scope of x-rate-limits on every operation", () => {
    for (const { rateLimitScope = "" } of document.operations) {
      expect(Object.keys(document.rateLimits)).toContain(rateLimitScope);
    }
  });
});
