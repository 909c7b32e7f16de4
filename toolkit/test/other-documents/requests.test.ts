import { fileURLToPath } from "node:url";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { readSpec } from "../../server/document/source/read-spec.ts";
import type { Authenticators } from "../../server/http/credentials/authenticate.ts";
import type { AnyHandler } from "../../server/http/steps/handle.ts";
import { startApp } from "../helpers/small-app.ts";

/** The input of the handler. */
interface Given {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
  cookies: Record<string, unknown>;
  body: unknown;
  caller: unknown;
}
const given: Given[] = [];
beforeEach(() => {
  given.length = 0;
});

type Output = Awaited<ReturnType<AnyHandler>>;
const answering =
  (output: Output): AnyHandler =>
  async (input) => {
    given.push(input);
    return output;
  };

const saw = { kind: "handsaw", name: "Saw", teeth: 40 };
const hammer = { id: 1, kind: "hammer", name: "Hammer" };
const pixels = new Uint8Array([137, 80, 78, 71, 0, 255]);
const anyone: Authenticators = Object.fromEntries(
  ["memberCard", "keeper", "twoFactor", "kiosk", "oauth"].map((scheme) => [
    scheme,
    async ({ credential, scopes }) =>
      credential === "wrong" ? undefined : { caller: { [scheme]: credential, scopes }, bucket: credential },
  ]),
);

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
const shed = await startApp({
  raw: readSpec(fixture("toolshed/api/toolshed.yaml"), { allowFolders: [fixture("toolshed")] }).raw,
  authenticators: anyone,
  handlers: {
    listTools: answering({ status: 200, contentType: "application/json", body: [hammer, saw] }),
    "add-tool": answering({ status: 201, body: hammer, headers: { Location: "/tools/1" } }),
    "tools.search": answering({ status: 200, body: "Hammer\nSaw\n" }),
    getTool: answering({ status: 200, body: hammer }),
    changeTool: answering({ status: 200, body: saw }),
    putPhoto: answering({ status: 204 }),
    getPhoto: answering({ status: 200, body: new Blob([pixels]) }),
    lend: answering({ status: 201, body: { id: "loan_1", dueOn: "2026-03-01" } }),
    delete: answering({ status: 200, body: "yes" }),
    readHours: answering({ status: 203, body: { from: "09:00", until: null } }),
    getClosingHours: answering({ status: 200, body: { from: null, until: null } }),
    deleteKeysKeyId: answering({ status: 204 }),
  },
});
afterAll(() => shed.close());

const card = { "X-Member-Card": "card" };
const call = async (path: string, init: RequestInit = {}) => {
  const response = await shed.fetch(`${shed.url}/api/v2${path}`, { headers: card, ...init });
  return { status: response.status, headers: response.headers, text: await response.clone().text() };
};
const bodyOf = <T>() => given[0]?.body as T;
const asJson = (body: unknown, method = "POST", type = "application/json"): RequestInit => ({
  method,
  headers: { ...card, "Content-Type": type },
  body: JSON.stringify(body),
});

describe("parameters of the query arrive as documented", () => {
  test.each<[string, string, unknown]>([
    ["an exploded list", "tag=a&tag=b", { tag: ["a", "b"] }],
    ["a list of one", "tag=a", { tag: ["a"] }],
    ["a list with brackets", "tag[]=a&tag%5B%5D=b", { tag: ["a", "b"] }],
    ["a list with commas", "ids=1,2", { ids: [1, 2] }],
    ["a list with commas that the client encoded", "ids=1%2C2", { ids: [1, 2] }],
    ["an empty string in a list", "tag=", { tag: [""] }],
    ["a list with spaces", "sizes=1.5%202", { sizes: [1.5, 2] }],
    ["a list with pluses", "sizes=1.5+2", { sizes: [1.5, 2] }],
    ["a list with pipes", "kinds=hammer|saw", { kinds: ["hammer", "saw"] }],
    ["a list with encoded pipes", "kinds=hammer%7Csaw", { kinds: ["hammer", "saw"] }],
    [
      "a deep object",
      "filter[price][min]=1&filter[kinds]=a&filter[kinds]=b",
      { filter: { price: { min: 1 }, kinds: ["a", "b"] } },
    ],
    ["a deep object, encoded", "filter%5Bkinds%5D=a", { filter: { kinds: ["a"] } }],
    ["an exploded object", "shelf=3&row=07", { place: { shelf: 3, row: "07" } }],
    ["an object with its members in turn", "at=x,3,y,4", { at: { x: 3, y: 4 } }],
    ["a time with colons", "since=2026-01-01T00:00:00Z", { since: "2026-01-01T00:00:00Z" }],
    ["a number", "limit=5", { limit: 5 }],
    ["a boolean", "broken=true", { broken: true }],
  ])("%s", async (_, query, expected) => {
    expect((await call(`/tools?${query}`)).status).toBe(200);
    expect(given[0]?.query).toEqual({ limit: 20, ...(expected as object) });
  });

  test("JSON", async () => {
    const filter = encodeURIComponent('{"price":{"min":1}}');
    const init = { method: "POST", headers: { "Content-Type": "text/plain" }, body: "saw" };
    const { status, text, headers } = await call(`/tools:search?filter=${filter}`, init);
    expect([status, text, headers.get("Content-Type")]).toEqual([
      200,
      "Hammer\nSaw\n",
      "text/plain; charset=utf-8",
    ]);
    expect(given[0]).toMatchObject({
      query: { filter: { price: { min: 1 } } },
      body: "saw",
      caller: undefined,
    });
  });

  test.each([
    "ids=1,x",
    "ids=",
    "ids[0]=1",
    "sizes=1.5%20x",
    "kinds=axe",
    "filter[colour]=red",
    "filter[price][min]=x",
    "filter=1",
    "shelf=x",
    "at=x,a",
    "at=x",
    "since=yesterday",
    "limit=0",
    "limit=1&limit=2",
    "limit=9007199254740993",
    "broken=maybe",
  ])("400 in the document's format for %s", async (query) => {
    const { status, headers, text } = await call(`/tools?${query}`);
    // The range 4XX has no 400, so unknown parameters aren't refused.
    if (/^(ids\[0\]|filter)=/.test(query)) return expect(status).toBe(200);
    expect(status).toBe(400);
    expect(headers.get("Content-Type")).toBe("application/problem+json; charset=utf-8");
    expect(JSON.parse(text)).toEqual({
      type: "about:blank",
      title: "Bad Request",
      status: 400,
      detail: expect.stringContaining(/^since|^limit|^broken/.exec(query)?.[0] ?? "query."),
      errorId: expect.any(String),
    });
    expect(given).toEqual([]);
  });
});

describe("parameters elsewhere", () => {
  test("a header is a list, with the name in the document", async () => {
    await call("/tools", { headers: { ...card, "x-wanted": "1, 2" } });
    expect(given[0]?.headers).toEqual({ "X-Wanted": [1, 2] });
  });

  test("cookies, a list among them", async () => {
    await call("/tools", { headers: { ...card, Cookie: "theme=dark; seen=3,4; other=1" } });
    expect(given[0]?.cookies).toEqual({ theme: "dark", seen: [3, 4] });
    expect((await call("/tools", { headers: { ...card, Cookie: "theme=pink" } })).status).toBe(400);
  });

  test("the path in every style", async () => {
    expect((await call("/shelves/1,2/.r=3.g=4/;corner=5,6.5")).status).toBe(200);
    expect(given[0]?.path).toEqual({ places: [1, 2], colour: { r: 3, g: 4 }, corner: [5, 6.5] });
    for (const path of [
      "1,x/.r=3/;corner=5,6",
      "1/.r=x/;corner=5,6",
      "1/.r/;corner=5,6",
      "1/.r=3/;corner=5",
    ]) {
      expect((await call(`/shelves/${path}`)).status).toBe(400);
    }
  });

  test("a parameter of the path item", async () => {
    await call("/tools/7");
    expect(given[0]?.path).toEqual({ toolId: 7 });
    const { status, text, headers } = await call("/tools/0");
    expect([status, headers.get("Content-Type")]).toEqual([400, "text/plain; charset=utf-8"]);
    expect(text).toContain("toolId");
  });
});

describe("bodies", () => {
  test("201 for each alternative of the discriminator, by all its names", async () => {
    for (const tool of [
      { kind: "hammer", name: "Maul", code: "77" },
      { kind: "handsaw", name: "Saw", teeth: 9 },
      { kind: "fretsaw", name: "Saw", teeth: 30 },
      { kind: "hammer", name: "Kit", parts: [{ kind: "fretsaw", name: "Saw", teeth: 2 }] },
    ]) {
      const { status, headers } = await call("/tools", asJson(tool));
      expect([status, headers.get("Location")]).toEqual([201, "/tools/1"]);
      expect(given.at(-1)?.body).toEqual(tool);
    }
  });

  test.each([
    ["another kind", { kind: "axe", name: "Axe" }],
    ["no kind", { name: "Axe" }],
    ["a property of the other kind", { kind: "handsaw", name: "Saw" }],
    ["a part of another kind", { kind: "hammer", name: "Kit", parts: [{ kind: "axe", name: "Axe" }] }],
    ["a property that only answers have", { kind: "hammer", name: "Maul", id: 3 }],
  ])("422, since 400 isn't documented, for %s", async (_, tool) => {
    const { status, text } = await call("/tools", asJson(tool));
    expect([status, JSON.parse(text).status]).toEqual([422, 422]);
  });

  test("a form: numbers, booleans, and a list of one", async () => {
    const send = (body: string) =>
      call("/loans", {
        method: "POST",
        headers: { ...card, "Content-Type": "application/x-www-form-urlencoded" },
        body,
      });
    expect((await send("toolIds=1&days=7&insured=true&note=12")).status).toBe(201);
    expect((await send("toolIds=1&toolIds=2&days=7")).status).toBe(201);
    expect(given.map(({ body }) => body)).toEqual([
      { toolIds: [1], days: 7, insured: true, note: "12" },
      { toolIds: [1, 2], days: 7 },
    ]);
    const { status, text } = await send("toolIds=1&days=40");
    expect(status).toBe(400);
    expect(JSON.parse(text)).toEqual({
      error: { code: "validation-error", message: expect.stringContaining("body.days") },
      requestId: expect.any(String),
    });
  });

  test("a multipart form with files", async () => {
    const form = new FormData();
    form.append("photo", new Blob([pixels], { type: "image/png" }), "saw.png");
    form.append("more", new Blob(["a"]), "a.png");
    form.append("stars", "5");
    form.append("tags", "sharp");
    form.append("place", '{"shelf":3}');
    expect((await call("/tools/1/photo", { method: "PUT", body: form })).status).toBe(204);
    const body = bodyOf<{ contentType: string; content: Record<string, unknown> }>();
    expect(body.contentType).toBe("multipart/form-data");
    expect(body.content).toMatchObject({ stars: 5, tags: ["sharp"], place: { shelf: 3 } });
    const photo = body.content.photo as File;
    expect([photo.name, photo.type, new Uint8Array(await photo.arrayBuffer())]).toEqual([
      "saw.png",
      "image/png",
      pixels,
    ]);
    expect(await (body.content.more as File[])[0]?.text()).toBe("a");
  });

  test("a file without a name is a File too", async () => {
    const form = new FormData();
    form.append("photo", "bytes");
    form.append("stars", "5");
    expect((await call("/tools/1/photo", { method: "PUT", body: form })).status).toBe(204);
    const { photo } = bodyOf<{ content: { photo: File } }>().content;
    expect([photo instanceof File, photo.name, await photo.text()]).toEqual([true, "", "bytes"]);
  });

  test.each<[string, (form: FormData) => void]>([
    ["no file", (form) => form.delete("photo")],
    ["two files instead of one", (form) => form.append("photo", new Blob(["b"]), "b.png")],
    ["too many stars", (form) => form.set("stars", "6")],
    ["another field", (form) => form.set("colour", "red")],
  ])("400 for a multipart form with %s", async (_, change) => {
    const form = new FormData();
    form.append("photo", new Blob(["a"]), "a.png");
    form.append("stars", "5");
    change(form);
    expect((await call("/tools/1/photo", { method: "PUT", body: form })).status).toBe(400);
  });

  test("400 for an invalid multipart form, and 413 for one that is too large", async () => {
    const headers = { ...card, "Content-Type": "multipart/form-data; boundary=x" };
    expect((await call("/tools/1/photo", { method: "PUT", headers, body: "hello" })).status).toBe(400);
    const body = new FormData();
    body.append("photo", new Blob([new Uint8Array(17 * 2 ** 20)]), "huge.png");
    expect((await call("/tools/1/photo", { method: "PUT", body })).status).toBe(413);
  });

  test("bytes, received and sent", async () => {
    const headers = { ...card, "Content-Type": "image/png" };
    expect((await call("/tools/1/photo", { method: "PUT", headers, body: pixels })).status).toBe(204);
    const { contentType, content } = bodyOf<{ contentType: string; content: Blob }>();
    expect([contentType, new Uint8Array(await content.arrayBuffer())]).toEqual(["image/png", pixels]);
    const response = await fetch(`${shed.url}/api/v2/tools/1/photo`);
    expect(response.headers.get("Content-Type")).toBe("image/png");
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(pixels);
  });

  test("one of several JSON types, distinguished by its media type", async () => {
    const type = "application/merge-patch+json";
    expect((await call("/tools/1", asJson({ name: null }, "PATCH", type))).status).toBe(200);
    expect(given[0]?.body).toEqual({ contentType: type, content: { name: null } });
    expect((await call("/tools/1", asJson({ name: null }, "PATCH"))).status).toBe(400);
    const refused = await call("/tools/1", asJson({}, "PATCH", "application/xml"));
    expect([refused.status, JSON.parse(refused.text).title]).toEqual([415, "Unsupported Media Type"]);
  });
});

describe("answers", () => {
  test("203 from a range, with nulls; one path item at two paths", async () => {
    const { status, text } = await call("/opening-hours");
    expect([status, JSON.parse(text)]).toEqual([203, { from: "09:00", until: null }]);
    expect((await call("/closing-hours")).status).toBe(200);
  });

  test("404 and 405 in the shape of the other errors, below the servers' base path and above it", async () => {
    for (const [path, expected] of [
      ["/tools", 404],
      ["/api/v2/nothing", 404],
    ] as const) {
      const response = await fetch(shed.url + path);
      expect([response.status, await response.json()]).toEqual([
        expected,
        expect.objectContaining({ title: "Not Found", status: 404, errorId: expect.any(String) }),
      ]);
    }
    expect((await fetch(`${shed.url}/api/v2/loans`, { headers: card })).status).toBe(405);
  });
});

describe("security", () => {
  const key = "/keys/0b8f0c3e-8c53-4f0a-9d0c-0f3f6c1f2a11";
  const basic = `Basic ${btoa("ines:secret:2")}`;
  const gone = (headers: Record<string, string>) => call(key, { method: "DELETE", headers });

  test("204 with both of two schemes, with their merged results", async () => {
    expect((await gone({ Authorization: basic, Cookie: "second-factor=99" })).status).toBe(204);
    expect(given[0]?.caller).toEqual({ keeper: "ines:secret:2", twoFactor: "99", scopes: [] });
  });

  test("204 with the other alternative, whose authenticator gets the scopes", async () => {
    expect((await gone({ Authorization: "Bearer token" })).status).toBe(204);
    expect(given[0]?.caller).toEqual({ oauth: "token", scopes: ["keys"] });
  });

  test("401 with half of it, listing all alternatives", async () => {
    const { status, headers, text } = await gone({ Authorization: basic });
    expect(status).toBe(401);
    expect(headers.get("WWW-Authenticate")).toBe('Basic realm="Tool shed", charset="UTF-8", ApiKey, Bearer');
    expect(JSON.parse(text)).toMatchObject({ title: "Unauthorized", status: 401 });
  });

  test("a credential in the query isn't an unknown parameter", async () => {
    const init = { ...asJson(saw), headers: { "Content-Type": "application/json" } };
    expect((await call("/tools?kiosk=3", init)).status).toBe(201);
    expect(given[0]).toMatchObject({ query: {}, caller: { kiosk: "3" } });
  });

  test("a credential may be sent even if none is needed", async () => {
    await call("/tools/1", { headers: {} });
    await call("/tools/1");
    await call("/tools/1", { headers: { "X-Member-Card": "wrong" } });
    expect(given.map(({ caller }) => caller)).toEqual([
      undefined,
      { memberCard: "card", scopes: [] },
      undefined,
    ]);
  });
});

describe("a document of OpenAPI 3.0", async () => {
  const parcel = { to: null, size: null };
  const post = await startApp({
    raw: readSpec(fixture("post-office.json")).raw,
    authenticators: { session: async ({ credential }) => ({ caller: credential, bucket: credential }) },
    handlers: {
      getParcels: answering({ status: 200, body: [parcel] }),
      "2 send": answering({ status: 201, body: { ...parcel, id: "p1" } }),
      getParcelsId2: answering({ status: 200 }),
    },
  });
  afterAll(() => post.close());
  const ask = (path: string, init?: RequestInit) => post.fetch(post.url + path, init);
  const sent = (body: unknown) =>
    ask("/parcels", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });

  test("supports nullable, beside an enum and on a reference, and exclusive bounds", async () => {
    expect((await sent(parcel)).status).toBe(201);
    expect((await sent({ to: { street: "Quay 1" }, size: "small", weight: 0.1 })).status).toBe(201);
    for (const wrong of [
      { ...parcel, weight: 0 },
      { ...parcel, to: {} },
      { ...parcel, size: "huge" },
      { ...parcel, id: "p" },
    ]) {
      expect((await sent(wrong)).status).toBe(400);
    }
    const headers = { Cookie: "sid=1" };
    expect((await ask("/parcels?after=0", { headers })).status).toBe(400);
    expect((await ask("/parcels?after=0.5&lang=", { headers })).status).toBe(200);
  });

  test("refuses in the format of its default response, with its example where the server has no text", async () => {
    const response = await ask("/parcels");
    expect([response.status, await response.json()]).toEqual([
      401,
      {
        docs: "https://post.example/docs",
        errors: [{ reason: "UNAUTHORIZED", text: "Missing or invalid cookie: send the cookie `sid`." }],
      },
    ]);
  });

  test("answers without a body if it has none, also a 404", async () => {
    const found = await ask("/parcels/id");
    expect([found.status, await found.text()]).toEqual([200, ""]);
    // This operation documents no refusal, so the body is like that of another.
    const refused = await fetch(`${post.url}/parcels/id?nr=x`);
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { errors: [{ reason: "VALIDATION_ERROR" }] },
    ]);
    const lost = await ask("/parcels/7");
    expect([lost.status, await lost.text()]).toEqual([404, ""]);
  });
});
