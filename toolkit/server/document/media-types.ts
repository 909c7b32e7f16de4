/** The media type alone, without parameters and in lower case: `application/json` for `Application/JSON; charset=utf-8`. */
export function essence(mediaType: string): string {
  return mediaType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/** Whether a media type is JSON: `application/json`, `application/problem+json`. */
export function isJson(mediaType = ""): boolean {
  return /[/+]json$/.test(essence(mediaType));
}

/** Whether a media type is a form, whose fields may have encodings. */
export function isForm(mediaType: string): boolean {
  return /^(multipart\/form-data|application\/x-www-form-urlencoded)$/.test(essence(mediaType));
}

/** Whether a media type matches one that the document lists, which may be a range such as `text/*`. */
export function matchesMediaType(pattern: string, given: string): boolean {
  const range = essence(pattern);
  if (range === "*/*") return true;
  const [before = "", after] = range.split("*");
  const type = essence(given);
  if (after === undefined) return type === range;
  return type.startsWith(before) && type.endsWith(after) && type.length > before.length + after.length;
}

/**
 * Of the media types that the document lists, the one that says most of a given one: of the same types the one that has most of
 * its parameters, or else the longest range. `application/json; version=2` isn't `application/json; version=1`, but it is
 * `application/json`. The client finds the same (`client-runtime/media-type.ts`).
 */
export function findMediaType(documented: string[], given: string): string | undefined {
  const sent = parametersOf(given);
  return documented
    .filter((one) => matchesMediaType(one, given))
    .map((one) => ({ one, fit: fitOf(one, sent) }))
    .filter(({ fit }) => !fit.isOther)
    .sort(
      (a, b) => b.fit.length - a.fit.length || b.fit.agreed - a.fit.agreed || a.fit.unsaid - b.fit.unsaid,
    )[0]?.one;
}

interface Fit {
  /** Has another value of a parameter. */
  isOther: boolean;
  /** Infinite for what isn't a range. */
  length: number;
  /** Parameters of the same value. */
  agreed: number;
  /** Parameters that weren't sent. */
  unsaid: number;
}

function fitOf(documented: string, sent: Map<string, string>): Fit {
  const own = [...parametersOf(documented)];
  return {
    isOther: own.some(([name, value]) => sent.has(name) && sent.get(name) !== value),
    length: documented.includes("*") ? essence(documented).length : Infinity,
    agreed: own.filter(([name, value]) => sent.get(name) === value).length,
    unsaid: own.filter(([name]) => !sent.has(name)).length,
  };
}

/** Parameters that say how a body is written, and not what it is. */
const ofWriting = new Set(["boundary", "charset"]);

function parametersOf(mediaType: string): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const [, name = "", quoted, plain = ""] of mediaType.matchAll(
    /;\s*([^\s=;]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))/g,
  )) {
    const key = name.toLowerCase();
    if (!ofWriting.has(key)) parameters.set(key, quoted?.replaceAll(/\\(.)/g, "$1") ?? plain);
  }
  return parameters;
}

const typicalSubtypes: Record<string, string> = {
  audio: "mpeg",
  font: "woff2",
  image: "png",
  multipart: "mixed",
  text: "plain",
  video: "mp4",
};

/**
 * A media type that can be sent, for one that may be a range: `image/png` for `image/*`, `application/x+json` for
 * `application/*+json`, and JSON for any, unless the body is bytes.
 */
export function sendableMediaType(documented: string, { isBytes = false } = {}): string {
  const range = essence(documented);
  if (!range.includes("*")) return documented;
  if (isOpenRange(range)) return isBytes ? "application/octet-stream" : "application/json";
  if (!range.endsWith("/*")) return range.replace("*", "x");
  const [type = ""] = range.split("/");
  const subtype = typicalSubtypes[type];
  return subtype === undefined ? "application/octet-stream" : `${type}/${subtype}`;
}

/** Whether a media type may be JSON as well as anything else. */
export function isOpenRange(mediaType: string): boolean {
  return /^(\*|application)\/\*$/.test(essence(mediaType));
}

/** Adds `charset=utf-8` to a media type that has no parameters. */
export function withCharset(mediaType: string): string {
  return mediaType.includes(";") ? mediaType : `${mediaType}; charset=utf-8`;
}
