import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emitClient } from "../../cli/generate/client/client.ts";
import { callTable } from "../../cli/generate/client/client-calls.ts";
import { emitOperations } from "../../cli/generate/handlers/operations.ts";
import { emitTypes } from "../../cli/generate/types.ts";
import { createTypedClient } from "../../client/create-typed-client.ts";
import { createOperationMethods } from "../../client/operation-methods.ts";
import type { RawDocument } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { plansOf } from "../../server/request/operation-dates.ts";
import { clientTraits } from "../helpers/client-traits.ts";
import { compileVirtual } from "../helpers/compile-virtual.ts";
import { type SmallApp, startApp } from "../helpers/small-app.ts";

// With `dates: "Date"`, handlers and callers of the client get a `Date` where the document describes a date.

const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };
const day = { ...text, format: "date" };
const time = { ...text, format: "date-time" };
const json = (schema: object) => ({ "application/json": { schema } });
const object = (properties: object, more = {}) => ({ type: "object", properties, ...more });
const done = (content: object) => ({ "200": { description: "Done.", content } });

const schemas = {
  Trip: object(
    {
      id: { type: "integer", readOnly: true },
      startsOn: day,
      leavesAt: to("Moment"),
      bookedAt: { ...time, default: "2026-01-01T00:00:00Z" },
      endedAt: { type: ["string", "null"], format: "date-time" },
      name: text,
      next: to("Trip"),
      legs: { type: "array", items: object({ on: day }) },
      season: { ...day, enum: ["2026-03-01", "2026-09-01"] },
    },
    { required: ["startsOn", "leavesAt", "name"] },
  ),
  Moment: time,
  Change: {
    oneOf: [
      object({ field: { const: "startsOn" }, value: day }, { required: ["field", "value"] }),
      object({ field: { const: "name" }, value: text }, { required: ["field", "value"] }),
    ],
  },
  Note: object(
    { about: { anyOf: [day, text] }, exact: { allOf: [{ type: "string", maxLength: 30 }, to("Moment")] } },
    { additionalProperties: day },
  ),
  Problem: object({ title: text, retryAt: time }, { required: ["title"] }),
};

const raw = {
  openapi: "3.2.0",
  info: { title: "Trips", version: "1.0.0" },
  "x-dates": "Date",
  paths: {
    "/trips/{on}": {
      post: {
        operationId: "addTrip",
        parameters: [
          { name: "on", in: "path", required: true, schema: day },
          { name: "since", in: "query", schema: time },
          { name: "days", in: "query", schema: { type: "array", items: day } },
          { name: "X-At", in: "header", schema: time },
          { name: "last", in: "cookie", schema: day },
        ],
        requestBody: { required: true, content: json(to("Trip")) },
        responses: {
          ...done(json(to("Trip"))),
          "4XX": { description: "Refused.", content: json(to("Problem")) },
        },
      },
    },
    "/changes": {
      post: {
        operationId: "change",
        requestBody: { required: true, content: json({ type: "array", items: to("Change") }) },
        responses: done(json({ type: "array", items: to("Change") })),
      },
    },
    "/notes": {
      post: {
        operationId: "note",
        requestBody: { required: true, content: json(to("Note")) },
        responses: done(json(to("Note"))),
      },
    },
    "/form": {
      post: {
        operationId: "fillIn",
        requestBody: {
          required: true,
          content: { "multipart/form-data": { schema: object({ on: day, at: time }) } },
        },
        responses: done(json(time)),
      },
    },
    "/stream": {
      post: {
        operationId: "stream",
        requestBody: { required: true, content: { "application/jsonl": { itemSchema: to("Trip") } } },
        responses: done({ "application/jsonl": { itemSchema: to("Trip") } }),
      },
    },
    "/plain": { get: { operationId: "readPlain", responses: done({ "text/plain": { schema: day } }) } },
  },
  components: { schemas },
} as unknown as RawDocument;

const usage = `
import { createApi, createApiClient } from "./client.ts";
import type { Handlers, Input, Output } from "./operations.ts";
import type { Change, Note, Trip, TripInput } from "./types.ts";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
declare function same<A, B>(..._: Equal<A, B> extends true ? [] : [A, B]): void;
const at = new Date();

export async function addTrip({ path, query, headers, cookies, body }: Input<"addTrip", undefined>): Promise<Output<"addTrip">> {
  same<typeof path.on, Date>();
  same<typeof query.since, Date | undefined>();
  same<typeof query.days, Date[] | undefined>();
  same<(typeof headers)["X-At"], Date | undefined>();
  same<typeof cookies.last, Date | undefined>();
  same<typeof body.startsOn, Date>();
  same<typeof body.leavesAt, Date>();
  same<typeof body.bookedAt, Date>();
  same<typeof body.endedAt, Date | null | undefined>();
  same<typeof body.season, "2026-03-01" | "2026-09-01" | undefined>();
  same<Note["exact"], Date | undefined>();
  // Text is fine too.
  return { status: 200, body: { ...body, startsOn: "2026-03-01" } };
}

export async function calls(trip: Trip) {
  const api = createApi(createApiClient());
  const added = await api.addTrip({ path: { on: at }, query: { since: at, days: [at] }, body: trip });
  if (added.status === 200) same<typeof added.data.leavesAt, Date>();
  else same<typeof added.error.retryAt, Date | undefined>();
  // @ts-expect-error: text is no Date
  await api.addTrip({ path: { on: "2026-03-01" }, body: trip });
  const plain = await api.readPlain();
  if (plain.status === 200) same<typeof plain.data, string>();
  const changed = await api.change({ body: [{ field: "name", value: "a" }, { field: "startsOn", value: at }] });
  if (changed.status === 200) for (const one of changed.data) if (one.field === "name") same<typeof one.value, string>();
  const streamed = await api.stream({ body: (async function* () { yield trip; })() });
  if (streamed.status === 200) for await (const one of streamed.data) same<typeof one, Trip>();
}
export type Used = [Handlers<undefined, object>, Change, TripInput];
`;

test("handlers' inputs and the client's responses have the type Date", () => {
  const document = readDocument(structuredClone(raw));
  const folder = fileURLToPath(new URL("emitted-parsed-dates", import.meta.url));
  const files = [
    ["types.ts", emitTypes(document)],
    ["operations.ts", emitOperations(document)],
    ["client.ts", emitClient(document)],
    ["usage.ts", usage],
  ].map(([name = "", source = ""]) => [path.join(folder, name), source] as const);
  expect(compileVirtual(new Map(files))).toEqual([]);
});

test("the generated client imports nothing for dates without the option", () => {
  const { "x-dates": _, ...without } = structuredClone(raw);
  expect(emitClient(readDocument(without as RawDocument))).not.toMatch(/dates|convert/i);
  expect(emitClient(readDocument(structuredClone(raw)))).toContain("datesIn");
});

let app: SmallApp;
/** What handlers got. */
let got: Record<string, unknown> = {};
beforeAll(async () => {
  const keep = (input: Record<string, unknown>) => {
    got = input;
    return { status: 200, body: input.body };
  };
  app = await startApp({
    raw: structuredClone(raw),
    handlers: {
      addTrip: (input) =>
        input.body.name === "full"
          ? { status: 409, body: { title: "Full.", retryAt: new Date("2026-03-02") } }
          : keep(input),
      change: keep,
      note: keep,
      stream: keep,
      fillIn: (input) => ({ ...keep(input), body: input.body.at }),
      readPlain: () => ({ status: 200, body: "2026-03-01" }),
    },
  });
});
afterAll(() => app.close());

type Untyped = Record<"addTrip" | "change" | "fillIn" | "note" | "readPlain" | "stream", Call>;
// biome-ignore lint/suspicious/noExplicitAny: its types are compiled above.
type Call = (init?: object) => Promise<any>;

/** The generated client, and the bodies that it sends. */
function client() {
  const sent: string[] = [];
  const document = readDocument(structuredClone(raw));
  const table = callTable(document);
  const typed = createTypedClient(
    {
      baseUrl: app.url,
      fetch: async (request) => {
        sent.push(`${decodeURIComponent(request.url.replace(app.url, ""))} ${await request.clone().text()}`);
        return fetch(request);
      },
    },
    clientTraits(table, plansOf(document).table),
  );
  const routes = document.operations.map(({ operationId, method, path: route }) => [
    operationId,
    [method, route],
  ]);
  return {
    api: createOperationMethods(typed as never, Object.fromEntries(routes)) as unknown as Untyped,
    sent,
  };
}

const on = new Date("2026-03-01");
const at = new Date("2026-03-01T12:30:00Z");

test("a request's dates are written in their formats, and a handler gets them as Dates", async () => {
  const { api, sent } = client();
  const body = {
    startsOn: on,
    leavesAt: at,
    name: "2026-03-01",
    next: { startsOn: on, leavesAt: at, name: "b" },
    legs: [{ on }],
    season: "2026-03-01",
  };
  const { data } = await api.addTrip({
    path: { on },
    query: { since: at, days: [on, on] },
    header: { "X-At": at },
    body,
  });
  expect(sent[0]).toMatch(
    /^\/trips\/2026-03-01\?since=2026-03-01T12:30:00.000Z&days=2026-03-01&days=2026-03-01 \{/,
  );
  expect(sent[0]).toContain('"startsOn":"2026-03-01","leavesAt":"2026-03-01T12:30:00.000Z"');
  const bookedAt = new Date("2026-01-01");
  const filled = { ...body, bookedAt, next: { ...body.next, bookedAt } };
  expect(got).toMatchObject({
    path: { on },
    query: { since: at, days: [on, on] },
    headers: { "X-At": at },
    body: filled,
  });
  expect(data).toEqual(filled);
  expect(body.startsOn).toBe(on);
});

test("an error's dates are Dates too, by a range of statuses", async () => {
  const { api } = client();
  const full = await api.addTrip({ path: { on }, body: { startsOn: on, leavesAt: at, name: "full" } });
  expect([full.status, full.error]).toEqual([409, { title: "Full.", retryAt: new Date("2026-03-02") }]);
});

test("the text of an alternative that looks like a date stays text where a property distinguishes them", async () => {
  const { api } = client();
  const body = [
    { field: "name", value: "2026-03-01" },
    { field: "startsOn", value: on },
  ];
  const { data } = await api.change({ body });
  expect([data, got.body]).toEqual([body, body]);
});

test("elsewhere, each text that is a date is a Date", async () => {
  const { api } = client();
  const { data } = await api.note({ body: { about: "2026-03-01", more: on } });
  expect(data).toEqual({ about: on, more: on });
  expect((await api.note({ body: { about: "soon" } })).data).toEqual({ about: "soon" });
});

test("forms, streams and bodies that are a date have Dates; other media types stay text", async () => {
  const { api, sent } = client();
  const form = await api.fillIn({ body: { on, at } });
  expect(sent[0]).toMatch(/name="on"\r\n\r\n2026-03-01\r\n/);
  expect([form.data, got.body]).toEqual([at, { on, at }]);
  const trip = { startsOn: on, leavesAt: at, name: "a", bookedAt: on };
  const streamed = await api.stream({
    body: (async function* () {
      yield trip;
    })(),
  });
  for await (const item of streamed.data) expect(item).toEqual(trip);
  expect((await api.readPlain()).data).toBe("2026-03-01");
});

test("as text, as a stream or as bytes, a response stays as it is", async () => {
  const { api } = client();
  const { data } = await api.note({ body: { about: "a", more: on }, parseAs: "text" });
  expect(data).toBe('{"about":"a","more":"2026-03-01"}');
});
