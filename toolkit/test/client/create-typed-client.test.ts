import { describe, expect, expectTypeOf, test } from "vitest";
import type { CallTraits } from "../../client/call-traits.ts";
import {
  createTypedClient,
  type MethodResponse,
  type TypedClient,
} from "../../client/create-typed-client.ts";
import { type AddCredential, authorization, credentials, header } from "../../client/credentials.ts";

interface Pet {
  id: string;
}

/** Paths as openapi-typescript writes them. */
interface Paths {
  "/pets/{petId}": {
    parameters: { path: { petId: string } };
    get: {
      parameters: { path: { petId: string } };
      responses: {
        200: { content: { "application/json": Pet } };
        404: { content: { "application/json": { code: "NOT_FOUND" } } };
      };
    };
    delete: { parameters: { path: { petId: string } }; responses: { 204: { content?: never } } };
  };
  "/pets": {
    get: {
      parameters: { query?: { limit?: number } };
      responses: { 200: { content: { "text/csv": string } } };
    };
    post: {
      parameters: { query?: never };
      requestBody: { content: { "application/json": Pet } };
      responses: { 201: { content: { "application/json": Pet } } };
    };
  };
}

interface Setting {
  respond?: () => Response;
  auth?: { key?: string; token?: string };
  calls?: Record<string, CallTraits>;
  headers?: Record<string, string>;
}

/** A client that doesn't use the network, and the requests that it has sent. */
function start({
  respond = () => Response.json({ id: "1" }),
  auth = {},
  calls = {},
  headers = {},
}: Setting = {}) {
  const sent: Request[] = [];
  const fetch = async (request: Request) => {
    sent.push(request);
    return respond();
  };
  const schemes: Record<"key" | "token", AddCredential> = {
    key: header("X-Key"),
    token: authorization("Bearer"),
  };
  const client: TypedClient<Paths> = createTypedClient<Paths>(
    { baseUrl: "http://pets.test", fetch, headers },
    { credentials: credentials(auth, schemes), calls },
  );
  return { client, sent };
}

const params = { path: { petId: "a b" } };

describe("createTypedClient", () => {
  test("is a client of openapi-fetch too, for libraries that take one", async () => {
    const { client, sent } = start({ auth: { key: "k" } });
    const got = await client.openapiFetch.GET("/pets/{petId}", { params: { path: { petId: "1" } } });
    const id: string | undefined = got.data?.id;
    expect([id, sent[0]?.headers.get("X-Key")]).toEqual(["1", "k"]);
    // @ts-expect-error: no such path
    void client.openapiFetch.GET("/cats");
  });

  test("sends method, path, query and body", async () => {
    const { client, sent } = start();
    await client.GET("/pets/{petId}", { params });
    await client.GET("/pets", { params: { query: { limit: 5 } } });
    await client.POST("/pets", { body: { id: "2" } });
    await client.request("delete", "/pets/{petId}", { params });
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "GET http://pets.test/pets/a%20b",
      "GET http://pets.test/pets?limit=5",
      "POST http://pets.test/pets",
      "DELETE http://pets.test/pets/a%20b",
    ]);
    expect(await sent[2]?.json()).toEqual({ id: "2" });
  });

  test("returns the status and the data of a success", async () => {
    const answer = await start().client.GET("/pets/{petId}", { params });
    expect(answer).toMatchObject({ status: 200, data: { id: "1" } });
    if (answer.status === 200) expect(answer.data.id).toBe("1");
    // @ts-expect-error: no response has this status
    expect(answer.status === 418).toBe(false);
  });

  test("returns the status and the error of any other response, without throwing", async () => {
    const respond = () => Response.json({ code: "NOT_FOUND" }, { status: 404 });
    const answer = await start({ respond }).client.GET("/pets/{petId}", { params });
    expect([answer.status, answer.data]).toEqual([404, undefined]);
    if (answer.status === 404) expect(answer.error.code satisfies "NOT_FOUND").toBe("NOT_FOUND");
  });

  test("rejects with the error of fetch", async () => {
    const respond = () => {
      throw new TypeError("fetch failed");
    };
    await expect(start({ respond }).client.GET("/pets")).rejects.toThrow("fetch failed");
  });

  test("sends the given credentials, and reads them again for each request", async () => {
    const auth: Setting["auth"] = { key: "k" };
    const { client, sent } = start({ auth });
    await client.GET("/pets");
    auth.token = "t";
    await client.GET("/pets");
    expect(sent.map(({ headers }) => [headers.get("X-Key"), headers.get("Authorization")])).toEqual([
      ["k", null],
      ["k", "Bearer t"],
    ]);
  });

  test.each([200, 404])("has neither data nor error for a %s without a body", async (status) => {
    const respond = () => new Response(null, { status, statusText: "Fine", headers: { "X-Page": "1" } });
    const { response, ...answer } = await start({ respond }).client.GET("/pets/{petId}", { params });
    expect([answer.status, answer.data, answer.error]).toEqual([status, undefined, undefined]);
    expect([response.statusText, response.headers.get("X-Page")]).toEqual(["Fine", "1"]);
  });

  test("passes on the opaque response of a request in the mode no-cors", async () => {
    const respond = () => Response.error();
    expect((await start({ respond }).client.GET("/pets")).status).toBe(0);
  });

  test("sends what the traits of the call say", async () => {
    const prepare: CallTraits["prepare"] = [(init) => ({ ...init, parseAs: "text" })];
    const calls = { "GET /pets": { path: "/v2/pets", prepare } };
    const { client, sent } = start({ calls, respond: () => new Response("id\n1") });
    expect((await client.GET("/pets")).data).toBe("id\n1");
    expect(sent[0]?.url).toBe("http://pets.test/v2/pets");
  });

  test("null removes a default header, and undefined keeps it", async () => {
    const { client, sent } = start({ headers: { "X-Tenant": "a", "X-Trace": "b" } });
    await client.GET("/pets", { headers: { "x-tenant": null, "X-TRACE": undefined } });
    await client.GET("/pets", { headers: new Headers({ "X-Tenant": "c" }) });
    expect(sent.map(({ headers }) => [headers.get("X-Tenant"), headers.get("X-Trace")])).toEqual([
      [null, "b"],
      ["c", "b"],
    ]);
  });

  test("gives the data the type of its media type", async () => {
    const { client } = start();
    const answer = await client.GET("/pets/{petId}", { params });
    type Pets = MethodResponse<typeof client, "get", "/pets">;
    type Found = MethodResponse<typeof client, "get", "/pets/{petId}">;
    expectTypeOf<Pets>().toEqualTypeOf<string>();
    if (answer.data) expectTypeOf(answer.data).toEqualTypeOf<Found>();
    // @ts-expect-error: no such path
    expectTypeOf<MethodResponse<typeof client, "get", "/cats">>().toBeNever();
  });

  test("passes requests and responses through the middleware of openapi-fetch", async () => {
    const { client, sent } = start();
    const middleware = {
      onRequest({ request }: { request: Request }) {
        request.headers.set("X-Trace", "1");
        return request;
      },
    };
    client.use(middleware);
    await client.GET("/pets/{petId}", { params });
    client.eject(middleware);
    await client.GET("/pets/{petId}", { params });
    expect(sent.map(({ headers }) => headers.get("X-Trace"))).toEqual(["1", null]);
  });
});
