import { expect, test } from "vitest";
import { readDocument } from "../../../document/document.ts";

const parameter = { name: "X-Ink", in: "header", schema: { type: "string" } };
const header = { schema: { type: "string" } };

/** The notes of a document with an operation of such parameters and headers. */
function notesOf({ parameters = [], headers = {}, openapi = "3.2.0", ...more }: Record<string, unknown>) {
  const get = { operationId: "readInk", parameters, responses: { "200": { description: "Ink.", headers } } };
  const { notes } = readDocument({
    openapi,
    info: { title: "Ink", version: "1" },
    paths: { "/ink": { get } },
    ...more,
  } as never);
  return notes.map(
    ({ severity, pointer, message }) => `${severity} ${pointer.split("/").slice(-2).join("/")}: ${message}`,
  );
}

const apart = (one: string, other: string) =>
  `\`${one}\` and \`${other}\` exclude each other. Leave one of them out.`;

test.each<[string, Parameters<typeof notesOf>[0], string[]]>([
  [
    "an unknown field of the document, and no extension",
    { overlays: {}, "x-overlays": {} },
    [
      "warning #/overlays: OpenAPI has no field `overlays` here, so that it is ignored. The name of an extension begins with `x-`.",
    ],
  ],
  [
    "an unknown field of a link",
    { components: { links: { ink: { operationId: "readInk", body: {} } } } },
    [
      "warning ink/body: OpenAPI has no field `body` here, so that it is ignored. The name of an extension begins with `x-`.",
    ],
  ],
  [
    "`example` beside `examples`",
    { parameters: [{ ...parameter, example: "red", examples: { blue: { value: "blue" } } }] },
    [`warning 0/examples: ${apart("example", "examples")}`],
  ],
  [
    "two values of an example",
    { parameters: [{ ...parameter, examples: { blue: { value: "blue", dataValue: "blue" } } }] },
    [`warning blue/dataValue: ${apart("value", "dataValue")}`],
  ],
  [
    "a schema beside content",
    { headers: { "X-Ink": { ...header, content: { "text/plain": { schema: {} } } } } },
    [`warning X-Ink/schema: ${apart("content", "schema")}`],
  ],
  [
    "`allowReserved` of a header",
    { headers: { "X-Ink": { ...header, allowReserved: true } } },
    [
      "warning X-Ink/allowReserved: `allowReserved` has no effect: the value isn't percent-encoded. Leave it out.",
    ],
  ],
  [
    "`allowReserved` of a cookie in OpenAPI 3.1",
    { openapi: "3.1.0", parameters: [{ ...parameter, in: "cookie", allowReserved: true }] },
    [
      "warning 0/allowReserved: OpenAPI 3.1.0 has `allowReserved` only in the query. It is applied as in 3.2.",
    ],
  ],
  [
    "`allowReserved` of a cookie in OpenAPI 3.2",
    { parameters: [{ ...parameter, in: "cookie", allowReserved: true }] },
    [],
  ],
])("reports %s", (_, parts, notes) => {
  expect(notesOf(parts)).toEqual(notes);
});
