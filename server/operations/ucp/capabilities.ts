import type { Store } from "../../database/queries/stores.ts";
import { ucpVersion } from "../../domain/ucp-version.ts";
import {
  type CapabilityName,
  capabilityNames,
  type PlatformProfile,
} from "../../payments/agents/platform-profiles.ts";
import type { Schemas } from "./operation.ts";

const checkout = "dev.ucp.shopping.checkout";

/** What the shop supports, with the capability that each one extends. */
export const capabilities = {
  [checkout]: {},
  "dev.ucp.shopping.fulfillment": { extends: checkout },
  "dev.ucp.shopping.discount": { extends: checkout },
  "dev.ucp.shopping.order": {},
  "dev.ucp.shopping.catalog.search": {},
  "dev.ucp.shopping.catalog.lookup": {},
} as const satisfies Record<CapabilityName, { extends?: CapabilityName }>;

/** One that extends no other. */
export type RootCapability = Exclude<
  CapabilityName,
  "dev.ucp.shopping.fulfillment" | "dev.ucp.shopping.discount"
>;

/** Of the payment provider's own handler. */
export const handlerName = "com.stripe.payments";
/** The id of the only way to pay: a token that the platform's provider grants. */
export const handlerId = "stripe_payments";

/** What both sides support of a capability and its extensions. Empty without the capability itself. */
export function activeCapabilities(
  root: RootCapability,
  { capabilities: theirs }: PlatformProfile,
): Set<CapabilityName> {
  const shared = capabilityNames.filter((name) => theirs.get(name)?.includes(ucpVersion));
  return new Set(shared.includes(root) ? shared.filter((name) => rootOf(name) === root) : []);
}

function rootOf(name: CapabilityName): CapabilityName {
  const { extends: root = name }: { extends?: CapabilityName } = capabilities[name];
  return root;
}

/** The protocol of a response. */
export function metadataOf(active: Set<CapabilityName>): Schemas["UcpMetadata"] {
  const entries = [...active].map((name) => [name, [{ version: ucpVersion, ...capabilities[name] }]]);
  return { version: ucpVersion, status: "success", capabilities: Object.fromEntries(entries) };
}

export function paymentHandler(store: Store): Schemas["PaymentHandler"] {
  return {
    ...{ id: handlerId, version: ucpVersion, available_instruments: [{ type: "card" }] },
    config: { merchant_id: store.stripeAccount ?? store.id },
  };
}
