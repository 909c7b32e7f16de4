import { isDeepStrictEqual } from "node:util";
import { styleExamples } from "../style-examples.ts";

/** The arguments of a call, by their places. */
export interface CallArguments {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  header?: Record<string, unknown>;
  cookie?: Record<string, unknown>;
  /** Headers that the operation doesn't describe. */
  headers?: Record<string, string>;
  body?: unknown;
  /** The media types of the bodies, for clients that need them. */
  types?: { request?: string | undefined; response?: string | undefined };
}

/** A request as it arrived. */
export interface SentRequest {
  target: string;
  headers: Headers;
  body: Uint8Array<ArrayBuffer>;
}

/** What a client's call returned: the body of a success or an error, or the items of a stream. */
export interface Returned {
  /** Undefined if only the items of a stream are returned. */
  status?: number | undefined;
  data?: unknown;
  error?: unknown;
  items?: unknown[];
}

export interface Fact {
  name: string;
  group: "parameters" | "requests" | "responses";
  method: "get" | "post";
  path: string;
  /** The operation, but for its id. */
  operation: object;
  call: CallArguments;
  /** What the server sends; by default 204. */
  response?: { status?: number; contentType: string; body: string | Uint8Array };
  /** Undefined if the fact holds, or what was sent or returned instead. */
  judge: (sent: SentRequest, returned: Returned) => unknown;
}

const noContent = { responses: { "204": { description: "Received." } } };

const unlessEqual = (actual: unknown, expected: unknown): unknown =>
  isDeepStrictEqual(actual, expected) ? undefined : (actual ?? "nothing");

const parameters = styleExamples.flatMap(({ name, place, path, parameter, value, text }): Fact[] => {
  // A path can't have an empty segment.
  if (text === undefined || (place === "path" && text === "")) return [];
  const sentText = {
    path: ({ target }: SentRequest) => target.slice(path.indexOf("{")),
    query: ({ target }: SentRequest) => target.split("?")[1],
    header: ({ headers }: SentRequest) => headers.get("color"),
    cookie: ({ headers }: SentRequest) => headers.get("cookie"),
  }[place];
  return [
    {
      ...{ name, group: "parameters", method: "get", path },
      operation: { parameters: [parameter], ...noContent },
      call: { [place]: { color: value } },
      judge: (sent) => unlessEqual(sentText(sent), text),
    },
  ];
});

/** A parameter with one value, and what the server should read. */
function parameterFact(
  name: string,
  parameter: { name: string; in: "path" | "query" | "header" } & Record<string, unknown>,
  value: unknown,
  judge: (sent: SentRequest) => unknown,
): Fact {
  const path = `/other/${name.replaceAll(/\W+/g, "-")}${parameter.in === "path" ? `/{${parameter.name}}` : ""}`;
  return {
    ...{ name, group: "parameters", method: "get", path },
    operation: { parameters: [{ required: true, ...parameter }], ...noContent },
    call: { [parameter.in]: { [parameter.name]: value } },
    judge,
  };
}

const queryOf = ({ target }: SentRequest): string | null =>
  new URL(target, "http://localhost").searchParams.get("q");
const text = { type: "string" };

const otherParameters: Fact[] = [
  parameterFact(
    "a slash in a path segment",
    { name: "q", in: "path", schema: text },
    "a/b?c#d",
    ({ target }) => unlessEqual(decodeURIComponent(target.split("/").at(-1) ?? ""), "a/b?c#d"),
  ),
  parameterFact(
    "reserved characters in a query",
    { name: "q", in: "query", schema: text },
    "a&b=c d+e%",
    (sent) => unlessEqual(queryOf(sent), "a&b=c d+e%"),
  ),
  parameterFact(
    "allowReserved",
    { name: "q", in: "query", allowReserved: true, schema: text },
    "a/b:c",
    ({ target }) => unlessEqual(target.split("?")[1], "q=a/b:c"),
  ),
  parameterFact(
    "a query parameter of JSON",
    { name: "q", in: "query", content: { "application/json": { schema: { type: "object" } } } },
    { a: [1] },
    (sent) => unlessEqual(queryOf(sent), '{"a":[1]}'),
  ),
  parameterFact(
    "a number in a header",
    { name: "X-Limit", in: "header", schema: { type: "integer" } },
    7,
    ({ headers }) => unlessEqual(headers.get("x-limit"), "7"),
  ),
  parameterFact(
    "a Date as date-time",
    { name: "q", in: "query", schema: { type: "string", format: "date-time" } },
    new Date("2026-11-29T10:00:00.000Z"),
    (sent) => unlessEqual(queryOf(sent), "2026-11-29T10:00:00.000Z"),
  ),
  parameterFact(
    "a Date as date",
    { name: "q", in: "query", schema: { type: "string", format: "date" } },
    new Date("2026-11-29T00:00:00.000Z"),
    (sent) => unlessEqual(queryOf(sent), "2026-11-29"),
  ),
];

const bytes = new Uint8Array([0, 255, 13, 10, 128]);
const file = { type: "string", format: "binary" };

/** A body in one media type. */
function requestFact(
  name: string,
  contentType: string,
  schema: object,
  body: unknown,
  judge: (sent: SentRequest) => unknown,
): Fact {
  return {
    ...{ name, group: "requests", method: "post", path: `/requests/${name.replaceAll(/\W+/g, "-")}` },
    operation: { requestBody: { required: true, content: { [contentType]: { schema } } }, ...noContent },
    call: { body },
    judge: (sent) =>
      sent.headers.get("content-type")?.startsWith(contentType) ? judge(sent) : "another Content-Type",
  };
}

const textOf = ({ body }: SentRequest): string => Buffer.from(body).toString();

/** Multipart, read by Node's own parser; undefined if it can't be read. */
const formOf = ({ headers, body }: SentRequest): Promise<FormData> =>
  new Response(body, { headers: { "Content-Type": headers.get("content-type") ?? "" } }).formData();

const requests: Fact[] = [
  requestFact(
    "a JSON body",
    "application/json",
    { type: "object" },
    { name: "Zürich", n: [1, null] },
    (sent) => unlessEqual(JSON.parse(textOf(sent)), { name: "Zürich", n: [1, null] }),
  ),
  requestFact(
    "a vendor's JSON body",
    "application/vnd.pet+json",
    { type: "object" },
    { name: "Rex" },
    (sent) => unlessEqual(JSON.parse(textOf(sent)), { name: "Rex" }),
  ),
  requestFact(
    "a form",
    "application/x-www-form-urlencoded",
    { type: "object", properties: { name: text, tags: { type: "array", items: text } } },
    { name: "a b&c", tags: ["x", "y"] },
    (sent) =>
      unlessEqual(
        [...new URLSearchParams(textOf(sent))],
        [
          ["name", "a b&c"],
          ["tags", "x"],
          ["tags", "y"],
        ],
      ),
  ),
  requestFact(
    "a file in a form",
    "multipart/form-data",
    { type: "object", properties: { title: text, photo: file } },
    { title: "Rex", photo: new File([bytes], "rex.png", { type: "image/png" }) },
    async (sent) => {
      const form = await formOf(sent);
      const photo = form.get("photo");
      return photo instanceof File
        ? unlessEqual(
            [form.get("title"), photo.name, photo.type, new Uint8Array(await photo.arrayBuffer())],
            ["Rex", "rex.png", "image/png", bytes],
          )
        : photo;
    },
  ),
  requestFact(
    "an object in a multipart form is JSON",
    "multipart/form-data",
    { type: "object", properties: { address: { type: "object", properties: { city: text } } } },
    { address: { city: "Bern" } },
    (sent) =>
      /content-type: application\/json\r\n\r\n\{"city":"Bern"\}\r\n/i.test(textOf(sent))
        ? undefined
        : textOf(sent),
  ),
  requestFact("a text", "text/plain", text, "plain text", (sent) => unlessEqual(textOf(sent), "plain text")),
  requestFact("bytes", "application/octet-stream", file, new Blob([bytes]), ({ body }) =>
    unlessEqual(new Uint8Array(body), bytes),
  ),
];

/** A response of one media type, for which nothing is sent. */
function responseFact(
  name: string,
  { status = 200, contentType, body }: NonNullable<Fact["response"]>,
  media: object,
  judge: (returned: Returned) => unknown,
): Fact {
  return {
    ...{ name, group: "responses", method: "get", path: `/responses/${name.replaceAll(/\W+/g, "-")}` },
    operation: {
      responses: {
        ...(status !== 200 && { "200": { description: "Found." } }),
        [status]: { description: "The response.", content: { [contentType]: media } },
      },
    },
    call: {},
    response: { status, contentType, body },
    judge: (_, returned) => judge(returned),
  };
}

/** The bytes of a Blob, an ArrayBuffer, a view or a stream. */
async function bytesOf(data: unknown): Promise<unknown> {
  const isReadable =
    data instanceof Blob ||
    data instanceof ArrayBuffer ||
    ArrayBuffer.isView(data) ||
    data instanceof ReadableStream;
  return isReadable ? new Uint8Array(await new Response(data as Blob).arrayBuffer()) : data;
}

const items = [{ n: 1 }, { n: 2 }];
const itemSchema = { type: "object", properties: { n: { type: "integer" } } };

const responses: Fact[] = [
  {
    ...{
      name: "no content",
      group: "responses",
      method: "get",
      path: "/responses/none",
      operation: noContent,
      call: {},
    },
    judge: (_, { data, error }) => unlessEqual([data ?? undefined, error], [undefined, undefined]),
  },
  responseFact(
    "JSON",
    { contentType: "application/json", body: '{"n":1}' },
    { schema: itemSchema },
    ({ data }) => unlessEqual(data, { n: 1 }),
  ),
  responseFact(
    "a vendor's JSON",
    { contentType: "application/vnd.pet+json", body: '{"n":1}' },
    { schema: itemSchema },
    ({ data }) => unlessEqual(data, { n: 1 }),
  ),
  responseFact(
    "a documented error",
    { status: 404, contentType: "application/problem+json", body: '{"title":"No such pet."}' },
    { schema: { type: "object", properties: { title: text } } },
    ({ error }) => unlessEqual(error, { title: "No such pet." }),
  ),
  responseFact(
    "text that looks like JSON",
    { contentType: "text/plain", body: "0017" },
    { schema: text },
    ({ data }) => unlessEqual(data, "0017"),
  ),
  responseFact(
    "bytes of a response",
    { contentType: "application/octet-stream", body: bytes },
    { schema: file },
    async ({ data }) => unlessEqual(await bytesOf(data), bytes),
  ),
  responseFact(
    "an int64 above 2^53",
    { contentType: "application/json", body: '{"n":9007199254740993}' },
    { schema: { type: "object", properties: { n: { type: "integer", format: "int64" } } } },
    ({ data }) => unlessEqual(String((data as { n?: unknown } | undefined)?.n), "9007199254740993"),
  ),
  responseFact(
    "server-sent events",
    { contentType: "text/event-stream", body: 'data: {"n":1}\n\ndata: {"n":2}\n\n' },
    {
      itemSchema: {
        type: "object",
        properties: {
          data: { type: "string", contentMediaType: "application/json", contentSchema: itemSchema },
        },
      },
    },
    ({ items: read }) =>
      // Some clients return events, others their data.
      unlessEqual(
        read?.map((item) => (item as { data?: unknown }).data ?? item),
        items,
      ),
  ),
  responseFact(
    "JSON Lines",
    { contentType: "application/jsonl", body: '{"n":1}\n{"n":2}\n' },
    { itemSchema },
    ({ items: read }) => unlessEqual(read, items),
  ),
];

export const facts: Fact[] = [...parameters, ...otherParameters, ...requests, ...responses];

/** The id of the operation of a fact. */
export const operationIdOf = (fact: Fact): string => `call${facts.indexOf(fact)}`;

/** One document with an operation per fact. */
export function factsDocument(url: string) {
  return {
    openapi: "3.2.0",
    info: { title: "Facts", version: "1.0.0" },
    servers: [{ url }],
    paths: Object.fromEntries(
      facts.map((fact) => [
        fact.path,
        { [fact.method]: { operationId: operationIdOf(fact), summary: fact.name, ...fact.operation } },
      ]),
    ),
  };
}
