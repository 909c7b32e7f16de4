import http from "node:http";
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { createSender } from "../../testing/fuzz/http.ts";
import { createFuzzer } from "../../testing/fuzz/run.ts";
import { startApp } from "../helpers/small-app.ts";

const raw = {
  openapi: "3.1.0",
  info: { title: "Tide tables", version: "1.0.0" },
  paths: {
    "/tides": {
      get: {
        operationId: "listTides",
        responses: {
          "200": {
            description: "The heights of a month, in centimetres.",
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  required: ["heights"],
                  properties: { heights: { type: "array", items: { type: "integer" } } },
                },
              },
            },
          },
        },
      },
    },
  },
};

const heights = Array.from({ length: 700 }, (_, hour) => (hour * 37) % 420);

test("nothing is found if a long answer is compressed because the request accepts it", async () => {
  const app = await startApp({
    raw,
    handlers: { listTides: async () => ({ status: 200, body: { heights } }) },
  });
  const sender = createSender(app.url);
  onTestFinished(async () => {
    sender.close();
    await app.close();
  });
  const codings = new Set<string | undefined>();
  const { failures } = await createFuzzer({
    document: app.document,
    sender: {
      ...sender,
      async send(request) {
        const answer = await sender.send(request);
        codings.add(answer.headers["content-encoding"]);
        return answer;
      },
    },
    owner: { credentials: {}, known: {}, markers: [] },
  }).run({ runs: 60, seed: 3, check: "listTides: noise" });
  expect(failures.map(({ oracle, message }) => `${oracle}: ${message}`)).toEqual([]);
  expect(codings).toContain("br");
});

describe("an answer's text is decoded from", () => {
  const content = Buffer.from("High water at six.");

  test.each([
    ["br", brotliCompressSync(content)],
    ["gzip", gzipSync(content)],
    ["X-GZIP", gzipSync(content)],
    ["deflate", deflateSync(content)],
    ["zstd", zstdCompressSync(content)],
    ["identity", content],
    ["gzip, br", brotliCompressSync(gzipSync(content))],
  ])("%s", async (coding, bytes) => {
    const answer = await answered(coding, bytes);
    expect(answer.text).toBe("High water at six.");
    expect(answer.codingFault).toBeUndefined();
  });
});

test.each([
  ["br", "The content can't be decoded as br, which Content-Encoding names."],
  ["gzip, pigeon", "The content can't be decoded as pigeon, which Content-Encoding names."],
])("undecodable content is reported: %s", async (coding, fault) => {
  expect(await answered(coding, Buffer.from("High water at six."))).toMatchObject({ codingFault: fault });
});

test("an empty answer needs no decoding", async () => {
  expect(await answered("gzip", Buffer.alloc(0))).not.toHaveProperty("codingFault");
});

test("undecodable content is found", async () => {
  const app = await startApp({
    raw,
    handlers: { listTides: async () => ({ status: 200, body: { heights } }) },
  });
  onTestFinished(app.close);
  const sender = await senderTo("br", Buffer.from(JSON.stringify({ heights })));
  const { failures } = await createFuzzer({
    document: app.document,
    sender,
    owner: { credentials: {}, known: {}, markers: [] },
  }).run({ runs: 1, seed: 3, check: "listTides: valid" });
  expect(failures).toMatchObject([
    { oracle: "body", message: "The content can't be decoded as br, which Content-Encoding names." },
  ]);
});

async function answered(coding: string, bytes: Buffer) {
  const sender = await senderTo(coding, bytes);
  return sender.send({ method: "GET", target: "/tides", headers: [] });
}

/** Sends a request to a server that always gives one answer. */
async function senderTo(coding: string, bytes: Buffer) {
  const server = http.createServer((_, res) => {
    res.writeHead(200, { "Content-Type": "application/json", "Content-Encoding": coding }).end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const sender = createSender(`http://127.0.0.1:${port}`);
  onTestFinished(async () => {
    sender.close();
    await new Promise((resolve) => server.close(resolve));
  });
  return sender;
}
