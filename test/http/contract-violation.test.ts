import { cachedBody } from "@counterpart/server";
import { ApiError } from "@counterpart/server/errors";
import { type Output, send } from "@counterpart/testing";
import { afterAll, describe, expect, test } from "vitest";
import { notesDocument } from "../../toolkit/test/helpers/notes-document.ts";
import { startApp } from "../../toolkit/test/helpers/small-app.ts";
import { startWorld } from "../helpers/world.ts";

/** The handlers' responses, one after another. */
let output: Output | Error = { status: 500 };
const handler = async () => {
  if (output instanceof Error) throw output;
  return output;
};
const app = await startApp({
  raw: notesDocument(),
  handlers: {
    listNotes: handler,
    writeNote: handler,
    burnNote: handler,
    readPage: handler,
    readPicture: handler,
  },
});
const world = await startWorld();
afterAll(() => Promise.all([app.close(), world.close()]));

const requests: Record<string, () => ReturnType<typeof send>> = {
  listNotes: () => send(app, "GET", "/notes", { key: "good" }),
  writeNote: () => send(app, "POST", "/notes", { key: "good", json: { text: "a" } }),
  burnNote: () => send(app, "DELETE", "/notes/1", { key: "good" }),
  readPage: () => send(app, "GET", "/notes/1/2.txt", { key: "good" }),
  readPicture: () => send(app, "GET", "/picture"),
};
const answerTo = (operationId: string, answer: Output | Error) => {
  output = answer;
  return requests[operationId]?.() ?? Promise.reject(new Error(`There is no request for ${operationId}.`));
};

const Location = "/notes/1";
const secret = "hunter2";

describe("500 INTERNAL_ERROR, logged with the violation and the request's id, when a handler returns", () => {
  test.each<[string, string, Output | Error, RegExp]>([
    ["an undocumented status", "listNotes", { status: 202, body: [] }, /202/],
    ["an undocumented error", "listNotes", new ApiError("CONFLICT", secret), /409/],
    ["a body with a wrong type", "listNotes", { status: 200, body: [{ text: 5 }] }, /text.*string/],
    [
      "a body without a required property",
      "listNotes",
      { status: 200, body: [{ stars: 5 }] },
      /required.*text/,
    ],
    [
      "a body with an extra property",
      "listNotes",
      { status: 200, body: [{ text: "a", [secret]: 1 }] },
      /additional/,
    ],
    ["a number beyond its bound", "listNotes", { status: 200, body: [{ text: "a", stars: 9 }] }, /stars/],
    ["an invalid date", "listNotes", { status: 200, body: [{ text: "a", writtenAt: "soon" }] }, /date-time/],
    ["an object instead of a list", "listNotes", { status: 200, body: { text: "a" } }, /array/],
    ["null", "listNotes", { status: 200, body: null }, /body/],
    ["a value that JSON can't express", "listNotes", { status: 200, body: [{ text: "a", stars: 5n }] }, /./],
    ["no body where one is documented", "listNotes", { status: 200 }, /without the documented body/],
    [
      "a body where none is documented",
      "burnNote",
      { status: 204, body: { text: "a" } },
      /none is documented/,
    ],
    [
      "an undocumented media type",
      "readPicture",
      { status: 200, contentType: "image/png", body: "" },
      /image\/png/,
    ],
    ["a response without its own header", "writeNote", { status: 201, body: { text: "a" } }, /Location/],
    ["an error with its own body", "listNotes", { status: 429, body: { no: "thing" } }, /required/],
    ["a 500 with its own body", "listNotes", { status: 500, body: { no: "thing" } }, /required/],
    [
      "a status of a range with its own body",
      "readPicture",
      { status: 503, contentType: "application/json", body: { code: 5 } },
      /required/,
    ],
    ["an error", "listNotes", new Error(`the disk at ${secret} is on fire`), /fire/],
    ["a thrown value that isn't an error", "listNotes", Object.assign(new Error(), { status: 418 }), /Error/],
  ])("%s", async (_, operationId, answer, logged) => {
    const before = app.logLines.length;
    const { status, code, text, headers } = await answerTo(operationId, answer);
    expect([status, code]).toEqual([500, "INTERNAL_ERROR"]);
    const requestId = headers.get("X-Request-Id") ?? "";
    expect(text).toContain(requestId);
    expect(text).not.toContain(secret);
    expect(text).not.toMatch(/at .*\.ts/);
    const [line, ...more] = app.logLines.slice(before).filter((one) => one.includes('"level":50'));
    expect(JSON.parse(line ?? "{}")).toMatchObject({ requestId, operationId });
    expect(line).toMatch(logged);
    expect(more).toEqual([]);
  });
});

describe("a valid response of a handler is sent unchanged", () => {
  test("201 with its headers, including optional ones", async () => {
    const headers = { Location, "X-Colour": "blue" };
    const answer = await answerTo("writeNote", { status: 201, body: { text: "a" }, headers });
    expect([answer.status, answer.headers.get("Location"), answer.headers.get("X-Colour")]).toEqual([
      201,
      Location,
      "blue",
    ]);
    const shorter = await answerTo("writeNote", { status: 201, body: { text: "a" }, headers: { Location } });
    expect(shorter.headers.has("X-Colour")).toBe(false);
  });

  test("204 without a body", async () => {
    expect((await answerTo("burnNote", { status: 204 })).text).toBe("");
  });

  test("200 as text if only text is documented", async () => {
    const { headers, text } = await answerTo("readPage", { status: 200, body: "Zwölf Boxkämpfer" });
    expect([headers.get("Content-Type"), text]).toEqual(["text/plain; charset=utf-8", "Zwölf Boxkämpfer"]);
  });

  test("200 as text, and not the undocumented 304, to a caller with a cached copy", async () => {
    output = { status: 200, body: "Zwölf Boxkämpfer" };
    const headers = { "If-None-Match": "*" };
    expect((await send(app, "GET", "/notes/1/2.txt", { key: "good", headers })).status).toBe(200);
  });

  test("200 as either of two media types", async () => {
    const picture = await answerTo("readPicture", {
      status: 200,
      contentType: "image/svg+xml",
      body: "<svg/>",
    });
    expect([picture.headers.get("Content-Type"), picture.text]).toEqual([
      "image/svg+xml; charset=utf-8",
      "<svg/>",
    ]);
    const words = { status: 200, contentType: "application/json", body: { text: "A boat." } };
    expect((await answerTo("readPicture", words)).body).toEqual({ text: "A boat." });
  });

  test("503 if the document has a range for it", async () => {
    const body = { error: "Later.", code: "LATER" };
    const answer = await answerTo("readPicture", { status: 503, contentType: "application/json", body });
    expect([answer.status, answer.body]).toEqual([503, body]);
  });

  test("200 a cached body is validated once, and an invalid one every time", async () => {
    const good = cachedBody([{ text: "a" }]);
    for (let n = 0; n < 3; n++)
      expect((await answerTo("listNotes", { status: 200, body: good })).body).toEqual(good);
    const wrong = cachedBody([{ stars: 1 }]);
    for (let n = 0; n < 3; n++)
      expect((await answerTo("listNotes", { status: 200, body: wrong })).status).toBe(500);
  });

  test("200 after a 500, with nothing left from it", async () => {
    await answerTo("listNotes", { status: 200, body: null });
    expect((await answerTo("listNotes", { status: 200, body: [] })).body).toEqual([]);
  });
});

test("501 NOT_IMPLEMENTED from a stub, which isn't logged as an error", async () => {
  const { NotImplemented } = await import("@counterpart/server");
  const before = app.logLines.length;
  output = new NotImplemented();
  const response = await fetch(`${app.url}/notes`, { headers: { Authorization: "Bearer good" } });
  expect([response.status, await response.json()]).toEqual([
    501,
    { code: "NOT_IMPLEMENTED", error: "This operation isn't implemented yet." },
  ]);
  expect(app.logLines.slice(before).filter((line) => line.includes('"level":50'))).toEqual([]);
});

test("500 INTERNAL_ERROR when the shop's database contains something that the document forbids", async () => {
  const { client, products } = await world.merchant();
  const answer = await world.withServices(
    (services) => {
      const { database } = services;
      const find = async (asked: Parameters<typeof database.products.find>[0]) => {
        const product = await database.products.find(asked);
        return product && { ...product, priceInCents: -1 };
      };
      return { ...services, database: { ...database, products: { ...database.products, find } } };
    },
    () => client.GET("/v1/products/{productId}", { params: { path: { productId: products.poster ?? "" } } }),
  );
  expect([answer.response.status, answer.error?.code]).toEqual([500, "INTERNAL_ERROR"]);
  expect(world.logLines.join("")).toContain("priceInCents must be >= 0");
});
