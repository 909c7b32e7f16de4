import type { Amounts } from "./amounts.ts";
import type { CheckoutSessionRecord } from "./checkout-session.ts";
import type { StockLine } from "./stock.ts";

/** What an agent asked for. Who buys and where it goes is in the checkout session, where it can be erased. */
export interface AgentRequest {
  lines: WantedLine[];
  /** Promotion codes, as they were sent. */
  codes: string[];
  /** The chosen option; null for the cheapest. */
  optionId: string | null;
  /** How the agent calls the address; missing if it doesn't. */
  destinationId?: string | null;
  /** Whether the email that was sent last can't be one, so that none is kept. */
  isEmailInvalid?: boolean;
  /** IANA; null if it wasn't given. */
  timeZone: string | null;
}

export interface WantedLine {
  productId: string;
  quantity: number;
  /** The price of one that the agent saw last; null if it saw none. */
  shownPrice: number | null;
}

/** The tax of a purchase, as the payment provider calculated it. */
export interface TaxCalculation {
  /** What it was calculated for. */
  key: string;
  id: string;
  tax: number;
  total: number;
  /** The tax of each part; missing in sessions of versions that didn't store it. */
  taxes?: PartTaxes;
}

/** As stored: a map isn't JSON. */
export interface PartTaxes {
  lines: [productId: string, tax: number][];
  shipping: number;
}

/** The part of a checkout session that only purchases by agents have. */
export interface AgentState extends AgentRequest {
  /** The total that the agent saw last; null if it wasn't complete. */
  shownTotal: number | null;
  calculation: TaxCalculation | null;
  updatedAt: number;
  canceledAt: number | null;
  /** The number of attempts to pay. */
  attempt: number;
  /** When the attempt began that may be in progress; null if there is none. */
  payingSince: number | null;
  /** The hash of the attempt's token; missing in attempts of versions that didn't store it. */
  payingWith?: string;
  /** The page on which the buyer's bank asks the buyer; null if it doesn't. */
  authenticationUrl?: string | null;
}

/** A purchase by an agent: a checkout session without a page. */
export interface AgentSession {
  session: CheckoutSessionRecord & { agent: string };
  state: AgentState;
  /** What it holds of counted products. */
  reserved: StockLine[];
}

/** Longer than the calls of an attempt take. Then its process has died, or its payment is refused. */
const attemptMs = 90_000;

/** Whether a payment may be in progress. */
export function isPaying({ session, state }: AgentSession, now: number): boolean {
  const { payingSince } = state;
  if (session.status !== "open" || payingSince === null || isAsking(state)) return false;
  return now < payingSince + attemptMs;
}

/** Whether the buyer's bank asks the buyer before it pays. */
function isAsking({ authenticationUrl = null }: AgentState): boolean {
  return authenticationUrl !== null;
}

export type AgentStatus =
  | "open"
  | "paying"
  | "authenticating"
  | "completed"
  | "pending"
  | "canceled"
  | "expired";

export function agentStatusOf(agentSession: AgentSession, now: number): AgentStatus {
  const { session, state } = agentSession;
  if (session.status === "complete") return session.paymentOutcome === "pending" ? "pending" : "completed";
  if (state.canceledAt !== null) return "canceled";
  if (session.status === "expired" || (now >= session.expiresAt && state.payingSince === null))
    return "expired";
  if (state.payingSince === null) return "open";
  return isAsking(state) ? "authenticating" : "paying";
}

/** The amounts of a purchase, less the discount and with the tax where prices exclude it. */
export function amountsOf(
  parts: Pick<Amounts, "subtotal" | "discount" | "shipping">,
  calculation: { tax: number; total: number } | null,
): Amounts {
  const { subtotal, discount, shipping } = parts;
  const sum = subtotal - discount + shipping;
  return { subtotal, discount, shipping, tax: calculation?.tax ?? 0, total: calculation?.total ?? sum };
}
