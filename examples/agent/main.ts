import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { buy } from "./buy.ts";

const words = process.argv.slice(2).join(" ") || "calendar";
const ask = async (question: string): Promise<boolean> => {
  using terminal = createInterface({ input: process.stdin, output: process.stdout });
  // Input that ends without an answer is a no.
  const ended = once(terminal, "close").then(() => "n");
  const answer = await Promise.race([terminal.question(`${question}\n[y/n] `), ended]);
  return answer.trim().toLowerCase() === "y";
};

try {
  const { product, totalInCents, currency, paymentUrl } = await buy({
    shopUrl: process.env.API_URL ?? "http://localhost:3000",
    apiKey: process.env.API_KEY ?? "cp_demo_key_for_development_only",
    words,
    quantity: 1,
    ask,
  });
  const price = new Intl.NumberFormat("en", { style: "currency", currency });
  const digits = price.resolvedOptions().maximumFractionDigits ?? 2;
  console.log(`${product}, ${price.format(totalInCents / 10 ** digits)}. Pay here:\n${paymentUrl}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
