import { isUtf8 } from "node:buffer";
import { InexactInteger, itemFormat, itemReader } from "@counterpart/client/messages";
import { summarizeSchema } from "@counterpart/server/document";
import { essenceOf } from "../document/choose-response.ts";
import { faultText, type SchemaFault } from "../document/worded-faults.ts";
import type { Fault, Observed } from "../observe.ts";
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

/** A long stream probably has the same fault in each item. */
const maxItems = 1000;

/** The items of a stream that has ended: server-sent events, or lines of JSON. */
export function responseItem({ checks, media, contentType = "", text }: Observed): Fault[] {
  const format = itemFormat(contentType);
  if (!format || !media?.itemSchema || text === "") return [];
  const reader = itemReader(format, { jsonEvents: media.eventData !== undefined });
  let index = 0;
  try {
    for (const item of [...reader.push(text), ...reader.end()].slice(0, maxItems)) {
      const faults = checks.bodyFaults(media.itemSchema, item);
      if (faults.length > 0) return [fault(index, faultText(faults))];
      index++;
    }
  } catch (error) {
    if (error instanceof InexactInteger) return [];
    if (!(error instanceof SyntaxError)) throw error;
    return [fault(index, "it isn't valid JSON")];
  }
  return [];
}

function fault(index: number, why: string): Fault {
  return { place: "body/*", message: `Item ${index} of the stream is wrong: ${why}.` };
}
