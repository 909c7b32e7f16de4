import { describe, expect, test } from "vitest";
import { createJudge } from "../../testing/judge/judge.ts";
import { exchanged } from "./exchanged.ts";
import { library } from "./library.ts";

type Row = Record<string, unknown>;
const rows = (count: number, from = 0): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: `b${from + index}`, title: "Emma" }));
const page = (items: Row[], next?: string) => ({ body: { items, ...(next !== undefined && { next }) } });

function foundIn(...story: [query: string, ReturnType<typeof page>][]): string[] {
  const judge = createJudge(library);
  return story.flatMap(([query, response]) =>
    judge.exchange(exchanged(`GET /books${query}`, response)).map(({ rule }) => rule),
  );
}

describe("limit-exceeded", () => {
  test.each([
    ["more than the limit", "?limit=2", 3],
    ["more than the default", "", 21],
  ])("%s", (_, query, count) => {
    expect(foundIn([query, page(rows(count))])).toEqual(["limit-exceeded"]);
  });

  test("not the limit itself, nor fewer", () => {
    expect(foundIn(["?limit=2", page(rows(2))], ["?limit=50", page(rows(1))], ["", page(rows(20))])).toEqual(
      [],
    );
  });
});

describe("filter-ignored", () => {
  const [one] = rows(1) as [Row];

  test.each([
    [
      "another state",
      "?state=in",
      [
        { ...one, state: "in" },
        { ...one, state: "lent" },
      ],
    ],
    ["another boolean", "?isRare=true", [{ ...one, isRare: false }]],
    ["another id", "?shelfId=s1", [{ ...one, shelfId: "s2" }]],
  ])("%s", (_, query, items) => {
    expect(foundIn([query, page(items)])).toEqual(["filter-ignored"]);
  });

  test.each([
    ["the state", "?state=in", [{ ...one, state: "in" }]],
    ["rows without it", "?state=in", [one]],
    ["no rows", "?state=in", []],
    ["a boolean", "?isRare=false", [{ ...one, isRare: false }]],
    ["a search", "?title=emm", [one, { ...one, title: "Gemma" }, { ...one, title: "Persuasion" }]],
    ["a number, which may be a bound", "?year=1815", [{ ...one, year: 1816 }]],
  ])("not %s", (_, query, items) => {
    expect(foundIn([query, page(items)])).toEqual([]);
  });
});

describe("page-repeats", () => {
  test.each<[string, Parameters<typeof foundIn>]>([
    [
      "the same rows on another page",
      [
        ["?limit=2&page=1", page(rows(2))],
        ["?limit=2&page=2", page(rows(2))],
      ],
    ],
    [
      "a row on two pages",
      [
        ["?limit=2&page=1", page(rows(2))],
        ["?page=2&limit=2", page(rows(2, 1))],
      ],
    ],
    [
      "a row at another offset",
      [
        ["?limit=2", page(rows(2))],
        ["?limit=2&offset=2", page(rows(2, 1))],
      ],
    ],
    [
      "a row behind the last id",
      [
        ["?limit=2", page(rows(2))],
        ["?limit=2&cursor=b1", page(rows(2, 1))],
      ],
    ],
    [
      "a row behind the cursor",
      [
        ["?limit=2", page(rows(2), "c/2")],
        ["?limit=2&cursor=c%2F2", page(rows(2, 1))],
      ],
    ],
    [
      "a row behind the cursor in a URL",
      [
        ["?limit=2", page(rows(2), "https://library.example/books?limit=2&cursor=c%2F2")],
        ["?limit=2&cursor=c%2F2", page(rows(2, 1))],
      ],
    ],
  ])("%s", (_, story) => {
    expect(foundIn(...story)).toEqual(["page-repeats"]);
  });

  test.each<[string, Parameters<typeof foundIn>]>([
    [
      "other rows",
      [
        ["?limit=2&page=1", page(rows(2))],
        ["?limit=2&page=2", page(rows(2, 2))],
      ],
    ],
    [
      "the same page",
      [
        ["?limit=2&page=1", page(rows(2))],
        ["?limit=2&page=1", page(rows(2))],
      ],
    ],
    [
      "the first page without its number",
      [
        ["?limit=2", page(rows(2))],
        ["?limit=2&page=1", page(rows(2))],
      ],
    ],
    [
      "offsets that overlap",
      [
        ["?limit=2&offset=0", page(rows(2))],
        ["?limit=2&offset=1", page(rows(2, 1))],
      ],
    ],
    [
      "another filter",
      [
        ["?page=1&state=in", page(rows(2))],
        ["?page=2", page(rows(2))],
      ],
    ],
    [
      "a cursor from elsewhere",
      [
        ["?limit=2", page(rows(2), "c2")],
        ["?limit=2&cursor=c0", page(rows(2))],
      ],
    ],
    [
      "a cursor that is only part of the one in the response, or of its name",
      [
        ["?limit=2", page(rows(2), "c12")],
        ["?limit=2&cursor=c1", page(rows(2))],
        ["?limit=2", page(rows(2), "c12")],
        ["?limit=2&cursor=next", page(rows(2))],
      ],
    ],
  ])("not %s", (_, story) => {
    expect(foundIn(...story)).toEqual([]);
  });

  test("not after a write", () => {
    const judge = createJudge(library);
    judge.exchange(exchanged("GET /books?limit=2&page=1", page(rows(2))));
    judge.exchange(exchanged("POST /books", { status: 202 }, { body: { title: "Emma" } }));
    expect(judge.exchange(exchanged("GET /books?limit=2&page=2", page(rows(2, 1))))).toEqual([]);
  });
});
