import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { emitClient } from "../../cli/generate/client/client.ts";
import { emitOperations } from "../../cli/generate/handlers/operations.ts";
import { typeNames } from "../../cli/generate/types/type-names.ts";
import { emitTypes } from "../../cli/generate/types.ts";
import { emitWebhooks } from "../../cli/generate/webhooks.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { compileVirtual } from "../helpers/compile-virtual.ts";

describe("a schema's type is named", () => {
  const named = (...schemas: string[]) => Object.fromEntries(typeNames(schemas).schemas);

  test.each([
    ["Station", "Station"],
    ["pet_status", "pet_status"],
    ["$ref", "$ref"],
    ["Größe", "Größe"],
    ["pet-status", "petStatus"],
    ["com.example.v1.Pet", "comExampleV1Pet"],
    ["2D-point", "_2DPoint"],
    ["...", "_"],
    ["class", "class_"],
    ["string", "string_"],
    ["Record", "Record_"],
    ["Output", "Output_"],
    ["List1", "List1_"],
    ["constructor", "constructor"],
  ])("%s: %s", (schema, name) => {
    expect(named(schema)).toEqual({ [schema]: name });
  });

  test("and a name that is an identifier goes to its own schema", () => {
    expect(named("pet-status", "petStatus", "pet.status")).toEqual({
      petStatus: "petStatus",
      "pet-status": "petStatus_",
      "pet.status": "petStatus__",
    });
  });
});

const json = (schema: object) => ({ "application/json": { schema } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: object, required = Object.keys(properties)) => ({
  type: "object",
  required,
  properties,
});
const text = { type: "string" };
const id = { type: "integer", readOnly: true };

const depot = {
  openapi: "3.1.0",
  info: { title: "Depot", version: "1.0.0" },
  paths: {
    "/wagons": {
      get: {
        operationId: "list-wagons",
        parameters: [{ name: "colour", in: "query", schema: text }],
        responses: {
          "200": {
            description: "Them.",
            content: {
              ...json({ type: "object", properties: { data: { type: "array", items: ref("Wagon") } } }),
              "application/xml": { schema: ref("Wagon") },
            },
          },
          "404": { $ref: "#/components/responses/Gone" },
        },
      },
      post: {
        operationId: "add-wagon",
        requestBody: { required: true, content: json(ref("Wagon")) },
        responses: {
          "201": { description: "It.", content: json(ref("Wagon")) },
          "404": { $ref: "#/components/responses/Gone" },
          "409": { description: "No.", content: json(object({ reason: text })) },
        },
      },
      put: {
        operationId: "move-wagons",
        requestBody: { content: json(object({ to: text, id })) },
        responses: { "204": { description: "Done." } },
      },
    },
  },
  webhooks: {
    built: {
      post: {
        requestBody: { required: true, content: json(ref("Wagon")) },
        responses: { "200": { description: "Seen.", content: json(ref("Wagon")) } },
      },
    },
  },
  components: {
    responses: { Gone: { description: "Gone.", content: json(object({ since: text })) } },
    schemas: {
      Wagon: object({ id, key: { ...text, writeOnly: true }, name: text, inner: ref("Brake") }, [
        "id",
        "key",
        "name",
      ]),
      Brake: object({ id, kind: text }),
      Sticker: object({ label: text }),
      // The marks of one part apply to the others.
      Long: { allOf: [ref("Plain"), { properties: { since: { readOnly: true } }, required: ["since"] }] },
      Plain: object({ since: text, length: { type: "number" } }),
      Wide: { allOf: [ref("Brake"), { required: ["id"], properties: { width: { type: "number" } } }] },
    },
  },
};

const usage = `
import type {
  AddWagon409Body, AddWagonBody, Brake, GoneBody, ListWagons200Body, ListWagonsQuery, Long, LongInput, MoveWagonsBody,
  Readable, Sticker, Wagon, WagonInput, WideInput, Writable, components, paths,
} from "./types.ts";
import type { Input, Output } from "./operations.ts";
import type { WebhookOutput, WebhookPayload } from "./webhooks.ts";
import { createApi, createApiClient } from "./client.ts";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Flat<T> = T extends object ? { [K in keyof T]: T[K] } : T;
declare function same<A, B>(..._: Equal<Flat<A>, Flat<B>> extends true ? [] : [A, B]): void;

same<Wagon, { id: number; name: string; inner?: Brake }>();
same<WagonInput, { key: string; name: string; inner?: { kind: string } }>();
same<components["schemas"]["Wagon"], Wagon>();
same<AddWagonBody, WagonInput>();
same<MoveWagonsBody, { to: string }>();
same<AddWagon409Body, { reason: string }>();
same<GoneBody, { since: string }>();
same<ListWagons200Body, { data?: Wagon[] }>();
same<ListWagonsQuery, { colour?: string }>();
same<paths["/wagons"]["post"]["requestBody"]["content"]["application/json"], WagonInput>();
same<Long, { since: string; length: number }>();
same<LongInput, { length: number }>();
same<WideInput, { kind: string; width?: number }>();
same<Writable<Wagon>, WagonInput>();
same<Writable<Wagon[]>, WagonInput[]>();
same<Readable<WagonInput>, Wagon>();
same<Writable<Sticker>, Sticker>();
same<Readable<string>, string>();
same<Input<"add-wagon", never>["body"], WagonInput>();
same<WebhookPayload<"built">["body"], Wagon>();
export const seen: WebhookOutput<"built"> = { status: 200, body: { key: "k", name: "n" } };

export async function calls() {
  const api = createApi(createApiClient());
  const added = await api["add-wagon"]({ body: { key: "k", name: "n" } });
  if (added.status === 201) same<typeof added.data, Wagon>();
  // @ts-expect-error: readOnly
  await api["add-wagon"]({ body: { id: 1, key: "k", name: "n" } });
}

export const wrongStatus = async (): Promise<Output<"add-wagon">> => ({ status: 200, body: { id: 1, name: "n" } });
export const wrongProperty = async (): Promise<Output<"add-wagon">> => ({ status: 201, body: { id: 1, nam: "n" } });
export const wrongOfSeveral = async (): Promise<Output<"list-wagons">> => {
  return { status: 200, contentType: "application/json", body: { data: [{ id: 1, nam: "n" }] } };
};
`;

/** A document with schemas that have the names of everything in the generated files. */
const taken = {
  ...depot,
  components: {
    ...depot.components,
    schemas: {
      ...depot.components.schemas,
      ...Object.fromEntries(namesIn(generatedFiles(depot)).map((name) => [name, object({ label: text })])),
    },
  },
};

function generatedFiles(raw: object): Record<string, string> {
  const document = readDocument(structuredClone(raw) as never);
  return {
    "types.ts": emitTypes(document),
    "operations.ts": emitOperations(document),
    "client.ts": emitClient(document),
    "webhooks.ts": emitWebhooks(document) ?? "",
  };
}

function namesIn(files: Record<string, string>): string[] {
  const own = Object.keys(depot.components.schemas);
  const words = Object.values(files).flatMap((one) => one.match(/[A-Za-z_$][\w$]*/g) ?? []);
  return [...new Set(words)].filter((name) => !own.includes(name) && !name.includes("__"));
}

const folder = (name: string) => fileURLToPath(new URL(`named-${name}`, import.meta.url));
const placed = (name: string, files: Record<string, string>) =>
  Object.entries(files).map(([file, source]) => [path.join(folder(name), file), source] as const);
const complaints = compileVirtual(
  new Map([
    ...placed("depot", { ...generatedFiles(depot), "usage.ts": usage }),
    ...placed("taken", generatedFiles(taken)),
  ]),
);

test("schemas may have the names of everything in the generated files", () => {
  expect(complaints.filter(({ file }) => file.startsWith(folder("taken")))).toEqual([]);
});

describe("the types of a document with readOnly and writeOnly", () => {
  const said = complaints.filter(({ file }) => file.startsWith(folder("depot")));
  const lines = usage.split("\n");

  test("are what a response has and what a request has; messages name the mistake", () => {
    expect(
      said.map(({ line, text: message }) => [
        /wrong\w+/.exec(`${lines[line]}${lines[line - 1]}`)?.[0],
        message,
      ]),
    ).toEqual([
      ["wrongStatus", "Type '200' is not assignable to type '201 | 404 | 409'."],
      ["wrongProperty", expect.stringContaining("'nam' does not exist in type 'Sent<Wagon>'")],
      ["wrongOfSeveral", expect.stringContaining("'nam' does not exist in type 'Sent<Wagon>'")],
    ]);
  });

  test("and don't mention streams where nothing streams", () => {
    expect(said.map(({ text: message }) => message).join("\n")).not.toContain("StreamedBody");
  });
});
