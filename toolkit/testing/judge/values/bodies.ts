import { isUtf8 } from "node:buffer";
import type { Schema } from "@counterpart/server/document/document";
import { findMediaType, isJson } from "@counterpart/server/document/media-types";
import { decodeBytes } from "../../checks/decode-content.ts";
import type { Observed } from "../observe.ts";
import { readJson } from "../read-json.ts";
import { exactJson } from "./exact-json.ts";
import type { Described } from "./kept-value.ts";

/** The request's body with its schema; undefined unless it is documented JSON. */
export function sentJson({ operation, request, requestHeaders }: Observed): Described | undefined {
  const { content = {} } = operation?.requestBody ?? {};
  const contentType = requestHeaders.get("content-type") ?? "application/json";
  if (!isJson(contentType) || !request.body || request.body.length === 0) return undefined;
  const matched = findMediaType(Object.keys(content), contentType);
  const schema = matched === undefined ? undefined : content[matched]?.schema;
  const { bytes, codingFault } = decodeBytes(request.body, requestHeaders.get("content-encoding"));
  if (!schema || codingFault !== undefined || !isUtf8(bytes)) return undefined;
  return described(schema, bytes.toString());
}

/** The response's body with its schema; undefined unless it is documented JSON. */
export function answeredJson({ media, json, text }: Observed): Described | undefined {
  return media?.schema && json && json.fault === undefined ? described(media.schema, text) : undefined;
}

function described(schema: Schema, text: string): Described | undefined {
  if (readJson(text).fault !== undefined) return undefined;
  return { schema, value: exactJson(text.replace(/^\uFEFF/, "")) };
}
