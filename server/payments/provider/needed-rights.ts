/** A permission that a restricted key needs at the provider. */
export interface NeededRight {
  /** The name in the provider's messages, after `rak_`. */
  permission: string;
  /** The name in the provider's dashboard. */
  resource: string;
  access: "read" | "write";
  /** What the service uses it for. */
  use: string;
}

/** Permission to write a resource includes reading it. docs/operating/stripe.md has this list as a table. */
export const neededRights = [
  {
    permission: "checkout_session_write",
    resource: "Checkout Sessions",
    access: "write",
    use: "opens, reads and expires payment pages",
  },
  {
    permission: "customer_write",
    resource: "Customers",
    access: "write",
    use: "creates members as customers",
  },
  {
    permission: "customer_portal_write",
    resource: "Customer portal",
    access: "write",
    use: "sets up the billing portal and opens it",
  },
  {
    permission: "coupon_write",
    resource: "Coupons",
    access: "write",
    use: "creates coupons of promotion codes",
  },
  {
    permission: "promotion_code_write",
    resource: "Promotion Codes",
    access: "write",
    use: "creates and ends promotion codes",
  },
  {
    permission: "charge_write",
    resource: "Charges and Refunds",
    access: "write",
    use: "refunds payments and reads their refunds",
  },
  {
    permission: "payment_intent_write",
    resource: "PaymentIntents",
    access: "write",
    use: "reads what was paid, and charges the tokens of agents",
  },
  { permission: "dispute_read", resource: "Disputes", access: "read", use: "reads the outcome of a dispute" },
  {
    permission: "subscription_write",
    resource: "Subscriptions",
    access: "write",
    use: "reads a subscription's state, changes its price, and cancels it",
  },
  {
    permission: "plan_write",
    resource: "Prices",
    access: "write",
    use: "creates a new price for existing subscribers",
  },
  {
    permission: "product_read",
    resource: "Products",
    access: "read",
    use: "reads the products of a subscription, and of a taxed order that is refunded by items",
  },
  {
    permission: "invoice_read",
    resource: "Invoices",
    access: "read",
    use: "reads invoices and their payments",
  },
  {
    permission: "event_read",
    resource: "Events",
    access: "read",
    use: "reads events that no webhook delivered",
  },
  {
    permission: "tax_settings_read",
    resource: "Tax Settings",
    access: "read",
    use: "reads whether an account can calculate tax",
  },
  {
    permission: "tax_calculation_write",
    resource: "Tax Calculations",
    access: "write",
    use: "calculates the tax of purchases by agents",
  },
  {
    permission: "connected_account_read",
    resource: "Accounts",
    access: "read",
    use: "reads whether a connected account can take payments",
  },
] as const satisfies NeededRight[];

export type Permission = (typeof neededRights)[number]["permission"];
