/** A path without the segments that look like ids, so that `/files/17` and `/files/18` count as the same. */
export function templateOf(path: string): string {
  return path.replace(/(?<=\/)(?=[^/]*\d)(\d+|[\da-f-]{16,}|[^/]{20,})(?=\/|$)/gi, "*");
}

/** The place of a part of a body. Items of a list, and members named after an id, are the same place. */
export function bodyPlace(pointer: string): string {
  return `body${templateOf(pointer)}`;
}
