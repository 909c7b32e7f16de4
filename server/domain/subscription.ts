import { nameWithOptions, type ProductOption } from "./product.ts";

export interface SubscriptionRecord extends SubscriptionTimes {
  /** The provider's `sub_…`. */
  id: string;
  storeId: string;
  /** The subscription's provider account; null for the platform's own. */
  account: string | null;
  /** The provider's `cus_…`. */
  customerId: string;
  memberId: string | null;
  /** The provider's status: active, trialing, past_due, canceled … */
  status: string;
  /** When this state was requested from the provider. */
  fetchedAt: number;
  /** Our id; null when unknown. */
  checkoutSessionId: string | null;
  /** By the provider's clock; null when unknown. */
  createdAt: number | null;
  /** Empty when unknown. */
  lines: SubscriptionLine[];
  /** Null when unknown. */
  currency: string | null;
  /** Null when unknown, and for other intervals. */
  billingInterval: "month" | "year" | null;
}

/** By the provider's clock, in milliseconds since 1970. All are null until the provider's first report to a version that has them. */
export interface SubscriptionTimes {
  currentPeriodEnd: number | null;
  /** When it is going to end; null if it isn't cancelled. */
  cancelAt: number | null;
  /** Null before the end. */
  endedAt: number | null;
  /** Null without a trial. */
  trialEnd: number | null;
}

/** A product of a subscription. */
export interface SubscriptionLine {
  /** Null if the merchant added it at the provider. */
  productId: string | null;
  name: string;
  options: ProductOption[];
  quantity: number;
  /** Null if the provider's price isn't a whole number of the currency's smallest unit. */
  unitPriceInCents: number | null;
}

/** When a cancelled subscription ends. */
export type CancelAt = "periodEnd" | "now";

/** A line as the provider reports it, which has no options and may have a shortened name. */
export type ReportedLine = Omit<SubscriptionLine, "options">;

type Identity = "id" | "storeId" | "account" | "customerId" | "memberId" | "status" | "fetchedAt";

/** A subscription as the provider reports it. What is missing stays as it was. */
export type ReportedSubscription = Pick<SubscriptionRecord, Identity> &
  Partial<Omit<SubscriptionRecord, Identity | "lines">> & {
    /** Missing if the report doesn't name the products. */
    reportedLines?: ReportedLine[] | undefined;
  };

/** The reported lines, with the names and options of the known ones. */
export function namedLines(reported: ReportedLine[], known: SubscriptionLine[]): SubscriptionLine[] {
  return reported.map(({ productId, name, quantity, unitPriceInCents }) => {
    const line = known.find((one) => one.productId !== null && one.productId === productId);
    return { productId, name: line?.name ?? name, options: line?.options ?? [], quantity, unitPriceInCents };
  });
}

type PricedSubscription = Pick<SubscriptionRecord, "lines" | "currency" | "billingInterval">;

/** What all lines cost in each period, before discounts, as `€18.00 a month`. Empty if it isn't known. */
export function priceOf(
  { lines, currency, billingInterval }: PricedSubscription,
  format: (minorUnits: number, currency: string) => string,
): string {
  const sum = lines.reduce((total, line) => total + (line.unitPriceInCents ?? Number.NaN) * line.quantity, 0);
  if (lines.length === 0 || Number.isNaN(sum) || currency === null) return "";
  return `${format(sum, currency)}${billingInterval === null ? "" : ` a ${billingInterval}`}`;
}

/** `2 × Print Club (A2), Map Club`. */
export function linesText(lines: SubscriptionLine[]): string {
  return lines
    .map((line) => `${line.quantity === 1 ? "" : `${line.quantity} × `}${nameWithOptions(line)}`)
    .join(", ");
}

/** The next change of a subscription, or its end; undefined if it depends on a payment, or isn't known. */
export function nextChange(
  subscription: Pick<SubscriptionRecord, "status"> & SubscriptionTimes,
): { text: "Ended" | "Ends" | "Trial until" | "Renews"; at: number } | undefined {
  const { status, currentPeriodEnd, cancelAt, endedAt, trialEnd } = subscription;
  if (endedAt !== null) return { text: "Ended", at: endedAt };
  if (cancelAt !== null) return { text: "Ends", at: cancelAt };
  if (status === "trialing" && trialEnd !== null) return { text: "Trial until", at: trialEnd };
  return status === "active" && currentPeriodEnd !== null
    ? { text: "Renews", at: currentPeriodEnd }
    : undefined;
}
