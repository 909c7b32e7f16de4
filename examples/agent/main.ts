import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { buy } from "./buy.ts";
import { buyThroughAcp, shown } from "./buy-through-acp.ts";
import { buyThroughUcp } from "./buy-through-ucp.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { acp: { type: "boolean", default: false }, ucp: { type: "boolean", default: false } },
});
const ask = async (question: string): Promise<boolean> => {
  using terminal = createInterface({ input: process.stdin, output: process.stdout });
  // Input that ends without an answer is a no.
  const ended = once(terminal, "close").then(() => "n");
  const answer = await Promise.race([terminal.question(`${question}\n[y/n] `), ended]);
  return answer.trim().toLowerCase() === "y";
};
const errand = {
  shopUrl: process.env.API_URL ?? "http://localhost:3000",
  apiKey: process.env.API_KEY ?? "cp_demo_key_for_development_only",
  words: positionals.join(" ") || "calendar",
  quantity: 1,
  ask,
};

try {
  console.log(values.acp || values.ucp ? await paid() : await payable());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** Up to the payment page. */
async function payable(): Promise<string> {
  const { product, totalInCents, currency, paymentUrl } = await buy(errand);
  return `${product}, ${shown(totalInCents, currency)}. Pay here:\n${paymentUrl}`;
}

/** Up to the paid order. */
async function paid(): Promise<string> {
  const buyPaid = values.ucp ? buyThroughUcp : buyThroughAcp;
  const { product, total, currency, orderNumber } = await buyPaid({
    ...errand,
    recipient: {
      ...{ name: "Ines Duarte", email: "ines@reader.example" },
      address: {
        ...{ line_one: "7 Quay Street", city: "Galway", state: "County Galway" },
        ...{ country: "IE", postal_code: "H91 Y6P0" },
      },
    },
    grantToken,
  });
  return `Paid ${shown(total, currency)} for ${product}. The order is number ${orderNumber}.`;
}

/** In development, the shop's stand-in for Stripe grants tokens. Otherwise it is what the person's provider does. */
async function grantToken({ currency, maxAmount }: { currency: string; maxAmount: number }): Promise<string> {
  const url = new URL(`/demo/tokens?currency=${currency}&max_amount=${maxAmount}`, errand.shopUrl);
  const response = await fetch(url, { method: "POST" });
  if (!response.ok) throw new Error("Only a shop in development grants tokens for its test card.");
  return z.object({ token: z.string() }).parse(await response.json()).token;
}
