import { itemReader } from "@counterpart/client/messages";
import type { ApiDocument, DocumentOperation, MediaType } from "../../document/document.ts";
import { getOrMake } from "../../document/get-or-make.ts";
import { findMediaType, isJson } from "../../document/media-types.ts";
import { setOwn } from "../../document/own.ts";
import { parsedJson } from "../../document/parsed-json.ts";
import { isBodiless, responseFor } from "../../document/response-for.ts";
import { summarizeSchema } from "../../document/schemas/summarize-schema.ts";
import { ContractViolation } from "../../validation/contract-violation.ts";
import { isTooDeep } from "../../validation/nesting.ts";
import type { OperationValidators } from "../../validation/operation-validator.ts";
import { faultsText } from "../../validation/response-validators.ts";
import type { RequestHeaders } from "../exchange.ts";
import { isReadableCoding, readSentText, UnreadableBody } from "./read-sent-body.ts";
import { isPlainJson, isTextOf, type SentJson } from "./sent-json.ts";

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

/** Text is sent in UTF-8. */
export type SentContent = Uint8Array | string;

/**
 * How a body is checked: as a whole, chunk by chunk as a stream of items, or not at all, as files are. If it is
 * the text of `serialized`, its value is checked, and the text isn't parsed.
 */
export type SentBody =
  | { kind: "whole"; check: (sent: SentContent, serialized?: SentJson) => SentFault | undefined }
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

/** What is the same for all responses of a status and media type. */
interface SentKind {
  /** What is wrong with the status, or else with the media type if a body is sent. */
  fault: SentFault | undefined;
  /** Undefined if the status isn't documented. */
  checkHeaders: ((headers: SentHead["headers"]) => SentFault | undefined) | undefined;
  bodyCheck: () => SentBody;
}

/** @param withValue shows the value, for the log */
type FaultOf = (end: string, withValue?: string) => SentFault;

const maxKinds = 100;

const noBody = "without the documented body";

const unchecked: SentBody = { kind: "unchecked" };

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

  const kinds = new Map<string, SentKind>();

  return (asked: Asked, { status, headers }: SentHead): SentCheck => {
    if (isOfHttp(operation, asked, status)) return { fault: undefined, body: unchecked };
    const type = String(headers["content-type"] ?? "");
    const coding = String(headers["content-encoding"] ?? "").toLowerCase();
    // Routes may send any number of media types.
    if (kinds.size >= maxKinds) kinds.clear();
    const { fault, checkHeaders, bodyCheck } = getOrMake(kinds, `${status} ${coding} ${type}`, () =>
      kindOf(status, type, coding),
    );
    if (!checkHeaders) return { fault, body: unchecked };
    const inHeaders = checkHeaders(headers);
    if (asked.method === "HEAD" || isBodiless(status)) return { fault: inHeaders, body: unchecked };
    return { fault: inHeaders ?? fault, body: bodyCheck() };
  };

  function kindOf(status: number, type: string, coding: string): SentKind {
    const answered = `${operation.operationId} answered ${status},`;
    const faultOf: FaultOf = (end, withValue = end) => ({
      violation: new ContractViolation(`${answered} ${end}.`, {
        messageWithValues: () => `${answered} ${withValue}.`,
      }),
      isOfFormat: false,
    });
    const documented = responseFor(operation.responses, status);
    if (!documented) {
      const fault = faultOf("which it doesn't document");
      return { fault, checkHeaders: undefined, bodyCheck: () => unchecked };
    }
    const checkHeaders = headerCheck(status, faultOf);
    const kind = (bodyCheck: () => SentBody, fault?: SentFault): SentKind => ({
      fault,
      checkHeaders,
      bodyCheck,
    });
    const whole = (check: (sent: SentContent) => SentFault | undefined) =>
      kind(() => ({ kind: "whole", check }));
    const names = Object.keys(documented.content);
    if (names.length === 0)
      return whole(({ length }) =>
        length > 0 ? faultOf("with a body, though none is documented") : undefined,
      );
    // Without a body there is no Content-Type either.
    if (type === "") return whole(({ length }) => faultOf(length > 0 ? "without a Content-Type" : noBody));
    const name = findMediaType(names, type);
    if (name === undefined) return kind(() => unchecked, faultOf(`as ${type}, which it doesn't document`));
    return kind(bodyCheckOf(documented.content[name] ?? {}, { status, type, coding, faultOf }));
  }

  function headerCheck(status: number, faultOf: FaultOf): NonNullable<SentKind["checkHeaders"]> {
    const documented = Object.entries(responseFor(operation.responses, status)?.headers ?? {}).map(
      ([name, header]) => ({ name, lowerCase: name.toLowerCase(), isOfJson: header.isJson }),
    );
    if (documented.length === 0) return () => undefined;
    const check = validator.responseHeadersCheck(status);
    return (headers) => {
      const values: Record<string, unknown> = {};
      for (const { name, lowerCase, isOfJson } of documented) {
        const given = headers[lowerCase];
        if (given === undefined) continue;
        const text =
          typeof given === "string" ? given : [given].flat().join(lowerCase === "set-cookie" ? "\n" : ", ");
        const value = isOfJson ? parsedJson(text) : undefined;
        setOwn(values, name, value === undefined ? text : value);
      }
      const found = check(values);
      if (!found) return undefined;
      return { ...faultOf(found.message, found.withValue?.()), isOfFormat: found.isOfFormat === true };
    };
  }

  function bodyCheckOf(
    media: MediaType,
    { status, type, coding, faultOf }: { status: number; type: string; coding: string; faultOf: FaultOf },
  ): () => SentBody {
    const items = coding === "" ? validator.responseItems(status, type) : undefined;
    if (items && !isJson(type)) return () => ({ kind: "items", check: itemCheck(items, faultOf) });
    const { types } = summarizeSchema(document, media.schema ?? {});
    const isOfJson = isJson(type);
    const isText = /^text\//i.test(type) && /charset\s*=\s*"?utf-?8|^[^;]*$/i.test(type);
    if (!isReadableCoding(coding) || !(isOfJson || isText)) return () => unchecked;
    const isTyped = isOfJson || (types.size === 1 && types.has("string"));
    const check = (content: SentContent, serialized?: SentJson): SentFault | undefined => {
      if (content.length === 0) return isOfJson ? faultOf(noBody) : undefined;
      try {
        const sent = { body: bodyOf(content, serialized) };
        const { firstFault, isValidAsStored } = validators.responseBody(media);
        const violations = isTyped ? firstFault(sent) : undefined;
        if (!violations) return undefined;
        const found = faultOf(`but ${faultsText(violations)}`, `but ${faultsText(violations, sent)}`);
        return { ...found, isOfFormat: isValidAsStored(sent) };
      } catch (error) {
        if (error instanceof UnreadableBody) return faultOf(`but its body ${error.message}`);
        if (error instanceof SyntaxError) return faultOf("but its body isn't valid JSON");
        // Its nesting can't be checked, which isn't the route's fault.
        if (isTooDeep(error)) return undefined;
        throw error;
      }
    };
    const bodyOf = (content: SentContent, serialized: SentJson | undefined): unknown => {
      const isSerialized = serialized && isOfJson && coding === "" && isTextOf(content, serialized.text);
      if (isSerialized && isPlainJson(serialized.value)) return serialized.value;
      const bytes = typeof content === "string" ? Buffer.from(content) : content;
      const text = readSentText(bytes, coding, maxBytes);
      return isOfJson ? parseSent(text) : text;
    };
    return () => ({ kind: "whole", check });
  }

  function itemCheck(items: NonNullable<ReturnType<typeof validator.responseItems>>, faultOf: FaultOf) {
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
        if (error instanceof SyntaxError) return faultOf("but an item of its stream isn't valid JSON");
        if (error instanceof TypeError) return faultOf("but its stream isn't valid UTF-8");
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

/** An integer that JavaScript rounds becomes the largest exact one, so that its size isn't taken for a fault. */
function parseSent(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_name, value) =>
    Number.isInteger(value) && !Number.isSafeInteger(value)
      ? Math.sign(value) * Number.MAX_SAFE_INTEGER
      : value,
  );
}
