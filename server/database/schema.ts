import type { Generated } from "kysely";

/**
 * The tables, identical on both engines: booleans are 0 and 1, timestamps milliseconds since 1970, structures
 * JSON text. `migrations/` creates them.
 */
export interface Tables {
  stores: StoreRow;
  api_keys: KeyRow;
  products: StoredProductRow;
  product_stock: ProductStockRow;
  deleted_products: DeletedProductRow;
  shipping_rates: ShippingRateRow;
  product_images: ProductImageRow;
  product_files: ProductFileRow;
  promotion_codes: PromotionCodeRow;
  carts: CartRow;
  checkout_sessions: CheckoutSessionRow;
  subscriptions: SubscriptionRow;
  duplicate_subscriptions: DuplicateSubscriptionRow;
  payment_differences: PaymentDifferenceRow;
  customers: CustomerRow;
  member_sessions: MemberSessionRow;
  orders: OrderRow;
  order_terms: OrderTermRow;
  parcels: ParcelRow;
  order_returns: OrderReturnRow;
  order_downloads: OrderDownloadRow;
  download_links: DownloadLinkRow;
  order_payments: OrderPaymentRow;
  refund_requests: RefundRequestRow;
  provider_events: ProviderEventRow;
  refunds: RefundRow;
  payment_refunds: PaymentRefundRow;
  disputes: DisputeRow;
  event_endpoints: EventEndpointRow;
  events: EventRow;
  event_deliveries: EventDeliveryRow;
  mails: MailRow;
  mail_texts: MailTextRow;
  audit_entries: AuditEntryRow;
  portal_configurations: PortalConfigurationRow;
  session_listings: SessionListingRow;
  event_listings: EventListingRow;
  unhandled_events: UnhandledEventRow;
  idempotency_keys: IdempotencyKeyRow;
  people: PersonRow;
  memberships: MembershipRow;
  invitations: InvitationRow;
  passkeys: PasskeyRow;
  dashboard_sessions: DashboardSessionRow;
  pending_flows: PendingFlowRow;
  leases: LeaseRow;
  revision: RevisionRow;
  store_revisions: StoreRevisionRow;
}

/** Every table's primary key. Referenced tables come before the tables that refer to them. */
export const primaryKeys: { [Table in keyof Tables]: (keyof Tables[Table])[] } = {
  stores: ["id"],
  api_keys: ["id"],
  products: ["id"],
  product_stock: ["product_id"],
  deleted_products: ["id"],
  shipping_rates: ["id"],
  product_images: ["store_id", "name"],
  product_files: ["id"],
  promotion_codes: ["id"],
  carts: ["id"],
  checkout_sessions: ["id"],
  subscriptions: ["id"],
  duplicate_subscriptions: ["subscription_id"],
  payment_differences: ["id"],
  customers: ["store_id", "member_id", "account"],
  member_sessions: ["store_id", "hash"],
  orders: ["id"],
  order_terms: ["order_id", "term"],
  parcels: ["id"],
  order_returns: ["id"],
  order_downloads: ["order_id", "product_id"],
  download_links: ["hash"],
  order_payments: ["payment_id"],
  refund_requests: ["id"],
  provider_events: ["id"],
  refunds: ["payment_id"],
  payment_refunds: ["id"],
  disputes: ["id"],
  event_endpoints: ["id"],
  events: ["id"],
  event_deliveries: ["id"],
  mails: ["id"],
  mail_texts: ["store_id", "kind", "language"],
  audit_entries: ["id"],
  portal_configurations: ["account"],
  session_listings: ["account"],
  event_listings: ["account"],
  unhandled_events: ["id"],
  idempotency_keys: ["caller", "key"],
  people: ["id"],
  memberships: ["person_id", "store_id"],
  invitations: ["id"],
  passkeys: ["id"],
  dashboard_sessions: ["hash"],
  pending_flows: ["hash"],
  leases: ["name"],
  revision: ["id"],
  store_revisions: ["store"],
};

export const tableNames = Object.keys(primaryKeys) as (keyof Tables)[];

export interface StoreRow {
  id: string;
  slug: string;
  name: string;
  description: string | null;
  logo_url: string | null;
  currency: string;
  /** `inclusive` or `exclusive` if the provider calculates tax; null if it doesn't. */
  tax: string | null;
  /** Whether its account was last seen set up to calculate tax; null if the provider wasn't asked. */
  tax_set_up: number | null;
  contact_email: string | null;
  contact_phone: string | null;
  seo_title: string | null;
  seo_description: string | null;
  theme: string;
  template_key: string | null;
  template_texts: string | null;
  plan: string;
  is_published: number;
  payments_configured: number;
  /** 1 if a person stopped payments and hasn't connected an account since. */
  payments_stopped: Generated<number>;
  success_url: string | null;
  cancel_url: string | null;
  portal_return_url: string | null;
  /** The provider's `acct_…`; null for the platform's own account. */
  stripe_account: string | null;
  introspection_url: string | null;
  introspection_client_id: string | null;
  introspection_client_secret: string | null;
  /** JSON: country codes in lower case; null for every country that the provider takes. */
  ships_to: string | null;
  /** 1 in rows created by versions without this column. */
  allows_repeat_subscriptions: Generated<number>;
  /** Whether buyers get mails about their orders. 0 in rows created by versions without this column. */
  mails_buyers: Generated<number>;
  creates_invoices: Generated<number>;
  collects_tax_ids: Generated<number>;
  /** An IANA time zone; null for UTC. */
  time_zone: string | null;
  plan_requested_at: number | null;
  has_product_pages: number | null;
  /** The protocols with which agents buy, separated by commas; null for none. */
  sells_through: string | null;
  return_policy_url: string | null;
  created_at: number;
}

export interface KeyRow {
  id: string;
  store_id: string;
  /** SHA-256 of the key, base64url. The key itself isn't stored. */
  hash: string;
  label: string | null;
  created_at: number;
  revoked_at: number | null;
  /** Null for a key that never expires. */
  expires_at: number | null;
  /** To the minute. */
  last_used_at: number | null;
  /** Separated by spaces; null in rows of versions without this column: the storefront. */
  scopes: string | null;
}

export interface ProductRow {
  id: string;
  store_id: string;
  /** The merchant's own id, unique in the store. */
  reference: string;
  /** The position in the merchant's file. */
  position: number;
  name: string;
  description: string | null;
  price_in_cents: number;
  currency: string;
  type: string;
  billing_interval: string | null;
  image_url: string | null;
  is_active: number;
  category: string | null;
  /** JSON: a list of texts. */
  details: string | null;
  slug: string | null;
  /** JSON: {slug, name}. */
  product_group: string | null;
  /** JSON: [{name, value}]; null like an empty list. */
  options: string | null;
  /** Its search terms (`searchText`); null in rows of versions without this column. */
  search: string | null;
  /** JSON: [{url, alt}]; null in rows of versions without this column, which only have `image_url`. */
  images: string | null;
  /** This column and those below are null in rows of versions without them. */
  sku: string | null;
  weight_in_grams: number | null;
  compare_at_price_in_cents: number | null;
  trial_days: number | null;
  requires_shipping: number | null;
  tax_code: string | null;
}

export interface StoredProductRow extends ProductRow {
  /** Random, another with each write; null in rows of versions without this column, which also leave it unchanged. */
  write_id: string | null;
}

/** How many of a product there are. A product without a row isn't counted. */
export interface ProductStockRow {
  product_id: string;
  store_id: string;
  /** Including the reserved ones; negative if more were sold than there were. */
  quantity: number;
  /** In open checkout sessions. */
  reserved: Generated<number>;
}

/** What a store charges for shipping. */
export interface ShippingRateRow {
  id: string;
  store_id: string;
  name: string;
  price_in_cents: number;
  /** Business days; both null if the delivery time isn't stated. */
  min_days: number | null;
  max_days: number | null;
  /** The subtotal from which it costs nothing; null for never. */
  free_from_in_cents: number | null;
  /** JSON: country codes in lower case; null for every country. */
  countries: string | null;
  is_active: number;
  created_at: number;
}

/** An image that the store has uploaded. The files are elsewhere. */
export interface ProductImageRow {
  store_id: string;
  name: string;
  /** SHA-256 of its content, in hexadecimal. */
  hash: string;
  /** Of all its files. */
  bytes: number;
  created_at: number;
  /** When it was noticed that no product has it; null while one has it, and at first. */
  unused_since: number | null;
}

/** Where a deleted product was in the store's list. */
export interface DeletedProductRow {
  id: string;
  store_id: string;
  position: number;
  deleted_at: number;
}

/** A promotion code of a store, which the provider checks and counts. Rows are never deleted: old sessions refer to them. */
export interface PromotionCodeRow {
  id: string;
  store_id: string;
  /** The provider account where it was created; null for the platform's own. */
  account: string | null;
  /** The provider's `promo_…`. */
  provider_id: string;
  code: string;
  /** Either this or the amount is null. A whole number, which versions without `tenths_off` read. */
  percent_off: number | null;
  /** The percentage in tenths; null for an amount, and for codes of versions that had whole percentages. */
  tenths_off: number | null;
  amount_off_in_cents: number | null;
  /** Of the amounts. */
  currency: string;
  minimum_in_cents: number | null;
  max_redemptions: number | null;
  expires_at: number | null;
  created_at: number;
  deactivated_at: number | null;
}

export interface CartRow {
  id: string;
  store_id: string;
  currency: string;
  /** JSON: [{productId, quantity, name}] in the order they were added; lines of older versions have no name. */
  lines: string;
  expires_at: number;
}

/**
 * What the purchase cost, as the provider reported it, in the currency's smallest unit. All null until it is complete,
 * and in rows of versions without these columns.
 */
export interface AmountColumns {
  amount_subtotal: number | null;
  amount_discount: number | null;
  amount_shipping: number | null;
  amount_tax: number | null;
  amount_total: number | null;
}

/** What a checkout session and its order both have. */
interface SaleColumns extends AmountColumns {
  id: string;
  store_id: string;
  /** JSON: [{productId, name, quantity, unitPriceInCents, sku, requiresShipping}], as of creation. */
  lines: string;
  total: number;
  currency: string;
  member_id: string | null;
  customer_email: string | null;
  customer_name: string | null;
  customer_phone: string | null;
  /** JSON: {name, line1, line2, city, state, postalCode, country}. */
  shipping_address: string | null;
  /** JSON: the caller's metadata; null for none. */
  metadata: string | null;
  /** The provider account where the session was created; null for the platform's own. */
  account: string | null;
  /** The name of the chosen one; null until complete, without rates, and in rows of versions without this column. */
  shipping_rate: string | null;
  /** As the caller gave it; null for the language of the buyer's browser, and in rows of versions without this column. */
  locale: string | null;
  /** The API key (`key_…`) of the agent that buys; null for other buyers. */
  agent: string | null;
}

export interface CheckoutSessionRow extends SaleColumns {
  cart_id: string;
  /** The provider's `cs_…`; null until the provider has answered. */
  provider_id: string | null;
  status: string;
  payment_status: string;
  mode: string;
  url: string | null;
  created_at: number;
  expires_at: number;
  completed_at: number | null;
  /** When the sweeper last requested this session individually. */
  checked_at: number | null;
  /** When the buyer's data was erased; it isn't restored afterwards. */
  erased_at: number | null;
  /** Null until complete, and in rows completed by a version without this column. */
  payment_outcome: string | null;
  /**
   * When the provider is next asked to close the page, because its products are no longer for sale; null
   * otherwise. Meaningless once the session isn't open.
   */
  close_due_at: number | null;
  /** JSON: [{productId, quantity}], what was reserved of counted products; null for nothing. */
  stock_lines: string | null;
  /** Whether it is reserved, sold or returned (`StockState`); null for nothing. */
  stock_state: string | null;
  /** JSON: `Offers`; null for none, and in rows of versions without this column. */
  offers: string | null;
  /** JSON: `AgentState`; null for other buyers. */
  agent_state: string | null;
}

export interface SubscriptionRow {
  /** The provider's `sub_…`. */
  id: string;
  store_id: string;
  customer_id: string;
  member_id: string | null;
  status: string;
  account: string | null;
  /** When this state was requested from the provider: a later request wins. */
  asked_at: number;
  /** When the link to its member was erased; it isn't restored afterwards. */
  erased_at: number | null;
  /** Null in rows of versions without this column. */
  checkout_session_id: string | null;
  /** By the provider's clock; null in rows of versions without this column, until the next report. */
  created_at: number | null;
  /** When it was recorded here; 0 in rows of versions without this column. */
  recorded_at: Generated<number>;
  /** When the sweeper last read it and its invoices; null if never. */
  read_at: Generated<number | null>;
  /** When the sweeper next reads it; null for immediately. */
  read_due_at: Generated<number | null>;
  /** JSON: `PriceChange[]`, oldest first; null for none, and in rows of versions without this column. */
  price_changes: string | null;
  /** JSON: `SubscriptionLine[]`. This and all columns below are null in rows of versions without them, until the next report. */
  lines: string | null;
  currency: string | null;
  /** Null for intervals other than a month or a year. */
  billing_interval: "month" | "year" | null;
  current_period_end: number | null;
  /** When it is going to end; null if it isn't cancelled. */
  cancel_at: number | null;
  ended_at: number | null;
  /** Null if it had no trial. */
  trial_end: number | null;
}

/** A member's second subscription to a product, to be cancelled and refunded. Rows are never deleted. */
export interface PaymentDifferenceRow {
  /** The checkout session, or the provider's invoice of a renewal. */
  id: string;
  store_id: string;
  order_id: string;
  /** What differs, such as `discount`. */
  part: string;
  expected: number | null;
  expected_currency: string;
  charged: number;
  currency: string;
  is_renewal: number;
  found_at: number;
  /** When a person marked it as resolved. */
  resolved_at: number | null;
}

export interface DuplicateSubscriptionRow {
  subscription_id: string;
  store_id: string;
  /** The subscription that is kept. */
  kept_subscription_id: string;
  /** The second subscription's checkout; its order is refunded. */
  checkout_session_id: string;
  /** As in subscriptions. */
  account: string | null;
  found_at: number;
  /** When the provider ended it. */
  cancelled_at: number | null;
  /** When it was cancelled and nothing was left to refund. */
  settled_at: number | null;
  /** When it is next due, or when a process's lease ends; null once it is settled. */
  due_at: number | null;
  attempts: number;
  /** Why the last attempt didn't settle it, for the merchant; null while it may just need time. */
  problem: string | null;
}

/** A member's customer at the provider. */
export interface CustomerRow {
  store_id: string;
  member_id: string;
  /** The provider's account; `platform` is the platform's own. */
  account: string;
  /** The provider's `cus_…`. */
  customer_id: string;
  created_at: number;
}

export interface MemberSessionRow {
  /** SHA-256 of the member session's id, base64url. */
  hash: string;
  store_id: string;
  member_id: string;
  expires_at: number;
}

export interface OrderRow extends SaleColumns {
  checkout_session_id: string;
  /** The provider's `pi_…` of the first payment; null while there is none, and for free orders. */
  payment_id: string | null;
  /** When it was recorded here, later than all others of the store: lists use this order. */
  created_at: number;
  /** pending, paid or failed. */
  payment_status: string;
  /** The paid amount that the provider reported, normally the total; null until then. */
  paid_amount: number | null;
  paid_currency: string | null;
  /** Null in rows of versions without this column. */
  cart_id: string | null;
  fulfilled_at: number | null;
  /** JSON: {carrier, number, url}. */
  tracking: string | null;
  /** JSON: [{reason, unsent}], see `Restock`; null for none. */
  restocks: string | null;
  /** 1 if nothing is left to send of an order that isn't fulfilled, because the rest is back in stock. */
  nothing_to_send: number | null;
  /** `partial` or `full` once money was refunded; null before. Triggers set this column and the next three. */
  refund_state: string | null;
  /** How many failed refunds the buyer still waits for; null for none. */
  failed_refunds: number | null;
  /** For which the bank awaits an answer; null for none. */
  unanswered_disputes: number | null;
  /** Null for none. */
  lost_disputes: number | null;
  /** When the buyer placed it, by the provider's clock; null in rows of versions without this column. */
  placed_at: number | null;
  /** Per store, ascending in the order of `created_at`; null until `numberOrders` has numbered it. */
  number: number | null;
  /** 1 once `order_terms` has its terms; null in rows of versions without this column, and of erased buyers. */
  has_terms: number | null;
}

/** A term by which a merchant finds an order (`orderTerms`). */
export interface OrderTermRow {
  order_id: string;
  store_id: string;
  term: string;
}

/** Items of an order that were sent together. */
export interface ParcelRow {
  id: string;
  order_id: string;
  /** JSON: [{productId, quantity}]. */
  lines: string;
  /** JSON, as in orders. Null for the parcel sent at `orders.fulfilled_at`: its tracking is the order's. */
  tracking: string | null;
  /** Later than the order's earlier parcels. */
  sent_at: number;
}

/** Items of an order that the buyer sends back. */
export interface OrderReturnRow {
  id: string;
  order_id: string;
  /** JSON: [{productId, quantity}]. */
  lines: string;
  reason: string | null;
  /** Later than the order's earlier returns. */
  created_at: number;
  /** When the items arrived; null before. */
  received_at: number | null;
  /** JSON: [{productId, quantity}], what was put back in stock. */
  restocked: string;
  /** The refund made for it, `re_…`; null without one. */
  refund_id: string | null;
}

/** A payment of an order: one, plus one per renewal for subscriptions. */
export interface OrderPaymentRow {
  /** The provider's `pi_…`. */
  payment_id: string;
  order_id: string;
  /** The order's. Null in rows that a server without this column wrote. */
  store_id: string | null;
  account: string | null;
  /** The provider's `in_…`; null unless it pays for a subscription. */
  invoice_id: string | null;
  amount: number;
  currency: string;
  paid_at: number;
}

/** A refund requested here, recorded before the provider is asked. */
export interface RefundRequestRow {
  /** Also the idempotency key at the provider, and stored in the refund's metadata there. */
  id: string;
  order_id: string;
  /** The provider's `pi_…`. */
  payment_id: string;
  account: string | null;
  amount: number;
  currency: string;
  /** 1 if the request named no amount and so covers the remainder. */
  is_remainder: number;
  /** JSON: `RefundContent`; null for a refund of an amount. */
  content: string | null;
  /** Identifies the page or the command that made the request; null in requests of versions whose commands had none. */
  token: string | null;
  /** As in audit_entries. */
  actor_kind: string;
  actor_id: string;
  /**
   * `open` until the outcome is known; then `made`, `refused`, or `abandoned` if it never reached the provider. `repeated` for
   * the token of a request that turned out to repeat an earlier one.
   */
  status: string;
  /** The earlier request that it repeats; null for others. */
  repeats: Generated<string | null>;
  /** The provider's `re_…`; null until it is made. */
  refund_id: string | null;
  /** When it was made, or last repeated while its outcome was unknown. */
  created_at: number;
  /** When the requester was shown the refund. */
  answered_at: number | null;
}

/** How much of a payment has been refunded; may be reported before the order. */
export interface RefundRow {
  payment_id: string;
  refunded: number;
  /** When the provider was asked: a later request wins. */
  asked_at: Generated<number>;
}

/** One refund of a payment; `refunds` holds their sum. May be reported before the order. */
export interface PaymentRefundRow {
  /** The provider's `re_…`. */
  id: string;
  payment_id: string;
  amount: number;
  currency: string;
  /** pending, succeeded or failed. */
  status: string;
  created_at: number;
  /** When a person marked a failed refund as resolved; null in rows of versions without this column. */
  resolved_at: number | null;
  /** As in refund_requests. Null until the request is known to have made it. */
  content: string | null;
}

/** A payment disputed at the buyer's bank; may be reported before the order. */
export interface DisputeRow {
  /** The provider's `du_…`. */
  id: string;
  payment_id: string;
  account: string | null;
  /** The provider's status: needs_response, under_review, won, lost … */
  status: string;
  reason: string;
  amount: number;
  currency: string;
  opened_at: number;
  /** Null if the provider names no date, and in rows of versions without this column. */
  due_at: number | null;
  /** When the provider was asked: a later request wins. */
  asked_at: number;
}

/** The inbox: contains every event whose effect has been applied. */
export interface ProviderEventRow {
  id: string;
  type: string;
  received_at: number;
}

/** A merchant's URL that receives events. */
export interface EventEndpointRow {
  id: string;
  store_id: string;
  url: string;
  /** `whsec_…`, an agent's text, or for a platform a private key (JWK); stored in plain text because it signs each delivery. */
  secret: string;
  /** JSON: the event types it receives; null for all of merchants. */
  types: string | null;
  /** JSON: the API keys of the agent that it belongs to (ACP); null for the merchant's and for a platform's. */
  agent_keys: string | null;
  /** The same of an agent's platform (UCP). */
  platform_keys: string | null;
  created_at: number;
  /** Null while it is enabled. */
  disabled_at: number | null;
  disabled_reason: string | null;
}

/** The outbox: events are inserted in the transaction of their effect. */
export interface EventRow {
  /** `evt_…`, the `webhook-id` of its deliveries. */
  id: string;
  store_id: string;
  type: string;
  /** The id of its order, checkout session or product. */
  subject_id: string;
  /** The request body: JSON. */
  body: string;
  created_at: number;
}

/** An event for one endpoint. */
export interface EventDeliveryRow {
  id: string;
  event_id: string;
  endpoint_id: string;
  /** pending, delivered or failed. */
  status: string;
  attempts: number;
  /** When it is next sent, or when the sender's lease ends; null once it is settled. */
  due_at: number | null;
  /** When it fails permanently. */
  give_up_at: number;
  /** Of the last attempt: an HTTP status, or the reason why there is none. */
  last_outcome: string | null;
  /** When it was delivered, or failed. */
  settled_at: number | null;
}

/** A file of a digital product. Its content is stored with the images. */
export interface ProductFileRow {
  id: string;
  store_id: string;
  product_id: string;
  name: string;
  bytes: number;
  created_at: number;
  /** Whether buyers get it. 0 while it is uploaded, and after it was replaced. */
  is_current: number;
  /** When the sweeper first found it unused; null until then. */
  unused_since: number | null;
  /** 1 if the product was deleted and an order has it, so that the file is kept; null otherwise. */
  is_sold: number | null;
}

/** An address from which a buyer downloads a product's file, or opens the order's invoice. */
export interface DownloadLinkRow {
  /** SHA-256 of the address's token, base64url. The token itself isn't stored. */
  hash: string;
  store_id: string;
  order_id: string;
  /** Empty for the address of an invoice. */
  product_id: string;
  expires_at: number;
  /** How much may still be read as the rest of the last counted download. */
  rest_bytes: Generated<number>;
}

/** How often an order's line was downloaded. */
export interface OrderDownloadRow {
  order_id: string;
  product_id: string;
  count: number;
  last_at: number;
}

/** The outbox of mails. A mail is written when it is sent, so a row has no addresses and no text. */
export interface MailRow {
  /** `mail_…`, part of the mail's Message-ID. */
  id: string;
  /** Null for a link that only resets a password. */
  store_id: string | null;
  /** As in `domain/mails/mail-kinds.ts`. */
  kind: string;
  /** What it is about: an order, a parcel, a refund or an invitation. There is one mail per kind and key. */
  event_key: string;
  /** Null for mails to people. */
  order_id: string | null;
  /** The token of an invitation's link, or what a buyer's links are derived from; null before the first attempt and after the last. */
  link_token: string | null;
  /** pending, sent, failed, or dropped because there is nothing left to send. */
  status: string;
  attempts: number;
  /** When it is next sent, or when the sender's lease ends; null once it is settled. */
  due_at: number | null;
  /** When it fails permanently. */
  give_up_at: number;
  /** Of the last attempt: a code of the mail server or of the connection. */
  last_outcome: string | null;
  settled_at: number | null;
  created_at: number;
  /** When a person dismissed a failed mail; null in rows of versions without this column. */
  dismissed_at: number | null;
}

/** A store's own text of an email to its buyers. */
export interface MailTextRow {
  store_id: string;
  /** As in `domain/mails/mail-kinds.ts`. */
  kind: string;
  language: string;
  subject: string;
  body: string;
}

/** A change by a person, the command line or an API key. Rows are never changed or deleted. */
export interface AuditEntryRow {
  id: string;
  store_id: string;
  /** person, command_line, api_key or service. */
  actor_kind: string;
  /** The id of the person or key, or the operating system user. */
  actor_id: string;
  /** As in `domain/audit.ts`. */
  action: string;
  /** The changed object; null for objects without an id. */
  object_id: string | null;
  /** JSON: {from, to} by field. */
  changes: string;
  created_at: number;
}

/** The billing portal's configuration per account; `platform` is the platform's own. */
export interface PortalConfigurationRow {
  account: string;
  configuration_id: string;
}

/** How far the provider's session lists of an account have been read; `platform` is the platform's own. */
export interface SessionListingRow {
  account: string;
  /** When the last completed listing began. */
  listed_at: number | null;
  /** When the interrupted listing began. */
  begun_at: number | null;
  /** Where it resumes: after this session of the provider. */
  position: string | null;
}

/** A request with an Idempotency-Key, until it expires. */
export interface IdempotencyKeyRow {
  /** The id of the API key. */
  caller: string;
  key: string;
  /** Random; the ids of the objects that the request creates are derived from it. */
  token: string;
  /** SHA-256 of the request, base64url. */
  fingerprint: string;
  /** A process may handle the request until then; 0 if none does. */
  claimed_until: number;
  expires_at: number;
  /** Set in the transaction of the request's effect. */
  took_effect: number;
  /** JSON: the result of a change of the catalog; null if there is none. */
  effect: string | null;
  /** JSON, as the toolkit provided it; null until there is one. */
  answer: string | null;
}

/** A person who manages stores in the dashboard. Without any store, they have no way to sign in. */
export interface PersonRow {
  id: string;
  /** In lower case. */
  email: string;
  /** See `server/people/passwords.ts`. */
  password_hash: string | null;
  /** The person's account at the OpenID provider, as `issuer subject`. */
  openid_subject: string | null;
  /** 1 if they were invited to create stores. */
  may_create_stores: Generated<number | null>;
  /** 1 if they grant plans. */
  is_operator: Generated<number | null>;
  created_at: number;
}

export interface MembershipRow {
  person_id: string;
  store_id: string;
  /** owner, staff or read_only. */
  role: string;
  created_at: number;
}

/** Rows are deleted when used. */
export interface InvitationRow {
  id: string;
  /** SHA-256 of the link's token, base64url. */
  hash: string;
  email: string;
  /** Null for a link that only resets a password, or invites to create a store. */
  store_id: string | null;
  role: string | null;
  /** 1 for an invitation to create a store. */
  is_sign_up: number | null;
  created_at: number;
  expires_at: number;
}

export interface PasskeyRow {
  /** The credential's id, base64url. */
  id: string;
  person_id: string;
  /** COSE, base64url. */
  public_key: string;
  counter: number;
  /** JSON: a list of texts. */
  transports: string;
  created_at: number;
  last_used_at: number | null;
}

/** A person who is signed in. */
export interface DashboardSessionRow {
  /** SHA-256 of the cookie's token, base64url. */
  hash: string;
  person_id: string;
  created_at: number;
  /** To the minute. */
  seen_at: number;
  expires_at: number;
}

/** A page's state while the person is elsewhere. */
export interface PendingFlowRow {
  /** SHA-256 of a token stored in the browser, base64url. */
  hash: string;
  /** JSON. */
  data: string;
  expires_at: number;
}

/** How far the events of a provider account have been read. */
export interface EventListingRow {
  /** The provider's account; `platform` is the platform's own. */
  account: string;
  /** All events up to this time have been read; initially, when the account was noticed. */
  listed_to: number;
  /** When its list is next read. */
  due_at: number;
  /** All events up to this one have been read, oldest first; null before the first read. */
  position: string | null;
  /** Without a position, the list is read from this newest event … */
  walk_from: string | null;
  /** … down to this one so far. */
  walk_position: string | null;
}

/** A provider event that was read but couldn't be handled. It is retried. */
export interface UnhandledEventRow {
  id: string;
  /** JSON: a `ProviderEvent`. */
  event: string;
  happened_at: number;
  attempts: number;
  due_at: number;
}

/** Work that one process does at a time. */
export interface LeaseRow {
  name: string;
  held_until: number;
}

/** A single row: `n` grows with every change of stores, keys or products. */
export interface RevisionRow {
  id: Generated<number>;
  /** Counts the changes of stores, keys and products. */
  n: number;
  /** How many of them are in `store_revisions`; those of versions without that table aren't. */
  named: Generated<number>;
}

/** The last change of each store in this database. */
export interface StoreRevisionRow {
  /** The store's id. Its rows don't move with it, since `revision` doesn't. */
  store: string;
  /** `revision.n` after it. */
  n: number;
}
