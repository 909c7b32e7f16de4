import { existsSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";

const executablePath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
if (!existsSync(executablePath)) {
  throw new Error(
    `There is no browser at ${executablePath}. Install Debian's chromium or set CHROMIUM_PATH.`,
  );
}

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
  });
}

/** The products are physical, so the pay page asks for an address. */
export async function fillShipping(on: Page): Promise<void> {
  await on.fill("[name=phone]", "+353861234567");
  await on.fill("[name=shipping_name]", "Ada Byrne");
  await on.fill("[name=shipping_line1]", "7 Quay Street");
  await on.fill("[name=shipping_city]", "Galway");
  await on.fill("[name=shipping_postal_code]", "H91 Y6P0");
  await on.selectOption("[name=shipping_country]", "IE");
}
