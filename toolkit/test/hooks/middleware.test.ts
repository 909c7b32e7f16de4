import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { contextOf } from "../../server/http/context.ts";
import { ApiError } from "../../server/http/errors/api-error.ts";
import { sendJson } from "../../server/http/response/send-text.ts";
import { send } from "../../testing/service/send.ts";
import { notesDocument } from "../helpers/notes-document.ts";
import { startApp } from "../helpers/small-app.ts";

let ran: string[] = [];
beforeEach(() => {
  ran = [];
});

const app = await startApp({
  raw: notesDocument(),
  limits: { global: { limit: 1000, windowSeconds: 60 } },
  middleware: {
    all: [
      (_req, res, next) => {
        const { operation, identity, input } = contextOf(res);
        ran.push(
          `${operation?.operationId} ${JSON.stringify(identity?.caller)} ${JSON.stringify(input?.body)}`,
        );
        next();
      },
    ],
    operations: {
      writeNote: [
        async (req, res, next) => {
          ran.push("writeNote");
          const { text } = req.body;
          if (text === "twice") throw new ApiError("CONFLICT", "There is such a note.");
          if (text === "gone") return next(new ApiError("GONE", "It is gone.", { status: 410 }));
          if (text === "broken") return next(new Error("The list is away."));
          if (text === "own") {
            res.setHeader("Location", "/notes/2");
            return sendJson(res, { text: "mine" }, 201);
          }
          next();
        },
      ],
    },
  },
  handlers: {
    writeNote: async ({ body }) => {
      ran.push("handler");
      return { status: 201, body, headers: { Location: "/notes/1" } };
    },
    listNotes: async () => ({ status: 200, body: [] }),
  },
});
afterAll(() => app.close());

const write = (text: string, key = "good") => send(app, "POST", "/notes", { key, json: { text } });

describe("middleware", () => {
  test("runs after validation and before the handler, middleware for all operations first", async () => {
    expect((await write("hi")).status).toBe(201);
    expect(ran).toEqual(['writeNote {"name":"good"} {"text":"hi"}', "writeNote", "handler"]);
  });

  test("isn't run for other operations", async () => {
    expect((await send(app, "GET", "/notes", { key: "good" })).status).toBe(200);
    expect(ran).toEqual(['listNotes {"name":"good"} undefined']);
  });

  test("isn't run for refused requests", async () => {
    expect((await write("hi", "unknown")).status).toBe(401);
    expect((await send(app, "POST", "/notes", { key: "good", json: { words: 1 } })).status).toBe(400);
    expect((await send(app, "GET", "/nothing")).status).toBe(404);
    expect(ran).toEqual([]);
  });

  test("refuses with an ApiError that the operation documents", async () => {
    expect(await write("twice")).toMatchObject({ status: 409, code: "CONFLICT" });
    expect(ran).not.toContain("handler");
  });

  test("500 for an ApiError with an undocumented status, and for other errors", async () => {
    expect(await write("gone")).toMatchObject({ status: 500, code: "INTERNAL_ERROR" });
    expect(app.logLines.join("")).toContain("writeNote refused with 410, which it doesn't document.");
    expect(await write("broken")).toMatchObject({ status: 500, code: "INTERNAL_ERROR" });
  });

  test("may answer itself, and then the handler isn't called", async () => {
    expect(await write("own")).toMatchObject({ status: 201, body: { text: "mine" } });
    expect(ran).not.toContain("handler");
  });
});

test("middleware for an unknown operation is refused at startup", async () => {
  const start = startApp({ raw: notesDocument(), middleware: { operations: { writeNotes: [] } } });
  await expect(start).rejects.toThrow(
    "There is middleware for writeNotes, but the document has no such operation.",
  );
});
