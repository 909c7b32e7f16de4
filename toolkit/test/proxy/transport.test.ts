import { afterEach, describe, expect, test } from "vitest";
import { type ProxyOptions, type RunningProxy, startProxy } from "../../testing/proxy/start-proxy.ts";
import { type RawServer, rawClient, rawServer } from "./raw.ts";
import { smallDocument } from "./small-document.ts";

const document = smallDocument();
/** Only transport is tested here. */
const judge = { request: () => [], exchange: () => [] };

let upstream: RawServer | undefined;
let proxy: RunningProxy | undefined;
afterEach(async () => {
  upstream?.close();
  await proxy?.close();
});

async function between(answer: Parameters<typeof rawServer>[0], options: Partial<ProxyOptions> = {}) {
  upstream = await rawServer(answer);
  proxy = await startProxy({ document, judge, to: upstream.url, ...options });
  return { upstream, proxy, client: await rawClient(proxy.url) };
}

const isWhole = (request: string) => (received: string) => received.length >= request.length;

const plain = "GET /pets HTTP/1.1\r\nHost: a\r\n\r\n";
const post = (more: string) => `POST /pets HTTP/1.1\r\nHost: a\r\n${more}`;
const ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]";

/** What both sides send, byte for byte. */
const unchanged: [name: string, request: string, response: string][] = [
  ["a plain request", plain, ok],
  [
    "the order and case of headers, and repeated ones apart from one another",
    "GET /pets HTTP/1.1\r\nx-B: 1\r\nHOST: a\r\nX-a: 2\r\nx-b: 3\r\nCookie: a=1\r\nX-A: 4\r\ncookie: b=2\r\nConnection: keep-alive\r\n\r\n",
    "HTTP/1.1 200 Fine\r\nset-cookie: a=1\r\nX-B: 1\r\nSET-Cookie: b=2; Path=/\r\nx-b: 2\r\ncontent-LENGTH: 2\r\n\r\n[]",
  ],
  [
    "an empty header and bytes above ASCII",
    "GET /p%C3%A4ts?a=%20&b HTTP/1.1\r\nHost: a\r\nX-Empty: \r\nX-Name: J\xf6rg\r\n\r\n",
    ok,
  ],
  ["no Host", "GET /pets HTTP/1.1\r\n\r\n", ok],
  ["no Date, no Connection, no length until the end", plain, "HTTP/1.1 200 OK\r\n\r\nabc"],
  [
    "a file name in Latin-1",
    plain,
    'HTTP/1.1 200 OK\r\nContent-Disposition: attachment; filename="\xe4.txt"\r\nContent-Length: 2\r\n\r\n[]',
  ],
  ["a body with a length", post("Content-Length: 5\r\n\r\nhello"), ok],
  ["an empty body with a length", post("Content-Length: 0\r\n\r\n"), ok],
  ["a method with a body, without one", post("\r\n"), ok],
  ["a body of a GET", "GET /pets HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello", ok],
  ["chunks of a request", post("Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"), ok],
  [
    "trailers",
    post("Transfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n5\r\nhello\r\n0\r\nX-Sum: 1\r\n\r\n"),
    "HTTP/1.1 200 OK\r\nTrailer: X-Sum, X-More\r\ntransfer-encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\nX-Sum: 1\r\nx-more: 2\r\n\r\n",
  ],
  [
    "a response to HEAD, with a length",
    "HEAD /pets HTTP/1.1\r\nHost: a\r\n\r\n",
    'HTTP/1.1 200 OK\r\nContent-Length: 99\r\nETag: "1"\r\n\r\n',
  ],
  [
    "a response to HEAD, with chunks",
    "HEAD /pets HTTP/1.1\r\nHost: a\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
  ],
  ["204", plain, "HTTP/1.1 204 No Content\r\nX-A: 1\r\n\r\n"],
  ["304 with a length", plain, 'HTTP/1.1 304 Not Modified\r\nContent-Length: 99\r\nETag: "1"\r\n\r\n'],
  [
    "an informational response",
    plain,
    `HTTP/1.1 103 Early Hints\r\nLINK: </a.css>; rel=preload\r\nx-B: 1\r\n\r\n${ok}`,
  ],
  [
    "several informational responses",
    plain,
    `HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${ok}`,
  ],
  ["a status that no list has", plain, "HTTP/1.1 299 So so\r\nContent-Length: 0\r\n\r\n"],
  ["an empty reason", plain, "HTTP/1.1 200 \r\nContent-Length: 0\r\n\r\n"],
  ["an absolute target", "GET http://a/pets?x=1 HTTP/1.1\r\nHost: a\r\n\r\n", ok],
  ["OPTIONS *", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", ok],
  ["a method of WebDAV", "PROPFIND /pets HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}", ok],
  [
    "Connection: close on both sides",
    "GET /pets HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
    "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\n[]",
  ],
  [
    "Expect: 100-continue, answered without it",
    post("Expect: 100-continue\r\nContent-Length: 5\r\n\r\n"),
    "HTTP/1.1 417 No\r\nContent-Length: 0\r\n\r\n",
  ],
];

describe("passes unchanged in both directions:", () => {
  test.each(unchanged)("%s", async (_, request, response) => {
    const { upstream, client } = await between((received, socket) => {
      if (!isWhole(request)(received)) return;
      // The connection's end is the body's end.
      if (response.endsWith("\r\n\r\nabc")) socket.end(response, "latin1");
      else socket.write(response, "latin1");
    });
    client.send(request);
    expect(await client.until(isWhole(response))).toBe(response);
    expect(upstream.received).toEqual([request]);
  });
});

test("100 Continue passes before the body is sent", async () => {
  const head = post("Expect: 100-continue\r\nContent-Length: 5\r\n\r\n");
  const { upstream, client } = await between((received, socket) => {
    if (received === head) socket.write("HTTP/1.1 100 Continue\r\n\r\n");
    if (received === `${head}hello`) socket.write(ok);
  });
  client.send(head);
  await client.until((received) => received === "HTTP/1.1 100 Continue\r\n\r\n");
  client.send("hello");
  expect(await client.until((received) => received.endsWith("[]"))).toBe(
    `HTTP/1.1 100 Continue\r\n\r\n${ok}`,
  );
  expect(upstream.received).toEqual([`${head}hello`]);
});

test("a stream's head passes before its first chunk, and each chunk when it arrives", async () => {
  const head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
  let server: import("node:net").Socket | undefined;
  const { client } = await between((_, socket) => {
    server = socket;
    socket.write(head);
  });
  client.send("GET /events HTTP/1.1\r\nHost: a\r\n\r\n");
  await client.until((received) => received === head);
  server?.write("9\r\ndata: 1\n\n\r\n");
  await client.until((received) => received === `${head}9\r\ndata: 1\n\n\r\n`);
  server?.write("9\r\ndata: 2\n\n\r\n0\r\n\r\n");
  expect(await client.until((received) => received.endsWith("0\r\n\r\n"))).toBe(
    `${head}9\r\ndata: 1\n\n\r\n9\r\ndata: 2\n\n\r\n0\r\n\r\n`,
  );
});

test("requests that a client sends without waiting are passed one after the other", async () => {
  const { upstream, client } = await between((_, socket) => socket.write(ok));
  client.send(plain + plain.replace("pets", "events"));
  await client.until((received) => received === ok + ok);
  expect(upstream.received).toEqual([plain + plain.replace("pets", "events")]);
});

test("a WebSocket is tunnelled", async () => {
  const request =
    "GET /ws HTTP/1.1\r\nhost: a\r\nUPGRADE: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: a\r\n\r\n";
  const answer = "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nConnection: Upgrade\r\n\r\n";
  const { upstream, client } = await between((received, socket) => {
    if (received === request) socket.write(answer);
    else socket.write("\x81\x02hi", "latin1");
  });
  client.send(request);
  await client.until((received) => received === answer);
  client.send("\x81\x02ho");
  expect(await client.until((received) => received.endsWith("hi"))).toBe(`${answer}\x81\x02hi`);
  expect(upstream.received).toEqual([`${request}\x81\x02ho`]);
});

test("an offer of HTTP/2 isn't passed on, and the request is an ordinary one", async () => {
  const { upstream, client } = await between((_, socket) => socket.write(ok));
  client.send(
    "GET /pets HTTP/1.1\r\nConnection: Upgrade, HTTP2-Settings\r\nHost: a\r\nHTTP2-Settings: AA\r\nUpgrade: h2c\r\nX-A: 1\r\n\r\n",
  );
  expect(await client.until(isWhole(ok))).toBe(ok);
  expect(upstream.received).toEqual(["GET /pets HTTP/1.1\r\nHost: a\r\nX-A: 1\r\n\r\n"]);
});

test("a client of HTTP/1.0 gets no chunks, and the end of the connection", async () => {
  const { client } = await between((_, socket) =>
    socket.write(
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: keep-alive\r\nX-A: 1\r\n\r\n2\r\n[]\r\n0\r\n\r\n",
    ),
  );
  client.send("GET /pets HTTP/1.0\r\n\r\n");
  expect(await client.ended).toBe("end");
  expect(client.received()).toBe("HTTP/1.1 200 OK\r\nX-A: 1\r\nConnection: close\r\n\r\n[]");
});

test("the upstream server's path is a prefix of all paths", async () => {
  upstream = await rawServer((_, socket) => socket.write(ok));
  proxy = await startProxy({ document, judge, to: `${upstream.url}/v2/` });
  const client = await rawClient(proxy.url);
  client.send(plain);
  await client.until(isWhole(ok));
  expect(upstream.received).toEqual([plain.replace("/pets", "/v2/pets")]);
});
