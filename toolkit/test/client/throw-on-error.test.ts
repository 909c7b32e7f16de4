import { expect, expectTypeOf, test } from "vitest";
import { ApiFailure, type FailureOf, isFailureOf } from "../../client/api-failure.ts";
import { type Throwing, throwOnError } from "../../client/calls/throw-on-error.ts";
import { createTypedClient } from "../../client/create-typed-client.ts";
import { createOperationMethods } from "../../client/operation-methods.ts";
import { clientTraits } from "../helpers/client-traits.ts";

interface Pet {
  id: string;
}

interface ListPets {
  parameters: { query?: { after?: string }; header?: { "If-None-Match"?: string } };
  responses: {
    200: { content: { "application/json": Pet[] } };
    304: { content?: never };
    401: { content: { "application/json": { code: "UNAUTHORIZED" } } };
  };
}

interface RenamePet {
  parameters: { path: { petId: string } };
  requestBody: { content: { "application/json": Pet } };
  responses: {
    200: { content: { "application/json": Pet } };
    202: { content?: never };
    409: { content: { "application/json": { code: "TAKEN"; by: string } | { code: "LOCKED" } } };
    422: { content: { "application/problem+json": { type: "urn:invalid"; detail?: string } } };
    "5XX": { content: { "text/plain": string } };
  };
}

interface Paths {
  "/pets": { get: ListPets };
  "/pets/{petId}": { patch: RenamePet };
}

interface Operations {
  listPets: ListPets;
  renamePet: RenamePet;
}

const table = { listPets: ["get", "/pets"], renamePet: ["patch", "/pets/{petId}"] } as const;

/** A client whose calls get these responses, in this order. */
function start<Throws extends Throwing = false>(responses: Response[], throws?: Throws) {
  const client = createTypedClient<Paths, never, "application/json", Throws, "/pets">(
    {
      baseUrl: "http://pets.test",
      throwOnError: throws,
      fetch: async () => responses.shift() ?? Response.error(),
    },
    clientTraits({ "GET /pets": { next: "link" } }),
  );
  const api = createOperationMethods<Operations, typeof table, "application/json", Throws, "listPets">(
    client,
    table,
    ["listPets"],
  );
  return { client, api };
}

const json = (status: number, body: unknown) => Response.json(body, { status });
const rename = { path: { petId: "1" }, body: { id: "1" } };
const thrownBy = (call: Promise<unknown>) => call.then(() => undefined).catch((error: unknown) => error);

test("a client with throwOnError returns successes only", async () => {
  const { api, client } = start([json(200, []), json(200, []), json(200, { id: "1" })], throwOnError);
  const listed = await api.listPets();
  expectTypeOf(listed.data).toEqualTypeOf<Pet[]>();
  expectTypeOf(listed.status).toEqualTypeOf<200>();
  const byPath = await client.GET("/pets");
  expectTypeOf(byPath.data).toEqualTypeOf<Pet[]>();
  const { data } = await client.request("patch", "/pets/{petId}", {
    params: { path: { petId: "1" } },
    body: { id: "1" },
  });
  expectTypeOf(data).toEqualTypeOf<Pet | undefined>();
  expect([listed.data, byPath.data, data]).toEqual([[], [], { id: "1" }]);
});

test("it throws the status, the code and the body of any other response", async () => {
  const { api, client } = start(
    [
      json(409, { code: "TAKEN", by: "Rex" }),
      json(422, { type: "urn:invalid" }),
      new Response("down", { status: 503 }),
      new Response(null, { status: 404 }),
      json(401, { code: "UNAUTHORIZED" }),
    ],
    throwOnError,
  );
  const failures = [
    await thrownBy(api.renamePet(rename)),
    await thrownBy(api.renamePet(rename)),
    await thrownBy(api.renamePet(rename)),
    await thrownBy(api.renamePet(rename)),
    await thrownBy(client.GET("/pets")),
  ];
  expect(failures.every((failure) => failure instanceof ApiFailure)).toBe(true);
  expect(failures).toMatchObject([
    { status: 409, code: "TAKEN", body: { code: "TAKEN", by: "Rex" }, call: "PATCH /pets/{petId}" },
    { status: 422, code: "urn:invalid", body: { type: "urn:invalid" } },
    { status: 503, code: undefined, body: "down" },
    { status: 404, code: undefined },
    { status: 401, code: "UNAUTHORIZED", call: "GET /pets" },
  ]);
  expect(failures.map((failure) => (failure as Error).message)).toEqual([
    "PATCH /pets/{petId} failed with 409 TAKEN.",
    "PATCH /pets/{petId} failed with 422 urn:invalid.",
    "PATCH /pets/{petId} failed with 503.",
    "PATCH /pets/{petId} failed with 404.",
    "GET /pets failed with 401 UNAUTHORIZED.",
  ]);
});

test("304 has no data, and throws", async () => {
  const { api } = start([new Response(null, { status: 304 })], throwOnError);
  const call = api.listPets({ header: { "If-None-Match": '"1"' } });
  expectTypeOf<Awaited<typeof call>["status"]>().toEqualTypeOf<200>();
  expect(await thrownBy(call)).toMatchObject({ status: 304 });
});

test("a call decides for itself", async () => {
  const refused = () => json(401, { code: "UNAUTHORIZED" });
  const quiet = start([refused(), json(200, []), refused(), json(200, [])]);
  expect(await thrownBy(quiet.api.listPets({ throwOnError }))).toMatchObject({ status: 401 });
  expectTypeOf((await quiet.api.listPets({ throwOnError })).data).toEqualTypeOf<Pet[]>();
  expect(await thrownBy(quiet.client.GET("/pets", { throwOnError }))).toMatchObject({ status: 401 });
  expectTypeOf((await quiet.client.GET("/pets", { throwOnError })).data).toEqualTypeOf<Pet[]>();

  const loud = start([refused(), refused(), refused()], throwOnError);
  const answer = await loud.api.listPets({ throwOnError: false });
  expectTypeOf(answer.status).toEqualTypeOf<200 | 401>();
  const byPath = await loud.client.GET("/pets", { throwOnError: false });
  expectTypeOf(byPath.status).toEqualTypeOf<200 | 401>();
  expect([answer.status, byPath.status]).toEqual([401, 401]);
  expect(await thrownBy(loud.api.listPets({ throwOnError: undefined }))).toMatchObject({ status: 401 });
});

test("without throwOnError, an error status is an answer", async () => {
  const answer = await start([json(401, { code: "UNAUTHORIZED" })]).api.listPets();
  expectTypeOf(answer.status).toEqualTypeOf<200 | 401>();
  expect(answer.status).toBe(401);
});

test("pages throws at the first error", async () => {
  const first = Response.json([{ id: "1" }], { headers: { Link: '</pets?after=1>; rel="next"' } });
  const { api } = start([first, json(401, { code: "UNAUTHORIZED" })]);
  const ids: string[] = [];
  const read = async () => {
    for await (const { data } of api.listPets.pages({ throwOnError })) ids.push(...data.map(({ id }) => id));
  };
  expect(await thrownBy(read())).toMatchObject({ status: 401, call: "GET /pets" });
  expect(ids).toEqual(["1"]);
});

test("the client in openapi-fetch's types doesn't throw", async () => {
  const { client } = start([json(401, { code: "UNAUTHORIZED" })], throwOnError);
  expect(await client.openapiFetch.GET("/pets")).toMatchObject({ error: { code: "UNAUTHORIZED" } });
});

test("an operation's failure is typed by its status and its code", async () => {
  const { api } = start([json(409, { code: "TAKEN", by: "Rex" })], throwOnError);
  const error = await thrownBy(api.renamePet(rename));
  expect([isFailureOf(error, table.renamePet), isFailureOf(error, table.listPets)]).toEqual([true, false]);
  expect(isFailureOf(new Error("no response"), table.renamePet)).toBe(false);
  const failure = error as FailureOf<RenamePet>;
  if (failure.code === "TAKEN") expectTypeOf(failure.body.by).toEqualTypeOf<string>();
  if (failure.status === 409) expectTypeOf(failure.code).toEqualTypeOf<"TAKEN" | "LOCKED">();
  if (failure.status === 422) expectTypeOf(failure.code).toEqualTypeOf<"urn:invalid">();
  if (failure.status === 503) expectTypeOf(failure.body).toEqualTypeOf<string>();
  expectTypeOf<FailureOf<ListPets>["status"]>().toEqualTypeOf<304 | 401>();
  // @ts-expect-error: not documented
  if (failure.status === 404) failure.body;
  // @ts-expect-error: a success isn't thrown
  if (failure.status === 200) failure.body;
});

test("wrong uses don't compile", () => {
  const { api, client } = start([]);
  async () => {
    // @ts-expect-error: without throwOnError, there may be no data
    (await api.listPets()).data.length;
    // @ts-expect-error: an error is thrown, not returned
    (await api.listPets({ throwOnError })).error.code;
    // @ts-expect-error: throwOnError is a function
    await api.listPets({ throwOnError: true });
    // @ts-expect-error: by path too
    await client.GET("/pets", { throwOnError: true });
  };
});
