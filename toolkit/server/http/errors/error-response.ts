import { html } from "hono/html";
import type { ApiDocument, DocumentOperation } from "../../document/document.ts";
import { bodyByPlan, type ErrorFacts, planErrorBody } from "../../document/error-plan.ts";
import { examplesOf } from "../../document/examples-of.ts";
import { essence, isJson, sendableMediaType } from "../../document/media-types.ts";
import type { Log } from "../../log/log-port.ts";
import type { OperationValidators } from "../../validation/operation-validator.ts";
import { headerFaultFinder } from "../../validation/response-headers.ts";
import { challengesOf } from "../credentials/challenges-of.ts";
import { documentedStatus } from "./documented-status.ts";
import { type RenderError, renderDefault, renderPlain, responseForError } from "./render-error.ts";
import { requiredHeaders } from "./required-headers.ts";

export interface ErrorResponse {
  status: number;
  headers: Record<string, string>;
  /** Headers that the document requires, for those that aren't set yet. */
  missing: Record<string, string>;
  /** Undefined if the document specifies no body for the status. */
  content?: { type: string; text: string };
}

export interface ErrorResponseParts {
  document: ApiDocument;
  log: Log;
  /** Defaults to `{"error": message, "code": code}`, with `details` if the document has them. */
  renderError?: RenderError;
  /** Without them, error bodies aren't validated. */
  validators?: OperationValidators;
}

/**
 * Creates error responses. The document decides the status, media type and presence of a body; `renderError`
 * decides its content. If that doesn't fit, the body is planned from the schema, or the document's example.
 */
export function createErrorResponse(parts: ErrorResponseParts) {
  const { document, log, renderError, validators } = parts;
  const logged = new Set<string>();
  const headerFault = validators && headerFaultFinder(document, validators);
  /** Logs once per documented response, since callers can trigger it at will. */
  const logOnce = (place: string, err: unknown): void => {
    if (logged.has(place)) return;
    logged.add(place);
    log.error({ err }, `the error body of ${place} doesn't fit the document`);
  };

  return (operation: DocumentOperation | undefined, facts: ErrorFacts): ErrorResponse => {
    const status = documentedStatus(operation?.responses ?? document.unmatched, facts.status);
    const documented = responseForError(document, operation, status);
    const refused = { operation, status, requestId: facts.requestId };
    const challenges = status === 401 && operation ? challengesOf(document, operation.security) : "";
    const missing = {
      // A 401 without a challenge isn't valid (RFC 9110, 15.5.2).
      ...(challenges && { "WWW-Authenticate": challenges }),
      ...(documented?.key && requiredHeaders(document, documented.response, refused, headerFault)),
    };
    const types = Object.keys(documented?.response.content ?? {});
    const error = {
      ...facts,
      status,
      ...(operation && { operationId: operation.operationId }),
      ...(documented?.key !== undefined && { response: documented.key }),
      ...(documented?.schemaName !== undefined && { schema: documented.schemaName }),
    };
    const place = `${operation?.operationId ?? "unmatched requests"} ${status}`;
    const {
      body,
      headers = {},
      ...rendered
    } = attempt(
      () => {
        if (renderError) return renderError(error);
        // An undocumented status borrows the shape of another's body.
        if (documented && documented.key === undefined)
          return { body: bodyByPlan(planErrorBody(document, documented.response), error) };
        return renderDefault(document, documented?.response, error);
      },
      (thrown) => {
        logOnce(place, thrown);
        return renderPlain(error);
      },
    );
    const head = { status, headers, missing };
    if (documented && types.length === 0) return head;
    if (documented && documented.mediaType === undefined) {
      return { ...head, content: errorText(types, facts.message) };
    }
    const type = rendered.contentType ?? jsonType(documented?.mediaType);
    if (typeof body === "string" && !isJson(type)) return { ...head, content: { type, text: body } };
    const media = documented?.response.content[documented.mediaType ?? ""];
    if (!documented?.key || !media || !validators)
      return { ...head, content: { type, text: JSON.stringify(body) } };
    const validate = (value: unknown): string => {
      if (operation) return validators(operation).validateResponse(status, type, value);
      if (validators.responseBody(media).firstFault({ body: value }))
        throw new Error("The body doesn't fit.");
      return JSON.stringify(value);
    };
    const text = attempt(
      () => validate(body),
      (fault) => {
        const planned = bodyByPlan(planErrorBody(document, documented.response), error);
        const texts = [planned, ...examplesOf(media)].map((one) =>
          attempt(
            () => validate(one),
            () => undefined,
          ),
        );
        const fitting = texts.find((one) => one !== undefined);
        if (renderError || fitting === undefined) logOnce(place, fault);
        return fitting ?? JSON.stringify(body);
      },
    );
    return { ...head, content: { type, text } };
  };
}

// A range such as application/* can't be sent.
function jsonType(documented = "application/json"): string {
  return documented.includes("*") && !isJson(documented) ? "application/json" : sendableMediaType(documented);
}

/** For documents whose errors aren't JSON: the message, preferably as text/plain, other text or XML. */
function errorText(types: string[], message: string): { type: string; text: string } {
  const texts = types.map(essence).filter((type) => type.startsWith("text/") || type.endsWith("xml"));
  const type = texts.find((one) => one === "text/plain") ?? texts[0] ?? types[0] ?? "text/plain";
  if (type === "text/html") return { type, text: `<!doctype html>\n${html`<p>${message}</p>`}\n` };
  // XML needs the same escapes as HTML.
  if (type.endsWith("xml")) return { type, text: `${html`<error><message>${message}</message></error>`}\n` };
  return { type, text: message };
}

function attempt<T, U>(run: () => T, otherwise: (error: unknown) => U): T | U {
  try {
    return run();
  } catch (error) {
    return otherwise(error);
  }
}
