import { expect, expectTypeOf, test } from "vitest";
import type { MediaType } from "../../client/call-result.ts";
import { createTypedClient } from "../../client/create-typed-client.ts";
import { credentials, header } from "../../client/credentials.ts";
import { createOperationMethods } from "../../client/operation-methods.ts";
import { clientTraits } from "../helpers/client-traits.ts";

interface Pet {
  id: string;
}

interface Paths {
  "/pets/{petId}": {
    get: {
      parameters: { path: { petId: string }; query?: never };
      responses: {
        200: { content: { "application/json": Pet } };
        404: { content: { "application/json": { code: "NOT_FOUND" } } };
      };
    };
  };
  "/pets": {
    get: {
      parameters: { query?: { limit?: number }; path?: never };
      responses: {
        200: { content: { "application/json": Pet[] } };
        401: { content: { "application/json": { code: "UNAUTHORIZED" } } };
      };
    };
    post: {
      parameters: { query?: never; header?: { "X-Trace"?: string } };
      requestBody: { content: { "application/json": Pet } };
      responses: { 201: { content: { "application/json": Pet } } };
    };
  };
}

interface Operations {
  getPet: Paths["/pets/{petId}"]["get"];
  listPets: Paths["/pets"]["get"];
  "pets/create": Paths["/pets"]["post"];
}

const table = {
  getPet: ["get", "/pets/{petId}"],
  listPets: ["get", "/pets"],
  "pets/create": ["post", "/pets"],
} as const;

function start(respond: (request: Request) => Response = () => Response.json({ id: "1" })) {
  const sent: Request[] = [];
  const client = createTypedClient<Paths, never, MediaType, false, "/pets">(
    {
      baseUrl: "http://pets.test/v1",
      fetch: async (request) => {
        sent.push(request);
        return respond(request);
      },
    },
    {
      ...clientTraits({ "GET /pets": { next: "link" } }),
      credentials: credentials({ key: "secret" }, { key: header("X-Key") }),
    },
  );
  return {
    client,
    sent,
    api: createOperationMethods<Operations, typeof table, MediaType, false, "listPets">(client, table, [
      "listPets",
    ]),
  };
}

test("an operation is called by its operationId, with its parameters and its body", async () => {
  const { api, sent } = start();
  const answer = await api.getPet({ path: { petId: "a b" } });
  await api.listPets();
  await api.listPets({ query: { limit: 5 }, headers: { "X-A": "1" } });
  await api["pets/create"]({ body: { id: "2" }, header: { "X-Trace": "t" } });
  if (answer.status === 200) expectTypeOf(answer.data).toEqualTypeOf<Pet>();
  if (answer.status === 404) expectTypeOf(answer.error.code).toEqualTypeOf<"NOT_FOUND">();
  expect(answer).toMatchObject({ status: 200, data: { id: "1" } });
  expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
    "GET http://pets.test/v1/pets/a%20b",
    "GET http://pets.test/v1/pets",
    "GET http://pets.test/v1/pets?limit=5",
    "POST http://pets.test/v1/pets",
  ]);
  expect([sent[2]?.headers.get("X-A"), sent[3]?.headers.get("X-Trace")]).toEqual(["1", "t"]);
  expect(await sent[3]?.json()).toEqual({ id: "2" });
});

test("parseAs gives the data another type", async () => {
  const { data } = await start().api.getPet({ path: { petId: "1" }, parseAs: "text" });
  expectTypeOf(data).toEqualTypeOf<string | undefined>();
  expect(data).toBe('{"id":"1"}');
});

test("wrong calls don't compile", () => {
  const { api, client } = start();
  () => {
    // @ts-expect-error: no such operation
    api.getCat();
    // @ts-expect-error: the path has a parameter
    api.getPet();
    // @ts-expect-error: which is a text
    api.getPet({ path: { petId: 1 } });
    // @ts-expect-error: no such part
    api.listPets({ quary: { limit: 1 } });
    // @ts-expect-error: the body is required
    api["pets/create"]({});
    // @ts-expect-error: it has no body
    api.listPets({ body: {} });
    // @ts-expect-error: only a GET has pages
    api["pets/create"].pages({ body: { id: "1" } });
    // @ts-expect-error: no such path
    client.pages("/cats");
  };
});

/** Three pages of one pet each; the second link is absolute. */
function respondWithPages({ url }: Request): Response {
  const after = new URL(url).searchParams.get("after");
  const links: Record<string, string> = {
    null: '</v1/pets?limit=1&after=a>; rel="next"',
    a: '<http://pets.test/v1/pets?limit=1&after=b%20b>; rel="next", </v1/pets>; rel="first"',
  };
  const link = links[String(after)];
  return Response.json([{ id: after ?? "first" }], { headers: link === undefined ? {} : { Link: link } });
}

test("pages follows the links to the last page, with the credentials", async () => {
  const { api, client, sent } = start(respondWithPages);
  const ids: string[] = [];
  for await (const page of api.listPets.pages({ query: { limit: 1 } })) {
    if (page.status !== 200) throw new Error(page.error.code);
    expectTypeOf(page.data).toEqualTypeOf<Pet[]>();
    ids.push(...page.data.map(({ id }) => id));
  }
  expect(ids).toEqual(["first", "a", "b b"]);
  expect(sent.map(({ url }) => url)).toEqual([
    "http://pets.test/v1/pets?limit=1",
    "http://pets.test/v1/pets?limit=1&after=a",
    "http://pets.test/v1/pets?limit=1&after=b%20b",
  ]);
  expect(sent.map(({ headers }) => headers.get("X-Key"))).toEqual(Array(3).fill("secret"));
  const statuses: number[] = [];
  for await (const { status } of client.pages("/pets", { params: { query: { limit: 1 } } }))
    statuses.push(status);
  expect(statuses).toEqual([200, 200, 200]);
});

test("pages requests a page only when it is needed", async () => {
  const { api, sent } = start(respondWithPages);
  for await (const { status } of api.listPets.pages()) if (status === 200) break;
  expect(sent.length).toBe(1);
});

test("pages ends with an error, and with an answer without a link; only lists with documented pages have it", async () => {
  const failing = start(() => Response.json({ code: "UNAUTHORIZED" }, { status: 401 }));
  const answers: unknown[] = [];
  for await (const { status } of failing.api.listPets.pages()) answers.push(status);
  const { api, client } = start();
  for await (const { status } of api.listPets.pages()) answers.push(status);
  // @ts-expect-error: the document says nothing about following pages
  expect(api.getPet.pages).toBeUndefined();
  // @ts-expect-error: the document says nothing about following pages
  void (() => client.pages("/pets/{petId}", { params: { path: { petId: "1" } } }));
  expect(answers).toEqual([401, 200]);
});

test("pages sends no credentials to another origin", async () => {
  const { api, sent } = start(() =>
    Response.json([], { headers: { Link: '<https://evil.test/pets>; rel="next"' } }),
  );
  const read = async () => {
    for await (const _ of api.listPets.pages());
  };
  await expect(read()).rejects.toThrow("The next page has another origin, https://evil.test.");
  expect(sent.length).toBe(1);
});
