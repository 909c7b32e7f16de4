import { StripeApiError } from "../conventions/errors.ts";
import type { AccountState } from "../state/account-state.ts";
import type { Method } from "../state/endpoint.ts";

/** The state of the API keys. Shared by all keys, except for `rolled`. */
export class ApiKeys {
  /** No key is valid. */
  areExpired = false;
  /** Full keys that were rolled and are no longer valid. */
  rolled = new Set<string>();
  /** Permissions that a restricted key lacks, such as `checkout_session_write`. */
  missingPermissions = new Set<string>();
}

/**
 * Accepts any secret or restricted key as bearer token, unless it expired or was rolled.
 * @returns the key as masked in Stripe's messages: `sk_test_****1234`
 */
export function authenticate(authorization: string | undefined, keys: ApiKeys): string {
  const key = keyIn(authorization);
  if (!key) {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth " +
        "(e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  const masked = maskedKey(key);
  if (!/^(sk|rk)_/.test(key)) throw unauthorized(`Invalid API Key provided: ${masked}`);
  if (keys.areExpired || keys.rolled.has(key)) {
    throw unauthorized(`Expired API Key provided: ${masked}`, { code: "api_key_expired" });
  }
  return masked;
}

/** Refuses requests that a restricted key isn't allowed to make: https://docs.stripe.com/keys-best-practices */
export function refuseMissingPermission(
  { missingPermissions }: ApiKeys,
  permission: string,
  key: string,
  { account }: AccountState,
): void {
  if (!missingPermissions.has(permission)) return;
  throw new StripeApiError(
    403,
    "invalid_request_error",
    `The provided key '${key}' does not have the required permissions for this endpoint on account '${account.id}'. ` +
      `Having the 'rak_${permission}' permission would allow this request to continue.`,
  );
}

/** Resources whose permission has another name in Stripe's messages. Refunds share the one of charges. */
const resourceNames: Record<string, string> = {
  account: "connected_account",
  billing_portal_configuration: "customer_portal",
  billing_portal_session: "customer_portal",
  invoice_payment: "invoice",
  line_item: "checkout_session",
  price: "plan",
  refund: "charge",
  tax_setting: "tax_settings",
  webhook_endpoint: "webhook",
};

/** What is done to an object, at the end of its path. */
const actions = ["cancel", "confirm", "expire", "revoke"];

/** The permission that an endpoint needs: `checkout_session_write` for `post /checkout/sessions/:id/expire`. */
export function permissionFor(method: Method, path: string): string {
  const namesIn = (part = "") => part.split("/").filter((name) => name !== "" && !actions.includes(name));
  const [resource = "", within] = path.split(":id");
  const names = namesIn(within).length > 0 ? namesIn(within) : namesIn(resource);
  const name = names.map((one) => one.replace(/s$/, "")).join("_");
  return `${resourceNames[name] ?? name}_${method === "get" ? "read" : "write"}`;
}

const expandable = [
  "charge",
  "coupon",
  "customer",
  "invoice",
  "payment_intent",
  "payment_method",
  "product",
  "promotion_code",
  "shipping_rate",
  "subscription",
];

/** The permissions that an expansion needs: `payment_intent_read` for `payments.data.payment.payment_intent`. */
export function permissionsToExpand(paths: string[]): string[] {
  return paths
    .flatMap((path) => path.split("."))
    .map((name) => name.replace(/^(?:latest|default)_/, ""))
    .filter((name) => expandable.includes(name))
    .map((name) => `${name}_read`);
}

function keyIn(authorization = ""): string {
  const [scheme = "", credentials = ""] = authorization.split(" ", 2);
  return /^bearer$/i.test(scheme) ? credentials : "";
}

function maskedKey(key: string): string {
  const [kind] = /^[a-z]{2}_(test|live)_/.exec(key) ?? [""];
  return `${kind}${"*".repeat(8)}${key.length > kind.length + 8 ? key.slice(-4) : ""}`;
}

function unauthorized(message: string, details = {}): StripeApiError {
  return new StripeApiError(401, "invalid_request_error", message, details);
}
