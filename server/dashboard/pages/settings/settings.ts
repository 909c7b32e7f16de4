import { ApiError } from "@counterpart/server/errors";
import { html } from "hono/html";
import type { Mismatch } from "../../../catalog-import/contract.ts";
import { type Store, type StoreChange, storeVersion } from "../../../database/queries/stores.ts";
import { withPayablePages } from "../../../merchants/payments/payable-pages.ts";
import { settingFaults } from "../../../merchants/settings/setting-faults.ts";
import { textOf } from "../../frame/forms.ts";
import type { DashboardServices, Html, Reply, StoreRequest, StoreRoute } from "../../route.ts";
import { checkField, postForm, textAreaField, textField } from "../../view/forms.ts";
import {
  countriesLabel,
  currencyLabel,
  publishedLabel,
  repeatsLabel,
  type Setting,
  type TextName,
  texts,
  themeLabels,
  themeNames,
} from "./setting-fields.ts";
import {
  type ChangedSetting,
  formOf,
  mergedTexts,
  type SettingTexts,
  type StoreForm,
  textsInForm,
  textsOf,
  textsSeen,
} from "./setting-texts.ts";
import { themePreview } from "./theme-preview.ts";

export const settingRoutes: StoreRoute[] = [
  { method: "GET", path: "/settings", access: "owner", answer: showSettings },
  { method: "POST", path: "/settings", access: "owner", answer: saveSettings },
];

async function showSettings(request: StoreRequest): Promise<Reply> {
  const now = textsOf(request.store);
  return pageOf(request, { shown: now, seen: now });
}

interface Shown {
  shown: SettingTexts;
  /** The settings that the form was loaded with; differences from them are this person's changes. */
  seen: SettingTexts;
  faults?: Record<string, string>;
  message?: Html;
  status?: number;
}

function pageOf(request: StoreRequest, { shown, seen, faults = {}, message, status = 200 }: Shown): Reply {
  const now = textsOf(request.store);
  const field = (name: string, label: string, hint?: string) => ({
    label,
    name,
    value: shown[name] ?? "",
    fault: faults[name],
    // Both people changed this field.
    hint: status === 409 && shown[name] !== now[name] ? `Current value: ${now[name] || "empty"}` : hint,
    autocomplete: "off",
  });
  const setting = (name: TextName): Html => {
    const { label, hint, type, isLong, isRequired }: Setting = texts[name];
    if (isLong) return textAreaField({ ...field(name, label, hint), rows: 3 });
    return textField({
      ...field(name, label, hint),
      ...(type && { type }),
      ...(isRequired && { isRequired }),
    });
  };
  const { theme, name: storeName } = formOf(shown);
  const fields = html`<input type="hidden" name="seen" value="${JSON.stringify(seen)}">
<section class="card"><h2>Profile</h2>
${(["name", "description", "logoUrl"] as const).map(setting)}
${checkField({ label: publishedLabel, name: "isPublished", isChecked: shown.isPublished === "yes" })}
${textField({ ...field("currency", currencyLabel, "Can’t be changed once the store has orders or products in this currency"), maxLength: 3, isRequired: true })}
</section>
<div class="columns"><section class="card"><h2>For customers</h2>${(["contactEmail", "contactPhone"] as const).map(setting)}
${textField(field("shipsTo", countriesLabel, "Two-letter country codes separated by commas, such as ie, gb. Leave empty for all countries that the payment provider supports"))}
${checkField({ label: repeatsLabel, name: "allowsRepeatSubscriptions", isChecked: shown.allowsRepeatSubscriptions === "yes" })}
<p class="hint">Otherwise a second purchase is refused. If two happen at the same time, the second is cancelled and refunded.</p></section>
<section class="card"><h2>Redirect URLs</h2>${(["successUrl", "cancelUrl", "portalReturnUrl"] as const).map(setting)}</section></div>
<section class="card" id="theme"><h2>Theme</h2>
<p class="hint">Your storefront reads these values. Use CSS values, such as #1f3a5f. Leave a field empty to use the storefront’s default.</p>
${themePreview(theme, storeName)}
<div class="theme-fields">${themeNames.map((name) => textField(field(`theme.${name}`, themeLabels[name])))}</div>
<p class="actions"><button class="button secondary" name="preview" value="yes">Preview</button></p></section>
<section class="card"><h2>Search engines</h2>${(["seoTitle", "seoDescription"] as const).map(setting)}</section>
<p class="actions"><button class="button">Save settings</button></p>`;
  const content = html`<div class="head"><h1>Settings</h1></div>
${message !== undefined && html`<div class="fault-list" role="alert">${message}</div>`}
${postForm(request, request.link("/settings"), fields)}`;
  return { page: { title: "Settings", content, status } };
}

async function saveSettings(request: StoreRequest, services: DashboardServices): Promise<Reply> {
  const { store, form, by, link } = request;
  const shown = textsInForm(form);
  const seen = textsSeen(form);
  const wanted = formOf(shown);
  if (textOf(form, "preview") !== "") return pageOf(request, { shown, seen });
  const faults = faultsOf(settingFaults(wanted));
  if (Object.keys(faults).length > 0) {
    const message = html`<p>Nothing was saved. Correct the marked fields.</p>`;
    return pageOf(request, { shown, seen, faults, message, status: 400 });
  }
  const { merged, changed } = mergedTexts(textsOf(wanted), seen, textsOf(store));
  if (changed.length > 0) {
    const message = await conflictMessage(changed, request, services);
    return pageOf(request, { shown: merged, seen: textsOf(store), message, status: 409 });
  }
  try {
    const change = changeOf(store, wanted);
    const saved = await services.database.stores.update(store.slug, change, by, storeVersion(store));
    if (!saved) throw new ApiError("NOT_FOUND", "This store doesn’t exist.");
    const payable = await services.closePages.ofStore(store.id);
    return { redirect: link("/settings"), notice: withPayablePages("Settings saved.", payable) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "CONFLICT") throw error;
    return pageOf(request, { shown, seen, message: html`<p>${error.message}</p>`, status: 409 });
  }
}

/** Loses no change: fields that this person didn't edit show the other person's values. */
async function conflictMessage(
  changed: ChangedSetting[],
  { store }: StoreRequest,
  { database }: DashboardServices,
): Promise<Html> {
  const latest = await database.auditTrail.list({ storeId: store.id, action: "store.updated", limit: 1 });
  const by = latest?.entries[0]?.by;
  const who = by?.kind === "person" ? (await database.people.find(by.id))?.email : undefined;
  return html`<p><strong>${who ?? "Someone else"} changed these settings after you opened them</strong>, so nothing was
saved. Your edits are kept below, and the other fields show the current values. Check them and save again.</p>
<ul>${changed.map(
    ({ label, from, to }) =>
      html`<li class="change"><b>${label}</b>: <del>${from || "empty"}</del> → <ins>${to || "empty"}</ins></li>`,
  )}</ul>`;
}

/** Includes only what differs, so that the audit trail and validation cover just that. */
function changeOf(store: Store, { theme, ...fields }: StoreForm): StoreChange {
  const changed = Object.entries(fields).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(store[name as keyof Store]),
  );
  return { ...Object.fromEntries(changed), theme };
}

/** Faults by form field. */
function faultsOf(mismatches: Mismatch[]): Record<string, string> {
  return Object.fromEntries(
    mismatches.map(({ at, what }) => {
      const [, field = "", inside] = at.split("/");
      return [field === "theme" && inside !== undefined ? `theme.${inside}` : field, `It ${what}.`];
    }),
  );
}
