import { expect, test } from "vitest";
import { notesWithoutEffect } from "../../cli/inspect/without-effect.ts";
import { readDocument } from "../../server/document/read-document.ts";

function notesOf(parts: { parameters?: object[]; requestBody?: object; schema?: object }) {
  const { schema = {}, ...operation } = parts;
  const document = readDocument({
    openapi: "3.1.0",
    info: { title: "Quay", version: "1" },
    paths: { "/quays": { post: { ...operation, responses: { "204": { description: "Moored." } } } } },
    components: { schemas: { Quay: schema } },
  } as never);
  return notesWithoutEffect(document).map(
    ({ severity, pointer, message }) => `${severity} ${pointer?.split("/").at(-1)}: ${message}`,
  );
}

const inQuery = (style: string, schema: object, more: object = {}) => ({
  parameters: [{ name: "berth", in: "query", style, schema, ...more }],
});
const list = { type: "array", items: { type: "string" } };
const object = { type: "object", properties: { length: { type: "integer" } } };

test.each<[string, Parameters<typeof notesOf>[0], string[]]>([
  [
    "`deepObject` of a text",
    inQuery("deepObject", { type: "string" }),
    [
      "warning style: `deepObject` writes objects. A value of the type string is read and sent as with `form`.",
    ],
  ],
  [
    "`pipeDelimited` of a number or null",
    inQuery("pipeDelimited", { type: ["number", "null"] }),
    [
      "warning style: `pipeDelimited` writes lists and objects. A value of the type number is read and sent as with `form`.",
    ],
  ],
  [
    "no `deepObject` of an object or a text",
    inQuery("deepObject", { anyOf: [object, { type: "string" }] }),
    [],
  ],
  ["no `deepObject` of a list, as it is in use", inQuery("deepObject", list), []],
  ["no `spaceDelimited` list", inQuery("spaceDelimited", list, { explode: false }), []],
  [
    "`spaceDelimited` with `explode`",
    inQuery("spaceDelimited", list, { explode: true }),
    ["warning style: With `explode: true`, `spaceDelimited` is read and sent as `form`."],
  ],
  [
    "`deepObject` without `explode`",
    inQuery("deepObject", object, { explode: false }),
    ["warning explode: `deepObject` always writes each property by itself; `explode: false` is ignored."],
  ],
  [
    "a style that a form's field can't have",
    {
      requestBody: {
        content: {
          "application/x-www-form-urlencoded": {
            schema: { type: "object", properties: { berth: { type: "string" } } },
            encoding: { berth: { style: "deepObject" } },
          },
        },
      },
    },
    [
      "warning style: `deepObject` writes objects. A value of the type string is read and sent as with `form`.",
    ],
  ],
  [
    "keywords for values of other types",
    { schema: { type: "integer", maxLength: 3 } },
    ["warning maxLength: `maxLength` says nothing about values of the type integer."],
  ],
  ["no keyword for one of the types", { schema: { type: ["integer", "string"], maxLength: 3 } }, []],
  ["no keyword where the type is open", { schema: { maxLength: 3 } }, []],
  [
    "keywords without the one that they belong to",
    { schema: { minContains: 2, if: { type: "string" } } },
    [
      "warning minContains: `minContains` says nothing without `contains`.",
      "warning if: `if` says nothing without `then` and `else`.",
    ],
  ],
  [
    "a constant of another type",
    { schema: { type: "string", const: 4 } },
    ["warning const: `const` isn't of the type string, so that no value is valid."],
  ],
  [
    "content that isn't checked",
    { schema: { type: "string", contentEncoding: "base64" } },
    ["info contentEncoding: `contentEncoding` isn't checked: the value is the text as it is sent."],
  ],
  ["no content that is bytes", { schema: { type: "string", contentMediaType: "image/png" } }, []],
])("reports %s", (_, parts, notes) => {
  expect(notesOf(parts)).toEqual(notes);
});
