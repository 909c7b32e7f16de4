import type { Store } from "../../../database/queries/stores.ts";
import type { AgentStatus } from "../../../domain/agent-session.ts";
import { nameWithOptions } from "../../../domain/product.ts";
import { spread } from "../../../domain/spread.ts";
import type { Purchase } from "../../../payments/agents/agent-purchases.ts";
import { hasErrors, type Quote, type QuotedLine } from "../../../payments/agents/quote.ts";
import { addressView } from "../../../views/acp/address-view.ts";
import { acpVersion, type Schemas } from "../operation.ts";
import { authenticationMessage, messagesOf } from "./messages.ts";

/** The id of the only way to pay: a token that the agent's provider grants. */
export const handlerId = "stripe_shared_payment_token";

export interface SessionContext {
  store: Store;
  /** Without a trailing slash. */
  publicUrl: string;
}

type Option = Schemas["FulfillmentOptionShipping"] | Schemas["FulfillmentOptionDigital"];

/** A session as the protocol has it. */
export function sessionView(
  purchase: Purchase,
  { store, publicUrl }: SessionContext,
): Schemas["CheckoutSession"] {
  const { session, state, status, quote } = purchase;
  const { customerEmail, customerName, customerPhone, shippingAddress, locale, metadata } = session;
  const { codes, timeZone } = state;
  const isOpen = status === "open";
  const address = shippingAddress && addressView(shippingAddress);
  return {
    id: session.id,
    protocol: { version: acpVersion },
    capabilities: {
      payment: { handlers: [handler({ store, publicUrl })] },
      interventions: { supported: [] },
      extensions: [{ name: "discount" }],
    },
    ...(customerEmail !== null && {
      buyer: {
        email: customerEmail,
        ...(customerName !== null && { full_name: customerName }),
        ...(customerPhone !== null && { phone_number: customerPhone }),
      },
    }),
    status: statusOf(status, quote),
    currency: session.currency,
    ...(locale !== null && { locale }),
    ...(timeZone !== null && { timezone: timeZone }),
    line_items: linesView(quote),
    ...(address && { fulfillment_details: { name: address.name, address } }),
    fulfillment_options: quote.options.map((option): Option => {
      const { rateId: id, name: title, priceInCents, days } = option;
      const cost = { id, title, totals: [totalView("total", title, priceInCents)] };
      if (!quote.isShipped) return { type: "digital", ...cost };
      const arrives = days && (days.min === days.max ? days.max : `${days.min} to ${days.max}`);
      return {
        type: "shipping",
        ...cost,
        ...(arrives && { description: `Arrives in ${arrives} business days.` }),
      };
    }),
    ...(quote.chosen && {
      selected_fulfillment_options: [
        {
          type: quote.isShipped ? ("shipping" as const) : ("digital" as const),
          option_id: quote.chosen.rateId,
          item_ids: quote.sold.map(({ productId }) => productId),
        },
      ],
    }),
    totals: totalsOf(quote),
    messages: isOpen ? messagesOf(quote.problems) : endOf(status),
    ...(status === "authenticating" && state.authenticationUrl && { continue_url: state.authenticationUrl }),
    links: linksOf(store),
    created_at: new Date(session.createdAt).toISOString(),
    updated_at: new Date(state.updatedAt).toISOString(),
    expires_at: new Date(session.expiresAt).toISOString(),
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(codes.length > 0 && { discounts: discountsOf(codes, quote) }),
  };
}

function statusOf(status: AgentStatus, quote: Quote): Schemas["CheckoutSessionBase"]["status"] {
  if (status === "open") return hasErrors(quote) ? "not_ready_for_payment" : "ready_for_payment";
  if (status === "authenticating") return "authentication_required";
  if (status === "paying" || status === "pending") return "complete_in_progress";
  return status;
}

type Message = NonNullable<Schemas["CheckoutSessionBase"]["messages"]>[number];

function endOf(status: AgentStatus): Message[] {
  if (status === "authenticating") return [authenticationMessage];
  const content = { canceled: "The session was canceled.", expired: "The session has expired." }[
    status as "canceled"
  ];
  return content === undefined ? [] : [{ type: "info", content_type: "plain", content }];
}

function handler({ store, publicUrl }: SessionContext): Schemas["PaymentHandler"] {
  const reference = `${publicUrl}/acp/docs`;
  return {
    ...{ id: handlerId, name: "dev.acp.tokenized.card", display_name: "Card", version: "2026-01-22" },
    ...{ spec: reference, config_schema: reference, instrument_schemas: [reference] },
    ...{ requires_delegate_payment: false, requires_pci_compliance: false, psp: "stripe" },
    config: { merchant_id: store.stripeAccount ?? store.id, psp: "stripe" },
  };
}

type TotalType = Schemas["Total"]["type"];

function totalView(type: TotalType, display_text: string, amount: number): Schemas["Total"] {
  return { type, display_text, amount };
}

/** The amounts of the whole purchase. `total` is what is charged; a tax that prices include is part of the others. */
export function totalsOf({ amounts, chosen }: Pick<Quote, "amounts" | "chosen">): Schemas["Total"][] {
  const { subtotal, discount, shipping, tax, total } = amounts;
  return [
    totalView("items_base_amount", "Items", subtotal),
    ...(discount > 0 ? [totalView("discount", "Discount", discount)] : []),
    totalView("subtotal", "Subtotal", subtotal - discount),
    ...(chosen ? [totalView("fulfillment", chosen.name, shipping)] : []),
    totalView("tax", total > subtotal - discount + shipping || tax === 0 ? "Tax" : "Includes tax", tax),
    totalView("total", "Total", total),
  ];
}

function linesView({ lines, sold, amounts }: Quote): Schemas["LineItem"][] {
  const bases = sold.map((line) => line.quantity * line.unitPriceInCents);
  const discounts = spread(amounts.discount, bases);
  return lines.map((line) => {
    const at = sold.findIndex(({ productId }) => productId === line.productId);
    const price = { unit: sold[at]?.unitPriceInCents, base: bases[at] ?? 0, discount: discounts[at] ?? 0 };
    return lineView(line, price);
  });
}

function lineView(
  { productId, quantity, product, available }: QuotedLine,
  { unit, base, discount }: { unit: number | undefined; base: number; discount: number },
): Schemas["LineItem"] {
  const stock = product?.stock ?? null;
  const isShort = available !== null && available < quantity;
  return {
    ...{ id: productId, item: { id: productId }, quantity, product_id: productId },
    ...(product && {
      name: nameWithOptions(product),
      ...(product.description !== null && { description: product.description }),
      ...(product.imageUrl !== null && { images: [product.imageUrl] }),
      ...(unit !== undefined && { unit_amount: unit }),
      ...(product.sku !== null && { sku: product.sku }),
      ...(product.options.length > 0 && {
        variant_options: product.options.map(({ name, value }) => ({ name, value })),
      }),
      ...(isShort && { available_quantity: available }),
    }),
    availability_status:
      !product || isShort ? "out_of_stock" : stock !== null && stock <= 5 ? "low_stock" : "in_stock",
    totals: [
      totalView("items_base_amount", "Base amount", base),
      ...(discount > 0 ? [totalView("discount", "Discount", discount)] : []),
      totalView("subtotal", "Subtotal", base - discount),
      totalView("total", "Total", base - discount),
    ],
  };
}

function linksOf({ returnPolicyUrl }: Store): Schemas["Link"][] {
  return returnPolicyUrl === null ? [] : [{ type: "return_policy", url: returnPolicyUrl }];
}

function discountsOf(codes: string[], { applied, rejected }: Quote): Schemas["DiscountsResponse"] {
  return {
    codes,
    applied: applied
      ? [
          {
            id: applied.code.id,
            code: applied.code.code,
            coupon: {
              ...{ id: applied.code.id, name: applied.code.code, duration: "once" as const },
              ...(applied.code.percentOff === null
                ? { amount_off: applied.code.amountOffInCents, currency: applied.code.currency }
                : { percent_off: applied.code.percentOff }),
            },
            amount: applied.amount,
            method: "across",
          },
        ]
      : [],
    rejected: rejected.map(({ code, reason, message }) => ({ code, reason, message })),
  };
}
