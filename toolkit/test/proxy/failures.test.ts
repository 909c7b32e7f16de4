import { once } from "node:events";
import type { Socket } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Observed } from "../../testing/proxy/observer.ts";
import { type ProxyOptions, type RunningProxy, startProxy } from "../../testing/proxy/start-proxy.ts";
import { type RawServer, rawClient, rawServer } from "./raw.ts";
import { smallDocument } from "./small-document.ts";

const document = smallDocument();
const judge = { request: () => [], exchange: () => [] };

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
  proxy = await startProxy({ document, judge, to: upstream.url, onExchange, ...options });
  return { upstream, proxy, client: await rawClient(proxy.url) };
}

const plain = "GET /pets HTTP/1.1\r\nHost: a\r\n\r\n";
const ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]";
const findings = () =>
  seen.flatMap((one) => one.findings.map(({ rule, place, message }) => ({ rule, place, message })));

/** The proxy's answer to a request that fails, and then to one that doesn't: it must still run. */
async function refusal(client: Awaited<ReturnType<typeof rawClient>>, request = plain) {
  client.send(request);
  const text = await client.until((received) => received.endsWith("}"));
  const [, status] = /^HTTP\/1\.1 (\d+)/.exec(text) ?? [];
  return { status: Number(status), ...JSON.parse(text.slice(text.indexOf("\r\n\r\n") + 4)) };
}

describe("502", () => {
  test("when nothing listens", async () => {
    const { client, upstream } = await between(() => {});
    upstream.close();
    const { status, detail } = await refusal(client);
    expect({ status, detail }).toEqual({
      status: 502,
      detail: `${upstream.url} doesn't answer. It refuses connections: no process listens at this address.`,
    });
    expect(findings()).toEqual([{ rule: "no-answer", place: "GET /pets", message: detail }]);
  });

  test.each<[name: string, answer: (socket: Socket) => void, detail: RegExp]>([
    [
      "when the connection is closed",
      (socket) => socket.end(),
      /It closed the connection before it had answered\.$/,
    ],
    [
      "when the connection is reset",
      (socket) => socket.resetAndDestroy(),
      /It closed the connection before it had answered\.$/,
    ],
    [
      "when it is closed within the headers",
      (socket) => socket.end("HTTP/1.1 200 OK\r\nX-A"),
      /It closed the connection before it had answered\.$/,
    ],
    [
      "when the answer isn't HTTP",
      (socket) => socket.write("SSH-2.0-OpenSSH_9.6\r\n"),
      /Its response isn't valid HTTP: .+\.$/,
    ],
    [
      "when a header has an invalid name",
      (socket) => socket.write("HTTP/1.1 200 OK\r\nX A: 1\r\n\r\n"),
      /Its response isn't valid HTTP: .+\.$/,
    ],
    [
      "when length and chunks are given",
      (socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"),
      /Its response isn't valid HTTP: .+\.$/,
    ],
    [
      "when the headers are too large",
      (socket) => socket.write(`HTTP/1.1 200 OK\r\nX-A: ${"a".repeat(200_000)}\r\n\r\n`),
      /The headers of its response are too large\.$/,
    ],
    [
      "when the status is none",
      (socket) => socket.write("HTTP/1.1 099 No\r\nContent-Length: 0\r\n\r\n"),
      /^The proxy can't pass this on: /,
    ],
    [
      "when it switches protocols unasked",
      (socket) => socket.write("HTTP/1.1 101 So\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"),
      /switched to another protocol/,
    ],
  ])("%s", async (_, answer, detail) => {
    const { client } = await between((received, socket) => {
      if (received.includes("/pets")) answer(socket);
      else socket.write(ok);
    });
    const refused = await refusal(client);
    expect(refused).toEqual({ title: "No answer", status: 502, detail: expect.stringMatching(detail) });
    expect(findings()).toEqual([{ rule: "no-answer", place: "GET /pets", message: refused.detail }]);
    // It still runs.
    client.send(plain.replace("pets", "more"));
    await client.until((received) => received.endsWith(ok));
  });
});

test("502 for a POST whose reused connection is closed, since it may have had an effect", async () => {
  const { client, upstream } = await between((received, socket) => {
    if (received.includes("POST")) socket.destroy();
    else socket.write(ok);
  });
  client.send(plain);
  await client.until((received) => received === ok);
  client.send("POST /pets HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n");
  expect(await client.until((received) => received.endsWith("}"))).toContain("502 Bad Gateway");
  expect(upstream.received).toHaveLength(1);
});

test("a GET whose reused connection is closed is sent again", async () => {
  const { client, upstream } = await between((received, socket) => {
    if (received === plain + plain) socket.destroy();
    else socket.write(ok);
  });
  client.send(plain);
  await client.until((received) => received === ok);
  client.send(plain);
  await client.until((received) => received === ok + ok);
  expect(upstream.received).toEqual([plain + plain, plain]);
});

describe("504", () => {
  test.each<[name: string, answer: (socket: Socket) => void]>([
    ["when no answer arrives", () => {}],
    [
      "when the headers never end",
      (socket) => {
        socket.write("HTTP/1.1 200 OK\r\n");
        const drip = setInterval(() => socket.write("X-A: 1\r\n"), 5);
        socket.once("close", () => clearInterval(drip));
      },
    ],
  ])("%s", async (_, answer) => {
    const { client, upstream } = await between((_, socket) => answer(socket), { timeoutMs: 60 });
    expect(await refusal(client)).toEqual({
      title: "No answer in time",
      status: 504,
      detail: `${upstream.url} doesn't answer. It sent no response within 0.06 s.`,
    });
    expect(findings()).toHaveLength(1);
    await vi.waitFor(() => expect(upstream.open()).toBe(0));
  });
});

describe("a response that ends too early is cut, so that the client notices", () => {
  test.each([
    ["with a length", "Content-Length: 9\r\n\r\nabc", "end"],
    ["in chunks", "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n", "end"],
    ["in invalid chunks", "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nzz\r\n", "end"],
    ["until the end of the connection", "\r\nabc", "ECONNRESET"],
  ])("%s", async (_, rest, how) => {
    let server: Socket | undefined;
    const { client } = await between((_, socket) => {
      server = socket;
      socket.write(`HTTP/1.1 200 OK\r\n${rest}`);
    });
    client.send(plain);
    await client.until((received) => received.includes("abc"));
    server?.resetAndDestroy();
    expect(await client.ended).toBe(how);
    expect(findings()).toEqual([
      {
        rule: "incomplete-response",
        place: "GET /pets → 200",
        message: "The connection was closed before the response's body was complete.",
      },
    ]);
  });
});

describe("when the client goes away, so does the request:", () => {
  test("before the answer", async () => {
    let server: Socket | undefined;
    const { client, upstream } = await between((_, socket) => {
      server = socket;
    });
    client.send(plain);
    await vi.waitFor(() => expect(server).toBeDefined());
    client.socket.destroy();
    await vi.waitFor(() => expect(upstream.open()).toBe(0));
    expect(seen).toEqual([]);
  });

  test("within the answer", async () => {
    const { client, upstream } = await between((_, socket) =>
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"),
    );
    client.send(plain);
    await client.until((received) => received.endsWith("abc"));
    client.socket.destroy();
    await vi.waitFor(() => expect(upstream.open()).toBe(0));
    expect(seen).toEqual([]);
  });

  test("within its own body", async () => {
    const { client, upstream } = await between(() => {});
    client.send("POST /pets HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc");
    await vi.waitFor(() => expect(upstream.received[0]).toMatch(/abc$/));
    client.socket.destroy();
    await vi.waitFor(() => expect(upstream.open()).toBe(0));
    expect(seen).toEqual([]);
  });
});

test("an answer before the body was read reaches a client that sends everything first", async () => {
  const { client } = await between((received, socket) => {
    if (!socket.writableEnded && received.includes("\r\n\r\n")) {
      socket.end("HTTP/1.1 413 Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
      socket.pause();
    }
  });
  client.send("POST /pets HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n");
  await client.until((received) => received.startsWith("HTTP/1.1 413"));
});

test("what isn't HTTP is refused, and the proxy runs on", async () => {
  const { client, proxy } = await between((_, socket) => socket.write(ok));
  client.send("NONSENSE\r\n\r\n");
  expect(await client.ended).toBe("end");
  expect(client.received()).toMatch(/^HTTP\/1\.1 400 /);
  const another = await rawClient(proxy.url);
  another.send(plain);
  await another.until((received) => received === ok);
});

describe("no more is read than the other side takes:", () => {
  /** Far more than all buffers between two sockets hold. */
  const much = 256 * 1024 * 1024;
  const part = Buffer.alloc(1024 * 1024, "a");

  /** Sends until the other side takes no more. Returns how many bytes it took. */
  async function fill(socket: Socket): Promise<number> {
    let sent = 0;
    while (sent < much) {
      sent += part.length;
      if (socket.write(part)) continue;
      const isDrained = await Promise.race([
        once(socket, "drain"),
        new Promise((resolve) => setTimeout(resolve, 300)),
      ]);
      if (!isDrained) break;
    }
    return sent;
  }

  test("a response", async () => {
    let filled: Promise<number> | undefined;
    const { client } = await between((_, socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${much}\r\n\r\n`);
      filled = fill(socket);
    });
    client.send(plain);
    client.socket.pause();
    await vi.waitFor(() => expect(filled).toBeDefined());
    expect(await filled).toBeLessThan(much / 2);
  });

  test("a request", async () => {
    let server: Socket | undefined;
    const { client } = await between((_, socket) => {
      server = socket;
      socket.pause();
    });
    client.send(`POST /pets HTTP/1.1\r\nHost: a\r\nContent-Length: ${much}\r\n\r\n`);
    expect(await fill(client.socket)).toBeLessThan(much / 2);
    expect(server).toBeDefined();
  });
});

test("502 for a WebSocket when nothing listens", async () => {
  const { client, upstream } = await between(() => {});
  upstream.close();
  const request = "GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n";
  expect(await refusal(client, request)).toMatchObject({
    status: 502,
    detail: expect.stringContaining("refuses connections"),
  });
});
