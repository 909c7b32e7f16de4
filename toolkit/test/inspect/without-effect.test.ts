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
    "`deepObject` for a string",
    inQuery("deepObject", { type: "string" }),
    [
      "warning style: `deepObject` writes objects. A value of the type string is read and sent as with `form`.",
    ],
  ],
  [
    "`pipeDelimited` for a number or null",
    inQuery("pipeDelimited", { type: ["number", "null"] }),
    [
      "warning style: `pipeDelimited` writes lists and objects. A value of the type number is read and sent as with `form`.",
    ],
  ],
  [
    "`deepObject` for an object or a string isn't reported",
    inQuery("deepObject", { anyOf: [object, { type: "string" }] }),
    [],
  ],
  ["`deepObject` for a list isn't reported, because it is common", inQuery("deepObject", list), []],
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
    "a style that a form field can't have",
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
    ["warning maxLength: `maxLength` doesn't apply to values of the type integer."],
  ],
  [
    "a keyword for one of the types isn't reported",
    { schema: { type: ["integer", "string"], maxLength: 3 } },
    [],
  ],
  ["a keyword without a type isn't reported", { schema: { maxLength: 3 } }, []],
  [
    "keywords without their counterpart",
    { schema: { minContains: 2, if: { type: "string" } } },
    [
      "warning minContains: `minContains` has no effect without `contains`.",
      "warning if: `if` has no effect without `then` or `else`.",
    ],
  ],
  [
    "unchecked content",
    { schema: { type: "string", contentEncoding: "base64" } },
    ["info contentEncoding: `contentEncoding` isn't checked: the value is the text as it is sent."],
  ],
  ["content that is bytes isn't reported", { schema: { type: "string", contentMediaType: "image/png" } }, []],
])("reports %s", (_, parts, notes) => {
  expect(notesOf(parts)).toEqual(notes);
});
