import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import express, { type Request, type RequestHandler, type Response } from "express";
import { afterAll, expect, test, vi } from "vitest";
import { readShortJson } from "../../../http/body/short-json.ts";

const parse = express.json({ strict: false, type: () => true, limit: "1mb" });
const byExpress = vi.fn<RequestHandler>((req, res, next) => parse(req, res, next));
const read = readShortJson(byExpress);

/** What runs before the reader. */
let before: (req: Request) => unknown = () => {};
const told = vi.fn<(outcome: unknown) => void>();
const server = createServer(async (req, res) => {
  await before(req as Request);
  read(req as Request, res as Response, (error?: unknown) => {
    told(error ?? (req as Request).body);
    res.end();
  });
}).listen(0, "127.0.0.1");
await once(server, "listening");
afterAll(() => server.close());

const note = { text: "Café" };
const text = Buffer.from(JSON.stringify(note));
const middle = text.indexOf("é") + 1;

/** The body, or the error, of a request whose body arrives in these pieces. */
async function outcomeOf(pieces: (string | Buffer)[], { length, header = "" }: Sent = {}): Promise<unknown> {
  byExpress.mockClear();
  told.mockClear();
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.setNoDelay(true);
  const bytes = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${header}Content-Length: ${length ?? bytes}\r\n\r\n`);
  for (const piece of pieces) {
    socket.write(piece);
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  }
  if (length !== undefined) socket.destroy();
  await vi.waitFor(() => expect(told).toHaveBeenCalled());
  socket.destroy();
  expect(told).toHaveBeenCalledOnce();
  return told.mock.lastCall?.[0];
}

interface Sent {
  /** Announced, where fewer bytes are sent. */
  length?: number;
  header?: string;
}

test("a short body is read without Express, also when it arrives in the middle of a character", async () => {
  expect(await outcomeOf([text])).toEqual(note);
  expect(await outcomeOf([text.subarray(0, middle), text.subarray(middle)])).toEqual(note);
  expect(byExpress).not.toHaveBeenCalled();
});

test("a body that never arrives as a whole is told as Express tells it", async () => {
  const ours = await outcomeOf([text], { length: text.length + 1 });
  expect(byExpress).not.toHaveBeenCalled();
  const theirs = await outcomeOf([text], { length: 20_000 });
  expect(byExpress).toHaveBeenCalled();
  expect(ours).toMatchObject({ type: "request.aborted" });
  expect(theirs).toMatchObject({ type: "request.aborted" });
});

test.each<[string, () => Promise<unknown>, unknown]>([
  ["a long body", () => outcomeOf([JSON.stringify("a".repeat(20_000))]), "a".repeat(20_000)],
  ["a body with a coding", () => outcomeOf([text], { header: "Content-Encoding: Identity\r\n" }), note],
])("%s is left to Express", async (_, outcome, expected) => {
  expect(await outcome()).toEqual(expected);
  expect(byExpress).toHaveBeenCalled();
});

test.each<[string, (req: Request) => unknown, unknown]>([
  ["that has been read", (req) => once(Object.assign(req, { body: "theirs" }).resume(), "end"), "theirs"],
  ["that somebody wants as text", (req) => req.setEncoding("utf8"), { type: "stream.encoding.set" }],
])("a body %s is left to Express", async (_, prepare, expected) => {
  before = prepare;
  try {
    const outcome = await outcomeOf([text]);
    expect(byExpress).toHaveBeenCalled();
    if (typeof expected === "string") expect(outcome).toBe(expected);
    else expect(outcome).toMatchObject(expected as object);
  } finally {
    before = () => {};
  }
});
