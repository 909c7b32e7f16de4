import { html } from "hono/html";
import type { ManagedProduct } from "../../../database/queries/products/managed-products.ts";
import { formatAmount } from "../../../domain/money.ts";
import type { Html } from "../../route.ts";
import { tag } from "../../view/texts.ts";

/** The product's main image or a placeholder. Decorative, because the name is beside it. */
export function picture({ imageUrl }: Pick<ManagedProduct, "imageUrl">): Html {
  return imageUrl === null
    ? html`<span class="picture"></span>`
    : html`<img class="picture" src="${imageUrl}" alt="" loading="lazy" width="48" height="48">`;
}

export function stateTag({ isActive }: Pick<ManagedProduct, "isActive">): Html {
  return isActive ? tag("For sale", "good") : tag("Not for sale", "plain");
}

type Price = Pick<ManagedProduct, "priceInCents" | "currency" | "billingInterval">;

export function priceText({ priceInCents, currency, billingInterval }: Price): string {
  const price = formatAmount(priceInCents, currency);
  return billingInterval === null ? price : `${price} a ${billingInterval}`;
}

/** `Size: A4, Paper: White`; empty for a product without options. */
export function optionsText({ options }: Pick<ManagedProduct, "options">): string {
  return options.map(({ name, value }) => `${name}: ${value}`).join(", ");
}
