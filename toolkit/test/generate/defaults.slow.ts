import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { emitClient } from "../../cli/generate/client/client.ts";
import { emitOperations } from "../../cli/generate/handlers/operations.ts";
import { emitTypes } from "../../cli/generate/types.ts";
import type { RawDocument } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { compileVirtual } from "../helpers/compile-virtual.ts";
import { startApp } from "../helpers/small-app.ts";

// A handler always gets a value with a default, and a client may omit it.

const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };

const schemas = {
  Limit: { type: "integer", default: 20 },
  Size: {
    type: "object",
    required: ["width"],
    properties: { width: { type: "integer" }, unit: { ...text, default: "m" } },
  },
  Boat: {
    type: "object",
    required: ["name"],
    properties: {
      name: text,
      id: { ...text, readOnly: true, default: "none" },
      colour: { ...text, default: "white", description: "Of the hull." },
      size: to("Size"),
      sails: { type: "array", items: to("Size") },
      parts: { type: "object", additionalProperties: to("Size") },
      tender: { anyOf: [to("Boat"), { type: "null" }] },
      crew: { allOf: [to("Limit")] },
      photo: { type: "string", format: "binary" },
      home: { type: "object", properties: { port: { ...text, default: "Kiel" } }, default: {} },
    },
  },
  Car: {
    type: "object",
    required: ["wheels"],
    properties: { wheels: { type: "integer" }, fuel: { default: "none" } },
  },
  Train: {
    type: "object",
    required: ["wagons"],
    properties: { wagons: { type: "integer" }, gauge: { default: 1435 } },
  },
  Plain: { type: "object", properties: { note: text } },
};

const parameters = [
  { in: "query", name: "limit", schema: to("Limit") },
  { in: "query", name: "order", schema: { ...text, default: "name" } },
  { in: "query", name: "search", schema: text },
  {
    in: "query",
    name: "filter",
    style: "deepObject",
    schema: { type: "object", properties: { kind: { ...text, default: "sail" }, port: text } },
  },
  {
    in: "query",
    name: "view",
    content: { "application/json": { schema: { type: "object", default: { wide: true } } } },
  },
  { in: "header", name: "X-Unit", schema: { ...text, default: "m" } },
  { in: "cookie", name: "theme", schema: { ...text, default: "light" } },
];

const form = {
  type: "object",
  properties: {
    copies: { type: "integer", default: 1 },
    size: to("Size"),
    photo: { type: "string", format: "binary" },
  },
};
const bodies: Record<string, Record<string, object>> = {
  addBoat: { "application/json": { schema: to("Boat") } },
  addBoats: { "application/json": { schema: { type: "array", items: to("Boat") } } },
  addVehicle: { "application/json": { schema: { oneOf: [to("Car"), to("Train")] } } },
  order: { "application/x-www-form-urlencoded": { schema: form } },
  upload: { "multipart/form-data": { schema: form } },
  both: { "application/json": { schema: to("Size") }, "application/x-www-form-urlencoded": { schema: form } },
  stream: { "application/jsonl": { itemSchema: to("Size") } },
  plain: { "application/json": { schema: to("Plain") } },
};
const responses = { "200": { description: "Done.", content: { "application/json": { schema: {} } } } };
const boats = { description: "Boats.", content: { "application/json": { schema: to("Boat") } } };

const raw: RawDocument = {
  openapi: "3.2.0",
  info: { title: "Boats", version: "1.0.0" },
  paths: {
    "/boats": { get: { operationId: "listBoats", parameters, responses: { "200": boats } } },
    ...Object.fromEntries(
      Object.entries(bodies).map(([operationId, content]) => [
        `/${operationId}`,
        { post: { operationId, requestBody: { required: true, content }, responses } },
      ]),
    ),
  },
  components: { schemas },
};
const document = readDocument(structuredClone(raw));

const usage = `
import { createApi, createApiClient } from "./client.ts";
import type { Input } from "./operations.ts";

type Of<Id extends Parameters<typeof pick>[0]> = Input<Id, undefined>;
declare function pick(id: "listBoats" | "addBoat" | "addBoats" | "addVehicle" | "order" | "upload" | "both" | "stream" | "plain"): void;

export function list({ query, headers, cookies }: Of<"listBoats">): [number, string, string, string, unknown] {
  const kind: string | undefined = query.filter?.kind;
  if (query.filter) query.filter.kind.length;
  // @ts-expect-error: no default
  query.search.length;
  // @ts-expect-error: no default
  query.filter.port;
  return [query.limit, query.order, headers["X-Unit"], cookies.theme, query.view ?? kind];
}

type Boat = Of<"addBoat">["body"];
export function add(boat: Boat): (number | string | undefined)[] {
  // @ts-expect-error: no default
  boat.size.unit;
  // @ts-expect-error: only responses have it
  boat.id;
  boat.photo?.length;
  const units: string[] = [boat.size?.unit ?? "", ...(boat.sails ?? []).map(({ unit }) => unit)];
  const tender: string | undefined = boat.tender?.tender?.colour;
  return [boat.colour, boat.crew, boat.home.port, boat.parts?.mast?.unit.length, tender, ...units];
}

export function others(
  [first]: Of<"addBoats">["body"],
  vehicle: Of<"addVehicle">["body"],
  order: Of<"order">["body"],
  upload: Of<"upload">["body"],
  both: Of<"both">["body"],
  plain: Of<"plain">["body"],
) {
  first?.colour.length;
  if ("wheels" in vehicle) vehicle.fuel satisfies {} | null | undefined;
  order.copies.toFixed();
  order.size?.unit.length;
  upload.copies.toFixed();
  upload.photo?.name.length;
  if (both.contentType === "application/json") both.content.unit.length;
  else both.content.copies.toFixed();
  // @ts-expect-error: no default
  plain.note.length;
}

export async function items(body: Of<"stream">["body"]) {
  for await (const { unit } of body) unit.length;
}

const api = createApi(createApiClient());
export async function calls() {
  const { data } = await api.listBoats();
  await api.listBoats({ query: { search: "a" } });
  await api.addBoat({ body: { name: "Ada" } });
  await api.order({ body: {} });
  await api.upload({ body: { copies: 2 } });
  // @ts-expect-error: a response may come without it
  data?.colour.length;
}
`;

test("input always has values with defaults, in parameters and bodies, and calls may omit them", async () => {
  const folder = fileURLToPath(new URL("emitted-defaults", import.meta.url));
  const files = [
    ["types.ts", emitTypes(document)],
    ["operations.ts", emitOperations(document)],
    ["client.ts", emitClient(document)],
    ["usage.ts", usage],
  ].map(([name = "", source = ""]) => [path.join(folder, name), source] as const);
  expect(compileVirtual(new Map(files))).toEqual([]);
});

test("200: the server fills in the values that the types promise", async () => {
  const got: Record<string, unknown> = {};
  const ids = ["listBoats", ...Object.keys(bodies)];
  const handler =
    (id: string) => async (input: { body?: unknown; query: unknown; headers: unknown; cookies: unknown }) => {
      got[id] = id === "listBoats" ? [input.query, input.headers, input.cookies] : input.body;
      return { status: 200, body: { name: "Ada" } };
    };
  const app = await startApp({ raw, handlers: Object.fromEntries(ids.map((id) => [id, handler(id)])) });
  onTestFinished(app.close);
  const post = (id: string, body: string | FormData, type?: string) =>
    fetch(`${app.url}/${id}`, {
      method: "POST",
      body,
      ...(type !== undefined && { headers: { "Content-Type": type } }),
    });
  const json = (id: string, value: unknown) => post(id, JSON.stringify(value), "application/json");
  const answers = [
    await fetch(`${app.url}/boats?filter[port]=Kiel`),
    await json("addBoat", {
      name: "Ada",
      size: { width: 1 },
      sails: [{ width: 2 }],
      tender: { name: "Bea" },
    }),
    await json("addVehicle", { wagons: 3 }),
    await post("order", "size[width]=2", "application/x-www-form-urlencoded"),
    await post("upload", new FormData()),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(got).toEqual({
    listBoats: [
      { limit: 20, order: "name", filter: { kind: "sail", port: "Kiel" }, view: { wide: true } },
      { "X-Unit": "m" },
      { theme: "light" },
    ],
    addBoat: {
      name: "Ada",
      colour: "white",
      size: { width: 1, unit: "m" },
      sails: [{ width: 2, unit: "m" }],
      tender: { name: "Bea", colour: "white", crew: 20, home: { port: "Kiel" } },
      crew: 20,
      home: { port: "Kiel" },
    },
    addVehicle: { wagons: 3, gauge: 1435 },
    order: { copies: 1, size: { width: 2, unit: "m" } },
    upload: { copies: 1 },
  });
});

test("200: the default beside a header's reference is filled in if nothing else could be invalid", async () => {
  const unit = { in: "header", name: "X-Unit", schema: { ...to("Unit"), default: "m" } };
  const paths = { "/units": { get: { operationId: "readUnit", parameters: [unit], responses } } };
  let got: unknown;
  const readUnit = async ({ headers }: { headers: unknown }) => {
    got = headers;
    return { status: 200, body: {} };
  };
  const components = { schemas: { Unit: text } };
  const app = await startApp({ raw: { ...raw, paths, components }, handlers: { readUnit } });
  onTestFinished(app.close);
  expect((await fetch(`${app.url}/units`)).status).toBe(200);
  expect(got).toEqual({ "X-Unit": "m" });
});
