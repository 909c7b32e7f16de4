import { describe, expect, test } from "vitest";
import { createJudge } from "../../testing/judge/judge.ts";
import { exchanged } from "./exchanged.ts";
import { library } from "./library.ts";

type Story = Parameters<typeof exchanged>[];

/** What is found in the last exchange of a story; nothing may be found before. */
function foundIn(story: Story): string[] {
  const judge = createJudge(library);
  const all = story.map((one) => judge.exchange(exchanged(...one)).map(({ rule }) => rule));
  expect(all.slice(0, -1).flat()).toEqual([]);
  return all.at(-1) ?? [];
}

const book = { id: "b1", title: "Emma", pages: 474 };
const added = { status: 201, headers: { Location: "/books/b1" }, body: book };
const missing = { status: 404, body: { error: "No such book." } };
const sent = { body: { title: "Emma", pages: 474 } };
const tag = (etag: string, body: unknown = book) => ({ headers: { ETag: etag }, body });

/** Each violates the rule with its last exchange. */
const violations: [rule: string, what: string, Story][] = [
  [
    "still-there",
    "GET after DELETE",
    [
      ["DELETE /books/b1", { status: 204 }],
      ["GET /books/b1", { body: book }],
    ],
  ],
  [
    "still-there",
    "GET after DELETE of another",
    [
      ["DELETE /books/b1", { status: 204 }],
      ["DELETE /books/b2", { status: 204 }],
      ["GET /books/b1", { body: book }],
    ],
  ],
  [
    "created-not-found",
    "404 at a Location that the document doesn't have",
    [
      ["POST /books", { ...added, headers: { Location: "http://localhost/api/books/b1" } }, sent],
      ["GET /api/books/b1", { status: 404 }],
    ],
  ],
  [
    "created-not-found",
    "404 at the Location",
    [
      ["POST /books", added, sent],
      ["GET /books/b1", missing],
    ],
  ],
  [
    "created-not-found",
    "404 after PUT",
    [
      ["PUT /books/b1", { status: 204 }, sent],
      ["GET /books/b1", missing],
    ],
  ],
  [
    "created-not-found",
    "404 with another book added between",
    [
      ["POST /books", added, sent],
      ["POST /books", { status: 201, headers: { Location: "/books/b2" }, body: { ...book, id: "b2" } }, sent],
      ["GET /books/b1", missing],
    ],
  ],
  [
    "stored-differs",
    "another number",
    [
      ["PUT /books/b1", { status: 204 }, sent],
      ["GET /books/b1", { body: { ...book, pages: 1 } }],
    ],
  ],
  [
    "stored-differs",
    "a member that is missing",
    [
      ["PUT /books/b1", { status: 204 }, { body: { title: "Emma", isbn: "123" } }],
      ["GET /books/b1", { body: book }],
    ],
  ],
  [
    "stored-differs",
    "another value inside",
    [
      ["PUT /books/b1", { status: 204 }, { body: { title: "Emma", shelf: { id: "s1", row: 2 } } }],
      ["GET /books/b1", { body: { ...book, shelf: { id: "s1", row: 3 } } }],
    ],
  ],
  [
    "stored-differs",
    "a list that lost one",
    [
      ["PUT /books/b1", { status: 204 }, { body: { title: "Emma", tags: ["a", "b"] } }],
      ["GET /books/b1", { body: { ...book, tags: ["a"] } }],
    ],
  ],
  [
    "stored-differs",
    "text that is cut off",
    [
      ["PUT /books/b1", { status: 204 }, { body: { title: "Mansfield Park" } }],
      ["GET /books/b1", { body: { id: "b1", title: "Mansfield" } }],
    ],
  ],
  [
    "put-differs",
    "409 the second time",
    [
      ["PUT /books/b1", { status: 204 }, sent],
      ["PUT /books/b1", { status: 404, body: { error: "There." } }, sent],
    ],
  ],
  [
    "put-differs",
    "another id",
    [
      ["PUT /books/b1", { body: book }, sent],
      ["PUT /books/b1", { body: { ...book, id: "b7" } }, sent],
    ],
  ],
  [
    "put-differs",
    "a list that grows",
    [
      ["PUT /books/b1", { body: { ...book, tags: ["a"] } }, sent],
      ["PUT /books/b1", { body: { ...book, tags: ["a", "a"] } }, sent],
    ],
  ],
  [
    "echo-differs",
    "another value than was sent",
    [["POST /books", { ...added, body: { ...book, title: "Persuasion" } }, sent]],
  ],
  [
    "echo-differs",
    "PATCH without effect",
    [["PATCH /books/b1", { body: book }, { body: { title: "Persuasion" } }]],
  ],
  [
    "etag-reused",
    "another body",
    [
      ["GET /books/b1", tag('"1"')],
      ["GET /books/b1", tag('"1"', { ...book, pages: 1 })],
    ],
  ],
  [
    "etag-reused",
    "another body after a write",
    [
      ["GET /books/b1", tag('"1"')],
      ["PATCH /books/b1", { body: { ...book, pages: 1 } }, { body: { pages: 1 } }],
      ["GET /books/b1", tag('"1"', { ...book, pages: 1 })],
    ],
  ],
  [
    "etag-changed",
    "the same body",
    [
      ["GET /books/b1", tag('"1"')],
      ["GET /books/b1", tag('"2"')],
    ],
  ],
  [
    "head-differs",
    "another status",
    [
      ["GET /books/b1", { body: book }],
      ["HEAD /books/b1", { status: 400 }],
    ],
  ],
  [
    "head-differs",
    "404, though the server answers HEAD elsewhere",
    [
      ["HEAD /notes", { headers: { "Content-Type": "text/plain" } }],
      ["GET /books/b1", { body: book }],
      ["HEAD /books/b1", { status: 404 }],
    ],
  ],
  [
    "head-differs",
    "another length, HEAD first",
    [
      ["HEAD /books/b1", { headers: { "Content-Length": "0" } }],
      ["GET /books/b1", { headers: { "Content-Length": "40" }, body: book }],
    ],
  ],
  [
    "head-differs",
    "without a documented header",
    [
      ["GET /books/b1", tag('"1"')],
      ["HEAD /books/b1", {}],
    ],
  ],
  [
    "foreign-read",
    "another caller",
    [
      ["POST /books", added, sent],
      ["GET /books/b1", { body: book }, { as: "bob" }],
    ],
  ],
  [
    "refused-credential",
    "2xx after 401",
    [
      ["GET /books/b1", { status: 404, body: { error: "" } }],
      ["DELETE /books/b1", { status: 204 }, { as: "eve" }],
    ],
  ],
];

const merge = (body: object) => ({ body, headers: { "Content-Type": "application/merge-patch+json" } });
const ifMatch = (etag: string) => ({
  ...sent,
  headers: { "Content-Type": "application/json", "If-Match": etag },
});
const list = (...items: unknown[]) => ({ body: { items } });

violations.push(
  [
    "still-listed",
    "a row after DELETE",
    [
      ["DELETE /books/b1", { status: 204 }],
      ["GET /books", list(book)],
    ],
  ],
  [
    "patch-clears",
    "another member",
    [
      ["GET /books/b1", { body: book }],
      ["PATCH /books/b1", { body: { id: "b1", title: "Emma!?" } }, merge({ title: "Emma!" })],
    ],
  ],
  [
    "if-match-ignored",
    "an old version",
    [
      ["GET /books/b1", tag('"2"')],
      ["PUT /books/b1", { status: 204 }, ifMatch('"1"')],
    ],
  ],
  [
    "false-not-modified",
    "another version",
    [["GET /books/b1", { status: 304, headers: { ETag: '"2"' } }, { headers: { "If-None-Match": '"1"' } }]],
  ],
  ["false-not-modified", "no condition", [["GET /notes", { status: 304 }]]],
);

/** Like a violation, but right. */
const nearMisses: [what: string, Story][] = [
  [
    "404 after DELETE",
    [
      ["DELETE /books/b1", { status: 204 }],
      ["GET /books/b1", missing],
    ],
  ],
  [
    "a DELETE that is refused",
    [
      ["DELETE /books/b1", missing],
      ["GET /books/b1", { body: book }],
    ],
  ],
  [
    "a DELETE that takes a while",
    [
      ["DELETE /books/b1", { status: 202 }],
      ["GET /books/b1", { body: book }],
    ],
  ],
  [
    "a DELETE that empties",
    [
      ["DELETE /books/b1", { body: { id: "b1", title: "Emma" } }],
      ["GET /books/b1", { body: { id: "b1", title: "Emma" } }],
    ],
  ],
  [
    "a DELETE of a list",
    [
      ["DELETE /notes", { status: 204 }],
      ["GET /notes", { headers: { "Content-Type": "text/plain" }, body: "" }],
    ],
  ],
  [
    "marked as deleted",
    [
      ["DELETE /books/b1", { status: 204 }],
      ["GET /books/b1", { body: { ...book, archivedAt: "2026-01-01" } }],
    ],
  ],
  [
    "deleted and stored again",
    [
      ["DELETE /books/b1", { status: 204 }],
      ["PUT /books/b1", { status: 201, body: book }, sent],
      ["GET /books/b1", { body: book }],
    ],
  ],
  [
    "deleted for one caller",
    [
      ["DELETE /books/b1", { status: 204 }],
      ["GET /books/b1", { body: book }, { as: "bob" }],
    ],
  ],
  [
    "deleted, then something unknown",
    [
      ["DELETE /books/b1", { status: 204 }],
      ["POST /reset", { status: 404 }],
      ["PATCH /books/b9", { body: book }, { body: { title: "Emma" } }],
      ["GET /books/b1", missing],
    ],
  ],
  [
    "created and deleted",
    [
      ["POST /books", added, sent],
      ["DELETE /books/b1", { status: 204 }],
      ["GET /books/b1", missing],
    ],
  ],
  [
    "created and deleted by another caller",
    [
      ["POST /books", added, sent],
      ["DELETE /books/b1", { status: 204 }, { as: "bob" }],
      ["GET /books/b1", missing],
    ],
  ],
  [
    "created later",
    [
      ["POST /books", { status: 202 }, sent],
      ["GET /books/b1", missing],
    ],
  ],
  [
    "stored as sent",
    [
      ["PUT /books/b1", { status: 204 }, sent],
      ["GET /books/b1", { body: book }],
    ],
  ],
  [
    "stored and changed",
    [
      ["PUT /books/b1", { status: 204 }, sent],
      ["PATCH /books/b1", { body: { ...book, pages: 1 } }, { body: { pages: 1 } }],
      ["GET /books/b1", { body: { ...book, pages: 1 } }],
    ],
  ],
  [
    "stored later",
    [
      ["PUT /books/b1", { status: 202 }, sent],
      ["GET /books/b1", { body: { ...book, pages: 1 } }],
    ],
  ],
  [
    "stored in another form",
    [
      [
        "PUT /books/b1",
        { status: 204 },
        {
          body: {
            title: " EMMA ",
            isbn: "978-0-14",
            due: "2026-01-01T10:00:00+01:00",
            price: 9.999,
            tags: ["b", "a", "b"],
          },
        },
      ],
      [
        "GET /books/b1",
        {
          body: {
            id: "b1",
            title: "Emma",
            isbn: "978014",
            due: "2026-01-01T09:00:00.000Z",
            price: 10,
            tags: ["a", "b"],
          },
        },
      ],
    ],
  ],
  [
    "set by the server or write-only",
    [
      [
        "PUT /books/b1",
        { status: 204 },
        { body: { title: "Emma", state: "in", secret: "s", updatedAt: "2020", tags: [] } },
      ],
      ["GET /books/b1", { body: { id: "b1", title: "Emma", state: "lent", updatedAt: "2026" } }],
    ],
  ],
  [
    "some fields only",
    [
      ["PUT /books/b1", { status: 204 }, sent],
      ["GET /books/b1?fields=id,title", { body: { id: "b1", title: "Emma" } }],
    ],
  ],
  [
    "the same PUT answered the same",
    [
      ["PUT /books/b1", { status: 201, body: { ...book, updatedAt: "1" } }, sent],
      ["PUT /books/b1", { status: 200, body: { ...book, updatedAt: "2" } }, sent],
    ],
  ],
  [
    "the same PUT after a DELETE",
    [
      ["PUT /books/b1", { status: 200, body: book }, sent],
      ["DELETE /books/b1", { status: 204 }],
      ["PUT /books/b1", missing, sent],
    ],
  ],
  [
    "the same conditional PUT",
    [
      [
        "PUT /books/b1",
        { status: 204 },
        { ...sent, headers: { "Content-Type": "application/json", "If-Match": '"1"' } },
      ],
      [
        "PUT /books/b1",
        { status: 404, body: { error: "" } },
        { ...sent, headers: { "Content-Type": "application/json", "If-Match": '"1"' } },
      ],
    ],
  ],
  ["a POST that adds to a number", [["POST /books", { status: 200, body: { ...book, pages: 900 } }, sent]]],
  [
    "an integer that JavaScript rounds, as sent",
    [
      [
        "PATCH /books/b1",
        { body: { ...book, title: "9007199254740993" } },
        { body: { title: "9007199254740993" } },
      ],
    ],
  ],
  [
    "the same ETag",
    [
      ["GET /books/b1", tag('"1"')],
      ["GET /books/b1", tag('"1"')],
    ],
  ],
  [
    "the same weak ETag",
    [
      ["GET /books/b1", tag('W/"1"')],
      ["GET /books/b1", tag('W/"1"', { ...book, pages: 1 })],
    ],
  ],
  [
    "the same ETag for another caller",
    [
      ["GET /books/b1", tag('"1"')],
      ["GET /books/b1", tag('"1"', { ...book, pages: 1 }), { as: "bob" }],
    ],
  ],
  [
    "the same ETag in another language",
    [
      ["GET /books/b1", tag('"1"'), { headers: { "Accept-Language": "de" } }],
      ["GET /books/b1", tag('"1"', { ...book, title: "Emma!" }), { headers: { "Accept-Language": "en" } }],
    ],
  ],
  [
    "another ETag after a write",
    [
      ["GET /books/b1", tag('"1"')],
      ["PUT /books/b1", { status: 204 }, sent],
      ["GET /books/b1", tag('"2"')],
    ],
  ],
  [
    "HEAD without what describes the body",
    [
      ["GET /books/b1", { headers: { "Content-Length": "40" }, body: book }],
      ["HEAD /books/b1", {}],
    ],
  ],
  [
    "HEAD after a write",
    [
      ["GET /books/b1", { body: book }],
      ["DELETE /books/b1", { status: 204 }],
      ["HEAD /books/b1", { status: 404 }],
    ],
  ],
  [
    "HEAD of a compressed body",
    [
      ["GET /notes", { headers: { "Content-Type": "text/plain", "Content-Length": "40" }, body: "a" }],
      [
        "HEAD /notes",
        { headers: { "Content-Type": "text/plain", "Content-Length": "25", "Content-Encoding": "gzip" } },
      ],
    ],
  ],
  [
    "the creator reads",
    [
      ["POST /books", added, sent],
      ["GET /books/b1", { body: book }],
    ],
  ],
  [
    "another caller is refused",
    [
      ["POST /books", added, sent],
      ["GET /books/b1", missing, { as: "bob" }],
    ],
  ],
];

nearMisses.push(
  [
    "a list without the deleted row",
    [
      ["DELETE /books/b1", { status: 204 }],
      ["GET /books", list({ ...book, id: "b2" })],
    ],
  ],
  [
    "a list with a row that was stored again",
    [
      ["DELETE /books/b1", { status: 204 }],
      ["PUT /books/b1", { status: 201, body: book }, sent],
      ["GET /books", list(book)],
    ],
  ],
  [
    "a list with a row that is marked",
    [
      ["DELETE /books/b1", { status: 204 }],
      ["GET /books", list({ ...book, archivedAt: "2026" })],
    ],
  ],
  [
    "a merge patch that clears by null",
    [
      ["GET /books/b1", { body: book }],
      ["PATCH /books/b1", { body: { id: "b1", title: "Emma" } }, merge({ title: "Emma", pages: 0 })],
    ],
  ],
  [
    "a merge patch after a write",
    [
      ["GET /books/b1", { body: book }],
      ["PUT /books/b1", { status: 204 }, { body: { title: "Emma" } }],
      ["PATCH /books/b1", { body: { id: "b1", title: "Emma" } }, merge({ title: "Emma" })],
    ],
  ],
  [
    "If-Match with the version",
    [
      ["GET /books/b1", tag('"2"')],
      ["PUT /books/b1", { status: 204 }, ifMatch('"1", "2"')],
    ],
  ],
  [
    "If-Match after a write",
    [
      ["GET /books/b1", tag('"1"')],
      ["PATCH /books/b1", { body: book }, { body: { pages: 474 } }],
      ["PUT /books/b1", { status: 204 }, ifMatch('"2"')],
    ],
  ],
  [
    "304 for the weak version",
    [
      [
        "GET /books/b1",
        { status: 304, headers: { ETag: 'W/"2"' } },
        { headers: { "If-None-Match": '"1", "2"' } },
      ],
    ],
  ],
);

describe("a violation", () => {
  test.each(violations.filter(([rule]) => rule !== "false-not-modified"))(
    "%s isn't reported of %s if the responses are a mock's examples",
    (_, __, story) => {
      const mocked = story.map(([request, response = {}, ...rest]): Story[number] => [
        request,
        { ...response, headers: { ...response.headers, "X-Mock": "true" } },
        ...rest,
      ]);
      const judge = createJudge(library);
      expect(mocked.flatMap((one) => judge.exchange(exchanged(...one)))).toEqual([]);
    },
  );

  test.each(violations.filter(([rule]) => rule !== "refused-credential"))("%s: %s", (rule, _, story) => {
    expect(foundIn(story)).toEqual([rule]);
  });
});

describe("nothing is found for", () => {
  test.each(nearMisses)("%s", (_, story) => {
    expect(foundIn(story)).toEqual([]);
  });
});

describe("a credential that was refused", () => {
  const rules = (story: Story) => {
    const judge = createJudge(library, { off: ["undocumented-refusal"] });
    return story.flatMap((one) => judge.exchange(exchanged(...one)).map(({ rule }) => rule));
  };
  const refused: Story[number] = ["GET /books/b1", { status: 401 }, { as: "eve" }];

  test("and is accepted elsewhere is reported", () => {
    expect(rules([refused, ["DELETE /books/b1", { status: 204 }, { as: "eve" }]])).toEqual([
      "refused-credential",
    ]);
  });

  test("isn't if it was accepted before, or by the same operation later", () => {
    const accepted: Story[number] = ["DELETE /books/b1", { status: 204 }, { as: "eve" }];
    expect(rules([accepted, refused, accepted])).toEqual([]);
    expect(
      rules([refused, ["GET /books/b2", { body: { ...book, id: "b2" } }, { as: "eve" }], accepted]),
    ).toEqual([]);
    expect(rules([refused, ["DELETE /books/b1", { status: 204 }, { as: "ann" }]])).toEqual([]);
  });
});

describe("exchanges at the same time", () => {
  const removed = exchanged("DELETE /books/b1", { status: 204 });
  const read = exchanged("GET /books/b1", { body: book });

  test("are no evidence by their times", () => {
    const judge = createJudge(library);
    const started = removed.startedAt.getTime();
    judge.exchange({ ...removed, startedAt: new Date(started), durationMs: 20 });
    expect(judge.exchange({ ...read, startedAt: new Date(started + 10) })).toEqual([]);
    expect(judge.exchange({ ...read, startedAt: new Date(started + 20) }).map(({ rule }) => rule)).toEqual([
      "still-there",
    ]);
  });

  test("are no evidence by the order of their beginnings and ends", () => {
    const judge = createJudge(library);
    const first = judge.begin(removed.request);
    const second = judge.begin(read.request);
    judge.exchange(removed, first);
    expect(judge.exchange(read, second)).toEqual([]);
    const third = judge.begin(read.request);
    expect(judge.exchange(read, third).map(({ rule }) => rule)).toEqual(["still-there"]);
  });

  test.each(["is on its way", "got no response"])("a write that %s may have changed what is read", (fate) => {
    const judge = createJudge(library);
    judge.exchange(removed, judge.begin(removed.request));
    const write = judge.begin(exchanged("PUT /books/b1", {}, sent).request);
    if (fate === "got no response") judge.lost(write);
    const later = exchanged("GET /books/b1", { body: book });
    expect(judge.exchange(later, judge.begin(later.request))).toEqual([]);
  });

  test("a read on its way changes nothing", () => {
    const judge = createJudge(library);
    judge.begin(read.request);
    judge.exchange(removed, judge.begin(removed.request));
    expect(judge.exchange(read, judge.begin(read.request)).map(({ rule }) => rule)).toEqual(["still-there"]);
  });
});

test("at most `maxRemembered` facts are kept", () => {
  const judge = createJudge(library, { maxRemembered: 40 });
  const remove = (id: string) => judge.exchange(exchanged(`DELETE /books/${id}`, { status: 204 }));
  const find = (id: string) =>
    judge.exchange(exchanged(`GET /books/${id}`, { body: { ...book, id } })).map(({ rule }) => rule);
  remove("b1");
  expect(find("b1")).toEqual(["still-there"]);
  for (let at = 2; at < 50; at++) remove(`b${at}`);
  expect(find("b1")).toEqual([]);
  expect(find("b49")).toEqual(["still-there"]);
});

test("a write that isn't remembered any more leaves no conclusion", () => {
  const judge = createJudge(library);
  judge.exchange(exchanged("DELETE /books/b1", { status: 204 }));
  judge.exchange(exchanged("PUT /books/b1", { status: 204 }, sent));
  for (let at = 0; at < 300; at++) judge.exchange(exchanged("DELETE /books/b2", { status: 204 }));
  expect(judge.exchange(exchanged("GET /books/b1", { body: book }))).toEqual([]);
});

test("a write within the same millisecond as the reads around it is between them", () => {
  const judge = createJudge(library);
  const startedAt = new Date("2026-01-01T00:00:00Z");
  const at = (...one: Story[number]) => ({ ...exchanged(...one), startedAt, durationMs: 0.3 });
  judge.exchange(at("GET /books/b1", tag('"1"')));
  judge.exchange(at("PUT /books/b1", tag('"2"'), sent));
  expect(judge.exchange(at("GET /books/b1", tag('"2"')))).toEqual([]);
});
