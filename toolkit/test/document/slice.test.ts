import { describe, expect, test } from "vitest";
import type { RawDocument } from "../../server/document/document.ts";
import { loadDocument } from "../../server/document/load-document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { slice } from "../../server/document/slice.ts";
import { operationOf } from "../../testing/service/examples.ts";
import { notesDocument } from "../helpers/notes-document.ts";

const notes = readDocument(notesDocument());

describe("a slice of the document", () => {
  test("has one path with one method, and the path's shared parameters", () => {
    const { paths } = slice(notes, operationOf(notes, "burnNote"));
    const [[path, item] = []] = Object.entries(paths);
    expect(Object.keys(paths)).toHaveLength(1);
    expect(path).toBe("/notes/{note-id}");
    expect(Object.keys(item).sort()).toEqual(["delete", "parameters"]);
  });

  test("has exactly the components that it reaches, directly or not", () => {
    const raw = notesDocument();
    Object.assign(raw.components.schemas, {
      Author: { type: "object", properties: { shelf: { $ref: "#/components/schemas/Shelf" } } },
      Shelf: { type: "object", properties: { owner: { $ref: "#/components/schemas/Author" } } },
      Unused: { type: "object" },
    });
    raw.components.schemas.Note.properties.author = { $ref: "#/components/schemas/Author" };
    const document = readDocument(raw);
    const { schemas } = slice(document, operationOf(document, "readNote")).components;
    expect(Object.keys(schemas).sort()).toEqual(["Author", "Error", "Note", "Shelf"]);
  });

  test("is a copy, because Prism may modify it", () => {
    const cut = slice(notes, operationOf(notes, "listNotes"));
    cut.components.schemas.Note.properties.text.type = "changed";
    expect((notes.source as RawDocument).components.schemas.Note.properties.text.type).toBe("string");
  });

  test("has no dangling reference, for each operation of a document", async () => {
    const document = await loadDocument(new URL("../mock/fixtures/boatyard.json", import.meta.url));
    for (const operation of document.operations) {
      const cut = slice(document, operation);
      expect(() => readDocument(cut)).not.toThrow();
      const references = JSON.stringify(cut).matchAll(/"\$ref":"#\/components\/([^/"]+)\/([^/"]+)/g);
      for (const [, section = "", name = ""] of references)
        expect(cut.components[section]).toHaveProperty([name]);
      expect(JSON.stringify(cut).length).toBeLessThan(JSON.stringify(document.source).length / 2);
    }
  });
});
