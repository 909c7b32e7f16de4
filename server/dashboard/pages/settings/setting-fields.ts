import type { Store, Theme } from "../../../database/queries/stores.ts";
import { type AgentProtocol, agentProtocols } from "../../../domain/agent-protocol.ts";

export interface Setting {
  label: string;
  hint?: string;
  type?: "email" | "url";
  isLong?: boolean;
  isRequired?: boolean;
}

const builtIn = "Leave empty to use the built-in page";

/** Text fields, empty if the store has no value. */
export const texts = {
  name: { label: "Name", isRequired: true },
  description: { label: "Description", isLong: true },
  contactEmail: { label: "Contact email", type: "email" },
  contactPhone: { label: "Contact phone" },
  logoUrl: { label: "Logo URL", type: "url", hint: "A full URL that begins with https://" },
  seoTitle: { label: "Page title" },
  seoDescription: { label: "Meta description", isLong: true },
  successUrl: { label: "Success URL", type: "url", hint: builtIn },
  cancelUrl: { label: "Cancel URL", type: "url", hint: builtIn },
  portalReturnUrl: { label: "Portal return URL", type: "url", hint: builtIn },
  returnPolicyUrl: {
    label: "Return policy URL",
    type: "url",
    hint: "A full URL that begins with https://. Agents show it to buyers.",
  },
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

/** Fields that are on or off. */
export const switchLabels = {
  allowsRepeatSubscriptions: "Allow members to subscribe to the same product more than once",
  hasProductPages: "Give each product a page and a payment link",
  emailsBuyers: "Email buyers a confirmation, a shipping notice and refunds",
  createsInvoices: "Make an invoice for each payment",
  collectsTaxIds: "Ask businesses for their tax ID",
};

export type SwitchName = keyof typeof switchLabels;

export const switchNames = Object.keys(switchLabels) as SwitchName[];

/** Of the fields that are neither texts nor on or off. */
export const settingLabels = {
  currency: "Currency",
  tax: "Tax",
  timeZone: "Time zone",
  shipsTo: "Shipping countries",
};
export const protocolLabels: Record<AgentProtocol, string> = {
  acp: "Let agents buy through the Agentic Commerce Protocol (ACP)",
  ucp: "Let agents buy through the Universal Commerce Protocol (UCP)",
};

/** A part of the settings with its own form. */
export interface SettingSection {
  title: string;
  hint: string;
  /** The names of the form's fields. */
  fields: string[];
}

/** The name of a protocol's field. */
export function protocolField(protocol: AgentProtocol): string {
  return `sellsThrough.${protocol}`;
}

const ofTexts = (...names: TextName[]): string[] => names;

/** In display order, by their id on the page. */
export const sections = {
  profile: {
    title: "Profile",
    hint: "Storefronts show the name, the description and the logo to buyers.",
    fields: [...ofTexts("name", "description", "logoUrl"), "timeZone"],
  },
  contact: {
    title: "Contact",
    hint: "Where buyers reach you.",
    fields: [...ofTexts("contactEmail", "contactPhone"), "emailsBuyers"],
  },
  selling: {
    title: "Currency, tax and shipping",
    hint: "The currency can’t be changed once the store has orders or products in it.",
    fields: ["currency", "tax", "shipsTo", "allowsRepeatSubscriptions", "hasProductPages"],
  },
  agents: {
    title: "Sell through agents",
    hint: "Assistants such as ChatGPT buy for people, who pay with a token that they grant. Each agent needs an API key.",
    fields: [...agentProtocols.map(protocolField), ...ofTexts("returnPolicyUrl")],
  },
  invoices: {
    title: "Invoices",
    hint: "The payment provider makes invoices, and may charge for them. Subscriptions always have invoices.",
    fields: ["createsInvoices", "collectsTaxIds"],
  },
  redirects: {
    title: "Redirect URLs",
    hint: "Pages of your storefront to which buyers return after paying, after cancelling, and from the customer portal.",
    fields: ofTexts("successUrl", "cancelUrl", "portalReturnUrl"),
  },
  theme: {
    title: "Theme",
    hint: "Storefronts read these CSS values. A storefront uses its own default for an empty field.",
    fields: themeNames.map((name) => `theme.${name}`),
  },
  search: {
    title: "Search engines",
    hint: "The title and description in search results.",
    fields: ofTexts("seoTitle", "seoDescription"),
  },
} satisfies Record<string, SettingSection>;

export type SectionName = keyof typeof sections;
