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

/** Whether a server reads a body of the media type and checks it: JSON, forms and text, but no XML. Others are bytes. */
export function isCheckable(mediaType: string): boolean {
  const type = essence(mediaType);
  return (
    isJson(type) ||
    /^text\/(?!xml)/.test(type) ||
    /^(multipart\/form-data|application\/x-www-form-urlencoded)$/.test(type)
  );
}

/** Whether a media type matches one that the document lists, which may be a range such as `text/*`. */
export function matchesMediaType(pattern: string, given: string): boolean {
  const range = essence(pattern);
  if (range === "*/*") return true;
  const [before = "", after] = range.split("*");
  if (after === undefined) return essence(given) === range;
  const type = essence(given);
  return type.startsWith(before) && type.endsWith(after) && type.length > before.length + after.length;
}

/** Of the media types that the document lists, the one that says most of a given one: itself, or else its longest range. */
export function findMediaType(documented: string[], given: string): string | undefined {
  const matching = documented.filter((pattern) => matchesMediaType(pattern, given));
  const exact = matching.find((pattern) => !essence(pattern).includes("*"));
  return exact ?? matching.sort((one, two) => essence(two).length - essence(one).length)[0];
}

const typicalSubtypes: Record<string, string> = {
  audio: "mpeg",
  font: "woff2",
  image: "png",
  multipart: "mixed",
  text: "plain",
  video: "mp4",
};

/** A media type that can be sent, for one that may be a range: `image/png` for `image/*`, `application/x+json` for `application/*+json`. */
export function sendableMediaType(documented: string): string {
  const range = essence(documented);
  if (!range.includes("*")) return documented;
  if (!range.endsWith("/*")) return range.replace("*", "x");
  const [type = ""] = range.split("/");
  const subtype = typicalSubtypes[type];
  return subtype === undefined ? "application/octet-stream" : `${type}/${subtype}`;
}

/** Adds `charset=utf-8` to a media type that has no parameters. */
export function withCharset(mediaType: string): string {
  return mediaType.includes(";") ? mediaType : `${mediaType}; charset=utf-8`;
}
