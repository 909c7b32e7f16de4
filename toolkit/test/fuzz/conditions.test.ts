import { expect, onTestFinished, test } from "vitest";
import { createSender, type Sender } from "../../testing/fuzz/http.ts";
import { createFuzzer } from "../../testing/fuzz/run.ts";
import { startApp } from "../helpers/small-app.ts";

const tag = { "x-set-by": "server", required: true, schema: { type: "string" } };
const text = { type: "object", required: ["text"], properties: { text: { type: "string" } } };
const bad = { description: "Bad.", content: { "application/json": { schema: { type: "object" } } } };

const raw = {
  openapi: "3.1.0",
  info: { title: "Notes", version: "1.0.0" },
  paths: {
    "/note": {
      get: {
        operationId: "readNote",
        parameters: [{ name: "If-None-Match", in: "header", schema: { type: "string" } }],
        responses: {
          "200": {
            description: "It.",
            headers: { ETag: { ...tag, required: false } },
            content: { "application/json": { schema: text } },
          },
          "304": { description: "Not modified.", headers: { ETag: { ...tag, required: false } } },
          "400": bad,
        },
      },
    },
    "/time": {
      get: {
        operationId: "readTime",
        responses: { "200": { description: "Now.", content: { "application/json": { schema: text } } } },
      },
    },
  },
  "x-unmatched": { "404": bad, "405": bad },
};

/** The findings for a server whose answers are modified in transit. */
async function found(change: (answer: Awaited<ReturnType<Sender["send"]>>, count: number) => typeof answer) {
  const body = { text: "Buy ink." };
  const app = await startApp({
    raw,
    handlers: {
      readNote: async () => ({ status: 200, body }),
      readTime: async () => ({ status: 200, body }),
    },
  });
  const sender = createSender(app.url);
  onTestFinished(async () => {
    sender.close();
    await app.close();
  });
  let count = 0;
  const changed: Sender = {
    ...sender,
    send: async (request) => change(await sender.send(request), count++),
  };
  const owner = { credentials: {}, known: {}, markers: [] };
  const { failures } = await createFuzzer({ document: app.document, sender: changed, owner }).run({
    runs: 40,
    seed: 3,
    maxFailures: 1,
    check: "readNote: read again",
  });
  return failures.map(({ oracle, message }) => `${oracle}: ${message}`);
}

test("nothing is found if the same content is answered with 304", async () => {
  expect(await found((answer) => answer)).toEqual([]);
});

test("an answer that repeats the content in spite of its tag is found", async () => {
  const deaf = await found((answer) =>
    answer.status === 304
      ? {
          ...answer,
          status: 200,
          text: '{"text":"Buy ink."}',
          headers: { ...answer.headers, "content-type": "application/json" },
        }
      : answer,
  );
  expect(deaf).toEqual([expect.stringMatching(/^condition: .*If-None-Match: "[^"]+" was answered 200\.$/)]);
});

test("a tag that changes for the same content is found", async () => {
  const restless = await found((answer, count) => ({
    ...answer,
    status: 200,
    text: '{"text":"Buy ink."}',
    headers: { ...answer.headers, "content-type": "application/json", etag: `"${count}"` },
  }));
  expect(restless).toEqual([expect.stringMatching(/^condition: /)]);
});

test("a 200 without a tag is found", async () => {
  const untagged = await found(({ headers: { etag: _, ...headers }, ...answer }) => ({ ...answer, headers }));
  expect(untagged).toEqual(["condition: The response is 200 and has no ETag."]);
});

test("content that changes between requests isn't a failure", async () => {
  const changing = await found((answer, count) => ({
    ...answer,
    status: 200,
    text: JSON.stringify({ text: `${count}` }),
    headers: { ...answer.headers, "content-type": "application/json", etag: `"${count}"` },
  }));
  expect(changing).toEqual([]);
});
