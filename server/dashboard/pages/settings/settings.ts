import { ApiError } from "@counterpart/toolkit/errors";
import { html } from "hono/html";
import type { Mismatch } from "../../../catalog-import/contract.ts";
import { type Store, type StoreChange, storeVersion, type Theme } from "../../../database/queries/stores.ts";
import { settingFaults } from "../../../merchants/settings/setting-faults.ts";
import { textOf } from "../../frame/forms.ts";
import type { DashboardServices, Html, Reply, StoreRequest, StoreRoute } from "../../route.ts";
import { checkField, postForm, textAreaField, textField } from "../../view/forms.ts";
import { themePreview } from "./theme-preview.ts";

export const settingRoutes: StoreRoute[] = [
  { method: "GET", path: "/settings", access: "owner", answer: showSettings },
  { method: "POST", path: "/settings", access: "owner", answer: saveSettings },
];

interface Setting {
  label: string;
  hint?: string;
  type?: "email" | "url";
  isLong?: boolean;
  isRequired?: boolean;
}

/** Fields of one line or text, which are empty where the store has none. */
const texts = {
  name: { label: "Name", isRequired: true },
  description: { label: "Description", isLong: true },
  contactEmail: { label: "E-mail address for customers", type: "email" },
  contactPhone: { label: "Phone number for customers" },
  logoUrl: { label: "Address of the logo", type: "url" },
  seoTitle: { label: "Title for search engines" },
  seoDescription: { label: "Description for search engines", isLong: true },
  successUrl: { label: "After paying", type: "url", hint: "Empty: a page of ours" },
  cancelUrl: { label: "After turning back", type: "url", hint: "Empty: a page of ours" },
  portalReturnUrl: { label: "After the billing portal", type: "url", hint: "Empty: a page of ours" },
} satisfies Partial<Record<keyof Store, Setting>>;

type TextName = keyof typeof texts;

const themeLabels: Record<keyof Theme, string> = {
  primary: "Main colour",
  primaryForeground: "Text on it",
  background: "Background",
  foreground: "Text",
  muted: "Quiet areas",
  border: "Borders",
  fontBody: "Font of texts",
  fontHeading: "Font of headings",
  radius: "Corners",
};

const textNames = Object.keys(texts) as TextName[];
const themeNames = Object.keys(themeLabels) as (keyof Theme)[];

/** The store as the form has it. */
type Form = Pick<Store, TextName | "currency" | "isPublished" | "theme" | "shipsTo">;

async function showSettings(request: StoreRequest): Promise<Reply> {
  return pageOf(request, { shown: request.store, version: storeVersion(request.store) });
}

interface Shown {
  shown: Form;
  version: string;
  faults?: Record<string, string>;
  message?: Html;
  status?: number;
}

function pageOf(request: StoreRequest, { shown, version, faults = {}, message, status = 200 }: Shown): Reply {
  const setting = (name: TextName): Html => {
    const { label, hint, type, isLong, isRequired }: Setting = texts[name];
    const field = { label, name, hint, value: shown[name] ?? "", fault: faults[name], autocomplete: "off" };
    if (isLong) return textAreaField({ ...field, rows: 3 });
    return textField({ ...field, ...(type && { type }), ...(isRequired && { isRequired }) });
  };
  const fields = html`<input type="hidden" name="version" value="${version}">
<section class="card"><h2>Profile</h2>
${(["name", "description", "logoUrl"] as const).map(setting)}
${checkField({ label: "The store is published, and can sell", name: "isPublished", isChecked: shown.isPublished })}
${textField({ label: "Currency", name: "currency", value: shown.currency, fault: faults.currency, hint: "It stays, once something was sold or products are priced in it", maxLength: 3, isRequired: true, autocomplete: "off" })}
</section>
<div class="columns"><section class="card"><h2>For customers</h2>${(["contactEmail", "contactPhone"] as const).map(setting)}
${textField({ label: "Countries that are shipped to", name: "shipsTo", value: shown.shipsTo?.join(", "), fault: faults.shipsTo, hint: "Two-letter codes with commas, as in ie, gb. Empty: wherever the payment provider ships", autocomplete: "off" })}</section>
<section class="card"><h2>Where buyers return to</h2>${(["successUrl", "cancelUrl", "portalReturnUrl"] as const).map(setting)}</section></div>
<section class="card" id="theme"><h2>Theme</h2>
<p class="hint">Your storefront reads these. Colours as in CSS, such as #1f3a5f; what is empty is the storefront’s choice.</p>
${themePreview(shown.theme, shown.name)}
<div class="theme-fields">${themeNames.map((name) =>
    textField({
      label: themeLabels[name],
      name: `theme.${name}`,
      value: shown.theme[name],
      fault: faults[`theme.${name}`],
      autocomplete: "off",
    }),
  )}</div>
<p class="actions"><button class="button secondary" name="preview" value="yes">Preview</button></p></section>
<section class="card"><h2>Search engines</h2>${(["seoTitle", "seoDescription"] as const).map(setting)}</section>
<p class="actions"><button class="button">Save the settings</button></p>`;
  const content = html`<div class="head"><h1>Settings</h1></div>
${message !== undefined && html`<div class="fault-list" role="alert">${message}</div>`}
${postForm(request, request.link("/settings"), fields)}`;
  return { page: { title: "Settings", content, status } };
}

function formIn(form: FormData): Form {
  const text = (name: string) => textOf(form, name).replaceAll("\r\n", "\n");
  const given = Object.fromEntries(textNames.map((name) => [name, text(name) || null]));
  const countries = text("shipsTo")
    .split(/[\s,]+/)
    .filter((code) => code !== "");
  return {
    ...(given as Pick<Store, TextName>),
    name: text("name"),
    currency: text("currency").toLowerCase(),
    isPublished: text("isPublished") === "yes",
    shipsTo: countries.length > 0 ? [...new Set(countries.map((code) => code.toLowerCase()))] : null,
    theme: Object.fromEntries(
      themeNames.map((name) => [name, text(`theme.${name}`) || null]),
    ) as unknown as Theme,
  };
}

async function saveSettings(request: StoreRequest, { database }: DashboardServices): Promise<Reply> {
  const { store, form, by, link } = request;
  const shown = formIn(form);
  const version = textOf(form, "version") || "none";
  if (textOf(form, "preview") !== "") return pageOf(request, { shown, version });
  const faults = faultsOf(settingFaults(shown));
  if (Object.keys(faults).length > 0) {
    const message = html`<p>Nothing was saved: correct what is marked below.</p>`;
    return pageOf(request, { shown, version, faults, message, status: 400 });
  }
  try {
    const saved = await database.stores.update(store.slug, changeOf(store, shown), by, version);
    if (!saved) throw new ApiError("NOT_FOUND", "There is no such store.");
    return { redirect: link("/settings"), notice: "The settings are saved." };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "CONFLICT") throw error;
    const message = html`<p>${error.message} <a href="${link("/settings")}">Show the settings as they are now.</a></p>`;
    return pageOf(request, { shown, version, message, status: 409 });
  }
}

/** Only what differs, so that the audit trail and the contract's rules are about that. */
function changeOf(store: Store, { theme, ...fields }: Form): StoreChange {
  const changed = Object.entries(fields).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(store[name as keyof Store]),
  );
  return { ...Object.fromEntries(changed), theme };
}

/** By the names in the form. */
function faultsOf(mismatches: Mismatch[]): Record<string, string> {
  return Object.fromEntries(
    mismatches.map(({ at, what }) => {
      const [, field = "", inside] = at.split("/");
      return [field === "theme" && inside !== undefined ? `theme.${inside}` : field, `It ${what}.`];
    }),
  );
}
