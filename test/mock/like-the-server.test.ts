import { checkingFetch, exampleRequest, type Mock, startMock } from "@counterpart/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { secondOpinion } from "../../toolkit/test/helpers/second-opinion.ts";
import { document, documentFile } from "../helpers/document.ts";
import { answersIn, exchange } from "../helpers/processes/raw-exchange.ts";

/** Checks every response against the document. */
const checked = checkingFetch(document).fetch;
let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ document: documentFile, port: 0 });
});
afterAll(() => mock.close());

const key = { Authorization: "Bearer any" };
const json = { ...key, "Content-Type": "application/json" };

const withBody = document.operations.filter(({ requestBody }) => requestBody);
const withoutBadRequest = document.operations.filter(({ responses }) => !responses["400"]);

function requestOf(operationId: string): { url: string; method: string; body: string } {
  const operation = document.operations.find((one) => one.operationId === operationId);
  const { method, path, body = "" } = (operation && exampleRequest(document, operation)) ?? {};
  return { url: `${mock.url}${path}`, method: method ?? "", body };
}

test.each([
  ["400 to a request without a Host", "GET /v1/catalog HTTP/1.1\r\n\r\n", "no Host header"],
  ["400 to bytes that aren't HTTP", "nonsense\r\n\r\n", "isn't valid HTTP/1.1"],
  ["417 to an unknown Expect", "GET /v1/catalog HTTP/1.1\r\nHost: x\r\nExpect: x\r\n\r\n", "100-continue"],
])("%s, with the document's headers and error body", async (title, bytes, words) => {
  const [answer] = answersIn(await exchange(Number(new URL(mock.url).port), bytes));
  expect(title).toContain(`${answer?.status}`);
  expect(answer?.headers.get("X-API-Version")).toBe("v1");
  expect(answer?.headers.get("X-Request-Id")).toMatch(/^req_/);
  expect(JSON.parse(answer?.body ?? "")).toEqual({
    code: "INVALID_REQUEST",
    error: expect.stringContaining(words),
  });
});

/** Whether an object without members conforms, as for a refund of all that is left. */
const faultsOf = secondOpinion(document);
function acceptsEmptyObject(operationId: string): boolean {
  const operation = document.operations.find((one) => one.operationId === operationId);
  const [media] = Object.values(operation?.requestBody?.content ?? {});
  return faultsOf(media?.schema ?? {}, {}, { isRequest: true }).length === 0;
}

describe.each(withBody.map(({ operationId }) => operationId))("%s", (operationId) => {
  const send = (body: string | undefined, headers: Record<string, string> = json) => {
    const { url, method } = requestOf(operationId);
    return checked(url, { method, headers, ...(body !== undefined && { body }) });
  };

  test.each(['{"', "", "[1,", "{'a':1}", "\u0000"])(
    "400 INVALID_REQUEST when the body can't be read: %j",
    async (body) => {
      const response = await send(body === "" ? " " : body);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: "INVALID_REQUEST" });
    },
  );

  const empty = acceptsEmptyObject(operationId) ? [] : [{ body: "{}" }];
  test.each([...empty, { body: "[]" }, { body: "null" }, { body: '"text"' }, { body: undefined }])(
    "400 VALIDATION_ERROR when the body doesn't match the schema: $body",
    async ({ body }) => {
      const response = await send(body);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: "VALIDATION_ERROR" });
    },
  );

  test("400 VALIDATION_ERROR names the undocumented property", async () => {
    const body = { ...JSON.parse(requestOf(operationId).body), nonsense: 1 };
    const response = await send(JSON.stringify(body));
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      code: "VALIDATION_ERROR",
      error: expect.stringContaining("nonsense"),
      details: [expect.objectContaining({ in: "body", pointer: "/nonsense" })],
    });
  });

  test("413 when the body is too large", async () => {
    const response = await send(JSON.stringify({ text: "x".repeat(2 ** 21) }));
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: "INVALID_REQUEST" });
  });

  test.each(["text/plain", "application/xml", "nonsense"])("415 when the body is %s", async (type) => {
    const response = await send("hello", { ...key, "Content-Type": type });
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({ code: "INVALID_REQUEST" });
  });
});

describe("credentials", () => {
  test.each(document.operations.map(({ operationId }) => operationId))(
    "401 on %s without one",
    async (operationId) => {
      const { url, method } = requestOf(operationId);
      const response = await checked(url, { method });
      expect(response.status).toBe(401);
      expect(response.headers.get("WWW-Authenticate")).toBe("Bearer");
      expect(await response.json()).toMatchObject({ code: "UNAUTHORIZED" });
    },
  );

  test("401 comes before 400, and before the preferred response", async () => {
    const headers = { "Content-Type": "application/json", Prefer: "code=500" };
    const response = await checked(`${mock.url}/v1/checkout/session`, { method: "POST", body: "{", headers });
    expect(response.status).toBe(401);
  });
});

describe("addresses", () => {
  test("200 on a literal path that a template also matches", async () => {
    const store = await checked(`${mock.url}/v1/products/store`, { headers: key });
    const product = await checked(`${mock.url}/v1/products/prod_1`, { headers: key });
    expect(await store.json()).toHaveProperty("data.isPublished");
    expect(await product.json()).not.toHaveProperty("data.isPublished");
  });

  test.each(["/v1", "/v1/nothing", "/v1/cart/", "/v2/cart", "/x-unmatched", "/(x-unmatched)"])(
    "404 at %s, with or without a credential",
    async (path) => {
      for (const headers of [key, {}]) {
        const response = await checked(mock.url + path, { headers });
        expect(response.status).toBe(404);
        expect(await response.json()).toMatchObject({ code: "NOT_FOUND" });
      }
    },
  );

  test("404 for an operation's path that can't be decoded, and 401 without a credential", async () => {
    const path = "/v1/products/%zz";
    expect((await checked(mock.url + path, { headers: key })).status).toBe(404);
    expect((await checked(mock.url + path)).status).toBe(401);
  });

  test("405 names the path's methods", async () => {
    const response = await checked(`${mock.url}/v1/cart/cart_1`, { method: "PUT", headers: key });
    expect(response.status).toBe(405);
    expect(response.headers.get("Allow")?.split(", ").sort()).toEqual(["DELETE", "GET", "HEAD", "OPTIONS"]);
    expect(await response.json()).toMatchObject({ code: "INVALID_REQUEST" });
  });

  test("204 to OPTIONS names the path's methods", async () => {
    const response = await checked(`${mock.url}/v1/cart`, { method: "OPTIONS" });
    expect(response.status).toBe(204);
    expect(response.headers.get("Allow")?.split(", ").sort()).toEqual(["OPTIONS", "POST"]);
  });

  test("200 to HEAD has the headers of GET and no body", async () => {
    const head = await checked(`${mock.url}/v1/catalog`, { method: "HEAD", headers: key });
    const get = await checked(`${mock.url}/v1/catalog`, { headers: key });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe("");
    expect(head.headers.get("Content-Length")).toBe(get.headers.get("Content-Length"));
  });
});

describe("query parameters", () => {
  test("400 VALIDATION_ERROR for an unknown one if 400 is documented", async () => {
    const response = await checked(`${mock.url}/v1/catalog?page=2`, { headers: key });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      code: "VALIDATION_ERROR",
      error: expect.stringContaining("page"),
      details: [expect.objectContaining({ in: "query", name: "page" })],
    });
  });

  test("200 with an unknown one if 400 isn't documented", async () => {
    for (const operation of withoutBadRequest) {
      const { path, ...init } = exampleRequest(document, operation) ?? { path: "/" };
      expect((await checked(`${mock.url}${path}?page=2`, init)).status).toBe(200);
    }
  });

  test("Prism's own are removed, and others are kept", async () => {
    const response = await checked(`${mock.url}/v1/catalog?__code=409&page=2`, { headers: key });
    expect(response.status).toBe(400);
  });
});

describe("headers", () => {
  test("the limits are those of the operation's scope", async () => {
    for (const operation of document.operations) {
      const { path, ...init } = exampleRequest(document, operation) ?? { path: "/" };
      const { headers } = await checked(mock.url + path, init);
      const { limit, windowSeconds } = document.rateLimits[operation.rateLimitScope ?? "global"] ?? {};
      expect(headers.get("RateLimit-Limit")).toBe(`${limit}`);
      expect(headers.get("RateLimit")).toBe(
        `limit=${limit}, remaining=${(limit ?? 0) - 1}, reset=${windowSeconds}`,
      );
    }
  });

  test("429 has no requests left, and the headers agree about the wait", async () => {
    const headers = { ...key, Prefer: "code=429" };
    const response = await checked(`${mock.url}/v1/catalog`, { headers });
    const wait = response.headers.get("Retry-After");
    expect(response.headers.get("RateLimit")).toBe(`limit=120, remaining=0, reset=${wait}`);
    expect(response.headers.get("RateLimit-Remaining")).toBe("0");
    expect(response.headers.get("RateLimit-Reset")).toBe(wait);
  });

  test("every request gets its own id, or keeps the one that it has", async () => {
    const ids = await Promise.all(
      [1, 2].map(async () =>
        (await checked(`${mock.url}/v1/catalog`, { headers: key })).headers.get("X-Request-Id"),
      ),
    );
    expect(new Set(ids).size).toBe(2);
    const headers = { ...key, "X-Request-Id": "mine-1" };
    expect((await checked(`${mock.url}/v1/catalog`, { headers })).headers.get("X-Request-Id")).toBe("mine-1");
  });

  test("an undocumented media type doesn't change the response", async () => {
    const headers = { ...key, Accept: "text/html", Prefer: "code=404" };
    const response = await checked(`${mock.url}/v1/catalog`, { headers });
    expect(response.status).toBe(404);
  });
});

describe("pages of other origins", () => {
  const origin = "https://shop.example";
  const preflight = { Origin: origin, "Access-Control-Request-Method": "POST" };

  test("may send a preflight request, and the headers that it names", async () => {
    const headers = { ...preflight, "Access-Control-Request-Headers": "authorization,content-type,prefer" };
    const response = await checked(`${mock.url}/v1/cart`, { method: "OPTIONS", headers });
    expect(response.status).toBe(204);
    expect(response.headers.get("Access-Control-Allow-Origin")).toBe(origin);
    expect(response.headers.get("Access-Control-Allow-Methods")).toContain("POST");
    expect(response.headers.get("Access-Control-Allow-Headers")).toBe("authorization,content-type,prefer");
  });

  test("see a 404 for an unknown path", async () => {
    const asked = await fetch(`${mock.url}/v1/nothing`, { method: "OPTIONS", headers: preflight });
    expect(asked.status).toBe(204);
    expect(asked.headers.get("Access-Control-Allow-Methods")).toBe("POST");
    const response = await checked(`${mock.url}/v1/nothing`, { method: "POST", headers: { Origin: origin } });
    expect(response.status).toBe(404);
    expect(response.headers.get("Access-Control-Allow-Origin")).toBe(origin);
  });

  test("may read every documented header, including on errors", async () => {
    for (const headers of [key, {}]) {
      const response = await checked(`${mock.url}/v1/catalog`, { headers });
      const exposed = response.headers.get("Access-Control-Expose-Headers")?.split(", ") ?? [];
      const responses = [...document.operations.map((operation) => operation.responses), document.unmatched];
      const documented = responses.flatMap(Object.values).flatMap((one) => Object.keys(one.headers));
      expect(exposed).toEqual(expect.arrayContaining([...new Set(documented)]));
    }
  });
});

describe("undocumented preferences", () => {
  test.each([
    ["code=418", "doesn't document 418"],
    ["code=409, example=NOTHING", "no example NOTHING for 409, only CONFLICT"],
    ["example=CONFLICT", "Prefer: code=409, example=CONFLICT would find it"],
  ])("404 to Prefer: %s lists what exists", async (Prefer, sentence) => {
    const response = await fetch(`${mock.url}/v1/catalog`, { headers: { ...key, Prefer } });
    expect(response.status).toBe(404);
    expect(response.headers.get("Content-Type")).toContain("application/problem+json");
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining(sentence) });
  });

  test("422 to an invalid code", async () => {
    const response = await fetch(`${mock.url}/v1/catalog`, { headers: { ...key, Prefer: "code=abc" } });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining("code") });
  });

  test("200 to other kinds of preferences", async () => {
    const headers = { ...key, Prefer: "respond-async, wait=10" };
    expect((await checked(`${mock.url}/v1/catalog`, { headers })).status).toBe(200);
  });
});

test("answers many at once, each with its preferred response", async () => {
  const codes = Array.from({ length: 60 }, (_, index) => [200, 404, 409, 500][index % 4] ?? 200);
  const answered = await Promise.all(
    codes.map(async (code) => {
      const headers = { ...key, Prefer: `code=${code}` };
      return (await checked(`${mock.url}/v1/catalog`, { headers })).status;
    }),
  );
  expect(answered).toEqual(codes);
});
