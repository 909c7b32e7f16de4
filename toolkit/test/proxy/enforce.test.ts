import type { Socket } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createJudge } from "../../testing/judge/judge.ts";
import type { Observed } from "../../testing/proxy/observer.ts";
import { type ProxyOptions, type RunningProxy, startProxy } from "../../testing/proxy/start-proxy.ts";
import { type RawClient, type RawServer, rawClient, rawServer } from "./raw.ts";
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
  proxy = await startProxy({
    document,
    judge: createJudge(document),
    mode: "enforce",
    to: upstream.url,
    onExchange: (one) => void seen.push(one),
    ...options,
  });
  return { upstream, proxy, client: await rawClient(proxy.url) };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const post = (body: string, more = "") =>
  `POST /pets HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${more}Content-Length: ${body.length}\r\n\r\n${body}`;
const json = (status: string, body: string) =>
  `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const rules = () => seen.flatMap(({ findings }) => findings.map(({ rule }) => rule));

async function refusal(client: RawClient) {
  const text = await client.until((received) => received.endsWith("}"));
  const [, status] = /^HTTP\/1\.1 (\d+)/.exec(text) ?? [];
  const body = Buffer.from(text.slice(text.indexOf("\r\n\r\n") + 4), "latin1").toString();
  return { status: Number(status), text, ...JSON.parse(body) };
}

describe("what conforms passes unchanged:", () => {
  test("a request with a body, and its response", async () => {
    const answer = json("201 Made", '{"id":1,"name":"Rex"}');
    const { client, upstream } = await between((received, socket) => {
      if (received.endsWith("}")) socket.write(answer);
    });
    client.send(post('{"name":"Rex"}'));
    expect(await client.until(({ length }) => length >= answer.length)).toBe(answer);
    expect(upstream.received).toEqual([post('{"name":"Rex"}')]);
    expect(rules()).toEqual([]);
  });

  test("chunks with trailers", async () => {
    const request =
      'POST /pets HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\ne\r\n{"name":"Rex"}\r\n0\r\nX-Sum: 1\r\n\r\n';
    const answer =
      'HTTP/1.1 201 Made\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n15\r\n{"id":1,"name":"Rex"}\r\n0\r\nX-Sum: 2\r\n\r\n';
    const { client, upstream } = await between((received, socket) => {
      if (received.endsWith("X-Sum: 1\r\n\r\n")) socket.write(answer);
    });
    client.send(request);
    expect(await client.until(({ length }) => length >= answer.length)).toBe(answer);
    expect(upstream.received).toEqual([request]);
  });

  test("a body that waits for 100 Continue, which the proxy sends", async () => {
    const answer = json("201 Made", '{"id":1,"name":"Rex"}');
    const { client, upstream } = await between((received, socket) => {
      if (received.endsWith("\r\n\r\n")) socket.write("HTTP/1.1 100 Continue\r\n\r\n");
      if (received.endsWith("}")) socket.write(answer);
    });
    const request = post('{"name":"Rex"}', "Expect: 100-continue\r\n");
    const end = request.indexOf("\r\n\r\n") + 4;
    client.send(request.slice(0, end));
    await client.until((received) => received === "HTTP/1.1 100 Continue\r\n\r\n");
    client.send(request.slice(end));
    expect(await client.until((received) => received.endsWith("}"))).toBe(
      `HTTP/1.1 100 Continue\r\n\r\n${answer}`,
    );
    expect(upstream.received).toEqual([request]);
  });
});

test("400 with the finding for an invalid request, which doesn't reach the server", async () => {
  const { client, upstream } = await between((_, socket) => socket.write(json("201 Made", "{}")));
  client.send(post('{"name":1}'));
  const refused = await refusal(client);
  expect(refused).toMatchObject({
    status: 400,
    title: "Invalid request",
    findings: [
      { rule: expect.any(String), place: expect.stringContaining("POST /pets"), message: expect.any(String) },
    ],
  });
  expect(upstream.received).toEqual([]);
  expect(seen).toHaveLength(1);
});

test("502 with the finding for an invalid response, whose body isn't passed on", async () => {
  const { client } = await between((_, socket) => socket.write(json("200 OK", '[{"id":"secret"}]')));
  client.send(get("/pets"));
  const refused = await refusal(client);
  expect(refused).toMatchObject({
    status: 502,
    title: "Invalid response",
    findings: [
      { rule: "response-body", place: "GET /pets → 200, body/*", message: expect.any(String) },
      { rule: "response-body", place: "GET /pets → 200, body/*/id", message: expect.any(String) },
    ],
  });
  expect(refused.text).not.toContain("secret");
  expect(seen).toHaveLength(1);
  expect(seen[0]?.exchange.response?.body?.toString()).toBe('[{"id":"secret"}]');
});

test("502 for a response that ends too early", async () => {
  const { client } = await between((_, socket) =>
    socket.end("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[]"),
  );
  client.send(get("/pets"));
  expect(await refusal(client)).toMatchObject({ status: 502, findings: [{ rule: "incomplete-response" }] });
});

test("advice doesn't refuse a response", async () => {
  const answer = "HTTP/1.1 429 Slow\r\nContent-Length: 0\r\n\r\n";
  const { client } = await between((_, socket) => socket.write(answer));
  client.send(get("/pets"));
  expect(await client.until(({ length }) => length >= answer.length)).toBe(answer);
  expect(rules()).toEqual(["undocumented-refusal"]);
});

describe("what is too large to be kept passes unchecked", () => {
  test("a response, once its head is checked", async () => {
    const answer = json("200 OK", `[${" ".repeat(5000)}]`);
    const { client } = await between((_, socket) => socket.write(answer), { maxBodyBytes: 1000 });
    client.send(get("/pets"));
    expect(await client.until(({ length }) => length >= answer.length)).toBe(answer);
    expect(rules()).toEqual(["unchecked-body"]);
  });

  test("502 for one whose head is wrong", async () => {
    const answer = json("299 So", `[${" ".repeat(5000)}]`);
    const { client } = await between((_, socket) => socket.write(answer), { maxBodyBytes: 1000 });
    client.send(get("/pets"));
    expect(await refusal(client)).toMatchObject({ status: 502, findings: [{ rule: "undocumented-status" }] });
  });

  test("a request", async () => {
    const answer = "HTTP/1.1 400 No\r\nContent-Length: 0\r\n\r\n";
    const request = post(`{"name":"${"a".repeat(5000)}"}`);
    const { client, upstream } = await between(
      (received, socket) => {
        if (received.length === request.length) socket.write(answer);
      },
      { maxBodyBytes: 1000 },
    );
    client.send(request.slice(0, 1500));
    client.send(request.slice(1500));
    expect(await client.until(({ length }) => length >= answer.length)).toBe(answer);
    expect(upstream.received).toEqual([request]);
  });
});

test("a stream passes item by item, and a wrong item is reported", async () => {
  const head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";
  let server: Socket | undefined;
  const { client } = await between((_, socket) => {
    server = socket;
    socket.write(head);
  });
  client.send(get("/events"));
  await client.until((received) => received === head);
  server?.write('data: {"id":1,"name":"Rex"}\n\n');
  await client.until((received) => received.endsWith("\n\n"));
  expect(rules()).toEqual([]);
  server?.write('data: {"id":"1","name":"Rex"}\n\n');
  await vi.waitFor(() => expect(rules()).toEqual(["response-item"]));
});

test("when the client goes away while a body is held, so does the request", async () => {
  const { client, upstream } = await between((_, socket) =>
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[]"),
  );
  client.send(get("/pets"));
  await vi.waitFor(() => expect(upstream.received).toEqual([get("/pets")]));
  client.socket.destroy();
  await vi.waitFor(() => expect(upstream.open()).toBe(0));
  expect(seen).toEqual([]);
});

describe("a request that offers another protocol", () => {
  const offer = "Connection: Upgrade\r\nUpgrade: anything\r\n";

  test("is checked before it is passed on", async () => {
    const { client, upstream } = await between((_, socket) => socket.write(json("200 OK", "[]")));
    client.send(`POST /pets HTTP/1.1\r\nHost: a\r\n${offer}\r\n`);
    expect(await refusal(client)).toMatchObject({ status: 400, title: "Invalid request" });
    expect(await client.ended).toBe("end");
    expect(upstream.received).toEqual([]);
  });

  test("is checked with its body, and the offer isn't passed on", async () => {
    const answer = json("201 Made", '{"id":1,"name":"Rex"}');
    const { client, upstream, proxy } = await between((_, socket) => socket.write(answer));
    client.send(post('{"name":1}', offer));
    expect(await refusal(client)).toMatchObject({ status: 400 });
    const other = await rawClient(proxy.url);
    other.send(post('{"name":"Rex"}', offer));
    expect(await other.until(({ length }) => length >= answer.length)).toBe(answer);
    expect(upstream.received).toEqual([post('{"name":"Rex"}')]);
  });

  test("is answered with a checked response if the server doesn't switch", async () => {
    const answers = [json("200 OK", "{}"), json("200 OK", "[]")];
    const { client, proxy } = await between((_, socket) => socket.write(answers.shift() ?? ""));
    client.send(`GET /pets HTTP/1.1\r\nHost: a\r\n${offer}\r\n`);
    expect(await refusal(client)).toMatchObject({ status: 502, findings: [{ rule: "response-body" }] });
    const other = await rawClient(proxy.url);
    other.send(`GET /pets HTTP/1.1\r\nHost: a\r\n${offer}\r\n${get("/nowhere")}`);
    expect(await other.ended).toBe("end");
    expect(other.received()).toBe(json("200 OK", "[]").replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
  });

  test("is listed as unchecked once the server has switched", async () => {
    const switched = "HTTP/1.1 101 Go\r\nUpgrade: anything\r\nConnection: upgrade\r\n\r\n";
    const { client, upstream } = await between((received, socket) => {
      if (received.endsWith("\r\n\r\n")) socket.write(switched);
    });
    const request = `GET /pets HTTP/1.1\r\nHost: a\r\n${offer}\r\n`;
    client.send(request);
    await client.until((received) => received === switched);
    client.send("more");
    await vi.waitFor(() => expect(upstream.received).toEqual([`${request}more`]));
    expect(rules()).toEqual(["unchecked-tunnel"]);
  });
});
