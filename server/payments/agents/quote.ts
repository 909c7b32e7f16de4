import { ApiError } from "@counterpart/server/errors";
import type { Database } from "../../database/database.ts";
import type { Store } from "../../database/queries/stores.ts";
import { type AgentSession, amountsOf, type TaxCalculation } from "../../domain/agent-session.ts";
import type { Amounts } from "../../domain/amounts.ts";
import { maxQuantityPerLine } from "../../domain/cart.ts";
import { asSold, type SnapshotLine } from "../../domain/checkout.ts";
import { chargeStepOf, displayAmount, priceFault, sum } from "../../domain/money.ts";
import type { OfferedRate } from "../../domain/offers.ts";
import { nameWithOptions, type Product } from "../../domain/product.ts";
import { discountOf, type PromotionCode } from "../../domain/promotion-code.ts";
import { secretHash } from "../../domain/secret-hash.ts";
import type { ShippingAddress } from "../../domain/shipping-address.ts";
import { offeredRates } from "../../domain/shipping-rate.ts";
import { spread } from "../../domain/spread.ts";
import { quantityOf, type Shortage } from "../../domain/stock.ts";
import { appliedCode } from "../checkout/applied-code.ts";
import { allowedCountries } from "../checkout/shipping-countries.ts";
import { type Provider, shippingTaxCode } from "../provider/provider.ts";
import { invalidRequestOf } from "../provider/provider-errors.ts";

/** What keeps a purchase from being paid, or what the buyer should know. */
export interface Problem {
  kind: "error" | "warning";
  code:
    | "missing"
    | "invalid"
    | "not_found"
    | "out_of_stock"
    | "unsupported"
    | "quantity_exceeded"
    | "region_restricted"
    | "price_change"
    | "expired"
    | RejectedReason;
  /** The line's place in the request. */
  line?: number;
  about?: "address" | "buyer" | "option" | "codes";
  message: string;
}

export type RejectedReason =
  | "discount_code_expired"
  | "discount_code_invalid"
  | "discount_code_combination_disallowed"
  | "discount_code_minimum_not_met"
  | "discount_code_user_ineligible";

export interface RejectedCode {
  code: string;
  /** Its place in the request's codes. */
  index: number;
  reason: RejectedReason;
  message: string;
}

/** A wanted line with its product; undefined if there is none for sale. */
export interface QuotedLine {
  productId: string;
  quantity: number;
  product: Product | undefined;
  /** How many could be bought; null if it holds enough, and if they aren't counted. */
  available: number | null;
}

/** What a purchase costs now. Amounts are in the currency's smallest unit. */
export interface Quote {
  lines: QuotedLine[];
  /** Those that can be sold. */
  sold: SnapshotLine[];
  isShipped: boolean;
  /** What the buyer can choose from, cheapest first; one that costs nothing if the store has no rates. */
  options: OfferedRate[];
  chosen: OfferedRate | null;
  applied: { code: PromotionCode; amount: number } | null;
  rejected: RejectedCode[];
  calculation: TaxCalculation | null;
  /** The tax is 0 until an address is known. */
  amounts: Amounts;
  problems: Problem[];
}

export interface QuoteParts {
  database: Pick<Database, "products" | "shippingRates" | "promotionCodes">;
  provider: Pick<Provider, "calculateTax">;
}

interface Quoting {
  store: Store;
  /** What of the lines couldn't be reserved. */
  shortages?: Shortage[];
  /** Whether the tax is calculated again although nothing it depends on has changed. */
  isFinal?: boolean;
  /** Whether the session can't be paid any more, so that nothing is calculated. */
  isEnded?: boolean;
  now: number;
}

/** Of promotion codes that are looked at. */
const maxCodes = 10;

/** Of names, phone numbers and parts of addresses, as in orders. */
const maxTextLength = 5000;

/** The id of the only option if something is downloaded, or is shipped by a store without rates. */
export const plainOption = { digital: "digital", shipping: "delivery" };

/** Calculates what an agent's purchase costs, and what is still wrong with it. */
export async function quoteOf(
  { database, provider }: QuoteParts,
  { session, state, reserved }: AgentSession,
  { store, shortages = [], isFinal = false, isEnded = false, now }: Quoting,
): Promise<Quote> {
  const { id: storeId, currency } = store;
  const problems: Problem[] = [];
  // A session stays with the account that it began with.
  if (!isEnded && (session.account !== store.stripeAccount || session.currency !== currency)) {
    problems.push(fault("expired", "The store takes payments elsewhere now. Start a new session."));
  }
  const productIds = state.lines.map(({ productId }) => productId).filter(isStorableId);
  const products = await database.products.findMany({ storeId, productIds });
  const short = new Map(shortages.map((one) => [one.productId, one.available]));
  const lines = state.lines.map(({ productId, quantity }): QuotedLine => {
    const product = products.get(productId);
    const isForSale = product?.isActive && product.currency === currency;
    if (!isForSale) return { productId, quantity, product: undefined, available: null };
    const held = quantityOf(reserved, productId);
    const unheld = product.stock === null || held >= quantity ? null : product.stock + held;
    return { productId, quantity, product, available: short.get(productId) ?? unheld };
  });
  const sold: SnapshotLine[] = [];
  for (const [line, { productId, quantity, product, available }] of lines.entries()) {
    const wrong = product
      ? faultOf(product, { quantity, available, currency })
      : fault("not_found", `The store sells no product ${productId}.`);
    if (wrong) problems.push({ ...wrong, line });
    if (!product || product.type === "subscription") continue;
    sold.push({ productId, quantity, ...asSold(product) });
    const shown = state.lines[line]?.shownPrice ?? null;
    if (shown !== null && shown !== product.priceInCents) {
      const prices = [shown, product.priceInCents].map((price) => displayAmount(price, currency));
      const message = `The price of “${nameWithOptions(product)}” is ${prices[1]}, not ${prices[0]}.`;
      problems.push({ kind: "warning", code: "price_change", line, message });
    }
  }
  if (session.customerEmail === null) {
    problems.push(
      state.isEmailInvalid
        ? fault("invalid", "The buyer’s email address isn’t valid.", "buyer")
        : fault("missing", "The buyer’s email address is needed.", "buyer"),
    );
  }
  const { customerName, customerPhone, shippingAddress: address } = session;
  for (const [about, texts] of [
    ["buyer", [customerName, customerPhone]],
    ["address", Object.values(address ?? {})],
  ] as const) {
    if (texts.every((text) => text === null || text.length <= maxTextLength)) continue;
    problems.push(
      fault("invalid", `The ${about} has a text of more than ${maxTextLength} characters.`, about),
    );
  }

  const subtotal = sum(sold);
  const isShipped = sold.some(({ requiresShipping }) => requiresShipping);
  const delivery = await deliveryOf(database, {
    store,
    isShipped,
    address,
    recipient: address?.name || customerName,
    subtotal,
    optionId: state.optionId,
  });
  problems.push(...delivery.problems);
  const codes = await codesOf(database, { store, codes: state.codes, subtotal, now });
  problems.push(
    ...codes.rejected.map(
      ({ reason, message }): Problem => ({ kind: "warning", code: reason, about: "codes", message }),
    ),
  );
  const discount = codes.applied?.amount ?? 0;
  const parts = { subtotal, discount, shipping: delivery.chosen?.priceInCents ?? 0 };
  const isTaxed = store.tax !== "off" && sold.length > 0;
  if (isTaxed && address === null && !isShipped) {
    problems.push(fault("missing", "An address is needed to calculate the tax.", "address"));
  }
  let calculation = isEnded ? state.calculation : null;
  if (!isEnded && isTaxed && address !== null) {
    const known = isFinal ? null : state.calculation;
    const found = await calculated(provider, { store, sold, parts, address, known });
    if ("problem" in found) problems.push(found.problem);
    else calculation = found;
  }
  const amounts = amountsOf(parts, calculation);
  if (sold.length > 0 && amounts.total === 0) {
    problems.push(fault("unsupported", "Agents can’t buy what costs nothing."));
  }
  const { options, chosen } = delivery;
  return { lines, sold, isShipped, options, chosen, ...codes, calculation, amounts, problems };
}

/** Other ids can't be those of products, and some can't be stored. */
function isStorableId(id: string): boolean {
  return /^\w{1,255}$/.test(id);
}

export function hasErrors({ problems }: Pick<Quote, "problems">): boolean {
  return problems.some(({ kind }) => kind === "error");
}

function fault(code: Problem["code"], message: string, about?: Problem["about"]): Problem {
  return { kind: "error", code, message, ...(about && { about }) };
}

function faultOf(
  product: Product,
  { quantity, available, currency }: { quantity: number; available: number | null; currency: string },
): Problem | undefined {
  const name = nameWithOptions(product);
  if (product.type === "subscription") {
    return fault("unsupported", `“${name}” is a subscription, which agents can’t buy.`);
  }
  const unchargeable = priceFault(product.priceInCents, currency);
  if (unchargeable !== undefined) return fault("invalid", `“${name}” costs ${unchargeable}.`);
  if (quantity > maxQuantityPerLine) {
    return fault("quantity_exceeded", `At most ${maxQuantityPerLine} of “${name}” can be bought at once.`);
  }
  if (available === null || available >= quantity) return undefined;
  const left = available === 0 ? `“${name}” is sold out.` : `Only ${available} of “${name}” are left.`;
  return fault("out_of_stock", left);
}

type Delivery = Pick<Quote, "options" | "chosen" | "problems">;

async function deliveryOf(
  { shippingRates }: Pick<Database, "shippingRates">,
  of: {
    store: Store;
    isShipped: boolean;
    address: ShippingAddress | null;
    recipient: string | null;
    subtotal: number;
    optionId: string | null;
  },
): Promise<Delivery> {
  const { store, isShipped, address, recipient, subtotal, optionId } = of;
  const free = { priceInCents: 0, days: null };
  const impossible = (problem: Problem): Delivery => ({ options: [], chosen: null, problems: [problem] });
  if (!isShipped) {
    const download = { ...free, rateId: plainOption.digital, name: "Download" };
    return { options: [download], chosen: download, problems: [] };
  }
  if (address === null) {
    return impossible(fault("missing", "An address is needed for the delivery.", "address"));
  }
  const { country, line1, city } = address;
  if (country === null) return impossible(fault("missing", "The address needs a country.", "address"));
  const elsewhere = fault("region_restricted", `The store doesn’t ship to ${country}.`, "address");
  if (!allowedCountries(store).includes(country)) return impossible(elsewhere);
  const active = (await shippingRates.list(store.id)).filter(({ isActive }) => isActive);
  const parcel = { country: country.toLowerCase(), shipsTo: store.shipsTo, subtotal };
  const options =
    active.length === 0
      ? [{ ...free, rateId: plainOption.shipping, name: "Delivery" }]
      : offeredRates(active, parcel);
  const chosen = options.find(({ rateId }) => rateId === optionId) ?? options[0] ?? null;
  if (chosen === null) return { options, chosen, problems: [elsewhere] };
  const problems: Problem[] = [];
  const parts = { "a street": line1, "a town": city, "the recipient’s name": recipient };
  const missing = Object.entries(parts).flatMap(([name, part]) => (part ? [] : [name]));
  if (missing.length > 0) {
    problems.push(fault("missing", `The address is incomplete: it needs ${missing.join(", ")}.`, "address"));
  }
  if (optionId !== null && chosen.rateId !== optionId) {
    const message =
      "The chosen delivery isn’t offered for this address any more, so the cheapest one is chosen.";
    problems.push({ kind: "warning", code: "price_change", about: "option", message });
  }
  return { options, chosen, problems };
}

/** By the rule that `appliedCode` names. */
const reasons: Record<string, RejectedReason> = {
  exists: "discount_code_invalid",
  redeemable: "discount_code_expired",
  currency: "discount_code_invalid",
  minimum: "discount_code_minimum_not_met",
};

/** The provider counts redemptions on its own pages only, so a code that few may use isn't for agents. */
async function codesOf(
  { promotionCodes }: Pick<Database, "promotionCodes">,
  { store, codes, subtotal, now }: { store: Store; codes: string[]; subtotal: number; now: number },
): Promise<Pick<Quote, "applied" | "rejected">> {
  const rejected: RejectedCode[] = [];
  let applied: Quote["applied"] = null;
  const reject = (index: number, reason: RejectedReason, message: string) =>
    rejected.push({ code: codes[index] ?? "", index, reason, message });
  for (const [index, typed] of codes.slice(0, maxCodes).entries()) {
    if (applied) {
      const message = `The promotion code ${typed} can’t be combined with another one.`;
      reject(index, "discount_code_combination_disallowed", message);
      continue;
    }
    try {
      const { currency } = store;
      const code = await appliedCode({ promotionCodes }, { store, typed, subtotal, currency, now });
      if (code.maxRedemptions === null) {
        applied = { code, amount: discountOf(code, subtotal, chargeStepOf(currency)) };
      } else {
        const message = `The promotion code ${typed} can be used a limited number of times, so not through agents.`;
        reject(index, "discount_code_user_ineligible", message);
      }
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "CONFLICT") throw error;
      const [detail] = error.details ?? [];
      const reason = reasons[detail?.rule ?? ""] ?? "discount_code_invalid";
      reject(index, reason, `The promotion code ${typed} ${detail?.message ?? "isn’t valid"}.`);
    }
  }
  if (codes.length > maxCodes) {
    const message = `At most ${maxCodes} promotion codes are looked at, so the rest is ignored.`;
    reject(maxCodes, "discount_code_invalid", message);
  }
  return { applied, rejected };
}

async function calculated(
  provider: Pick<Provider, "calculateTax">,
  of: {
    store: Store;
    sold: SnapshotLine[];
    parts: Pick<Amounts, "discount" | "shipping">;
    address: ShippingAddress;
    known: TaxCalculation | null;
  },
): Promise<TaxCalculation | { problem: Problem }> {
  const { store, sold, parts, address, known } = of;
  const { stripeAccount: account, currency, tax } = store;
  const amounts = sold.map(({ quantity, unitPriceInCents }) => quantity * unitPriceInCents);
  const off = spread(parts.discount, amounts);
  const wanted = {
    ...{ account, currency, address },
    behavior: tax === "inclusive" ? ("inclusive" as const) : ("exclusive" as const),
    lines: sold.map(({ productId, quantity, taxCode = null }, at) => ({
      ...{ reference: productId, quantity, taxCode },
      amount: (amounts[at] ?? 0) - (off[at] ?? 0),
    })),
    shipping: sold.some(({ requiresShipping }) => requiresShipping)
      ? { amount: parts.shipping, taxCode: shippingTaxCode }
      : null,
  };
  const key = secretHash(JSON.stringify(wanted));
  if (known?.key === key) return known;
  try {
    return { key, ...(await provider.calculateTax(wanted)) };
  } catch (error) {
    const refusal = invalidRequestOf(error);
    if (!refusal) throw error;
    const isOfAddress =
      refusal.code === "customer_tax_location_invalid" || /^customer_details/.test(refusal.param ?? "");
    const message = isOfAddress
      ? "The tax can’t be calculated for this address. Check its parts."
      : "The store’s tax can’t be calculated, so nothing can be bought at the moment.";
    return { problem: fault("invalid", message, isOfAddress ? "address" : undefined) };
  }
}
