/** The media type alone, without parameters and in lower case. */
export function essence(mediaType: string): string {
  return mediaType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/** Whether a media type is JSON, such as `application/problem+json`. */
export function isJson(mediaType = ""): boolean {
  return /[/+]json$/.test(essence(mediaType));
}

/** Whether a media type is text that isn't JSON. */
export function isText(mediaType: string): boolean {
  return /^text\/|[/+](xml|yaml)$|\/x-yaml$|x-www-form-urlencoded$/.test(essence(mediaType));
}

export function isRange(mediaType: string): boolean {
  return mediaType.includes("*");
}

/**
 * The documented media type that matches a given one: among the same types, the one with most of its parameters, else
 * the longest range. `application/json; version=2` doesn't match `application/json; version=1`, but
 * `application/json`.
 */
export function findMediaType(documented: string[], given: string): string | undefined {
  if (documented.includes(given)) return given;
  const sent = parametersOf(given);
  return documented
    .filter((one) => matchesMediaType(one, given))
    .map((one) => ({ one, fit: fitOf(one, sent) }))
    .filter(({ fit }) => !fit.isOther)
    .sort(
      (a, b) => b.fit.length - a.fit.length || b.fit.agreed - a.fit.agreed || a.fit.unsaid - b.fit.unsaid,
    )[0]?.one;
}

function fitOf(documented: string, sent: Map<string, string>) {
  const own = [...parametersOf(documented)];
  return {
    /** Whether a parameter has another value. */
    isOther: own.some(([name, value]) => sent.has(name) && sent.get(name) !== value),
    /** Infinite unless it is a range. */
    length: isRange(documented) ? essence(documented).length : Infinity,
    /** The number of parameters with the same value. */
    agreed: own.filter(([name, value]) => sent.get(name) === value).length,
    /** The number of parameters that weren't sent. */
    unsaid: own.filter(([name]) => !sent.has(name)).length,
  };
}

/** Parameters about a body's encoding rather than its content. */
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

/** Whether a media type matches a documented one, which may be a range such as `text/*`. */
export function matchesMediaType(documented: string, given: string): boolean {
  const [type, range] = [essence(given), essence(documented)];
  if (range === "*/*") return true;
  const [before = "", after] = range.split("*");
  if (after === undefined) return type === range;
  return type.length > before.length + after.length && type.startsWith(before) && type.endsWith(after);
}
