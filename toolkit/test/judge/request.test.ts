import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createJudge } from "../../testing/judge/judge.ts";
import { exchanged } from "./exchanged.ts";
import { library } from "./library.ts";

const judge = createJudge(library);
const book = { id: "b1", title: "Emma" };
type Sent = Parameters<typeof exchanged>[2];
const added = (sent: Sent) =>
  judge
    .exchange(exchanged("POST /books", { status: 201, headers: { Location: "/books/b1" }, body: book }, sent))
    .map(({ rule, message }) => `${rule}: ${message}`);

describe("an invalid request that is answered 2xx", () => {
  test.each<[string, Sent, RegExp]>([
    ["without a body", {}, /request's body is missing/],
    ["without a required member", { body: {} }, /request's body\/title is missing/],
    [
      "with an unknown member",
      { body: { title: "Emma", colour: 1 } },
      /body\/colour is not a known property/,
    ],
    ["with a wrong value", { body: { title: "Emma", state: "sold" } }, /body\/state must be equal to one of/],
    [
      "of another media type",
      { body: "title: Emma", headers: { "Content-Type": "text/yaml" } },
      /must be sent as application\/json/,
    ],
    ["of broken JSON", { body: "{" }, /isn't valid JSON/],
    [
      "of bytes that aren't UTF-8",
      {
        body: Buffer.from([...Buffer.from('{"title":"'), 0xff, 0x22, 0x7d]),
        headers: { "Content-Type": "application/json" },
      },
      /isn't valid UTF-8/,
    ],
  ])("%s is reported", (_, sent, message) => {
    const [first, ...others] = added(sent);
    expect(first).toMatch(message);
    expect(first).toMatch(/^invalid-request: .* The server answered 201\.$/);
    expect(others).toEqual([]);
  });

  test.each<[string, Sent]>([
    ["with everything", { body: { title: "Emma", state: "in", secret: "s" } }],
    ["without a media type", { body: Buffer.from('{"title":"Emma"}') }],
    ["of an integer that JavaScript rounds", { body: '{"title":"Emma","pages":9007199254740993}' }],
  ])("a valid one %s isn't", (_, sent) => {
    const { request, ...rest } = exchanged(
      "POST /books",
      { status: 201, headers: { Location: "/books/b1" }, body: book },
      sent,
    );
    const headers = Buffer.isBuffer(sent?.body) ? request.headers.slice(0, 1) : request.headers;
    expect(judge.exchange({ ...rest, request: { ...request, headers } })).toEqual([]);
  });

  test("nor is one that is refused, or whose body wasn't kept", () => {
    expect(
      judge.exchange(exchanged("POST /books", { status: 400, body: { error: "No title." } }, { body: {} })),
    ).toEqual([]);
    const kept = exchanged("POST /books", { status: 202 }, { body: {} });
    expect(judge.exchange({ ...kept, request: { ...kept.request, body: undefined } })).toEqual([]);
  });

  test("is judged by its parameters, and by unknown ones where the document refuses them", () => {
    const list = (query: string) =>
      judge.exchange(exchanged(`GET /books?${query}`, { body: { items: [] } })).map(({ place }) => place);
    expect(list("limit=51")).toEqual(["GET /books → 200, query limit"]);
    expect(list("limit=ten&colour=red")).toEqual(["GET /books → 200, query limit"]);
    const hours = (query: string) =>
      judge.exchange(exchanged(`GET /hours?${query}`, { headers: { "X-Version": "1" }, body: {} }));
    expect(hours("day=mon")).toEqual([]);
    expect(hours("when=mon").map(({ place }) => place)).toEqual(["GET /hours → 200, query when"]);
  });

  test("is judged by the fields of its form", () => {
    const form = (fields: string) =>
      Buffer.from(
        `--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n\x89\r\n${fields}--x--\r\n`,
        "latin1",
      );
    const alt = (text: string) => `--x\r\nContent-Disposition: form-data; name="alt"\r\n\r\n${text}\r\n`;
    const put = (body: Buffer) =>
      judge
        .exchange(
          exchanged(
            "PUT /books/b1/cover",
            { status: 204 },
            { body, headers: { "Content-Type": "multipart/form-data; boundary=x" } },
          ),
        )
        .map(({ place }) => place);
    expect(put(form(alt("Emma")))).toEqual([]);
    expect(put(form(alt("Emmeline")))).toEqual(["PUT /books/{bookId}/cover → 204, request body/alt"]);
    expect(put(Buffer.from("--y--"))).toEqual(["PUT /books/{bookId}/cover → 204, request body"]);
  });
});

test("a request can be judged before it is forwarded", () => {
  const { request } = exchanged("POST /books", {}, { body: {} });
  expect(judge.request(request)).toEqual([
    {
      severity: "error",
      rule: "invalid-request",
      place: "POST /books, request body/title",
      message: "The request's body/title is missing.",
      operationId: "addBook",
      status: undefined,
      kind: "invalid-request: POST /books, request body/title",
    },
  ]);
  expect(createJudge(library, { off: ["invalid-request"] }).request(request)).toEqual([]);
  expect(judge.request(exchanged("POST /boats").request)).toEqual([]);
});

test("bodies are valid for exactly the values that ajv accepts by itself", () => {
  const schema = {
    type: "object",
    additionalProperties: false,
    required: ["title"],
    properties: {
      title: { type: "string", minLength: 1 },
      state: { enum: ["in", "lent", "lost"] },
      pages: { type: "integer" },
      tags: { type: "array", items: { type: "string" } },
    },
  };
  const isValid = new Ajv2020().compile(schema);
  const any = fc.oneof(
    fc.constantFrom("in", "sold", ""),
    fc.integer(),
    fc.double({ noNaN: true }),
    fc.boolean(),
    fc.constant(null),
  );
  const value = fc.record(
    { title: any, state: any, pages: any, tags: fc.oneof(any, fc.array(any, { maxLength: 2 })), colour: any },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(value, (body) => {
      const isReported = added({ body }).some((one) => one.startsWith("invalid-request"));
      expect(isReported).toBe(!isValid(JSON.parse(JSON.stringify(body))));
    }),
    { numRuns: 300 },
  );
});

describe("a request without the documented credential", () => {
  const rules = (...given: Parameters<typeof exchanged>) =>
    createJudge(library)
      .exchange(exchanged(...given))
      .map(({ rule }) => rule);

  test("that is answered 2xx is reported", () => {
    expect(rules("GET /books/b1", { body: book }, { as: "" })).toEqual(["missing-credential"]);
  });

  test.each<[string, ...Parameters<typeof exchanged>]>([
    ["401", "GET /books/b1", { status: 404, body: { error: "No." } }, { as: "" }],
    ["2xx where none is required", "GET /hours", { headers: { "X-Version": "1" }, body: {} }, { as: "" }],
    ["2xx to a cookie", "GET /books/b1", { body: book }, { as: "", headers: { Cookie: "session=1" } }],
  ])("isn't reported for %s", (_, ...given) => {
    expect(rules(...given)).toEqual([]);
  });
});

describe("notes about JSON", () => {
  const notes = (body: string) =>
    judge
      .exchange(exchanged("GET /books/b1", { body }))
      .map(({ rule, severity, place }) => `${severity} ${rule} ${place}`);

  test("a member that is there twice", () => {
    const place = "GET /books/{bookId} → 200, body";
    expect(notes('{"id":"b1","title":"a","title":"b"}')).toEqual([`info duplicate-key ${place}`]);
    expect(notes('{"id":"b1","title":"a","shelf":{"id":"b1","\\u0069d":"c"}}')).toEqual([
      `info duplicate-key ${place}`,
    ]);
    expect(
      notes('{"id":"id","title":"{\\"id\\":1,\\"id\\":2}","tags":["id","id"],"shelf":{"id":"a"}}'),
    ).toEqual([]);
  });

  test("an integer that JavaScript rounds", () => {
    expect(notes('{"id":"b1","title":"a","pages":9007199254740993}')).toEqual([
      "info inexact-integer GET /books/{bookId} → 200, body/pages",
    ]);
    expect(notes('{"id":"9007199254740993","title":"a","pages":9007199254740992}')).toEqual([]);
  });
});
