import type { Input as InputFrom, OperationId } from "../generated/operations.ts";
import type { Database } from "./database/database.ts";
import type { ResolveMember } from "./members/members.ts";
import type { Portal } from "./members/portal.ts";
import type { Catalogs } from "./merchants/catalogs/catalogs.ts";
import type { MoveCodes } from "./merchants/codes/move-codes.ts";
import type { PromotionCodes } from "./merchants/codes/promotion-codes.ts";
import type { ProductFiles } from "./merchants/downloads/product-files.ts";
import type { Images } from "./merchants/images/images.ts";
import type { PaymentAccounts } from "./merchants/payments/payment-account.ts";
import type { AskSellingSteps } from "./merchants/payments/selling-steps.ts";
import type { AgentPurchases } from "./payments/agents/agent-purchases.ts";
import type { ReadPlatformProfile } from "./payments/agents/platform-profiles.ts";
import type { Checkout } from "./payments/checkout/checkout.ts";
import type { ClosePages } from "./payments/checkout/close-pages.ts";
import type { ReadInvoice } from "./payments/invoices/read-invoice.ts";
import type { ReadTaxes } from "./payments/refunds/read-taxes.ts";
import type { RefundOrder } from "./payments/refunds/refund-order.ts";
import type { CancelSubscription } from "./payments/subscriptions/cancel-subscription.ts";
import type { Reprice } from "./payments/subscriptions/reprice.ts";

export type { Output } from "../generated/operations.ts";

/** The services that operations use. */
export interface Services {
  database: Database;
  catalogs: Catalogs;
  /** Without a trailing slash. */
  publicUrl: string;
  checkout: Checkout;
  agentPurchases: AgentPurchases;
  readPlatformProfile: ReadPlatformProfile;
  portal: Portal;
  resolveMember: ResolveMember;
  refundOrder: RefundOrder;
  readTaxes: ReadTaxes;
  readInvoice: ReadInvoice;
  reprice: Reprice;
  cancelSubscription: CancelSubscription;
  paymentAccounts: PaymentAccounts;
  /** Undefined if images aren't uploaded. */
  images?: Images | undefined;
  /** Undefined if images aren't uploaded either, since they are stored together. */
  files?: ProductFiles | undefined;
  promotionCodes: PromotionCodes;
  moveCodes: MoveCodes;
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
