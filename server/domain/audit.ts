/** The actions in the audit trail, by kind of object and operation. */
export const auditActions = [
  "store.created",
  "store.updated",
  "key.created",
  "key.revoked",
  "key.rotated",
  "products.imported",
  "product.imported_off_sale",
  "product.created",
  "product.updated",
  "product.activated",
  "product.deactivated",
  "product.stock_changed",
  "product.deleted",
  "shipping_rate.added",
  "shipping_rate.updated",
  "shipping_rate.activated",
  "shipping_rate.deactivated",
  "shipping_rate.removed",
  "promotion_code.created",
  "promotion_code.deactivated",
  "order.address_corrected",
  "order.parcel_sent",
  "order.fulfilled",
  "order.fulfilment_undone",
  "order.refund_requested",
  "order.refund_resolved",
  "order.payment_difference_resolved",
  "order.restocked",
  "order.return_recorded",
  "order.return_received",
  "order.return_refunded",
  "order.mail_resent",
  "order.mail_dismissed",
  "mail_text.changed",
  "mail_text.removed",
  "endpoint.added",
  "endpoint.enabled",
  "endpoint.disabled",
  "endpoint.removed",
  "event.resent",
  "subscription.attached",
  "subscription.price_change_requested",
  "subscription.cancellation_requested",
  "subscription.cancelled_as_duplicate",
  "member_session.registered",
  "buyer.erased",
  "person.invited",
  "person.joined",
  "person.role_changed",
  "person.removed",
  "invitation.withdrawn",
  "person.new_password_offered",
] as const;

export type AuditAction = (typeof auditActions)[number];

/** The change of one field. Has no values when its content isn't recorded, and only `to` when it had no value before. */
export interface FieldChange {
  from?: unknown;
  to?: unknown;
}

/** By field name; nested fields use a dot, as in `theme.primary`. */
export type FieldChanges = Record<string, FieldChange>;

/** Maximum recorded characters per text: a description may have many thousands. */
const maxText = 500;

/**
 * The fields that differ between two states of an object.
 * @param hidden fields recorded as changed, without their values
 */
export function changedFields<T extends object>(
  before: T,
  after: T,
  hidden: readonly (keyof T)[] = [],
): FieldChanges {
  const changes: FieldChanges = {};
  for (const name of Object.keys(after) as (keyof T & string)[]) {
    const [from, to] = [before[name], after[name]];
    if (JSON.stringify(from) === JSON.stringify(to)) continue;
    if (hidden.includes(name)) changes[name] = {};
    else if (isGroup(from) && isGroup(to)) {
      for (const [inner, change] of Object.entries(changedFields(from, to))) {
        changes[`${name}.${inner}`] = change;
      }
    } else changes[name] = { from: shortened(from), to: shortened(to) };
  }
  return changes;
}

/** The initial values of a new object. */
export function firstValues(values: object): FieldChanges {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => [name, { to: shortened(value) }]),
  );
}

function isGroup(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function shortened(value: unknown): unknown {
  return typeof value === "string" && value.length > maxText ? `${value.slice(0, maxText)}…` : value;
}
