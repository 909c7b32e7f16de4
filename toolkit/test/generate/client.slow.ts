import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { emitClient } from "../../cli/generate/client/client.ts";
import { emitTypes } from "../../cli/generate/types.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { compileVirtual } from "../helpers/compile-virtual.ts";

const key = { name: "Idempotency-Key", in: "header", schema: { type: "string" } };
const petId = { name: "petId", in: "path", required: true, schema: { type: "string" } };
const pet = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
const content = { "application/json": { schema: pet } };
const header = { schema: { type: "string" } };
const responses = { "200": { description: "Done.", content } };

const paths = {
  "/pets": {
    get: {
      operationId: "listPets",
      responses: { "200": { ...responses["200"], headers: { Link: header } } },
    },
    post: {
      operationId: "createPet",
      parameters: [{ ...key, name: "idempotency-key" }],
      requestBody: { required: true, content },
      responses,
    },
  },
  "/owners": { get: { operationId: "listOwners", responses } },
  "/pets/{petId}": {
    parameters: [petId],
    put: { operationId: "replacePet", responses },
    patch: { operationId: "renamePet", "x-idempotent": true, responses },
    delete: { operationId: "deletePet", "x-idempotent": false, responses },
    post: { responses },
  },
};

const read = (paths: Record<string, object>) =>
  readDocument({
    openapi: "3.1.0",
    info: { title: "Pets", version: "1.0.0" },
    paths: structuredClone(paths),
  });

async function compile(paths: Record<string, object>, usage: string) {
  const folder = fileURLToPath(new URL("emitted-client", import.meta.url));
  const document = read(paths);
  const own = [
    ["types.ts", emitTypes(document)],
    ["client.ts", emitClient(document)],
    ["usage.ts", usage],
  ];
  const files = own.map(([name = "", text = ""]) => [path.join(folder, name), text] as const);
  return compileVirtual(new Map(files));
}

test("the client knows which calls may be retried, if their method doesn't decide it", () => {
  expect(emitClient(read(paths))).toContain(`
  "POST /pets": { isIdempotent: "key", prepare: [withKey] },
  "DELETE /pets/{petId}": { isIdempotent: false },
  "PATCH /pets/{petId}": { isIdempotent: true },
};`);
});

test("a document without such information has no table", () => {
  const { get } = paths["/pets"];
  expect(emitClient(read({ "/pets": { get } }))).not.toContain("isIdempotent");
});

test("its calls compile by path and by operationId, and wrong ones don't", async () => {
  const usage = `
import { createApi, createApiClient, retry } from "./client.ts";

const client = createApiClient({ timeoutMs: 1000, retry: retry({ maxAttempts: 2 }) });
const api = createApi(client);

export async function use(): Promise<string | undefined> {
  await api.createPet({ body: { name: "Rex" } });
  await api.renamePet({ path: { petId: "1" } });
  await api.postPetsPetId({ path: { petId: "1" } });
  for await (const page of api.listPets.pages()) if (page.status === 200) return page.data.name;
  for await (const page of client.pages("/pets")) if (page.status === 200) return page.data.name;
  // @ts-expect-error: no such property
  await api.createPet({ body: { nam: "Rex" } });
  // @ts-expect-error: a list, but the document doesn't describe following pages
  api.listOwners.pages();
  // @ts-expect-error: no such path with GET
  client.pages("/pets/{petId}");
  // @ts-expect-error: no such operation
  return api.getPet();
}

// @ts-expect-error: a number
createApiClient({ timeoutMs: "1s" });
`;
  expect(await compile(paths, usage)).toEqual([]);
});

test("with throwOnError, a call returns data or throws a typed failure", async () => {
  const code = { type: "object", required: ["code"], properties: { code: { enum: ["GONE", "SOLD"] } } };
  const refused = { description: "Refused.", content: { "application/json": { schema: code } } };
  const usage = `
import { ApiFailure, createApi, createApiClient, isFailure, throwOnError } from "./client.ts";

const api = createApi(createApiClient({ throwOnError }));
const quiet = createApi(createApiClient({ timeoutMs: 1000 }));

export async function use(): Promise<string | undefined> {
  try {
    const { data } = await api.listPets();
    return data.name ?? (await quiet.listPets({ throwOnError })).data.name;
  } catch (error) {
    if (isFailure(error, "listPets")) {
      const status: 410 = error.status;
      const code: "GONE" | "SOLD" = error.code;
      return error.code === "GONE" ? error.body.code : code + status;
    }
    return error instanceof ApiFailure ? error.message : undefined;
  }
}

// @ts-expect-error: no such operation
isFailure(undefined, "getPet");
// @ts-expect-error: may be undefined
quiet.listPets().then(({ data }) => data.name);
// @ts-expect-error: may be undefined, as this call doesn't throw
api.listPets({ throwOnError: false }).then(({ data }) => data.name);
// @ts-expect-error: not a function
createApiClient({ throwOnError: true });
`;
  const { get } = paths["/pets"];
  const failing = { "/pets": { get: { ...get, responses: { ...responses, "410": refused } } } };
  expect(await compile(failing, usage)).toEqual([]);
});

test("GETs have options of queries, and other operations those of mutations", async () => {
  const usage = `
import { createApi, createApiClient, createQueries, throwOnError } from "./client.ts";

const queries = createQueries(createApi(createApiClient()));

export async function use(): Promise<string> {
  const { queryKey, queryFn } = queries.listPets.queryOptions();
  const first: "listPets" = queryKey[0];
  const { data, next } = await queries.listPets.infiniteQueryOptions().queryFn({ pageParam: null });
  await queries.createPet.mutationOptions().mutationFn({ body: { name: "Rex" } });
  await queries.deletePet.mutationOptions().mutationFn({ path: { petId: "1" } });
  return (await queryFn()).name + data.name + first + next?.url;
}

createQueries(createApi(createApiClient({ throwOnError })));
createQueries(createApi(createApiClient<"application/json">()));
// @ts-expect-error: the document doesn't describe following pages
queries.listOwners.infiniteQueryOptions();
// @ts-expect-error: not a query
queries.createPet.queryOptions();
// @ts-expect-error: the path has a parameter
queries.deletePet.mutationOptions().mutationFn();
// @ts-expect-error: no such operation
queries.getPet;
`;
  expect(await compile(paths, usage)).toEqual([]);
});

test("a document without operations compiles too", async () => {
  expect(await compile({}, 'import { createApiClient } from "./client.ts";\ncreateApiClient();\n')).toEqual(
    [],
  );
});
