import { isUtf8 } from "node:buffer";
import { itemFormat } from "@counterpart/server/client-runtime/item-format";
import { essence } from "@counterpart/server/document/media-types";
import { summarizeSchema } from "@counterpart/server/document/schemas/summarize-schema";
import { faultText } from "@counterpart/server/validation/schemas/compile-schema";
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
  return [...byPlace(checks.bodyErrors(media.schema, value))]
    .slice(0, maxFaults)
    .map(([place, errors]) => ({ place, message: `The body is wrong: ${faultText(errors)}.` }));
}

/** A body of text whose schema is a string; undefined for others. */
function plainText({ document, media, content, contentType = "" }: Observed): string | undefined {
  if (!/^text\//.test(essence(contentType)) || itemFormat(contentType) !== undefined) return undefined;
  if (!content || content.codingFault !== undefined || !isUtf8(content.bytes)) return undefined;
  const { types, isBinary } = summarizeSchema(document, media?.schema ?? {});
  return types.size === 1 && types.has("string") && !isBinary ? content.bytes.toString() : undefined;
}

type Errors = ReturnType<Observed["checks"]["bodyErrors"]>;

/**
 * Errors by place, items of a list being the same place. Where no alternative fits, those of all alternatives
 * are reported as one.
 */
function byPlace(errors: Errors): Map<string, Errors> {
  const undecided = errors.filter(({ keyword }) => keyword === "oneOf" || keyword === "anyOf");
  const places = new Map<string, Errors>();
  for (const error of errors) {
    const { instancePath } = error;
    const around = undecided.find((one) => isWithin(instancePath, one.instancePath));
    const place = bodyPlace((around ?? error).instancePath);
    places.set(place, [...(places.get(place) ?? []), error]);
  }
  return places;
}

function isWithin(path: string, around: string): boolean {
  return path === around || path.startsWith(`${around}/`);
}
