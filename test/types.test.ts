import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { emitOperations } from "../scripts/operations.ts";
import { emitTypes } from "../scripts/types.ts";
import { readDocument } from "../server/http/document.ts";
import { notesDocument } from "./helpers/notes-document.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const notes = path.join(root, "test/types/notes");

/** A snippet for each way in which the handlers of the notes can be wrong, and what the compiler says to it. */
const wrongHandlers: [string, string, RegExp | undefined][] = [
  ["all of them, and right", "all", undefined],
  ["one too few", "{ ...all, burnNote: undefined }", /burnNote/],
  ["none", "{}", /missing the following properties.*listNotes, writeNote/],
  [
    "a status that isn't documented",
    "{ ...all, burnNote: async () => ({ status: 200 }) }",
    /'200' is not assignable to type '204'|status/,
  ],
  [
    "a body where none is documented",
    '{ ...all, burnNote: async () => ({ status: 204, body: "" }) }',
    /body/,
  ],
  [
    "a body with a wrong type",
    "{ ...all, listNotes: async () => ({ status: 200, body: [{ text: 5 }] }) }",
    /text|string/,
  ],
  [
    "a list where one is documented",
    "{ ...all, readNote: async () => ({ status: 200, body: [] }) }",
    /'text' is missing/,
  ],
  ["no body", "{ ...all, listNotes: async () => ({ status: 200 }) }", /'body' is missing/],
  [
    "with the header that it owns",
    '{ ...all, writeNote: async ({ body }) => ({ status: 201, body, headers: { Location: "/notes/1" } }) }',
    undefined,
  ],
  [
    "without the header that it owns",
    "{ ...all, writeNote: async ({ body }) => ({ status: 201, body }) }",
    /'headers' is missing/,
  ],
  [
    "with another header than the one that it owns",
    '{ ...all, writeNote: async ({ body }) => ({ status: 201, body, headers: { "X-Colour": "blue" } }) }',
    /'Location' is missing|"?Location"?/,
  ],
  [
    "without saying which of two media types",
    '{ ...all, readPicture: async () => ({ status: 200, body: "<svg/>" }) }',
    /contentType/,
  ],
  [
    "one media type with the other's body",
    '{ ...all, readPicture: async () => ({ status: 200, contentType: "application/json", body: "<svg/>" }) }',
    /string|body/,
  ],
  [
    "a number of the path as a text",
    "{ ...all, readNote: async ({ path }) => ({ status: 200, body: { text: path['note-id'] } }) }",
    /'number' is not assignable to type 'string'/,
  ],
  [
    "an input that isn't documented",
    "{ ...all, readNote: async ({ query }) => ({ status: 200, body: { text: query.page } }) }",
    /'page' does not exist/,
  ],
];

const snippet = (handlers: string) => `
import type { Handlers } from "./operations.ts";
declare const all: Handlers<{ name: string }, object>;
export const handlers: Handlers<{ name: string }, object> = ${handlers};
`;

const ownFile = path.join(root, "test/types/own-document.ts");
const strippedFile = path.join(root, "test/types/own-document.stripped.ts");
const own = readFileSync(ownFile, "utf8");

/** One program for everything, since reading TypeScript's own libraries takes longer than all the rest. */
const raw = notesDocument();
const files = new Map([
  [path.join(notes, "types.ts"), await emitTypes(raw)],
  [path.join(notes, "operations.ts"), emitOperations(readDocument(raw))],
  ...wrongHandlers.map(([, handlers], n) => [path.join(notes, `${n}.ts`), snippet(handlers)] as const),
  [strippedFile, own.replaceAll("@ts-expect-error", "expected")],
]);
const complaints = compile(files, [ownFile]);

describe("handlers that the document doesn't allow don't compile:", () => {
  test.each(wrongHandlers.map(([title, , expected], n) => [title, n, expected] as const))(
    "%s",
    (_, n, expected) => {
      const said = complaints
        .filter(({ file }) => file === path.join(notes, `${n}.ts`))
        .map(({ text }) => text);
      if (expected) expect(said.join("\n")).toMatch(expected);
      else expect(said).toEqual([]);
    },
  );

  test("and what is generated does", () => {
    const generated = [path.join(notes, "types.ts"), path.join(notes, "operations.ts")];
    expect(complaints.filter(({ file }) => generated.includes(file))).toEqual([]);
  });
});

describe("what must not compile against the house's own document", () => {
  test("doesn't: no directive is unused, and there is no other fault", () => {
    expect(complaints.filter(({ file }) => file === ownFile)).toEqual([]);
  });

  const lines = own.split("\n");
  const directives = lines.flatMap((text, index) => {
    const reason = /\/\/ @ts-expect-error: (.+)/.exec(text)?.[1];
    return reason === undefined ? [] : [[lines[index + 1]?.trim() ?? "", index, reason] as const];
  });
  test.each(directives)("%s", (_, index, reason) => {
    const said = complaints.filter(({ file, line }) => file === strippedFile && line === index + 1);
    expect(said.map(({ text }) => text).join("\n")).toContain(reason);
  });
});

interface Complaint {
  file: string;
  /** From 0. */
  line: number;
  text: string;
}

/** What the compiler says about files that are nowhere on the disk, and about some that are. */
function compile(virtual: Map<string, string>, real: string[]): Complaint[] {
  const { config } = ts.readConfigFile(path.join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root);
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, directoryExists } = host;
  host.fileExists = (name) => virtual.has(name) || fileExists(name);
  host.readFile = (name) => virtual.get(name) ?? readFile(name);
  host.directoryExists = (name) => name === notes || (directoryExists?.(name) ?? false);
  host.getSourceFile = (name, target) => {
    const text = host.readFile(name);
    return text === undefined ? undefined : ts.createSourceFile(name, text, target);
  };
  const program = ts.createProgram([...virtual.keys(), ...real], options, host);
  return [...virtual.keys(), ...real].flatMap((name) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(name))
      .map(({ file, start = 0, messageText }) => ({
        file: file?.fileName ?? "",
        line: file?.getLineAndCharacterOfPosition(start).line ?? 0,
        text: ts.flattenDiagnosticMessageText(messageText, "\n"),
      })),
  );
}
