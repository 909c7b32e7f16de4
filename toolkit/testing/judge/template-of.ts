/** A path without the segments that look like ids, so that `/files/17` and `/files/18` count as the same. */
export function templateOf(path: string): string {
  return path.replace(/(?<=\/)(?=[^/]*\d)(\d+|[\da-f-]{16,}|[^/]{20,})(?=\/|$)/gi, "*");
}
