import { html } from "hono/html";
import type { Theme } from "../../../database/queries/stores.ts";
import { agentProtocols } from "../../../domain/agent-protocol.ts";
import type { TaxMode } from "../../../domain/tax.ts";
import type { Html, Reply, StoreRequest } from "../../route.ts";
import { countryField } from "../../view/country-field.ts";
import { currencyOptions } from "../../view/currency-names.ts";
import { checkField, postForm, selectField, textAreaField, textField } from "../../view/forms.ts";
import {
  protocolField,
  protocolLabels,
  type SectionName,
  type Setting,
  type SwitchName,
  sections,
  settingLabels,
  switchLabels,
  textNames,
  texts,
  themeLabels,
  themeNames,
} from "./setting-fields.ts";
import { formOf, type SettingTexts, seenField, textsOf } from "./setting-texts.ts";
import { colourField, themeDefaults } from "./theme-colours.ts";

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
${publishingSection(request)}`;
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
  const parts = fieldsOf(name, fields, { shown, faults, hintOf }, request);
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

/** A store is published from its checklist. */
function publishingSection(request: StoreRequest): Html {
  const { store, link } = request;
  const button = html`<input type="hidden" name="published" value="no"><button class="button danger">Take the store offline</button>`;
  return html`<section class="setting-section" id="publishing">
<div><h2>Publishing</h2><p class="hint">A store that isn’t published can’t sell.</p></div>
<div class="card">${
    store.isPublished
      ? postForm(request, link("/publishing"), button)
      : html`<p>The store isn’t published. The last step of the <a href="${link("")}">checklist</a> publishes it.</p>`
  }</div>
</section>`;
}

interface FieldState {
  shown: SettingTexts;
  faults: Record<string, string>;
  hintOf: (field: string, usual?: string) => string | undefined;
}

function fieldsOf(
  section: SectionName,
  fields: string[],
  state: FieldState,
  { link }: Pick<StoreRequest, "link">,
): Html[] {
  if (section === "theme") return themeNames.map((member) => themeField(member, state));
  if (section === "selling") return sellingFields(state);
  if (section === "invoices") return invoiceFields(state);
  const parts = textFields(fields, state);
  if (section === "agents") return [...agentFields(state), ...parts, agentEventsLink(link)];
  if (section === "profile") return [...parts, timeZoneField(state)];
  return section === "contact" ? [...parts, ...mailFields(state, link)] : parts;
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

function timeZoneField({ shown, faults, hintOf }: FieldState): Html {
  const value = shown.timeZone ?? "";
  const names = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((name) => name !== "UTC")];
  // What was typed is shown, even if it is no zone.
  const options = [...new Set([value, ...names])].map((name): [string, string] => [
    name,
    name.replaceAll("_", " "),
  ]);
  return selectField({
    ...{ label: settingLabels.timeZone, name: "timeZone", value, options, fault: faults.timeZone },
    hint: hintOf(
      "timeZone",
      "Where a day begins: for “Today”, sales by day, and the dates on packing slips and in emails",
    ),
  });
}

function mailFields(state: FieldState, link: StoreRequest["link"]): Html[] {
  return [
    switchField("emailsBuyers", state),
    html`<p class="hint">In the store’s name and the buyer’s language. Replies go to the contact email.
<a href="${link("/settings/emails")}">Write your own texts</a></p>`,
  ];
}

const taxHint =
  "To calculate it, Stripe needs your origin address and your registrations in its tax settings";

const taxOptions: [TaxMode, string][] = [
  ["off", "Not calculated"],
  ["inclusive", "Calculated by Stripe; prices include it"],
  ["exclusive", "Calculated by Stripe, and added to prices"],
];

function sellingFields(state: FieldState): Html[] {
  const { shown, faults, hintOf } = state;
  const currency = shown.currency ?? "";
  const options = currencyOptions();
  // What was typed is shown, even if it is no currency.
  if (options.every(([code]) => code !== currency)) options.unshift([currency, currency.toUpperCase()]);
  return [
    selectField({
      ...{ label: settingLabels.currency, name: "currency", value: currency, options },
      ...{ fault: faults.currency, hint: hintOf("currency") },
    }),
    selectField({
      ...{ label: settingLabels.tax, name: "tax", value: shown.tax ?? "", options: taxOptions },
      ...{ fault: faults.tax, hint: hintOf("tax", taxHint) },
    }),
    countryField(shown.shipsTo ?? "", {
      label: settingLabels.shipsTo,
      name: "shipsTo",
      fault: faults.shipsTo,
      hint:
        hintOf(
          "shipsTo",
          "Without a list: all countries that the payment provider supports. Untick a country to remove it.",
        ) ?? "",
    }),
    switchField("hasProductPages", state),
    switchField("allowsRepeatSubscriptions", state),
    html`<p class="hint">Otherwise a second purchase is refused. If two happen at the same time, the second is cancelled and refunded.</p>`,
  ];
}

function switchField(name: SwitchName, { shown }: FieldState): Html {
  return checkField({ label: switchLabels[name], name, isChecked: shown[name] === "yes" });
}

function invoiceFields(state: FieldState): Html[] {
  return [
    switchField("createsInvoices", state),
    switchField("collectsTaxIds", state),
    html`<p class="hint">The payment page then has a field for it, and the invoice shows it.</p>`,
  ];
}

function agentFields({ shown }: FieldState): Html[] {
  return [
    ...agentProtocols.map((protocol) => {
      const name = protocolField(protocol);
      return checkField({ label: protocolLabels[protocol], name, isChecked: shown[name] === "yes" });
    }),
    html`<p class="hint">Needs connected payments, shipping rates for what is sent, and the URL of your return policy.</p>`,
  ];
}

function agentEventsLink(link: StoreRequest["link"]): Html {
  return html`<p class="hint"><a href="${link("/settings/agents")}">Send order events to agents</a></p>`;
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

/**
 * A storefront in a theme's colours, fonts and corners. It is SVG because its attributes work without inline styles.
 */
function themePreview(theme: Theme, name: string): Html {
  const of = (member: keyof Theme) => theme[member] || themeDefaults[member];
  const radius = Math.min(24, Number.parseFloat(of("radius")) || 0);
  const card = (
    x: number,
  ) => html`<rect x="${x}" y="96" width="132" height="118" rx="${radius}" fill="${of("background")}" stroke="${of("border")}"/>
<rect x="${x}" y="96" width="132" height="64" rx="${radius}" fill="${of("muted")}"/>
<text x="${x + 12}" y="180" font-size="12" fill="${of("foreground")}" font-family="${of("fontBody")}">A product</text>
<rect x="${x + 12}" y="189" width="58" height="18" rx="${Math.min(radius, 9)}" fill="${of("primary")}"/>
<text x="${x + 41}" y="202" font-size="10" text-anchor="middle" fill="${of("primaryForeground")}" font-family="${of("fontBody")}">Buy</text>`;
  return html`<figure class="theme-preview"><svg viewBox="0 0 480 240" role="img" aria-label="Preview of a storefront with this theme">
<rect width="480" height="240" fill="${of("background")}"/>
<rect width="480" height="40" fill="${of("primary")}"/>
<text x="20" y="26" font-size="15" fill="${of("primaryForeground")}" font-family="${of("fontHeading")}">${name.slice(0, 32)}</text>
<text x="20" y="76" font-size="20" fill="${of("foreground")}" font-family="${of("fontHeading")}">What we make</text>
${[20, 174, 328].map(card)}
</svg></figure>`;
}
