import { html } from "hono/html";
import type { Theme } from "../../../database/queries/stores.ts";
import type { Html, Reply, StoreRequest } from "../../route.ts";
import { countryField } from "../../view/country-field.ts";
import { currencyOptions } from "../../view/currency-names.ts";
import { checkField, postForm, selectField, textAreaField, textField } from "../../view/forms.ts";
import {
  buyerMailsLabel,
  countriesLabel,
  currencyLabel,
  invoicesLabel,
  publishedLabel,
  repeatsLabel,
  type SectionName,
  type Setting,
  sections,
  taxIdsLabel,
  textNames,
  texts,
  themeLabels,
  themeNames,
} from "./setting-fields.ts";
import { formOf, type SettingTexts, seenField, textsOf } from "./setting-texts.ts";
import { taxField, taxHint } from "./tax-field.ts";
import { colourField } from "./theme-colours.ts";
import { themePreview } from "./theme-preview.ts";

export interface Shown {
  shown: SettingTexts;
  /** The settings that the form was loaded with; differences from them are this person's changes. */
  seen: SettingTexts;
  faults?: Record<string, string>;
  message?: Html;
  status?: number;
}

/** All sections, each with its own form. */
export function settingsPage(request: StoreRequest, all: Shown): Reply {
  const { message, status = 200 } = all;
  const names = Object.keys(sections) as SectionName[];
  const content = html`<div class="head"><h1>Settings</h1></div>
${message !== undefined && html`<div class="fault-list" role="alert">${message}</div>`}
<nav aria-label="Settings" class="filters"><ul class="tabs sections">${names.map((name) => html`<li><a href="#${name}">${sections[name].title}</a></li>`)}</ul></nav>
${names.map((name) => sectionForm(name, request, all))}
<script src="${request.base}/assets/settings.js" defer></script>`;
  return { page: { title: "Settings", content, status } };
}

function sectionForm(
  name: SectionName,
  request: StoreRequest,
  { shown, seen, faults = {}, status }: Shown,
): Html {
  const { title, hint, fields } = sections[name];
  const action = request.link("/settings");
  const now = textsOf(request.store);
  const hintOf = (field: string, usual?: string) =>
    // Both people changed this field.
    status === 409 && shown[field] !== now[field] ? `Current value: ${now[field] || "empty"}` : usual;
  const parts = fieldsOf(name, fields, { shown, faults, hintOf });
  const { theme, name: storeName } = formOf(shown);
  const isTheme = name === "theme";
  // The fragment leads back to the preview, which is far below.
  const preview = html`<button class="button secondary" name="preview" value="yes" formaction="${action}#theme">Preview</button>`;
  const content = html`<input type="hidden" name="section" value="${name}">
<input type="hidden" name="seen" value="${seenField(seen, name)}">
${isTheme && themePreview(theme, storeName)}
<div class="${isTheme ? "theme-fields" : "section-fields"}">${parts}</div>
<p class="actions"><button class="button" aria-label="Save ${title.toLowerCase()}">Save</button>${isTheme && preview}</p>`;
  return html`<section class="setting-section" id="${name}">
<div><h2>${title}</h2><p class="hint">${hint}</p></div>
<div class="card">${postForm(request, action, content)}</div>
</section>`;
}

interface FieldState {
  shown: SettingTexts;
  faults: Record<string, string>;
  hintOf: (field: string, usual?: string) => string | undefined;
}

function fieldsOf(section: SectionName, fields: string[], state: FieldState): Html[] {
  const { shown } = state;
  if (section === "theme") return themeNames.map((member) => themeField(member, state));
  if (section === "selling") return sellingFields(state);
  if (section === "invoices") return invoiceFields(state);
  if (section === "publishing") {
    return [
      checkField({ label: publishedLabel, name: "isPublished", isChecked: shown.isPublished === "yes" }),
    ];
  }
  const parts = textFields(fields, state);
  return section === "contact" ? [...parts, ...mailFields(state)] : parts;
}

function textFields(fields: string[], { shown, faults, hintOf }: FieldState): Html[] {
  return textNames
    .filter((name) => fields.includes(name))
    .map((name) => {
      const { label, hint, type, isLong, isRequired }: Setting = texts[name];
      const field = { label, name, value: shown[name] ?? "", fault: faults[name], hint: hintOf(name, hint) };
      if (isLong) return textAreaField({ ...field, rows: 3 });
      return textField({
        ...field,
        autocomplete: "off",
        ...(type && { type }),
        ...(isRequired && { isRequired }),
      });
    });
}

function mailFields({ shown }: FieldState): Html[] {
  return [
    checkField({ label: buyerMailsLabel, name: "mailsBuyers", isChecked: shown.mailsBuyers === "yes" }),
    html`<p class="hint">In the store’s name and the buyer’s language. Replies go to the contact e-mail.</p>`,
  ];
}

function sellingFields({ shown, faults, hintOf }: FieldState): Html[] {
  const currency = shown.currency ?? "";
  const options = currencyOptions();
  // What was typed is shown, even if it is no currency.
  if (options.every(([code]) => code !== currency)) options.unshift([currency, currency.toUpperCase()]);
  return [
    selectField({
      ...{ label: currencyLabel, name: "currency", value: currency, options },
      ...{ fault: faults.currency, hint: hintOf("currency") },
    }),
    taxField(shown.tax ?? "", { hint: hintOf("tax", taxHint), fault: faults.tax }),
    countryField(shown.shipsTo ?? "", {
      label: countriesLabel,
      name: "shipsTo",
      fault: faults.shipsTo,
      hint: hintOf("shipsTo", "If none is ticked: all countries that the payment provider supports.") ?? "",
    }),
    checkField({
      ...{ label: repeatsLabel, name: "allowsRepeatSubscriptions" },
      isChecked: shown.allowsRepeatSubscriptions === "yes",
    }),
    html`<p class="hint">Otherwise a second purchase is refused. If two happen at the same time, the second is cancelled and refunded.</p>`,
  ];
}

function invoiceFields({ shown }: FieldState): Html[] {
  const field = (name: "createsInvoices" | "collectsTaxIds", label: string) =>
    checkField({ label, name, isChecked: shown[name] === "yes" });
  return [
    field("createsInvoices", invoicesLabel),
    field("collectsTaxIds", taxIdsLabel),
    html`<p class="hint">The payment page then has a field for it, and the invoice shows it.</p>`,
  ];
}

const fonts = ["system-ui", "Georgia", "Helvetica Neue", "Inter", "Source Serif 4"];

function themeField(member: keyof Theme, { shown, faults, hintOf }: FieldState): Html {
  const name = `theme.${member}`;
  const field = {
    ...{ label: themeLabels[member], value: shown[name] ?? "" },
    ...{ fault: faults[name], hint: hintOf(name) },
  };
  if (member === "radius") return textField({ ...field, name, autocomplete: "off", placeholder: "8px" });
  const isFont = member === "fontBody" || member === "fontHeading";
  return isFont
    ? textField({ ...field, name, autocomplete: "off", suggestions: fonts })
    : colourField(member, field);
}
