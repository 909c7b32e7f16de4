import { createHash } from "node:crypto";
import { cachingOf } from "../../document/caching.ts";
import type { DocumentOperation } from "../../document/document.ts";
import { keptSeconds, takesIdempotencyKey } from "../../document/idempotency.ts";
import type { IdempotencyStore, KeyedRequest, StoredResponse } from "../../idempotency/idempotency-store.ts";
import { bodyDigest } from "../body/read-bytes.ts";
import { addressOf } from "../client-address.ts";
import type { Step } from "../composition/step.ts";
import type { RequestContext } from "../context.ts";
import { ApiError } from "../errors/api-error.ts";
import type { ExchangeRequest, ExchangeResponse } from "../exchange.ts";
import { headerLines } from "../response/header-lines.ts";
import { sendContent } from "../response/send-content.ts";

/** Characters. */
const maxKeyLength = 255;
/** Longer than any request takes. If the process dies, the key stays blocked for this long. */
const leaseMs = 60_000;
/** The first attempt usually finishes within milliseconds. */
const retryAfterSeconds = 1;

/**
 * Answers repeats of an `Idempotency-Key` with the first response and `Idempotent-Replayed: true`, and reused or unfinished
 * keys with 409, or a reused one with 422 if that is documented (draft-ietf-httpapi-idempotency-key-header-07, 2.7).
 * Stores only the operation's own answers, except 401, 429, 5xx, streams and errors with `Retry-After`.
 * @param scope separates the keys of documents that share a store
 * @returns the step for an operation
 */
export function createAnswerOnce(store: IdempotencyStore | undefined, scope?: string) {
  const prefix = scope === undefined ? "" : `${scope}:`;
  return (operation: DocumentOperation, answer: Step): Step => {
    if (!store || !takesIdempotencyKey(operation)) return answer;
    const keepMs = keptSeconds(operation) * 1000;
    return (req, res, context) => {
      const key = req.headers["idempotency-key"];
      if (key === undefined) return answer(req, res, context);
      const request = {
        caller: `${prefix}${context.identity?.bucket ?? `address:${addressOf(req)}`}`,
        key: readKey(key),
        fingerprint: fingerprintOf(req, context),
        keepMs,
        leaseMs,
      };
      return answerOnce({ store, operation, answer }, request, [req, res, context]);
    };
  };
}

interface Answering {
  store: IdempotencyStore;
  operation: DocumentOperation;
  answer: Step;
}

async function answerOnce(
  { store, operation, answer }: Answering,
  request: KeyedRequest,
  exchange: Parameters<Step>,
): Promise<void> {
  const [, res, context] = exchange;
  const claim = await store.claim(request);
  if (claim.state === "answered") return replay(res, operation, claim.answer);
  if (claim.state !== "claimed") throw conflict(claim.state, operation);
  const { token } = claim;
  // A claim that can't be released expires.
  const release = () => Promise.resolve(store.release(token)).catch(() => {});
  const earlier = new Set(res.getHeaderNames());
  let isKept = false;
  context.idempotencyToken = token;
  context.beforeSending = async (body) => {
    await store.keep(token, {
      status: res.statusCode,
      headers: newHeaders(res, earlier),
      body: body ?? null,
    });
    isKept = true;
  };
  try {
    await answer(...exchange);
  } catch (error) {
    if (isDecided(error)) await store.keep(token, toKept(error));
    else if (!isKept) await release();
    throw error;
  }
  if (!isKept) await release();
}

function readKey(key: string | string[]): string {
  if (typeof key === "string" && key.length > 0 && key.length <= maxKeyLength) return key;
  const message = `must have 1 to ${maxKeyLength} characters`;
  const rule = key.length === 0 ? "minLength" : "maxLength";
  throw new ApiError("VALIDATION_ERROR", `Invalid request: the header Idempotency-Key ${message}.`, {
    details: [{ in: "header", name: "Idempotency-Key", rule, message }],
  });
}

function fingerprintOf(req: ExchangeRequest, { method, bodyType = "" }: RequestContext): string {
  const parts = [method, req.originalUrl, bodyType, bodyDigest(req)];
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}

function conflict(state: "running" | "other", { responses }: DocumentOperation): ApiError {
  if (state === "other") {
    return new ApiError(
      "CONFLICT",
      "This Idempotency-Key was sent with another request before. Use a new key for each request.",
      { status: responses[422] ? 422 : 409 },
    );
  }
  return new ApiError(
    "CONFLICT",
    "The first request with this Idempotency-Key is still being handled. Send it again in a second.",
    { headers: { "Retry-After": `${retryAfterSeconds}` } },
  );
}

/** Whether an error is the operation's final answer, which retries should get too. */
function isDecided(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.headers["Retry-After"] !== undefined) return false;
  return error.status < 500 && error.status !== 401 && error.status !== 429;
}

function toKept({ status, headers, code, message, details }: ApiError): StoredResponse {
  return { status, headers, refusal: { code, message, ...(details && { details }) } };
}

/** Headers set since; earlier steps set theirs again on replay. */
function newHeaders(res: ExchangeResponse, earlier: Set<string>): Record<string, string> {
  const added = Object.entries(res.getHeaders()).filter(([name]) => !earlier.has(name));
  const texts = added.map(([name, value]) => [
    name,
    [value].flat().join(name === "set-cookie" ? "\n" : ", "),
  ]);
  return Object.fromEntries(texts);
}

function replay(
  res: ExchangeResponse,
  operation: DocumentOperation,
  { status, headers, body, refusal }: StoredResponse,
): void | Promise<void> {
  const all = { ...headers, "Idempotent-Replayed": "true" };
  if (refusal) {
    const { code, message, ...more } = refusal;
    throw new ApiError(code, message, { status, headers: all, ...more });
  }
  res.statusCode = status;
  for (const [name, value] of Object.entries(all)) res.setHeader(name, headerLines(name, value) ?? "");
  if (typeof body !== "string") return void res.end();
  const content = { type: headers["content-type"] ?? "", sent: Buffer.from(body, "base64") };
  return sendContent(res, content, cachingOf(operation, status));
}
