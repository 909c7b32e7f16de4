import { request } from "node:http";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { RawDocument } from "../../server/document/document.ts";
import { startMock } from "../../testing/mock/start-mock.ts";
import { startApp } from "../helpers/small-app.ts";
import { writtenFiles } from "../helpers/written-files.ts";

const colour = {
  type: "object",
  properties: { R: { type: "integer", maximum: 255 }, G: { type: "integer" } },
};
const raw: RawDocument = {
  openapi: "3.1.0",
  info: { title: "Paint", version: "1.0.0" },
  paths: {
    "/paint": {
      get: {
        operationId: "readPaint",
        responses: {
          "200": {
            description: "Paint.",
            headers: {
              "X-Colour": { schema: colour, example: { R: 1, G: 2 } },
              "X-Exploded": { explode: true, schema: colour, example: { R: 1, G: 2 } },
              "X-Json": {
                content: { "application/json": { schema: colour, example: { R: 1, G: 2 } } },
              },
              "X-Text": { content: { "text/plain": { schema: { type: "string" } } }, example: "a, b" },
              "X-List": { schema: { type: "array", items: { type: "integer" } }, example: [1, 2] },
              "X-Count": { required: true, schema: { type: "integer", minimum: 0 }, example: 3 },
              "X-Time": { schema: { type: "string", format: "date-time" }, example: "2026-03-01T12:00:00Z" },
              "X-Maybe": { schema: { type: ["integer", "null"] }, example: 4 },
              "Set-Cookie": {
                schema: { type: "array", items: { type: "string", pattern: "=" } },
                example: ["a=1; Expires=Wed, 09 Jun 2021 10:18:14 GMT", "b=2"],
              },
              "Not a name": { schema: { type: "string" } },
              "Bad:name": { required: true, schema: { type: "string" } },
            },
            content: { "application/json": { schema: {}, example: {} } },
          },
        },
      },
    },
    "/cookie": {
      get: {
        operationId: "readCookie",
        responses: {
          "204": {
            description: "A cookie.",
            headers: {
              "Set-Cookie": { explode: true, schema: { type: "object" } },
              "X-Days": { schema: { type: "array", items: { type: "string", format: "date" } } },
              "X-Born": {
                content: {
                  "application/json": {
                    schema: { type: "object", properties: { on: { type: "string", format: "date" } } },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
};
let headers: Record<string, unknown> = {};
const app = await startApp({
  raw,
  handlers: {
    readPaint: () => ({ status: 200, body: {}, headers }),
    readCookie: () => ({ status: 204, headers }),
  },
});
afterAll(() => app.close());

/** The status, and the header lines as sent. */
function sent(url: string): Promise<{ status: number | undefined; lines: string[] }> {
  return new Promise((resolve, reject) => {
    request(url, (response) => {
      const { rawHeaders, statusCode: status } = response.resume();
      const lines = rawHeaders.flatMap((name, at) => (at % 2 ? [] : [`${name}: ${rawHeaders[at + 1]}`]));
      resolve({
        status,
        lines: lines.filter((line) => /^(x-(?!request|mock|content)|set-cookie)/i.test(line)),
      });
    })
      .on("error", reject)
      .end();
  });
}

async function answer(given: Record<string, unknown>, path = "/paint") {
  headers = given;
  return sent(app.url + path);
}

describe("a handler's headers are sent", () => {
  test.each<[string, Record<string, unknown>, string[]]>([
    [
      "objects by their style",
      { "X-Colour": { R: 1, G: 2 }, "X-Exploded": { R: 1, G: 2 } },
      ["X-Colour: R,1,G,2", "X-Exploded: R=1,G=2"],
    ],
    ["JSON as JSON in ASCII", { "X-Json": { R: 1, name: "ö" } }, ['X-Json: {"R":1,"name":"\\u00f6"}']],
    ["text unchanged", { "X-Text": "a, b", "X-Colour": "R,5" }, ["X-Text: a, b", "X-Colour: R,5"]],
    ["lists with commas, and empty ones not at all", { "X-List": [1, 2], "Set-Cookie": [] }, ["X-List: 1,2"]],
    ["dates as text", { "X-Time": new Date(0) }, ["X-Time: 1970-01-01T00:00:00.000Z"]],
    ["null and undefined not at all", { "X-Maybe": null, "X-List": undefined, "X-Json": null }, []],
    [
      "a list of cookies on separate lines",
      { "Set-Cookie": ["a=1; Expires=Wed, 09 Jun 2021 10:18:14 GMT", "b=2"] },
      ["Set-Cookie: a=1; Expires=Wed, 09 Jun 2021 10:18:14 GMT", "Set-Cookie: b=2"],
    ],
    [
      "a text with several cookies on separate lines",
      { "set-cookie": "a=1\nb=2" },
      ["set-cookie: a=1", "set-cookie: b=2"],
    ],
  ])("%s", async (_, given, lines) => {
    const answered = await answer({ "x-count": 1, ...given });
    expect(answered).toEqual({ status: 200, lines: ["x-count: 1", ...lines] });
    // Checked against the document by a client's reading.
    expect((await app.fetch(`${app.url}/paint`)).status).toBe(200);
  });

  test("an exploded object of cookies on separate lines", async () => {
    const { lines } = await answer({ "Set-Cookie": { lang: "en", theme: "dark" } }, "/cookie");
    expect(lines).toEqual(["Set-Cookie: lang=en", "Set-Cookie: theme=dark"]);
  });

  test("dates as the text of their format, in a list and in JSON", async () => {
    const given = { "X-Days": [new Date(0), "2026-03-01"], "X-Born": { on: new Date(0) } };
    const { lines } = await answer(given, "/cookie");
    expect(lines).toEqual(["X-Days: 1970-01-01,2026-03-01", 'X-Born: {"on":"1970-01-01"}']);
    expect(given["X-Days"][0]).toEqual(new Date(0));
  });
});

describe("in development, a 500 shows the value that is wrong", () => {
  test.each<[string, Record<string, unknown>, string]>([
    ["of a header", { "X-Count": "many" }, 'its header X-Count: must be integer, got "many".'],
    [
      "of a member",
      { "X-Count": 1, "X-Colour": { R: 256 } },
      "its header X-Colour: /R must be <= 255, got 256.",
    ],
    [
      "but not of a cookie",
      { "X-Count": 1, "Set-Cookie": ["secret"] },
      "its header Set-Cookie: /0 must match pattern",
    ],
  ])("%s", async (_, given, reason) => {
    const explained = await startApp({
      raw,
      handlers: {
        readPaint: () => ({ status: 200, body: {}, headers: given }),
        readCookie: () => ({ status: 204 }),
      },
      explainFailures: true,
    });
    try {
      const answered = await fetch(`${explained.url}/paint`);
      const text = await answered.text();
      expect([answered.status, text.includes("secret")]).toEqual([500, false]);
      expect(JSON.parse(text).error).toContain(reason);
    } finally {
      await explained.close();
    }
  });
});

describe("500 with the reason in the log for", () => {
  test.each<[string, Record<string, unknown>, string]>([
    [
      "a wrong type",
      { "X-Count": "many" },
      "readPaint answered 200, but its header X-Count: must be integer.",
    ],
    ["a number beyond its bound", { "X-Count": -1 }, "its header X-Count: must be >= 0."],
    [
      "a member of an object",
      { "X-Count": 1, "X-Colour": { R: 256 } },
      "its header X-Colour: /R must be <= 255.",
    ],
    [
      "a member of an exploded object in a text",
      { "X-Count": 1, "X-Exploded": "R=256" },
      "its header X-Exploded: /R must be <= 255.",
    ],
    ["a member of JSON", { "X-Count": 1, "X-Json": { R: "red" } }, "its header X-Json: /R must be integer."],
    ["an item of a list", { "X-Count": 1, "X-List": [1, "b"] }, "its header X-List: /1 must be integer."],
    [
      "a cookie",
      { "X-Count": 1, "Set-Cookie": ["a=1", "b"] },
      'its header Set-Cookie: /1 must match pattern \\"=\\".',
    ],
    ["a missing header", { "X-Count": null }, "readPaint answered 200, without the header X-Count."],
  ])("%s", async (_, given, reason) => {
    const before = app.logLines.length;
    expect((await answer(given)).status).toBe(500);
    expect(app.logLines.slice(before).join("")).toContain(reason);
  });
});

test("a header with an invalid name is ignored, and reported", () => {
  const { notes } = app.document;
  expect(notes.map(({ message }) => message)).toEqual([
    'No header can have the name "Not a name"; it is ignored.',
    'No header can have the name "Bad:name"; it is ignored.',
  ]);
});

test("a mock sends the document's examples the same way", async () => {
  const folder = writtenFiles({ "paint.json": JSON.stringify(raw) });
  const mock = await startMock({ document: path.join(folder, "paint.json"), port: 0 });
  try {
    const { lines } = await sent(`${mock.url}/paint`);
    expect(lines).toEqual([
      "X-Colour: R,1,G,2",
      "X-Exploded: R=1,G=2",
      'X-Json: {"R":1,"G":2}',
      "X-Text: a, b",
      "X-List: 1,2",
      "X-Count: 3",
      "X-Time: 2026-03-01T12:00:00Z",
      "X-Maybe: 4",
      "Set-Cookie: a=1; Expires=Wed, 09 Jun 2021 10:18:14 GMT",
      "Set-Cookie: b=2",
    ]);
  } finally {
    await mock.close();
  }
});
