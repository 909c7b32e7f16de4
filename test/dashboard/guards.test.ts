import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pathOf, type Route } from "../../server/dashboard/route.ts";
import { routes } from "../../server/dashboard/routes.ts";
import { sessionLifetimeMs } from "../../server/database/queries/people/dashboard-sessions.ts";
import { includesRole, roles } from "../../server/domain/role.ts";
import { buy } from "../helpers/shopping.ts";
import { type Merchant, startWorld, type World } from "../helpers/world.ts";
import { createVisitor, hiddenFields, signedIn, type Visitor } from "./dashboard-visitor.ts";

let world: World;
let merchant: Merchant;
let other: Merchant;
beforeAll(async () => {
  world = await startWorld();
  merchant = await world.merchant();
  other = await world.merchant();
});
afterAll(() => world.close());

const name = ({ method, path, access }: Route) => `${method} ${path || "/"} (${access})`;
const ofStore = routes.filter(({ access }) => access !== "anyone" && access !== "signed_in");
const forms = routes.filter(({ method }) => method === "POST");

/** A path of the route, with ids that don't exist. */
function pathIn(route: Route, store: string): string {
  return pathOf(route)
    .replace("{store}", store)
    .replaceAll(/\{(\w+)\}/g, "unknown_$1");
}

const send = (visitor: Visitor, route: Route, store: string, fields: Record<string, string> = {}) =>
  route.method === "GET" ? visitor.get(pathIn(route, store)) : visitor.post(pathIn(route, store), fields);

test("there are pages, including forms", () => {
  expect([ofStore.length > 3, forms.length > 3]).toEqual([true, true]);
});

describe("a visitor who isn't signed in", () => {
  test.each(
    routes
      .filter(({ access, method }) => access !== "anyone" && method === "GET")
      .map((route) => [name(route), route]),
  )("303 to the sign-in from %s", async (_, route) => {
    const page = await send(createVisitor(world), route, merchant.store.slug);
    expect(page.status).toBe(303);
    const to = new URL(page.location, "http://counterpart.test");
    expect([to.pathname, to.searchParams.get("next")]).toEqual([
      "/dashboard/sign-in",
      pathIn(route, merchant.store.slug),
    ]);
  });

  test.each(
    routes
      .filter(({ access, method }) => access !== "anyone" && method === "POST")
      .map((route) => [name(route), route]),
  )("401 from %s", async (_, route) => {
    const page = await send(createVisitor(world), route, merchant.store.slug);
    expect([page.status, page.text.includes("Your session has ended")]).toEqual([401, true]);
  });
});

describe.each(roles)("a person with the role %s", (role) => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await signedIn(world, { storeId: merchant.store.id, role });
  });

  test.each(ofStore.map((route) => [name(route), route]))(
    "may do what the table says: %s",
    async (_, route) => {
      const page = await send(visitor, route, merchant.store.slug);
      const mayOpen = includesRole(role, route.access as (typeof roles)[number]);
      // A form that may be sent is refused here only for its token.
      const expected = route.method === "POST" ? "since this form was loaded" : undefined;
      if (!mayOpen)
        expect([page.status, /Only the store’s owners|read-only access/.test(page.text)]).toEqual([
          403,
          true,
        ]);
      else if (expected) expect([page.status, page.text.includes(expected)]).toEqual([403, true]);
      else expect([200, 303, 404]).toContain(page.status);
    },
  );

  test.each(ofStore.map((route) => [name(route), route]))("404 in another store: %s", async (_, route) => {
    for (const slug of [other.store.slug, "no-such-store"]) {
      const page = await send(visitor, route, slug);
      expect([page.status, page.text.includes(other.store.name)]).toEqual([404, false]);
    }
  });
});

test("read only changes nothing", () => {
  expect(ofStore.filter(({ method, access }) => method === "POST" && access === "read_only")).toEqual([]);
});

describe("a form", () => {
  let owner: Visitor;
  beforeAll(async () => {
    owner = await signedIn(world, { storeId: merchant.store.id, role: "owner", email: "forms@example.com" });
  });

  test.each(forms.map((route) => [name(route), route]))(
    "403 from another site, or from a page that hides its origin: %s",
    async (_, route) => {
      for (const origin of ["https://evil.example", "http://counterpart.test.evil.example", "null"]) {
        const path = pathIn(route, merchant.store.slug);
        const page = await owner.post(path, {}, { origin });
        expect([origin, page.status, page.text.includes("Open")]).toEqual([origin, 403, true]);
      }
      const without = await owner.send(pathIn(route, merchant.store.slug), {
        method: "POST",
        body: new URLSearchParams(),
      });
      expect(without.status).toBe(403);
    },
  );

  test.each(forms.map((route) => [name(route), route]))(
    "403 without its token, or with another token: %s",
    async (_, route) => {
      for (const form_token of ["", "x".repeat(43)]) {
        const page = await owner.post(pathIn(route, merchant.store.slug), { form_token });
        expect([page.status, page.text.includes("since this form was loaded")]).toEqual([403, true]);
      }
    },
  );

  test("403 with the token of another person's session", async () => {
    const link = `/dashboard/stores/${merchant.store.slug}/people`;
    const stranger = await signedIn(world, {
      storeId: merchant.store.id,
      role: "owner",
      email: "stranger@example.com",
    });
    const action = `${link}/invitations`;
    const fields = hiddenFields((await stranger.get(link)).text, action);
    const page = await owner.post(action, { ...fields, email: "a@example.com", role: "owner" });
    expect(page.status).toBe(403);
    expect(await world.services.database.invitations.list(merchant.store.id)).toEqual([]);
  });

  test("413 when it is too large, 415 when it isn't a form", async () => {
    const action = `/dashboard/stores/${merchant.store.slug}/people/invitations`;
    expect((await owner.post(action, { email: "x".repeat(70_000) })).status).toBe(413);
    const json = { "content-type": "application/json", origin: "http://counterpart.test" };
    expect((await owner.send(action, { method: "POST", body: "{}", headers: json })).status).toBe(415);
  });
});

describe("a session", () => {
  const home = () => `/dashboard/stores/${merchant.store.slug}/people`;
  let n = 0;
  const signIn = () =>
    signedIn(world, { storeId: merchant.store.id, role: "owner", email: `session-${n++}@example.com` });

  test("ends after twelve hours without use", async () => {
    const visitor = await signIn();
    for (let hours = 0; hours < 36; hours += 11) {
      expect((await visitor.get(home())).status).toBe(200);
      world.clock.now += 11 * 3_600_000;
    }
    world.clock.now += 1 * 3_600_000;
    expect((await visitor.get(home())).status).toBe(303);
  });

  test("ends after seven days, however often it is used", async () => {
    const visitor = await signIn();
    const end = world.clock.now + sessionLifetimeMs.absolute;
    for (; world.clock.now < end; world.clock.now += 6 * 3_600_000) {
      expect((await visitor.get(home())).status).toBe(200);
    }
    expect((await visitor.get(home())).status).toBe(303);
  });

  test("ends on every device with one button, and only then", async () => {
    const visitor = await signIn();
    const elsewhere = createVisitor(world);
    const { dashboardSessions } = world.services.database;
    await dashboardSessions.start("t".repeat(43), visitor.person.id);
    elsewhere.cookies.set("counterpart-session", "t".repeat(43));
    const again = await signIn();
    expect((await again.submit("/dashboard/account", "/dashboard/sign-out")).location).toBe(
      "/dashboard/sign-in",
    );
    expect((await again.get(home())).status).toBe(303);
    expect((await elsewhere.get(home())).status).toBe(200);
    const { text } = await visitor.get("/dashboard/account");
    const everywhere = { ...hiddenFields(text, "/dashboard/sign-out"), everywhere: "yes" };
    await visitor.post("/dashboard/sign-out", everywhere);
    expect((await elsewhere.get(home())).status).toBe(303);
  });

  test("allows adding a passkey for ten minutes, and then asks for another sign-in", async () => {
    const visitor = await signIn();
    const account = "/dashboard/account";
    const [options, add] = [`${account}/passkeys/options`, `${account}/passkeys`];
    world.clock.now += 10 * 60_000;
    const early = (await visitor.get(account)).text;
    const form = hiddenFields(early, add);
    expect((await visitor.post(options, form)).status).toBe(200);
    world.clock.now += 1;
    const late = (await visitor.get(account)).text;
    expect([late.includes("data-passkey"), late.includes("Sign in again to add")]).toEqual([false, true]);
    for (const action of [options, add]) {
      const refused = await visitor.post(action, form);
      expect([refused.status, refused.text.includes("signed in a while ago")]).toEqual([403, true]);
    }
    expect((await visitor.get(`/dashboard/sign-in?next=${account}`)).location).toBe(account);
    expect((await visitor.get(`/dashboard/sign-in?again=yes&next=${account}`)).status).toBe(200);
  });

  test("no longer opens a store once its owner has removed the person", async () => {
    const [owner, visitor] = [await signIn(), await signIn()];
    const action = `${home()}/${visitor.person.id}/remove`;
    expect((await owner.submit(home(), action)).status).toBe(303);
    expect((await visitor.get(home())).status).toBe(303);
    expect(
      await world.services.database.dashboardSessions.find(visitor.cookies.get("counterpart-session") ?? ""),
    ).toBeUndefined();
  });

  test("is stored as a hash only", async () => {
    const visitor = await signIn();
    const token = visitor.cookies.get("counterpart-session") ?? "";
    expect(token).toHaveLength(43);
    expect(world.logLines.join("\n")).not.toContain(token);
  });
});

describe("the headers for browsers", () => {
  test("nothing is loaded from or sent to other sites, framed, cached, or leaked in a Referer", async () => {
    const { headers } = await createVisitor(world).get("/dashboard/sign-in");
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' http: https:; " +
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("no page has inline scripts or styles", async () => {
    const owner = await signedIn(world, {
      storeId: merchant.store.id,
      role: "owner",
      email: "style@example.com",
    });
    for (const route of ofStore.filter(({ method }) => method === "GET")) {
      const { text } = await owner.get(pathIn(route, merchant.store.slug));
      expect([
        pathIn(route, merchant.store.slug),
        text.match(/ style=|<style|<script(?! src=")|\son\w+=/g),
      ]).toEqual([pathIn(route, merchant.store.slug), null]);
    }
  });

  test("its files need no sign-in", async () => {
    const { text } = await createVisitor(world).get("/dashboard/sign-in");
    const files = [...text.matchAll(/(?:href|src)="([^"]*\/assets\/[^"]+)"/g)].map(([, file = ""]) => file);
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) expect((await createVisitor(world).get(file)).status).toBe(200);
  });

  test("404 as a page at an unknown path", async () => {
    const page = await createVisitor(world).get("/dashboard/nothing/here");
    expect([
      page.status,
      page.headers.get("content-type"),
      page.text.includes("This page doesn’t exist."),
    ]).toEqual([404, "text/html; charset=utf-8", true]);
  });
});

test("an error page leads back to the nearest page that the person may open", async () => {
  const shop = await world.merchant();
  const home = `/dashboard/stores/${shop.store.slug}`;
  const sign = (role: (typeof roles)[number]) =>
    signedIn(world, { storeId: shop.store.id, role, email: `back-${role}@example.com` });
  const [owner, staff] = [await sign("owner"), await sign("staff")];
  const order = await buy(shop, { poster: 1 });
  const { form_token = "" } = hiddenFields((await owner.get(`${home}/keys`)).text, `${home}/keys`);
  const backFrom = async (visitor: Visitor, path: string, fields?: Record<string, string>) => {
    const { status, text } = await (fields ? visitor.post(home + path, fields) : visitor.get(home + path));
    return [status, /class="button" href="([^"]*)">Go back/.exec(text)?.[1]];
  };
  const fields = { form_token };
  const ofOrder = `/orders/${order.id}`;
  expect(await backFrom(owner, `${ofOrder}/fulfilment`, { ...fields, version: "another" })).toEqual([
    ...[409, home + ofOrder],
  ]);
  expect(await backFrom(owner, "/orders/unknown/fulfilment", fields)).toEqual([404, `${home}/orders`]);
  expect(await backFrom(owner, "/keys", { ...fields, lifetime: "x" })).toEqual([400, `${home}/keys`]);
  expect(await backFrom(owner, "/keys/unknown/revoke", fields)).toEqual([404, `${home}/keys`]);
  expect(await backFrom(staff, "/keys")).toEqual([403, home]);
  expect(await backFrom(staff, "/keys", {})).toEqual([403, home]);
  expect(await backFrom(createVisitor(world), "/keys", {})).toEqual([401, undefined]);
});

describe("a choice", () => {
  const names = ["constructor", "__proto__", "toString", "hasOwnProperty", ""];

  test.each(names)("400 for %j in every form with choices, and nothing is changed", async (value) => {
    const shop = await world.merchant();
    const { database } = world.services;
    const home = `/dashboard/stores/${shop.store.slug}`;
    const email = `choices-${names.indexOf(value)}@example.com`;
    const owner = await signedIn(world, { storeId: shop.store.id, role: "owner", email });
    const endpoint = {
      storeId: shop.store.id,
      url: "https://shop.example/events",
      secret: "whsec_",
      types: null,
    };
    const { id: endpointId } = await database.eventEndpoints.add(endpoint);
    const { form_token = "" } = hiddenFields((await owner.get(`${home}/keys`)).text, `${home}/keys`);
    const [key] = await database.keys.list(shop.store.id);
    const before = [
      await database.keys.list(shop.store.id),
      await database.eventEndpoints.list(shop.store.id),
      await database.people.list(shop.store.id),
    ];
    for (const [path, fields] of [
      ["/keys", { lifetime: value, label: "x" }],
      [`/keys/${key?.id}/rotate`, { overlap: value }],
      [`/events/endpoints/${endpointId}`, { action: value }],
      ["/people/invitations", { email: "new@example.com", role: value }],
      [`/people/${owner.person.id}/role`, { role: value }],
    ] as const) {
      const page = await owner.post(home + path, { form_token, ...fields });
      expect([path, page.status]).toEqual([path, 400]);
    }
    expect([
      await database.keys.list(shop.store.id),
      await database.eventEndpoints.list(shop.store.id),
      await database.people.list(shop.store.id),
    ]).toEqual(before);
    expect(await database.invitations.list(shop.store.id)).toEqual([]);
    const show = new URLSearchParams({ show: value || "no-such-list" });
    expect((await owner.get(`${home}/orders?${show}`)).status).toBe(404);
  });
});

test("over https, cookies are for this host alone, and are sent by https only", async () => {
  const secure = await startWorld({ publicUrl: "https://shop.example", production: true });
  try {
    const { store } = await secure.merchant();
    const { database } = secure.services;
    await database.invitations.create({
      token: "t".repeat(43),
      email: "ada@example.com",
      membership: { storeId: store.id, role: "owner" },
      expiresAt: secure.clock.now + 1000,
    });
    const visitor = createVisitor(secure, "https://shop.example");
    const page = await visitor.submit(
      `/dashboard/invitation?token=${"t".repeat(43)}`,
      "/dashboard/invitation",
      {
        password: "a long walk by the sea",
      },
    );
    expect(page.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-counterpart-session=[\w-]{43}; Max-Age=604800; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
    expect([...visitor.cookies.keys()].every((cookie) => cookie.startsWith("__Host-"))).toBe(true);
    expect((await visitor.get(`/dashboard/stores/${store.slug}/people`)).status).toBe(200);
  } finally {
    await secure.close();
  }
});
