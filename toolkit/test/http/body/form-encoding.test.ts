import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { startApp } from "../../helpers/small-app.ts";

const text = { type: "string" };
const whole = { type: "integer" };
const listOf = (items: object) => ({ type: "array", items });
const objectOf = (properties: object, more = {}) => ({ type: "object", properties, ...more });
const post = (operationId: string, mediaType: string, media: object) => ({
  post: {
    operationId,
    requestBody: { required: true, content: { [mediaType]: media } },
    responses: {
      "204": { description: "Read." },
      "400": {
        description: "Refused.",
        content: {
          "application/json": {
            schema: objectOf({
              message: text,
              details: listOf(objectOf({ pointer: text, rule: text, message: text })),
            }),
          },
        },
      },
    },
  },
});

const app = await startApp({
  raw: {
    openapi: "3.1.0",
    info: { title: "Boat hire", version: "1" },
    paths: {
      "/hires": post("hire", "application/x-www-form-urlencoded", {
        schema: objectOf(
          {
            labels: { type: "object", additionalProperties: text },
            "labels[size]": whole,
            lines: listOf(objectOf({ boat: text, hours: whole })),
            berths: listOf(whole),
            words: listOf(text),
            spaced: listOf(text),
            piped: listOf(text),
            position: objectOf({ lat: { type: "number" }, long: { type: "number" } }),
            size: objectOf({ x: whole, y: whole }),
            note: text,
            plain: objectOf({ a: whole }),
            repeated: listOf(whole),
            code: text,
          },
          { required: ["labels"] },
        ),
        encoding: {
          labels: { style: "deepObject", explode: true },
          lines: { style: "deepObject", explode: true },
          berths: { style: "form", explode: false },
          words: { explode: false },
          spaced: { style: "spaceDelimited", explode: false },
          piped: { style: "pipeDelimited", explode: false },
          position: { style: "form", explode: true },
          size: { style: "form", explode: false },
          note: { allowReserved: true },
          code: { contentType: "application/json" },
          nothing: { style: "deepObject" },
        },
      }),
      "/free": post("free", "application/x-www-form-urlencoded", {
        schema: objectOf({
          more: { type: "object", additionalProperties: text },
          a: whole,
          "ids[]": listOf(whole),
        }),
        encoding: { more: { style: "form", explode: true } },
      }),
      "/claims": post("claim", "multipart/form-data", {
        schema: objectOf(
          {
            meta: objectOf({ no: whole }, { required: ["no"] }),
            items: listOf(objectOf({ a: whole })),
            loose: objectOf({ a: whole }),
            photo: { type: "string", format: "binary" },
            pages: listOf({ type: "string", format: "binary" }),
            plan: { type: "string", format: "binary" },
            tags: listOf(text),
            place: objectOf({ x: whole }),
            note: text,
            code: text,
          },
          { required: ["meta"] },
        ),
        encoding: {
          meta: { contentType: "application/json" },
          photo: { contentType: "image/png, image/jpeg" },
          pages: { contentType: "image/*" },
          tags: { style: "form", explode: false },
          place: { style: "deepObject" },
          code: { contentType: "application/json" },
        },
      }),
    },
  },
  handlers: Object.fromEntries(
    ["hire", "free", "claim"].map((id) => [
      id,
      async ({ body }: { body: unknown }) => {
        given = body;
        return { status: 204 };
      },
    ]),
  ) as never,
});
afterAll(() => app.close());

let given: unknown;
beforeEach(() => {
  given = undefined;
});

const send = (path: string, body: string | FormData, type?: string) =>
  fetch(app.url + path, { method: "POST", body, headers: type ? { "Content-Type": type } : {} });
const hire = (body: string) => send("/hires", body, "application/x-www-form-urlencoded");

describe("a field of a URL-encoded form is read in its style", () => {
  test.each<[string, object]>([
    ["labels[a]=7&labels%5Bb+c%5D=x%26y", { labels: { a: "7", "b c": "x&y" } }],
    ["labels[constructor]=7", { labels: { constructor: "7" } }],
    ["labels[a]=7&labels[size]=3", { labels: { a: "7" }, "labels[size]": 3 }],
    [
      "lines[0][boat]=a&lines[0][hours]=2&lines[1][boat]=b",
      { lines: [{ boat: "a", hours: 2 }, { boat: "b" }] },
    ],
    ["berths=1,2", { berths: [1, 2] }],
    ["berths=1%2C2", { berths: [1, 2] }],
    ["berths=1", { berths: [1] }],
    ["words=a%2Cb,c", { words: ["a,b", "c"] }],
    ["spaced=a+b%20c", { spaced: ["a", "b", "c"] }],
    ["piped=a%7Cb", { piped: ["a", "b"] }],
    ["lat=1.5&long=2&note=n", { position: { lat: 1.5, long: 2 }, note: "n" }],
    ["size=x,1,y,2", { size: { x: 1, y: 2 } }],
    ["note=/a?b=c", { note: "/a?b=c" }],
    ["plain=%7B%22a%22%3A1%7D", { plain: { a: 1 } }],
    ["plain[a]=1", { plain: { a: 1 } }],
    ["repeated=1&repeated=2", { repeated: [1, 2] }],
    ["code=%225%22", { code: "5" }],
  ])("204 for %s", async (body, fields) => {
    const labels = body.startsWith("labels") ? "" : "labels[z]=&";
    expect((await hire(labels + body)).status).toBe(204);
    expect(given).toEqual({ ...(labels ? { labels: { z: "" } } : {}), ...fields });
  });

  test.each(["labels=7", "berths=1,2", "labels[a]=1&berths=1,x", "labels[a]=1&size=x,a"])(
    "400 for %s",
    async (body) => {
      expect((await hire(body)).status).toBe(400);
    },
  );

  test("a free-form object takes all other properties", async () => {
    const body = "x=1&a=2&ids[]=3&y=4";
    expect((await send("/free", body, "application/x-www-form-urlencoded")).status).toBe(204);
    expect(given).toEqual({ more: { x: "1", y: "4" }, a: 2, "ids[]": [3] });
  });
});

describe("400, for lack of a documented 413, for a form with more fields than `maxFormFields`", () => {
  const fields = (count: number) => Array.from({ length: count }, (_, n): [string, string] => [`f${n}`, "1"]);

  test("in a URL-encoded form", async () => {
    const type = "application/x-www-form-urlencoded";
    const body = (count: number) => String(new URLSearchParams(fields(count)));
    expect((await send("/free", body(1000), type)).status).toBe(204);
    const refused = await send("/free", body(1001), type);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("The form has more than 1000 fields.");
    expect((await send("/free", body(100_000), type)).status).toBe(400);
  });

  test("in a multipart form", async () => {
    const form = (count: number) => {
      const data = new FormData();
      data.append("meta", '{"no":1}');
      for (const [name, value] of fields(count - 1)) data.append(name, value);
      return data;
    };
    expect((await send("/claims", form(1000))).status).toBe(204);
    expect((await send("/claims", form(1001))).status).toBe(400);
  });
});

describe("a part of a multipart form", () => {
  const form = (entries: [string, string | Blob][]): FormData => {
    const data = new FormData();
    for (const [name, value] of entries) data.append(name, value);
    return data;
  };
  const json = (value: unknown, type = "application/json") => new Blob([JSON.stringify(value)], { type });
  const claim = (...entries: [string, string | Blob][]) => send("/claims", form(entries));
  const meta: [string, Blob] = ["meta", json({ no: 1 })];

  test("204 for JSON as a file of FormData, read by its schema", async () => {
    const items: [string, Blob][] = [
      ["items", json({ a: 1 })],
      ["items", json({ a: 2 })],
    ];
    const { status } = await claim(meta, ...items, ["loose", json({ a: 3 }, "application/octet-stream")]);
    expect([status, given]).toEqual([204, { meta: { no: 1 }, items: [{ a: 1 }, { a: 2 }], loose: { a: 3 } }]);
  });

  test("204 for JSON as text, and for a list in one part", async () => {
    const { status } = await claim(["meta", '{"no":2}'], ["items", json([{ a: 1 }])], ["code", '"5"']);
    expect([status, given]).toEqual([204, { meta: { no: 2 }, items: [{ a: 1 }], code: "5" }]);
  });

  test("400 for JSON that doesn't fit its schema", async () => {
    expect((await claim(["meta", json({ no: "1" })])).status).toBe(400);
    expect((await claim(["meta", json({})])).status).toBe(400);
    expect((await claim(["meta", new Blob(["{"], { type: "application/json" })])).status).toBe(400);
  });

  test("204 in the styles of its fields, whose texts aren't encoded", async () => {
    const { status } = await claim(meta, ["tags", "a%2C,b+c"], ["place[x]", "1"], ["note", "n,%20"]);
    const fields = { tags: ["a%2C", "b+c"], place: { x: 1 }, note: "n,%20" };
    expect([status, given]).toEqual([204, { meta: { no: 1 }, ...fields }]);
  });

  test.each<[string, string]>([
    ["photo", "image/png"],
    ["photo", "image/jpeg; q=1"],
    ["pages", "image/webp"],
    ["plan", "text/html"],
  ])("204 for %s of %s", async (name, type) => {
    expect((await claim(meta, [name, new Blob(["x"], { type })])).status).toBe(204);
    const file = [(given as Record<string, unknown>)[name]].flat()[0] as File;
    expect([file.type, await file.text()]).toEqual([type, "x"]);
  });

  test("a file field without a chosen file, as browsers send it, is absent", async () => {
    const part = (disposition: string, text: string) =>
      `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${text}\r\n`;
    const sendParts = (...parts: string[]) =>
      send("/claims", `${parts.join("")}--b--\r\n`, "multipart/form-data; boundary=b");
    const photo = part('name="photo"; filename=""\r\nContent-Type: application/octet-stream', "");
    expect((await sendParts(part('name="meta"', '{"no":1}'), photo)).status).toBe(204);
    expect(given).toEqual({ meta: { no: 1 } });
    expect((await sendParts(photo.replace("photo", "meta"))).status).toBe(400);
    const named = new File([], "empty.png", { type: "image/png" });
    expect((await claim(meta, ["photo", named])).status).toBe(204);
    expect(given).toMatchObject({ photo: { name: "empty.png", size: 0 } });
  });

  test.each<[string, string | Blob, string]>([
    ["photo", new Blob(["x"], { type: "text/html" }), "image/png or image/jpeg"],
    ["photo", new Blob(["x"]), "image/png or image/jpeg"],
    ["photo", "x", "image/png or image/jpeg"],
    ["pages", new Blob(["x"], { type: "text/html" }), "image/*"],
    ["meta", json({ no: 1 }, "text/plain"), "application/json"],
  ])("400 for %s of another type", async (name, value, types) => {
    const response = await claim(...(name === "meta" ? [] : [meta]), [name, value]);
    expect(response.status).toBe(400);
    const { message, details } = (await response.json()) as { message: string; details: object[] };
    expect(message).toContain(`body.${name} must be sent as ${types}`);
    expect(details).toContainEqual(expect.objectContaining({ pointer: `/${name}`, rule: "contentType" }));
  });
});
