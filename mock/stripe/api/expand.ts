import { z } from "zod";
import { ParameterError } from "../conventions/errors.ts";
import { listOf } from "../conventions/list.ts";
import { list, read, text } from "../conventions/parameters.ts";
import { type AccountState, deletedCustomer } from "../state/account-state.ts";

const maxDepth = 4;

type Json = Record<string, unknown>;

/** Removes `expand` from a form and returns it. */
export function expansionsIn(form: Json): { paths: string[]; rest: Json } {
  const { expand, ...rest } = form;
  const { expand: paths = [] } = read(
    z.strictObject({ expand: list(text()).optional() }),
    expand ? { expand } : {},
  );
  return { paths, rest };
}

/** Replaces ids with the objects they name, on a copy: https://docs.stripe.com/expand */
export function expanded(body: object, paths: string[], account: AccountState): object {
  if (paths.length === 0) return body;
  const copy: Json = plain(body);
  for (const path of paths) expandPath(copy, path.split("."), path, account);
  return copy;
}

function expandPath(
  holder: Json,
  [name = "", ...rest]: string[],
  path: string,
  account: AccountState,
  above: Json = holder,
): void {
  if (path.split(".").length > maxDepth) {
    throw new ParameterError(`You cannot expand more than ${maxDepth} levels of a property. (path: ${path})`);
  }
  // Parts of an object, such as `total_details`, have no `object` property.
  const owner = "object" in holder ? holder : above;
  const found = holder[name] === undefined ? included(owner, name, account) : holder[name];
  if (found === undefined) {
    throw new ParameterError(`This property cannot be expanded (${path}).`, { param: "expand" });
  }
  const value = Array.isArray(found) ? found.map((one) => resolved(one, account)) : resolved(found, account);
  holder[name] = value;
  if (rest.length === 0) return;
  for (const item of Array.isArray(value) ? value : [value]) {
    if (isJson(item)) expandPath(item, rest, path, account, owner);
  }
}

/** Properties that Stripe omits unless expanded. */
function included({ object, id }: Json, name: string, account: AccountState): unknown {
  if (object === "invoice" && name === "payments") {
    const payments = [...account.invoicePayments.values()].filter(({ invoice }) => invoice === id);
    return plain(listOf(payments, `/v1/invoice_payments?invoice=${id}`, {}));
  }
  if (object === "item" && (name === "discounts" || name === "taxes")) {
    const record = [...account.sessions.values()].find(({ parts }) => parts.lines[String(id)]);
    return record && plain(record.parts.lines[String(id)]?.[name] ?? []);
  }
  if (object === "tax.calculation" && name === "line_items") {
    const items = account.taxLineItems.get(String(id)) ?? [];
    return plain(listOf(items, `/v1/tax/calculations/${id}/line_items`, {}));
  }
  const record = object === "checkout.session" ? account.sessions.get(String(id)) : undefined;
  if (!record) return undefined;
  if (name === "line_items")
    return plain(listOf(record.lineItems, `/v1/checkout/sessions/${id}/line_items`, {}));
  if (name === "breakdown") return plain(record.parts.breakdown);
  return name === "taxes" ? plain(record.parts.shippingTaxes) : undefined;
}

function resolved(value: unknown, account: AccountState): unknown {
  return typeof value === "string" ? (lookUp(value, account) ?? value) : value;
}

function lookUp(id: string, account: AccountState): Json | undefined {
  const found =
    account.customers.get(id) ??
    account.paymentMethods.get(id) ??
    account.paymentIntents.get(id) ??
    account.charges.get(id) ??
    account.products.get(id) ??
    account.subscriptions.get(id) ??
    account.invoices.get(id) ??
    account.coupons.get(id) ??
    account.discounts.get(id) ??
    account.promotionCodes.get(id) ??
    account.shippingRates.get(id) ??
    (account.deletedCustomers.has(id) ? deletedCustomer(id) : undefined);
  return found && plain(found);
}

function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null;
}

function plain(value: object) {
  return JSON.parse(JSON.stringify(value));
}
