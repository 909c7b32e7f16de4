import type { Limiter } from "@counterpart/server";
import { ApiError } from "@counterpart/server/errors";
import { type Content, send } from "@counterpart/testing";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { notesDocument } from "../../toolkit/test/helpers/notes-document.ts";
import { startApp, tokenAuthenticator } from "../../toolkit/test/helpers/small-app.ts";

let isFull = false;
beforeEach(() => {
  isFull = false;
});

/** Admits every request, or reports a full window. */
const limiter: Limiter = { count: async (_, { limit }) => ({ used: isFull ? limit + 1 : 1, resetMs: 1000 }) };

const app = await startApp({
  raw: notesDocument(),
  limiter,
  maxBodyBytes: 32 * 1024,
  authenticators: {
    token: async (presented) => {
      if (presented.credential === "unchecked") throw new Error("The database is away.");
      return tokenAuthenticator.token?.(presented);
    },
  },
  handlers: {
    // A resource first, then its state.
    writeNote: async ({ body }) => {
      if (body.text.includes("lost")) throw new ApiError("NOT_FOUND", "There is no such shelf.");
      if (body.text.includes("twice")) throw new ApiError("CONFLICT", "There is such a note.");
      return { status: 201, body, headers: { Location: "/notes/1" } };
    },
  },
});
afterAll(() => app.close());

const json = { "Content-Type": "application/json" };
const answer = async (method: string, path: string, content: Content = {}) => {
  const { status, code } = await send(app, method, path, content);
  return `${status} ${code}`;
};

/** Larger than allowed, but small enough to be sent completely before the response arrives. */
const tooLarge = "x".repeat(48 * 1024);

/** Each has one fault, plus the faults of all that follow. */
const wrongs: [string, string, Content][] = [
  ["a body that isn't JSON", "400 INVALID_REQUEST", { body: "{", headers: json }],
  [
    "a body of another type",
    "415 INVALID_REQUEST",
    { body: "{}", headers: { "Content-Type": "text/plain" } },
  ],
  ["a body that is too large", "413 INVALID_REQUEST", { body: tooLarge, headers: json }],
  ["a body that doesn't match the schema", "400 VALIDATION_ERROR", { json: { words: "lost twice" } }],
  ["no body", "400 VALIDATION_ERROR", {}],
  ["a missing resource", "404 NOT_FOUND", { json: { text: "lost twice" } }],
  ["a state that forbids it", "409 CONFLICT", { json: { text: "twice" } }],
];

describe.each(wrongs)("with %s", (_, expected, content) => {
  test("401 UNAUTHORIZED without a token, and 429 when the address's window is full", async () => {
    expect(await answer("POST", "/notes", content)).toBe("401 UNAUTHORIZED");
    expect(await answer("POST", "/notes", { ...content, key: "unknown" })).toBe("401 UNAUTHORIZED");
    isFull = true;
    expect(await answer("POST", "/notes", content)).toBe("429 RATE_LIMITED");
    expect(await answer("POST", "/notes", { ...content, key: "unknown" })).toBe("429 RATE_LIMITED");
  });

  test("403 for a known token that is refused, and 429 when the address's window is full", async () => {
    expect(await answer("POST", "/notes", { ...content, key: "poor" })).toBe("403 PRO_PLAN_REQUIRED");
    isFull = true;
    expect(await answer("POST", "/notes", { ...content, key: "poor" })).toBe("429 RATE_LIMITED");
  });

  test("500 for a token that couldn't be checked, even when the window is full", async () => {
    expect(await answer("POST", "/notes", { ...content, key: "unchecked" })).toBe("500 INTERNAL_ERROR");
    isFull = true;
    expect(await answer("POST", "/notes", { ...content, key: "unchecked" })).toBe("500 INTERNAL_ERROR");
  });

  test("429 RATE_LIMITED when the window is full", async () => {
    isFull = true;
    expect(await answer("POST", "/notes", { ...content, key: "good" })).toBe("429 RATE_LIMITED");
  });

  test(`${expected} otherwise`, async () => {
    expect(await answer("POST", "/notes", { ...content, key: "good" })).toBe(expected);
  });
});

test("201 when nothing is wrong", async () => {
  const { status, headers, body } = await send(app, "POST", "/notes", { key: "good", json: { text: "Hi" } });
  expect([status, headers.get("Location"), body]).toEqual([201, "/notes/1", { text: "Hi" }]);
});

describe("at a known path, with an unsupported method", () => {
  test("401 UNAUTHORIZED without a token", async () => {
    expect(await answer("PUT", "/notes", { body: "{", headers: json })).toBe("401 UNAUTHORIZED");
  });

  test("403 for a token that is refused", async () => {
    expect(await answer("PUT", "/notes", { key: "poor" })).toBe("403 PRO_PLAN_REQUIRED");
  });

  test("429 RATE_LIMITED when the window is full", async () => {
    isFull = true;
    expect(await answer("PUT", "/notes", { key: "good" })).toBe("429 RATE_LIMITED");
  });

  test("405 INVALID_REQUEST otherwise, whatever the body", async () => {
    expect(await answer("PUT", "/notes", { key: "good", body: "{", headers: json })).toBe(
      "405 INVALID_REQUEST",
    );
    expect(await answer("PUT", "/notes?colour=blue", { key: "good" })).toBe("405 INVALID_REQUEST");
  });
});

describe("at an unknown path", () => {
  test.each(["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"])(
    "404 NOT_FOUND to %s, without a token",
    async (method) => {
      expect(await answer(method, "/nothing")).toBe("404 NOT_FOUND");
    },
  );

  test("404 NOT_FOUND whatever the token and the body", async () => {
    for (const key of ["good", "poor", "unknown"]) {
      expect(await answer("POST", "/nothing", { key, body: "{", headers: json })).toBe("404 NOT_FOUND");
    }
  });

  test("429 RATE_LIMITED when the window is full", async () => {
    isFull = true;
    expect(await answer("GET", "/nothing")).toBe("429 RATE_LIMITED");
  });
});

test("200 if the document requires no token", async () => {
  expect(await answer("GET", "/picture")).not.toContain("401");
});
