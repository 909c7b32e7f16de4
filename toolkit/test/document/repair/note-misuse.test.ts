import { expect, test } from "vitest";
import { readDocument } from "../../../server/document/read-document.ts";

const parameter = { name: "X-Ink", in: "header", schema: { type: "string" } };
const header = { schema: { type: "string" } };

/** The notes of a document with an operation that has these parameters and headers. */
function notesOf({ parameters = [], headers = {}, openapi = "3.2.0", ...more }: Record<string, unknown>) {
  const get = { operationId: "readInk", parameters, responses: { "200": { description: "Ink.", headers } } };
  const { notes } = readDocument({
    openapi,
    info: { title: "Ink", version: "1" },
    paths: { "/ink": { get } },
    ...more,
  } as never);
  return notes.map(
    ({ severity, pointer, message }) => `${severity} ${pointer?.split("/").slice(-2).join("/")}: ${message}`,
  );
}

const apart = (one: string, other: string) =>
  `\`${one}\` and \`${other}\` exclude each other. Leave one of them out.`;

test.each<[string, Parameters<typeof notesOf>[0], string[]]>([
  [
    "an unknown field of the document, but not an extension",
    { overlays: {}, "x-overlays": {} },
    [
      "warning #/overlays: OpenAPI has no field `overlays` here, so it is ignored. The name of an extension begins with `x-`.",
    ],
  ],
  [
    "a tag that is described twice, and documentation without an address",
    { tags: [{ name: "ink" }, { name: "ink", externalDocs: {} }], externalDocs: { description: "More." } },
    [
      "warning #/externalDocs: `externalDocs` has no `url`, so it leads nowhere. Write one.",
      "warning 1/externalDocs: `externalDocs` has no `url`, so it leads nowhere. Write one.",
      "warning tags/1: The tag ink is described twice. Leave one of the descriptions out.",
    ],
  ],
  [
    "security schemes that don't say how to get or send a token",
    {
      components: {
        securitySchemes: {
          a: { type: "oauth2" },
          b: { type: "openIdConnect" },
          c: { type: "http", scheme: "Ink" },
          d: { type: "http", scheme: "Bearer" },
        },
      },
    },
    [
      "warning securitySchemes/a: This security scheme has no `flows`. Tokens are still checked by the scheme's authenticator, but callers can't know where to get one.",
      "warning securitySchemes/b: This security scheme has no `openIdConnectUrl`. Tokens are still checked by the scheme's authenticator, but callers can't know where to get one.",
      "warning c/scheme: \"Ink\" isn't a registered HTTP authentication scheme, so tools don't know how to send it. It is read from `Authorization`. Write `bearer` or `basic`, or describe the header as `apiKey`.",
    ],
  ],
  [
    "an unknown field of a link",
    { components: { links: { ink: { operationId: "readInk", body: {} } } } },
    [
      "warning ink/body: OpenAPI has no field `body` here, so it is ignored. The name of an extension begins with `x-`.",
    ],
  ],
  [
    "`example` beside `examples`",
    { parameters: [{ ...parameter, example: "red", examples: { blue: { value: "blue" } } }] },
    [`warning 0/examples: ${apart("example", "examples")}`],
  ],
  [
    "two values in an example",
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
  [
    "a misspelled field",
    { parameters: [{ ...parameter, requird: true }] },
    ["warning 0/requird: OpenAPI has no field `requird` here, so it is ignored. Did you mean required?"],
  ],
  [
    "unknown fields of nested objects",
    { tags: [{ name: "ink", color: "red" }], servers: [{ url: "https://ink.example", protocol: "https" }] },
    [
      "warning 0/color: OpenAPI has no field `color` here, so it is ignored. The name of an extension begins with `x-`.",
      "warning 0/protocol: OpenAPI has no field `protocol` here, so it is ignored. The name of an extension begins with `x-`.",
    ],
  ],
  [
    "fields of another type of security scheme",
    {
      components: {
        securitySchemes: { key: { type: "apiKey", name: "X-Key", in: "header", scheme: "basic" } },
      },
    },
    ["warning key/scheme: `scheme` has no meaning in a security scheme of the type apiKey; it is ignored."],
  ],
  [
    "fields beside a reference, except descriptions",
    {
      parameters: [{ $ref: "#/components/parameters/Ink", required: true, description: "Ink." }],
      components: { parameters: { Ink: parameter } },
    },
    ["warning 0/required: Beside `$ref`, OpenAPI ignores `required`. Leave it out."],
  ],
  [
    "two media types of a parameter",
    {
      parameters: [
        { name: "ink", in: "query", content: { "application/json": { schema: {} }, "text/plain": {} } },
      ],
    },
    [
      "warning 0/content: A parameter has one media type: application/json is used, and text/plain is ignored.",
    ],
  ],
  [
    "an unparsed media type of a parameter",
    { parameters: [{ name: "ink", in: "query", content: { "application/xml": { schema: {} } } }] },
    [
      "warning 0/content: A parameter in application/xml isn't parsed, but kept as text. Only JSON is parsed.",
    ],
  ],
  [
    "a parameter without a schema",
    { parameters: [{ name: "ink", in: "query" }] },
    ["warning parameters/0: This parameter has no `schema`, so any text is allowed."],
  ],
  [
    "a style that headers can't have",
    { headers: { "X-Ink": { ...header, style: "form" } } },
    ['warning X-Ink/style: No header has the style "form"; it is read as `simple`.'],
  ],
  [
    "`allowEmptyValue` outside of the query",
    { parameters: [{ ...parameter, allowEmptyValue: true }] },
    ["warning 0/allowEmptyValue: `allowEmptyValue` applies only to query parameters; it is ignored."],
  ],
])("reports %s", (_, parts, notes) => {
  expect(notesOf(parts)).toEqual(notes);
});

test.each<[string, Record<string, unknown>, string[]]>([
  [
    "a tag twice",
    { tags: ["a", "b", "a"] },
    ['warning get/tags: `tags` lists "a" twice. List each tag once.'],
  ],
  [
    "a body with GET",
    { requestBody: { content: { "text/plain": {} } } },
    [
      "warning get/requestBody: HTTP defines no meaning for the body of a GET request: browsers and `fetch` send none, and proxies drop it. It is read as documented. Write query parameters, or use POST.",
    ],
  ],
  [
    "a body without a media type",
    { requestBody: { content: {} } },
    [
      "warning get/requestBody: This request body has no media type, so it is ignored: any body is accepted and none is read. Describe it in `content`.",
    ],
  ],
])("an operation with %s", (_, operation, expected) => {
  const paths = { "/ink": { get: { ...operation, responses: { 204: { description: "None." } } } } };
  expect(notesOf({ paths })).toEqual(expected);
});

test("a path that has a variable twice, and a property that is required twice", () => {
  const id = { name: "id", in: "path", required: true, schema: { required: ["a", "a"] } };
  const get = { parameters: [id], responses: { 204: { description: "None." } } };
  expect(notesOf({ paths: { "/ink/{id}/of/{id}": { get } } })).toEqual([
    'warning schema/required: `required` lists "a" twice. List each name once.',
    "warning paths/~1ink~1{id}~1of~1{id}: The path has {id} twice. Requests may differ there, and handlers get one of the two values. Give each its own name.",
  ]);
});
