import type { Store, Theme } from "../../../database/queries/stores.ts";

export interface Setting {
  label: string;
  hint?: string;
  type?: "email" | "url";
  isLong?: boolean;
  isRequired?: boolean;
}

/** Text fields, empty if the store has no value. */
export const texts = {
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

export type TextName = keyof typeof texts;

export const themeLabels: Record<keyof Theme, string> = {
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

export const textNames = Object.keys(texts) as TextName[];
export const themeNames = Object.keys(themeLabels) as (keyof Theme)[];

export const currencyLabel = "Currency";
export const publishedLabel = "The store is published, and can sell";
export const repeatsLabel = "Members may subscribe to the same product more than once";
export const countriesLabel = "Countries that are shipped to";
