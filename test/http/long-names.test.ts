import { afterAll, beforeAll, expect, test } from "vitest";
import { type Merchant, startWorld, type World } from "../helpers/world.ts";

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await startWorld();
  merchant = await world.merchant();
});
afterAll(() => world.close());

/** `world.fetch` checks each response against the document. */
async function refusal(path: string, init: RequestInit = {}) {
  const headers = { authorization: `Bearer ${merchant.key}`, "content-type": "application/json" };
  const response = await world.fetch(`${world.url}/v1${path}`, { ...init, headers });
  return { status: response.status, ...((await response.json()) as { error: string; code: string }) };
}

const length = 15_000;

test.each([
  ["an unknown parameter", `?${"a".repeat(length)}=1`],
  ["nothing but percent signs", `?${"%".repeat(length)}`],
  ["nothing but brackets", `?${"[".repeat(length)}`],
  ["broken escapes", `?${"%ZZ".repeat(length / 3)}`],
  ["astral characters", `?${encodeURIComponent("😀".repeat(1200))}`],
  ["five long names", `?${["a", "b", "c", "d", "e"].map((name) => name.repeat(length / 5)).join("&")}`],
  ["many names", `?${Array.from({ length: 1500 }, (_, n) => `k${n}=${n}`).join("&")}`],
])("400 as documented for a query of 15 KB with %s", async (_, query) => {
  const { status, error } = await refusal(`/catalog${query}`);
  expect(status).toBe(400);
  expect(error).toMatch(/^Invalid request: query\..*( is not a known parameter|more)\.$/);
  expect(error.length).toBeLessThan(6000);
});

test("400 as documented for a body with a property whose name is 15 KB long", async () => {
  const body = JSON.stringify({ cartId: "cart_1", ["a".repeat(length)]: 1 });
  const { status, error } = await refusal("/checkout/session", { method: "POST", body });
  expect(status).toBe(400);
  expect(error).toMatch(/a…a+ is not a known property\.$/);
});
