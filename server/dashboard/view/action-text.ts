import type { AuditAction } from "../../domain/audit.ts";

/** Formats `order.fulfilment_undone` as `Order: fulfilment undone`. */
export function actionText(action: AuditAction): string {
  const [object = "", did = ""] = action.replaceAll("_", " ").split(".");
  return `${object.charAt(0).toUpperCase()}${object.slice(1)}: ${did}`;
}
