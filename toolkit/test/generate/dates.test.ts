import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emitOperations } from "../../cli/generate/handlers/operations.ts";
import { emitTypes } from "../../cli/generate/types.ts";
import type { RawDocument } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { compileVirtual } from "../helpers/compile-virtual.ts";
import { type SmallApp, startApp } from "../helpers/small-app.ts";

// A handler may return a `Date` where the document describes a date; the client reads text.

const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };
const day = { ...text, format: "date" };
const time = { ...text, format: "date-time" };
const json = (schema: object) => ({ "application/json": { schema } });

const schemas = {
  Trip: {
    type: "object",
    required: ["startsOn", "leavesAt", "name"],
    properties: {
      startsOn: day,
      leavesAt: to("Moment"),
      endedAt: { type: ["string", "null"], format: "date-time" },
      name: text,
      port: to("Port"),
      next: to("Trip"),
      legs: { type: "array", items: { type: "object", properties: { on: day } } },
    },
  },
  Postcard: { type: "object", properties: { sentOn: day, photo: { ...text, format: "binary" } } },
  Moment: time,
  Port: {
    type: "object",
    required: ["name"],
    properties: { name: text, openFrom: { ...text, format: "time" } },
  },
  Route: { type: "array", items: { anyOf: [to("Route"), day] } },
  TripOutput: { type: "object", properties: { size: { type: "integer" } } },
  Forms: {
    type: "object",
    properties: {
      maybe: { anyOf: [day, { type: "null" }] },
      number: { oneOf: [{ type: "integer" }, time] },
      whole: { allOf: [to("Moment")], description: "With a comment." },
      both: { type: "array", prefixItems: [day, time], minItems: 2, maxItems: 2 },
    },
    additionalProperties: { type: "array", items: day },
  },
  Either: { oneOf: [to("Trip"), to("Port")] },
};

const get = (operationId: string, response: object, more = {}) => ({
  get: { operationId, responses: { "200": { description: "Done.", ...response } }, ...more },
});

const raw: RawDocument = {
  openapi: "3.2.0",
  info: { title: "Trips", version: "1.0.0" },
  paths: {
    "/trip": get("readTrip", { content: json(to("Trip")) }),
    "/trips": get("listTrips", {
      headers: { "X-Since": { required: true, schema: day } },
      content: json({
        type: "object",
        required: ["data", "until"],
        properties: { data: { type: "array", items: to("Trip") }, until: day },
      }),
    }),
    "/days": get("listDays", { content: json({ type: "array", items: day }) }),
    "/port": get("readPort", { content: json(to("Port")) }),
    "/postcard": get("readPostcard", { content: json(to("Postcard")) }),
    "/forms": get("readForms", { content: json(to("Forms")) }),
    "/either": get("readEither", { content: json(to("Either")) }),
    "/route": get("readRoute", { content: json(to("Route")) }),
    "/size": get("readSize", { content: json(to("TripOutput")) }),
    "/stream": get("streamTrips", { content: { "application/jsonl": { itemSchema: to("Trip") } } }),
    "/plain": get("readPlain", { content: { "text/plain": { schema: day } } }),
    "/add": {
      post: {
        operationId: "addTrip",
        requestBody: { required: true, content: json(to("Trip")) },
        responses: { "204": { description: "Done." } },
      },
    },
  },
  components: { schemas },
};

const usage = `
import type { Input, OperationId, Output, TripOutput_ } from "./operations.ts";
import type { paths, Trip } from "./types.ts";

const at = new Date();
const trip: TripOutput_ = { startsOn: at, leavesAt: at, name: "a" };

export const valid = {
  readTrip: { status: 200, body: { ...trip, endedAt: at, next: trip, legs: [{ on: at }] } },
  readPostcard: { status: 200, body: { sentOn: at, photo: "YQ==" } },
  listTrips: { status: 200, body: { data: [trip], until: at }, headers: { "X-Since": at } },
  listDays: { status: 200, body: [at, "2026-03-01"] },
  readForms: { status: 200, body: { maybe: at, number: at, whole: at, both: [at, at], others: [at] } },
  readEither: { status: 200, body: trip },
  readRoute: { status: 200, body: [at, [at, [at]]] },
  readSize: { status: 200, body: { size: 1 } },
  streamTrips: { status: 200, body: (async function* () { yield trip; })() },
} satisfies { [Id in OperationId]?: Output<Id> };

export const asText: Output<"readTrip"> = {
  status: 200,
  body: { startsOn: "2026-03-01", leavesAt: "2026-03-01T12:00:00Z", name: "a", endedAt: null },
};

export const invalid = [
  // @ts-expect-error: the name is no date
  { status: 200, body: { ...trip, name: at } } satisfies Output<"readTrip">,
  // @ts-expect-error: the photo is no date
  { status: 200, body: { photo: at } } satisfies Output<"readPostcard">,
  // @ts-expect-error: a time of day has no Date
  { status: 200, body: { name: "a", openFrom: at } } satisfies Output<"readPort">,
  // @ts-expect-error: text can't be a Date
  { status: 200, body: at } satisfies Output<"readPlain">,
  // @ts-expect-error: the size is no date
  { status: 200, body: { size: at } } satisfies Output<"readSize">,
];

export function read(
  trip: Trip,
  { body }: Input<"addTrip", undefined>,
  read: paths["/trip"]["get"]["responses"][200]["content"]["application/json"],
): string[] {
  return [trip.startsOn, body.leavesAt, read.endedAt ?? ""];
}
`;

test("a Date compiles in what handlers return, where the document describes a date, and nowhere else", () => {
  const document = readDocument(structuredClone(raw));
  const folder = fileURLToPath(new URL("emitted-dates", import.meta.url));
  const files = [
    ["types.ts", emitTypes(document)],
    ["operations.ts", emitOperations(document)],
    ["usage.ts", usage],
  ].map(([name = "", source = ""]) => [path.join(folder, name), source] as const);
  expect(compileVirtual(new Map(files))).toEqual([]);
});

test("only types with dates are written a second time", () => {
  const source = emitOperations(readDocument(structuredClone(raw)));
  const written = Array.from(source.matchAll(/^export type (\w+) =/gm), ([, name]) => name);
  expect(written.filter((name) => name?.includes("Output_") || name?.endsWith("Output")).sort()).toEqual([
    "EitherOutput",
    "FormsOutput",
    "ListTrips200BodyOutput",
    "MomentOutput",
    "PostcardOutput",
    "RouteOutput",
    "TripOutput_",
  ]);
});

const at = new Date("2026-03-01T12:00:00Z");
const trip = { startsOn: at, leavesAt: at, name: "a" };
const bodies: Record<string, unknown> = {
  readTrip: { ...trip, endedAt: at, next: trip, legs: [{ on: at }] },
  readForms: { maybe: at, number: at, whole: at, both: [at, at], others: [at] },
  readEither: trip,
  readRoute: [at, [at]],
  listDays: [at],
};
let app: SmallApp;
beforeAll(async () => {
  const handlers = Object.entries(bodies).map(([id, body]) => [id, () => ({ status: 200, body })]);
  const listTrips = () => ({
    status: 200,
    body: { data: [trip], until: at },
    headers: { "X-Since": at },
  });
  const streamTrips = () => ({
    status: 200,
    body: (async function* () {
      yield trip;
    })(),
  });
  app = await startApp({ raw, handlers: { ...Object.fromEntries(handlers), listTrips, streamTrips } });
});
afterAll(() => app.close());

const sent = { startsOn: "2026-03-01", leavesAt: "2026-03-01T12:00:00.000Z", name: "a" };

test.each([
  ["/trip", { ...sent, endedAt: sent.leavesAt, next: sent, legs: [{ on: sent.startsOn }] }],
  [
    "/forms",
    {
      maybe: sent.startsOn,
      number: sent.leavesAt,
      whole: sent.leavesAt,
      both: [sent.startsOn, sent.leavesAt],
      others: [sent.startsOn],
    },
  ],
  ["/either", sent],
  ["/route", [sent.startsOn, [sent.startsOn]]],
  ["/days", [sent.startsOn]],
  ["/trips", { data: [sent], until: sent.startsOn }],
  ["/stream", sent],
])("200: each Date of %s is sent as the text of its format", async (url, body) => {
  const response = await app.fetch(`${app.url}${url}`);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual(body);
  if (url === "/trips") expect(response.headers.get("X-Since")).toBe(sent.startsOn);
});
