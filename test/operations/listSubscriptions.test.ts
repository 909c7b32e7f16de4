import { send, testEveryResponse } from "@counterpart/testing";
import { afterAll, describe, expect, test } from "vitest";
import type { paths } from "../../generated/types.ts";
import { testCommonRefusals } from "../helpers/common-refusals.ts";
import { testNotModified } from "../helpers/conditional-requests.ts";
import { answerOf, buy, dataOf } from "../helpers/shopping.ts";
import { subscribe } from "../helpers/subscribing.ts";
import { type Merchant, startWorld } from "../helpers/world.ts";

const world = await startWorld({ rateLimits: { global: 200 } });
afterAll(() => world.close());

type Query = NonNullable<paths["/v1/subscriptions"]["get"]["parameters"]["query"]>;

function list({ client }: Merchant, query: Query = {}) {
  return client.GET("/v1/subscriptions", { params: { query } });
}

const idsOf = async (merchant: Merchant, query: Query = {}) =>
  dataOf(await list(merchant, query)).map(({ id }) => id);

/** Subscribes these members, or guests, a second apart, and returns the subscriptions' ids, the newest first. */
async function subscribeAll(merchant: Merchant, members: (string | undefined)[]): Promise<string[]> {
  const ids: string[] = [];
  for (const member of members) {
    world.clock.now += 1000;
    ids.unshift(await subscribe(world, merchant, member));
  }
  return ids;
}

async function end(merchant: Merchant, id: string, status = "canceled"): Promise<void> {
  const { subscriptions } = world.services.database;
  const known = await subscriptions.findOfStore({ storeId: merchant.store.id, subscriptionId: id });
  if (!known) throw new Error("There is no such subscription.");
  await subscriptions.save({ ...known, status, fetchedAt: known.fetchedAt + 1 });
}

test("200 an empty list before the first sale; only subscriptions are listed", async () => {
  const merchant = await world.merchant();
  await buy(merchant, { font: 1 });
  const { response, data } = await list(merchant);
  expect(data).toEqual({ data: [] });
  expect(response.headers.has("Link")).toBe(false);
});

test("200 the store's subscriptions, the newest first, each as getSubscription returns it", async () => {
  const [merchant, other] = [await world.merchant(), await world.merchant()];
  const ids = await subscribeAll(merchant, ["ines", undefined, "nora"]);
  await subscribeAll(other, ["ines"]);
  const listed = dataOf(await list(merchant));
  expect(listed.map(({ id }) => id)).toEqual(ids);
  for (const one of listed) {
    const alone = await merchant.client.GET("/v1/subscriptions/{subscriptionId}", {
      params: { path: { subscriptionId: one.id } },
    });
    expect(one).toEqual(dataOf(alone));
  }
});

describe("200 page after page", () => {
  test("by Link, which keeps the filters and isn't on the last page", async () => {
    const merchant = await world.merchant();
    const ids = await subscribeAll(merchant, ["a", "b", "c", "d", "e"]);
    const read: string[][] = [];
    let next: string | undefined = "/v1/subscriptions?limit=2&status=active";
    const links: string[] = [];
    while (next !== undefined) {
      const { status, body, headers } = await send(world, "GET", next, { key: merchant.key });
      expect(status).toBe(200);
      read.push((body as { data: { id: string }[] }).data.map(({ id }) => id));
      const link = headers.get("Link");
      next = /^<(.+)>; rel="next"$/.exec(link ?? "")?.[1];
      if (next !== undefined) links.push(next.replace(/after=[^&]+/, "after=…"));
    }
    expect(read).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
    for (const link of links) {
      expect(link.split(/[?&]/).sort()).toEqual(["/v1/subscriptions", "after=…", "limit=2", "status=active"]);
    }
    expect(links).toHaveLength(2);
  });

  test("with subscriptions of the same millisecond, each once", async () => {
    const merchant = await world.merchant();
    const made = new Set<string>();
    for (const member of ["a", "b", "c"]) made.add(await subscribe(world, merchant, member));
    const read: string[] = [];
    for (let after: string | undefined; read.length < 4; after = read.at(-1)) {
      const [id] = await idsOf(merchant, { limit: 1, ...(after !== undefined && { after }) });
      if (id === undefined) break;
      read.push(id);
    }
    expect(read).toHaveLength(3);
    expect(new Set(read)).toEqual(made);
  });

  test("during new subscriptions and changes, nothing is skipped or repeated", async () => {
    const merchant = await world.merchant();
    const ids = await subscribeAll(merchant, ["a", "b", "c", "d"]);
    const first = await idsOf(merchant, { limit: 2 });
    await subscribeAll(merchant, ["e"]);
    await end(merchant, ids[3] ?? "");
    const after = first.at(-1) ?? "";
    expect([...first, ...(await idsOf(merchant, { limit: 2, after }))]).toEqual(ids);
  });

  test("with twenty subscriptions by default", async () => {
    const merchant = await world.merchant();
    const { subscriptions } = world.services.database;
    const one = { storeId: merchant.store.id, account: null, customerId: "cus_1", memberId: null };
    for (let n = 0; n < 21; n++) {
      const id = `sub_${n}of${merchant.store.id}`;
      await subscriptions.save({ ...one, id, status: "active", fetchedAt: world.clock.now + n });
    }
    const { response, data } = await list(merchant);
    expect(data?.data).toHaveLength(20);
    expect(response.headers.get("Link")).toContain("after=sub_1of");
    expect(await idsOf(merchant, { limit: 100 })).toHaveLength(21);
  });
});

describe("200 filtered", () => {
  test("to a member, to a status, and to both", async () => {
    const merchant = await world.merchant();
    const [ended, guest, noras, kept] = [
      await subscribe(world, merchant, "ines"),
      await subscribe(world, merchant),
      await subscribe(world, merchant, "nora"),
      await subscribe(world, merchant, "ines", { yearly: 1 }),
    ];
    await end(merchant, ended);
    expect((await idsOf(merchant, { memberId: "ines" })).sort()).toEqual([ended, kept].sort());
    expect((await idsOf(merchant, { status: "active" })).sort()).toEqual([guest, noras, kept].sort());
    expect(await idsOf(merchant, { memberId: "ines", status: "active" })).toEqual([kept]);
    expect(await idsOf(merchant, { memberId: "ines", status: "canceled" })).toEqual([ended]);
    expect(await idsOf(merchant, { memberId: "stranger" })).toEqual([]);
    expect(await idsOf(merchant, { status: "sold" })).toEqual([]);
  });

  test("to nothing for a member of another store, and for one whose data were erased", async () => {
    const [merchant, stranger] = [await world.merchant(), await world.merchant()];
    await subscribe(world, merchant, "ines");
    expect(await idsOf(stranger, { memberId: "ines" })).toEqual([]);
    await world.services.database.buyers.erase(merchant.store.id, { memberId: "ines" }, world.clock.now);
    expect(await idsOf(merchant, { memberId: "ines" })).toEqual([]);
    expect(dataOf(await list(merchant))).toMatchObject([{ memberId: null, status: "active" }]);
  });
});

test("404 NOT_FOUND with the same words after a subscription that doesn't exist and another store's", async () => {
  const [merchant, stranger] = [await world.merchant(), await world.merchant()];
  const after = await subscribe(world, merchant, "ines");
  const foreign = await list(stranger, { after });
  const unknown = await list(stranger, { after: "sub_unknown" });
  expect([answerOf(foreign), answerOf(unknown)]).toEqual(["404 NOT_FOUND", "404 NOT_FOUND"]);
  expect(foreign.error).toEqual(unknown.error);
});

test.each(["limit=0", "limit=101", "limit=two", "status=", "memberId=", "after="])(
  "400 VALIDATION_ERROR for ?%s",
  async (query) => {
    const { key } = await world.merchant();
    const { status, code, text } = await send(world, "GET", `/v1/subscriptions?${query}`, { key });
    expect([status, code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(text).toContain(query.split("=")[0]);
  },
);

testNotModified(world, async () => "/v1/subscriptions");
testCommonRefusals(world, "listSubscriptions");
testEveryResponse(world, "listSubscriptions");
