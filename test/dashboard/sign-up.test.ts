import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { SendMessage } from "../../server/events/mail/transport.ts";
import { inviteToSignUp } from "../../server/people/invitations.ts";
import type { SignUp } from "../../server/people/sign-up.ts";
import { startWorld, type World } from "../helpers/world.ts";
import { createVisitor, signedIn, type Visitor } from "./dashboard-visitor.ts";

const password = "a long walk by the sea";

/** A world in which stores are created like this, with the messages that it sends. */
async function worldFor(signUp: SignUp) {
  const messages: Parameters<SendMessage>[0][] = [];
  const world = await startWorld({ signUp, sendMail: async (message) => void messages.push(message) });
  return { world, messages };
}

/** The path of the link in the last mail to this address. */
async function linkTo(
  email: string,
  { world, messages }: Awaited<ReturnType<typeof worldFor>>,
): Promise<string> {
  // It is queued after the response.
  const message = await vi.waitFor(async () => {
    await world.sendMails();
    const found = messages.findLast(({ to }) => to.address === email);
    if (!found) throw new Error(`No mail to ${email} was sent yet.`);
    return found;
  });
  const { text } = message;
  return /\/dashboard\/invitation\?token=[\w-]+/.exec(text)?.[0] ?? "";
}

/** Confirms the address by a link, with a password. */
async function join(visitor: Visitor, link: string) {
  const token = new URLSearchParams(link.split("?")[1]).get("token") ?? "";
  return visitor.submit(link, "/dashboard/invitation", { token, password });
}

describe("open sign-up", () => {
  let opened: Awaited<ReturnType<typeof worldFor>>;
  let world: World;
  beforeAll(async () => {
    opened = await worldFor("open");
    ({ world } = opened);
  });
  afterAll(() => world.close());

  test("leads from an address through its confirmation to a store, its checklist and its plan", async () => {
    const visitor = createVisitor(world);
    expect((await visitor.get("/dashboard/sign-in")).text).toContain('href="/dashboard/sign-up"');
    const sent = await visitor.submit("/dashboard/sign-up", "/dashboard/sign-up", {
      email: "Ines@Quay.example",
    });
    expect([sent.status, sent.text.includes("Check your email")]).toEqual([200, true]);
    const joined = await join(visitor, await linkTo("ines@quay.example", opened));
    expect([joined.status, joined.location]).toEqual([303, "/dashboard"]);
    expect((await visitor.get("/dashboard")).location).toBe("/dashboard/new-store");
    const wrong = await visitor.submit("/dashboard/new-store", "/dashboard/new-store", {
      name: "",
      currency: "abc",
      country: "xx",
    });
    expect(wrong.status).toBe(400);
    for (const field of ["name", "currency", "country"]) expect(wrong.text).toContain(`id="${field}-fault"`);
    const wanted = { name: "Quay Pottery", currency: "eur", country: "ie" };
    const created = await visitor.submit("/dashboard/new-store", "/dashboard/new-store", wanted);
    expect([created.status, created.location]).toEqual([303, "/dashboard/stores/quay-pottery"]);
    expect(await world.services.database.stores.findBySlug("quay-pottery")).toMatchObject({
      ...{ name: "Quay Pottery", currency: "eur", shipsTo: ["ie"] },
      ...{ plan: "free", isPublished: false },
    });
    const { text } = await visitor.get(created.location);
    expect(text).toContain("steps before the store can sell");
    expect((await visitor.submit(created.location, `${created.location}/plan`)).status).toBe(303);
    expect((await visitor.get(created.location)).text).toContain("You have asked for it.");

    expect((await visitor.get("/dashboard/plans")).status).toBe(404);
    await world.services.database.people.setOperator("ines@quay.example", true);
    const granted = await visitor.submit("/dashboard/plans", "/dashboard/plans");
    expect([granted.status, granted.location]).toEqual([303, "/dashboard/plans"]);
    expect(await world.services.database.stores.findBySlug("quay-pottery")).toMatchObject({
      plan: "pro",
      planRequestedAt: null,
    });
    expect((await visitor.get("/dashboard/plans")).text).toContain("None.");
  });

  test("gives a second store of the same name another slug, and no more than ten to one person", async () => {
    const merchant = await world.merchant();
    const visitor = await signedIn(world, {
      storeId: merchant.store.id,
      role: "staff",
      email: "many@quay.example",
    });
    const create = () =>
      visitor.submit("/dashboard/new-store", "/dashboard/new-store", {
        name: "Łódź & Co",
        currency: "pln",
        country: "pl",
      });
    expect((await create()).location).toBe("/dashboard/stores/lodz-co");
    expect((await create()).location).toBe("/dashboard/stores/lodz-co-2");
    for (let n = 3; n <= 10; n++) expect((await create()).status).toBe(303);
    expect((await create()).status).toBe(409);
  });

  test("of an address that has an account leads to signing in, and changes no password", async () => {
    const merchant = await world.merchant();
    const known = await signedIn(world, {
      storeId: merchant.store.id,
      role: "owner",
      email: "known@quay.example",
    });
    await world.services.database.people.setPassword(known.person.id, "hash");
    const stranger = createVisitor(world);
    await stranger.submit("/dashboard/sign-up", "/dashboard/sign-up", { email: "known@quay.example" });
    const link = await linkTo("known@quay.example", opened);
    expect((await stranger.get(link)).text).toContain("You already have an account.");
    const token = new URLSearchParams(link.split("?")[1]).get("token") ?? "";
    const fields = { token, password, form_token: "" };
    const { text } = await stranger.get("/dashboard/sign-in");
    fields.form_token = /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? "";
    expect((await stranger.post("/dashboard/invitation", fields)).status).toBe(409);
    expect((await world.services.database.people.passwordOf("known@quay.example"))?.passwordHash).toBe(
      "hash",
    );
  });

  test("400 beside the field for something else than an address", async () => {
    const page = await createVisitor(world).submit("/dashboard/sign-up", "/dashboard/sign-up", {
      email: "not-an-address",
    });
    expect([page.status, page.text.includes('id="email-fault"')]).toEqual([400, true]);
  });
});

test("by invitation, only an invited person creates a store, and visitors can't sign up", async () => {
  const opened = await worldFor("invitation");
  const { world } = opened;
  const merchant = await world.merchant();
  const other = await signedIn(world, { storeId: merchant.store.id, role: "owner" });
  expect((await other.get("/dashboard/new-store")).status).toBe(404);
  expect((await createVisitor(world).get("/dashboard/sign-up")).status).toBe(404);
  const { database } = world.services;
  const { link } = await inviteToSignUp(database, "ines@quay.example", {
    clock: () => world.clock.now,
    isByOperator: true,
  });
  const invited = createVisitor(world);
  expect((await join(invited, link)).status).toBe(303);
  const wanted = { name: "Quay", currency: "eur", country: "ie" };
  expect((await invited.submit("/dashboard/new-store", "/dashboard/new-store", wanted)).status).toBe(303);
  await world.close();
});
