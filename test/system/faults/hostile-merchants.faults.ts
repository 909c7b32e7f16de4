import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test, vi } from "vitest";
import { hiddenFields, type Visitor } from "../../dashboard/dashboard-visitor.ts";
import { client, startOpenIdProvider } from "../../dashboard/openid-provider.ts";
import { startEventReceiver } from "../../helpers/event-receiver.ts";
import { buy } from "../../helpers/shopping.ts";
import { latencies, percentile, report } from "./helpers/figures.ts";
import { besideGoodClient } from "./helpers/good-client.ts";
import { openTwoShops, type TwoShops } from "./helpers/two-shops.ts";

// One of two stores on a server process attacks it from outside. The other one must not be affected.

const MiB = 1024 * 1024;
const secret = "whsec_bm90IHVzZWQgYW55d2hlcmUgZWxzZSE=";

async function listen(server: Server): Promise<string> {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Uploads a product file in the dashboard. Returns the page. */
async function upload(owner: Visitor & { home: string }, name: string, bytes: Uint8Array<ArrayBuffer>) {
  const action = `${owner.home}/products/import`;
  const form = new FormData();
  const hidden = hiddenFields((await owner.get(action)).text, action);
  for (const [field, value] of Object.entries(hidden)) form.set(field, value);
  form.set("file", new File([bytes], name));
  return owner.send(action, { method: "POST", body: form, headers: { origin: "http://counterpart.test" } });
}

const upgrade = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n";
const habits: Record<string, (socket: Socket) => void> = {
  "answer 101": (socket) => socket.write(upgrade),
  "never answer": () => {},
  "send a header without an end": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\nX-Slow: ");
    const timer = setInterval(() => socket.write("x"), 100);
    socket.once("close", () => clearInterval(timer));
  },
  "send a body without an end": (socket) => socket.write("HTTP/1.1 500 Oh\r\nContent-Length: 9999\r\n\r\n"),
  "redirect to themselves": (socket) =>
    socket.write("HTTP/1.1 307 Over there\r\nLocation: /\r\nContent-Length: 0\r\n\r\n"),
};

/** Gives the hostile store sixteen receivers with this behaviour, and more events than they will ever accept. */
async function attackWithReceivers(
  { database, hostile, personOf }: TwoShops,
  behave: (socket: Socket) => void,
) {
  const bad = createServer((socket) => socket.on("error", () => {}).once("data", () => behave(socket)));
  const url = await listen(bad);
  for (let n = 0; n < 16; n++)
    await database.eventEndpoints.add({ storeId: hostile.store.id, url, secret, types: null });
  const owner = await personOf(hostile, "hostile-owner");
  const products = Array.from({ length: 220 }, (_, n) => ({
    ...{ reference: `p${n}`, name: `Product ${n}`, priceInCents: 100 + n, type: "physical" },
  }));
  const { text } = await upload(owner, "products.json", Buffer.from(JSON.stringify(products)));
  expect(text).toContain("Import complete");
  const waiting = await database.eventEndpoints.list(hostile.store.id);
  return waiting.reduce((sum, endpoint) => sum + endpoint.waiting, 0);
}

test.each(Object.entries(habits))(
  "sixteen receivers that %s, with 3,000 events due, delay no other store's events",
  async (what, behave) => {
    const shops = await openTwoShops();
    const { database, good } = shops;
    const receiver = await startEventReceiver();
    onTestFinished(() => receiver.close());
    const due = await attackWithReceivers(shops, behave);
    expect(due).toBeGreaterThan(3000);
    await database.eventEndpoints.add({
      ...{ storeId: good.store.id, url: receiver.url, secret },
      types: ["order.paid"],
    });
    for (let n = 0; n < 10; n++) await buy(good, { font: 1 });
    const startedAt = performance.now();
    // Less than the time limit of one attempt.
    await vi.waitFor(() => expect(receiver.received).toHaveLength(10), { timeout: 9000 });
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    report(`16 receivers that ${what}`, { "events due": due, "others' events after": `${seconds} s` });
  },
);

/** An authentication system that sends without an end, and counts its connections. */
async function endless(headers: Record<string, string>, chunk: Buffer) {
  const counts = { asked: 0 };
  const server = createHttpServer((_, response) => {
    counts.asked += 1;
    response.writeHead(200, headers);
    const pour = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on("drain", pour);
    pour();
  });
  return { url: await listen(server), counts };
}

test.each<[string, Record<string, string>, Buffer]>([
  ["without an end", { "Content-Type": "application/json" }, Buffer.alloc(MiB, " ")],
  [
    "that are a thousand times larger than sent",
    { "Content-Type": "application/json", "Content-Encoding": "gzip" },
    gzipSync(Buffer.alloc(10 * MiB, " ")),
  ],
])(
  "100 introspection responses %s take little memory, and don't affect other stores",
  async (what, ...sent) => {
    const shops = await openTwoShops();
    const { database, hostile, askHostile } = shops;
    const { url: introspectionUrl, counts } = await endless(...sent);
    await database.stores.update(hostile.store.slug, {
      ...{ introspectionUrl, introspectionClientId: "shop", introspectionClientSecret: "s" },
    });
    const { result, before, peak, took } = await besideGoodClient(shops, async () => {
      const statuses: number[] = [];
      for (let n = 0; n < 10; n++) {
        const memberSessionId = `session-${n}`;
        const asked = Array.from({ length: 10 }, () =>
          askHostile("POST", "/v1/subscription/portal", { memberSessionId }),
        );
        statuses.push(...(await Promise.all(asked)).map(({ status }) => status));
      }
      return statuses;
    });
    expect(result.every((status) => status >= 400)).toBe(true);
    expect(peak - before).toBeLessThan(250);
    report(`100 introspection responses ${what}`, {
      "asked for": counts.asked,
      answered: [...new Set(result)].join(", "),
      "good client": latencies(took),
      memory: `${before} MB, at most ${peak} MB`,
    });
  },
);

function fill(start: string, part: (n: number) => string, size: number, end = ""): Buffer<ArrayBuffer> {
  const parts = [start];
  let length = 0;
  for (let n = 0; length < size; n++) {
    const text = part(n);
    length += text.length;
    parts.push(text);
  }
  return Buffer.from(parts.join("") + end);
}

const header = "Handle,Title,Variant Price,Body (HTML)\n";
const long = "word <b>bold</b> ".repeat(52);
const size = 7.9 * MiB;
test.each<[string, string, () => Buffer<ArrayBuffer>]>([
  ["products", "a.csv", () => fill(header, (n) => `h${n},Title ${n},19.99,<p>${long}</p>\n`, size)],
  ["faulty rows", "a.csv", () => fill(header, (n) => `${n.toString(36)},,x,\n`, size)],
  ["uneven rows", "a.csv", () => fill(header, () => ",,\n", size)],
  ["empty objects", "a.json", () => fill("[{}", () => ",{}", size, "]")],
  ["fields of a product", "a.json", () => fill('[{"a":1', (n) => `,"${n.toString(36)}":1`, size, "}]")],
  ["details of a product", "a.json", () => fill('[{"details":[0', () => ",0", size, "]}]")],
  ["levels", "a.json", () => Buffer.from("[".repeat(size / 2) + "]".repeat(size / 2))],
])("8 MiB of %s block no other store and take little memory", async (what, name, make) => {
  const shops = await openTwoShops();
  const owner = await shops.personOf(shops.hostile, "hostile-owner");
  const bytes = make();
  const { result, before, peak, took } = await besideGoodClient(shops, () => upload(owner, name, bytes));
  expect(result.status).toBe(200);
  expect(percentile(took, 1)).toBeLessThan(1500);
  expect(peak - before).toBeLessThan(300);
  const [, outcome = ""] = /.*<h2>([^<]+)<\/h2>/s.exec(result.text) ?? [];
  report(`8 MiB of ${what}`, {
    outcome,
    "good client": latencies(took),
    memory: `${before} MB, at most ${peak} MB`,
  });
});

test("an address with KELVIN SIGN at the OpenID provider opens no other account", async () => {
  const provider = await startOpenIdProvider();
  onTestFinished(() => void provider.close());
  const shops = await openTwoShops({
    OPENID_ISSUER: provider.settings.issuer,
    OPENID_CLIENT_ID: client.clientId,
    OPENID_CLIENT_SECRET: client.clientSecret,
  });
  const { good, hostile, personOf, database } = shops;
  const victim = await personOf(good, "kate.kirk");
  const attacker = await personOf(hostile, "hostile-owner");
  const email = "\u212aate.kirk@example.com";
  const people = `${attacker.home}/people`;
  // Nor by an invitation to the attacker's own store.
  await attacker.submit(people, `${people}/invitations`, { email, role: "staff" });
  const visitor = shops.visitor();
  const { location } = await visitor.get("/dashboard/sign-in/openid");
  const account = { sub: "attacker", email, email_verified: true };
  const back = await visitor.get(
    `/dashboard/sign-in/openid/callback?${provider.authorize(location, account)}`,
  );
  expect([303, 403]).toContain(back.status);
  expect((await visitor.get(victim.home)).status).not.toBe(200);
  expect((await victim.get(victim.home)).status).toBe(200);
  const members = await database.people.list(good.store.id);
  expect(members.map(({ id }) => id)).toEqual([victim.person.id]);
});

test("a removed owner can't come back by their own invitation", async () => {
  const { good, personOf, visitor, database } = await openTwoShops();
  const [owner, leaving] = [await personOf(good, "owner"), await personOf(good, "leaving")];
  const people = `${owner.home}/people`;
  const links = [];
  for (const email of ["second-address@example.com", "leaving+again@example.com"]) {
    const { text } = await leaving.submit(people, `${people}/invitations`, { email, role: "owner" });
    links.push(`/${/dashboard\/invitation\?token=[\w-]+/.exec(text)?.[0]}`);
  }
  expect((await visitor().get(links[0] ?? "")).status).toBe(200);
  await owner.submit(people, `${people}/${leaving.person.id}/remove`);
  for (const link of links) expect((await visitor().get(link)).status).toBe(404);
  expect((await leaving.get(people)).status).toBe(303);
  expect((await database.people.list(good.store.id)).map(({ id }) => id)).toEqual([owner.person.id]);
});

test("a store gets no key that never expires by a forged choice, and no 21st key", async () => {
  const { hostile, personOf, database } = await openTwoShops();
  const owner = await personOf(hostile, "hostile-owner");
  const keys = `${owner.home}/keys`;
  const fields = hiddenFields((await owner.get(keys)).text, keys);
  for (const lifetime of ["constructor", "__proto__", "toString", "hasOwnProperty", ""]) {
    expect((await owner.post(keys, { ...fields, lifetime })).status).toBe(400);
  }
  const sent = Array.from({ length: 40 }, () => owner.post(keys, { ...fields, lifetime: "30d" }));
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  // With the previous key.
  expect(statuses.filter((status) => status === 200)).toHaveLength(19);
  expect(statuses.filter((status) => status === 409)).toHaveLength(21);
  const [first] = (await database.keys.list(hostile.store.id)).filter(({ expiresAt }) => expiresAt !== null);
  const rotate = await owner.post(`${keys}/${first?.id}/rotate`, { ...fields, overlap: "7d" });
  expect(rotate.status).toBe(409);
  expect(await database.keys.list(hostile.store.id)).toHaveLength(20);
});

test("2,000 idempotency keys of one store slow no other store down, and displace none of its keys", async () => {
  const shops = await openTwoShops();
  const { server, good, hostile } = shops;
  const createCart = (key: string, idempotencyKey: string) =>
    fetch(`${server.url}/v1/cart`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "idempotency-key": idempotencyKey },
    });
  const first = await (await createCart(good.key, "cart-1")).json();
  const { before, peak, took } = await besideGoodClient(shops, async () => {
    for (let n = 0; n < 2000; n += 20) {
      const sent = Array.from({ length: 20 }, async (_, m) => {
        const answer = await createCart(hostile.key, `${"k".repeat(200)}${n + m}`);
        await answer.arrayBuffer();
        expect(answer.status).toBe(200);
      });
      await Promise.all(sent);
    }
  });
  const again = await createCart(good.key, "cart-1");
  expect([again.headers.get("idempotent-replayed"), await again.json()]).toEqual(["true", first]);
  expect(peak - before).toBeLessThan(200);
  report("2,000 idempotency keys of another store", {
    "good client": latencies(took),
    memory: `${before} MB, at most ${peak} MB`,
  });
});

test("queries of 15 KB that can't be decoded are 400 as documented", async () => {
  const shops = await openTwoShops();
  const { server, hostile } = shops;
  const { result } = await besideGoodClient(shops, () =>
    Promise.all(
      Array.from({ length: 100 }, async () => {
        const response = await fetch(`${server.url}/v1/products?${"q=%ff&".repeat(2500)}`, {
          headers: { authorization: `Bearer ${hostile.key}` },
        });
        return [response.status, Object.keys((await response.json()) as object).includes("code")];
      }),
    ),
  );
  expect(result).toEqual(Array(100).fill([400, true]));
});
