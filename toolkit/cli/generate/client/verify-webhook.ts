import type { DatePlan } from "@counterpart/client/dates";
import { type ApiDocument, isJson, isSigned } from "@counterpart/server/document";
import { plansOf } from "@counterpart/server/schemas";
import { literalLines } from "../literal.ts";

/** The function that verifies the document's webhooks; undefined if none is signed by Standard Webhooks. */
export function emitVerifyWebhook(document: ApiDocument): string | undefined {
  const signed = document.outgoing.filter(
    (request) => isSigned(request) && isOnlyJson(Object.keys(request.operation.requestBody?.content ?? {})),
  );
  if (signed.length === 0) return undefined;
  const names = signed.map(({ name }) => JSON.stringify(name));
  const bodies = signed.flatMap(({ operation }) => Object.values(operation.requestBody?.content ?? {}));
  const dates = document.dates && plansOf(document).of({ oneOf: bodies.map(({ schema = {} }) => schema) });
  const event = "verifySignature(message, secret)";
  return `${dates ? `import { type DatePlan, type DateTable, parseDates } from "@counterpart/client/dates";\n` : ""}import { type SignedMessage, verifySignature } from "@counterpart/client/webhooks/verify-signature";
import type { WebhookPayload } from "./webhooks.ts";

export { type SignedMessage, WebhookVerificationError } from "@counterpart/client/webhooks/verify-signature";

/** The signed webhooks. */
export type SignedWebhookName = ${names.join(" | ")};

/** An event from the API. */
export type WebhookEvent = NonNullable<WebhookPayload<SignedWebhookName>["body"]>;

${dates ? datesText(document, dates) : ""}/**
 * Verifies a message's signature according to Standard Webhooks, and returns its event.
 * @param secret as in \`whsec_…\`
 * @throws WebhookVerificationError if it isn't signed with the secret, or is older than five minutes
 */
export function verifyWebhook(message: SignedMessage, secret: string): WebhookEvent {
  return ${dates ? `parseDates(dates, eventDates, ${event})` : event} as WebhookEvent;
}
`;
}

function datesText(document: ApiDocument, plan: DatePlan): string {
  return `// Where events have dates.
const dates: DateTable = ${literalLines(plansOf(document).table, "")};
const eventDates: DatePlan = ${literalLines(plan, "")};

`;
}

function isOnlyJson([mediaType, ...others]: string[]): boolean {
  return mediaType !== undefined && others.length === 0 && isJson(mediaType);
}
