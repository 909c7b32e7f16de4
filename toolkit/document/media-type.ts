/** Whether a media type is one that the document lists, which may say `text/*`. Parameters and case don't count. */
export function matchesMediaType(pattern: string, given: string): boolean {
  const wanted = essence(pattern);
  if (wanted === "*/*") return true;
  return wanted.endsWith("/*") ? essence(given).startsWith(wanted.slice(0, -1)) : essence(given) === wanted;
}

/** `Application/JSON; charset=utf-8` is `application/json`. */
export function essence(mediaType: string): string {
  return mediaType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/** Text is UTF-8 here, and says so. */
export function withCharset(mediaType: string): string {
  return mediaType.includes(";") ? mediaType : `${mediaType}; charset=utf-8`;
}
