import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { emitClient } from "../../cli/generate/client/client.ts";
import { emitOperations } from "../../cli/generate/handlers/operations.ts";
import { emitTypes } from "../../cli/generate/types.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { compileVirtual } from "../helpers/compile-virtual.ts";

const json = (schema: object) => ({ "application/json": { schema } });
const responds = (description: string, content?: object) => ({ description, ...(content && { content }) });
const user = { $ref: "#/components/schemas/User" };
const problem = { $ref: "#/components/schemas/Problem" };

/** Features that need extra code: marks, ranges, media types, styles, every security scheme. */
const document = {
  openapi: "3.1.0",
  info: { title: "Users", version: "1.0.0" },
  servers: [{ url: "https://users.example/" }],
  paths: {
    "/users": {
      get: {
        operationId: "users.list",
        parameters: [
          {
            name: "ids",
            in: "query",
            explode: false,
            schema: { type: "array", items: { type: "integer" } },
          },
          { name: "theme", in: "cookie", schema: { type: "string" } },
        ],
        responses: {
          "2XX": responds("They.", json({ type: "array", items: user })),
          default: responds("Failed.", json(problem)),
        },
      },
      post: {
        operationId: "users.create",
        security: [],
        requestBody: { required: true, content: json(user) },
        responses: {
          "201": responds("It.", json(user)),
          "409": responds("Taken.", json(problem)),
          "4XX": responds("Refused.", json(problem)),
          default: responds("Failed.", json(problem)),
        },
      },
    },
    "/users/{id}/picture": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: {
        operationId: "readPicture",
        responses: {
          "200": responds("It.", {
            "image/*": { schema: { type: "string", format: "binary" } },
            "application/json": {
              schema: { type: "object", required: ["url"], properties: { url: { type: "string" } } },
            },
          }),
        },
      },
      post: {
        operationId: "postPictures",
        requestBody: {
          required: true,
          content: {
            "multipart/form-data": {
              schema: {
                type: "object",
                required: ["main"],
                properties: {
                  main: { type: "string", format: "binary" },
                  others: { type: "array", items: { type: "string", format: "binary" } },
                  note: { type: "string" },
                },
              },
            },
          },
        },
        responses: { "204": responds("Kept.") },
      },
      put: {
        operationId: "putPicture",
        requestBody: { content: { "image/*": { schema: { type: "string", format: "binary" } } } },
        responses: { default: responds("Whatever comes.") },
      },
      delete: { operationId: "deletePicture", responses: {} },
    },
    "/report": {
      get: {
        operationId: "readReport",
        responses: { "200": responds("It.", { "text/*": { schema: { type: "string" } } }) },
      },
    },
  },
  components: {
    securitySchemes: {
      bearer: { type: "http", scheme: "bearer" },
      basic: { type: "http", scheme: "basic" },
      "api-key": { type: "apiKey", in: "header", name: "X-Key" },
      query: { type: "apiKey", in: "query", name: "key" },
      cookie: { type: "apiKey", in: "cookie", name: "sid" },
      oauth: { type: "oauth2", flows: {} },
      certificate: { type: "mutualTLS" },
      spaces: { type: "apiKey", in: "header", name: "Our API key" },
      body: { type: "apiKey", in: "body", name: "key" },
    },
    schemas: {
      User: {
        type: "object",
        required: ["id", "name", "password"],
        properties: {
          id: { type: "string", readOnly: true },
          name: { type: "string" },
          password: { type: "string", writeOnly: true },
        },
      },
      Problem: { type: "object", required: ["title"], properties: { title: { type: "string" } } },
    },
  },
};

const openToAll = { openapi: "3.0.3", info: { title: "Empty", version: "1" }, paths: {} };

const usage = `
import { createApiClient } from "./client.ts";
import type { Handlers, Input, Output } from "./operations.ts";

declare const handlers: Handlers<{ name: string }, object>;
export const { readPicture } = handlers;

export async function create({ body, caller }: Input<"users.create", { name: string }>): Promise<Output<"users.create">> {
  // @ts-expect-error: readOnly
  body.id;
  // @ts-expect-error: no credentials are needed
  caller.name;
  if (body.password === "") return { status: 422, body: { title: "No password." } };
  if (body.name === "") return { status: 503, body: { title: "Failed." } };
  // @ts-expect-error: writeOnly
  if (body.name === "a") return { status: 201, body: { id: "1", name: body.name, password: "" } };
  // @ts-expect-error: an undocumented success, which default doesn't cover beside a documented one
  if (body.name === "b") return { status: 202, body: { title: "?" } };
  return { status: 201, body: { id: "1", name: body.name } };
}

export async function picture(): Promise<Output<"readPicture">> {
  // @ts-expect-error: not a media type of the range
  if (Math.random() > 0.5) return { status: 200, contentType: "text/plain", body: new Blob([]) };
  return { status: 200, contentType: "image/png", body: new Blob([]) };
}

export async function pictures({ body }: Input<"postPictures", never>): Promise<Output<"postPictures">> {
  const names: string[] = [body.main.name, ...(body.others ?? []).map(({ name }) => name), body.note ?? ""];
  return { status: 204, ...(names.length > 9 && {}) };
}

export async function report(csv: boolean): Promise<Output<"readReport">> {
  return csv ? { status: 200, contentType: "text/csv", body: "a,b" } : { status: 200, body: "a" };
}

export const put = async (): Promise<Output<"putPicture">> => ({ status: 204 });

const auth = { bearer: "a", basic: "a:b", "api-key": "a", query: "a", cookie: "a", oauth: "a" };
const client = createApiClient({ auth });
// @ts-expect-error: fetch can't present a certificate
createApiClient({ auth: { certificate: "a" } });

export async function calls() {
  const created = await client.POST("/users", { body: { name: "a", password: "b" } });
  if (created.status === 201) {
    // @ts-expect-error: writeOnly
    created.data.password;
    return created.data.id;
  }
  if (created.status === 409 || created.status === 418) return created.error.title;
  const params = { path: { id: "1" } };
  await client.POST("/users/{id}/picture", { params, body: { main: new Blob([]), others: [new File([], "a")] } });
  const listed = await client.GET("/users", { params: { query: { ids: [1] }, cookie: { theme: "dark" } } });
  return listed.status === 206 ? listed.data[0]?.id : undefined;
}
`;

/** A folder of virtual files for each document. */
const folders = { full: folderOf("full"), empty: folderOf("empty") };
const files = new Map([
  ...(await generated(folders.full, document)),
  ...(await generated(folders.empty, openToAll)),
  [path.join(folders.full, "usage.ts"), usage] as const,
]);
const complaints = compileVirtual(files);

function folderOf(name: string): string {
  return fileURLToPath(new URL(`emitted-${name}`, import.meta.url));
}

async function generated(folder: string, raw: typeof openToAll): Promise<[string, string][]> {
  const read = readDocument(structuredClone(raw));
  const texts = {
    "types.ts": emitTypes(read),
    "operations.ts": emitOperations(read),
    "client.ts": emitClient(read),
  };
  return Object.entries(texts).map(([name = "", text = ""]) => [path.join(folder, name), text]);
}

describe("generated code compiles, with its imports and nothing else,", () => {
  test.each(Object.entries(folders))("from the %s document", (_, folder) => {
    expect(complaints.filter(({ file }) => file.startsWith(folder))).toEqual([]);
  });
});

describe("the client of a document", () => {
  const text = (folder: string) => files.get(path.join(folder, "client.ts")) ?? "";

  test("puts each credential where its scheme says", () => {
    for (const line of [
      '"bearer": authorization("Bearer")',
      '"basic": basicAuthorization',
      '"api-key": header("X-Key")',
      '"query": queryParameter("key")',
      '"cookie": cookie("sid")',
      '"oauth": authorization("Bearer")',
    ]) {
      expect(text(folders.full)).toContain(`  ${line},\n`);
    }
    expect(text(folders.full)).not.toMatch(/certificate|spaces|"body":.*key/);
  });

  test("lists the calls that openapi-fetch alone would get wrong, and no others", () => {
    const [, calls = ""] = /const calls: .* = \{\n([\s\S]*?)\};\n/.exec(text(folders.full)) ?? [];
    expect(calls.split("\n")).toEqual([
      '  "GET /users": { prepare: [styledQuery({"ids":{"explode":false}}), styledCookies({"theme":{}})] },',
      '  "PUT /users/{id}/picture": { prepare: [bodyOf({"image/*":{"takes":["bytes"]}})] },',
      '  "POST /users/{id}/picture": { prepare: [plainForm("multipart/form-data")] },',
      '  "GET /report": { read: readingOf({"text/*":"text"}) },',
      "",
    ]);
  });

  test("imports nothing unused", () => {
    expect(text(folders.empty)).not.toMatch(/credentials\(|CallTraits|unreadErrors/);
  });

  test("defaults to the document's server", () => {
    expect(text(folders.full)).toContain('    baseUrl: "https://users.example",\n');
  });
});

test("a handler of an operation with If-Match gets a comparing function", () => {
  const write = (parameters: object[]) =>
    emitOperations(
      readDocument({
        openapi: "3.1.0",
        info: { title: "Users", version: "1.0.0" },
        paths: {
          "/users": { put: { operationId: "put", parameters, responses: { "204": responds("Done.") } } },
        },
      }),
    );
  const member = "ifMatch: (body: unknown) => boolean;";
  expect(write([{ name: "If-Match", in: "header", schema: { type: "string" } }])).toContain(member);
  expect(write([{ name: "If-None-Match", in: "header", schema: { type: "string" } }])).not.toContain(member);
});
