import { ApiError } from "@counterpart/server/errors";
import { html } from "hono/html";
import { isLive } from "../../database/queries/keys/key-holders.ts";
import type { KeyRecord } from "../../database/queries/keys/keys.ts";
import type { KeyScope } from "../../domain/key-scopes.ts";
import { choiceOf, textOf } from "../frame/forms.ts";
import { get, post } from "../get-and-post.ts";
import type { Html, Reply, Services, StoreRequest } from "../route.ts";
import { secretText } from "../view/copyable.ts";
import { postForm, selectField, textField } from "../view/forms.ts";
import { day, instant, tag } from "../view/texts.ts";

export const keyRoutes = [
  get("/keys", "owner", async (request, services) => {
    return { page: { title: "API keys", content: await keysPage(request, services) } };
  }),
  post("/keys", "owner", createKey),
  post("/keys/{keyId}/rotate", "owner", async (request, services) => {
    const { store, path, form, by } = request;
    const overlap = choiceOf(form, "overlap", overlaps);
    if (!overlap) throw new ApiError("VALIDATION_ERROR", "Choose when the old key expires.");
    const rotation = { id: path.keyId ?? "", storeId: store.id, overlapMs: overlap.ms, expiresAt: null };
    return withNewKey(request, services, async () => {
      const made = await services.database.keys.rotate(rotation, by);
      if (!made) throw noSuchKey;
      return made;
    });
  }),
  post("/keys/{keyId}/revoke", "owner", async ({ store, path, by, link }, { database }) => {
    if (!(await database.keys.revoke(path.keyId ?? "", by, store.id))) throw noSuchKey;
    return { redirect: link("/keys"), notice: "Key revoked." };
  }),
];

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** Lifetimes of a new key, by form value. */
const lifetimes: Record<string, { label: string; ms: number | null }> = {
  never: { label: "Never", ms: null },
  "30d": { label: "30 days", ms: 30 * dayMs },
  "90d": { label: "90 days", ms: 90 * dayMs },
  "365d": { label: "1 year", ms: 365 * dayMs },
};

const scopeChoices: Record<string, { label: string; scopes: KeyScope[] }> = {
  storefront: { label: "Storefront", scopes: ["storefront"] },
  both: { label: "Storefront and catalog", scopes: ["storefront", "catalog"] },
  catalog: { label: "Catalog only", scopes: ["catalog"] },
  agent: { label: "Agent only", scopes: ["agent"] },
};

const overlaps: Record<string, { label: string; ms: number }> = {
  "1h": { label: "1 hour", ms: hourMs },
  "24h": { label: "24 hours", ms: dayMs },
  "7d": { label: "7 days", ms: 7 * dayMs },
};

const optionsOf = (choices: Record<string, { label: string }>) =>
  Object.entries(choices).map(([value, { label }]): [string, string] => [value, label]);

/** A newly created key, shown on this page only. */
interface NewKey {
  key: string;
  /** When the replaced key expires. */
  oldExpiresAt?: number;
}

/** @param fault why no key was created */
async function keysPage(
  request: StoreRequest,
  { database, clock, publicUrl, demo }: Services,
  { made, fault }: { made?: NewKey; fault?: string } = {},
): Promise<Html> {
  const { store, link } = request;
  const keys = (await database.keys.list(store.id)).toReversed();
  const now = clock();
  const fields = html`<div class="row-form">
${textField({ label: "Label", name: "label", hint: "For example the storefront’s name", maxLength: 100, autocomplete: "off" })}
${selectField({ label: "Expires", name: "lifetime", value: "never", hint: "Rotate the key before it expires", options: optionsOf(lifetimes) })}
${selectField({ label: "Permissions", name: "scope", value: "storefront", hint: "Tools that manage products need the catalog; agents that shop need only their own", options: optionsOf(scopeChoices) })}
<button class="button">Create</button>
</div>`;
  const demoKey = demo?.storeId === store.id ? demo.key : undefined;
  return html`<div class="head"><h1>API keys</h1></div>
${made && newKeyCard(made, store.timeZone)}
${fault !== undefined && html`<p class="fault-list" role="alert">${fault}</p>`}
${store.plan !== "pro" && html`<p class="fault-list">API keys don’t work on the free plan.</p>`}
${demoKey !== undefined && html`<p class="hint">In development, the demo key <code>${demoKey}</code> works for this store. It isn’t listed, and can’t be revoked.</p>`}
<section class="card of-list">
${keys.length > 0 ? keyTable(keys, request, now) : html`<p class="empty">${demoKey === undefined ? "No keys yet. A storefront needs one to read products and sell them." : "No other keys yet."}</p>`}
</section>
<section class="card"><h2>Create a key</h2>
<p class="hint">The key is shown only once. Keep it on your server: anyone who has it can act for the store.</p>
${postForm(request, link("/keys"), fields)}</section>
${connectCard(publicUrl)}`;
}

function connectCard(publicUrl: string): Html {
  return html`<section class="card"><h2>Connect</h2>
<dl class="facts">
<dt>Storefront</dt><dd><code>${publicUrl}/v1</code><p class="hint">The <a href="${publicUrl}/docs">reference</a> has every request.</p></dd>
<dt>Agent</dt><dd><code>${publicUrl}/mcp</code><p class="hint">An MCP server (Streamable HTTP). An agent can find products, fill a cart and open a payment page, but it can’t pay or list orders. Give it a key with the permission “Agent only”. <a href="${publicUrl}/docs#/section-agents">More about agents</a></p></dd>
<dt>Header</dt><dd><code>Authorization: Bearer YOUR_KEY</code></dd>
</dl></section>`;
}

function newKeyCard({ key, oldExpiresAt }: NewKey, zone: string): Html {
  return html`<section class="card" role="status"><h2>New key</h2>
<p class="hint">Copy it now and store it with your storefront’s secrets. It is shown only once.</p>
${secretText(key)}
${oldExpiresAt !== undefined && html`<p>The old key expires at ${instant(oldExpiresAt, zone)}.</p>`}</section>`;
}

function keyTable(keys: KeyRecord[], request: StoreRequest, now: number): Html {
  return html`<table class="list stacked">
<caption class="hidden-text">Keys, newest first</caption>
<thead><tr><th scope="col">Key</th><th scope="col">Status</th><th scope="col">Created</th><th scope="col">Last used</th><th scope="col"><span class="hidden-text">Change</span></th></tr></thead>
<tbody>${keys.map((key) => keyRow(key, request, now))}</tbody>
</table>`;
}

function keyRow(key: KeyRecord, request: StoreRequest, now: number): Html {
  const { id, label, createdAt, lastUsedAt } = key;
  return html`<tr><th scope="row">${label ?? "No label"}<span class="hint"><code>${id}</code>${key.scopes.includes("catalog") && html` · changes the catalog`}${key.scopes.join() === "agent" && html` · only for agents`}</span></th>
<td data-label="Status">${stateOf(key, now, request.store.timeZone)}</td>
<td data-label="Created">${day(createdAt, request.store.timeZone)}</td>
<td data-label="Last used">${lastUsedAt === null ? "never" : instant(lastUsedAt, request.store.timeZone)}</td>
<td>${isLive(key, now) && changes(key, request)}</td></tr>
`;
}

function stateOf({ expiresAt, revokedAt }: KeyRecord, now: number, zone: string): Html {
  if (revokedAt !== null) return html`${tag("Revoked", "plain")}`;
  if (expiresAt === null) return html`${tag("Active", "good")}`;
  if (expiresAt <= now) return html`${tag("Expired", "plain")}`;
  return html`<span>${tag("Active", "good")} <span class="small quiet">until ${instant(expiresAt, zone)}</span></span>`;
}

function changes({ id, label }: KeyRecord, request: StoreRequest): Html {
  const name = label ?? id;
  const rotation = html`<div class="inline-form"><label class="hidden-text" for="overlap-${id}">How long ${name} stays valid</label>
<select id="overlap-${id}" name="overlap">${optionsOf(overlaps).map(
    ([value, text]) =>
      html`<option value="${value}"${value === "24h" ? html` selected` : ""}>Old key expires in ${text}</option>`,
  )}</select>
<button class="button secondary small">Rotate</button></div>`;
  return html`<details><summary>Change</summary><div class="actions">
${postForm(request, request.link(`/keys/${id}/rotate`), rotation)}
${postForm(request, request.link(`/keys/${id}/revoke`), html`<button class="link danger">Revoke now</button>`)}
</div></details>`;
}

async function createKey(request: StoreRequest, services: Services): Promise<Reply> {
  const { store, form, by } = request;
  const lifetime = choiceOf(form, "lifetime", lifetimes);
  if (!lifetime) throw new ApiError("VALIDATION_ERROR", "Choose when the key expires.");
  // A page from before the upgrade has no such field.
  const scopes = form.has("scope") ? choiceOf(form, "scope", scopeChoices) : scopeChoices.storefront;
  if (!scopes) throw new ApiError("VALIDATION_ERROR", "Choose what the key may do.");
  const wanted = {
    storeId: store.id,
    label: textOf(form, "label").slice(0, 100) || null,
    scopes: scopes.scopes,
    expiresAt: lifetime.ms === null ? null : services.clock() + lifetime.ms,
  };
  return withNewKey(request, services, () => services.database.keys.create(wanted, by));
}

/** The page with the new key, or with the reason why the store can't have another one. */
async function withNewKey(
  request: StoreRequest,
  services: Services,
  make: () => Promise<NewKey>,
): Promise<Reply> {
  try {
    const made = await make();
    return { page: { title: "API keys", content: await keysPage(request, services, { made }) } };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "CONFLICT") throw error;
    const content = await keysPage(request, services, { fault: error.message });
    return { page: { title: "API keys", content, status: error.status } };
  }
}

const noSuchKey = new ApiError("NOT_FOUND", "This store has no such key.");
