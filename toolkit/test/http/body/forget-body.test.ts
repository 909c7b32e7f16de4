import { connect } from "node:net";
import { afterAll, expect, test, vi } from "vitest";
import type { ExchangeRequest } from "../../../server/http/exchange.ts";
import { send } from "../../../testing/service/send.ts";
import { notesDocument } from "../../helpers/notes-document.ts";
import { startApp } from "../../helpers/small-app.ts";

let request: ExchangeRequest;
let bodyAtEnd: unknown;
const answered = vi.fn();
let wait: () => Promise<unknown> = async () => {};

const app = await startApp({
  raw: notesDocument(),
  middleware: {
    all: [
      (req, res, next) => {
        request = req;
        res.on("close", () => {
          bodyAtEnd = req.body;
          process.nextTick(() => process.nextTick(() => answered(req.body)));
        });
        next();
      },
    ],
  },
  handlers: {
    writeNote: async ({ body }) => {
      await wait();
      return { status: 201, body, headers: { Location: "/notes/1" } };
    },
  },
});
afterAll(() => app.close());

const note = { text: "Buy ink." };
const small = JSON.stringify(note);
const large = small + " ".repeat(20_000);
const headers = { "Content-Type": "application/json" };

async function bodiesAfter(body: string) {
  answered.mockClear();
  expect((await send(app, "POST", "/notes", { key: "good", body, headers })).status).toBe(201);
  await vi.waitFor(() => expect(answered).toHaveBeenCalled());
  return [bodyAtEnd, answered.mock.lastCall?.[0]];
}

test("a large body is removed from its request as soon as the response has ended", async () => {
  expect(await bodiesAfter(large)).toEqual([note, undefined]);
});

test("a small body is kept", async () => {
  expect(await bodiesAfter(small)).toEqual([note, note]);
});

test("a large body is kept for a handler whose client has disconnected", async () => {
  answered.mockClear();
  const waiting = Promise.withResolvers<void>();
  wait = vi.fn(() => waiting.promise);
  const socket = connect(Number(new URL(app.url).port), "127.0.0.1");
  const head = `Host: x\r\nAuthorization: Bearer good\r\nContent-Type: application/json\r\nContent-Length: ${large.length}`;
  socket.write(`POST /notes HTTP/1.1\r\n${head}\r\n\r\n${large}`);
  await vi.waitFor(() => expect(wait).toHaveBeenCalled());
  socket.destroy();
  await vi.waitFor(() => expect(answered).toHaveBeenCalled());
  expect(request.body).toEqual(note);
  waiting.resolve();
});
