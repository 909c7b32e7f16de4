import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { emitOperations } from "../../cli/generate/handlers/operations.ts";
import { emitTypes } from "../../cli/generate/types.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { compileVirtual } from "../helpers/compile-virtual.ts";
import { notesDocument } from "../helpers/notes-document.ts";

/** A folder of virtual files. */
const notes = fileURLToPath(new URL("notes", import.meta.url));

/** Incomplete lists of handlers, and the compiler's messages. */
const lists: [title: string, handlers: string, message: RegExp | undefined][] = [
  ["all of them", "all", undefined],
  ["one missing", "{ ...all, burnNote: undefined }", /burnNote/],
  ["none", "{}", /missing the following properties.*listNotes, /],
];

/** Valid and invalid answers of a handler, and the compiler's messages. */
const returns: [title: string, operation: string, output: string, message: string | undefined][] = [
  ["as documented", "burnNote", "{ status: 204 }", undefined],
  [
    "headers of their schemas' types",
    "writeNote",
    '{ status: 201, body: { text: "a" }, headers: { Location: "/", "X-Sizes": [1, 2], "X-Shelf": { row: 1 } } }',
    undefined,
  ],
  [
    "a header of another type",
    "writeNote",
    '{ status: 201, body: { text: "a" }, headers: { Location: "/", "X-Shelf": { row: "1" } } }',
    "Type 'string' is not assignable to type 'number'.",
  ],
  [
    "a status that isn't documented",
    "burnNote",
    "{ status: 200 }",
    "Type '200' is not assignable to type '204 | 401 | 403 | 404 | 429 | 500'.",
  ],
  [
    "a status that isn't documented, with a body",
    "readNote",
    '{ status: 202, body: { text: "a" } }',
    "Type '202' is not assignable to type '200 | 400 | 401 | 403 | 404 | 429 | 500'.",
  ],
  ["a stream of text", "readPage", '{ status: 200, body: (async function* () { yield "a"; })() }', undefined],
  [
    "a stream of JSON, which can't be validated",
    "readNote",
    '{ status: 200, body: (async function* () { yield "a"; })() }',
    "Property 'text' is missing in type 'AsyncGenerator<string, void, unknown>' but required in type 'Sent<NoteOutput>'.",
  ],
  [
    "a body where none is documented",
    "burnNote",
    '{ status: 204, body: "" }',
    "Type 'string' is not assignable to type 'NoBody'.",
  ],
  [
    "an object where no body is documented",
    "burnNote",
    '{ status: 204, body: { error: "a" } }',
    "Object literal may only specify known properties, and 'error' does not exist in type 'NoBody'.",
  ],
  [
    "an empty object where no body is documented",
    "burnNote",
    "{ status: 204, body: {} }",
    "Property '\"none is documented\"' is missing in type '{}' but required in type 'NoBody'.",
  ],
  [
    "a body with a wrong type",
    "listNotes",
    "{ status: 200, body: [{ text: 5 }] }",
    "Type 'number' is not assignable to type 'string'.",
  ],
  [
    "a property that isn't documented",
    "readNote",
    '{ status: 200, body: { text: "a", passwordHash: "b" } }',
    "Object literal may only specify known properties, and 'passwordHash' does not exist in type 'Sent<NoteOutput>'.",
  ],
  [
    "a property that isn't documented, of an element",
    "listNotes",
    '{ status: 200, body: [{ text: "a", passwordHash: "b" }] }',
    "Object literal may only specify known properties, and 'passwordHash' does not exist in type 'Sent<NoteOutput>'.",
  ],
  [
    "a list instead of an object",
    "readNote",
    "{ status: 200, body: [] }",
    "Property 'text' is missing in type 'never[]' but required in type 'Sent<NoteOutput>'.",
  ],
  [
    "no body",
    "listNotes",
    "{ status: 200 }",
    "Type '{ status: 200; }' is not assignable to type 'Output<\"listNotes\">'.\n  Property 'body' is missing in type '{ status: 200; }' but required in type 'Reply<200, \"application/json\", NoteOutput[], NoHeaders>'.",
  ],
  [
    "a header that the handler must set",
    "writeNote",
    '{ status: 201, body: { text: "a" }, headers: { Location: "/notes/1" } }',
    undefined,
  ],
  [
    "without that header",
    "writeNote",
    '{ status: 201, body: { text: "a" } }',
    "Type '{ status: 201; body: { text: string; }; }' is not assignable to type 'Output<\"writeNote\">'.\n  Property 'headers' is missing in type '{ status: 201; body: { text: string; }; }' but required in type 'ReplyWithHeaders<201, \"application/json\", NoteOutput, {",
  ],
  [
    "only another header",
    "writeNote",
    '{ status: 201, body: { text: "a" }, headers: { "X-Colour": "blue" } }',
    'Property \'Location\' is missing in type \'{ "X-Colour": string; }\' but required in type \'Sent<{ Location: string; "X-Colour"?: string; "X-Sizes"?: number[]; "X-Shelf"?: { row: number; }; }>\'.',
  ],
  [
    "a header that isn't documented beside one that is",
    "writeNote",
    '{ status: 201, body: { text: "a" }, headers: { Location: "/", "X-Secret": "b" } }',
    'Object literal may only specify known properties, and \'"X-Secret"\' does not exist in type \'Sent<{ Location: string; "X-Colour"?: string; "X-Sizes"?: number[]; "X-Shelf"?: { row: number; }; }>\'.',
  ],
  [
    "a header that isn't documented where none is",
    "burnNote",
    '{ status: 204, headers: { "X-Secret": "b" } }',
    "Object literal may only specify known properties, and '\"X-Secret\"' does not exist in type 'NoHeaders'.",
  ],
  [
    "a header that the server sets",
    "burnNote",
    '{ status: 204, headers: { "X-Request-Id": "b" } }',
    "Object literal may only specify known properties, and '\"X-Request-Id\"' does not exist in type 'NoHeaders'.",
  ],
  [
    "one of two media types",
    "readPicture",
    '{ status: 200, contentType: "image/svg+xml", body: "<svg/>" }',
    undefined,
  ],
  [
    "without saying which of two media types",
    "readPicture",
    '{ status: 200, body: "<svg/>" }',
    "Property 'contentType' is missing in type '{ status: 200; body: string; }' but required in type 'NamedReply<200, \"application/json\", NoteOutput, NoHeaders>'.",
  ],
  [
    "one media type with the other's body",
    "readPicture",
    '{ status: 200, contentType: "application/json", body: "<svg/>" }',
    "Type 'string' is not assignable to type 'Sent<NoteOutput>'.",
  ],
  [
    "a status of a documented range",
    "readPicture",
    '{ status: 503, body: { error: "a", code: "b" } }',
    undefined,
  ],
  [
    "a status of no documented range",
    "readPicture",
    '{ status: 404, body: { text: "a" }, contentType: "application/json" }',
    "Type '404' is not assignable to type '200 | ",
  ],
  [
    "an input used as another type",
    "readNote",
    "{ status: 200, body: { text: input.path['note-id'] } }",
    "Type 'number' is not assignable to type 'string'.",
  ],
  [
    "an input that isn't documented",
    "readNote",
    "{ status: 200, body: { text: input.query.page } }",
    "Property 'page' does not exist on type 'Record<never, never>'.",
  ],
];

const listText = (handlers: string) => `
import type { Handlers } from "./operations.ts";
declare const all: Handlers<{ name: string }, object>;
export const handlers: Handlers<{ name: string }, object> = ${handlers};
`;

const handlerText = (operation: string, output: string) => `
import type { Input, Output } from "./operations.ts";
export async function handler(input: Input<"${operation}", { name: string }>): Promise<Output<"${operation}">> {
  void input;
  return ${output};
}
`;

/** One program for everything, since reading TypeScript's own libraries takes longest. */
const raw = notesDocument();
const files = new Map([
  [path.join(notes, "types.ts"), emitTypes(readDocument(raw))],
  [path.join(notes, "operations.ts"), emitOperations(readDocument(raw))],
  ...lists.map(([, handlers], n) => [path.join(notes, `list${n}.ts`), listText(handlers)] as const),
  ...returns.map(
    ([, operation, output], n) => [path.join(notes, `${n}.ts`), handlerText(operation, output)] as const,
  ),
]);
const complaints = compileVirtual(files);

function said(file: string): string[] {
  return complaints.filter((one) => one.file === path.join(notes, file)).map(({ text }) => text);
}

describe("a list of handlers compiles only when it has", () => {
  test.each(lists.map(([title, , message], n) => [title, n, message] as const))("%s", (_, n, message) => {
    if (message) expect(said(`list${n}.ts`).join("\n")).toMatch(message);
    else expect(said(`list${n}.ts`)).toEqual([]);
  });
});

describe("a handler with an undocumented answer gets one message, about the mistake:", () => {
  test.each(returns.map(([title, , , message], n) => [title, n, message] as const))("%s", (_, n, message) => {
    const messages = said(`${n}.ts`);
    expect(messages).toEqual(message === undefined ? [] : [expect.stringContaining(message)]);
    expect(messages.join("\n").split("\n").length).toBeLessThanOrEqual(3);
  });

  test("and the generated code compiles", () => {
    expect([...said("types.ts"), ...said("operations.ts")]).toEqual([]);
  });
});
