import { ApiError } from "@counterpart/server/errors";
import type { WantedLine } from "../../domain/agent-session.ts";
import { secretHash } from "../../domain/secret-hash.ts";
import type { ShippingAddress } from "../../domain/shipping-address.ts";
import { storableText } from "../../domain/storable.ts";
import type { AgentChange } from "../../payments/agents/agent-purchases.ts";
import type { CapabilityName } from "../../payments/agents/platform-profiles.ts";
import { toLines } from "../../payments/agents/to-lines.ts";
import type { Schemas } from "./operation.ts";

type Requested = Schemas["NewCheckout"] | Schemas["ChangedCheckout"];
type Method = Schemas["NewFulfillmentMethod"] | Schemas["ChangedFulfillmentMethod"];
type Destination = Schemas["RequestedDestination"];

/**
 * What a request changes of a purchase.
 * @param active extensions that aren't are ignored
 * @throws ApiError 400 for a country that isn't two letters
 */
export function requestedChange(
  body: Requested,
  active: Set<CapabilityName>,
): AgentChange & { lines: WantedLine[] } {
  const { line_items: items, buyer, fulfillment, discounts } = body;
  const at = active.has("dev.ucp.shopping.fulfillment")
    ? (fulfillment?.methods ?? []).findIndex(isShipping)
    : -1;
  const method = fulfillment?.methods?.[at];
  const codes = active.has("dev.ucp.shopping.discount") ? discounts?.codes : undefined;
  return {
    ...(method && deliveryOf(method, `/fulfillment/methods/${at}`)),
    ...buyerOf(buyer),
    lines: linesOf(items),
    ...(codes && { codes: [...new Set(codes.map(storableText))] }),
  };
}

export function isShipping({ type = "shipping" }: Method): boolean {
  return type === "shipping";
}

function linesOf(items: Requested["line_items"]): WantedLine[] {
  return toLines(items.map(({ item, quantity }) => ({ productId: item.id, quantity, shownPrice: null })));
}

/** Empty texts are left out. */
function buyerOf(buyer: Schemas["Buyer"] | undefined): AgentChange {
  const email = given(buyer?.email);
  const name = fullName(buyer);
  const phone = given(buyer?.phone_number);
  return {
    ...(email !== null && { customerEmail: email }),
    ...(name !== null && { customerName: name }),
    ...(phone !== null && { customerPhone: phone }),
  };
}

function deliveryOf(method: Method, pointer: string): AgentChange {
  const { destinations, selected_destination_id: selectedId, groups } = method;
  const optionId = groups?.[0]?.selected_option_id;
  const wantedId = given(selectedId ?? undefined);
  const at = wantedId === null ? 0 : (destinations ?? []).findIndex((one) => idOf(one) === wantedId);
  const selected = selectedId === null ? undefined : destinations?.[at];
  const isRemoved = selectedId === null || destinations?.length === 0;
  return {
    ...(optionId !== undefined && { optionId: optionId === null ? null : storableText(optionId) }),
    // One that isn't in the request may be known from an earlier one.
    ...(!selected && wantedId !== null && { destinationId: wantedId }),
    ...(selected && destinationOf(selected, `${pointer}/destinations/${at}`)),
    ...(isRemoved && { shippingAddress: null, destinationId: null }),
  };
}

function destinationOf(destination: Destination, pointer: string): AgentChange {
  const country = given(destination.address_country);
  if (country !== null && !/^[a-z]{2}$/i.test(country)) {
    const message = "Send the country as two letters (ISO 3166-1), such as IE.";
    throw new ApiError("VALIDATION_ERROR", message, {
      details: [{ in: "body", pointer: `${pointer}/address_country`, rule: "pattern", message }],
    });
  }
  const customerPhone = given(destination.phone_number);
  return {
    shippingAddress: addressOf(destination),
    destinationId: idOf(destination),
    ...(customerPhone !== null && { customerPhone }),
  };
}

/** An address without an id gets one that is the same for the same address. */
function idOf(destination: Destination): string {
  return given(destination.id) ?? `dest_${secretHash(JSON.stringify(addressOf(destination))).slice(0, 16)}`;
}

function addressOf(address: Schemas["PostalAddress"]): ShippingAddress {
  return {
    name: fullName(address),
    line1: given(address.street_address),
    line2: given(address.extended_address),
    city: given(address.address_locality),
    state: given(address.address_region),
    postalCode: given(address.postal_code),
    country: given(address.address_country)?.toUpperCase() ?? null,
  };
}

function fullName(
  names: Pick<Schemas["PostalAddress"], "first_name" | "last_name"> | undefined,
): string | null {
  return given([given(names?.first_name), given(names?.last_name)].filter((one) => one !== null).join(" "));
}

function given(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? "";
  return trimmed === "" ? null : storableText(trimmed);
}
