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
  contactEmail: { label: "Contact e-mail", type: "email" },
  contactPhone: { label: "Contact phone" },
  logoUrl: { label: "Logo URL", type: "url" },
  seoTitle: { label: "Page title" },
  seoDescription: { label: "Meta description", isLong: true },
  successUrl: { label: "Success URL", type: "url", hint: "Leave empty to use the built-in page" },
  cancelUrl: { label: "Cancel URL", type: "url", hint: "Leave empty to use the built-in page" },
  portalReturnUrl: { label: "Portal return URL", type: "url", hint: "Leave empty to use the built-in page" },
} satisfies Partial<Record<keyof Store, Setting>>;

export type TextName = keyof typeof texts;

export const themeLabels: Record<keyof Theme, string> = {
  primary: "Primary colour",
  primaryForeground: "Text on primary",
  background: "Background",
  foreground: "Text",
  muted: "Muted",
  border: "Borders",
  fontBody: "Body font",
  fontHeading: "Heading font",
  radius: "Corner radius",
};

export const textNames = Object.keys(texts) as TextName[];
export const themeNames = Object.keys(themeLabels) as (keyof Theme)[];

export const currencyLabel = "Currency";
export const publishedLabel = "Publish the store, so that it can sell";
export const repeatsLabel = "Allow members to subscribe to the same product more than once";
export const countriesLabel = "Shipping countries";
