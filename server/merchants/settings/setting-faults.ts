import {
  compileAgainstContract,
  fieldsOf,
  type Mismatch,
  mismatches,
} from "../../catalog-import/contract.ts";
import { isWebAddress } from "../../catalog-import/web-address.ts";
import type { StoreChange } from "../../database/queries/stores.ts";
import { isCurrency } from "../../domain/money.ts";
import { maxReturnUrlLength } from "../../domain/return-url.ts";
import { isStoreSlug } from "../../domain/store-slug.ts";
import { timeZoneIn } from "../../domain/time-zone.ts";
import { isShippingCountry } from "../../payments/checkout/shipping-countries.ts";

const returnUrls = ["successUrl", "cancelUrl", "portalReturnUrl", "returnPolicyUrl"] as const;

/** The faults in a change of a store's settings: `/theme/primary`, `is longer than 64 characters`. */
export function settingFaults(change: StoreChange): Mismatch[] {
  return [...profileFaults(change), ...ruleFaults(change)];
}

/** Why the contract can't represent a store with this profile. */
export function profileFaults(change: StoreChange): Mismatch[] {
  const isShown = compileAgainstContract({
    type: "object",
    properties: { ...fieldsOf("Store"), theme: { type: "object", properties: fieldsOf("Theme") } },
  });
  // Null omits a field or is shown as null.
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== null));
  const shown = isShown(given) ? [] : mismatches(isShown.errors);
  return [...shown, ...nameFaults(change), ...themeFaults(change)];
}

/** Control characters, line separators, and characters that reverse the text around them. */
const breaksLine = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

// The name is part of mail headers, page titles and lists of stores.
function* nameFaults({ name }: StoreChange): Generator<Mismatch> {
  const [character] = breaksLine.exec(name ?? "") ?? [];
  if (character === undefined) return;
  const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  yield { at: "/name", what: `must be one line of text, without the invisible character U+${code}` };
}

/** Storefronts insert these into their style sheet unescaped (contract, `Theme`). */
const endsCssValue = /[;{}<>@\\]|\/\*/;

function* themeFaults({ theme }: StoreChange): Generator<Mismatch> {
  for (const [member, value] of Object.entries(theme ?? {})) {
    if (typeof value !== "string" || !endsCssValue.test(value)) continue;
    yield { at: `/theme/${member}`, what: "isn't a CSS value such as #1f3a5f, 4px or Georgia" };
  }
}

function* ruleFaults(change: StoreChange): Generator<Mismatch> {
  const { slug, currency, logoUrl, shipsTo, timeZone } = change;
  if (timeZone !== undefined && timeZoneIn(timeZone) !== timeZone) {
    yield { at: "/timeZone", what: "isn't a time zone such as Europe/Dublin" };
  }
  if (slug !== undefined && !isStoreSlug(slug)) {
    yield { at: "/slug", what: "must be a-z and 0-9 with single hyphens between them" };
  }
  if (currency !== undefined && !isCurrency(currency))
    yield { at: "/currency", what: "isn't a current currency code" };
  if (logoUrl && !isWebAddress(logoUrl))
    yield { at: "/logoUrl", what: "must begin with http:// or https://" };
  for (const name of returnUrls) {
    const url = change[name];
    if (!url) continue;
    if (!isWebAddress(url)) yield { at: `/${name}`, what: "must begin with http:// or https://" };
    else if (url.length > maxReturnUrlLength) {
      yield { at: `/${name}`, what: `is longer than ${maxReturnUrlLength} characters` };
    }
  }
  const unknown = shipsTo?.find((code) => !isShippingCountry(code));
  if (unknown !== undefined) {
    yield { at: "/shipsTo", what: `has "${unknown}", a country that the payment provider doesn't support` };
  }
}
