import { afterAll, expect, test } from "vitest";
import { send } from "../../testing/service/send.ts";
import { notesDocument } from "../helpers/notes-document.ts";
import { startApp } from "../helpers/small-app.ts";

const raw = notesDocument();
const link = { type: "string", format: "uri" };
Object.assign(raw.components.schemas.Note.properties, {
  text: { type: "string", format: "shouted" },
  link,
  id: { oneOf: [{ type: "string", format: "uuid" }, link] },
  size: { type: "integer" },
  when: { type: "string", format: "date-time" },
});
raw.paths["/notes"].post.responses["201"].headers["X-Link"] = { schema: link };

/** What is stored, as an earlier version accepted it. */
let stored: { body: Record<string, unknown>; headers?: Record<string, unknown> } | undefined;

const app = await startApp({
  raw,
  limits: { global: { limit: 1000, windowSeconds: 60 }, writing: { limit: 1000, windowSeconds: 60 } },
  logSuccessRatio: 0,
  formats: { shouted: (text: string) => text === text.toUpperCase() },
  handlers: {
    writeNote: async ({ body }) => ({
      status: 201,
      body: { ...body, ...stored?.body },
      headers: { Location: "/notes/1", ...stored?.headers },
    }),
  },
});
afterAll(() => app.close());

// Not the checking `fetch`, to which a wrong format is a fault.
const write = (json: object) => send({ url: app.url, fetch }, "POST", "/notes", { key: "good", json });

function read(what: NonNullable<typeof stored>) {
  stored = what;
  app.logLines.length = 0;
  return write({ text: "HI" }).finally(() => {
    stored = undefined;
  });
}

/** From the log line of the last request. */
const formatFault = () => JSON.parse(app.logLines.at(-1) ?? "{}").formatFault;

test("a custom format is checked in requests", async () => {
  expect((await write({ text: "HI" })).status).toBe(201);
  expect(await write({ text: "hi" })).toMatchObject({ status: 400, code: "VALIDATION_ERROR" });
});

test("a custom format is checked in responses", async () => {
  expect((await read({ body: { text: "psst" } })).status).toBe(500);
  expect(app.logLines.join("")).toContain('must match format \\"shouted\\"');
});

test("a format of a standard is checked in requests", async () => {
  expect(await write({ text: "HI", link: 'http://a/"' })).toMatchObject({ status: 400 });
});

test("a stored text that doesn't match its format is sent, and logged", async () => {
  const answered = await read({ body: { link: 'http://a/"' } });
  expect(answered).toMatchObject({ status: 201, body: { text: "HI", link: 'http://a/"' } });
  expect(formatFault()).toBe('writeNote answered 201, but /body/link must match format "uri".');
});

test("a header whose text doesn't match its format is sent, and logged", async () => {
  const answered = await read({ body: {}, headers: { "X-Link": "not a link" } });
  expect([answered.status, answered.headers.get("X-Link")]).toEqual([201, "not a link"]);
  expect(formatFault()).toBe('writeNote answered 201, but its header X-Link: must match format "uri".');
});

test("a Date after a text that doesn't match its format becomes text", async () => {
  const when = new Date("2026-01-15T10:00:00Z");
  expect((await read({ body: { link: "no link", when } })).body).toMatchObject({ when: when.toJSON() });
});

test.each([
  ["is broken in the body", { body: { link: "no link", size: "large" } }],
  ["is broken in a header", { body: {}, headers: { "X-Link": "no link", "X-Sizes": ["large"] } }],
])("500 if another rule %s too", async (_, what) => {
  expect((await read(what)).status).toBe(500);
});

test("an alternative is chosen by the format, as in requests", async () => {
  const id = "0b8f0c3e-8c53-4f0a-9d0c-0f3f6c1f2a11";
  expect((await read({ body: { id } })).status).toBe(201);
  expect(app.logLines).toEqual([]);
  expect((await read({ body: { id, link: "no link" } })).status).toBe(201);
});
