import { isUtf8 } from "node:buffer";
import {
  type ApiDocument,
  bodyReading,
  type DocumentOperation,
  essence,
  findMediaType,
  isReadByItem,
  type MediaType,
  type RequestFault,
} from "@counterpart/server/document";
import { formReader, multipartForm, type SentForm, urlencodedForm } from "@counterpart/server/request";
import { decodeBytes } from "../decode-content.ts";
import type { ObservedRequest } from "../exchange.ts";
import { readJson } from "../read-json.ts";

/** A request's body in the document's types. */
export interface SentBody {
  /** As the document spells it; undefined without a body. */
  bodyType?: string;
  value?: unknown;
  faults: RequestFault[];
  /** Whether the body can't be judged, because it wasn't kept or can't be decoded for example. */
  isUnknown?: boolean;
}

const unknown: SentBody = { faults: [], isUnknown: true };

/** Reads a request's body by its media type. A body without one is read as the only documented media type. */
export function readSentBody(
  { document, request, requestHeaders }: ObservedRequest,
  { requestBody }: DocumentOperation,
): SentBody {
  if (!requestBody || request.body?.length === 0) return { faults: [] };
  if (!request.body) return unknown;
  const mediaTypes = Object.keys(requestBody.content);
  const contentType =
    requestHeaders.get("content-type") ?? (mediaTypes.length === 1 ? mediaTypes[0] : undefined);
  if (contentType === undefined) return unknown;
  const documented = findMediaType(mediaTypes, contentType);
  const media = documented === undefined ? undefined : requestBody.content[documented];
  if (documented === undefined || !media) return wrongType(mediaTypes);
  if (isReadByItem(documented, media) || !isInUtf8(contentType)) return unknown;
  const shape = bodyReading(document, { documented, media, sent: essence(contentType) });
  if (!shape) return wrongType(mediaTypes);
  const { bytes, codingFault } = decodeBytes(request.body, requestHeaders.get("content-encoding"));
  if (codingFault !== undefined) return unknown;
  const read = { bytes, contentType, documented, media };
  switch (shape) {
    case "json":
      return isUtf8(bytes) ? jsonBody(read) : unreadable("isn't valid UTF-8");
    case "form":
      return formBody(document, read);
    case "text":
      return isUtf8(bytes)
        ? { bodyType: documented, value: bytes.toString(), faults: [] }
        : unreadable("isn't valid UTF-8");
    case "bytes":
      return {
        bodyType: documented,
        value: new Blob([new Uint8Array(bytes)], { type: blobType(contentType) }),
        faults: [],
      };
  }
}

interface Readable {
  bytes: Buffer;
  contentType: string;
  documented: string;
  media: MediaType;
}

function jsonBody({ bytes, documented }: Readable): SentBody {
  const { value, fault } = readJson(bytes.toString());
  return fault === undefined ? { bodyType: documented, value, faults: [] } : unreadable("isn't valid JSON");
}

function formBody(document: ApiDocument, { bytes, contentType, documented, media }: Readable): SentBody {
  let form: SentForm;
  try {
    // A copy, since the form's parts share its memory with an ArrayBuffer.
    form =
      essence(contentType) === "multipart/form-data"
        ? multipartForm(Buffer.from(new Uint8Array(bytes)), contentType)
        : urlencodedForm(bytes.toString());
  } catch {
    return unreadable("isn't a valid form");
  }
  const { value, faults } = formReader(document, media)(form);
  return { bodyType: documented, value, faults };
}

function wrongType(mediaTypes: string[]): SentBody {
  return {
    faults: [
      { in: "body", pointer: "", rule: "contentType", message: `must be sent as ${mediaTypes.join(" or ")}` },
    ],
    isUnknown: true,
  };
}

function unreadable(message: string): SentBody {
  return { faults: [{ in: "body", pointer: "", rule: "syntax", message }], isUnknown: true };
}

/** A Blob of a range would have no real type. */
function blobType(contentType: string): string {
  const type = essence(contentType);
  return type.includes("*") ? "" : type;
}

function isInUtf8(contentType: string): boolean {
  const [, charset = "utf-8"] = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType) ?? [];
  return /^(utf-?8|us-ascii)$/i.test(charset);
}
