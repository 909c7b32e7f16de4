/** A permission that a restricted key needs at the provider. */
interface NeededRight {
  /** The name in the provider's messages, after `rak_`. */
  permission: Permission;
  /** The name in the provider's dashboard. */
  resource: string;
  access: "read" | "write";
  /** What the service uses it for. */
  use: string;
}

export type Permission = (typeof table)[number][0];

const table = [
  ["checkout_session_write", "Checkout Sessions", "opens, reads and expires payment pages"],
  ["customer_write", "Customers", "creates members as customers"],
  ["customer_portal_write", "Customer portal", "sets up the billing portal and opens it"],
  ["coupon_write", "Coupons", "creates coupons of promotion codes"],
  ["promotion_code_write", "Promotion Codes", "creates and ends promotion codes"],
  ["charge_write", "Charges and Refunds", "refunds payments and reads their refunds"],
  ["payment_intent_write", "PaymentIntents", "reads what was paid, and charges the tokens of agents"],
  ["dispute_read", "Disputes", "reads the outcome of a dispute"],
  ["subscription_write", "Subscriptions", "reads a subscription's state, changes its price, and cancels it"],
  ["plan_write", "Prices", "creates a new price for existing subscribers"],
  [
    "product_read",
    "Products",
    "reads the products of a subscription, and of a taxed order that is refunded by items",
  ],
  ["invoice_read", "Invoices", "reads invoices and their payments"],
  ["event_read", "Events", "reads events that no webhook delivered"],
  ["tax_settings_read", "Tax Settings", "reads whether an account can calculate tax"],
  ["tax_calculation_write", "Tax Calculations", "calculates the tax of purchases by agents"],
  ["connected_account_read", "Accounts", "reads whether a connected account can take payments"],
] as const;

/** Permission to write a resource includes reading it. docs/operating/stripe.md has this list as a table. */
export const neededRights = table.map(([permission, resource, use]): NeededRight => {
  return { permission, resource, access: permission.endsWith("_read") ? "read" : "write", use };
});
