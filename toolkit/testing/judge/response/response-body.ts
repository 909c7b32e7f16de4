import { isUtf8 } from "node:buffer";
import { itemFormat } from "@counterpart/client/messages";
import { summarizeSchema } from "@counterpart/server/document";
import { essenceOf } from "../document/choose-response.ts";
import { faultText, type SchemaFault } from "../document/worded-faults.ts";
import type { Fault } from "../fault.ts";
import type { Observed } from "../observe.ts";
import { bodyPlace } from "../template-of.ts";
import { hasDocumentedBody } from "./body-form.ts";

/** A long list may have the same fault in each item. */
const maxFaults = 10;

export function responseBody(observed: Observed): Fault[] {
  const { checks, media, json } = observed;
  if (!media?.schema || !hasDocumentedBody(observed) || json?.fault !== undefined) return [];
  const value = json ? json.value : plainText(observed);
  if (value === undefined) return [];
  return [...byPlace(checks.bodyFaults(media.schema, value))]
    .slice(0, maxFaults)
    .map(([place, faults]) => ({ place, message: `The body is wrong: ${faultText(faults)}.` }));
}

/** A body of text whose schema is a string; undefined for others. */
function plainText({ document, media, content, contentType = "" }: Observed): string | undefined {
  if (!/^text\//.test(essenceOf(contentType)) || itemFormat(contentType) !== undefined) return undefined;
  if (!content || content.codingFault !== undefined || !isUtf8(content.bytes)) return undefined;
  const { types, isBinary } = summarizeSchema(document, media?.schema ?? {});
  return types.size === 1 && types.has("string") && !isBinary ? content.bytes.toString() : undefined;
}

/**
 * Faults by place, items of a list being the same place. Where no alternative fits, those of all alternatives
 * are reported as one.
 */
function byPlace(faults: SchemaFault[]): Map<string, SchemaFault[]> {
  const undecided = faults.filter(({ keyword }) => keyword === "oneOf" || keyword === "anyOf");
  return Map.groupBy(faults, (fault) => {
    const around = undecided.find(({ pointer }) => isWithin(fault.pointer, pointer));
    return bodyPlace((around ?? fault).pointer);
  });
}

function isWithin(path: string, around: string): boolean {
  return path === around || path.startsWith(`${around}/`);
}
