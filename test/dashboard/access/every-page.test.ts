import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type World } from "../../helpers/world.ts";
import { startOpenIdProvider } from "../openid-provider.ts";
import { expectedAccess } from "./expected-access.ts";

let provider: Awaited<ReturnType<typeof startOpenIdProvider>>;
let world: World;
beforeAll(async () => {
  provider = await startOpenIdProvider();
  world = await startWorld({ openId: provider.settings });
});
afterAll(async () => {
  await world.close();
  await provider.close();
});

test("the pages with expectations are exactly the router's pages below /dashboard", () => {
  const routed = world.pages.map(({ method, path }) => `${method} ${path}`);
  const ours = routed.filter((route) => /^\w+ \/dashboard\b/.test(route));
  expect(Object.keys(expectedAccess).sort()).toEqual(ours.sort());
});
