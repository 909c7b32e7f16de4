import { ProblemJsonError } from "@stoplight/prism-http";
import type { ErrorRequestHandler, Request } from "express";
import { ApiError, errorBody } from "../server/errors.ts";
import { contextOf } from "../server/http/context.ts";
import {
  type ApiDocument,
  type Response as Documented,
  type DocumentOperation,
  resolve,
} from "../server/http/document.ts";
import type { Prism, Reply } from "./prism.ts";
import { exampleKeys, mediaTypeFor, responseFor } from "./responses.ts";
import { sendReply, sendText } from "./send-reply.ts";

/** Answers what the house refuses with the document's own example of it. */
export function answerRefusals(document: ApiDocument, prism: Prism): ErrorRequestHandler {
  return async (error: unknown, req, res, _next) => {
    // The caller prefers something that the document doesn't have. This is about the mock, so the mock says it.
    if (error instanceof ProblemJsonError) {
      res.locals.reason = error.detail;
      const { name: type, message: title, status, detail } = error;
      const problem = JSON.stringify({ type, title, status, detail });
      sendText(res.status(status), "application/problem+json", problem);
      return;
    }
    const refusal = error instanceof ApiError ? error : failed(error);
    res.locals.reason = `${refusal.code}: ${refusal.message}`;
    res.set(refusal.headers);
    const operation = contextOf(res).operation ?? prism.unmatched;
    const reply = await documented(document, prism, operation, refusal, req).catch(() => undefined);
    if (reply) {
      sendReply(res, reply);
    } else {
      // The real server answers so too, until the document says more.
      const body = JSON.stringify(errorBody(refusal.code, refusal.message));
      sendText(res.status(refusal.status), "application/json", body);
    }
  };
}

async function documented(
  document: ApiDocument,
  prism: Prism,
  operation: DocumentOperation,
  refusal: ApiError,
  req: Request,
): Promise<Reply | undefined> {
  const found = find(operation, refusal.status);
  if (!found) return undefined;
  const { status, response } = found;
  const mediaType = mediaTypeFor(req, response);
  const exampleKey = exampleFor(document, response, mediaType, refusal.code);
  const reply = await prism.reply(operation, { status, mediaType, exampleKey });
  return { ...reply, body: withReason(reply.body, refusal) };
}

/** Whatever isn't a refusal is a fault of the document or of the mock; who runs the mock may know. */
function failed(error: unknown): ApiError {
  return new ApiError("INTERNAL_ERROR", `The mock failed: ${error instanceof Error ? error.message : error}`);
}

/** Many documents call a request that doesn't fit 422 where this house says 400. */
function find({ responses }: DocumentOperation, status: number) {
  const wanted = status === 400 && !responses[400] && responses[422] ? 422 : status;
  const response = responseFor(responses, wanted);
  return response && { status: wanted, response };
}

/** The example that is named after the code, or else carries it; undefined leaves the first one. */
function exampleFor(
  document: ApiDocument,
  response: Documented,
  mediaType: string | undefined,
  code: string,
): string | undefined {
  const keys = exampleKeys(response, mediaType);
  if (keys.includes(code)) return code;
  const examples = response.content[mediaType ?? ""]?.examples ?? {};
  return keys.find((key) =>
    JSON.stringify(resolve(document.raw, examples[key]))?.includes(JSON.stringify(code)),
  );
}

/**
 * The example with the real server's sentence in place of its own, which tells of another mistake than the caller's.
 * An example of another shape than the server's errors stays as it is.
 */
function withReason(example: unknown, { code, message }: ApiError): unknown {
  const own = errorBody(code, message);
  if (typeof example !== "object" || example === null) return example;
  const theirs = new Map<string, unknown>(Object.entries(example));
  const sameShape =
    theirs.size === Object.keys(own).length && Object.keys(own).every((key) => theirs.has(key));
  return sameShape && [...theirs.values()].includes(code) ? own : example;
}
