import type { LookupFunction } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ForbiddenAddress, post } from "../../server/events/post.ts";
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

/** A name with these addresses, others at each look-up, and how often it was looked up. */
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

  test("a name is resolved once, so that a second answer with a private address is never used", async () => {
    // Nothing listens at the first, whose packets go nowhere; the second would be the receiver's.
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
    const failed = await send(receiver.url, { allowsPrivate: true, timeoutMs: 50 }).catch((error) => error);
    expect(failed.cause).toMatchObject({ name: "TimeoutError" });
  });
});
