import { isUtf8 } from "node:buffer";
import { getOrMake } from "@counterpart/server/values";
import { decodeBytes } from "../decode-content.ts";
import { documentedMedia, isJsonType } from "../document/choose-response.ts";
import type { Observed } from "../observe.ts";
import { exactJson, mayBeInexact, readJson, withoutMark } from "../read-json.ts";
import type { Described } from "./kept-value.ts";

/** Several rules read the same bodies. */
type Known = WeakMap<Observed, { body: Described | undefined }>;
const [sent, answered]: [Known, Known] = [new WeakMap(), new WeakMap()];

/** The request's body with its schema; undefined unless it is documented JSON. */
export function sentJson(observed: Observed): Described | undefined {
  return getOrMake(sent, observed, () => ({ body: readSent(observed) })).body;
}

/** The response's body with its schema; undefined unless it is documented JSON. */
export function answeredJson(observed: Observed): Described | undefined {
  return getOrMake(answered, observed, () => ({ body: readAnswered(observed) })).body;
}

function readAnswered({ media, json, text }: Observed): Described | undefined {
  if (!media?.schema || !json || json.fault !== undefined) return undefined;
  return { schema: media.schema, value: mayBeInexact(text) ? exactJson(withoutMark(text)) : json.value };
}

function readSent({ operation, request, requestHeaders }: Observed): Described | undefined {
  const { content = {} } = operation?.requestBody ?? {};
  const contentType = requestHeaders.get("content-type") ?? "application/json";
  if (!isJsonType(contentType) || !request.body || request.body.length === 0) return undefined;
  const schema = documentedMedia(content, contentType)?.schema;
  if (!schema) return undefined;
  const { bytes, codingFault } = decodeBytes(request.body, requestHeaders.get("content-encoding"));
  if (codingFault !== undefined || !isUtf8(bytes)) return undefined;
  const text = bytes.toString();
  const { value, fault } = readJson(text);
  if (fault !== undefined) return undefined;
  return { schema, value: mayBeInexact(text) ? exactJson(withoutMark(text)) : value };
}
