import { afterAll, expect, test } from "vitest";
import { send } from "../../testing/service/send.ts";
import { notesDocument } from "../helpers/notes-document.ts";
import { startApp } from "../helpers/small-app.ts";

const raw = notesDocument();
raw.components.schemas.Note.properties.text = { type: "string", format: "shouted" };

const app = await startApp({
  raw,
  formats: { shouted: (text: string) => text === text.toUpperCase() },
  handlers: {
    writeNote: async ({ body }) => ({
      status: 201,
      body: body.text === "WHISPER" ? { text: "psst" } : body,
      headers: { Location: "/notes/1" },
    }),
  },
});
afterAll(() => app.close());

const write = (text: string) => send(app, "POST", "/notes", { key: "good", json: { text } });

test("a custom format is checked in requests", async () => {
  expect((await write("HI")).status).toBe(201);
  expect(await write("hi")).toMatchObject({ status: 400, code: "VALIDATION_ERROR" });
});

test("a custom format is checked in responses", async () => {
  expect((await write("WHISPER")).status).toBe(500);
  expect(app.logLines.join("")).toContain('must match format \\"shouted\\"');
});
