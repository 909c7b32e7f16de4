import type { ListedChange } from "./accepted/accepted-breaks.ts";
import { groupedChanges } from "./grouped-changes.ts";

const fitRequest = "Send only what the new schema allows.";
const fitResponse = "Expect everything that the new schema allows.";

/** What clients do about a break, by its rule; for what they send, and for what they receive. */
const actions = {
  "became-read-only": "Don't send it.",
  "became-write-only": "Don't rely on it.",
  "default-changed": "Send the value explicitly where the old default is meant.",
  "discriminator-changed": "Send and expect the new tags.",
  "empty-value-refused": "Leave the parameter out, or give it a value.",
  "encoding-changed": "Encode the form's field as documented now.",
  "enum-values-added": { sent: fitRequest, received: "Handle the new values." },
  "enum-values-removed": "Don't send these values.",
  "media-type-removed": {
    sent: "Send another documented media type.",
    received: "Accept another documented media type.",
  },
  "operation-id-changed": "Use the operation's new name in generated code.",
  "operation-removed": "Stop calling it, or call the operation that replaces it.",
  "parameter-became-optional": "Expect requests without it.",
  "parameter-became-required": "Send it with every request.",
  "parameter-removed": "Don't send it; it has no effect or is refused.",
  "parameter-serialization-changed": {
    sent: "Write the parameter as documented now.",
    received: "Read the parameter as documented now.",
  },
  "path-parameter-renamed": "Use the new names in generated code. Addresses are the same.",
  "path-removed": "Stop calling its operations, or call those that replace them.",
  "pattern-properties-removed": {
    sent: "Don't send these properties.",
    received: "Don't rely on these properties.",
  },
  "property-removed": { sent: "Don't send it.", received: "Don't rely on it." },
  "rate-limit-lowered": "Send fewer requests, and wait as `Retry-After` says.",
  "request-body-became-optional": "Expect requests without a body.",
  "request-body-became-required": "Send a body with every request.",
  "request-body-removed": { sent: "Don't send a body.", received: "Don't expect a body." },
  "request-schema-added": { sent: fitRequest, received: fitResponse },
  "required-properties-added": { sent: "Send them.", received: fitResponse },
  "required-properties-removed": { sent: fitRequest, received: "Expect objects without them." },
  "required-request-body-added": "Send the body.",
  "response-header-became-optional": "Expect responses without the header.",
  "response-header-became-required": "Send the header.",
  "response-header-removed": "Don't rely on the header.",
  "response-header-serialization-changed": "Read the header as documented now.",
  "response-removed": {
    sent: "Respond with another documented status.",
    received: "Expect another documented status.",
  },
  "response-schema-removed": "Expect any content.",
  "schema-combinator-changed": { sent: fitRequest, received: fitResponse },
  "schema-constraint-changed": { sent: fitRequest, received: fitResponse },
  "schema-type-changed": { sent: fitRequest, received: fitResponse },
  "security-requirement-changed": "Send the credentials that are documented now.",
  "security-scheme-changed": "Send the credentials that are documented now.",
  "server-removed": "Use another documented server.",
  "unknown-query-refused": "Send only documented query parameters.",
} satisfies Record<string, string | { sent: string; received: string }>;

/** The rule of a change that breaks clients. */
export type BreakRule = keyof typeof actions;

/** Each break with what clients do about it, as sentences in Markdown. Places of the same change share one. */
export function breakTexts(breaking: ListedChange[]): string[] {
  return groupedChanges(breaking).map(([{ rule, place, message }, ...others]) => {
    const more =
      others.length > 0 ? ` (and ${others.length} more ${others.length === 1 ? "place" : "places"})` : "";
    // The advice to deprecate it first is for its authors.
    const change = rule === "operation-removed" ? message.replace(/(?<= was removed\.) .*$/s, "") : message;
    return `${place}${more}: ${change} ${actionFor(rule as BreakRule, place)}`;
  });
}

function actionFor(rule: BreakRule, place: string): string {
  const action = actions[rule];
  if (typeof action === "string") return action;
  const isOfRequest = /^[^,]*, (request body|(path|query|header|cookie) parameter )/.test(place);
  // The API sends a webhook's requests.
  return isOfRequest === place.startsWith("Webhook ") ? action.received : action.sent;
}
