import { send } from "@counterpart/testing";
import { afterAll, expect, test } from "vitest";
import { deriveRequests } from "../../toolkit/test/helpers/derive-requests.ts";
import { knownIds } from "../helpers/data/known-ids.ts";
import { startWorld } from "../helpers/world.ts";

const world = await startWorld();
afterAll(() => world.close());

const merchant = await world.merchant();
const known = await knownIds(merchant);
const { document } = world;

const requests = document.operations.flatMap((operation) => deriveRequests(document, operation, known));

test.each(requests)("$item", async ({ isValid, method, path, headers, body }) => {
  const { key } = merchant;
  const content = { key, headers, ...(body !== undefined && { body }) };
  const { status } = await send(world, method, path, content);
  if (isValid) {
    expect([400, 415, 422]).not.toContain(status);
    expect(status).toBeLessThan(500);
  } else {
    expect([400, 415, 422]).toContain(status);
  }
});
