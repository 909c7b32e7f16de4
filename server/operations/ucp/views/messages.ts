import type { AgentStatus } from "../../../domain/agent-session.ts";
import { jsonPath } from "../../../domain/json-path.ts";
import type { Purchase, Unpayable } from "../../../payments/agents/agent-purchases.ts";
import { authenticationNeeded } from "../../../payments/agents/authentication-needed.ts";
import type { Problem, Quote } from "../../../payments/agents/quote.ts";
import { taxNotes, warning } from "../../../views/ucp/totals.ts";
import type { Schemas } from "../operation.ts";

type Message = Schemas["Message"];

const places = {
  address: "/fulfillment/methods/0/destinations",
  buyer: "/buyer/email",
  option: "/fulfillment/methods/0/groups/0/selected_option_id",
};

/** The protocol's codes for ours. Others are sent as they are. */
const codes: Partial<Record<Unpayable["code"], string>> = {
  not_found: "item_unavailable",
  unsupported: "item_unavailable",
  region_restricted: "address_undeliverable",
  payment_declined: "payment_failed",
  requires_3ds: "payment_failed",
};

/** What prevents the purchase comes first. */
export function messagesOf({ status, quote, session }: Purchase): Message[] {
  if (status !== "open") return endOf(status);
  const problems = quote.problems.filter(({ about }) => about !== "codes");
  const errors = problems.filter(({ kind }) => kind === "error");
  const warnings = problems.filter(({ kind }) => kind === "warning");
  return [
    ...errors.map((one) => errorMessage(one.code, one.message, pathOf(one, quote))),
    ...warnings.map((one) => warning(one.code, one.message, pathOf(one, quote))),
    ...quote.rejected.map(({ index, reason, message }) =>
      warning(reason, message, jsonPath(`/discounts/codes/${index}`)),
    ),
    ...taxNotes(quote.amounts, session.currency),
  ];
}

export function errorMessage(code: Unpayable["code"], content: string, path?: string): Message {
  const severity = "recoverable" as const;
  return { type: "error", code: codes[code] ?? code, ...(path && { path }), content, severity };
}

/** Lines that can't be sold aren't in the checkout. */
function pathOf({ line, about }: Problem, { lines, sold }: Quote): string | undefined {
  if (line === undefined) return about && about !== "codes" ? jsonPath(places[about]) : undefined;
  const at = sold.findIndex(({ productId }) => productId === lines[line]?.productId);
  return at < 0 ? undefined : jsonPath(`/line_items/${at}`);
}

function endOf(status: AgentStatus): Message[] {
  if (status === "authenticating") {
    const severity = "requires_buyer_review" as const;
    return [{ type: "error", code: "requires_3ds", content: authenticationNeeded, severity }];
  }
  const content = { canceled: "The checkout was canceled.", expired: "The checkout has expired." }[
    status as "canceled"
  ];
  return content === undefined ? [] : [{ type: "info", content }];
}
