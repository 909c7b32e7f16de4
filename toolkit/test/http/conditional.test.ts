import { request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import type { RawDocument } from "../../server/document/document.ts";
import { cachedBody } from "../../server/http/response/cached-body.ts";
import { startApp } from "../helpers/small-app.ts";

const byServer = { required: true, "x-set-by": "server", schema: { type: "string" } };
const page = { "application/json": { schema: { type: "object" } } };
const notModified = { "304": { description: "You have it.", headers: { ETag: byServer } } };

function read(operationId: string, headers: object = {}, more: object = notModified) {
  return {
    get: { operationId, responses: { "200": { description: "It.", headers, content: page }, ...more } },
  };
}

const raw: RawDocument = {
  openapi: "3.1.0",
  info: { title: "Pages", version: "1.0.0" },
  paths: {
    "/plain": read("readPlain", {}, {}),
    "/kept": read("readKept", { ETag: byServer }),
    "/cached": read("readCached"),
    "/tagged": read("readTagged", { ETag: { schema: { type: "string" } } }),
    "/tagged-only": read("readTaggedOnly", { ETag: { schema: { type: "string" } } }, {}),
    "/secret": read("readSecret", {
      "Cache-Control": { ...byServer, schema: { type: "string", enum: ["no-store"] } },
    }),
    "/encoded": read("readEncoded", { "Content-Encoding": { schema: { type: "string" } } }),
    "/page": {
      put: {
        operationId: "writePage",
        parameters: [{ name: "If-Match", in: "header", schema: { type: "string" } }],
        responses: { "200": { description: "It.", headers: { ETag: byServer }, content: page } },
      },
    },
  },
};

const long = { text: "Ink. ".repeat(1000) };
const short = { text: "Ink, 木." };
const cached = cachedBody({ ...long });
let body: object = short;
const app = await startApp({
  raw,
  handlers: {
    readPlain: async () => ({ status: 200, body }),
    readKept: async () => ({ status: 200, body: { ...body } }),
    readCached: async () => ({ status: 200, body: cached }),
    readTagged: async () => ({ status: 200, body, headers: { ETag: '"mine"' } }),
    readTaggedOnly: async () => ({ status: 200, body, headers: { ETag: '"mine"' } }),
    readSecret: async () => ({ status: 200, body: long }),
    readEncoded: async () => ({ status: 200, body: long, headers: { "Content-Encoding": "zstd" } }),
    writePage: async ({ ifMatch }) => ({ status: 200, body: { isAllowed: ifMatch(body) } }),
  },
});
afterAll(() => app.close());

interface Seen {
  status: number | undefined;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
}

/** As sent: `fetch` would decompress it. */
function get(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const sent = request(app.url + path, { method, headers }, async (response) => {
      const bytes = Buffer.concat(await response.toArray());
      resolve({ status: response.statusCode, headers: response.headers, bytes });
    });
    sent.once("error", reject).end();
  });
}

const tagOf = async (path: string, headers?: Record<string, string>) =>
  String((await get(path, headers)).headers.etag);

describe("a tag", () => {
  test("is strong, and the same for the same body", async () => {
    const tags = [await tagOf("/kept"), await tagOf("/kept")];
    expect(tags[0]).toMatch(/^"[\w-]{22}"$/);
    expect(tags[1]).toBe(tags[0]);
  });

  test("differs for another body", async () => {
    expect(await tagOf("/kept")).not.toBe(await tagOf("/cached"));
  });

  test("is the handler's if the document leaves it to the handler", async () => {
    expect(await tagOf("/tagged")).toBe('"mine"');
    expect((await get("/tagged", { "If-None-Match": '"mine"' })).status).toBe(304);
  });

  test("isn't sent if the document has neither ETag nor 304", async () => {
    const { status, headers } = await get("/plain", { "If-None-Match": "*" });
    expect([status, headers.etag, headers["cache-control"]]).toEqual([200, undefined, "no-store"]);
  });
});

describe("If-None-Match", () => {
  test("is ignored if 304 isn't documented", async () => {
    const { status, headers } = await get("/tagged-only", { "If-None-Match": '"mine"' });
    expect([status, headers.etag]).toEqual([200, '"mine"']);
  });

  test.each([
    ["the tag", (tag: string) => tag],
    ["the tag, marked as weak", (tag: string) => `W/${tag}`],
    ["a list with the tag", (tag: string) => `"other, one", W/"x",${tag}`],
    ["a star", () => "*"],
  ])("304 to %s, without a body, with the headers of the 200", async (_, header) => {
    const known = await get("/kept");
    const { status, headers, bytes } = await get("/kept", {
      "If-None-Match": header(String(known.headers.etag)),
    });
    expect([status, bytes.length]).toEqual([304, 0]);
    expect(headers).toMatchObject({ etag: known.headers.etag, "cache-control": "private, no-cache" });
    expect(headers["x-request-id"]).toBeDefined();
    expect([headers["content-type"], headers["content-length"]]).toEqual([undefined, undefined]);
  });

  test.each([
    ["another tag", '"other"'],
    ["something that isn't a tag", "nonsense"],
    ["nothing", ""],
  ])("200 to %s", async (_, header) => {
    expect((await get("/kept", { "If-None-Match": header })).status).toBe(200);
  });

  test("304 to HEAD", async () => {
    const head = await get("/cached", {}, "HEAD");
    expect(head.headers.etag).toBe(await tagOf("/cached"));
    const again = await get("/cached", { "If-None-Match": String(head.headers.etag) }, "HEAD");
    expect(again.status).toBe(304);
  });

  test("304 keeps Vary", async () => {
    const headers = { "Accept-Encoding": "br" };
    const again = await get("/cached", { ...headers, "If-None-Match": await tagOf("/cached", headers) });
    expect([again.status, again.headers.vary]).toEqual([304, "Accept-Encoding"]);
  });
});

describe("Cache-Control", () => {
  test("is as documented, also on 304", async () => {
    const { headers } = await get("/secret");
    const again = await get("/secret", { "If-None-Match": String(headers.etag) });
    expect([headers["cache-control"], again.status, again.headers["cache-control"]]).toEqual([
      "no-store",
      304,
      "no-store",
    ]);
  });
});

describe("compression", () => {
  const decoders = { br: brotliDecompressSync, gzip: gunzipSync };

  test.each([
    ["gzip", "gzip"],
    ["br", "br"],
    ["gzip;q=0.5, br;q=0.8", "br"],
    ["gzip, br;q=0", "gzip"],
    ["*", "br"],
  ] as const)("Accept-Encoding: %s is answered in %s", async (accepted, coding) => {
    for (const path of ["/cached", "/cached"]) {
      const { headers, bytes } = await get(path, { "Accept-Encoding": accepted });
      expect(headers).toMatchObject({
        "content-encoding": coding,
        "content-length": `${bytes.length}`,
        vary: "Accept-Encoding",
      });
      expect(JSON.parse(decoders[coding](bytes).toString())).toEqual(long);
    }
  });

  test.each(["identity", "deflate", "gzip;q=0", "gzip;q=0.1, identity", ""])(
    "Accept-Encoding: %s isn't compressed",
    async (accepted) => {
      const { headers, bytes } = await get("/cached", { "Accept-Encoding": accepted });
      expect([headers["content-encoding"], headers.vary]).toEqual([undefined, "Accept-Encoding"]);
      expect(JSON.parse(bytes.toString())).toEqual(long);
    },
  );

  test("each coding has its own tag, which is recognised", async () => {
    const of = (coding: string) => tagOf("/cached", { "Accept-Encoding": coding });
    const [plain, br, gzip] = [await of("identity"), await of("br"), await of("gzip")];
    expect([br, gzip]).toEqual([`${plain.slice(0, -1)}-br"`, `${plain.slice(0, -1)}-gzip"`]);
    const again = (tag: string) => get("/cached", { "Accept-Encoding": "br", "If-None-Match": tag });
    expect((await again(br)).status).toBe(304);
    expect((await again(plain)).status).toBe(200);
  });

  test("a short, unstorable or already encoded body stays unchanged", async () => {
    for (const path of ["/kept", "/secret", "/encoded"]) {
      const { headers } = await get(path, { "Accept-Encoding": "gzip, br" });
      expect([path, headers["content-encoding"], headers.vary]).toEqual([
        path,
        path === "/encoded" ? "zstd" : undefined,
        undefined,
      ]);
    }
  });

  test("HEAD has the length of the GET response", async () => {
    const headers = { "Accept-Encoding": "gzip" };
    const head = await get("/cached", headers, "HEAD");
    const { bytes } = await get("/cached", headers);
    expect(head.headers).toMatchObject({ "content-encoding": "gzip", "content-length": `${bytes.length}` });
    expect(head.bytes.length).toBe(0);
  });

  test("a body that isn't cached is compressed with its current values", async () => {
    body = long;
    const one = await get("/kept", { "Accept-Encoding": "gzip" });
    body = { text: "Other ink. ".repeat(1000) };
    const other = await get("/kept", { "Accept-Encoding": "gzip" });
    expect(gunzipSync(one.bytes).toString()).toBe(JSON.stringify(long));
    expect(gunzipSync(other.bytes).toString()).toBe(JSON.stringify(body));
    expect(other.headers.etag).not.toBe(one.headers.etag);
    body = short;
  });
});

describe("If-Match", () => {
  const isAllowed = async (headers: Record<string, string>) =>
    JSON.parse((await get("/page", headers, "PUT")).bytes.toString()).isAllowed;

  test("allows the change without it, with a star, and with the tag in every coding", async () => {
    const tag = await tagOf("/kept");
    const coded = ["br", "gzip"].map((coding) => `${tag.slice(0, -1)}-${coding}"`);
    expect(await isAllowed({})).toBe(true);
    for (const value of ["*", tag, `"other", ${tag}`, ...coded]) {
      expect([value, await isAllowed({ "If-Match": value })]).toEqual([value, true]);
    }
  });

  test("refuses the change with another tag, a weak one, or none", async () => {
    const tag = await tagOf("/kept");
    for (const value of ['"other"', `W/${tag}`, "nonsense", "", `${tag.slice(0, -1)}-zstd"`]) {
      expect([value, await isAllowed({ "If-Match": value })]).toEqual([value, false]);
    }
  });
});
