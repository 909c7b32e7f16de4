import { essence, findMediaType, isJson, matchesMediaType } from "@counterpart/client/messages";

// The server and the client use the same functions for media types.
export { essence, findMediaType, isJson, matchesMediaType };

/** Whether a text is a media type or a range, with or without parameters (RFC 9110, 8.3.1 and 12.5.1). */
export function isMediaType(text: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/.test(essence(text));
}

/** Whether a media type is a form, whose fields may have encodings. */
export function isForm(mediaType: string): boolean {
  return /^(multipart\/form-data|application\/x-www-form-urlencoded)$/.test(essence(mediaType));
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
 * Turns a documented media type, possibly a range, into one that can be sent: `image/png` for `image/*`,
 * `application/x+json` for `application/*+json`, and JSON for a range of all types, unless the body is bytes.
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

/** Whether a media type range includes JSON and other types. */
export function isOpenRange(mediaType: string): boolean {
  return /^(\*|application)\/\*$/.test(essence(mediaType));
}

/** Adds `charset=utf-8` to a media type that has no parameters. */
export function withCharset(mediaType: string): string {
  return mediaType.includes(";") ? mediaType : `${mediaType}; charset=utf-8`;
}
