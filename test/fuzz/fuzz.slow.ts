import { createFuzzer, type Fuzzer, failureReport, type Outcome } from "@counterpart/testing/fuzz";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type OwnServer, startOwnServer } from "./own-server.ts";

// Many requests, and a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let own: OwnServer;
let fuzzer: Fuzzer;
beforeAll(async () => {
  own = await startOwnServer();
  fuzzer = createFuzzer(own.target, own.models);
});
afterAll(() => own.close());

function reports({ failures, seed }: Outcome): string[] {
  return failures.map((failure) =>
    failureReport(failure, { base: "$BASE_URL", command: "npm run fuzz --", seed }),
  );
}

/** They succeed only with an invoice, or an item that the order still has, which a random request rarely finds. */
const rarelySucceed = ["createDownload", "createParcel", "createReturn", "getOrderInvoice", "updateReturn"];

/** Whether a request contains an id that may not exist. */
const isAbout = (parameters: { in: string }[]): boolean =>
  parameters.some(({ in: place }) => place === "path" || place === "query");

test("nothing is found with the fixed seed", async () => {
  const outcome = await fuzzer.run({ runs: 1000, seed: 1 });
  expect(reports(outcome)).toEqual([]);
  // Each operation has returned a success and each of its errors.
  for (const { operationId, requestBody, parameters } of own.target.document.operations) {
    if (own.target.untried?.includes(operationId)) continue;
    const success = rarelySucceed.includes(operationId) ? [] : [200];
    const expected = [
      ...success,
      401,
      ...(requestBody ? [400, 415] : []),
      ...(isAbout(parameters) ? [404] : []),
    ];
    for (const status of expected) expect(outcome.answers).toHaveProperty([`${operationId} ${status}`]);
  }
  expect(outcome.answers).toMatchObject({ "- 404": expect.any(Number), "- 405": expect.any(Number) });
});

test("nothing is found with a random seed", async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  expect(reports(await fuzzer.run({ runs: 200, seed }))).toEqual([]);
});

test("every keyword of every request is violated, and only changes of the catalog are skipped", () => {
  const { checks, skipped } = fuzzer.plan;
  expect(skipped).toEqual(
    own.target.untried?.map((operationId) => `${operationId}: the target leaves it out`),
  );
  expect(checks.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      "addCartLine: body/quantity maximum",
      "addCartLine: body/quantity minimum",
      "addCartLine: body/quantity type",
      "addCartLine: body/productId required",
      "addCartLine: body/productId minLength",
      "addCartLine: body/productId maxLength",
      "addCartLine: body additionalProperties",
      "addCartLine: body type",
      "addCartLine: body required",
      "createCheckoutSession: body/memberSessionId maxLength",
      "/v1/cart/{cartId}: other methods",
      "getCart: as another caller",
      "getCart: credentials",
      "story: carts",
      "unknown paths",
    ]),
  );
});
