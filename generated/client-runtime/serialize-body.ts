// Copied by `counterpart generate`. Don't edit: it is overwritten.

/**
 * A body as its media type wants it. Objects become forms where the media type is one, with a part for each value of a
 * list and none for undefined; everything else is sent as given.
 */
export function serializeBody(mediaType: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || value instanceof Blob || value instanceof FormData) {
    return value;
  }
  const parts = Object.entries(value).flatMap(([name, given]) =>
    [given].flat().flatMap((part) => (part === undefined ? [] : [[name, part] as const])),
  );
  if (mediaType === "application/x-www-form-urlencoded") {
    return new URLSearchParams(parts.map(([name, part]): [string, string] => [name, toText(part)]));
  }
  if (mediaType !== "multipart/form-data") return value;
  const form = new FormData();
  for (const [name, part] of parts) {
    if (part instanceof Blob) form.append(name, part);
    else form.append(name, toText(part));
  }
  return form;
}

function toText(part: unknown): string {
  return typeof part === "object" ? JSON.stringify(part) : String(part);
}
