import { html } from "hono/html";
import type { Actor } from "../../domain/actor.ts";
import type { AuditAction } from "../../domain/audit.ts";
import type { Html } from "../route.ts";

/** Names the actor of an action. @param names email addresses of people, by id */
export function actorText({ kind, id }: Actor, names: ReadonlyMap<string, string>): Html {
  if (kind === "person") return html`${names.get(id) ?? id}`;
  if (kind === "service") return html`<span class="quiet">The server</span>`;
  return html`${id} <span class="quiet">(${kind === "command_line" ? "command line" : "API key"})</span>`;
}

/** Formats `order.fulfilment_undone` as `Order: fulfilment undone`. */
export function actionText(action: AuditAction): string {
  const [object = "", did = ""] = action.replaceAll("_", " ").split(".");
  return `${object.charAt(0).toUpperCase()}${object.slice(1)}: ${did}`;
}
