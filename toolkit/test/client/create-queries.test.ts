import { InfiniteQueryObserver, MutationObserver, QueryClient } from "@tanstack/query-core";
import { afterEach, expect, expectTypeOf, test } from "vitest";
import { ApiFailure } from "../../client/api-failure.ts";
import type { MediaType } from "../../client/call-result.ts";
import { queriesOf } from "../../client/create-queries.ts";
import { createTypedClient } from "../../client/create-typed-client.ts";
import { createOperationMethods } from "../../client/operation-methods.ts";
import { clientTraits } from "../helpers/client-traits.ts";

interface Pet {
  id: string;
}

interface Operations {
  listPets: {
    parameters: { query?: { limit?: number; after?: string } };
    responses: {
      200: { content: { "application/json": Pet[] } };
      401: { content: { "application/json": { code: "UNAUTHORIZED" } } };
    };
  };
  listOwners: {
    parameters: { query?: { after?: string } };
    responses: { 200: { content: { "application/json": { names: string[]; next?: string } } } };
  };
  getPet: {
    parameters: { path: { petId: string } };
    responses: { 200: { content: { "application/json": Pet } }; 204: { content?: never } };
  };
  createPet: {
    parameters: { query?: never };
    requestBody: { content: { "application/json": Pet } };
    responses: {
      201: { content: { "application/json": Pet } };
      409: { content: { "application/json": { code: "TAKEN" } } };
    };
  };
  deletePets: { parameters: { query?: never }; responses: { 204: { content?: never } } };
}

interface Paths {
  "/pets": { get: Operations["listPets"]; post: Operations["createPet"]; delete: Operations["deletePets"] };
  "/owners": { get: Operations["listOwners"] };
  "/pets/{petId}": { get: Operations["getPet"] };
}

const table = {
  listPets: ["get", "/pets"],
  listOwners: ["get", "/owners"],
  getPet: ["get", "/pets/{petId}"],
  createPet: ["post", "/pets"],
  deletePets: ["delete", "/pets"],
} as const;

type Paged = "listPets" | "listOwners";

const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
afterEach(() => cache.clear());

function start(respond: (request: Request) => Response | Promise<Response>) {
  const sent: Request[] = [];
  const client = createTypedClient<Paths, never, MediaType, false, "/pets" | "/owners">(
    {
      baseUrl: "http://pets.test",
      fetch: async (request) => {
        sent.push(request);
        return respond(request);
      },
    },
    clientTraits({
      "GET /pets": { next: "link" },
      "GET /owners": { next: { parameters: { query: { after: "$response.body#/next" } } } },
    }),
  );
  const api = createOperationMethods<Operations, typeof table, MediaType, false, Paged>(client, table, [
    "listPets",
    "listOwners",
  ]);
  const urls = () => sent.map(({ method, url }) => `${method} ${url.replace("http://pets.test", "")}`);
  return { queries: queriesOf<Operations, typeof table, MediaType, Paged>(api, table), urls, sent };
}

test("a query returns the data of a success, and is cached by its parameters", async () => {
  const { queries, urls } = start(({ url }) => Response.json([{ id: url }]));
  const pets = await cache.fetchQuery({ ...queries.listPets.queryOptions(), staleTime: Infinity });
  expectTypeOf(pets).toEqualTypeOf<Pet[]>();
  for (const limit of [1, 2, 1])
    await cache.fetchQuery({ ...queries.listPets.queryOptions({ query: { limit } }), staleTime: Infinity });
  expect(urls()).toEqual(["GET /pets", "GET /pets?limit=1", "GET /pets?limit=2"]);
  expect(cache.getQueryData(queries.listPets.queryKey({ query: { limit: 2 } }))).toEqual([
    { id: "http://pets.test/pets?limit=2" },
  ]);
});

test("its keys are the operationId and the parameters", async () => {
  const { queries } = start(() => Response.json([]));
  const key = queries.listPets.queryKey({ query: { limit: 1 } });
  expectTypeOf(key[0]).toEqualTypeOf<"listPets">();
  expectTypeOf(key[1].query?.limit).toEqualTypeOf<number | undefined>();
  expect(key).toEqual(["listPets", { query: { limit: 1 } }]);
  expect(queries.listPets.queryKey()).toEqual(["listPets"]);
  expect(queries.listPets.queryOptions().queryKey).toEqual(["listPets"]);
  expect(queries.listPets.infiniteQueryOptions().queryKey).toEqual(["listPets", {}, "pages"]);
  expect(queries.createPet.mutationOptions().mutationKey).toEqual(["createPet"]);

  await cache.fetchQuery(queries.listPets.queryOptions({ query: { limit: 1 } }));
  await cache.fetchInfiniteQuery(queries.listPets.infiniteQueryOptions());
  await cache.fetchQuery(queries.getPet.queryOptions({ path: { petId: "1" } }));
  await cache.invalidateQueries({ queryKey: queries.listPets.queryKey() });
  const all = cache.getQueryCache().getAll();
  expect(all.map(({ queryKey, state }) => [queryKey[0], state.isInvalidated])).toEqual([
    ["listPets", true],
    ["listPets", true],
    ["getPet", false],
  ]);
});

test("a failure is an ApiFailure, and a success without data is null", async () => {
  const { queries } = start(({ url }) =>
    url.endsWith("/pets")
      ? Response.json({ code: "UNAUTHORIZED" }, { status: 401 })
      : new Response(null, { status: 204 }),
  );
  const error = await cache.fetchQuery(queries.listPets.queryOptions()).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiFailure);
  expect(error).toMatchObject({ status: 401, code: "UNAUTHORIZED" });
  const none = await cache.fetchQuery(queries.getPet.queryOptions({ path: { petId: "1" } }));
  expectTypeOf(none).toEqualTypeOf<Pet | null>();
  expect(none).toBeNull();
});

test("a cancelled query aborts its request", async () => {
  const arrived = Promise.withResolvers<void>();
  const { queries, sent } = start(() => {
    arrived.resolve();
    return new Promise<Response>(() => undefined);
  });
  const options = queries.listPets.queryOptions();
  const query = cache.fetchQuery(options).catch((error: unknown) => error);
  await arrived.promise;
  await cache.cancelQueries({ queryKey: options.queryKey });
  await query;
  expect(sent.map(({ signal }) => signal.aborted)).toEqual([true]);
});

test("a query works without a library", async () => {
  const { queries } = start(() => Response.json([{ id: "1" }]));
  expect(await queries.listPets.queryOptions().queryFn()).toEqual([{ id: "1" }]);
});

test("an infinite query follows the Link header", async () => {
  const { queries, urls } = start(({ url }) => {
    const after = new URL(url).searchParams.get("after");
    const headers: Record<string, string> =
      after === null ? { Link: '</pets?limit=1&after=a%20b>; rel="next"' } : {};
    return Response.json([{ id: after ?? "first" }], { headers });
  });
  const options = queries.listPets.infiniteQueryOptions({ query: { limit: 1 } });
  const { pages } = await cache.fetchInfiniteQuery({ ...options, pages: 5 });
  expectTypeOf(pages[0]?.data).toEqualTypeOf<Pet[] | undefined>();
  expect(pages.map(({ data }) => data[0]?.id)).toEqual(["first", "a b"]);
  expect(urls()).toEqual(["GET /pets?limit=1", "GET /pets?limit=1&after=a%20b"]);
});

test("an infinite query follows the documented link, one page at a time", async () => {
  const { queries, urls, sent } = start(({ url }) => {
    const after = new URL(url).searchParams.get("after");
    return Response.json(after === null ? { names: ["Ann"], next: "Ann" } : { names: ["Bob"] });
  });
  const observer = new InfiniteQueryObserver(cache, queries.listOwners.infiniteQueryOptions());
  const first = await observer.refetch();
  expect(first.data?.pages.map(({ data }) => data.names)).toEqual([["Ann"]]);
  expect(observer.getCurrentResult().hasNextPage).toBe(true);
  // What persisters and server rendering do.
  expect(structuredClone(first.data)).toEqual(JSON.parse(JSON.stringify(first.data)));
  const second = await observer.fetchNextPage();
  expect([second.data?.pages.map(({ data }) => data.names), second.hasNextPage]).toEqual([
    [["Ann"], ["Bob"]],
    false,
  ]);
  expect(urls()).toEqual(["GET /owners", "GET /owners?after=Ann"]);
  expect(sent.every(({ signal }) => !signal.aborted)).toBe(true);
});

test("a mutation sends its variables, and throws an ApiFailure", async () => {
  const answers = [
    Response.json({ id: "1" }, { status: 201 }),
    Response.json({ code: "TAKEN" }, { status: 409 }),
  ];
  const { queries, sent } = start(() => answers.shift() ?? new Response(null, { status: 204 }));
  const create = new MutationObserver(cache, queries.createPet.mutationOptions());
  const created = await create.mutate({ body: { id: "1" } });
  expectTypeOf(created).toEqualTypeOf<Pet>();
  expect([created, await sent[0]?.json()]).toEqual([{ id: "1" }, { id: "1" }]);
  await expect(create.mutate({ body: { id: "1" } })).rejects.toMatchObject({ status: 409, code: "TAKEN" });
  const remove = new MutationObserver(cache, queries.deletePets.mutationOptions());
  expect(await remove.mutate()).toBeNull();
});

test("wrong uses don't compile", () => {
  const { queries } = start(() => Response.error());
  async () => {
    // @ts-expect-error: the path has a parameter
    queries.getPet.queryOptions();
    // @ts-expect-error: which is a text
    queries.getPet.queryKey({ path: { petId: 1 } });
    // @ts-expect-error: no such parameter
    queries.listPets.queryOptions({ query: { size: 1 } });
    // @ts-expect-error: a POST is no query
    queries.createPet.queryOptions({});
    // @ts-expect-error: a GET is no mutation
    queries.getPet.mutationOptions();
    // @ts-expect-error: the body is required
    await queries.createPet.mutationOptions().mutationFn({});
    // @ts-expect-error: no such operation
    queries.getCat;
  };
});
