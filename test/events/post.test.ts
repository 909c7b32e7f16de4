import { type AddressInfo, createServer, type LookupFunction, type Socket } from "node:net";
import { ForbiddenAddress } from "@counterpart/server/public-address";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { AttemptTimeout, post } from "../../server/events/post.ts";
import { type EventReceiver, startEventReceiver } from "../helpers/event-receiver.ts";

let receiver: EventReceiver;
beforeAll(async () => {
  receiver = await startEventReceiver();
});
afterAll(() => receiver.close());
beforeEach(() => {
  receiver.received.length = 0;
  receiver.control.answer = 204;
});

const { signal } = new AbortController();
const webhook = (url: string) => ({ url, method: "POST", headers: { "webhook-id": "evt_1" }, body: "{}" });
const send = (url: string, options: Partial<Parameters<typeof post>[1]> = {}) =>
  post(webhook(url), { allowsPrivate: false, timeoutMs: 10_000, signal, ...options });

/** A name with these addresses, different at each look-up, and the number of look-ups. */
function dns(...answers: string[][]) {
  const asked: string[] = [];
  const lookup: LookupFunction = (hostname, options, callback) => {
    const addresses = answers[Math.min(asked.length, answers.length - 1)] ?? [];
    asked.push(hostname);
    const found = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    if (options.all) callback(null, found);
    else callback(null, found[0]?.address ?? "", found[0]?.family);
  };
  return { asked, lookup };
}

describe("in production", () => {
  test.each([
    "https://127.0.0.1/hook",
    "https://2130706433/hook",
    "https://0x7f.1/hook",
    "https://[::1]/hook",
    "https://[::ffff:10.0.0.1]/hook",
    "https://[fd00:ec2::254]/hook",
    "https://169.254.169.254/latest/meta-data/",
  ])("%s is refused without a connection", async (url) => {
    const { asked, lookup } = dns(["8.8.8.8"]);
    await expect(send(url, { lookup })).rejects.toThrow(ForbiddenAddress);
    expect(asked).toEqual([]);
  });

  test.each([
    [["10.0.0.1"]],
    [["169.254.169.254"]],
    [["fe80::1"]],
    [["::ffff:127.0.0.1"]],
    [["8.8.8.8", "127.0.0.1"]],
    [[]],
  ])("a name with the addresses %j is refused", async (addresses) => {
    const { lookup } = dns(addresses);
    await expect(send("https://shop.example/hook", { lookup })).rejects.toThrow(ForbiddenAddress);
  });

  test("a name is resolved once, so that a private address in a second answer is never used", async () => {
    // Packets to the first go nowhere; the second would be the receiver's.
    const { asked, lookup } = dns(["2001:4860::1"], ["127.0.0.1"]);
    const { port } = new URL(receiver.url);
    const stop = new AbortController();
    const sent = send(`https://shop.example:${port}/hook`, { lookup, signal: stop.signal });
    setImmediate(() => stop.abort());
    await expect(sent).rejects.not.toThrow(ForbiddenAddress);
    expect(asked).toEqual(["shop.example"]);
    expect(receiver.received).toEqual([]);
  });

  test("http is refused, even to a public address", async () => {
    const { asked, lookup } = dns(["8.8.8.8"]);
    await expect(send("http://shop.example/hook", { lookup })).rejects.toThrow(/https/);
    expect(asked).toEqual([]);
  });
});

describe("in development", () => {
  test("this machine may receive events, and gets them with their headers", async () => {
    expect(await send(receiver.url, { allowsPrivate: true })).toBe(204);
    expect(receiver.received).toMatchObject([{ text: "{}", headers: { "webhook-id": "evt_1" } }]);
  });

  test("a redirect isn't followed", async () => {
    receiver.control.answer = { status: 307, headers: { Location: receiver.url } };
    expect(await send(receiver.url, { allowsPrivate: true })).toBe(307);
    expect(receiver.received).toHaveLength(1);
  });

  test("a server that never answers ends with the timeout", async () => {
    receiver.control.answer = "never";
    await expect(send(receiver.url, { allowsPrivate: true, timeoutMs: 50 })).rejects.toThrow(AttemptTimeout);
  });
});

describe("a server that keeps its connection open", () => {
  test.each([
    ["HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n", 101],
    ["HTTP/1.1 101 Switching Protocols\r\n\r\n", 101],
    ["HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n", 200],
    ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n", 200],
    ["HTTP/1.1 204 No Content\r\nConnection: keep-alive\r\n\r\n", 204],
  ])("is closed after its status: %j", async (head, status) => {
    const { url, closed } = await startRaw((socket) => socket.write(head));
    expect(await send(url, { allowsPrivate: true })).toBe(status);
    await closed;
  });

  test.each(["", "HTTP/1.1 200 OK\r\nX-Slow: ", "HTTP/1.1 103 Early Hints\r\n\r\n"])(
    "is closed at the time limit while it keeps writing %j",
    async (text) => {
      const { url, closed } = await startRaw((socket) => {
        socket.write(text);
        const trickle = setInterval(() => socket.write(text === "" || text.endsWith("\n") ? text : "x"), 10);
        socket.once("close", () => clearInterval(trickle));
      });
      const sent = send(url, { allowsPrivate: true, timeoutMs: 100 });
      await expect(sent).rejects.toThrow(AttemptTimeout);
      await closed;
    },
  );

  test("closing it without a status is a failure", async () => {
    const { url } = await startRaw((socket) => socket.end());
    await expect(send(url, { allowsPrivate: true })).rejects.toThrow();
  });

  test("is closed when the process stops", async () => {
    const stop = new AbortController();
    const { url, closed } = await startRaw(() => stop.abort());
    await expect(send(url, { allowsPrivate: true, signal: stop.signal })).rejects.toThrow();
    await closed;
  });
});

/** A server that doesn't have to follow HTTP. `closed` resolves when its first connection has ended. */
async function startRaw(serve: (socket: Socket) => void) {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket.on("error", () => {}).once("close", () => resolve());
    socket.once("data", () => serve(socket));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, closed };
}
