import { describe, expect, test } from "vitest";
import { mayChange } from "../../testing/judge/history/may-change.ts";
import { createRecentFacts } from "../../testing/judge/history/memory.ts";
import { createJudge } from "../../testing/judge/judge.ts";
import { exactJson } from "../../testing/judge/read-json.ts";
import { isSameValue } from "../../testing/judge/values/same-value.ts";
import { exchanged } from "./exchanged.ts";
import { library } from "./library.ts";

describe("values are the same", () => {
  test.each<[unknown, unknown]>([
    [" Emma ", "emma"],
    ["Ann@Example.org", "ann@example.org"],
    ["978-0-14", "978014"],
    ["https://example.org", "https://example.org/"],
    ["caf\u00e9", "cafe\u0301"],
    ["1.50", "1.5"],
    ["030 1234567", "+49301234567"],
    ["2026-01-01T10:00:00+01:00", "2026-01-01T09:00:00.000Z"],
    ["2026-01-01", "2026-01-01T00:00:00Z"],
    ["<b>bold</b>", "bold"],
    [0.1 + 0.2, 0.3],
    [9007199254740993n, 9007199254740993n],
  ])("%s and %s", (one, other) => {
    expect(isSameValue(one, other)).toBe(true);
  });

  test.each<[unknown, unknown]>([
    ["Emma", "Emm"],
    ["1.5", "15"],
    ["!", "?"],
    ["2026-01-01T10:00:00Z", "2026-01-01T11:00:00Z"],
    ["2026-01-01", "2026-01-03"],
    ["030 1234567", "+49301234568"],
    [1, 2],
    [19.99, 19.9],
    [true, false],
    [9007199254740993n, 9007199254740992],
    [1, "1"],
  ])("but not %s and %s", (one, other) => {
    expect(isSameValue(one, other)).toBe(false);
  });
});

test("an integer that JavaScript rounds comes back as it was sent, or is found", () => {
  const patched = (pages: string) => {
    const answer = { body: `{"id":"b1","title":"Emma","pages":${pages}}` };
    const sent = { body: '{"pages":9007199254740993}' };
    return createJudge(library, { off: ["inexact-integer"] })
      .exchange(exchanged("PATCH /books/b1", answer, sent))
      .map(({ rule }) => rule);
  };
  expect(exactJson('{"a":[9007199254740993,1.5,1e3]}')).toEqual({ a: [9007199254740993n, 1.5, 1000] });
  expect(patched("9007199254740993")).toEqual([]);
  expect(patched("9007199254740992")).toEqual(["echo-differs"]);
});

describe("a write", () => {
  const operationOf = (method: string, path: string) =>
    library.operations.find((one) => one.method === method && one.path === path);
  const resource = { pathname: "/books/b1", operation: operationOf("get", "/books/{bookId}") };
  const write = (method: string, pathname: string, path = pathname, text = "") => ({
    ...{ method, pathname, text, status: 200 },
    operation: operationOf(method.toLowerCase(), path),
  });

  test.each([
    ["the same one", write("PUT", "/books/b1", "/books/{bookId}")],
    ["a part of it", write("PUT", "/books/b1/cover", "/books/{bookId}/cover")],
    ["one that mentions it", write("PUT", "/books/b2", "/books/{bookId}", '{"title":"b1"}')],
    ["the list around it", write("POST", "/books")],
    ["an undocumented one", write("POST", "/reset")],
    ["one whose bodies aren't known", { ...write("PUT", "/books/b2", "/books/{bookId}"), text: undefined }],
  ])("to %s may change a resource", (_, one) => {
    expect(mayChange(one, resource)).toBe(true);
  });

  test.each([
    ["to another one", write("PUT", "/books/b2", "/books/{bookId}", '{"title":"b12"}')],
    ["elsewhere", write("DELETE", "/notes", "/notes", "{}")],
    ["that adds to the list", { ...write("POST", "/books", "/books", '{"id":"b3"}'), status: 201 }],
  ])("%s doesn't", (_, one) => {
    expect(mayChange(one, resource)).toBe(false);
  });
});

test("what is used stays, and what isn't is forgotten", () => {
  const facts = createRecentFacts<number>(4);
  for (let at = 0; at < 100; at++) {
    facts.set(`${at}`, at);
    expect(facts.get("0"), `after ${at}`).toBe(0);
    expect(facts.get(`${at}`)).toBe(at);
  }
  const kept = Array.from({ length: 100 }, (_, at) => facts.get(`${at}`)).filter((one) => one !== undefined);
  expect(kept.length).toBeLessThanOrEqual(4);
  facts.delete("99");
  expect(facts.get("99")).toBeUndefined();
});
