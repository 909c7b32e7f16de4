import { itemReader } from "@counterpart/client/messages";
import type { ApiDocument, DocumentOperation, MediaType } from "../../document/document.ts";
import { getOrMake } from "../../document/get-or-make.ts";
import { findMediaType, isJson } from "../../document/media-types.ts";
import { parsedJson } from "../../document/parsed-json.ts";
import { isBodiless, responseFor } from "../../document/response-for.ts";
import { summarizeSchema } from "../../document/schemas/summarize-schema.ts";
import { ContractViolation } from "../../validation/contract-violation.ts";
import { isTooDeep } from "../../validation/nesting.ts";
import type { OperationValidators } from "../../validation/operation-validator.ts";
import { faultsText, type ResponseFault } from "../../validation/response-validators.ts";
import type { RequestHeaders } from "../exchange.ts";
import { isReadableCoding, readSentText, UnreadableBody } from "./read-sent-body.ts";
import { isPlainJson, type SentJson } from "./sent-json.ts";

/** A response's head, as it is about to be sent. */
export interface SentHead {
  status: number;
  /** By lower-case name. */
  headers: Record<string, number | string | readonly string[] | undefined>;
}

export interface SentFault {
  violation: ContractViolation;
  /** A stored text doesn't match its format, which doesn't keep the response from being sent. */
  isOfFormat: boolean;
}

/**
 * How a body is checked: as a whole, chunk by chunk as a stream of items, or not at all, as files are. If the bytes are
 * the text of `serialized`, its value is checked, and they aren't parsed.
 */
export type SentBody =
  | { kind: "whole"; check: (bytes: Uint8Array, serialized?: SentJson) => SentFault | undefined }
  | { kind: "items"; check: (chunk: Uint8Array | undefined) => SentFault | undefined }
  | { kind: "unchecked" };

export interface SentCheck {
  fault: SentFault | undefined;
  body: SentBody;
}

/** The request, as far as it decides which responses HTTP adds to the documented ones. */
interface Asked {
  method: string;
  headers: RequestHeaders;
}

/** Bytes. A decompressed body isn't checked beyond. */
const maxBytes = 16 * 1024 * 1024;

/**
 * Checks responses of an operation as they are sent, whatever wrote them.
 * @returns a check of a response's head, which returns the check of its body
 */
export function createSentCheck(
  document: ApiDocument,
  operation: DocumentOperation,
  validators: OperationValidators,
) {
  const validator = validators(operation);
  const headerFaults = new Map<number, (headers: SentHead["headers"]) => ResponseFault | undefined>();

  return (asked: Asked, { status, headers }: SentHead): SentCheck => {
    const answered = `${operation.operationId} answered ${status},`;
    const fault = (end: string, withValue = end): SentFault => ({
      violation: new ContractViolation(`${answered} ${end}.`, {
        messageWithValues: () => `${answered} ${withValue}.`,
      }),
      isOfFormat: false,
    });
    const unchecked: SentBody = { kind: "unchecked" };
    const documented = responseFor(operation.responses, status);
    if (isOfHttp(operation, asked, status)) return { fault: undefined, body: unchecked };
    if (!documented) return { fault: fault("which it doesn't document"), body: unchecked };
    const found = headerFaultOf(status)(headers);
    const inHeaders = found && {
      ...fault(found.message, found.withValue?.()),
      isOfFormat: found.isOfFormat === true,
    };
    if (asked.method === "HEAD" || isBodiless(status)) return { fault: inHeaders, body: unchecked };
    const names = Object.keys(documented.content);
    if (names.length === 0) {
      const check = (bytes: Uint8Array) =>
        bytes.length > 0 ? fault("with a body, though none is documented") : undefined;
      return { fault: inHeaders, body: { kind: "whole", check } };
    }
    const type = String(headers["content-type"] ?? "");
    const name = type === "" ? undefined : findMediaType(names, type);
    const missing = () => fault("without the documented body");
    if (name === undefined) {
      const end = type === "" ? "without a Content-Type" : `as ${type}, which it doesn't document`;
      // Without a body there is no Content-Type either.
      if (type === "")
        return {
          fault: inHeaders,
          body: { kind: "whole", check: (bytes) => (bytes.length > 0 ? fault(end) : missing()) },
        };
      return { fault: inHeaders ?? fault(end), body: unchecked };
    }
    return {
      fault: inHeaders,
      body: bodyCheck(documented.content[name] ?? {}, type, headers, { missing, fault, status }),
    };
  };

  function headerFaultOf(status: number): (headers: SentHead["headers"]) => ResponseFault | undefined {
    return getOrMake(headerFaults, status, () => {
      const documented = Object.entries(responseFor(operation.responses, status)?.headers ?? {});
      const check = validator.responseHeadersCheck(status);
      return (headers) => {
        const values = documented.flatMap(([name, { isJson: isOfJson }]): [string, unknown][] => {
          const given = headers[name.toLowerCase()];
          if (given === undefined) return [];
          const text = [given].flat().join(name.toLowerCase() === "set-cookie" ? "\n" : ", ");
          const value = isOfJson ? parsedJson(text) : undefined;
          return [[name, value === undefined ? text : value]];
        });
        return check(Object.fromEntries(values));
      };
    });
  }

  function bodyCheck(
    media: MediaType,
    type: string,
    headers: SentHead["headers"],
    {
      missing,
      fault,
      status,
    }: { missing: () => SentFault; fault: (end: string, withValue?: string) => SentFault; status: number },
  ): SentBody {
    const coding = String(headers["content-encoding"] ?? "").toLowerCase();
    const items = coding === "" ? validator.responseItems(status, type) : undefined;
    if (items && !isJson(type)) return { kind: "items", check: itemCheck(items, fault) };
    const { types } = summarizeSchema(document, media.schema ?? {});
    const isText = /^text\//i.test(type) && /charset\s*=\s*"?utf-?8|^[^;]*$/i.test(type);
    if (!isReadableCoding(coding) || !(isJson(type) || isText)) return { kind: "unchecked" };
    const isTyped = isJson(type) || (types.size === 1 && types.has("string"));
    const check = (bytes: Uint8Array, serialized?: SentJson): SentFault | undefined => {
      if (bytes.length === 0) return isJson(type) ? missing() : undefined;
      try {
        const text = readSentText(bytes, coding, maxBytes);
        const sent = { body: isJson(type) ? sentValue(text, serialized) : text };
        const { firstFault, isValidAsStored } = validators.responseBody(media);
        const violations = isTyped ? firstFault(sent) : undefined;
        if (!violations) return undefined;
        const found = fault(`but ${faultsText(violations)}`, `but ${faultsText(violations, sent)}`);
        return { ...found, isOfFormat: isValidAsStored(sent) };
      } catch (error) {
        if (error instanceof UnreadableBody) return fault(`but its body ${error.message}`);
        if (error instanceof SyntaxError) return fault("but its body isn't valid JSON");
        // Its nesting can't be checked, which isn't the route's fault.
        if (isTooDeep(error)) return undefined;
        throw error;
      }
    };
    return { kind: "whole", check };
  }

  function itemCheck(
    items: NonNullable<ReturnType<typeof validator.responseItems>>,
    fault: (end: string) => SentFault,
  ) {
    const { eventData } = items.mediaType;
    const reader = itemReader(items.format, { ...(eventData && { eventData }) });
    const decoder = new TextDecoder("utf-8", { fatal: true });
    let stored: SentFault | undefined;
    return (chunk: Uint8Array | undefined): SentFault | undefined => {
      stored = undefined;
      try {
        const text = decoder.decode(chunk, { stream: chunk !== undefined });
        const complete = [...reader.push(text), ...(chunk ? [] : reader.end())];
        for (const item of complete)
          items.check(item, (violation) => {
            stored = { violation, isOfFormat: true };
          });
        return stored;
      } catch (error) {
        if (error instanceof ContractViolation) return { violation: error, isOfFormat: false };
        if (error instanceof SyntaxError) return fault("but an item of its stream isn't valid JSON");
        if (error instanceof TypeError) return fault("but its stream isn't valid UTF-8");
        throw error;
      }
    };
  }
}

/** Whether HTTP itself lets a server answer so (RFC 9110, 13.2 and 14.2), which frameworks do for every success. */
function isOfHttp({ responses }: DocumentOperation, { method, headers }: Asked, status: number): boolean {
  if (responses[status] !== undefined || !responseFor(responses, 200)) return false;
  if (status === 304)
    return headers["if-none-match"] !== undefined || headers["if-modified-since"] !== undefined;
  return (status === 206 || status === 416) && method === "GET" && headers.range !== undefined;
}

function sentValue(text: string, serialized: SentJson | undefined): unknown {
  return serialized?.text === text && isPlainJson(serialized.value) ? serialized.value : parseSent(text);
}

/** An integer that JavaScript rounds becomes the largest exact one, so that its size isn't taken for a fault. */
function parseSent(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_name, value) =>
    Number.isInteger(value) && !Number.isSafeInteger(value)
      ? Math.sign(value) * Number.MAX_SAFE_INTEGER
      : value,
  );
}
