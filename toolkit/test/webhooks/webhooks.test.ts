import { describe, expect, test } from "vitest";
import { readDocument } from "../../server/document/read-document.ts";
import { webhookPage } from "../../server/http/webhook-page.ts";
import { createWebhooks } from "../../server/webhooks/create-webhooks.ts";
import { startApp } from "../helpers/small-app.ts";
import { kennelDocument } from "./kennel-document.ts";

interface Kennel {
  newDog: {
    payload: { headers: { "X-Kennel": number }; body: { id: number; name: string } };
    output: { status: 200; body: { welcome: boolean } } | { status: 410 };
  };
  moved: {
    payload: { query: object; headers: object };
    output: { status: 204 };
  };
  barked: {
    payload: { body?: { contentType: string; content: unknown } };
    output: { status: 204 };
  };
  "bookWalk.onReturn": { payload: { body: { minutes: number } }; output: { status: number } };
}

const raw = structuredClone(kennelDocument);
const document = readDocument(raw);
const { receive, prepare } = createWebhooks<Kennel>(document);
const url = "https://listener.example/hook?from=kennel";
const rex = { headers: { "X-Kennel": 3 }, body: { id: 7, name: "Rex" } };

/** The request that arrives. */
function sent({ url, ...init }: ReturnType<typeof prepare>): Request {
  return new Request(url, init);
}

describe("a webhook that is sent", () => {
  test("is a request with the payload as JSON, which can be signed or stored first", () => {
    expect(prepare("newDog", url, rex)).toEqual({
      url,
      method: "POST",
      headers: { "X-Kennel": "3", "Content-Type": "application/json" },
      body: '{"id":7,"name":"Rex"}',
    });
  });

  test("leaves the payload unchanged", () => {
    const chipped = new Date("2026-03-01T12:00:00Z");
    const body = Object.freeze({ id: 7, name: "Rex", chipped });
    expect(prepare("newDog", url, { ...rex, body }).body).toBe(
      '{"id":7,"name":"Rex","chipped":"2026-03-01"}',
    );
    expect(body).toEqual({ id: 7, name: "Rex", chipped });
  });

  test("keeps a stored text that doesn't match its format", () => {
    const body = { id: 7, name: "Rex", site: "nowhere" };
    expect(prepare("newDog", url, { ...rex, body }).body).toBe(JSON.stringify(body));
    expect(() => prepare("newDog", url, { ...rex, body: { ...body, id: "7" as never } })).toThrow("body.id");
  });

  test("has the media type that its body names", () => {
    const { headers, body } = prepare("barked", url, {
      body: { contentType: "application/x-www-form-urlencoded", content: { times: 2 } },
    });
    expect([headers["Content-Type"], String(body)]).toEqual(["application/x-www-form-urlencoded", "times=2"]);
    expect(prepare("barked", url, {})).toEqual({ url, method: "POST", headers: {} });
  });

  test("has its parameters in the documented styles", () => {
    const query = { in: { house: { wing: "a b" } }, rooms: ["1", "2"] };
    const headers = { "X-From": { wing: "a", floor: 1 }, "x-to": { wing: "b" } };
    expect(prepare("moved", url, { query, headers })).toEqual({
      url: `${url}&in%5Bhouse%5D%5Bwing%5D=a%20b&rooms=1,2`,
      method: "POST",
      headers: { "X-From": "wing,a,floor,1", "x-to": "wing=b" },
    });
    expect(prepare("moved", "https://listener.example/hook", { query, headers: {} }).url).toBe(
      "https://listener.example/hook?in%5Bhouse%5D%5Bwing%5D=a%20b&rooms=1,2",
    );
  });

  test("may be a callback, named by its operation and itself", () => {
    expect(prepare("bookWalk.onReturn", url, { body: { minutes: 20 } })).toMatchObject({
      method: "PUT",
      body: '{"minutes":20}',
    });
  });

  test("isn't prepared if the payload doesn't fit the document, or has writeOnly properties", () => {
    expect(() => prepare("newDog", url, { ...rex, body: { id: 7 } as never })).toThrow(
      "The payload of newDog is invalid: body.name is missing.",
    );
    expect(() => prepare("newDog", url, { ...rex, headers: {} as never })).toThrow(
      "headers.X-Kennel is missing",
    );
    expect(() => prepare("newDog", url, { ...rex, body: { ...rex.body, chip: "1" } as never })).toThrow(
      "The payload of newDog is invalid",
    );
  });

  test("must be in the document", () => {
    expect(() => prepare("meowed" as never, url, {} as never)).toThrow("The document has no webhook meowed.");
  });
});

describe("a webhook that is received", () => {
  const handled: unknown[] = [];
  const newDog = receive("newDog", async (payload) => {
    handled.push(payload);
    return payload.body.name === "Rex" ? { status: 200, body: { welcome: true } } : { status: 410 };
  });
  const respond = async (request: Request) => {
    handled.length = 0;
    const response = await newDog(request);
    return [response.status, await response.text()];
  };

  test("200 with the handler's response; the handler gets the payload with the documented types", async () => {
    expect(await respond(sent(prepare("newDog", url, rex)))).toEqual([200, '{"welcome":true}']);
    expect(handled).toEqual([{ query: {}, ...rex }]);
  });

  test("a documented status without a body", async () => {
    const request = sent(prepare("newDog", url, { ...rex, body: { id: 8, name: "Tom" } }));
    expect(await respond(request)).toEqual([410, ""]);
  });

  test.each<[string, number, RequestInit]>([
    ["body.name is missing", 400, { body: '{"id":7}' }],
    ["headers.X-Kennel must be integer", 400, { headers: { "X-Kennel": "x" } }],
    ["The body isn't valid application/json", 400, { body: "{" }],
    ["Content-Type: application/json", 415, { headers: { "Content-Type": "text/csv", "X-Kennel": "3" } }],
    ["Send POST", 405, { method: "PUT" }],
  ])("refused: %s", async (reason, status, change) => {
    const { url: to, headers, ...init } = prepare("newDog", url, rex);
    const request = new Request(to, { ...init, ...change, headers: { ...headers, ...change.headers } });
    const [got, text] = await respond(request);
    expect([got, JSON.parse(String(text)).code]).toEqual([status, "INVALID_REQUEST"]);
    expect(JSON.parse(String(text)).error).toContain(reason);
    expect(handled).toEqual([]);
  });

  test("rejects for an undocumented response", async () => {
    const request = () => sent(prepare("newDog", url, rex));
    await expect(receive("newDog", async () => ({ status: 201 }) as never)(request())).rejects.toThrow(
      "newDog answered 201, which it doesn't document.",
    );
    const wrong = receive("newDog", async () => ({ status: 200, body: {} }) as never);
    await expect(wrong(request())).rejects.toThrow("welcome");
    const body = { welcome: true };
    const counted = receive(
      "newDog",
      async () => ({ status: 200, body, headers: { "X-Count": "a" } }) as never,
    );
    await expect(counted(request())).rejects.toThrow(
      "newDog answered 200, but its header X-Count: must be integer",
    );
  });

  test("has headers by their schemas, with a line for each cookie", async () => {
    const headers = { "X-Count": 3, "Set-Cookie": ["a=1", "b=2"] };
    const counted = receive(
      "newDog",
      async () => ({ status: 200, body: { welcome: true }, headers }) as never,
    );
    const answer = await counted(sent(prepare("newDog", url, rex)));
    expect([answer.headers.get("X-Count"), answer.headers.getSetCookie()]).toEqual(["3", ["a=1", "b=2"]]);
  });

  test("a form and text, distinguished by contentType", async () => {
    const bodies: unknown[] = [];
    const barked = receive("barked", async ({ body }) => {
      bodies.push(body);
      return { status: 204 };
    });
    const form = { contentType: "application/x-www-form-urlencoded", content: { times: 2 } };
    const text = { contentType: "text/plain", content: "Woof" };
    for (const body of [form, text])
      expect((await barked(sent(prepare("barked", url, { body })))).status).toBe(204);
    await barked(sent(prepare("barked", url, {})));
    expect(bodies).toEqual([form, text, undefined]);
  });
});

test("a webhook that is nested too deeply, or has too many interpretations, is refused", async () => {
  const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const holds = (inner: object, property: string) => ({
    type: "object",
    properties: { inner, [property]: { type: "integer" } },
  });
  const woods = readDocument({
    openapi: "3.1.0",
    info: { title: "Woods", version: "1" },
    paths: {},
    webhooks: {
      grown: {
        post: {
          requestBody: { required: true, content: { "application/json": { schema: to("Grown") } } },
          responses: { "204": { description: "Noted." } },
        },
      },
    },
    components: {
      schemas: {
        Grown: { type: "object", properties: { tree: to("Tree"), sack: to("Sack") } },
        Tree: { type: "object", properties: { inner: to("Tree") } },
        Sack: { oneOf: [to("Bag"), to("Pouch")] },
        Bag: holds(to("Sack"), "size"),
        Pouch: holds(to("Sack"), "weight"),
      },
    },
  });
  const receiver = createWebhooks<{ grown: { payload: object; output: { status: 204 } } }>(woods).receive(
    "grown",
    async () => ({ status: 204 }),
  );
  const inside = (depth: number, leaf: string) => `${'{"inner":'.repeat(depth)}${leaf}${"}".repeat(depth)}`;
  const respond = async (body: string) => {
    const headers = { "Content-Type": "application/json" };
    const response = await receiver(new Request(url, { method: "POST", headers, body }));
    return [response.status, await response.text()];
  };
  const refused = [400, expect.stringContaining("nested too deeply")];
  expect(await respond(`{"tree":${inside(20_000, "{}")}}`)).toEqual(refused);
  expect(await respond(`{"sack":${inside(60, '{"size":"L","weight":"M"}')}}`)).toEqual(refused);
  expect(await respond(`{"tree":${inside(20, "{}")}}`)).toEqual([204, ""]);
});

test("a page of the server receives webhooks, with the server's errors", async () => {
  const receiver = receive("newDog", async ({ body: { name } }) => {
    if (name === "Tom") throw new Error("No cats.");
    return { status: 200, body: { welcome: true } };
  });
  const app = await startApp({
    raw,
    pages: [webhookPage({ path: "/hooks/dogs", receive: receiver, maxBytes: 100 })],
  });
  const send = (name: string) => {
    const { url: to, ...init } = prepare("newDog", `${app.url}/hooks/dogs`, {
      ...rex,
      body: { id: 1, name },
    });
    return fetch(to, init);
  };
  try {
    const accepted = await send("Rex");
    expect([accepted.status, await accepted.json()]).toEqual([200, { welcome: true }]);
    expect((await fetch(`${app.url}/hooks/dogs`, { method: "POST" })).status).toBe(400);
    expect((await send("x".repeat(200))).status).toBe(413);
    expect((await send("Tom")).status).toBe(500);
    expect(app.logLines.join("")).toContain("No cats.");
  } finally {
    await app.close();
  }
});
