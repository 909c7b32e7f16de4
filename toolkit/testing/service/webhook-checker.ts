import type { ApiDocument } from "@counterpart/server/document";
import { createOutgoingValidators } from "@counterpart/server/validation";
import { webhookReader } from "@counterpart/server/webhooks";
import { webhookItem } from "../coverage/answer-items.ts";
import type { Sighting } from "../coverage/contract-coverage.ts";

/**
 * Checks the requests that an API sends against its document.
 * @returns a function of the webhook's name and the request, whose result is for `countCoverage`. It rejects
 * if the request doesn't conform or the document has no such webhook.
 */
export function webhookChecker(document: ApiDocument): (name: string, request: Request) => Promise<Sighting> {
  const validators = createOutgoingValidators(document, { formats: {} });
  return async (name, request) => {
    const outgoing = document.outgoing.find((one) => one.name === name);
    if (!outgoing) throw new Error(`The document has no webhook ${name}.`);
    const payload = await webhookReader(document, outgoing, validators(outgoing.operation))(request);
    if ("message" in payload) throw new Error(`${name} isn't as the document has it. ${payload.message}`);
    return { document, seen: [webhookItem(name)], acceptedViolations: [] };
  };
}
