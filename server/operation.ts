import type { Input as InputFrom, OperationId } from "../generated/operations.ts";
import type { Database } from "./database/database.ts";
import type { ResolveMember } from "./members/members.ts";
import type { Portal } from "./members/portal.ts";
import type { PromotionCodes } from "./merchants/codes/promotion-codes.ts";
import type { ProductFiles } from "./merchants/downloads/product-files.ts";
import type { Images } from "./merchants/images/images.ts";
import type { AskSellingSteps } from "./merchants/payments/ask-selling-steps.ts";
import type { PaymentAccounts } from "./merchants/payments/payment-account.ts";
import type { Checkout } from "./payments/checkout/checkout.ts";
import type { ClosePages } from "./payments/checkout/close-pages.ts";
import type { ReadInvoice } from "./payments/invoices/read-invoice.ts";
import type { RefundOrder } from "./payments/refunds/refund-order.ts";
import type { Reprice } from "./payments/subscriptions/reprice.ts";

export type { Output } from "../generated/operations.ts";

/** The services that operations use. */
export interface Services {
  database: Database;
  /** Without a trailing slash. */
  publicUrl: string;
  checkout: Checkout;
  portal: Portal;
  resolveMember: ResolveMember;
  refundOrder: RefundOrder;
  readInvoice: ReadInvoice;
  reprice: Reprice;
  paymentAccounts: PaymentAccounts;
  /** Undefined if images aren't uploaded. */
  images?: Images | undefined;
  /** Undefined if images aren't uploaded either, since they are stored together. */
  files?: ProductFiles | undefined;
  promotionCodes: PromotionCodes;
  sellingSteps: AskSellingSteps;
  closePages: Pick<ClosePages, "ofStore">;
  /** Development only: a well-known key for one store. It isn't stored in the database. */
  demo?: { key: string; storeId: string };
}

/** The caller: the holder of an API key. */
export interface Caller {
  keyId: string;
  storeId: string;
}

/** An operation's validated request, with its caller. */
export type Input<Id extends OperationId> = InputFrom<Id, Caller>;
