import { afterAll, beforeAll, expect, test } from "vitest";
import { type Merchant, startWorld, type World } from "../helpers/world.ts";
import { signedIn, type Visitor } from "./dashboard-visitor.ts";

const url = "https://agent.example/agentic_checkout/webhooks/order_events";

let world: World;
let merchant: Merchant;
let owner: Visitor;
let home: string;
let agent: string;
beforeAll(async () => {
  world = await startWorld({ production: true });
  merchant = await world.merchant();
  owner = await signedIn(world, { storeId: merchant.store.id, role: "owner" });
  home = `/dashboard/stores/${merchant.store.slug}`;
  const { keys } = world.services.database;
  const key = { storeId: merchant.store.id, label: "An <assistant>", scopes: ["agent"] } as const;
  ({ id: agent } = await keys.create(key));
  await keys.create({ ...key, label: "The warehouse", scopes: ["catalog"] });
});
afterAll(() => world.close());

const add = (fields: Record<string, string>) =>
  owner.submit(`${home}/settings/agents`, `${home}/settings/agents`, { url, agent, ...fields });
const endpoints = () => world.services.database.eventEndpoints.list(merchant.store.id);

test("the settings lead to the page, which offers the keys that can buy", async () => {
  expect((await owner.get(`${home}/settings`)).text).toContain(`href="${home}/settings/agents"`);
  const { text } = await owner.get(`${home}/settings/agents`);
  expect(text).toContain("An &lt;assistant&gt;");
  expect(text).not.toContain("The warehouse");
});

test("400 with the reason at its field, and nothing is added", async () => {
  const local = await add({ url: "http://agent.example" });
  expect([local.status, /id="url-fault">([^<]*)</.exec(local.text)?.[1]]).toEqual([
    400,
    "It must be a full URL that begins with https://.",
  ]);
  const short = await add({ secret: "short" });
  expect([short.status, /id="secret-fault">([^<]*)</.exec(short.text)?.[1]]).toEqual([
    400,
    "It must have 16 to 512 characters.",
  ]);
  const other = await add({ agent: "key_of_another_store" });
  expect([other.status, other.text.includes("key_of_another_store.")]).toEqual([400, true]);
  expect(await endpoints()).toEqual([]);
});

test("an endpoint gets a secret that is shown once, or the one that the agent gave, which isn't shown", async () => {
  const created = await add({});
  expect(created.text).toMatch(/whsec_[A-Za-z0-9+/]{32}/);
  const given = await add({ secret: "what the agent gave us" });
  expect(given.status).toBe(200);
  expect(given.text).not.toMatch(/whsec_|what the agent gave us/);
  expect(await endpoints()).toMatchObject([
    { url, agentKeys: [agent] },
    { url, agentKeys: [agent] },
  ]);
  const page = await owner.get(`${home}/settings/agents`);
  expect(page.text).not.toMatch(/whsec_|what the agent gave us/);
  expect(page.text.split(`orders of <code>${agent}</code>`)).toHaveLength(3);
  const [first] = await endpoints();
  const removed = await owner.submit(`${home}/settings/agents`, `${home}/events/endpoints/${first?.id}`, {
    action: "remove",
  });
  expect([removed.status, (await endpoints()).length]).toEqual([303, 1]);
});
