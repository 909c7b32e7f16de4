import { itemFormat } from "@counterpart/client/messages";
import type { ApiDocument, DocumentOperation } from "@counterpart/server/document";
import type { Finding } from "@counterpart/server/findings";
import { own, parsedJson } from "@counterpart/server/values";
import {
  documentedMedia,
  documentedResponse,
  essenceOf,
  hasNoContent,
  isJsonType,
} from "../judge/document/choose-response.ts";
import { createResponseChecks } from "../judge/document/schema-faults.ts";
import { faultText } from "../judge/document/worded-faults.ts";

/** A response and its request's method. */
export interface CheckedResponse {
  method: string;
  /** Undefined if no operation matches. */
  operation?: DocumentOperation;
  status: number;
  /** The `Content-Type` header. */
  contentType: string | undefined;
  text: string;
  /** Whether the body is valid UTF-8. Default: true. */
  isUtf8?: boolean;
  /** Keyed by lower-case name. Several `Set-Cookie` headers are separated by line breaks. */
  headers: Record<string, string>;
}

/** The part of the document that a response violates. */
type ResponseRule = "undocumented status" | "media type" | "header" | "body";

type ResponseFinding = Finding & { rule: ResponseRule };

function error(rule: ResponseRule, message: string): ResponseFinding {
  return { severity: "error", rule, message };
}

/**
 * Finds all violations of the document in a response: its status, media type, headers and body. Responses to
 * requests that no operation matches are checked against `x-unmatched`.
 */
export function responseFaults(document: ApiDocument): (response: CheckedResponse) => ResponseFinding[] {
  const checks = createResponseChecks(document);

  return ({ method, operation, status, contentType, text, isUtf8 = true, headers }) => {
    const responses = operation ? operation.responses : document.unmatched;
    const documented = documentedResponse(responses, status);
    if (!documented) {
      const of = operation ? operation.operationId : "requests that no operation matches";
      const known = Object.keys(responses).join(", ");
      return [error("undocumented status", `${status} is not documented for ${of} (${known} are).`)];
    }
    const faults = checks.headerFaults(documented, headers).map(({ name, text: given, faults: found }) => {
      if (given === undefined) return error("header", `The header ${name} is missing.`);
      return error("header", `header ${name} (${given}): ${faultText(found)}`);
    });
    const mediaTypes = Object.keys(documented.content);
    if (method === "HEAD" || mediaTypes.length === 0 || hasNoContent(status)) {
      const why = hasNoContent(status) ? "HTTP has none for this status" : "none is documented";
      if (text !== "") faults.push(error("body", `It has a body, though ${why}.`));
      return faults;
    }
    const media = documentedMedia(documented.content, contentType);
    if (!media) {
      const message = `The media type is ${contentType}, but ${mediaTypes.join(" or ")} is documented.`;
      return [...faults, error("media type", message)];
    }
    const notUtf8 = encodingFault({ isUtf8, headers });
    if (notUtf8) faults.push(error("body", notUtf8));
    if (media.schema && isJsonType(contentType)) {
      const fault = faultText(checks.bodyFaults(media.schema, parsed(text, contentType)));
      if (fault) faults.push(error("body", `body: ${fault}`));
    }
    return faults;
  };
}

/** Checks the encoding of a JSON body (RFC 8259, 8.1); undefined if it is correct. */
export function encodingFault({
  isUtf8,
  headers,
}: Pick<CheckedResponse, "isUtf8" | "headers">): string | undefined {
  const contentType = own(headers, "content-type");
  if (isUtf8 !== false || contentType === undefined) return undefined;
  if (!isJsonType(contentType) && itemFormat(essenceOf(contentType)) === undefined) return undefined;
  return `The body isn't UTF-8, as ${essenceOf(contentType)} requires.`;
}

/** The body, parsed if its media type is JSON. */
export function parsed(text: string, contentType: string | undefined): unknown {
  const value = isJsonType(contentType) ? parsedJson(text) : undefined;
  return value === undefined ? text : value;
}
