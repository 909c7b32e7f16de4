import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isApiKey } from "../../server/domain/api-key.ts";
import { buy } from "../helpers/shopping.ts";
import { type Merchant, startWorld, type World } from "../helpers/world.ts";
import { hiddenFields, signedIn, type Visitor } from "./dashboard-visitor.ts";

let world: World;
let merchant: Merchant;
let owner: Visitor;
let home: string;
beforeAll(async () => {
  world = await startWorld();
  merchant = await world.merchant();
  home = `/dashboard/stores/${merchant.store.slug}`;
  owner = await signedIn(world, { storeId: merchant.store.id, role: "owner" });
});
afterAll(() => world.close());

const storeNow = async () => world.services.database.stores.findBySlug(merchant.store.slug);

describe("the settings", () => {
  const settings = () => `${home}/settings`;

  /** A section's form as it is shown. */
  async function fields(section: string, visitor = owner): Promise<Record<string, string>> {
    return fieldsIn((await visitor.get(settings())).text, section);
  }
  function fieldsIn(text: string, section: string): Record<string, string> {
    const form = text.split("<form ").find((one) => one.includes(`name="section" value="${section}"`)) ?? "";
    const shown = [
      ...form.matchAll(
        /<input (?:id="[^"]+" )?(?:type="\w+" )?name="([^"]+)"(?: type="\w+")? value="([^"]*)"/g,
      ),
      ...form.matchAll(/<textarea id="[^"]+" name="([^"]+)"[^>]*>\n([^<]*)/g),
    ].filter(([input]) => !input.includes("checkbox"));
    const chosen = /<select id="(\w+)"[\s\S]*?<option value="(\w+)" selected/.exec(form);
    const decoded = (value: string) => value.replaceAll("&quot;", '"').replaceAll("&#39;", "'");
    return Object.fromEntries(
      [...shown, ...(chosen ? [chosen] : [])].map(([, name = "", value = ""]) => [name, decoded(value)]),
    );
  }
  const save = async (section: string, change: Record<string, string>, visitor = owner) =>
    visitor.post(settings(), { ...(await fields(section, visitor)), ...change });

  test("409 for the form of a version that named a field otherwise, which would turn emails off", async () => {
    const form = await fields("contact");
    const seen = form.seen?.replace("emailsBuyers", "mailsBuyers") ?? "";
    const earlier = { ...form, seen, mailsBuyers: "yes" };
    expect((await owner.post(settings(), earlier)).status).toBe(409);
  });

  test("are saved section by section: each changes its own fields only, and emptied fields are removed", async () => {
    const [{ form_token = "" }] = [await fields("profile")];
    expect(form_token).not.toBe("");
    expect((await save("profile", { description: "By the sea" })).status).toBe(303);
    expect((await save("redirects", { successUrl: "https://shop.example/thanks?a=1" })).status).toBe(303);
    expect((await save("selling", { shipsTo: "IE, gb ie", allowsRepeatSubscriptions: "yes" })).status).toBe(
      303,
    );
    expect((await save("invoices", { createsInvoices: "yes", collectsTaxIds: "yes" })).status).toBe(303);
    expect((await save("theme", { "theme.primary": "#123456" })).status).toBe(303);
    expect((await save("contact", { emailsBuyers: "yes" })).status).toBe(303);
    const agents = {
      "sellsThrough.acp": "yes",
      "sellsThrough.ucp": "yes",
      returnPolicyUrl: "https://shop.example/returns",
    };
    expect((await save("agents", agents)).status).toBe(303);
    expect(await storeNow()).toMatchObject({
      description: "By the sea",
      successUrl: "https://shop.example/thanks?a=1",
      shipsTo: ["gb", "ie"],
      allowsRepeatSubscriptions: true,
      emailsBuyers: true,
      createsInvoices: true,
      collectsTaxIds: true,
      sellsThrough: ["acp", "ucp"],
      returnPolicyUrl: "https://shop.example/returns",
      theme: { primary: "#123456" },
      isPublished: true,
    });
    await save("profile", { description: "" });
    await save("redirects", { successUrl: "" });
    await save("selling", {});
    await save("invoices", {});
    await save("theme", { "theme.primary": "" });
    await save("contact", {});
    await save("agents", { returnPolicyUrl: "" });
    expect(await storeNow()).toMatchObject({
      description: null,
      successUrl: null,
      shipsTo: null,
      allowsRepeatSubscriptions: false,
      emailsBuyers: false,
      createsInvoices: false,
      collectsTaxIds: false,
      sellsThrough: [],
      returnPolicyUrl: null,
      theme: { primary: null },
      isPublished: true,
    });
  });

  test("take the store offline, and the checklist publishes it again", async () => {
    const home = settings().replace("/settings", "");
    const offline = await owner.submit(settings(), `${home}/publishing`);
    expect([offline.status, (await storeNow())?.isPublished]).toEqual([303, false]);
    expect((await owner.get(settings())).text).toContain("The store isn’t published.");
    const online = await owner.submit(home, `${home}/publishing`);
    expect([online.location, (await storeNow())?.isPublished]).toEqual([home, true]);
    expect((await owner.get(home)).text).toContain("The store is published.");
  });

  test("take a colour from the picker if only the picker was changed", async () => {
    await save("theme", { "theme.primary.picker": "#7a1f3d", "theme.border": "#abc" });
    expect((await storeNow())?.theme).toMatchObject({ primary: "#7a1f3d", border: "#abc", background: null });
    const { text } = await owner.get(settings());
    expect(text).toContain('name="theme.primary.picker" value="#7a1f3d"');
    expect(text).toContain('name="theme.border.picker" value="#aabbcc"');
    await save("theme", { "theme.primary.picker": "#000000", "theme.primary": "rebeccapurple" });
    expect((await storeNow())?.theme).toMatchObject({ primary: "rebeccapurple", border: "#abc" });
    await save("theme", { "theme.primary": "", "theme.border": "" });
  });

  test("offer countries and currencies by their names", async () => {
    const form = new URLSearchParams(await fields("selling"));
    for (const country of ["se", "ie"]) form.append("shipsTo", country);
    const headers = { origin: "http://counterpart.test" };
    expect((await owner.send(settings(), { method: "POST", body: form, headers })).status).toBe(303);
    expect((await storeNow())?.shipsTo).toEqual(["ie", "se"]);
    const { text } = await owner.get(settings());
    expect(text).toContain('<option value="eur" selected>EUR – Euro</option>');
    expect([...text.matchAll(/value="(\w\w)" checked>\s*<label[^>]*>([^<]+)/g)]).toMatchObject([
      { 1: "ie", 2: "Ireland" },
      { 1: "se", 2: "Sweden" },
    ]);
    await save("selling", {});
  });

  test("take countries by name, by code and by group, and lose the list for all countries", async () => {
    await save("selling", { shipsTo: "ie", "shipsTo.add": "Côte d’Ivoire, ax; united kingdom" });
    expect((await storeNow())?.shipsTo).toEqual(["ax", "ci", "gb", "ie"]);
    await save("selling", { "shipsTo.add": "Switzerland", "shipsTo.group": "eu" });
    expect((await storeNow())?.shipsTo).toHaveLength(28);
    await save("selling", { "shipsTo.group": "eea" });
    expect((await storeNow())?.shipsTo).toEqual(expect.arrayContaining(["is", "li", "no"]));
    const refused = await save("selling", { shipsTo: "ie", "shipsTo.add": "Atlantis, Sweden" });
    expect(refused.status).toBe(400);
    expect(/id="shipsTo.add-fault">([^<]*)/.exec(refused.text)?.[1]).toContain("Atlantis");
    expect(refused.text).toContain('name="shipsTo.add" type="text" value="Atlantis"');
    expect([...refused.text.matchAll(/value="(\w\w)" checked>/g)].map(([, code]) => code)).toEqual([
      "ie",
      "se",
    ]);
    await save("selling", { shipsTo: "ie", "shipsTo.group": "all" });
    expect((await storeNow())?.shipsTo).toBeNull();
  });

  test("have a time zone, in which dates are shown", async () => {
    expect((await owner.get(settings())).text).toContain(
      '<option value="Europe/Dublin">Europe/Dublin</option>',
    );
    expect((await save("profile", { timeZone: "Asia/Tokyo" })).status).toBe(303);
    expect((await storeNow())?.timeZone).toBe("Asia/Tokyo");
    expect((await owner.get(settings())).text).toContain('<option value="Asia/Tokyo" selected>');
    const codes = settings().replace("settings", "codes");
    const wanted = { code: "TOKYO", amount: "1", expires: "2027-01-31" };
    expect((await owner.submit(codes, codes, wanted)).status).toBe(303);
    expect((await owner.get(codes)).text).toContain("until 31 Jan 2027");
    const [code] = await world.services.database.promotionCodes.list(merchant.store.id);
    expect(code?.expiresAt).toBe(Date.parse("2027-01-31T15:00:00Z"));
    await save("profile", { timeZone: "UTC" });
    expect((await storeNow())?.timeZone).toBe("UTC");
  });

  test("are previewed without being saved", async () => {
    const before = await storeNow();
    const colour = '#00ff00"><script>alert(1)</script>';
    const page = await save("theme", { "theme.primary": colour, preview: "yes" });
    expect(page.status).toBe(200);
    expect(page.text).toContain('fill="#00ff00&quot;&gt;&lt;script&gt;');
    expect(page.text).not.toContain("<script>");
    expect(await storeNow()).toEqual(before);
  });

  test.each([
    ["profile", "name", "", "is empty"],
    ["profile", "timeZone", "Mars/Olympus", "isn&#39;t a time zone"],
    ["profile", "name", "Quay\r\nBcc: a@example.com", "without the invisible character U+000A"],
    ["profile", "name", "Quay\u202estnirP", "without the invisible character U+202E"],
    ["redirects", "successUrl", "javascript:alert(1)", "must begin with http"],
    ["profile", "logoUrl", "ftp://a.example/logo.png", "must begin with http"],
    ["selling", "currency", "abc", "isn&#39;t a current currency code"],
    ["contact", "contactEmail", "nobody", "email address"],
    ["theme", "theme.primary", "c".repeat(5000), "is longer"],
    ["theme", "theme.primary", "red; } body { display: none", "isn&#39;t a CSS value"],
    ["theme", "theme.fontBody", "</style><script>", "isn&#39;t a CSS value"],
  ])("400 with what was typed, when %s has %s %j", async (section, field, value, told) => {
    const before = await storeNow();
    const page = await save(section, { [field]: value });
    expect([page.status, page.text.includes(`id="${field}-fault"`)]).toEqual([400, true]);
    expect(page.text).toContain(told);
    expect(page.text).toContain(`<a href="#${section}">`);
    expect(await storeNow()).toEqual(before);
  });

  test("409 after a concurrent change of the section: names the person and the fields, and saves both changes the next time", async () => {
    const email = "ada@example.com";
    const other = await signedIn(world, { storeId: merchant.store.id, role: "owner", email });
    const stale = await fields("contact");
    // The clock doesn't move, and the latest change is requested.
    world.clock.now += 1000;
    const theirs = { contactPhone: "1", contactEmail: "theirs@example.com" };
    expect((await save("contact", theirs, other)).status).toBe(303);
    const page = await owner.post(settings(), { ...stale, contactPhone: "2" });
    expect(page.status).toBe(409);
    for (const told of [
      `${email} changed these settings`,
      "<b>Contact email</b>: <del>empty</del> → <ins>theirs@example.com</ins>",
      "Current value: 1",
    ]) {
      expect(page.text).toContain(told);
    }
    expect(await storeNow()).toMatchObject({ contactPhone: "1" });
    expect((await owner.post(settings(), fieldsIn(page.text, "contact"))).status).toBe(303);
    expect(await storeNow()).toMatchObject({ contactPhone: "2", contactEmail: "theirs@example.com" });
    await save("contact", { contactPhone: "", contactEmail: "" });
  });

  test("don't conflict with a concurrent change of another section, or of fields that have no form", async () => {
    const { slug } = merchant.store;
    const stale = await fields("profile");
    await save("search", { seoTitle: "Theirs" });
    await world.services.database.stores.update(slug, { introspectionClientId: "shop" });
    expect((await owner.post(settings(), { ...stale, description: "Mine" })).status).toBe(303);
    expect(await storeNow()).toMatchObject({ description: "Mine", seoTitle: "Theirs" });
  });

  test("400 for a form without a section", async () => {
    for (const section of ["", "constructor", "everything"]) {
      expect((await owner.post(settings(), { ...(await fields("profile")), section })).status).toBe(400);
    }
  });

  test("409 for a form without the values it was based on, and for the currency of a store with orders", async () => {
    for (const seen of ["", "[]", "null", "{}"]) {
      expect((await save("profile", { seen })).status).toBe(409);
    }
    await buy(merchant, { poster: 1 });
    const sold = await save("selling", { currency: "usd" });
    expect([sold.status, sold.text.includes("has orders in its currency")]).toEqual([409, true]);
  });
});

describe("the keys", () => {
  const keys = () => `${home}/keys`;
  const keyIn = (text: string) => /<code id="secret" class="secret">(cp_[^<]+)<\/code>/.exec(text)?.[1] ?? "";
  const list = () => world.services.database.keys.list(merchant.store.id);
  // They are listed in the order of their creation.
  beforeEach(() => {
    world.clock.now += 1000;
  });

  test("are created with a label and an expiry, and shown once", async () => {
    const page = await owner.submit(keys(), keys(), { label: "Storefront <b>", lifetime: "30d" });
    const key = keyIn(page.text);
    expect(isApiKey(key)).toBe(true);
    expect(await world.services.database.keys.holder(key)).toMatchObject({ storeId: merchant.store.id });
    expect((await list()).at(-1)).toMatchObject({
      label: "Storefront <b>",
      expiresAt: world.clock.now + 30 * 24 * 60 * 60 * 1000,
    });
    const { text } = await owner.get(keys());
    expect([text.includes("Storefront &lt;b&gt;"), text.includes(key)]).toEqual([true, false]);
    expect(world.logLines.join("\n")).not.toContain(key);
  });

  test("are rotated: the old one keeps working for the chosen time", async () => {
    const old = keyIn((await owner.submit(keys(), keys(), { lifetime: "never" })).text);
    const { id } = (await list()).at(-1) ?? {};
    const action = `${keys()}/${id}/rotate`;
    const made = keyIn((await owner.submit(keys(), action, { overlap: "1h" })).text);
    const { holder } = world.services.database.keys;
    expect([await holder(old), await holder(made)]).toMatchObject([
      { keyId: id },
      { storeId: merchant.store.id },
    ]);
    world.clock.now += 60 * 60 * 1000;
    expect(await holder(old)).toBeUndefined();
    expect(await holder(made)).toBeDefined();
  });

  test("are revoked, and 404 for another store's", async () => {
    const key = keyIn((await owner.submit(keys(), keys(), { lifetime: "never" })).text);
    const { id } = (await list()).at(-1) ?? {};
    const other = await world.merchant();
    const [foreign] = await world.services.database.keys.list(other.store.id);
    const token = hiddenFields((await owner.get(keys())).text, keys());
    for (const action of ["revoke", "rotate"]) {
      const page = await owner.post(`${keys()}/${foreign?.id}/${action}`, { ...token, overlap: "1h" });
      expect(page.status).toBe(404);
    }
    expect(await world.services.database.keys.holder(other.key)).toBeDefined();
    expect((await owner.submit(keys(), `${keys()}/${id}/revoke`)).status).toBe(303);
    expect(await world.services.database.keys.holder(key)).toBeUndefined();
  });
});

describe("the events", () => {
  const events = () => `${home}/events`;
  const add = () => `${events()}/endpoints`;
  const list = () => world.services.database.eventEndpoints.list(merchant.store.id);

  test("get an endpoint with its secret, which is shown once", async () => {
    const { text } = await owner.get(events());
    const body = new URLSearchParams({ ...hiddenFields(text, add()), url: "https://shop.example/in?t=1" });
    for (const type of ["order.paid", "order.refunded", "no.such"]) body.append("types", type);
    const headers = { origin: "http://counterpart.test" };
    const page = await owner.send(add(), { method: "POST", body, headers });
    const secret = /whsec_[\w+/=]+/.exec(page.text)?.[0] ?? "";
    expect(secret.length).toBeGreaterThan(30);
    expect(await list()).toMatchObject([
      { url: "https://shop.example/in?t=1", types: ["order.paid", "order.refunded"] },
    ]);
    expect((await owner.get(events())).text).not.toContain("whsec_");
  });

  test.each(["", "ftp://shop.example", "https://user:pass@shop.example/"])(
    "400 for the address %j, which the form keeps",
    async (url) => {
      const before = await list();
      const page = await owner.submit(events(), add(), { url });
      expect([page.status, page.text.includes('aria-invalid="true"')]).toEqual([400, true]);
      expect(await list()).toEqual(before);
    },
  );

  test("are listed with their deliveries, and sent again", async () => {
    const order = await buy(merchant, { font: 1 });
    const [event] = await world.services.database.events.list(merchant.store.id, 1);
    const { text } = await owner.get(events());
    expect(text).toContain("order.paid");
    expect(text).toContain(`${home}/orders/${order.id}`);
    expect(text).toContain("shop.example, 0 attempts");
    const again = await owner.submit(events(), `${events()}/${event?.id}/resend`);
    expect(again.status).toBe(303);
    expect((await owner.get(events())).text).toContain("Resending the event to 1 endpoint");
    const token = hiddenFields(text, add());
    expect((await owner.post(`${events()}/evt_unknown/resend`, token)).status).toBe(404);
  });

  test("stop and resume at an endpoint, until it is removed", async () => {
    const [endpoint] = await list();
    const action = `${add()}/${endpoint?.id}`;
    const token = hiddenFields((await owner.get(events())).text, add());
    const send = async (name: string) => (await owner.post(action, { ...token, action: name })).status;
    expect([await send("disable"), (await list())[0]?.disabledReason]).toEqual([303, "in the dashboard"]);
    expect([await send("enable"), (await list())[0]?.disabledAt]).toEqual([303, null]);
    expect(await send("explode")).toBe(400);
    const other = await signedIn(world, {
      storeId: (await world.merchant()).store.id,
      role: "owner",
      email: "other@example.com",
    });
    expect((await other.post(action, token)).status).toBe(404);
    expect([await send("remove"), await list()]).toEqual([303, []]);
    expect(await send("remove")).toBe(404);
  });
});

describe("the payments", () => {
  const payments = () => `${home}/payments`;

  /** Completes the provider's page, and returns the path to which the owner is redirected. */
  async function connectAs(visitor: Visitor, page: string, answer: "connect" | "deny"): Promise<string> {
    const url = /href="([^"]*\/oauth\/authorize[^"]*)"/.exec((await visitor.get(page)).text)?.[1] ?? "";
    const { searchParams, origin } = new URL(url.replaceAll("&amp;", "&"));
    const body = new URLSearchParams([...searchParams, ["answer", answer]]);
    const answered = await fetch(`${origin}/oauth/authorize`, { method: "POST", redirect: "manual", body });
    const back = new URL(answered.headers.get("location") ?? "");
    expect(back.origin + back.pathname).toBe("http://counterpart.test/dashboard/payments/connected");
    return back.pathname + back.search;
  }

  test("stop, and resume when the owner has connected an account", async () => {
    expect((await owner.submit(payments(), `${payments()}/disconnect`)).status).toBe(303);
    expect(await storeNow()).toMatchObject({ paymentsConfigured: false });
    expect((await owner.get(payments())).text).toContain("1 step before the store can sell");
    await owner.submit(`${home}/codes`, `${home}/codes`, { code: "BEFORE", percent: "10" });
    const back = await connectAs(owner, payments(), "connect");
    const page = await owner.get(back);
    expect([page.status, page.location]).toEqual([303, payments()]);
    expect(await storeNow()).toMatchObject({
      paymentsConfigured: true,
      stripeAccount: expect.stringMatching(/^acct_/),
    });
    const { text } = await owner.get(payments());
    expect(text).toContain("receives the store’s payments");
    expect(text).toMatch(/BEFORE[A-Z, ]* now works? on this account\./);
    expect(text).toContain("The store can sell");
    expect((await owner.get(back)).status).toBe(409);
    expect(world.logLines.join("\n")).not.toContain(new URLSearchParams(back).get("code"));
  });

  test("aren't changed if the owner cancels", async () => {
    const before = await storeNow();
    const page = await owner.get(await connectAs(owner, payments(), "deny"));
    expect([page.status, page.location]).toEqual([303, payments()]);
    expect((await owner.get(payments())).text).toContain("No account was connected.");
    expect(await storeNow()).toEqual(before);
  });

  test("403 for a connection that another browser began, or none", async () => {
    const before = await storeNow();
    const attacker = await signedIn(world, {
      storeId: merchant.store.id,
      role: "owner",
      email: "attacker@example.com",
    });
    const theirs = await connectAs(attacker, payments(), "connect");
    expect((await owner.get(theirs)).status).toBe(403);
    expect((await owner.get("/dashboard/payments/connected?code=ac_1")).status).toBe(403);
    expect(
      (await owner.get(`/dashboard/payments/connected?code=ac_1&state=${merchant.store.id}.x`)).status,
    ).toBe(403);
    expect(await storeNow()).toEqual(before);
  });

  test("404 when the person is no longer an owner of the store", async () => {
    const leaving = await signedIn(world, {
      storeId: merchant.store.id,
      role: "owner",
      email: "leaving@example.com",
    });
    const back = await connectAs(leaving, payments(), "connect");
    const address = { storeId: merchant.store.id, personId: leaving.person.id };
    await world.services.database.people.setRole(address, "staff", { kind: "person", id: "usr_ann" });
    expect((await leaving.get(back)).status).toBe(404);
  });
});
