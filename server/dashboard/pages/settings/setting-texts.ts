import type { Store, Theme } from "../../../database/queries/stores.ts";
import { textOf } from "../../frame/forms.ts";
import {
  countriesLabel,
  currencyLabel,
  publishedLabel,
  repeatsLabel,
  type TextName,
  textNames,
  texts,
  themeLabels,
  themeNames,
} from "./setting-fields.ts";

/** The part of a store that the form edits. */
export type StoreForm = Pick<
  Store,
  TextName | "currency" | "isPublished" | "theme" | "shipsTo" | "allowsRepeatSubscriptions"
>;

/** The form's content by field name; an unticked box is empty. */
export type SettingTexts = Record<string, string>;

/** The form's labels. */
const labels: Record<string, string> = {
  ...Object.fromEntries(textNames.map((name) => [name, texts[name].label])),
  currency: currencyLabel,
  isPublished: publishedLabel,
  shipsTo: countriesLabel,
  allowsRepeatSubscriptions: repeatsLabel,
  ...Object.fromEntries(themeNames.map((name) => [`theme.${name}`, themeLabels[name]])),
};

export function textsOf(store: StoreForm): SettingTexts {
  return {
    ...Object.fromEntries(textNames.map((name) => [name, store[name] ?? ""])),
    currency: store.currency,
    isPublished: store.isPublished ? "yes" : "",
    shipsTo: store.shipsTo?.join(", ") ?? "",
    allowsRepeatSubscriptions: store.allowsRepeatSubscriptions ? "yes" : "",
    ...Object.fromEntries(themeNames.map((name) => [`theme.${name}`, store.theme[name] ?? ""])),
  };
}

export function textsInForm(form: FormData): SettingTexts {
  // Browsers send line breaks as CR and LF.
  return Object.fromEntries(
    Object.keys(labels).map((name) => [name, textOf(form, name).replaceAll("\r\n", "\n")]),
  );
}

export function formOf(texts: SettingTexts): StoreForm {
  const text = (name: string) => texts[name] ?? "";
  const given = Object.fromEntries(textNames.map((name) => [name, text(name) || null]));
  const countries = text("shipsTo")
    .split(/[\s,]+/)
    .filter((code) => code !== "");
  return {
    ...(given as Pick<Store, TextName>),
    name: text("name"),
    currency: text("currency").toLowerCase(),
    isPublished: text("isPublished") === "yes",
    allowsRepeatSubscriptions: text("allowsRepeatSubscriptions") === "yes",
    shipsTo: countries.length > 0 ? [...new Set(countries.map((code) => code.toLowerCase()))] : null,
    theme: Object.fromEntries(
      themeNames.map((name) => [name, text(`theme.${name}`) || null]),
    ) as unknown as Theme,
  };
}

/** The settings that the form was loaded with. Empty for a form that isn't ours, so that it changes nothing. */
export function textsSeen(form: FormData): SettingTexts {
  try {
    const seen: unknown = JSON.parse(textOf(form, "seen"));
    return Object.fromEntries(Object.entries(seen ?? {}).map(([name, value]) => [name, String(value)]));
  } catch {
    return {};
  }
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
