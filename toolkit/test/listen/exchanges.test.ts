import { once } from "node:events";
import type { RequestListener } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, onTestFinished, test, vi } from "vitest";
import { answersIn, exchange } from "../../../test/helpers/processes/raw-exchange.ts";
import { listen } from "../../server/process/listen/listen.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

async function serve(app: RequestListener) {
  const server = await listen({ port: 0, host: "127.0.0.1", bounds: { drainMs: 0, shutdownMs: 0 } });
  server.serve(app);
  onTestFinished(() => server.stop());
  /** Resolves when the server has read everything sent before. */
  const roundTrip = async () =>
    void (await (await fetch(`http://127.0.0.1:${server.port}/round-trip`)).text());
  return { port: server.port, roundTrip };
}

const get = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
const last = (path: string) => get(path, "Connection: close\r\n");
const bodies = (text: string) => answersIn(text).map(({ body }) => body);

test("of a hundred pipelined requests, the first 16 are answered in order, and no other begins", async () => {
  const begun: string[] = [];
  const answer: (() => void)[] = [];
  const { port, roundTrip } = await serve((req, res) => {
    if (req.url === "/round-trip") return res.end();
    begun.push(req.url ?? "");
    answer.unshift(() => res.end(req.url));
  });
  const paths = Array.from({ length: 100 }, (_, n) => `/${n}`);
  const text = exchange(port, paths.map((path) => get(path)).join(""));
  await vi.waitFor(() => expect(begun).toHaveLength(16));
  await roundTrip();
  for (const one of answer) one();
  const answers = answersIn(await text);
  expect(begun).toEqual(paths.slice(0, 16));
  expect(answers.map(({ body }) => body)).toEqual(paths.slice(0, 16));
  expect(answers.map(({ headers }) => headers.get("connection"))).toEqual([
    ...Array(15).fill("keep-alive"),
    "close",
  ]);
});

test("of connections that pipeline far too much, the oldest are closed, and a client that reads gets its 16 responses", async () => {
  const { port, roundTrip } = await serve((req, res) => {
    if (req.url !== "/unread") res.end(req.url);
  });
  const closed: number[] = [];
  for (const n of [0, 1, 2, 3, 4, 5]) {
    const socket = connect(port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    socket.on("error", () => {});
    socket.on("close", () => closed.push(n));
    await once(socket, "connect");
    await new Promise((done) => socket.write(get("/unread").repeat(1500), done));
    await roundTrip();
  }
  expect(bodies(await exchange(port, get("/read").repeat(1500)))).toEqual(Array(16).fill("/read"));
  await vi.waitFor(() => expect(closed.length).toBeGreaterThanOrEqual(4), 10_000);
  expect(closed).toEqual([0, 1, 2, 3, 4].slice(0, closed.length));
});

test("a client alone may pipeline 5,000 requests, and gets 16 responses", async () => {
  // Answered once all are read: a client may lose responses if the server closes a connection with unread bytes.
  const { port } = await serve((req, res) => void setTimeout(() => res.end(req.url), 300));
  expect(bodies(await exchange(port, get("/").repeat(5000)))).toEqual(Array(16).fill("/"));
});

test("a connection takes any number of sequential requests", async () => {
  const { port } = await serve((req, res) => res.end(req.url));
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  for (let n = 0; n < 50; n++) {
    socket.write(get(`/${n}`));
    const [bytes] = await once(socket, "data");
    expect(bodies(String(bytes))).toEqual([`/${n}`]);
  }
});

test("garbage after several requests is refused once they are answered", async () => {
  const answer: (() => void)[] = [];
  const { port, roundTrip } = await serve((req, res) => {
    if (req.url === "/round-trip") return res.end();
    answer.unshift(() => res.end(req.url));
  });
  const text = exchange(port, `${get("/1")}${get("/2")}nonsense\r\n\r\n`);
  await vi.waitFor(() => expect(answer).toHaveLength(2));
  await roundTrip();
  for (const one of answer) one();
  expect(answersIn(await text).map(({ status, body }) => (status === 200 ? body : status))).toEqual([
    "/1",
    "/2",
    400,
  ]);
});

test("an idle connection doesn't keep its last request in memory", async () => {
  let request: WeakRef<object> | undefined;
  const { port, roundTrip } = await serve((req, res) => {
    if (req.url !== "/round-trip") request = new WeakRef(req);
    res.end();
  });
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n.");
  await once(socket, "data");
  await vi.waitFor(async () => {
    await roundTrip();
    collectGarbage();
    expect(request?.deref()).toBeUndefined();
  });
  expect(socket.closed).toBe(false);
});

/** Bodies that contain a blank line, with Content-Length and in chunks, with extensions and trailers. */
const tricky = [
  get("/0"),
  "POST /1 HTTP/1.1\r\nHost: x\r\nContent-Length: 25\r\n\r\nGET /no HTTP/1.1\r\n\r\n\r\n\r\n.",
  `POST /2 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n4;a="b"\r\n\r\n\r\n\r\n2\r\n\r\n\r\n1\r\n0\r\n0\r\n\r\n`,
  "POST /3 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n6\r\nGET /n\r\n0\r\nTrailer: t\r\n\r\n",
  `\r\n\r\n${get("/4")}`,
  "POST /5 HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n",
  "POST /6 HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n\r\n\r",
  `\r\n${last("/7")}`,
].join("");

test.each([1, 2, 3, 4, 5, 7, 19, 64, 10_000])(
  "requests of all kinds, pipelined in chunks of %i bytes, are read correctly",
  async (size) => {
    const { port } = await serve(async (req, res) => {
      res.end(JSON.stringify([req.url, await text(req)]));
    });
    const parts = Array.from({ length: Math.ceil(tricky.length / size) }, (_, n) =>
      tricky.slice(n * size, (n + 1) * size),
    );
    expect(bodies(await exchange(port, ...parts)).map((body) => JSON.parse(body))).toEqual([
      ["/0", ""],
      ["/1", "GET /no HTTP/1.1\r\n\r\n\r\n\r\n."],
      ["/2", "\r\n\r\n\r\n0"],
      ["/3", "GET /n"],
      ["/4", ""],
      ["/5", ""],
      ["/6", "\r\n\r"],
      ["/7", ""],
    ]);
  },
);

test("a body that is read late, and the request after it, arrive", async () => {
  const read = Promise.withResolvers<void>();
  const { port, roundTrip } = await serve(async (req, res) => {
    if (req.url === "/round-trip") return res.end();
    await read.promise;
    res.end(`${(await text(req)).length}`);
  });
  const size = 5_000_000;
  const post = `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${size}\r\n\r\n${"x".repeat(size)}`;
  const answers = exchange(port, post + post + last("/"));
  await roundTrip();
  read.resolve();
  expect(bodies(await answers)).toEqual([`${size}`, `${size}`, "0"]);
});

test("a request that is answered before its body has arrived is followed by the next", async () => {
  const { port } = await serve((req, res) => void res.end(req.url));
  const body = "\r\n\r\n".repeat(1000);
  const post = (path: string) => `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n`;
  expect(bodies(await exchange(port, post("/1"), body, post("/2"), body, last("/3")))).toEqual([
    "/1",
    "/2",
    "/3",
  ]);
});
