import type { WantedLine } from "../../domain/agent-session.ts";
import { type Metadata, storableMetadata } from "../../domain/metadata.ts";
import type { ShippingAddress } from "../../domain/shipping-address.ts";
import { storableText } from "../../domain/storable.ts";
import { timeZoneIn } from "../../domain/time-zone.ts";
import type { AgentChange } from "../../payments/agents/agent-purchases.ts";
import { toLines } from "../../payments/agents/to-lines.ts";
import type { Schemas } from "./operation.ts";

type Requested = Partial<Schemas["CheckoutSessionCreateRequest"] & Schemas["CheckoutSessionUpdateRequest"]>;

/** What a request changes of a purchase. */
export function requestedChange(body: Requested): AgentChange {
  const { buyer, fulfillment_details: details, line_items: items, locale, timezone, metadata } = body;
  const codes = body.discounts?.codes ?? body.coupons;
  const [option] = body.selected_fulfillment_options ?? [];
  return {
    ...(items && { lines: linesOf(items) }),
    ...(codes && { codes: [...new Set(codes.map(storableText))] }),
    ...(option && { optionId: storableText(option.option_id) }),
    ...buyerOf(buyer, details),
    ...(details?.address && { shippingAddress: addressOf(details.address, details.name) }),
    ...(locale !== undefined && { locale: isLanguage(locale) ? locale : null }),
    ...(timezone !== undefined && { timeZone: timeZoneIn(timezone) ?? null }),
    ...(metadata && { metadata: metadataOf(metadata) }),
  };
}

/** An item without a quantity is one. */
export function linesOf(items: Schemas["RequestedItem"][]): WantedLine[] {
  return toLines(
    items.map(({ id: productId, quantity = 1, unit_amount: shownPrice = null }) => ({
      ...{ productId, quantity, shownPrice },
    })),
  );
}

/** Empty texts are left out. */
export function buyerOf(
  buyer: Schemas["Buyer"] | undefined,
  details?: Schemas["FulfillmentDetails"],
): Pick<AgentChange, "customerEmail" | "customerName" | "customerPhone"> {
  const name =
    buyer?.full_name?.trim() || [buyer?.first_name, buyer?.last_name].filter(Boolean).join(" ").trim();
  const email = buyer?.email || details?.email;
  const phone = buyer?.phone_number?.trim() || details?.phone_number?.trim();
  const customerName = name || details?.name?.trim();
  return {
    ...(email && { customerEmail: storableText(email) }),
    ...(customerName && { customerName: storableText(customerName) }),
    ...(phone && { customerPhone: storableText(phone) }),
  };
}

function addressOf(address: Schemas["Address"], name: string | undefined): ShippingAddress {
  const given = (text: string | undefined) => (text?.trim() ? storableText(text) : null);
  return {
    name: given(address.name) ?? given(name),
    line1: given(address.line_one),
    line2: given(address.line_two),
    city: given(address.city),
    state: given(address.state),
    postalCode: given(address.postal_code),
    country: given(address.country.toUpperCase()),
  };
}

/** BCP 47, such as `en-IE`. */
function isLanguage(text: string): boolean {
  return /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,3}$/.test(text);
}

/** As much as orders keep: 50 texts of 500 characters. Other values are stored as JSON. */
function metadataOf(given: Record<string, unknown>): Metadata {
  const entries = Object.entries(given).map(([name, value]) => [
    name.slice(0, 40),
    (typeof value === "string" ? value : JSON.stringify(value)).slice(0, 500),
  ]);
  return storableMetadata(Object.fromEntries(entries.slice(0, 50)));
}
