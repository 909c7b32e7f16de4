import { createServer } from "node:http";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { callParts } from "../../cli/generate/client/call-parts.ts";
import { callTable } from "../../cli/generate/client/client-calls.ts";
import { createTypedClient, type TypedClientOptions } from "../../client/create-typed-client.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { clientTraits } from "../helpers/client-traits.ts";

// What the client sends and reads, as seen by a server that doesn't use the toolkit.

const text = { type: "string" };
const bytes = { type: "string", format: "binary" };
const boat = { type: "object", properties: { name: text } };

/** Media types of requests, by path. */
const requests: Record<string, Record<string, object>> = {
  "/json": { "application/json": boat },
  "/problem": { "application/vnd.boats+json": boat },
  "/table": { "text/csv": text, "application/json": { type: "array", items: text } },
  "/anything": { "text/csv": text, "text/plain": text },
  "/picture": { "image/*": bytes },
  "/pictures": { "image/png": bytes, "image/jpeg": bytes },
  "/raw": { "application/octet-stream": bytes },
  "/any": { "*/*": boat },
  "/suffix": { "application/*+json": boat },
  "/versions": { "application/json": boat, "application/json; version=2": boat },
  "/either": { "application/json": boat, "application/x-www-form-urlencoded": boat },
  "/upload": {
    "multipart/form-data": { type: "object", properties: { photo: bytes, about: boat } },
    "application/json": { type: "array", items: text },
  },
  "/yaml": { "application/yaml": text },
  "/photo": {
    "multipart/form-data": {
      type: "object",
      properties: {
        photo: bytes,
        pages: { type: "array", items: bytes },
        note: text,
        stars: { type: "integer" },
        tags: { type: "array", items: text },
      },
    },
  },
  "/about": { "multipart/form-data": { type: "object", properties: { photo: bytes, about: boat } } },
  "/login": { "application/x-www-form-urlencoded": boat },
};

const answers = {
  "/page": { "200": ["application/json"] },
  "/report": { "200": ["application/json", "image/png", "text/csv"], "404": ["text/plain"] },
};

const contentOf = (types: string[]) =>
  Object.fromEntries(types.map((type) => [type, { schema: type === "image/png" ? bytes : {} }]));

const document = readDocument({
  openapi: "3.1.0",
  info: { title: "Boats", version: "1" },
  paths: {
    ...Object.fromEntries(
      Object.entries(requests).map(([path, content]) => [
        path,
        {
          post: {
            operationId: path.slice(1),
            requestBody: {
              content: Object.fromEntries(
                Object.entries(content).map(([type, schema]) => [type, { schema }]),
              ),
            },
            responses: { "204": { description: "Done." } },
          },
        },
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(answers).map(([path, responses]) => [
        path,
        {
          get: {
            operationId: path.slice(1),
            responses: Object.fromEntries(
              Object.entries(responses).map(([status, types]) => [
                status,
                { description: "One.", content: contentOf(types) },
              ]),
            ),
          },
        },
      ]),
    ),
  },
});

interface Received {
  type: string | undefined;
  body: Buffer;
}

let received: Received[] = [];
let answer: { status?: number; type?: string; body: string | Uint8Array } = { body: "" };
beforeEach(() => {
  received = [];
});

const server = createServer(async (request, response) => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  received.push({ type: request.headers["content-type"], body: Buffer.concat(pieces) });
  const { status = 200, type, body } = answer;
  response.writeHead(
    request.method === "POST" ? 204 : status,
    type === undefined ? {} : { "Content-Type": type },
  );
  response.end(request.method === "POST" ? undefined : body);
});
await new Promise<void>((resolve) => server.listen(0, resolve));
afterAll(() => server.close());

interface Untyped {
  POST(path: string, init: object): Promise<{ status: number }>;
  GET(path: string, init?: object): Promise<{ status: number; data?: unknown; error?: unknown }>;
}

function clientWith(options: TypedClientOptions = {}): Untyped {
  const { port } = server.address() as { port: number };
  return createTypedClient(
    { baseUrl: `http://127.0.0.1:${port}`, ...options },
    clientTraits(callTable(document)),
  ) as unknown as Untyped;
}

const client = clientWith();

/** The header and the body that arrive. */
async function post(path: string, body: unknown, type?: string) {
  await client.POST(path, { body, ...(type !== undefined && { headers: { "Content-Type": type } }) });
  const [one] = received;
  return [one?.type, one?.body.toString("latin1")];
}

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff]);
const pngText = Buffer.from(png).toString("latin1");

describe("a body is sent", () => {
  test.each<[string, string, unknown, string, string]>([
    ["the only type", "/json", { name: "Ada" }, "application/json", '{"name":"Ada"}'],
    ["the only type", "/problem", { name: "Ada" }, "application/vnd.boats+json", '{"name":"Ada"}'],
    ["the only type", "/yaml", "a: 1", "application/yaml", "a: 1"],
    ["the only type that a text fits", "/table", "a,b\r\n1,2", "text/csv", "a,b\r\n1,2"],
    ["the only type that a list fits", "/table", ["a"], "application/json", '["a"]'],
    ["the only type that an object fits", "/any", { name: "Ada" }, "application/json", '{"name":"Ada"}'],
    ["a Blob's own type", "/picture", new Blob([png], { type: "image/gif" }), "image/gif", pngText],
    ["a Blob's own type", "/pictures", new Blob([png], { type: "image/jpeg" }), "image/jpeg", pngText],
    ["a Blob's own type", "/any", new Blob([png], { type: "image/gif" }), "image/gif", pngText],
    ["a Blob's own type", "/table", new Blob(["a,b"], { type: "text/csv" }), "text/csv", "a,b"],
    ["a Blob's own type", "/json", new Blob(["{}"], { type: "application/json" }), "application/json", "{}"],
    [
      "the only type for a Blob of another",
      "/raw",
      new Blob([png], { type: "image/gif" }),
      "application/octet-stream",
      pngText,
    ],
    ["the only type for a Blob without one", "/table", new Blob(["a,b"]), "text/csv", "a,b"],
    ["as bytes for a Blob without a type", "/any", new Blob([png]), "application/octet-stream", pngText],
    ["the only type for an array of bytes", "/raw", png, "application/octet-stream", pngText],
    ["JSON among several, by default", "/either", { name: "Ada" }, "application/json", '{"name":"Ada"}'],
  ])("with %s: %s", async (_, path, body, type, sent) => {
    expect(await post(path, body)).toEqual([type, sent]);
  });

  test.each<[string, unknown, string, string]>([
    ["/table", "a,b", "text/csv; header=present", "a,b"],
    ["/table", "a,b", "application/json", '"a,b"'],
    ["/anything", "a", "text/plain", "a"],
    ["/picture", new Blob([png], { type: "image/gif" }), "image/webp", pngText],
    ["/versions", { name: "Ada" }, "application/json; version=2", '{"name":"Ada"}'],
    ["/either", { name: "A b" }, "application/x-www-form-urlencoded", "name=A+b"],
    ["/suffix", { name: "Ada" }, "application/vnd.boats+json", '{"name":"Ada"}'],
  ])("%s: with the caller's own Content-Type", async (path, body, type, sent) => {
    expect(await post(path, body, type)).toEqual([type, sent]);
  });

  test("with the client's default Content-Type, and without it when a call removes it", async () => {
    await clientWith({ headers: { "content-type": "text/plain" } }).POST("/anything", { body: "a" });
    await clientWith({ headers: { "content-type": "text/csv" } }).POST("/raw", {
      body: new Blob([png]),
      headers: { "Content-Type": null },
    });
    expect(received.map(({ type }) => type)).toEqual(["text/plain", undefined]);
  });

  test("with a header parameter named Content-Type", async () => {
    await client.POST("/anything", { body: "a", params: { header: { "Content-Type": "text/csv" } } });
    expect(received[0]?.type).toBe("text/csv");
  });

  test.each([undefined, "multipart/form-data"])(
    "as a form, with the boundary that fetch writes (Content-Type %s)",
    async (type) => {
      const form = new FormData();
      form.append("photo", new Blob([png], { type: "image/png" }), "a.png");
      form.append("about", new Blob(['{"name":"Ada"}'], { type: "application/json" }));
      const [sentType = "", body = ""] = await post("/upload", form, type);
      const boundary = /^multipart\/form-data; ?boundary=(.+)$/.exec(sentType)?.[1] ?? "none";
      expect(body.split(`--${boundary}`)).toHaveLength(4);
      expect(body).toMatch(/name="photo"; filename="a.png"\r\nContent-Type: image\/png\r\n/);
      expect(body).toMatch(/name="about"[^\r]*\r\nContent-Type: application\/json\r\n\r\n{"name":"Ada"}/);
    },
  );

  test("as a form built from an object", async () => {
    const [type, body] = await post("/upload", { photo: new File([png], "a.png", { type: "image/png" }) });
    expect(type).toMatch(/^multipart\/form-data; ?boundary=/);
    expect(body).toContain('name="photo"; filename="a.png"');
  });

  test("as a form of texts and files, with a part for each item of a list", async () => {
    const photo = new File([png], "a.png", { type: "image/png" });
    const values = { photo, pages: [png, photo], note: "é", stars: 5, tags: ["a", "b"], none: undefined };
    const [type] = await post("/photo", { ...values, empty: null });
    const form = await new Response(new Uint8Array(received[0]?.body ?? []), {
      headers: { "Content-Type": type ?? "" },
    }).formData();
    const parts = [...form].map(async ([name, one]) =>
      one instanceof File
        ? [name, one.name, one.type, Buffer.from(await one.arrayBuffer()).toString("latin1")]
        : [name, one],
    );
    expect(await Promise.all(parts)).toEqual([
      ["photo", "a.png", "image/png", pngText],
      ["pages", "blob", "application/octet-stream", pngText],
      ["pages", "a.png", "image/png", pngText],
      ["note", "é"],
      ["stars", "5"],
      ["tags", "a"],
      ["tags", "b"],
    ]);
  });

  test("as a form of one media type, however it is given", async () => {
    const given = new FormData();
    given.append("note", "a");
    await post("/photo", given, "multipart/form-data");
    const own = (value: { note: string }, headers: Headers) => `${value.note} ${headers.get("x-own")}`;
    await client.POST("/photo", {
      body: { note: "a" },
      bodySerializer: own,
      headers: { "Content-Type": "multipart/form-data; boundary=b", "x-own": "1" },
    });
    await post("/login", { name: "A b" });
    await post("/login", new URLSearchParams({ name: "A b" }));
    await post("/login", { name: "A b" }, "application/x-www-form-urlencoded; charset=utf-8");
    await client.POST("/about", {
      body: { about: { name: "Ada" } },
      headers: { "Content-Type": "multipart/form-data" },
    });
    const [form, ownForm, ...others] = received;
    expect(form?.type).toMatch(/^multipart\/form-data; ?boundary=/);
    expect([ownForm?.type, String(ownForm?.body)]).toEqual(["multipart/form-data; boundary=b", "a 1"]);
    const about = others.pop();
    expect(others.map(({ type, body }) => [type, String(body)])).toEqual([
      ["application/x-www-form-urlencoded", "name=A+b"],
      ["application/x-www-form-urlencoded", "name=A+b"],
      ["application/x-www-form-urlencoded; charset=utf-8", "name=A+b"],
    ]);
    expect(about?.type).toMatch(/^multipart\/form-data; ?boundary=form-/);
    expect(String(about?.body)).toContain(
      'name="about"\r\nContent-Type: application/json\r\n\r\n{"name":"Ada"}',
    );
  });

  test("with the code that its form needs", () => {
    const calls = callTable(document);
    const sends = (path: string) => callParts(calls[`POST ${path}`] ?? {}).prepare.map(({ name }) => name);
    expect(["/photo", "/login", "/about", "/upload"].map(sends)).toEqual([
      ["plainForm"],
      ["plainForm"],
      ["formOf"],
      ["bodyOf"],
    ]);
  });

  test("as the caller's own serializer writes it", async () => {
    const bodySerializer = (value: object) => Object.keys(value).join();
    await client.POST("/table", {
      body: { a: 1, b: 2 },
      bodySerializer,
      headers: { "Content-Type": "text/csv" },
    });
    await clientWith({ bodySerializer: () => '"own"' }).POST("/json", { body: {} });
    expect(received.map(({ type, body }) => [type, String(body)])).toEqual([
      ["text/csv", "a,b"],
      ["application/json", '"own"'],
    ]);
  });

  test.each<[string, unknown, string]>([
    ["/anything", "a,b", "text/csv or text/plain"],
    ["/picture", new Blob([png]), "image/*"],
    ["/pictures", png, "image/png or image/jpeg"],
    ["/suffix", { name: "Ada" }, "application/*+json"],
  ])("%s: never with a guess", async (path, body, types) => {
    await expect(post(path, body)).rejects.toThrow(
      new TypeError(
        `The body of POST ${path} may be sent as ${types}. Choose one by the header Content-Type of the call.`,
      ),
    );
    expect(received).toEqual([]);
  });
});

describe("a response is read", () => {
  const get = async (path: string, respond: typeof answer, init?: object) => {
    answer = respond;
    const { data, error } = await client.GET(path, init);
    const value = data ?? error;
    return value instanceof Blob
      ? [value.type, Buffer.from(await value.arrayBuffer()).toString("latin1")]
      : value;
  };

  test.each<[string, string, typeof answer, unknown]>([
    ["JSON as a value", "/page", { type: "application/json", body: '{"a":1}' }, { a: 1 }],
    ["JSON by its suffix", "/page", { type: "application/hal+json", body: '{"a":1}' }, { a: 1 }],
    [
      "HTML where JSON is documented as text",
      "/page",
      { type: "text/html", body: "<p>Wait</p>" },
      "<p>Wait</p>",
    ],
    ["JSON that is sent as text", "/page", { type: "text/plain", body: '{"a":1}' }, { a: 1 }],
    ["JSON without a type", "/page", { body: '{"a":1}' }, { a: 1 }],
    ["text without a type", "/page", { body: "Wait" }, "Wait"],
    ["an image as bytes, beside JSON", "/report", { type: "image/png", body: png }, ["image/png", pngText]],
    ["an undocumented image as bytes", "/page", { type: "image/png", body: png }, ["image/png", pngText]],
    [
      "documented text as text, even if it looks like a number",
      "/report",
      { type: "text/csv", body: "12" },
      "12",
    ],
    ["JSON as a value, beside other types", "/report", { type: "application/json", body: "12" }, 12],
    ["the text of an error as text", "/report", { status: 404, type: "text/plain", body: "404" }, "404"],
    ["a JSON error as a value", "/report", { status: 404, type: "application/problem+json", body: "{}" }, {}],
    ["a proxy's error page as text", "/page", { status: 502, type: "text/html", body: "<p>" }, "<p>"],
    [
      "an error of bytes as bytes, beside other types",
      "/report",
      { status: 500, type: "image/png", body: png },
      ["image/png", pngText],
    ],
    ["an empty body as none", "/page", { type: "application/json", body: "" }, undefined],
  ])("%s", async (_, path, respond, expected) => {
    expect(await get(path, respond)).toEqual(expected);
  });

  test("as parseAs says", async () => {
    expect(await get("/report", { type: "text/csv", body: "12" }, { parseAs: "json" })).toBe(12);
  });
});
