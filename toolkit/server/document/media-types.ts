import { essence, findMediaType, isJson, matchesMediaType } from "../client-runtime/media-type.ts";

// The server and the client tell media types apart in the same way.
export { essence, findMediaType, isJson, matchesMediaType };

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
