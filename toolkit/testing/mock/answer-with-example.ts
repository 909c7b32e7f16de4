import { type DocumentOperation, responseFor } from "@counterpart/server/document";
import { type ExchangeRequest, isStreamed, type RequestContext, type Step } from "@counterpart/server/http";
import { originOf } from "./origin-of.ts";
import { type MockSites, withLocalSites } from "./pages/local-sites.ts";
import { preferencesOf } from "./preferences.ts";
import { NOT_FOUND, ProblemJsonError } from "./prism/internals.ts";
import type { Preferences, PrismChoice } from "./prism/messages.ts";
import type { Prism } from "./prism/prism.ts";
import { exampleKeys, mediaTypeFor, successStatus } from "./responses.ts";
import { sendReply } from "./send-reply.ts";

/**
 * Answers a valid request with the response that the caller prefers, or the operation's success.
 * @param sites sites whose URLs are replaced by those of the mock's own page
 */
export function answerWithExample(prism: Prism, operation: DocumentOperation, sites: MockSites = {}): Step {
  return async (req, res, context) => {
    const wanted = choose(operation, preferencesOf(res), req);
    const reply = await prism.reply(operation, wanted, await wholeBody(req, context));
    const body = withLocalSites(reply.body, sites, originOf(req));
    return sendReply(res, operation, { ...reply, body });
  };
}

/** Reads a stream to its end, so that all items are validated. */
async function wholeBody({ body }: ExchangeRequest, { input }: RequestContext): Promise<unknown> {
  if (!isStreamed(input?.body)) return body;
  const items: unknown[] = [];
  for await (const item of input.body) items.push(item);
  return items;
}

/** Throws Prism's own error if the preferred response is undocumented, and lists the documented ones. */
function choose(operation: DocumentOperation, preferences: Preferences, req: ExchangeRequest): PrismChoice {
  const { operationId, responses } = operation;
  const { code: status = successStatus(responses), exampleKey, dynamic, seed } = preferences;
  const response = responseFor(responses, status);
  if (!response) {
    throw missing(`${operationId} doesn't document ${status}, only ${Object.keys(responses).join(", ")}.`);
  }
  const mediaType = mediaTypeFor(req, response);
  const keys = exampleKeys(response, mediaType);
  if (exampleKey !== undefined && !keys.includes(exampleKey)) {
    const known = keys.length > 0 ? `only ${keys.join(", ")}` : "nor any other";
    const elsewhere = Object.keys(responses).filter((other) =>
      exampleKeys(responses[other], mediaType).includes(exampleKey),
    );
    const hint = elsewhere.map((other) => ` Prefer: code=${other}, example=${exampleKey} would find it.`);
    throw missing(`${operationId} has no example ${exampleKey} for ${status}, ${known}.${hint.join("")}`);
  }
  const hasSchema = response.content[mediaType ?? ""]?.schema !== undefined;
  return { status, mediaType, exampleKey, dynamic: dynamic && hasSchema, seed };
}

function missing(detail: string): ProblemJsonError {
  return ProblemJsonError.fromTemplate(NOT_FOUND, detail);
}
