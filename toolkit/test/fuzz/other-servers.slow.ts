import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { readDocument } from "../../server/document/read-document.ts";
import { createSender } from "../../testing/fuzz/http.ts";
import { createFuzzer, type Outcome } from "../../testing/fuzz/run.ts";
import { foreignTarget } from "../../testing/fuzz/target/any-target.ts";

// Many requests, and a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 300_000 });

const json = (schema: object) => ({ "application/json": { schema } });
const entry = {
  type: "object",
  required: ["serial"],
  additionalProperties: false,
  properties: {
    serial: { type: "integer", format: "int64", minimum: 1 },
    part: { $ref: "#/components/schemas/Part" },
  },
};

/** Two lists that can be read, and a resource with integers of 64 bits. */
const document = readDocument({
  openapi: "3.1.0",
  info: { title: "Register", version: "1" },
  paths: {
    "/entries": {
      post: {
        operationId: "addEntry",
        requestBody: { required: true, content: json(entry) },
        responses: {
          "201": { description: "It.", content: json(entry) },
          "400": { description: "Refused." },
          "415": { description: "Refused." },
        },
      },
    },
    "/pages": { get: { operationId: "getPages", responses: { "200": { description: "All." } } } },
    "/words": { get: { operationId: "getWords", responses: { "200": { description: "All." } } } },
  },
  components: {
    schemas: {
      Part: {
        type: "object",
        additionalProperties: false,
        properties: { weight: { type: "integer", format: "int64", minimum: 0 }, count: { type: "integer" } },
      },
    },
  },
});

async function fuzz(listener: RequestListener, runs = 300): Promise<Outcome> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const sender = createSender(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    sender.close();
    server.closeAllConnections();
    server.close();
  });
  const { target } = await foreignTarget({ document, sender, credentials: {} });
  return createFuzzer(target).run({ runs, seed: 7 });
}

/** A server for the document. @param answerEntry the text that a valid entry is answered with, by what was sent */
function register(
  answerEntry: (text: string) => string,
  heads: Record<string, number> = {},
): RequestListener {
  return async (request, response) => {
    const { method, url = "" } = request;
    const [path = ""] = url.split("?");
    const text = await textOf(request);
    const status = statusOf(request, path, text);
    if (method === "HEAD" && status === 200) return void response.writeHead(heads[path] ?? 200).end();
    if (status !== 201) return void response.writeHead(status).end();
    return void response.writeHead(201, { "Content-Type": "application/json" }).end(answerEntry(text));
  };
}

function statusOf({ method = "", headers }: IncomingMessage, path: string, text: string): number {
  if (path === "/pages" || path === "/words") return method === "GET" || method === "HEAD" ? 200 : 405;
  if (path !== "/entries") return 404;
  if (method !== "POST") return 405;
  if (!headers["content-type"]?.startsWith("application/json")) return 415;
  return isEntry(text) ? 201 : 400;
}

function isEntry(text: string): boolean {
  try {
    const { serial, part = {}, ...others } = JSON.parse(text);
    const isSerial = Number.isInteger(serial) && serial >= 1;
    return isSerial && isPart(part) && Object.keys(others).length === 0;
  } catch {
    return false;
  }
}

function isPart(part: unknown): boolean {
  if (typeof part !== "object" || part === null || Array.isArray(part)) return false;
  const { weight = 0, count = 0, ...others } = part as { weight?: number; count?: number };
  const areIntegers = [weight, count].every(Number.isInteger) && weight >= 0;
  return areIntegers && Object.keys(others).length === 0;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return text;
}

test("nothing is found about a server that answers with what it was sent", async () => {
  const { failures } = await fuzz(register((text) => text));
  expect(failures).toEqual([]);
});

test("an int64 that the server rounds is found", async () => {
  const { failures } = await fuzz(register((text) => JSON.stringify(JSON.parse(text))));
  expect(failures).toMatchObject([
    {
      check: "addEntry: large integers",
      oracle: "echo-differs",
      message: "serial was sent as 9007199254740993, and the response has 9007199254740992.",
    },
  ]);
});

test("an int64 within an object that the server rounds is found", async () => {
  const roundPart = (text: string) => text.replaceAll(/("weight":)9007199254740993/g, "$19007199254740992");
  const { failures } = await fuzz(register(roundPart), 600);
  expect(failures).toMatchObject([{ check: "addEntry: large integers", oracle: "echo-differs" }]);
});

test("HEAD answered 404 is found if the server knows HEAD elsewhere", async () => {
  const { failures } = await fuzz(register((text) => text, { "/words": 404 }));
  expect(failures).toMatchObject([
    {
      check: "getWords: headers alone",
      oracle: "head-differs",
      message: "HEAD is answered 404, and GET 200.",
    },
  ]);
});

test("HEAD answered 404 everywhere is a note", async () => {
  const { failures, notes } = await fuzz(register((text) => text, { "/words": 404, "/pages": 404 }));
  expect(failures).toEqual([]);
  expect(notes.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(["head-differs: HEAD /pages → 404", "head-differs: HEAD /words → 404"]),
  );
});
