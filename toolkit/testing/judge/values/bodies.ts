import { isUtf8 } from "node:buffer";
import { getOrMake } from "@counterpart/server/values";
import { decodeBytes } from "../decode-content.ts";
import { documentedMedia, isJsonType } from "../document/choose-response.ts";
import type { Observed } from "../observe.ts";
import { exactJson, mayBeInexact, readJson, withoutMark } from "../read-json.ts";
import type { Described } from "./kept-value.ts";

interface Bodies {
  sent: Described | undefined;
  answered: Described | undefined;
}

/** Several rules read the same bodies. */
const known = new WeakMap<Observed, Partial<Bodies>>();

function once<Name extends keyof Bodies>(
  observed: Observed,
  name: Name,
  read: () => Bodies[Name],
): Bodies[Name] {
  const bodies = getOrMake(known, observed, (): Partial<Bodies> => ({}));
  if (!(name in bodies)) bodies[name] = read();
  return bodies[name];
}

/** The request's body with its schema; undefined unless it is documented JSON. */
export function sentJson(observed: Observed): Described | undefined {
  return once(observed, "sent", () => readSent(observed));
}

/** The response's body with its schema; undefined unless it is documented JSON. */
export function answeredJson(observed: Observed): Described | undefined {
  return once(observed, "answered", () => {
    const { media, json, text } = observed;
    if (!media?.schema || !json || json.fault !== undefined) return undefined;
    return { schema: media.schema, value: mayBeInexact(text) ? exactJson(withoutMark(text)) : json.value };
  });
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
