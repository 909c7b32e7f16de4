import { expect, it } from "vitest";
import { line, order, startStandIn } from "./helpers/start-stand-in.ts";

it.each([
  ["ugx", 500_000, 500_050, "UGX\u00a05,000.00"],
  ["isk", 50_000, 50_001, "ISK\u00a0500.00"],
  ["kwd", 12_350, 12_355, "KWD\u00a012.350"],
])("400 for an amount of %s that banks can't transfer", async (currency, whole, fraction, written) => {
  const { stripe } = await startStandIn();
  const session = await stripe.checkout.sessions.create(order({ line_items: [line(whole, { currency })] }));
  expect(await (await fetch(String(session.url))).text()).toContain(written);
  await expect(
    stripe.checkout.sessions.create(order({ line_items: [line(fraction, { currency })] })),
  ).rejects.toMatchObject({ statusCode: 400, param: "line_items[0][price_data][unit_amount]" });
});
