import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, test, vi } from "vitest";
import { exchange, textOf } from "../../../test/helpers/processes/raw-exchange.ts";
import { listen } from "../../server/process/listen/listen.ts";

const local = { port: 0, host: "127.0.0.1" };

describe("bytes that aren't HTTP are answered too", () => {
  test.each([
    ["400", "nonsense", "GET\r\n\r\n"],
    ["400", "another protocol", "\x16\x03\x01\x02\x00\x01"],
    ["400", "a header without a name", "GET / HTTP/1.1\r\n: x\r\n\r\n"],
    ["400", "two lengths", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"],
    [
      "400",
      "length and chunks",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
    ["400", "a broken chunk", "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n"],
    [
      "431",
      "20 KB of headers",
      `GET / HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${"k".repeat(20_000)}\r\n\r\n`,
    ],
  ])("%s INVALID_REQUEST to %s", async (status, _, bytes) => {
    const server = await listen(local);
    server.serve((req, res) => {
      req.resume().on("end", () => res.end("served"));
    });
    const text = await exchange(server.port, bytes);
    const [head = "", body = ""] = text.split("\r\n\r\n");
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toContain("Connection: close");
    expect(JSON.parse(body)).toMatchObject({ code: "INVALID_REQUEST", error: expect.any(String) });
    await server.stop();
  });
});

test("requests that arrive before the handler is set wait for it", async () => {
  const server = await listen(local);
  const early = fetch(`http://127.0.0.1:${server.port}/`);
  // The request has arrived once a second one, on its own connection, has been sent and read.
  const asked = new Promise<void>((resolve) => {
    const socket = connect(server.port, "127.0.0.1", () => socket.end("x", () => resolve()));
    socket.on("error", () => resolve());
  });
  await asked;
  server.serve((_req, res) => res.end("served"));
  expect(await (await early).text()).toBe("served");
  await server.stop();
});

describe("stopping", () => {
  test("lets a response in progress finish, refuses new connections, and then ends", async () => {
    const server = await listen(local);
    const begun = Promise.withResolvers<void>();
    const may = Promise.withResolvers<void>();
    server.serve(async (_req, res) => {
      begun.resolve();
      await may.promise;
      res.end("finished");
    });
    const url = `http://127.0.0.1:${server.port}/`;
    const under = fetch(url);
    await begun.promise;
    const stopped = server.stop();
    await takesNoConnections(server.port);
    may.resolve();
    expect(await (await under).text()).toBe("finished");
    await stopped;
  });

  test("answers a request in transit on a keep-alive connection, and then closes it", async () => {
    const server = await listen({ ...local, bounds: { drainMs: 5000 } });
    server.serve((_, res) => void res.end("served"));
    const socket = connect(server.port, "127.0.0.1");
    const request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
    const answers: string[] = [];
    const closed = once(socket, "close");
    const answered = new Promise<void>((resolve) => {
      socket.on("data", (bytes) => {
        answers.push(bytes.toString());
        resolve();
      });
    });
    socket.write(request);
    await answered;
    expect(answers[0]).toContain("Connection: keep-alive");
    const stopped = server.stop();
    await takesNoConnections(server.port);
    socket.write(request);
    await closed;
    expect(answers[1]).toContain("200 OK");
    expect(answers[1]).toContain("Connection: close");
    await stopped;
  });

  test("takes the connections that the system has already accepted, and answers them", async () => {
    const server = await listen(local);
    server.serve((_req, res) => res.end("served"));
    const sockets = Array.from({ length: 20 }, () => connect(server.port, "127.0.0.1"));
    const answers = sockets.map(textOf);
    for (const socket of sockets) socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n");
    // They connect now, and this process hasn't polled the network since.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    await server.stop();
    for (const answer of await Promise.all(answers)) expect(answer).toContain("200 OK");
  });

  test("aborts requests that take too long, and reports their number", async () => {
    const onCut = vi.fn();
    const server = await listen({ ...local, bounds: { drainMs: 0, shutdownMs: 50 }, onCut });
    const begun = Promise.withResolvers<void>();
    const ended: boolean[] = [];
    let open = 0;
    server.serve((req, res) => {
      if (req.url === "/quick") return void res.end("served");
      res.once("close", () => ended.push(res.writableFinished));
      if (++open === 2) begun.resolve();
    });
    const url = `http://127.0.0.1:${server.port}`;
    await (await fetch(`${url}/quick`)).text();
    const answers = [fetch(`${url}/one`), fetch(`${url}/two`)].map((one) => one.catch(() => "cut off"));
    await begun.promise;
    await server.stop();
    expect(onCut.mock.calls).toEqual([[2]]);
    // Ensures that their lines are logged before the process ends.
    expect(ended).toEqual([false, false]);
    expect(await Promise.all(answers)).toEqual(["cut off", "cut off"]);
  });

  test("doesn't wait for idle connections", async () => {
    // If it did, it would take longer than a test may.
    const server = await listen({ ...local, bounds: { keepAlive: 600_000, shutdownMs: 600_000 } });
    server.serve((_req, res) => res.end("served"));
    await (await fetch(`http://127.0.0.1:${server.port}/`)).text();
    await server.stop();
  });
});

/** Connections that arrive while the server still accepts waiting ones are accepted too. */
function takesNoConnections(port: number): Promise<void> {
  return vi.waitFor(async () => {
    const socket = connect(port, "127.0.0.1");
    await expect(once(socket, "connect").finally(() => socket.destroy())).rejects.toThrow("ECONNREFUSED");
  });
}

test("a port in use is an error", async () => {
  const server = await listen(local);
  await expect(listen({ port: server.port, host: "127.0.0.1" })).rejects.toThrow("EADDRINUSE");
  await server.stop();
});
