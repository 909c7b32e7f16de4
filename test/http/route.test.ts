import { request } from "node:http";
import type { AnyHandler } from "@counterpart/server";
import { send } from "@counterpart/testing";
import { afterAll, describe, expect, test } from "vitest";
import { notesDocument } from "../../toolkit/test/helpers/notes-document.ts";
import { startApp } from "../../toolkit/test/helpers/small-app.ts";

const echo: AnyHandler = async ({ path }) => ({ status: 200, body: { text: JSON.stringify(path) } });
const app = await startApp({
  raw: notesDocument(),
  handlers: {
    readNote: echo,
    copyNote: echo,
    readFirst: async () => ({ status: 200, body: { text: "the first" } }),
    readPage: async ({ path }) => ({ status: 200, body: JSON.stringify(path) }),
  },
});
afterAll(() => app.close());

const key = "good";
const read = async (path: string, method = "GET") => {
  const { status, body } = await send(app, method, path, { key });
  return status === 200 ? ((body as { text?: string }).text ?? body) : status;
};

describe("200 with the path's parameters", () => {
  test("under names with a hyphen, as numbers where the document says so", async () => {
    expect(await read("/notes/17")).toBe('{"note-id":17}');
  });

  test("at a literal path rather than a template that also matches", async () => {
    expect(await read("/notes/first")).toBe("the first");
  });

  test("before a literal suffix", async () => {
    expect(await read("/notes/17:copy", "POST")).toBe('{"note-id":17}');
  });

  test("for two parameters, decoded", async () => {
    expect(await read("/notes/17/last%20page.txt")).toBe('{"note-id":17,"page":"last page"}');
  });

  test("of thousands of characters", async () => {
    expect(await read(`/notes/17/${"p".repeat(5000)}.txt`)).toContain("ppp");
  });
});

describe("404 NOT_FOUND", () => {
  test.each([
    ["a trailing slash", "/notes/"],
    ["an extra slash", "//notes"],
    ["other letters", "/Notes"],
    ["an extra segment", "/notes/1/2/3"],
    ["another end", "/notes/1/2.pdf"],
    ["nothing", "/"],
    ["a percent sign that encodes nothing", "/notes/%ZZ"],
    ["half of a character", "/notes/%C3"],
  ])("for %s", async (_, path) => {
    expect(await read(path)).toBe(404);
  });

  test.each(["GET", "HEAD", "DELETE", "PUT", "POST", "OPTIONS"])(
    "to %s at a path that can't be decoded, after 401 without a token",
    async (method) => {
      expect(await read("/notes/%zz", method)).toBe(404);
      expect((await send(app, method, "/notes/%zz")).status).toBe(401);
    },
  );

  test.each(["/notes/../notes/1", "/notes/./1", "*", "/notes#x/../../etc"])(
    "for the path %s as it is",
    async (path) => {
      expect(await rawStatus(path)).toBe(404);
    },
  );
});

test("400 VALIDATION_ERROR for an invalid parameter, if the operation documents 400", async () => {
  const { status, text } = await send(app, "GET", "/notes/seventeen", { key });
  expect(status).toBe(400);
  expect(text).toContain("note-id must be integer");
});

/** fetch normalises paths; this sends them unchanged. */
function rawStatus(path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.url);
    const options = { hostname, port, path, headers: { Authorization: "Bearer good" } };
    request(options, (response) => resolve(response.resume().statusCode))
      .on("error", reject)
      .end();
  });
}
