import type { Socket } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { afterEach, describe, expect, test, vi } from "vitest";
import { readDocument } from "../../server/document/read-document.ts";
import { createJudge } from "../../testing/judge/judge.ts";
import type { Observed } from "../../testing/proxy/observer.ts";
import { type ProxyOptions, type RunningProxy, startProxy } from "../../testing/proxy/start-proxy.ts";
import { type RawServer, rawClient, rawServer } from "./raw.ts";
import { smallDocument } from "./small-document.ts";

const document = smallDocument();

let upstream: RawServer | undefined;
let proxy: RunningProxy | undefined;
let seen: Observed[] = [];
afterEach(async () => {
  upstream?.close();
  await proxy?.close();
});

async function between(answer: Parameters<typeof rawServer>[0], options: Partial<ProxyOptions> = {}) {
  upstream = await rawServer(answer);
  seen = [];
  const onExchange = (one: Observed) => void seen.push(one);
  proxy = await startProxy({
    document,
    judge: createJudge(document),
    to: upstream.url,
    onExchange,
    ...options,
  });
  return { upstream, proxy, client: await rawClient(proxy.url) };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const json = (body: string) =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const findings = () => seen.flatMap((one) => one.findings.map(({ rule, place }) => `${rule}: ${place}`));

test("an exchange is reported with everything that was sent and received", async () => {
  const { client } = await between((received, socket) => {
    if (received.endsWith("}"))
      socket.write(
        'HTTP/1.1 201 Made\r\nContent-Type: application/json\r\nX-a: 1\r\nx-A: 2\r\nContent-Length: 21\r\n\r\n{"id":1,"name":"Rex"}',
      );
  });
  client.send(
    'POST /pets HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 14\r\n\r\n{"name":"Rex"}',
  );
  await vi.waitFor(() => expect(seen).toHaveLength(1));
  expect(seen).toEqual([
    {
      operationId: "addPet",
      findings: [],
      isLater: false,
      exchange: {
        request: {
          method: "POST",
          target: "/pets",
          headers: [
            ["Host", "a"],
            ["Content-Type", "application/json"],
            ["Content-Length", "14"],
          ],
          body: Buffer.from('{"name":"Rex"}'),
        },
        response: {
          status: 201,
          headers: [
            ["Content-Type", "application/json"],
            ["X-a", "1"],
            ["x-A", "2"],
            ["Content-Length", "21"],
          ],
          body: Buffer.from('{"id":1,"name":"Rex"}'),
        },
        startedAt: expect.any(Date),
        durationMs: expect.any(Number),
      },
    },
  ]);
});

describe("a compressed response is checked, and passes unchanged:", () => {
  test.each([
    ["gzip", gzipSync],
    ["br", brotliCompressSync],
    ["deflate", deflateSync],
    ["zstd", zstdCompressSync],
  ])("%s", async (coding, compress) => {
    const body = compress(Buffer.from('[{"id":1}]')).toString("latin1");
    const answer = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: ${coding}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const { client } = await between((_, socket) => socket.write(answer, "latin1"));
    client.send(get("/pets"));
    expect(await client.until(({ length }) => length >= answer.length)).toBe(answer);
    await vi.waitFor(() => expect(findings()).toEqual(["response-body: GET /pets → 200, body/*"]));
  });
});

test("a body above the bound passes unchecked, which is reported", async () => {
  const answer = json(`[${" ".repeat(5000)}{}]`);
  const { client } = await between((_, socket) => socket.write(answer), { maxBodyBytes: 1000 });
  client.send(get("/pets"));
  expect(await client.until(({ length }) => length >= answer.length)).toBe(answer);
  expect(findings()).toEqual(["unchecked-body: GET /pets → 200, body"]);
  expect(seen[0]?.exchange.response?.body).toBeUndefined();
});

describe("the items of a stream", () => {
  const head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";

  async function stream(path = "/events") {
    let server: Socket | undefined;
    const parts = await between((_, socket) => {
      server = socket;
      socket.write(head);
    });
    parts.client.send(get(path));
    await parts.client.until((received) => received === head);
    return {
      ...parts,
      write: (text: string) => void server?.write(text, "latin1"),
      end: () => server?.end(),
    };
  }

  test("are checked as they arrive, in pieces of any size", async () => {
    const { write, end } = await stream();
    expect(findings()).toEqual([]);
    expect(seen).toHaveLength(1);
    for (const character of 'id: 7\ndata: {"id":1,"name":"Rex"}\n\ndata: {"id":true,"name":"Rex"}\n\n')
      write(character);
    await vi.waitFor(() => expect(findings()).toEqual(["response-item: GET /events → 200, item/data/id"]));
    expect(seen.map(({ isLater }) => isLater)).toEqual([false, true]);
    write('data: {"id":2}\n\n');
    end();
    await vi.waitFor(() => expect(findings()).toHaveLength(2));
  });

  test("are reported when they aren't UTF-8, and the stream passes on", async () => {
    const { write, client } = await stream();
    write("data: \xff\n\ndata: {}\n\n");
    await client.until((received) => received.endsWith("{}\n\n"));
    expect(findings()).toEqual(["response-item: GET /events → 200, item"]);
  });

  test("are unchecked where the document doesn't describe them", async () => {
    await stream("/news");
    expect(findings()).toEqual(["unchecked-items: GET /news → 200"]);
  });

  test("too long to be kept end the check, and not the stream", async () => {
    const { write, client } = await stream();
    const part = "a".repeat(1024 * 1024);
    write("data: ");
    for (let at = 0; at < 5; at++) write(part);
    write("\n\n");
    await client.until((received) => received.endsWith("\n\n"));
    expect(findings()).toEqual(["unchecked-items: GET /events → 200"]);
  });
});

test.each([
  ["/v2/pets", "/pets"],
  ["/pets", "/pets"],
])("with the server's address …/v2, the document's %s is what clients call %s", async (path, called) => {
  const { paths = {} } = smallDocument().source as { paths?: Record<string, object> };
  const other = readDocument({ ...smallDocument().source, paths: { [path]: paths["/pets"] } } as never);
  const server = await rawServer((_, socket) => socket.write(json("[]")));
  upstream = server;
  seen = [];
  proxy = await startProxy({
    document: other,
    judge: createJudge(other),
    to: `${server.url}/v2`,
    onExchange: (one) => void seen.push(one),
  });
  const client = await rawClient(proxy.url);
  client.send(get(called));
  await vi.waitFor(() => expect(seen).toHaveLength(1));
  expect(server.received).toEqual([get(`/v2${called}`)]);
  expect(seen[0]).toMatchObject({ operationId: "listPets", findings: [] });
});

test("a request's body above the bound is reported, unless the request was refused", async () => {
  const body = `{"name":"${"a".repeat(5000)}"}`;
  const { client } = await between(
    (received, socket) => {
      if (received.endsWith("}")) socket.write(json('{"id":1,"name":"Rex"}').replace("200 OK", "201 Made"));
    },
    { maxBodyBytes: 1000 },
  );
  client.send(
    `POST /pets HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await vi.waitFor(() => expect(findings()).toEqual(["unchecked-body: POST /pets → 201, request body"]));
});

test("a fault of the judge is reported, and the proxy runs on", async () => {
  const judge = {
    request: () => [],
    exchange: () => {
      throw new Error("Oh.");
    },
  };
  const { client } = await between((_, socket) => socket.write(json("[]")), { judge });
  client.send(get("/pets"));
  await vi.waitFor(() => expect(findings()).toEqual(["not-checked: GET /pets → 200"]));
  client.send(get("/pets"));
  await client.until((received) => received === json("[]") + json("[]"));
});

test("a body that is larger than 64 MiB once decoded is a hint, and not the server's fault", async () => {
  const { client } = await between((_, socket) => {
    const zipped = gzipSync(Buffer.alloc(65 * 1024 * 1024, " "));
    socket.write(
      `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: ${zipped.length}\r\n\r\n`,
    );
    socket.write(zipped);
  });
  client.send(get("/pets"));
  await vi.waitFor(() => expect(seen).toHaveLength(1));
  expect(seen[0]?.findings).toMatchObject([
    {
      rule: "content-coding",
      severity: "info",
      message: "The content isn't checked: decoded, it is larger than 64 MiB.",
    },
  ]);
});

test("an operation that can't be served isn't reported as undocumented", async () => {
  const broken = { "200": { $ref: "#/components/responses/Missing" } };
  const partly = readDocument({
    openapi: "3.1.0",
    info: { title: "Pets", version: "1" },
    paths: {
      "/pets": {
        get: { operationId: "listPets", responses: { "200": { description: "All." } } },
        post: { operationId: "addPet", responses: broken },
      },
      "/owners/{ownerId}.json": { get: { operationId: "getOwner", responses: broken } },
    },
  });
  expect(partly.leftOut).toHaveLength(2);
  const { client } = await between(
    (_, socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
    {
      document: partly,
      judge: createJudge(partly),
    },
  );
  const post = "POST /pets HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n";
  const requests = [post, get("/owners/7.json"), get("/owners/7"), post.replace("POST", "PUT")];
  for (const [index, request] of requests.entries()) {
    client.send(request);
    await vi.waitFor(() => expect(seen).toHaveLength(index + 1));
  }
  expect(findings()).toEqual([
    "undocumented-path: GET /owners/* → 200",
    "undocumented-method: PUT /pets → 200",
  ]);
});
