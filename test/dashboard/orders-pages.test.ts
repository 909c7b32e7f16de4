import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buy, orderOf, productId } from "../helpers/shopping.ts";
import { subscribe } from "../helpers/subscribing.ts";
import { blankProduct, type Merchant, sampleProducts, startWorld, type World } from "../helpers/world.ts";
import { hiddenFields, signedIn, type Visitor } from "./dashboard-visitor.ts";

let world: World;
let merchant: Merchant;
let owner: Visitor;
let staff: Visitor;
let reader: Visitor;
let orders: string;
beforeAll(async () => {
  world = await startWorld();
  merchant = await world.merchant();
  orders = `/dashboard/stores/${merchant.store.slug}/orders`;
  const storeId = merchant.store.id;
  [owner, staff, reader] = [
    await signedIn(world, { storeId, role: "owner" }),
    await signedIn(world, { storeId, role: "staff" }),
    await signedIn(world, { storeId, role: "read_only" }),
  ];
});
afterAll(() => world.close());

describe("the orders", () => {
  test("are listed by what is to be done, by buyer and by day, with pages", async () => {
    const products = sampleProducts.map((one) =>
      one.reference === "poster" ? { ...one, sku: "TIDE-POSTER" } : one,
    );
    const shop = await world.merchant({}, products);
    const visitor = await signedIn(world, {
      storeId: shop.store.id,
      role: "staff",
      email: "list@example.com",
    });
    const list = `/dashboard/stores/${shop.store.slug}/orders`;
    const bought = [];
    for (let n = 0; n < 26; n++) {
      world.clock.now += 60_000;
      bought.push(await buy(shop, { poster: 1 }));
    }
    const [first] = bought;
    if (!first) throw new Error("Nothing was bought.");
    await world.services.database.orders.fulfil(
      { storeId: shop.store.id, orderId: first.id },
      { fulfilled: true },
    );
    const idsOn = (text: string) => [...text.matchAll(/orders\/(order_[0-9a-z]+)"/g)].map(([, id]) => id);
    const newest = bought.map(({ id }) => id).toReversed();
    const page = await visitor.get(list);
    expect(idsOn(page.text)).toEqual(newest.slice(0, 25));
    const older = /href="([^"]+)">Older/.exec(page.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(idsOn((await visitor.get(older)).text)).toEqual([first.id]);
    expect(idsOn((await visitor.get(`${list}?show=fulfilled`)).text)).toEqual([first.id]);
    expect(idsOn((await visitor.get(`${list}?show=unfulfilled`)).text)).not.toContain(first.id);
    const found = async (text: string) =>
      idsOn((await visitor.get(`${list}?q=${encodeURIComponent(text)}`)).text);
    expect((await visitor.get(`${list}?q=nobody@example.com`)).text).toContain("No orders match.");
    expect(await found(first.customerEmail?.toUpperCase() ?? "")).toHaveLength(25);
    expect(await found("1001")).toEqual([first.id]);
    expect(await found(" #1001 ")).toEqual([first.id]);
    expect(await found("#1100")).toEqual([]);
    const [firstName = "", lastName = ""] = first.customerName?.toUpperCase().split(" ") ?? [];
    expect(await found(`${lastName.slice(0, 3)}  ${firstName}`)).toHaveLength(25);
    expect(await found("tide-pos")).toHaveLength(25);
    expect(await found(`${lastName} notebook`)).toEqual([]);
    expect(await found("%")).toEqual([]);
    await world.services.database.orders.fulfil(
      { storeId: shop.store.id, orderId: first.id },
      { fulfilled: true, tracking: { number: 'ab"12_34', carrier: null, url: null } },
    );
    expect(await found('AB"12_34')).toEqual([first.id]);
    expect(await found('ab"12x34')).toEqual([]);
    expect(await found('ab"12')).toEqual([first.id]);
    const day = new Date(world.clock.now).toISOString().slice(0, 10);
    expect(idsOn((await visitor.get(`${list}?from=${day}&to=${day}`)).text)).toHaveLength(25);
    expect(idsOn((await visitor.get(`${list}?from=2030-01-01`)).text)).toEqual([]);
    for (const query of ["show=nothing", "after=order_unknown"]) {
      expect((await visitor.get(`${list}?${query}`)).status).toBe(404);
    }
  });

  test("are unfulfilled while there is something to send, as the overview counts them", async () => {
    const shop = await world.merchant();
    const visitor = await signedIn(world, {
      storeId: shop.store.id,
      role: "staff",
      email: "send@example.com",
    });
    const home = `/dashboard/stores/${shop.store.slug}`;
    const poster = await buy(shop, { poster: 1 });
    const font = await buy(shop, { font: 1 });
    const { text } = await visitor.get(`${home}/orders?show=unfulfilled`);
    expect([text.includes(poster.id), text.includes(font.id)]).toEqual([true, false]);
    expect((await visitor.get(home)).text).toMatch(
      new RegExp(`href="${home}/orders\\?show=unfulfilled"><strong>1</strong> order to fulfil<`),
    );
    expect((await visitor.get(`${home}/orders/${font.id}`)).text).toContain("no shipping address");
  });

  test("are disputed while the bank waits for an answer, and show the deadline", async () => {
    const shop = await world.merchant();
    const visitor = await signedIn(world, {
      storeId: shop.store.id,
      role: "staff",
      email: "dispute@example.com",
    });
    const home = `/dashboard/stores/${shop.store.slug}`;
    await buy(shop, { poster: 1 });
    const order = await buy(shop, { poster: 1 });
    const { id } = await world.stripe.dispute(order.payments[0]?.id ?? "", "product_not_received");
    await world.stripe.deliver();
    const link = /href="([^"]+)"><strong>1<\/strong> dispute needs a response/.exec(
      (await visitor.get(home)).text,
    )?.[1];
    expect(link).toBe(`${home}/orders?show=disputed`);
    const idsIn = async () => (await visitor.get(link ?? "")).text.match(/(?<=orders\/)order_\w+/g) ?? [];
    expect(await idsIn()).toEqual([order.id]);
    const due = new Date(world.clock.now + 20 * 24 * 60 * 60 * 1000);
    const day = due.toLocaleDateString("en-GB", { dateStyle: "medium", timeZone: "UTC" });
    const page = (await visitor.get(`${home}/orders/${order.id}`)).text;
    for (const part of ["product not received", "€24.00", `Respond by ${day}`]) expect(page).toContain(part);
    await world.stripe.changeDispute(id, "under_review");
    await world.stripe.deliver();
    expect(await idsIn()).toEqual([]);
    expect((await visitor.get(`${home}/orders/${order.id}`)).text).not.toContain("Respond by");
  });

  test("have a failed refund until it is made again or marked as resolved, which the audit trail records", async () => {
    const shop = await world.merchant();
    const storeId = shop.store.id;
    const visitor = await signedIn(world, { storeId, role: "staff", email: "refunds@example.com" });
    const observer = await signedIn(world, { storeId, role: "read_only", email: "observer@example.com" });
    const home = `/dashboard/stores/${shop.store.slug}`;
    await buy(shop, { poster: 1 });
    const order = await buy(shop, { poster: 1 });
    const { id } = await world.stripe.refund(order.payments[0]?.id ?? "", 1200);
    await world.stripe.failRefund(id);
    await world.stripe.deliver();
    const overview = (await visitor.get(home)).text;
    const link = /href="([^"]+)"><strong>1<\/strong> failed refund</.exec(overview)?.[1];
    expect(link).toBe(`${home}/orders?show=refund_failed`);
    const list = async () => (await visitor.get(link ?? "")).text;
    expect((await list()).match(/(?<=orders\/)order_\w+/g)).toEqual([order.id]);
    expect(await list()).toContain("Refund failed</span>");
    const page = `${home}/orders/${order.id}`;
    const resolved = `${page}/refunds/${id}/resolved`;
    const { text } = await visitor.get(page);
    for (const part of ["A refund of €12.00 failed.", id, "Mark as resolved", "€24.00"]) {
      expect(text).toContain(part);
    }
    const seen = (await observer.get(page)).text;
    expect([seen.includes("A refund of €12.00 failed."), seen.includes("Mark as resolved")]).toEqual([
      true,
      false,
    ]);
    const form_token = hiddenFields(text, resolved).form_token ?? "";
    const unknown = `${page}/refunds/re_unknown/resolved`;
    expect((await visitor.post(unknown, { form_token })).status).toBe(404);
    expect((await visitor.submit(page, resolved)).location).toBe(page);
    const after = (await visitor.get(page)).text;
    expect(after).toContain("Refund marked as resolved.");
    expect([after.includes("A refund of €12.00 failed."), after.includes("Failed, resolved")]).toEqual([
      false,
      true,
    ]);
    expect((await visitor.get(home)).text).not.toContain("failed refund");
    const audit = (await visitor.get(`${home}/audit?about=${order.id}`)).text;
    expect([audit.includes("Order: refund resolved"), audit.includes(id)]).toEqual([true, true]);
  });

  test("have a failed refund of items until those are refunded, even if others are", async () => {
    const priced = (reference: string) => ({
      ...{ ...blankProduct, reference, name: reference, priceInCents: 1000, type: "physical" as const },
    });
    const shop = await world.merchant({}, [priced("cup"), priced("jug")]);
    const visitor = await signedIn(world, {
      storeId: shop.store.id,
      role: "staff",
      email: "items@example.com",
    });
    const order = await buy(shop, { cup: 1, jug: 1 });
    const address = { storeId: shop.store.id, orderId: order.id };
    const by = { kind: "person" as const, id: visitor.person.id };
    const refundOf = async (reference: string) => {
      const lines = [{ productId: shop.products[reference] ?? "", quantity: 1 }];
      const made = await world.services.refundOrder(address, { content: { lines, shipping: false } }, by);
      await world.stripe.deliver();
      return made?.id ?? "";
    };
    await world.stripe.failRefund(await refundOf("cup"));
    await world.stripe.deliver();
    const home = `/dashboard/stores/${shop.store.slug}`;
    const pages = [home, `${home}/orders?show=refund_failed`, `${home}/orders/${order.id}`];
    const isShown = async () => {
      const texts = await Promise.all(pages.map(async (page) => (await visitor.get(page)).text));
      const signs = ["failed refund<", order.id, "A refund of €10.00 failed."];
      return texts.map((text, at) => text.includes(signs[at] ?? ""));
    };
    await refundOf("jug");
    expect(await isShown()).toEqual([true, true, true]);
    await refundOf("cup");
    expect(await isShown()).toEqual([false, false, false]);
  });

  test("show the outcome of each dispute", async () => {
    const order = await buy(merchant, { poster: 1 });
    const paymentId = order.payments[0]?.id ?? "";
    const page = async () => (await staff.get(`${orders}/${order.id}`)).text;
    const inquiry = await world.stripe.dispute(paymentId, "unrecognized", { isInquiry: true, amount: 400 });
    await world.stripe.deliver();
    expect(await page()).toMatch(/bank asks about €4\.00[\s\S]*so that it doesn’t become a dispute/);
    await world.stripe.changeDispute(inquiry.id, "warning_closed");
    const dispute = await world.stripe.dispute(paymentId, "fraudulent", { amount: 1000 });
    await world.stripe.changeDispute(dispute.id, "lost");
    await world.stripe.deliver();
    const text = await page();
    for (const part of [
      ...["Inquiry closed", "bank disputed €10.00", "Lost: the customer got the money back"],
      ...["don’t ship this order", "Fulfil anyway"],
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain("Respond by");
  });

  test("are exported with the chosen filters, in a file for spreadsheets", async () => {
    const order = await buy(merchant, { poster: 2 });
    const file = await reader.get(`${orders}/export?show=unfulfilled`);
    expect(file.headers.get("content-disposition")).toBe(
      `attachment; filename=orders-${merchant.store.slug}.csv`,
    );
    expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(file.text).toContain(`${order.id},`);
    // Without this mark, Excel doesn't recognise UTF-8.
    expect(file.text.slice(0, 7)).toBe("\uFEFForder,");
    expect((await reader.get(`${orders}/export?show=refunded`)).text).not.toContain(order.id);
  });
});

describe("an order", () => {
  test("shows what was bought, the buyer and the address, and escapes what the buyer typed", async () => {
    const order = await buy(merchant, { poster: 2 });
    const { text } = await reader.get(`${orders}/${order.id}`);
    expect(text).toContain("2");
    for (const part of [
      "Tide Poster",
      "€48.00",
      "Paid",
      order.customerEmail ?? "",
      order.payments[0]?.id ?? "",
    ]) {
      expect(text).toContain(part);
    }
    const slip = await reader.get(`${orders}/${order.id}/slip`);
    expect([slip.text.includes("Tide Poster"), slip.text.includes("€48.00")]).toEqual([true, false]);
  });

  test("says by which rate it is shipped, on its page, the packing slip and the pick list", async () => {
    const shop = await world.merchant();
    const storeId = shop.store.id;
    const price = { priceInCents: 1290, days: null, freeFromInCents: null, countries: null };
    await world.services.database.shippingRates.add(
      { storeId, currency: "eur" },
      { name: "Express & <Co>", ...price },
    );
    const visitor = await signedIn(world, { storeId, role: "staff", email: "ship@example.com" });
    const { id } = await buy(shop, { poster: 2 });
    const home = `/dashboard/stores/${shop.store.slug}/orders`;
    const rate = "Express &amp; &lt;Co&gt;";
    for (const page of [id, `${id}/slip`]) {
      expect((await visitor.get(`${home}/${page}`)).text).toContain(`Shipping: <strong>${rate}</strong>`);
    }
    expect((await visitor.get(`${home}/pick-list`)).text).toContain(`</a> (2, ${rate})`);
  });

  test("has a packing slip of what is left, and one of each parcel", async () => {
    const { id, lines } = await buy(merchant, { poster: 3, font: 1 });
    const page = `${orders}/${id}`;
    const rows = async (query = "") => {
      const { text } = await reader.get(`${page}/slip${query}`);
      const found = text.matchAll(/<th scope="row">([^<]+)[\s\S]*?<td class="number">(\d+)/g);
      return { rows: [...found].map(([, name, quantity]) => [name, quantity]), text };
    };
    expect((await rows()).rows).toEqual([["Tide Poster", "3"]]);
    expect((await rows()).text).not.toContain("sent separately");
    await staff.submit(page, `${page}/fulfilment`, { [`quantity-${lines[0]?.productId}`]: "1" });
    expect((await rows()).rows).toEqual([["Tide Poster", "2"]]);
    const [, parcel = ""] = /slip\?parcel=(parcel_\w+)"/.exec((await reader.get(page)).text) ?? [];
    const slip = await rows(`?parcel=${parcel}`);
    expect(slip.rows).toEqual([["Tide Poster", "1"]]);
    expect(slip.text).toContain("Other items of this order are sent separately.");
    expect((await reader.get(`${page}/slip?parcel=parcel_0`)).status).toBe(404);
  });

  test("is on the pick list with what is left to send, by SKU and then by name", async () => {
    const poster = sampleProducts.find(({ reference }) => reference === "poster");
    if (!poster) throw new Error("There is no poster.");
    const more = [
      ["B", "TIDE-10"],
      ["C", "TIDE-9"],
      ["A", null],
    ].map(([reference, sku = null]) => ({
      ...poster,
      reference: `${reference}`,
      name: `Map ${reference}`,
      slug: null,
      sku,
    }));
    const shop = await world.merchant({}, [...sampleProducts, ...more]);
    const visitor = await signedIn(world, {
      storeId: shop.store.id,
      role: "staff",
      email: "pick@example.com",
    });
    const home = `/dashboard/stores/${shop.store.slug}/orders`;
    expect((await visitor.get(`${home}/pick-list`)).text).toContain("Nothing is left to send.");
    const [one, two] = [await buy(shop, { A: 1, B: 2, font: 1 }), await buy(shop, { B: 1, C: 1, poster: 1 })];
    const address = { storeId: shop.store.id, orderId: one.id };
    const sent = [{ productId: shop.products.B ?? "", quantity: 1 }];
    await world.services.database.orders.ship(address, { lines: sent, tracking: null });
    const { text } = await visitor.get(`${home}/pick-list`);
    const rows = text.matchAll(
      /<th scope="row">([^<]+)[\s\S]*?<strong>(\d+)<[\s\S]*?data-label="Orders">([\s\S]*?)<\/td>/g,
    );
    expect(
      [...rows].map(([, name, quantity, from = ""]) => [name, quantity, from.replaceAll(/<[^>]+>/g, "")]),
    ).toEqual([
      ["Map C", "1", `#${two.number}`],
      ["Map B", "2", `#${one.number}, #${two.number}`],
      ["Map A", "1", `#${one.number}`],
      ["Tide Poster", "1", `#${two.number}`],
    ]);
    expect(text).toContain("5 items of 2 orders");
    expect((await visitor.get(home)).text).toContain(`href="${home}/pick-list"`);
  });

  test("is returned in part, and what arrives goes back in stock", async () => {
    const shop = await world.merchant();
    const visitor = await signedIn(world, {
      storeId: shop.store.id,
      role: "staff",
      email: "back@example.com",
    });
    const poster = shop.products.poster ?? "";
    const { stockLevels } = world.services.database;
    await stockLevels.change({ storeId: shop.store.id, productId: poster }, { to: 10 });
    const { id } = await buy(shop, { poster: 3 });
    const page = `/dashboard/stores/${shop.store.slug}/orders/${id}`;
    const record = (quantity: string) =>
      visitor.submit(page, `${page}/returns`, { [`return-${poster}`]: quantity, reason: "Torn <b>" });
    for (const [quantity, fault] of [
      ["0", "Choose at least one item."],
      ["x", "“x” isn’t a quantity of Tide Poster."],
      ["4", "Only 3 can be returned."],
    ] as const) {
      const refused = await record(quantity);
      expect(refused.status).toBe(400);
      const form = refused.text.split(`action="${page}/returns"`)[1] ?? "";
      expect(form).toMatch(
        new RegExp(`name="return-${poster}"[^>]*value="${quantity}"[^>]*aria-invalid="true"`),
      );
      for (const part of [`id="return-${poster}-fault">${fault}`, 'value="Torn &lt;b&gt;"'])
        expect(form).toContain(part);
      expect(refused.text).toContain('<details open><summary class="button secondary small">Record a return');
    }
    expect((await record("2")).location).toBe(page);
    const recorded = (await visitor.get(page)).text;
    for (const part of [
      "Return recorded.",
      "2 × Tide Poster",
      "Torn &lt;b&gt;",
      "Return of 2 × Tide Poster recorded",
    ]) {
      expect(recorded).toContain(part);
    }
    const [, action = ""] = /action="([^"]+\/returns\/return_\w+)"/.exec(recorded) ?? [];
    const refused = await visitor.submit(page, action, { [`return-${poster}`]: "two" });
    expect([
      refused.status,
      refused.text.includes('<details open><summary class="button secondary small">Receive'),
    ]).toEqual([400, true]);
    expect(recorded).toMatch(new RegExp(`name="return-${poster}" type="number" min="0" max="2" value="2"`));
    expect((await visitor.submit(page, action, { [`return-${poster}`]: "1" })).location).toBe(page);
    const received = (await visitor.get(page)).text;
    for (const part of ["Return received.", "back in stock: 1 × Tide Poster"])
      expect(received).toContain(part);
    expect(received).not.toContain(action);
    expect((await stockLevels.find(poster))?.quantity).toBe(8);
    expect(
      (await visitor.post(`${page}/returns/return_0`, hiddenFields(received, `${page}/returns`))).status,
    ).toBe(404);
  });

  test("has a timeline of its payments, refunds and changes, newest first and with who made them", async () => {
    const { id, payments, number } = await buy(merchant, { poster: 1 });
    const page = `${orders}/${id}`;
    world.clock.now += 60_000;
    await staff.submit(page, `${page}/fulfilment`, { number: "RR1IE" });
    world.clock.now += 60_000;
    await world.stripe.refund(payments[0]?.id ?? "", 500);
    await world.stripe.deliver();
    const { text } = await reader.get(page);
    expect(text).toContain(`<h1>Order #${number}</h1>`);
    const [, timeline = ""] = /<ol class="timeline">([\s\S]*?)<\/ol>/.exec(text) ?? [];
    const steps = [...timeline.matchAll(/<li[^>]*>([^<]*)<p class="hint">(.*?)<\/p>/g)];
    expect(steps.map(([, step]) => step)).toEqual([
      "Refund of €5.00 made",
      "Fulfilled",
      "Payment of €24.00 received",
      "Order placed",
    ]);
    expect(steps[1]?.[2]).toContain("staff@example.com");
  });

  test("404 for another store's order, to read and to change", async () => {
    const other = await world.merchant();
    const { id } = await buy(other, { poster: 1 });
    const own = await buy(merchant, { poster: 1 });
    expect((await owner.get(`${orders}/${id}`)).status).toBe(404);
    expect((await owner.get(`${orders}/${id}/slip`)).status).toBe(404);
    const form_token =
      /name="form_token" value="([^"]+)"/.exec((await owner.get(`${orders}/${own.id}`)).text)?.[1] ?? "";
    expect((await owner.post(`${orders}/${id}/fulfilment`, { form_token })).status).toBe(404);
    expect((await owner.post(`${orders}/${id}/refunds`, { form_token, amount: "1" })).status).toBe(404);
  });

  test("is fulfilled by staff with its tracking, and the audit trail has their name", async () => {
    const { id, checkoutSessionId } = await buy(merchant, { poster: 1 });
    const page = `${orders}/${id}`;
    const fields = { carrier: "An Post", number: "RR1IE", url: "https://post.example/RR1IE" };
    const sent = await staff.submit(page, `${page}/fulfilment`, fields);
    expect([sent.status, sent.location]).toEqual([303, page]);
    expect((await staff.get(page)).text).toContain("Order fulfilled.");
    expect((await staff.get(page)).text).not.toContain("Order fulfilled.");
    expect((await orderOf(merchant, checkoutSessionId)).tracking).toEqual(fields);
    const audit = (await reader.get(`/dashboard/stores/${merchant.store.slug}/audit?about=${id}`)).text;
    expect([
      audit.includes("staff@example.com"),
      audit.includes("Order: fulfilled"),
      audit.includes("RR1IE"),
    ]).toEqual([true, true, false]);
    await staff.submit(page, `${page}/fulfilment`, { undo: "yes" });
    expect((await orderOf(merchant, checkoutSessionId)).fulfilledAt).toBeNull();
  });

  test("is sent in parcels by staff, with quantities per line, and the timeline has each", async () => {
    const { id, checkoutSessionId, lines } = await buy(merchant, { poster: 3 });
    const page = `${orders}/${id}`;
    const quantity = `quantity-${lines[0]?.productId}`;
    const send = (fields: Record<string, string>) => staff.submit(page, `${page}/fulfilment`, fields);
    expect((await staff.get(page)).text).toMatch(
      new RegExp(`name="${quantity}" type="number" min="0" max="3" value="3"`),
    );
    expect((await reader.get(page)).text).not.toContain(quantity);
    const first = await send({ [quantity]: "1", carrier: "An Post", number: "RR1IE" });
    expect([first.status, first.location]).toEqual([303, page]);
    const partly = (await staff.get(page)).text;
    for (const part of [
      "2 items are left to send.",
      "Partly sent",
      "1 × Tide Poster",
      "RR1IE",
      "Sent 1 × Tide Poster",
    ]) {
      expect(partly).toContain(part);
    }
    expect((await reader.get(page)).text).toContain("RR1IE");
    for (const wrong of ["3", "-1", "1.5", "", "many"]) {
      expect((await send({ [quantity]: wrong })).status).toBe(400);
    }
    expect((await send({ [quantity]: "0" })).text).toContain("Choose at least one item");
    expect((await orderOf(merchant, checkoutSessionId)).parcels).toHaveLength(1);
    await send({ [quantity]: "2" });
    expect((await staff.get(page)).text).toContain("Order fulfilled.");
    expect(
      (await orderOf(merchant, checkoutSessionId)).parcels?.map((parcel) => parcel.lines[0]?.quantity),
    ).toEqual([1, 2]);
  });

  test("409 for a parcel from an outdated page", async () => {
    const { id, checkoutSessionId, lines } = await buy(merchant, { poster: 3 });
    const page = `${orders}/${id}`;
    const fields = hiddenFields((await owner.get(page)).text, `${page}/fulfilment`);
    const parcel = { ...fields, [`quantity-${lines[0]?.productId}`]: "1" };
    const both = await Promise.all([0, 1].map(() => owner.post(`${page}/fulfilment`, parcel)));
    expect(both.map(({ status }) => status).sort()).toEqual([303, 409]);
    expect((await orderOf(merchant, checkoutSessionId)).parcels).toHaveLength(1);
  });

  test("409 for a second fulfilment from an outdated page, so that no tracking is lost", async () => {
    const { id, checkoutSessionId } = await buy(merchant, { poster: 1 });
    const page = `${orders}/${id}`;
    const form_token = /name="form_token" value="([^"]+)"/.exec((await owner.get(page)).text)?.[1] ?? "";
    const version = /name="version" value="([^"]+)"/.exec((await owner.get(page)).text)?.[1] ?? "";
    const tracking = { carrier: "An Post", number: "RR1IE", url: "https://post.example/RR1IE" };
    expect((await staff.submit(page, `${page}/fulfilment`, tracking)).status).toBe(303);
    for (const fields of [{}, { undo: "yes" }]) {
      const late = await owner.post(`${page}/fulfilment`, { form_token, version, ...fields });
      expect([late.status, late.text.includes("Someone else changed")]).toEqual([409, true]);
    }
    expect((await owner.post(`${page}/fulfilment`, { form_token })).status).toBe(409);
    expect((await orderOf(merchant, checkoutSessionId)).tracking).toEqual(tracking);
  });

  test.each([
    [{ carrier: "An Post" }, "number", "Tracking needs a tracking number."],
    [{ number: "1", url: "javascript:alert(1)" }, "url", "It must begin with https://."],
  ])(
    "400 for invalid tracking, beside its field and with what was typed: %j",
    async (fields, field, fault) => {
      const { id } = await buy(merchant, { poster: 1 });
      const page = await staff.submit(`${orders}/${id}`, `${orders}/${id}/fulfilment`, { ...fields });
      expect(page.status).toBe(400);
      expect(page.text).toContain(`<p class="fault" id="${field}-fault">${fault}</p>`);
      for (const [name, value] of Object.entries(fields)) {
        const [, shown] = new RegExp(`<input id="${name}"[^>]*value="([^"]*)"`).exec(page.text) ?? [];
        expect(shown).toBe(value);
      }
    },
  );

  test("has its address corrected until everything is sent, by staff", async () => {
    const { id, checkoutSessionId } = await buy(merchant, { poster: 1 });
    const page = `${orders}/${id}`;
    const fields = { name: "Ines Duarte", line1: "9 Quay Street", city: "Galway", postalCode: "", state: "" };
    expect((await reader.get(page)).text).not.toContain("Correct the address");
    expect((await staff.submit(page, `${page}/address`, fields)).location).toBe(page);
    const { text } = await staff.get(page);
    for (const part of ["Address saved.", "9 Quay Street", "Shipping address corrected"]) {
      expect(text).toContain(part);
    }
    expect((await orderOf(merchant, checkoutSessionId)).shippingAddress).toEqual({
      ...{ ...fields, line2: null, postalCode: null, state: null, country: "IE" },
    });
    const missing = await staff.submit(page, `${page}/address`, { ...fields, city: " " });
    expect([missing.status, missing.text.includes("“City” is missing")]).toEqual([400, true]);
    expect(missing.text).toMatch(/name="city"[^>]* aria-invalid="true" autofocus/);
    expect(missing.text).toContain('value="9 Quay Street"');
    await staff.submit(page, `${page}/fulfilment`);
    expect((await staff.get(page)).text).not.toContain("Correct the address");
  });

  /** The path with which the refund's form opens the confirmation. */
  async function confirmationOf(visitor: Visitor, page: string, amount: string): Promise<string> {
    const { text } = await visitor.get(`${page}/refund`);
    const fields = hiddenFields(text.slice(text.lastIndexOf("<form ")), `${page}/refund`);
    return `${page}/refund?${new URLSearchParams({ ...fields, amount })}`;
  }

  /** As `confirmationOf`, for items. */
  async function confirmationOfItems(form: string, page: string, quantities: Record<string, string>) {
    const fields = hiddenFields((await staff.get(form)).text, `${page}/refund`);
    return `${page}/refund?${new URLSearchParams({ ...fields, ...quantities })}`;
  }

  test("is refunded by items, whose shares and stock the confirmation shows", async () => {
    const poster = productId(merchant, "poster");
    const { id, checkoutSessionId } = await buy(merchant, { poster: 3, font: 1 });
    const page = `${orders}/${id}`;
    const wanted = { [`refund-${poster}`]: "2" };
    const confirmation = await confirmationOfItems(`${page}/refund`, page, wanted);
    const { text } = await staff.get(confirmation);
    for (const part of ["Refund €48.00?", "2 × Tide Poster: €48.00", `max="3" value="2"`]) {
      expect(text).toContain(part);
    }
    expect((await staff.submit(confirmation, `${page}/refunds`)).location).toBe(page);
    const after = (await staff.get(page)).text;
    for (const part of ["€48.00 refunded.", "2 × Tide Poster"]) expect(after).toContain(part);
    expect((await orderOf(merchant, checkoutSessionId)).refunds).toMatchObject([
      { amount: 4800, lines: [{ productId: poster, quantity: 2, amount: 4800 }], shipping: 0 },
    ]);
    const tooMany = await staff.get(await confirmationOfItems(`${page}/refund`, page, wanted));
    expect([tooMany.status, tooMany.text.includes("Only 1 can be refunded.")]).toEqual([400, true]);
    expect(tooMany.text).toMatch(
      new RegExp(`name="refund-${poster}"[^>]* value="2"[^>]* aria-invalid="true" autofocus`),
    );
    const nothing = await staff.get(await confirmationOfItems(`${page}/refund`, page, {}));
    expect([nothing.status, nothing.text.includes("Choose at least one item")]).toEqual([400, true]);
    expect(nothing.text).toContain('aria-invalid="true" autofocus');
    const half = { [`refund-${poster}`]: "0.5" };
    const wrong = await staff.get(await confirmationOfItems(`${page}/refund`, page, half));
    expect([wrong.status, wrong.text.includes("“0.5” isn’t a quantity of Tide Poster")]).toEqual([400, true]);
    expect(wrong.text).toMatch(
      new RegExp(`name="refund-${poster}"[^>]* value="0.5"[^>]* aria-invalid="true" autofocus`),
    );
  });

  test("is refunded for a return, with its items filled in, and the return then has the refund", async () => {
    const poster = productId(merchant, "poster");
    const { id, checkoutSessionId } = await buy(merchant, { poster: 2 });
    const address = { storeId: merchant.store.id, orderId: id };
    const { orderReturns } = world.services.database;
    await orderReturns.add(address, { lines: [{ productId: poster, quantity: 1 }], reason: null });
    const page = `${orders}/${id}`;
    const form =
      /href="([^"]+\?return=[^"]+)">Refund these items</.exec((await staff.get(page)).text)?.[1] ?? "";
    expect((await staff.get(form)).text).toMatch(new RegExp(`name="refund-${poster}"[^>]* value="1"`));
    const confirmation = await confirmationOfItems(form, page, { [`refund-${poster}`]: "1" });
    expect((await staff.get(confirmation)).text).not.toContain("Back in stock");
    expect((await staff.submit(confirmation, `${page}/refunds`)).status).toBe(303);
    const { refunds, returns } = await orderOf(merchant, checkoutSessionId);
    expect(returns).toMatchObject([{ refundId: refunds[0]?.id }]);
    expect((await staff.get(page)).text).not.toContain("Refund these items");
    await world.stripe.failRefund(refunds[0]?.id ?? "");
    await world.stripe.deliver();
    expect((await staff.get(page)).text).toContain("Refund these items");
  });

  test("is refunded only after a confirmation that shows amount and buyer", async () => {
    const order = await buy(merchant, { poster: 1 });
    const page = `${orders}/${order.id}`;
    const confirmation = await confirmationOf(staff, page, "4");
    const { text } = await staff.get(confirmation);
    for (const part of ["Refund €4.00?", order.customerEmail ?? "", "€20.00"]) expect(text).toContain(part);
    expect(await orderOf(merchant, order.checkoutSessionId)).toMatchObject({ status: "paid" });
    expect((await reader.get(confirmation)).status).toBe(403);
    expect((await staff.submit(confirmation, `${page}/refunds`)).location).toBe(page);
    const after = await staff.get(page);
    expect([after.text.includes("€4.00 refunded."), after.text.includes("-€4.00")]).toEqual([true, true]);
    expect((await staff.get(page)).text).not.toContain("€4.00 refunded.");
    expect(await orderOf(merchant, order.checkoutSessionId)).toMatchObject({ status: "partially_refunded" });
  });

  test.each([
    ["much", 'value="much"', "Enter an amount in EUR"],
    ["1.250", 'value="1.250"', "“1.250” could be 1250 or 1.25"],
    ["0", 'value="0"', "must be more than zero"],
    ["24,01", 'value="24,01"', "24.01 eur is more than can be refunded (24.00 eur)"],
  ])(
    "says beside the amount, which has the focus, why %s can't be refunded",
    async (amount, shown, fault) => {
      const { id } = await buy(merchant, { poster: 1 });
      const refused = await staff.get(await confirmationOf(staff, `${orders}/${id}`, amount));
      const field = /<input id="amount"[^>]*>/.exec(refused.text)?.[0] ?? "";
      expect([field.includes(shown), field.includes(" autofocus")]).toEqual([true, true]);
      expect(/id="amount-fault">([^<]*)</.exec(refused.text)?.[1]).toContain(fault);
    },
  );

  test("is refunded by an amount with a decimal comma", async () => {
    const { id } = await buy(merchant, { poster: 1 });
    const confirmation = await confirmationOf(staff, `${orders}/${id}`, "4,50");
    expect((await staff.get(confirmation)).text).toContain("Refund €4.50?");
  });

  test("is refunded with chosen items back in stock, and only the others are left to send", async () => {
    const address = { storeId: merchant.store.id, productId: productId(merchant, "poster") };
    const { stockLevels } = world.services.database;
    await stockLevels.change(address, { to: 9 });
    const { id } = await buy(merchant, { poster: 5 });
    const page = `${orders}/${id}`;
    const confirmation = await confirmationOf(staff, page, "4");
    const field = `return-${address.productId}`;
    const tooMany = await staff.submit(confirmation, `${page}/refunds`, { [field]: "6" });
    expect(tooMany.status).toBe(409);
    expect((await staff.submit(confirmation, `${page}/refunds`, { [field]: "1" })).location).toBe(page);
    const { text } = await staff.get(page);
    expect(text).toContain("€4.00 refunded. Back in stock: 1 × Tide Poster.");
    expect(text).toContain('max="4" value="4"');
    expect(await stockLevels.find(address.productId)).toEqual({ quantity: 5, reserved: 0 });
    await stockLevels.change(address, null);
  });

  test("is refunded once if a form is sent twice, at once or later", async () => {
    const { id, checkoutSessionId } = await buy(merchant, { poster: 1 });
    const page = `${orders}/${id}`;
    const fields = hiddenFields(
      (await staff.get(await confirmationOf(staff, page, "4"))).text,
      `${page}/refunds`,
    );
    const both = await Promise.all([0, 1].map(() => staff.post(`${page}/refunds`, fields)));
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    await world.stripe.deliver();
    expect((await staff.post(`${page}/refunds`, fields)).status).toBe(303);
    expect((await staff.get(page)).text).toContain("Nothing more was refunded.");
    expect((await orderOf(merchant, checkoutSessionId)).refunds).toMatchObject([{ amount: 400 }]);
    expect((await staff.post(`${page}/refunds`, { ...fields, amount: "5.00" })).status).toBe(409);
  });

  test("leads to the order when the refund's outcome isn't known, and is then refunded once", async () => {
    const { id, checkoutSessionId } = await buy(merchant, { poster: 1 });
    const page = `${orders}/${id}`;
    world.stripe.fail({ how: "drop", when: "after", path: "/v1/refunds", method: "POST", requests: 2 });
    const lost = await staff.submit(await confirmationOf(staff, page, "4"), `${page}/refunds`);
    expect([
      lost.status,
      lost.text.includes("Check the order"),
      lost.text.includes(`href="${page}"`),
    ]).toEqual([500, true, true]);
    expect((await staff.get(page)).text).toContain("A refund of €4.00 was requested");
    await staff.submit(await confirmationOf(staff, page, "4"), `${page}/refunds`);
    const { text } = await staff.get(page);
    expect([text.includes("already refunded €4.00"), text.includes("was requested")]).toEqual([true, false]);
    await world.stripe.deliver();
    expect((await orderOf(merchant, checkoutSessionId)).refunds).toMatchObject([{ amount: 400 }]);
  });

  test("is refunded in part and then in full, and never from an outdated page", async () => {
    const { id, checkoutSessionId } = await buy(merchant, { poster: 1 });
    const page = `${orders}/${id}`;
    const late = await confirmationOf(owner, page, "4.00");
    const overtaken = hiddenFields((await owner.get(late)).text, `${page}/refunds`);
    await staff.submit(await confirmationOf(staff, page, "4.00"), `${page}/refunds`);
    for (const refused of [await owner.post(`${page}/refunds`, overtaken), await owner.get(late)]) {
      expect([refused.status, refused.text.includes("refunded since you opened it")]).toEqual([409, true]);
    }
    expect((await staff.get(await confirmationOf(staff, page, "20.01"))).status).toBe(409);
    expect((await staff.get(await confirmationOf(staff, page, "all of it"))).status).toBe(400);
    await staff.submit(await confirmationOf(staff, page, "4"), `${page}/refunds`);
    await staff.submit(await confirmationOf(staff, page, "16"), `${page}/refunds`);
    const { status, refunds } = await orderOf(merchant, checkoutSessionId);
    expect(status).toBe("refunded");
    expect(refunds.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([400, 400, 1600]);
    expect((await staff.get(page)).text).not.toContain(`href="${page}/refund"`);
    expect((await staff.get(`${page}/refund`)).status).toBe(409);
  });

  test("shows no forms to readers", async () => {
    const { id } = await buy(merchant, { poster: 1 });
    const { text } = await reader.get(`${orders}/${id}`);
    expect(
      text.match(/<form method="post" action="[^"]+"/g)?.every((form) => form.includes("/sign-out")),
    ).toBe(true);
  });
});

test("the overview of a store that can't sell yet leads its owner to what is missing", async () => {
  const shop = await world.merchant({ isPublished: false }, []);
  const homeFor = async (role: "owner" | "staff") => {
    const visitor = await signedIn(world, { storeId: shop.store.id, role, email: `${role}@new.example` });
    return (await visitor.get(`/dashboard/stores/${shop.store.slug}`)).text;
  };
  const owners = await homeFor("owner");
  expect(owners).toContain("2 steps before the store can sell");
  const links = [...owners.matchAll(/<a class="button secondary small" href="([^"]+)">([^<]+)/g)];
  const home = `/dashboard/stores/${shop.store.slug}`;
  expect(links.map(([, href, label]) => [href, label])).toEqual([
    [`${home}/products`, "Add products"],
    [`${home}/settings#redirects`, "Add URLs"],
    [`${home}/settings#contact`, "Turn on"],
  ]);
  expect(owners).toContain(`action="${home}/publishing"`);
  expect(await homeFor("staff")).not.toContain("before the store can sell");
});

test("the checklist disappears once the store can sell", async () => {
  const shop = await world.merchant();
  const visitor = await signedIn(world, {
    storeId: shop.store.id,
    role: "owner",
    email: "sells@new.example",
  });
  const { text } = await visitor.get(`/dashboard/stores/${shop.store.slug}`);
  expect([text.includes("Needs attention"), text.includes('class="steps"')]).toEqual([true, false]);
});

test("subscriptions have pages, with their order and the total of live ones", async () => {
  const shop = await world.merchant();
  const visitor = await signedIn(world, {
    ...{ storeId: shop.store.id, role: "read_only", email: "subscriptions@example.com" },
  });
  const order = await buy(shop, { monthly: 1 });
  const { subscriptions } = world.services.database;
  for (let n = 0; n < 27; n++) {
    await subscriptions.save({
      ...{
        id: `sub_0${String(n).padStart(2, "0")}`,
        storeId: shop.store.id,
        account: null,
        customerId: `cus_${n}`,
      },
      ...{
        memberId: n < 4 ? "m1" : null,
        status: n < 2 ? "past_due" : n === 2 ? "canceled" : "active",
        fetchedAt: n === 2 ? 2 : 1,
      },
    });
  }
  const list = `/dashboard/stores/${shop.store.slug}/subscriptions`;
  const first = (await visitor.get(list)).text;
  const figures = [...first.matchAll(/<dd>(\d+)<\/dd>/g)].map(([, figure]) => Number(figure));
  expect(figures).toEqual([27, 1, 2]);
  const idsOn = (text: string) => text.match(/(?<=<code>)sub_\w+/g) ?? [];
  expect(idsOn(first)).toHaveLength(25);
  expect(idsOn(first)).not.toContain("sub_002");
  const next = /href="([^"]+)">Next page/.exec(first)?.[1] ?? "";
  const second = (await visitor.get(next)).text;
  expect([idsOn(second).length, second.includes("Next page")]).toEqual([2, false]);
  const all = (await visitor.get(`${list}?show=all`)).text;
  expect(idsOn(all)).toContain("sub_002");
  const link = `<a href="/dashboard/stores/${shop.store.slug}/orders/${order.id}">${order.customerEmail}</a>`;
  expect(first + second).toContain(link);
  for (const after of ["sub_unknown", "sub_guest"]) {
    expect((await visitor.get(`${list}?after=${after}`)).status).toBe(404);
  }
});

test("staff can give a guest's subscription to a member, and get 409 for another member", async () => {
  await world.services.database.subscriptions.save({
    id: "sub_guest",
    storeId: merchant.store.id,
    account: null,
    customerId: "cus_guest",
    memberId: null,
    status: "active",
    fetchedAt: 1,
  });
  const list = `/dashboard/stores/${merchant.store.slug}/subscriptions`;
  const attach = `${list}/sub_guest/member`;
  expect((await reader.get(list)).text).toContain("sub_guest");
  const { text } = await staff.get(list);
  const form_token = /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? "";
  expect((await staff.submit(list, attach, { member: "ada" })).status).toBe(303);
  expect((await staff.get(list)).text).toContain(">ada<");
  expect((await staff.post(attach, { form_token, member: "grace" })).status).toBe(409);
  expect((await staff.post(`${list}/sub_unknown/member`, { form_token, member: "ada" })).status).toBe(404);
});

test("staff cancel a subscription at the end of its period or now, after a page that says when that is", async () => {
  const shop = await world.merchant();
  const { id: storeId, slug } = shop.store;
  const visitor = await signedIn(world, { storeId, role: "staff", email: "cancels@example.com" });
  const id = await subscribe(world, shop, "ines", { monthly: 2 });
  const list = `/dashboard/stores/${slug}/subscriptions`;
  const listed = async () =>
    (await visitor.get(list)).text.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
  const before = await listed();
  expect(before).toContain("2 × Print Club €18.00 a month");
  const renews = /Renews (\d+ \w+ \d+)/.exec(before)?.[1] ?? "";
  const cancel = `${list}/${id}/cancel`;
  expect((await visitor.get(list)).text).toContain(`href="${cancel}"`);
  const page = (await visitor.get(cancel)).text;
  expect(page).toContain("2 × Print Club · ines");
  expect(page).toContain(`Let it end on ${renews}</button>`);
  expect((await visitor.submit(cancel, cancel, { at: "periodEnd" })).status).toBe(303);
  expect(await listed()).toContain(`The subscription ends on ${renews}.`);
  expect(await listed()).toContain(`Active Ends ${renews}`);
  expect((await visitor.get(cancel)).text).not.toContain("Let it end");
  expect((await visitor.submit(cancel, cancel, { at: "now" })).status).toBe(303);
  expect((await visitor.get(`${list}?show=all`)).text).toMatch(/Canceled<[\s\S]*Ended \d/);
  expect((await world.services.database.subscriptions.find(id))?.status).toBe("canceled");
  for (const unknown of ["sub_unknown", await subscribe(world, merchant, "tom")]) {
    expect((await visitor.get(`${list}/${unknown}/cancel`)).status).toBe(404);
    const form_token = /name="form_token" value="([^"]+)"/.exec(page)?.[1] ?? "";
    expect((await visitor.post(`${list}/${unknown}/cancel`, { form_token, at: "now" })).status).toBe(404);
  }
});

// It moves the clock by weeks, which ends every session.
describe("the overview", () => {
  test("has the revenue of today, seven and thirty days, a chart with its text, and what needs attention", async () => {
    const shop = await world.merchant();
    const person = { storeId: shop.store.id, role: "read_only", email: "look@example.com" } as const;
    let visitor = await signedIn(world, person);
    const home = `/dashboard/stores/${shop.store.slug}`;
    const empty = (await visitor.get(home)).text;
    expect([
      empty.includes("Nothing needs attention."),
      empty.includes("No payments in the last 30 days."),
    ]).toEqual([true, true]);
    for (const [quantity, days] of [
      [1, 20],
      [2, 4],
      [3, 0],
    ] as const) {
      await buy(shop, { poster: quantity });
      world.clock.now += days * 24 * 3_600_000;
    }
    await buy(shop, { poster: 1 });
    visitor = await signedIn(world, person);
    const { text } = await visitor.get(home);
    const stats = [
      ...text.matchAll(
        /<dt>([^<]+)<\/dt><dd>([^<]+)<\/dd>\s*<dd class="beside">([^<]+)<\/dd>\s*<dd class="beside">(.+?)<\/dd>/g,
      ),
    ].map(([, ...parts]) => parts.map((part) => part.replaceAll(/<[^>]+>/g, "")));
    expect(stats).toEqual([
      ["Today", "€96.00", "2 orders", "more than yesterday"],
      ["Last 7 days", "€144.00", "3 orders", "more than the 7 days before"],
      ["Last 30 days", "€168.00", "4 orders", "more than the 30 days before"],
    ]);
    expect(text).toMatch(
      /Best sellers[\s\S]*Tide Poster<\/a><\/th><td class="number">7<\/td><td class="number">€168\.00</,
    );
    expect(text).toMatch(/Latest orders[\s\S]*#1004[\s\S]*#1001/);
    expect(text).toMatch(/<svg[^>]*role="img" aria-label="€168\.00 in 30 days\. Best day: [^"]+, €96\.00\."/);
    expect(text.match(/<rect class="bar" x=/g)).toHaveLength(30);
    expect(text).toContain("<strong>4</strong> orders to fulfil");
    world.clock.now += 30 * 24 * 3_600_000;
    visitor = await signedIn(world, person);
    const later = (await visitor.get(home)).text.replaceAll(/<[^>]+>/g, "");
    expect(later).toContain("100% less than the 30 days before");
  });
});
