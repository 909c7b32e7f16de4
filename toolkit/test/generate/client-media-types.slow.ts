import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { callText } from "../../cli/generate/client/call-text.ts";
import { emitClient } from "../../cli/generate/client/client.ts";
import { emitTypes } from "../../cli/generate/types.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { compileVirtual } from "../helpers/compile-virtual.ts";

const text = { type: "string" };
const bytes = { type: "string", format: "binary" };
const boat = {
  type: "object",
  required: ["name"],
  properties: { id: { ...text, readOnly: true }, name: text },
};
const list = { type: "array", items: text };

const bodies: Record<string, Record<string, object>> = {
  json: { "application/json": boat },
  table: { "text/csv": text, "application/json": list },
  texts: { "text/csv": text, "text/plain": text },
  picture: { "image/*": bytes },
  anyText: { "text/*": text },
  either: { "application/json": boat, "application/x-www-form-urlencoded": boat },
  upload: {
    "multipart/form-data": { type: "object", properties: { photo: bytes } },
    "application/json": list,
  },
  boatOrXml: { "application/json": boat, "application/xml": boat },
  any: { "*/*": boat },
  suffix: { "application/*+json": boat },
};
const ok = {
  description: "Done.",
  content: {
    "application/json": { schema: boat },
    "image/png": { schema: bytes },
    "text/csv": { schema: text },
  },
};
const error = { description: "Refused.", content: { "application/json": { schema: list } } };

const document = readDocument({
  openapi: "3.1.0",
  info: { title: "Boats", version: "1.0.0" },
  paths: {
    ...Object.fromEntries(
      Object.entries(bodies).map(([operationId, content]) => [
        `/${operationId}`,
        {
          post: {
            operationId,
            requestBody: {
              required: operationId !== "texts",
              content: Object.fromEntries(
                Object.entries(content).map(([type, schema]) => [type, { schema }]),
              ),
            },
            responses: { "204": { description: "Done." } },
          },
        },
      ]),
    ),
    "/report": { get: { operationId: "report", responses: { "200": ok, "400": error } } },
  },
});

const usage = `
import { type CallResult, type ApiClient, createApi, createApiClient, type MethodResponse, type operations } from "./client.ts";

const client = createApiClient();
const api = createApi(client);
const blob = new Blob(["a"]);
const form = new FormData();
const csv = { "Content-Type": "text/csv; header=present" } as const;

export function bodies() {
  api.json({ body: { name: "Ada" }, headers: { "x-tenant": null } });
  // @ts-expect-error: JSON has no bytes
  api.json({ body: blob });

  api.table({ body: "a,b" });
  api.table({ body: ["a"] });
  api.table({ body: blob });
  client.POST("/table", { body: ["a"], headers: { "content-type": "application/json" } });
  // @ts-expect-error: neither a text nor a list
  api.table({ body: 7 });
  // @ts-expect-error: the body is required
  client.POST("/table", { headers: csv });

  api.texts();
  api.texts({ body: "a", headers: csv });
  api.texts({ body: blob });
  // @ts-expect-error: CSV or plain text
  api.texts({ body: "a" });
  // @ts-expect-error: CSV or plain text
  client.POST("/texts", { body: "a", headers: { "x-tenant": "a" } });
  // @ts-expect-error: not a documented type
  client.POST("/texts", { body: "a", headers: { "Content-Type": "text/html" } });

  api.picture({ body: blob });
  api.picture({ body: blob, headers: { "Content-Type": "image/webp" } });
  // @ts-expect-error: a text isn't bytes
  api.picture({ body: "a" });

  api.anyText({ body: "a", headers: { "Content-Type": "text/troff" } });
  // @ts-expect-error: which text
  api.anyText({ body: "a" });

  api.suffix({ body: { name: "Ada" }, headers: { "Content-Type": "application/vnd.boats+json" } });
  // @ts-expect-error: which JSON
  api.suffix({ body: { name: "Ada" } });

  api.either({ body: { name: "Ada" }, headers: { "Content-Type": "application/x-www-form-urlencoded" } });
  client.POST("/either", { body: { name: "Ada" }, headers: { "Content-Type": "application/json" } });
  api.either({ body: new URLSearchParams({ name: "Ada" }) });
  // @ts-expect-error: JSON or a form
  api.either({ body: { name: "Ada" } });
  // @ts-expect-error: only responses have an id
  api.either({ body: { name: "Ada", id: "1" }, headers: { "Content-Type": "application/json" } });

  api.upload({ body: form });
  api.upload({ body: { photo: blob } });
  api.upload({ body: ["a"] });

  api.boatOrXml({ body: { name: "Ada" } });
  api.boatOrXml({ body: "<boat/>" });

  api.any({ body: { name: "Ada" } });
  api.any({ body: blob });
}

type Equal<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
const yes = <T extends true>(): T | undefined => undefined;
type Boat = { id?: string; name: string };

export async function answers() {
  const { data, error } = await client.GET("/report");
  yes<Equal<typeof data, Boat | Blob | string | undefined>>();
  yes<Equal<typeof error, string[] | undefined>>();
  yes<Equal<MethodResponse<typeof client, "get", "/report">, NonNullable<typeof data>>>();
  yes<Equal<MethodResponse<ApiClient, "get", "/report", { parseAs: "blob" }>, Blob>>();

  const tables: ApiClient<"text/csv"> = createApiClient<"text/csv">();
  const table = await tables.GET("/report");
  yes<Equal<typeof table.data, string | undefined>>();
  yes<Equal<typeof table.error, string[] | undefined>>();
  yes<Equal<MethodResponse<typeof tables, "get", "/report">, string>>();
  const called = await createApi(tables).report();
  yes<Equal<typeof called.data, string | undefined>>();
  yes<Equal<NonNullable<CallResult<operations["report"], unknown, "image/png">["data"]>, Blob>>();
  const native = await tables.openapiFetch.GET("/report");
  yes<Equal<typeof native.data, string | undefined>>();
  // @ts-expect-error: a list
  yes<Equal<typeof error, string>>();
}
`;

test("the types require a Content-Type where a body could be of several media types, and accept one of them", async () => {
  const folder = fileURLToPath(new URL("emitted-client", import.meta.url));
  const files = [
    ["types.ts", emitTypes(document)],
    ["client.ts", emitClient(document)],
    ["usage.ts", usage],
  ].map(([name = "", source = ""]) => [path.join(folder, name), source] as const);
  expect(compileVirtual(new Map(files))).toEqual([]);
});

test("a sample call has the header if the types require it", () => {
  const sampleOf = (id: string) => {
    const operation = document.operations.find(({ operationId }) => operationId === id);
    return operation && callText(document, operation, "")?.text;
  };
  expect(sampleOf("either")).toContain('headers: { "Content-Type": "application/json" }');
  expect(sampleOf("boatOrXml")).not.toContain("headers");
});
