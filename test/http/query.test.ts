import { send } from "@counterpart/testing";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { notesDocument } from "../../toolkit/test/helpers/notes-document.ts";
import { startApp } from "../../toolkit/test/helpers/small-app.ts";

/** What reached the handlers. */
interface Input {
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
  cookies: Record<string, unknown>;
}
const inputs: Input[] = [];
beforeEach(() => {
  inputs.length = 0;
});

const app = await startApp({
  raw: notesDocument(),
  handlers: {
    listNotes: async (input) => {
      inputs.push(input);
      return { status: 200, body: [] };
    },
    readNote: async () => ({ status: 200, body: { text: "Low water at six." } }),
    burnNote: async () => ({ status: 204 }),
  },
});
afterAll(() => app.close());

const list = async (query: string, headers: Record<string, string> = {}) => {
  const { status, code, text } = await send(app, "GET", `/notes${query}`, { key: "good", headers });
  return { answer: code === undefined ? `${status}` : `${status} ${code}`, text };
};

describe("200 with parameters in the types of the document", () => {
  test("a number in the query is a number", async () => {
    expect((await list("?limit=7")).answer).toBe("200");
    expect(inputs[0]?.query).toEqual({ limit: 7 });
  });

  test("a list is a list, even with one item", async () => {
    await list("?tag=sea&tag=ink");
    await list("?tag=sea");
    expect(inputs.map(({ query }) => query.tag)).toEqual([["sea", "ink"], ["sea"]]);
  });

  test("a header has the document's spelling, whatever its case, and other headers are left out", async () => {
    await list("", { "x-READER": "Ines", "X-Other": "no" });
    expect(inputs[0]?.headers).toEqual({ "X-Reader": "Ines" });
  });

  test("a cookie is decoded", async () => {
    await list("", { Cookie: 'a=1; colour="dark"; b=%ZZ' });
    expect(inputs[0]?.cookies).toMatchObject({ colour: "dark" });
  });

  test("missing ones are absent", async () => {
    await list("");
    expect(inputs[0]).toMatchObject({ query: {}, headers: {}, cookies: {} });
  });
});

describe("400 VALIDATION_ERROR", () => {
  test.each([
    "?limit=0",
    "?limit=51",
    "?limit=1.5",
    "?limit=x",
    "?limit=",
    "?limit=1&limit=2",
    "?limit[a]=1",
  ])("for %s", async (query) => {
    expect((await list(query)).answer).toBe("400 VALIDATION_ERROR");
    expect(inputs).toEqual([]);
  });

  test("for a header that is too long", async () => {
    expect((await list("", { "X-Reader": "x".repeat(21) })).answer).toBe("400 VALIDATION_ERROR");
  });

  test("for a cookie that isn't in the list", async () => {
    expect((await list("", { Cookie: "colour=blue" })).answer).toBe("400 VALIDATION_ERROR");
  });

  test.each(["?colour=blue", "?Limit=1", "?limit=1&page=2", "?toString=1", "?a[b]=1", "?=1&x"])(
    "for an undocumented query parameter: %s",
    async (query) => {
      expect((await list(query)).answer).toBe("400 VALIDATION_ERROR");
      expect(inputs).toEqual([]);
    },
  );

  test("with every fault, so that an unknown parameter hides no other", async () => {
    const { text } = await list("?colour=blue&limit=99&size=1");
    for (const name of ["query.limit", "query.colour", "query.size"]) expect(text).toContain(name);
  });

  test("but an unknown parameter isn't reported if the body can't be read, or before the token", async () => {
    const headers = { "Content-Type": "application/json" };
    const { code } = await send(app, "POST", "/notes?colour=blue", { key: "good", headers, body: "{" });
    expect(code).toBe("INVALID_REQUEST");
    expect((await send(app, "GET", "/notes?colour=blue")).status).toBe(401);
  });
});

test("204 if the operation says nothing about unknown parameters", async () => {
  expect((await send(app, "DELETE", "/notes/1?colour=blue", { key: "good" })).status).toBe(204);
});

test("200 with an unknown parameter if 400 is documented, but not their refusal", async () => {
  expect((await send(app, "GET", "/notes/1?colour=blue", { key: "good" })).status).toBe(200);
});

test("200 for an empty query after a question mark", async () => {
  expect((await list("?")).answer).toBe("200");
  expect((await list("?&")).answer).toBe("200");
});
