/** The part of the page's address after `#` for an operation; the page lists it under its first tag. */
export function operationAddress({
  tags: [tag],
  operationId,
}: {
  tags: string[];
  operationId?: string | undefined;
}): string | undefined {
  if (tag === undefined) return undefined;
  return `#/${[tag, ...(operationId === undefined ? [] : [operationId])].map(slug).join("/")}`;
}

/** Matches the page's own heading anchors. */
export function slug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
    .trim()
    .replaceAll(/\s+/g, "-");
}
