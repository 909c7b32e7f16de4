import type { Store, Theme } from "../../../database/queries/stores.ts";
import { agentProtocols } from "../../../domain/agent-protocol.ts";
import { isTaxMode, type TaxMode } from "../../../domain/tax.ts";
import { textOf } from "../../frame/forms.ts";
import { countriesInForm } from "../../view/country-field.ts";
import {
  protocolField,
  protocolLabels,
  type SectionName,
  type SwitchName,
  sections,
  settingLabels,
  switchLabels,
  switchNames,
  type TextName,
  textNames,
  texts,
  themeLabels,
  themeNames,
} from "./setting-fields.ts";
import { colourIn } from "./theme-colours.ts";

/** The part of a store that the form edits. */
export type StoreForm = { tax: TaxMode } & Pick<
  Store,
  TextName | SwitchName | "currency" | "timeZone" | "theme" | "shipsTo" | "sellsThrough"
>;

/** The form's content by field name; an unticked box is empty. */
export type SettingTexts = Record<string, string>;

/** The form's labels. */
const labels: Record<string, string> = {
  ...Object.fromEntries(textNames.map((name) => [name, texts[name].label])),
  ...settingLabels,
  ...switchLabels,
  ...Object.fromEntries(agentProtocols.map((one) => [protocolField(one), protocolLabels[one]])),
  ...Object.fromEntries(themeNames.map((name) => [`theme.${name}`, themeLabels[name]])),
};

export function textsOf(store: StoreForm): SettingTexts {
  return {
    ...Object.fromEntries(textNames.map((name) => [name, store[name] ?? ""])),
    currency: store.currency,
    timeZone: store.timeZone,
    tax: store.tax,
    // Their order has no meaning.
    shipsTo: store.shipsTo?.toSorted().join(", ") ?? "",
    ...Object.fromEntries(switchNames.map((name) => [name, store[name] ? "yes" : ""])),
    ...Object.fromEntries(
      agentProtocols.map((one) => [protocolField(one), store.sellsThrough.includes(one) ? "yes" : ""]),
    ),
    ...Object.fromEntries(themeNames.map((name) => [`theme.${name}`, store.theme[name] ?? ""])),
  };
}

/** What a section's form contains, beside the store's other settings. */
export function textsInForm(form: FormData, section: SectionName, store: StoreForm): SettingTexts {
  const { fields } = sections[section];
  return { ...textsOf(store), ...Object.fromEntries(fields.map((name) => [name, fieldIn(form, name)])) };
}

function fieldIn(form: FormData, name: string): string {
  if (name === "shipsTo") return countriesInForm(form, name);
  const member = themeNames.find((one) => `theme.${one}` === name);
  if (member !== undefined) return colourIn(form, member);
  // Browsers send line breaks as CR and LF.
  return textOf(form, name).replaceAll("\r\n", "\n");
}

export function formOf(texts: SettingTexts): StoreForm {
  const text = (name: string) => texts[name] ?? "";
  const given = Object.fromEntries(textNames.map((name) => [name, text(name) || null]));
  const switched = Object.fromEntries(switchNames.map((name) => [name, text(name) === "yes"]));
  const mode = text("tax");
  const countries = text("shipsTo")
    .split(",")
    .map((code) => code.trim())
    .filter((code) => code !== "");
  return {
    ...(given as Pick<Store, TextName>),
    ...(switched as Pick<Store, SwitchName>),
    name: text("name"),
    currency: text("currency").toLowerCase(),
    timeZone: text("timeZone"),
    tax: isTaxMode(mode) ? mode : "off",
    sellsThrough: agentProtocols.filter((one) => text(protocolField(one)) === "yes"),
    shipsTo: countries.length > 0 ? countries.sort() : null,
    theme: Object.fromEntries(
      themeNames.map((name) => [name, text(`theme.${name}`) || null]),
    ) as unknown as Theme,
  };
}

/**
 * The settings that a section's form was loaded with, beside the store's other settings. Empty for a form that isn't
 * ours, so that it changes nothing.
 */
export function textsSeen(form: FormData, section: SectionName, store: StoreForm): SettingTexts {
  const { fields } = sections[section];
  try {
    const seen: Record<string, unknown> = JSON.parse(textOf(form, "seen")) ?? {};
    return { ...textsOf(store), ...Object.fromEntries(fields.map((name) => [name, String(seen[name])])) };
  } catch {
    return {};
  }
}

/** The part of the settings that a section's form keeps to recognise concurrent changes. */
export function seenField(texts: SettingTexts, section: SectionName): string {
  const { fields } = sections[section];
  return JSON.stringify(Object.fromEntries(fields.map((name) => [name, texts[name] ?? ""])));
}

export interface ChangedSetting {
  label: string;
  from: string;
  to: string;
}

/** Merges a conflicting change into the form: keeps the fields that this person edited and updates the others. */
export function mergedTexts(
  typed: SettingTexts,
  seen: SettingTexts,
  now: SettingTexts,
): { merged: SettingTexts; changed: ChangedSetting[] } {
  const names = Object.keys(labels);
  const changed = names.filter((name) => now[name] !== seen[name]);
  return {
    merged: Object.fromEntries(
      names.map((name) => [name, (typed[name] === seen[name] ? now[name] : typed[name]) ?? ""]),
    ),
    changed: changed.map((name) => ({
      label: labels[name] ?? name,
      from: seen[name] ?? "",
      to: now[name] ?? "",
    })),
  };
}
