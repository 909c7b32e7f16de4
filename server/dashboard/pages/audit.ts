import { ApiError } from "@counterpart/server/errors";
import { html } from "hono/html";
import type { AuditEntry } from "../../database/queries/audit/audit-trail.ts";
import { type AuditAction, auditActions, type FieldChange, type FieldChanges } from "../../domain/audit.ts";
import { displayAmount } from "../../domain/money.ts";
import { get } from "../get-and-post.ts";
import type { Html, Reply, Services, StoreRequest } from "../route.ts";
import { actionText, actorText } from "../view/audit-texts.ts";
import { selectField, textField } from "../view/forms.ts";
import { instant } from "../view/texts.ts";

export const auditRoutes = [get("/audit", "read_only", showAudit)];

const perPage = 50;

/** The audit trail, newest first. People are named by email address, buyers by the ids of their purchases. */
async function showAudit(request: StoreRequest, { database }: Services): Promise<Reply> {
  const { store, query, link } = request;
  const [action, about] = [query.get("action") ?? "", (query.get("about") ?? "").trim()];
  const page = await database.auditTrail.list({
    storeId: store.id,
    limit: perPage,
    after: query.get("after") ?? undefined,
    action: isAction(action) ? action : undefined,
    objectId: about || undefined,
  });
  if (!page) throw new ApiError("NOT_FOUND", "This page of the audit trail doesn’t exist.");
  const { entries, hasMore } = page;
  const names = await namesOf(entries, database);
  const last = entries.at(-1);
  const older = new URLSearchParams({
    ...(isAction(action) && { action }),
    ...(about !== "" && { about }),
    after: last?.id ?? "",
  });
  const options = [
    ["", "All changes"] as const,
    ...auditActions.map((one) => [one, actionText(one)] as const),
  ];
  const content = html`<div class="head"><h1>Audit trail</h1>
<p class="lead">Changes made in the dashboard, on the command line and through the API. Entries are permanent.</p></div>
<form action="${link("/audit")}" class="filters" role="search" aria-label="Audit trail">
${selectField({ label: "Action", name: "action", value: action, options })}
${textField({ label: "Object id", name: "about", type: "search", value: about, placeholder: "order_…" })}
<button class="button secondary">Filter</button>
</form>
<section class="card of-list">
${entries.length > 0 ? table(entries, names, store.timeZone) : html`<p class="empty">No changes found.</p>`}
</section>
<p class="pages">${query.has("after") ? html`<a href="${link("/audit")}">← Newest</a>` : html`<span></span>`}
${hasMore && html`<a href="${link("/audit")}?${older}">Older →</a>`}</p>`;
  return { page: { title: "Audit trail", content } };
}

function isAction(text: string): text is AuditAction {
  return (auditActions as readonly string[]).includes(text);
}

/** The email addresses of the people in these entries, by id. */
async function namesOf(
  entries: AuditEntry[],
  { people }: Pick<Services["database"], "people">,
): Promise<Map<string, string>> {
  const ids = entries.flatMap(({ by, objectId }) => [by.id, objectId ?? ""]);
  const personIds = [...new Set(ids.filter((id) => id.startsWith("person_")))];
  return new Map((await people.findAll(personIds)).map(({ id, email }) => [id, email]));
}

function table(entries: AuditEntry[], names: Map<string, string>, zone: string): Html {
  return html`<table class="list stacked">
<caption class="hidden-text">Changes, newest first</caption>
<thead><tr><th scope="col">Time</th><th scope="col">Changed by</th><th scope="col">Action</th><th scope="col">Changes</th></tr></thead>
<tbody>
${entries.map(
  ({ by, action, objectId, changes, createdAt }) => html`<tr><th scope="row">${instant(createdAt, zone)}</th>
<td data-label="Changed by" class="wraps"><span>${actorText(by, names)}</span></td>
<td class="wraps">${actionText(action)}${objectId !== null && html`<br>${names.get(objectId) ?? html`<code>${objectId}</code>`}`}</td>
<td>${Object.entries(changes).map(([field, change]) => changeText(field, change, changes, zone))}</td></tr>
`,
)}
</tbody>
</table>`;
}

function changeText(field: string, change: FieldChange, { currency }: FieldChanges, zone: string): Html {
  const name = html`<b>${field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}</b>`;
  if (!("to" in change)) return html`<p class="change">${name} changed</p>`;
  const shown = (value: unknown) => valueText(field, value, currency?.to, zone);
  const from = "from" in change && change.from !== null ? html`<del>${shown(change.from)}</del> → ` : "";
  const to =
    change.to === null ? html`<span class="quiet">none</span>` : html`<ins>${shown(change.to)}</ins>`;
  return html`<p class="change">${name} ${from}${to}</p>`;
}

/** Formats a value by the naming convention of fields: times end in `At`, amounts come with their currency. */
function valueText(field: string, value: unknown, currency: unknown, zone: string): Html | string {
  if (typeof value === "number" && field.endsWith("At")) return instant(value, zone);
  if (typeof value === "number" && field === "amount" && typeof currency === "string") {
    return displayAmount(value, currency);
  }
  if (typeof value !== "string") return JSON.stringify(value);
  return field.endsWith("Id") ? html`<code>${value}</code>` : value;
}
