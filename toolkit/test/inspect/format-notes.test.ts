import { expect, test } from "vitest";
import { analyzeSpec } from "../../cli/inspect/analyze-spec.ts";

function notesOf(schema: object): string[] {
  const raw = {
    openapi: "3.1.0",
    info: { title: "Quay", version: "1" },
    paths: { "/quays": { get: { responses: { "200": { description: "Quays." } } } } },
    components: { schemas: { Quay: schema } },
  };
  const spec = { raw, notes: [], locate: (pointer: string) => ({ pointer }) } as never;
  return analyzeSpec(spec, { builds: false })
    .notes.map(({ message }) => message)
    .filter((message) => message.startsWith("The format"));
}

test.each([
  ["string", "email"],
  ["string", "date-time"],
  ["string", "uri"],
  ["string", "uuid"],
  ["string", "byte"],
  ["string", "password"],
  ["string", "binary"],
  ["integer", "int64"],
  ["number", "double"],
  [["string", "null"], "date"],
  [undefined, "int32"],
])("a value of the type %s with the format %s gets no note", (type, format) => {
  expect(notesOf({ type, format })).toEqual([]);
});

test.each(["media-range", "iban", "constructor"])("the format %s isn't checked", (format) => {
  expect(notesOf({ type: "string", format })).toEqual([
    `The format ${format} isn't checked, unless the service defines it in \`formats\`.`,
  ]);
});

test.each([
  ["integer", "email"],
  ["string", "int32"],
])("a value of the type %s can't have the format %s", (type, format) => {
  expect(notesOf({ type, format })).toEqual([
    `The format ${format} doesn't apply to values of the type ${type}.`,
  ]);
});
