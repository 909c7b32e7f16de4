import { afterAll, beforeEach, expect, test } from "vitest";
import type { AnyHandler } from "../../server/http/steps/handle.ts";
import { libraryDocument } from "./library-document.ts";
import { startLibrary } from "./start-library.ts";

const raw = libraryDocument();
const { delete: remove } = raw.paths["/books/{bookId}"];
remove.parameters = [{ name: "Reason", in: "header", required: true, schema: { type: "string" } }];
remove.requestBody = {
  content: {
    "application/json": { schema: { type: "object", properties: { a: {}, b: {}, shelf: {} } } },
  },
};
const removed: unknown[] = [];
const removeBook: AnyHandler = ({ path, headers, body }) => {
  removed.push({ ...path, ...headers, ...body });
  return { status: 204 };
};
const library = await startLibrary({ raw, handlers: { removeBook } });
afterAll(() => library.close());
beforeEach(() => {
  removed.length = 0;
});

async function asked(given: Record<string, unknown>): Promise<string> {
  let question = "";
  const client = await library.connect({
    ask: ({ params }) => {
      question = params.message;
      return { action: "decline" };
    },
  });
  await client.callTool({ name: "removeBook", arguments: given });
  expect(removed).toEqual([]);
  return question;
}

const long = "x".repeat(600);

test("the question shows path and required arguments first, whatever the model writes before them", async () => {
  expect(await asked({ b: long, a: long, Reason: "It is lost.", bookId: "moby-dick" })).toMatch(
    /^Remove the book from the library\? removeBook \{"bookId":"moby-dick","Reason":"It is lost\.","a":"x{78}…,"b":"x{78}…\}$/,
  );
});

test("each argument is shortened separately", async () => {
  const question = await asked({ bookId: "moby-dick", Reason: long, a: 1 });
  expect(question).toMatch(/\{"bookId":"moby-dick","Reason":"x{198}…,"a":1\}$/);
});

test("optional arguments beyond ten are counted", async () => {
  const others = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`other${n}`, long]));
  const question = await asked({ ...others, Reason: "It is lost.", bookId: "moby-dick" });
  expect(question).toContain('{"bookId":"moby-dick","Reason":"It is lost.","other0":');
  expect(question).toMatch(/\} and 40 more$/);
  expect(question.length).toBeLessThan(2000);
});

test("invisible characters are shown", async () => {
  const question = await asked({ bookId: "moby\u202e-\u200bdick", Reason: "x", a: "b\nc" });
  expect(question).toContain('{"bookId":"moby\\u{202e}-\\u{200b}dick","Reason":"x","a":"b\\nc"}');
});

test("arguments as JSON text are shown as they are sent", async () => {
  const given = { bookId: "a", Reason: "b", shelf: '{"c":1}' };
  expect(await asked(given)).toContain('"shelf":"{\\"c\\":1}"');
});

test("wrong arguments are refused before a person is asked", async () => {
  expect(await asked({ bookId: "moby-dick", Reason: 7 })).toBe("");
});

/** A call as a client of 2026-07-28 sends it, which answers questions in a second message. */
async function send(given: object, inputResponses?: object) {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
  };
  const params = {
    name: "removeBook",
    arguments: given,
    _meta: meta,
    ...(inputResponses && { inputResponses }),
  };
  const response = await fetch(`${library.url}/mcp`, {
    method: "POST",
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: "Bearer good",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": "removeBook",
    },
  });
  const text = await response.text();
  return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text).result;
}

test("an agreement is for the arguments that the person has seen", async () => {
  const given = { bookId: "moby-dick", Reason: "It is lost." };
  const { resultType, inputRequests } = await send(given);
  expect(resultType).toBe("input_required");
  const [key = ""] = Object.keys(inputRequests);
  const agreed = { [key]: { action: "accept", content: { confirmed: true } } };

  for (const other of [{ bookId: "omoo" }, { Reason: "No reason." }, { a: 1 }]) {
    expect(await send({ ...given, ...other }, agreed)).toMatchObject({ resultType: "input_required" });
  }
  expect(removed).toEqual([]);
  expect(await send(given, agreed)).not.toHaveProperty("isError");
  expect(removed).toHaveLength(1);
});
