import { isJson } from "@counterpart/server/document/media-types";
import { faultText } from "@counterpart/server/validation/schemas/compile-schema";
import { bodyPlace } from "../body-place.ts";
import type { Fault } from "../fault.ts";
import type { Observed } from "../observe.ts";
import { hasDocumentedBody } from "./media-type.ts";

/** A long list may have the same fault in each item. */
const maxFaults = 10;

export function responseBody(observed: Observed): Fault[] {
  const { checks, media, json, text, contentType } = observed;
  if (!media?.schema || !hasDocumentedBody(observed) || !isJson(contentType)) return [];
  if (text === "" || !json || json.fault !== undefined) return [];
  return [...byPlace(checks.bodyErrors(media.schema, json.value))]
    .slice(0, maxFaults)
    .map(([place, errors]) => ({ place, message: `The body is wrong: ${faultText(errors)}.` }));
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
