/** The media type alone, without parameters and in lower case: `application/json` for `Application/JSON; charset=utf-8`. */
export function essence(mediaType: string): string {
  return mediaType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/** Whether a media type is JSON: `application/json`, `application/problem+json`. */
export function isJson(mediaType = ""): boolean {
  return /[/+]json$/.test(essence(mediaType));
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
  return range.endsWith("/*") ? essence(given).startsWith(range.slice(0, -1)) : essence(given) === range;
}

/** Adds `charset=utf-8` to a media type that has no parameters. */
export function withCharset(mediaType: string): string {
  return mediaType.includes(";") ? mediaType : `${mediaType}; charset=utf-8`;
}
